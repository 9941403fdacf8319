/** `hawser report RUN` */
import path from 'node:path';
import { openInDesktop } from '../desktop.ts';
import type { Output } from '../output.ts';
import { printPdf } from '../pdf.ts';
import { writeWord } from '../word-file.ts';
import { writeComparison, writeReport } from '../report-file.ts';
import { loadRun } from '../run-data.ts';
import { FILES } from '../run-folder.ts';

export interface ReportCommandOptions {
  readonly open?: boolean;
  /** print it as well */
  readonly pdf?: boolean;
  /** for a word processor as well */
  readonly word?: boolean;
  /** folder of another run to compare with */
  readonly against?: string;
  readonly json?: boolean;
}

export async function report(out: Output, folder: string, options: ReportCommandOptions): Promise<void> {
  const run = await loadRun(folder);
  if (run.recovered) out.tell(`${folder}: the run did not end by itself; reporting the rows it had written`);
  const file = path.join(folder, options.against === undefined ? FILES.report : 'comparison.html');
  if (options.against === undefined) writeReport(run, file);
  else writeComparison(run, await loadRun(options.against), file);
  const pdf = options.pdf ? file.replace(/\.html$/, '.pdf') : undefined;
  if (pdf !== undefined) await printPdf(file, pdf);
  const word = options.word ? await writeWord(out, file) : undefined;
  if (options.json)
    out.json({ run: folder, report: file, ...(pdf && { pdf }), ...(word && { word }), recovered: run.recovered });
  else {
    out.print(file);
    if (pdf !== undefined) out.print(pdf);
    if (word !== undefined) out.print(word);
  }
  if (options.open) await openInDesktop(out, path.resolve(file));
}
