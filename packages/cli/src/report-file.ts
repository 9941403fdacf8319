/** report.html of a run: the page from formats, with the viewer's program inside it. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { buildReport } from '@hawser/formats';
import type { RunData } from './run-data.ts';
import { writeAtomic } from './run-folder.ts';

const require = createRequire(import.meta.url);

export function writeReport(run: Pick<RunData, 'manifest' | 'recording' | 'frames' | 'scenery'>, file: string): void {
  const script = fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.js'), 'utf8');
  const style = fs.readFileSync(require.resolve('@hawser/viewer/dist/viewer.css'), 'utf8');
  const { manifest, recording, frames, scenery } = run;
  writeAtomic(file, buildReport({ manifest, recording, frames, scenery, viewer: { script, style } }));
}
