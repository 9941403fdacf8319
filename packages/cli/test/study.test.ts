/** Studies by the built program: what is asked, killed, gone on with, and read. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BALL, until, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

const STUDY = `study: 1
title: How high it bounces
scenario: ball.yaml
vary:
  height: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 60 cm, count: 3 } }
  speed: { path: "bodies.ball.velocity[0]", values: [0.1 m/s, 1 m/s] }
  friction: { path: materials.rubber.friction, uniform: [0.1, 0.9] }
sample: { count: 4, method: sobol }
measure:
  top: { channel: ball.position.z, take: max }
  end: { channel: ball.velocity, take: final }
  touches: { events: { kind: contact-begin } }
  ratio: { expression: "top / height" }
criteria: [{ measure: end, below: 1.5 m/s }]
keep: { runs: worst, count: 1, by: end }
`;

/** A disk that is slow, or that fills up after a given number of rows, so that a test can stop a study before it ends. */
const troubled = (trouble: string): [string[], Record<string, string>] => [
  ['--import', new URL('../../../tools/fuzz/trouble.mjs', import.meta.url).href],
  { HAWSER_TROUBLE: trouble },
];

interface Status {
  readonly state: string;
  readonly runs: number;
  readonly go: number;
  readonly failed: number;
  readonly digest: string;
}

const json = async <T>(...args: string[]): Promise<T> => JSON.parse((await shop.run(...args, '--json')).stdout) as T;
const rowsIn = (folder: string): number =>
  shop.has(`${folder}/rows.jsonl`) ? shop.text(`${folder}/rows.jsonl`).split('\n').length - 1 : 0;

test('study: everything that is wrong with it is told at once, each with file, line and column', async () => {
  shop.put({
    'ball.yaml': BALL,
    'bad.yaml': `study: 1
scenario: ball.yaml
set: { run.durration: 1 s }
vary:
  height: { path: "bodies.bal.position[2]", range: { from: 0.2 m, to: 1 m, count: 5 } }
  speed: { path: "bodies.ball.velocity[0]", values: [0.1 kg, 1 m/s] }
  empty: { path: run.seed, values: [] }
  back: { path: run.seed, range: { from: 5, to: 1, count: 5 } }
measure:
  top: { channel: ball.positon.z, take: max }
  low: { channel: ball.position.z, take: maxi }
  sum: { expression: "low + * 2" }
criteria: [{ measure: low, below: 3 }, { measure: lo, below: 3 }, { measure: top, below: 3 m }]
find: { along: heigth, within: 0.1 m }
`,
  });
  const { code, stderr } = await shop.run('study', 'check', 'bad.yaml');
  expect(code).toBe(1);
  const told = stderr
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  for (const begin of [
    'bad.yaml:3:23: run.durration: expected a known key',
    'bad.yaml:5:60: vary.height.range.from: bodies.bal.position[2]: expected a name in bodies, found "bal"; did you mean "ball"?',
    'bad.yaml:6:54: vary.speed.values[0]: bodies.ball.velocity[0]: expected a speed such as "12 kn", found "0.1 kg" (a mass)',
    'bad.yaml:7:36: vary.empty.values: expected at least one value, found an empty list',
    'bad.yaml:8:49: vary.back.range.to: expected a value above 5, found 1',
    'bad.yaml:10:19: measure.top.channel: expected a channel of the scenario, found "ball.positon.z"; did you mean "ball.position.z"?',
    'bad.yaml:11:42: measure.low.take: expected one of max',
    'bad.yaml:12:22: measure.sum.expression: expected a number, a name or "(", found "*" at character 7',
    'bad.yaml:13:51: criteria[1].measure: expected the name of a measure, found "lo"',
    'bad.yaml:14:16: find.along: expected the name of a variable, found "heigth"; did you mean "height"?',
  ]) {
    expect(
      told.some((line) => line.startsWith(begin)),
      `${begin}\n${stderr}`,
    ).toBe(true);
  }
  expect(told.filter(Boolean)).toHaveLength(10);
});

