import fs from 'node:fs';
import path from 'node:path';
import { readCsv, readGlb, readParquet } from '@hawser/formats';
import { parseManifest, readStream } from '@hawser/record';
import { compileScenario, Hands, handText, memoryLoader, prepareRun, Run } from '@hawser/scenario';
import { afterAll, expect, test } from 'vitest';
import { BALL, until, Workshop } from './program.ts';

const shop = new Workshop();
shop.put({ 'ball.yaml': BALL });
afterAll(() => shop.close());

const bytes = (name: string): Uint8Array => new Uint8Array(fs.readFileSync(path.join(shop.dir, name)));

test('run: a folder with run.json, series, animation, report and checkpoint, and no stream left', async () => {
  const { code, stdout, stderr } = await shop.run('run', 'ball.yaml', '--out', 'first');
  // the ball is soft: it is pressed in by more than a tenth of its size, which is told
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: contact came to 0\.02\d+ m, .*\n$/)]);
  expect(stdout).toMatch(/complete: 0\.5 s in \d+ steps/);
  expect(stdout).toMatch(/energy: .* unaccounted for \S+ J/);
  expect(shop.list('first')).toEqual([
    'animation.glb',
    'checkpoint.hawser',
    'report.html',
    'run.json',
    'series.parquet',
    'thumbnail.svg',
  ]);

  const manifest = parseManifest(shop.text('first/run.json'));
  if (!manifest.ok) throw new Error(manifest.message);
  expect(manifest.manifest).toMatchObject({
    status: 'complete',
    seed: 1,
    scenario: { title: 'Ball and pendulum', source: BALL },
  });
  const series = await readParquet(bytes('first/series.parquet'));
  if (!series.ok) throw new Error('not Parquet');
  expect(series.value.recording.length).toBe(51); // 0, 10, ... 500 ms
  expect(series.value.recording.has('energy.imbalance')).toBe(true);
  const animation = await readGlb(bytes('first/animation.glb'));
  expect(animation.ok && animation.value.scenery.bodies.map((body) => body.name)).toContain('ball');
  expect(shop.text('first/report.html')).toContain('Ball and pendulum');
  expect(shop.text('first/thumbnail.svg')).toMatch(/^<svg .*Still picture of Ball and pendulum.*<\/svg>\n$/s);
});

test('run --json: stdout is one JSON document with the documented fields; --set and --until reach the model', async () => {
  const args = [
    '--out',
    'json',
    '--until',
    '200 ms',
    '--set',
    'bodies.ball.position[2]=1 m',
    '--set',
    'run.seed=7',
    '--no-report',
  ];
  const { code, stdout } = await shop.run('run', 'ball.yaml', '--json', ...args);
  expect(code).toBe(0);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({
    status: 'complete',
    folder: 'json',
    seed: 7,
    failure: null,
    summary: { simulatedTime: 0.2 },
  });
  expect(result.extremes['ball.position.z'].max).toBe(1);
  expect(result.summary.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(shop.has('json/report.html')).toBe(false);
});

test('run: a run never writes over another', async () => {
  const quick = ['run', 'ball.yaml', '--until', '0.02', '--no-report'];
  const [a, b] = await Promise.all([shop.run(...quick), shop.run(...quick)]); // together, so that they compete for a name
  expect([a.code, b.code]).toEqual([0, 0]);
  expect(shop.list('runs')).toEqual(['ball-1', 'ball-2']);
  const before = shop.text('runs/ball-1/run.json');
  const refused = await shop.run(...quick, '--out', 'runs/ball-1');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/--out runs\/ball-1: expected a new or empty folder, found 5 entries/);
  expect(shop.text('runs/ball-1/run.json')).toBe(before);
});

