/** `hawser export RUN --to FORMAT` */
import fs from 'node:fs';
import path from 'node:path';
import { inputError } from '../exit.ts';
import { EXPORT_NAMES, type ExportFormat, writeDistance, writeExport } from '../exports.ts';
import type { Output } from '../output.ts';
import { loadRun } from '../run-data.ts';

export interface ExportOptions {
  readonly to: ExportFormat;
  readonly out?: string;
  /** [s] */
  readonly at?: number;
  /** two cables, a~b */
  readonly distance?: string;
  readonly json?: boolean;
}

export async function exportRun(out: Output, folder: string, options: ExportOptions): Promise<void> {
  const { to, at, distance } = options;
  if (at !== undefined && to !== 'svg') throw inputError(`--at ${at}: expected with --to svg only, found --to ${to}`);
  if (distance !== undefined && to !== 'svg') {
    throw inputError(`--distance ${distance}: expected with --to svg only, found --to ${to}`);
  }
  if (options.out !== undefined && fs.existsSync(options.out)) {
    throw inputError(`--out ${options.out}: expected a name that is free, found something there; choose another name`);
  }
  const run = await loadRun(folder);
  if (run.recovered) out.tell(`${folder}: the run did not end by itself; exporting the rows it had written`);
  const target = options.out ?? path.join(folder, distance === undefined ? EXPORT_NAMES[to] : 'distance.svg');
  const file =
    distance === undefined ? await writeExport(run, to, target, at) : writeDistance(run, distance, target, at);
  const { recording, frames } = run;
  if (options.json) {
    out.json({
      run: folder,
      format: to,
      file,
      rows: recording.length,
      frames: frames.time.length,
      recovered: run.recovered,
    });
  } else {
    out.print(file);
  }
}