test('study: tables of weather, widths and ranges that cannot serve are told before the first run, doubts as warnings', async () => {
  const vary = `study: 1
scenario: ball.yaml
vary:
  Hs: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 1 m, count: 3 } }
  Tp: { path: "bodies.ball.position[1]", values: [6 m, 8 m] }
  side: { path: "bodies.ball.position[0]", values: [1 m, 2 m] }
  seed: { path: run.seed, seeds: 3 }
measure: { top: { channel: ball.position.z } }
`;
  shop.put({
    'ball.yaml': BALL,
    'scatter.csv': 'Hs [ft],Tp 5,Tp x\n1,0.2,0.3\n2,0.1,0.1\n',
    'weather.csv': 'time,hs\n1,2\n1,3\n',
    'tables.yaml': `${vary}find: { along: Hs, within: 5 m }
report: { scatter: scatter.csv, weather: { file: weather.csv, windows: [6 h] }, headings: { 1m: 0.3, 2 m: 0.4 } }
`,
    'width.yaml': `${vary}stop: { of: top, width: 3 kg }\nreport: { scatter: scater.csv }\n`,
    'gone.yaml': 'study: 1\nscenario: balll.yaml\n',
    'doubt.yaml': `${vary}stop: { width: 0.1 }\n`,
  });
  const said = async (file: string): Promise<[number | null, string[]]> => {
    const { code, stderr } = await shop.run('study', 'check', file);
    return [code, stderr.split('\n').map((line) => line.trim())];
  };
  const [tables, width, gone, doubt] = await Promise.all(
    ['tables.yaml', 'width.yaml', 'gone.yaml', 'doubt.yaml'].map(said),
  );
  expect([tables[0], tables[1].slice(1, -1)]).toEqual([
    1,
    [
      'tables.yaml:9:28: find.within: expected a distance below the range of Hs, 0.8 m, found "5 m"',
      'tables.yaml:10:20: report.scatter: expected a number in the name of each column, such as "Tp 8", found "Tp x"',
      'tables.yaml:10:20: report.scatter: expected the column "Hs" in m, as Hs varies, found ft',
      'tables.yaml:10:20: report.scatter: expected probabilities whose sum is 1, found a sum of 0.7; add the sea states that are missing, or write counts, which may have any sum',
      'tables.yaml:10:50: report.weather.file: expected a table with a column "Tp", found "time", "hs"; known: time, hs',
      'tables.yaml:10:50: report.weather.file: expected a table with a column "Hs", found "time", "hs"; did you mean "hs"?',
      'tables.yaml:10:50: report.weather.file: expected times that rise, found 1 after 1 in row 2',
      'tables.yaml:10:97: report.headings.1m: expected a value of side, as it is written there, found "1m"; did you mean "1 m"?',
    ],
  ]);
  expect(width[0]).toBe(1);
  expect(width[1]).toContain(
    'width.yaml:9:25: stop.width: expected a number, or text with a unit such as "1 m", found "3 kg"',
  );
  expect(width[1].join()).toContain('expected the file scater.csv, found no such file; did you mean "scatter.csv"?');
  expect(gone[1]).toContain(
    'gone.yaml:2:11: scenario: expected the file balll.yaml, found no such file; did you mean "ball.yaml"?',
  );
  expect(doubt[0]).toBe(0);
  expect(doubt[1].join()).toContain('every run that comes to its end is go');
  expect(doubt[1].join()).toContain('with 3 repetitions the interval of a share is never narrower than 0.56');
});

test('study: a million runs by mistake are not run without --yes', async () => {
  shop.put({
    'big.yaml':
      'study: 1\nscenario: ball.yaml\nvary:\n  seed: { path: run.seed, seeds: 1000 }\n  height: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 1 m, count: 1000 } }\n',
  });
  const { code, stderr } = await shop.run('study', 'run', 'big.yaml');
  expect(code).toBe(1);
  expect(stderr).toContain('1000000 runs (1000 of height x 1000 of seed)');
  expect(stderr).toContain('say --yes');
  expect(shop.has('studies')).toBe(false);
});

test('study: one process and three give the same rows; a row is made again bit for bit by its command', async () => {
  shop.put({ 'bounce.yaml': STUDY });
  const one = await json<Status>('study', 'run', 'bounce.yaml', '--workers', '1', '--out', 'one');
  expect(one).toMatchObject({ state: 'complete', runs: 24, failed: 0 });
  const three = await json<Status>('study', 'run', 'bounce.yaml', '--workers', '3', '--out', 'three', '--no-report');
  expect(three.digest).toBe(one.digest);
  const row = await json<{ command: string; hash: string; go: boolean; inputs: Record<string, string> }>(
    'study',
    'show',
    'one',
    '24',
  );
  expect(row.inputs.height).toBe('0.6 m');
  const set = [...row.command.matchAll(/--set ('[^']*'|\S+)/g)].flatMap(([, text]) => [
    '--set',
    text.replaceAll("'", ''),
  ]);
  const again = await json<{ summary: { hash: string } }>('run', 'ball.yaml', ...set, '--no-report');
  expect(again.summary.hash).toBe(row.hash);
});

