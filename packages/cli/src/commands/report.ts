/** `hawser report RUN` */
import path from 'node:path';
import { openInDesktop } from '../desktop.ts';
import type { Output } from '../output.ts';
import { writeReport } from '../report-file.ts';
import { loadRun } from '../run-data.ts';
import { FILES } from '../run-folder.ts';

export interface ReportCommandOptions {
  readonly open?: boolean;
  readonly json?: boolean;
}

export async function report(out: Output, folder: string, options: ReportCommandOptions): Promise<void> {
  const run = await loadRun(folder);
  if (run.recovered) out.tell(`${folder}: the run did not end by itself; reporting the rows it had written`);
  const file = path.join(folder, FILES.report);
  writeReport(run, file);
  if (options.json) out.json({ run: folder, report: file, recovered: run.recovered });
  else out.print(file);
  if (options.open) await openInDesktop(out, path.resolve(file));
}