test('run: Ctrl-C ends the run cleanly, with results kept and status interrupted', async () => {
  const { child, ended } = shop.start(['run', 'ball.yaml', '--until', '2e4 s', '--out', 'stopped', '--json']);
  await until('the run has recorded something', () => shop.size('stopped/series.stream') > 100_000);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  const result = JSON.parse(stdout);
  expect(result.status).toBe('interrupted');
  expect(shop.has('stopped/series.stream')).toBe(false);
  const series = await readParquet(bytes('stopped/series.parquet'));
  expect(series.ok && series.value.recording.time.at(-1)).toBe(result.summary.simulatedTime);
});

test('run: Ctrl-C while the files of a run are written changes nothing', async () => {
  const formats = ['--set', 'output.formats=[csv, hdf5, xlsx, vtp]', '--set', 'output.rate=2 kHz'];
  const { child, ended } = shop.start(['run', 'ball.yaml', '--until', '3', '--out', 'late', '--json', ...formats]);
  await until('the first file is there', () => shop.has('late/series.parquet'));
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect([code, JSON.parse(stdout).status]).toEqual([0, 'complete']);
  expect(shop.has('late/series.stream')).toBe(false);
  expect(shop.list('late')).toEqual(
    expect.arrayContaining(['run.json', 'report.html', 'checkpoint.hawser', 'series.xlsx']),
  );
});

test('run: a killed run leaves a stream from which export and report recover', async () => {
  const { child, ended } = shop.start(['run', 'ball.yaml', '--until', '2e4 s', '--out', 'killed']);
  await until(
    'frames have been written',
    () => shop.size('killed/series.stream') > 0 && readStream(bytes('killed/series.stream')).frames.time.length > 20,
  );
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  expect(shop.has('killed/run.json')).toBe(false);
  const rows = readStream(bytes('killed/series.stream')).recording.length;
  expect(rows).toBeGreaterThan(50);

  const [csv, gltf, report] = await Promise.all([
    shop.run('export', 'killed', '--to', 'csv', '--json'),
    shop.run('export', 'killed', '--to', 'gltf', '--out', 'recovered.glb'),
    shop.run('report', 'killed', '--json'),
  ]);
  expect(JSON.parse(csv.stdout)).toMatchObject({ file: 'killed/series.csv', rows, recovered: true });
  const read = readCsv(bytes('killed/series.csv'));
  expect(read.ok && read.value.length).toBe(rows);
  expect([gltf.code, gltf.stdout.trim()]).toEqual([0, 'recovered.glb']);
  const glb = await readGlb(bytes('recovered.glb'));
  expect(glb.ok && glb.value.frames.time.length).toBeGreaterThan(10);
  expect(JSON.parse(report.stdout)).toEqual({ run: 'killed', report: 'killed/report.html', recovered: true });
  expect(shop.text('killed/report.html')).toContain('did not end by itself');
});

test('run: resumed from a checkpoint, the state goes on bit for bit and the rows are all there', async () => {
  // automatic steps end at --until, which the whole run passes; fixed ones meet it anyway
  const short = ['run', 'ball.yaml', '--no-report', '--json', '--set', 'solver.step=1 ms'];
  const [whole, half] = await Promise.all([
    shop.run(...short, '--until', '0.5', '--out', 'whole'),
    shop.run(...short, '--until', '0.25', '--checkpoint', '0.1', '--out', 'half'),
  ]);
  expect([whole.code, half.code]).toEqual([0, 0]);
  const rest = await shop.run(...short, '--until', '0.5', '--resume', 'half/checkpoint.hawser', '--out', 'rest');
  expect(rest.code).toBe(0);
  expect(JSON.parse(rest.stdout).summary.hash).toBe(JSON.parse(whole.stdout).summary.hash);
  const series = await readParquet(bytes('rest/series.parquet'));
  expect(series.ok && series.value.recording.length).toBe(51);

  const other = await shop.run(
    ...short,
    '--set',
    'bodies.ball.position=[0, 0, 2]',
    '--resume',
    'half/checkpoint.hawser',
    '--out',
    'no',
  );
  expect(other.code).toBe(1);
  expect(other.stderr).toMatch(/found one of another model/);
  expect(shop.has('no')).toBe(false);
});