test('study: the worst run is kept, SQL is answered, and a criterion that changes asks for no run again', async () => {
  const [kept] = shop.list('one/runs');
  const manifest = JSON.parse(shop.text(`one/runs/${kept}/run.json`)) as { summary: { hash: string } };
  const worst = await json<{ hash: string }>('study', 'show', 'one', kept.replace('run-', ''));
  expect(manifest.summary.hash).toBe(worst.hash);
  expect(shop.text('one/report.html')).toContain(`runs/${kept}/report.html`);

  const asked = await json<{ columns: string[]; rows: unknown[][] }>(
    'study',
    'query',
    'one',
    'select height, count(*)::int n, min(ratio) r from rows group by height order by height',
  );
  expect(asked.rows.map(([height, n]) => [height, n])).toEqual([
    [0.2, 8],
    [0.4, 8],
    [0.6, 8],
  ]);
  const wrong = await shop.run('study', 'query', 'one', 'select heigt from rows');
  expect([wrong.code, wrong.stderr.includes('heigt')]).toEqual([1, true]);
  // a criterion that changes asks for no run again
  shop.put({ 'bounce.yaml': STUDY.replace('below: 1.5 m/s', 'below: 0.1 m/s') });
  const before = shop.text('one/rows.jsonl');
  const judged = await json<Status>('study', 'run', 'bounce.yaml', '--out', 'one', '--no-report');
  expect(judged).toMatchObject({ runs: 24, go: 0 });
  expect(shop.text('one/rows.jsonl')).toBe(before);
  // measures that change do, and another study in the folder is named; both are said
  shop.put({ 'other.yaml': STUDY.replace('take: final', 'take: mean').replace('count: 3 }', 'count: 2 }') });
  const other = await shop.run('study', 'run', 'other.yaml', '--out', 'one', '--no-report');
  expect(other.stderr).toContain('warning: one holds the study bounce.yaml: its rows are kept');
  expect(other.stderr).toContain('changed since one was written: its 24 rows are kept, but do not count');
  expect(shop.text('one/rows.jsonl').startsWith(before)).toBe(true);
  shop.put({ 'bounce.yaml': STUDY });
});

