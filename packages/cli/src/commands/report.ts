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
  if (options.open) await openFile(out, file);
}

/** [ms] in which a desktop without a browser says so; a browser that stays open is not waited for */
const PATIENCE = 2000;

/** Hands the file to the desktop; where that does not work, the user is told where the file is. */
async function openFile(out: Output, file: string): Promise<void> {
  const [command, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(command, [...before, path.resolve(file)], { stdio: 'ignore', detached: true });
  const opened = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE);
    const end = (good: boolean): void => {
      clearTimeout(timer);
      resolve(good);
    };
    child.on('error', () => end(false)); // no such program
    child.on('exit', (code) => end(code === 0));
  });
  child.unref();
  if (!opened) out.tell(`${command} could not open it; open ${path.resolve(file)} in a browser`);
}
