/** A long run must not need more memory than a short one. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

const PENDULUM = `hawser: 1
title: Ten minutes of a pendulum
bodies:
  bar: { mass: 2 kg, position: [1 m, 0, 0], shapes: [{ box: [2 m, 0.1 m, 0.1 m] }] }
joints:
  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], axis: [0, 1, 0] }
solver: { step: 5 ms }
run: { duration: 10 min }
output: { rate: 100 Hz, channels: ['*'] }
`;

/** Samples live memory, after a collection, from inside the program, and how far its stream has got. */
const PROBE = `
import fs from 'node:fs';
const samples = [];
setInterval(() => {
  const written = fs.statSync('long/series.stream', { throwIfNoEntry: false })?.size ?? 0;
  if (written === 0) return;
  gc();
  const { heapUsed, external, rss } = process.memoryUsage(); // external: buffers of arrays among it
  samples.push({ written, live: heapUsed + external, rss });
}, 100).unref();
process.on('exit', () => fs.writeFileSync('samples.json', JSON.stringify(samples)));
`;

interface Sample {
  readonly written: number;
  readonly live: number;
  readonly rss: number;
}

test('run: ten simulated minutes hold memory flat while the rows go to disk', async () => {
  shop.put({ 'long.yaml': PENDULUM, 'probe.mjs': PROBE });
  const { code, stdout, stderr } = await shop.start(
    ['run', 'long.yaml', '--out', 'long', '--no-report', '--json'],
    ['--expose-gc', '--import', path.join(shop.dir, 'probe.mjs')],
  ).ended;
  // ten minutes of fixed steps are not exact, and the program says so
  expect([code, stderr.replace(/^\[[#.]+\].*\n/gm, '')]).toEqual([
    0,
    expect.stringMatching(/^warning: positions .* Lower solver\.step;.*\n$/),
  ]);
  expect(JSON.parse(stdout).summary).toMatchObject({ simulatedTime: 600, steps: 120_000 });

  const samples = JSON.parse(fs.readFileSync(path.join(shop.dir, 'samples.json'), 'utf8')) as Sample[];
  const size = Math.max(...samples.map((sample) => sample.written));
  expect(size).toBeGreaterThan(15e6); // 60,000 rows of some 40 numbers: there is something to hoard
  // while it runs: after the program has warmed up, before the stream is read back for the files of the run
  const running = samples.filter(({ written }) => written > 0.1 * size && written < 0.99 * size);
  expect(running.length).toBeGreaterThan(5);
  const live = running.map((sample) => sample.live);
  // keeping the rows would add nine tenths of the stream, 18 MB; the runtime's own code and caches take some 0.05 MB
  expect(Math.max(...live) - live[0]).toBeLessThan(1e6);
  // as the machine sees it: the runtime takes memory in large pieces, larger ones where its collector waits for a processor
  const rss = running.map((sample) => sample.rss);
  expect(Math.max(...rss) - rss[0]).toBeLessThan(16e6);
});
