/** report.html of a run: the page from formats, with the viewer's program inside it. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { buildComparison, buildReport } from '@hawser/formats';
import type { RunData } from './run-data.ts';
import { writeAtomic } from './run-folder.ts';

const require = createRequire(import.meta.url);

export function writeReport(
  run: Pick<RunData, 'manifest' | 'recording' | 'frames' | 'scenery' | 'touches'>,
  file: string,
): void {
  const script = fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.js'), 'utf8');
  const style = fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.css'), 'utf8');
  const { manifest, recording, frames, scenery, touches } = run;
  const contact = touches && { touches };
  writeAtomic(file, buildReport({ manifest, recording, frames, scenery, ...contact, viewer: { script, style } }));
}

/** Two runs on one page. */
export function writeComparison(
  first: Pick<RunData, 'manifest' | 'recording'>,
  second: Pick<RunData, 'manifest' | 'recording'>,
  file: string,
): void {
  const style = fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.css'), 'utf8');
  writeAtomic(file, buildComparison(first, second, style));
}