test('run: a step that fails for good ends with 2, names the subject, and keeps what there is', async () => {
  const hopeless = ['--set', 'solver.max iterations=1', '--set', 'solver.step=20 ms', '--set', 'solver.min step=20 ms'];
  const { code, stdout, stderr } = await shop.run('run', 'ball.yaml', '--json', '--out', 'failed', ...hopeless);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', failure: { reason: 'diverged' } });
  expect(stderr).toMatch(/the simulation failed: at t = /);
  expect(shop.list('failed')).toContain('series.parquet');
});

test('run: output.touches keeps where bodies touch, also over a checkpoint', async () => {
  const args = ['run', 'ball.yaml', '--no-report', '--set', 'output.touches=true'];
  const first = await shop.run(...args, '--until', '0.45', '--out', 'touching');
  expect(first.code).toBe(0);
  expect(JSON.parse(shop.text('touching/run.json')).files.touches).toBe('touches.stream');
  const { touches } = readStream(bytes('touching/touches.stream'));
  expect(touches.bodies).toContain('ball');
  const resumed = ['--until', '0.5', '--resume', 'touching/checkpoint.hawser', '--out', 'touched'];
  expect((await shop.run(...args, ...resumed)).code).toBe(0);
  const whole = readStream(bytes('touched/touches.stream')).touches;
  expect([...whole.time.subarray(0, touches.time.length)]).toEqual([...touches.time]);
  expect(whole.time.length).toBeGreaterThan(touches.time.length);
});

test('run: output.formats writes further formats', async () => {
  const { code } = await shop.run(
    'run',
    'ball.yaml',
    '--until',
    '0.1',
    '--no-report',
    '--out',
    'more',
    '--set',
    'output.formats=[csv, vtp]',
  );
  expect(code).toBe(0);
  expect(shop.list('more')).toEqual([
    'animation.glb',
    'checkpoint.hawser',
    'paraview',
    'run.json',
    'series.csv',
    'series.parquet',
    'thumbnail.svg',
  ]);
  expect(JSON.parse(shop.text('more/run.json')).files).toMatchObject({ csv: 'series.csv', vtp: 'paraview' });
});

test('a fault of ours: exit code 3, one line, and the details in a file', async () => {
  const planted = 'data:text/javascript,Float64Array.prototype.subarray = () => { throw new TypeError("planted"); }';
  const { code, stdout, stderr } = await shop.start(
    ['run', 'ball.yaml', '--out', 'broken', '--json'],
    ['--import', planted],
  ).ended;
  expect(code).toBe(3);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  const details = /details: (.+)\)/.exec(stderr)?.[1] ?? '';
  expect(fs.readFileSync(details, 'utf8')).toMatch(/arguments .*ball\.yaml[\s\S]*TypeError: planted/);
  expect(JSON.parse(stdout).error).toMatch(/a fault of hawser/);
});

test('run: with --trust the run is repeated and its numbers get errors and digits, in run.json, JSON and the report', async () => {
  const { code, stdout } = await shop.run('run', 'ball.yaml', '--until', '0.2', '--trust', '--out', 'trusted');
  expect(code).toBe(0);
  expect(stdout).toMatch(/trust: repeated with tolerance 3\.54e-6 instead of 1e-5/);
  expect(stdout).toMatch(/positions: off by about \S+ m \(\S+ of the motion\) at the end/);
  expect(stdout).toMatch(/channel +value +error +unit +digits +quote/);
  const read = parseManifest(shop.text('trusted/run.json'));
  if (!read.ok) throw new Error(read.message);
  const { trust, extremes } = read.manifest;
  expect(trust?.steps).toBeGreaterThan(read.manifest.summary.steps);
  // the ball falls freely: after 0.2 s it is where both runs say, to much better than a millimetre
  expect(Number(trust?.position?.final)).toBeLessThan(1e-3);
  expect(Object.keys(trust?.columns ?? {}).every((name) => name in extremes)).toBe(true);
  expect(Object.keys(trust?.columns ?? {}).some((name) => name.startsWith('solver.'))).toBe(false);
  expect(shop.text('trusted/report.html')).toContain('<th scope="col" class="n">Digits</th>');
  // the first run is not changed by the second
  const plain = await shop.run('run', 'ball.yaml', '--until', '0.2', '--json', '--no-report', '--out', 'untrusted');
  expect(JSON.parse(plain.stdout).summary.hash).toBe(read.manifest.summary.hash);
  expect(JSON.parse(plain.stdout).trust).toBeUndefined();
  const both = await shop.run('run', 'ball.yaml', '--trust', '--resume', 'trusted/checkpoint.hawser', '--out', 'never');
  expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('--trust repeats a run from its start')]);
});

