/** `hawser report RUN` */
import { spawn } from 'node:child_process';
import path from 'node:path';
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
  if (options.open) openFile(out, file);
}

/** Hands the file to the desktop; a machine without one is told where the file is. */
function openFile(out: Output, file: string): void {
  const [command, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(command, [...before, path.resolve(file)], { stdio: 'ignore', detached: true });
  child.on('error', () => out.tell(`${command} is not there to open it; open ${path.resolve(file)} in a browser`));
  child.unref();
}
