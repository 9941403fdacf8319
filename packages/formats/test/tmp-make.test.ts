import fs from 'node:fs';
import { test } from 'vitest';
import { buildReport, renderThumbnailSvg } from '../src/report/index.ts';
import { doublePendulum } from './double-pendulum.ts';
test('make', () => {
  const t0 = Date.now();
  const run = doublePendulum();
  const t1 = Date.now();
  const v = '/work/main/packages/viewer/dist/';
  const html = buildReport({ ...run, viewer: { script: fs.readFileSync(`${v}viewer.js`, 'utf8'), style: fs.readFileSync(`${v}viewer.css`, 'utf8') } });
  console.log(t1 - t0, Date.now() - t1, html.length, run.manifest.summary.energy, run.manifest.summary.dissipation, run.manifest.events.length);
  fs.writeFileSync('/tmp/rep/report.html', html);
  fs.writeFileSync('/tmp/rep/thumb.svg', renderThumbnailSvg(run.recording, run.frames, run.scenery));
});