test('study: a run that can only be no-go ends there, with the verdict of the whole run; its command ends there too', async () => {
  // a step that is chosen freely, so that where a run ends does not follow from multiples of it
  const vary = `study: 1
scenario: ball.yaml
set: { limits: [{ name: side, channel: ball.position.x, below: 0.3 m }], run.duration: 1 s, materials.rubber.youngs: 1 GPa }
vary:
  height: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 60 cm, count: 3 } }
  speed: { path: "bodies.ball.velocity[0]", values: [0.1 m/s, 0.5 m/s, 1 m/s] }
measure:
  top speed: { channel: ball.velocity, take: max }
  far: { channel: ball.position.x, take: max }
criteria: [{ verdict: go }, { measure: top speed, below: 3 m/s }]
`;
  shop.put({
    'ball.yaml': BALL,
    'whole.yaml': `${vary}lost runs: continue\n`,
    'early.yaml': `${vary}lost runs: end\nkeep: { runs: worst, count: 1, by: top speed }\n`,
    'left.yaml': vary.replace(/ {2}far: .*\n/, ''),
    'fit.yaml': `${vary}lost runs: end\nreport: { extremes: [{ measure: far, return period: [3 h] }] }\n`,
  });
  const query = async (folder: string): Promise<unknown[][]> =>
    (
      await json<{ rows: unknown[][] }>(
        'study',
        'query',
        folder,
        'select run, go, criterion, status, simulated, hash from rows order by run',
      )
    ).rows;
  for (const name of ['whole', 'early', 'left'])
    await json<Status>('study', 'run', `${name}.yaml`, '--out', name, ...(name === 'early' ? [] : ['--no-report']));
  const [whole, early, left] = await Promise.all(['whole', 'early', 'left'].map(query));
  expect(whole.map(([, go]) => go)).toContain(true);
  expect(whole.map(([, go]) => go)).toContain(false);
  // same verdicts; what goes is the same to the bit, what does not ended before its time
  expect(early.map(([run, go]) => [run, go])).toEqual(whole.map(([run, go]) => [run, go]));
  for (const [i, [, go, , status, simulated, hash]] of early.entries()) {
    expect(status).toBe(go ? 'complete' : 'lost');
    if (go) expect([simulated, hash]).toEqual([whole[i][4], whole[i][5]]);
    else expect(simulated as number).toBeLessThan(whole[i][4] as number);
  }
  expect(new Set(early.map(([, , criterion]) => criterion))).toEqual(new Set(['', 'side', 'top speed']));
  expect(left.map((row) => row.slice(1, 3))).toEqual(early.map((row) => row.slice(1, 3))); // no measure but that of a criterion: ended by itself
  expect(left.some(([, , , status]) => status === 'lost')).toBe(true);
  // a lost run by its command, and as it was kept
  const lost = early.find(([, , , status]) => status === 'lost')?.[0] as number;
  const row = await json<{ command: string; hash: string }>('study', 'show', 'early', String(lost));
  const words = [...row.command.matchAll(/'[^']*'|\S+/g)].map(([word]) => word.replaceAll("'", ''));
  expect(words).toContain('--steps');
  const again = await json<{ summary: { hash: string } }>(...words.slice(1), '--no-report');
  expect(again.summary.hash).toBe(row.hash);
  const [kept] = shop.list('early/runs');
  const manifest = JSON.parse(shop.text(`early/runs/${kept}/run.json`)) as { summary: { hash: string } };
  expect(manifest.summary.hash).toBe(early[Number(kept.replace('run-', '')) - 1][5]);
  expect(shop.text('early/report.html')).toContain('ended early: lost');
  const fit = await shop.run('study', 'check', 'fit.yaml');
  expect([fit.code, fit.stderr]).toEqual([
    1,
    expect.stringContaining('lost runs: expected continue: extremes wants whole runs'),
  ]);
});

test('study: kill -9 of workers and of the program itself, and half a line left behind, lose and double nothing', async () => {
  const quiet = (await json<Status>('study', 'status', 'three')).digest;
  const first = shop.start(
    ['study', 'run', 'bounce.yaml', '--workers', '2', '--out', 'killed', '--no-report'],
    ...troubled('slow=100,rows=7'),
  );
  await until('some rows are there', () => rowsIn('killed') >= 3);
  for (const pid of childrenOf(first.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
  await until('it went on', () => rowsIn('killed') >= 6);
  const orphans = childrenOf(first.child.pid ?? 0);
  first.child.kill('SIGKILL');
  expect((await first.ended).signal).toBe('SIGKILL');
  await until('its workers are gone', () => orphans.every((pid) => !fs.existsSync(`/proc/${pid}`)));
  expect((await json<Status>('study', 'status', 'killed')).state).toBe('killed');
  fs.appendFileSync(path.join(shop.dir, 'killed/rows.jsonl'), '{"id":"abc","key":"0000');
  const had = rowsIn('killed');
  const done = await json<Status>('study', 'run', 'bounce.yaml', '--workers', '2', '--out', 'killed', '--no-report');
  expect(done).toMatchObject({ state: 'complete', runs: 24, digest: quiet });
  expect(rowsIn('killed')).toBe(24);
  expect(had).toBeLessThan(24);
});

test('study: Ctrl-C ends it with its rows kept, and the same command goes on', async () => {
  const { child, ended } = shop.start(
    ['study', 'run', 'bounce.yaml', '--workers', '1', '--out', 'paused', '--no-report'],
    ...troubled('slow=600'),
  );
  await until('some rows are there', () => rowsIn('paused') >= 2);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(stdout).toContain('ended early (interrupted)');
  expect((await json<Status>('study', 'status', 'paused')).state).toBe('interrupted');
  const done = await json<Status>('study', 'run', 'bounce.yaml', '--out', 'paused', '--no-report');
  expect(done.digest).toBe((await json<Status>('study', 'status', 'three')).digest);
});

function childrenOf(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
}

test('study: an array job for Slurm makes the same rows in parts', async () => {
  const written = await shop.run('study', 'run', 'bounce.yaml', '--slurm', '3', '--out', 'parts');
  expect([written.code, written.stdout.trim()]).toEqual([0, path.join('parts', 'slurm.sh')]);
  const script = path.join(shop.dir, 'parts/slurm.sh');
  for (const part of ['1', '2', '3']) {
    const { status, stdout } = spawnSync('sh', [script], {
      env: { ...process.env, SLURM_ARRAY_TASK_ID: part },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, `part ${part} of 3: 8 rows\n`]);
  }
  const done = await json<Status>('study', 'run', 'bounce.yaml', '--out', 'parts', '--no-report');
  expect(done).toMatchObject({
    state: 'complete',
    runs: 24,
    digest: (await json<Status>('study', 'status', 'three')).digest,
  });
});