test('run --profile: who took the time is printed by name; the counts behind it repeat, and stand in run.json and the report', async () => {
  const { code, stdout } = await shop.run('run', 'ball.yaml', '--until', '1', '--profile', '--out', 'profiled');
  expect(code).toBe(0);
  expect(stdout).toMatch(/what cost: \S+ s of processor time/);
  expect(stdout).toMatch(/steps were no longer because of +time +steps +done again/);
  expect(stdout).toMatch(/contact\.\S+ +\S+ % +\d+/);
  const read = parseManifest(shop.text('profiled/run.json'));
  if (!read.ok) throw new Error(read.message);
  const { summary } = read.manifest;
  const sum = (what: 'steps' | 'retries'): number => (summary.costs ?? []).reduce((all, cost) => all + cost[what], 0);
  expect([sum('steps'), sum('retries')]).toEqual([summary.steps, summary.rejected]);
  expect(shop.text('profiled/report.html')).toMatch(/<caption>What cost<\/caption>.*contact\./s);
  const plain = await shop.run('run', 'ball.yaml', '--until', '1', '--json', '--no-report', '--out', 'unprofiled');
  const again = JSON.parse(plain.stdout).summary;
  expect([again.hash, again.costs]).toEqual([summary.hash, summary.costs]);
});

test('run --hands: what a person did to a run is done again to the same bits; faults are refused', async () => {
  const compiled = compileScenario({ file: 'ball.yaml', loader: memoryLoader({ 'ball.yaml': BALL }), set: [] });
  const prepared = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  if (!prepared.ok) throw new Error('not prepared');
  const { simulation } = prepared.prepared;
  const live = new Run(prepared.prepared);
  const hands = new Hands(simulation);
  const grab = { body: 'ball', point: [0, 0, 0.05], target: [0.4, 0.3, 1.1], strength: 1 } as const;
  let steps = 0;
  do {
    if (steps === 6) hands.act({ do: 'grab', grab });
    if (steps === 17) hands.act({ do: 'grab', grab: { ...grab, target: [-0.2, 0.1, 0.7] } });
    if (steps === 25) hands.act({ do: 'grab', grab: null });
    hands.update();
    steps++;
  } while (live.advance());
  const { hash } = live.finish().summary;
  expect(hands.acts.length).toBe(3);
  shop.put({ 'hands.json': handText(hands.acts), 'bad.json': '{"hawser hands": 1, "acts": [{"time": "now"}]}' });

  const replayed = await shop.run('run', 'ball.yaml', '--hands', 'hands.json', '--out', 'led', '--no-report', '--json');
  expect(JSON.parse(replayed.stdout).summary.hash).toBe(hash);
  expect(replayed.stderr).toContain('steered by hand: it takes hands.json');
  const alone = await shop.run('run', 'ball.yaml', '--out', 'alone', '--no-report', '--json');
  expect(JSON.parse(alone.stdout).summary.hash).not.toBe(hash);

  const bad = await shop.run('run', 'ball.yaml', '--hands', 'bad.json', '--out', 'bad');
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('bad.json: acts[0].time: expected a time')]);
  const both = await shop.run('run', 'ball.yaml', '--hands', 'hands.json', '--trust');
  expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('expected no --resume and no --trust')]);
});
