import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BALL, type Ended, root, Workshop } from './program.ts';

const shop = new Workshop();
const EXPORTS = ['csv', 'hdf5', 'xlsx', 'parquet', 'vtp', 'gltf', 'svg'];
beforeAll(async () => {
  shop.put({ 'ball.yaml': BALL });
  await shop.run('run', 'ball.yaml', '--until', '0.1', '--out', 'done', '--no-report');
});
afterAll(() => shop.close());

const json = ({ stdout }: Ended): ReturnType<typeof JSON.parse> => JSON.parse(stdout);

/** Fields named in the first column of the tables in a section of docs/cli.md. */
function documented(section: string, table = 0): string[] {
  const text = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
  const part = text.split(/^## /m).find((piece) => piece.startsWith(`${section}\n`)) ?? '';
  const tables = [...part.matchAll(/^\| field .*\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].map((match) => match[1]);
  return [...tables[table].matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map((m) => m[1]),
  );
}

test('check: a good scenario in one line; --json has the documented fields', async () => {
  const plain = await shop.run('check', 'ball.yaml');
  expect([plain.code, plain.stderr]).toEqual([0, '']);
  expect(plain.stdout).toMatch(/^ball\.yaml: good; 3 bodies, 1 joint, 0 forces, \d+ channels/);
  const result = json(await shop.run('check', 'ball.yaml', '--json'));
  expect(result).toMatchObject({ ok: true, title: 'Ball and pendulum', issues: [], counts: { bodies: 3, joints: 1 } });
  expect(Object.keys(result).sort()).toEqual(documented('check').sort());
});

test('check: joints that constrain the same motion twice are a warning, and the scenario runs', async () => {
  const second = '  hinge: { type: revolute, between: [world, bob], at: [-1.5 m, 1.2 m, 2 m], axis: [0, 1, 0] }\nrun:';
  shop.put({ 'twice.yaml': BALL.replace('run:', second) });
  const [checked, ran] = await Promise.all([
    shop.run('check', 'twice.yaml', '--json'),
    shop.run('run', 'twice.yaml', '--until', '0.05', '--out', 'twice', '--no-report', '--json'),
  ]);
  expect([checked.code, ran.code]).toEqual([0, 0]);
  const [warning] = json(checked).issues;
  expect(warning).toMatchObject({ severity: 'warning', file: 'twice.yaml' });
  expect(warning.path).toMatch(/^joints\.(hinge|pin)$/);
  expect(warning.line).toBeGreaterThan(15);
  expect(warning.message).toMatch(/hinge|pin/);
  expect(json(ran).warnings).toEqual([warning.message]);
});

test('channels: everything that can be recorded, marked where it is', async () => {
  const list = json(await shop.run('channels', 'ball.yaml', '--json', '--set', 'output.channels=[ball.position]'));
  expect(list.find((c: { name: string }) => c.name === 'ball.position')).toEqual({
    name: 'ball.position',
    unit: 'm',
    components: ['x', 'y', 'z'],
    recorded: true,
  });
  expect(list.filter((c: { recorded: boolean }) => c.recorded)).toHaveLength(1);
  expect(Object.keys(list[0]).sort()).toEqual(documented('channels').sort());
  expect((await shop.run('channels', 'ball.yaml')).stdout).toMatch(/^channel +unit +components/);
});

test('schema: a JSON Schema that knows the sections of a scenario', async () => {
  const schema = json(await shop.run('schema'));
  expect(schema.$schema).toMatch(/json-schema\.org/);
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(['bodies', 'joints', 'contacts', 'solver', 'output']),
  );
});

test('export: every format, into the run folder or where --out says; an existing --out is refused', async () => {
  const results = await Promise.all(EXPORTS.map((format) => shop.run('export', 'done', '--to', format, '--json')));
  for (const [i, result] of results.entries()) {
    expect(result.code).toBe(0);
    const { format, file, recovered } = json(result);
    expect([format, recovered]).toEqual([EXPORTS[i], false]);
    expect(shop.size(file)).toBeGreaterThan(100);
  }
  const refused = await shop.run('export', 'done', '--to', 'csv', '--out', 'ball.yaml');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/--out ball\.yaml: expected a name that is free/);
  expect(shop.text('ball.yaml')).toBe(BALL);
});

test('export --to svg --at: a picture of another instant', async () => {
  const [start, end] = await Promise.all([
    shop.run('export', 'done', '--to', 'svg', '--at', '0', '--out', 'start.svg'),
    shop.run('export', 'done', '--to', 'svg', '--at', '0.1', '--out', 'end.svg'),
  ]);
  expect([start.code, end.code]).toEqual([0, 0]);
  expect(shop.text('start.svg')).not.toBe(shop.text('end.svg')); // the ball has fallen
  const refused = await shop.run('export', 'done', '--to', 'csv', '--at', '0');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--at 0: expected with --to svg only')]);
});

test('report: built again from the files, and its path printed', async () => {
  const { code, stdout } = await shop.run('report', 'done');
  expect([code, stdout]).toEqual([0, 'done/report.html\n']);
  expect(shop.text('done/report.html')).toContain('Ball and pendulum');
});

test('report --open: where nothing can open it, the path to open by hand is told, and all is good', async () => {
  const { code, stdout, stderr } = await shop.start(['report', 'done', '--open'], [], { PATH: shop.dir }).ended;
  expect([code, stdout]).toEqual([0, 'done/report.html\n']);
  expect(stderr).toMatch(/could not open it; open \/.*done\/report\.html in a browser/);
});

test('export and report: a folder that is no run is the user’s input', async () => {
  shop.put({ 'empty/readme.txt': 'x', 'cut/run.json': '{"format": 1,', 'bad/series.stream': 'garbage' });
  const cases: [string, RegExp][] = [
    ['nowhere', /expected the folder of a run, found nothing there/],
    ['ball.yaml', /expected the folder of a run, found a file/],
    ['empty', /expected run\.json or series\.stream in it, found neither/],
    ['cut', /run\.json is not JSON/],
    ['bad', /found no whole row/],
  ];
  for (const [folder, message] of cases) {
    const { code, stderr } = await shop.run('report', folder);
    expect([folder, code]).toEqual([folder, 1]);
    expect(stderr).toMatch(message);
  }
});

test('arguments: what is wrong with them is told in a line, with exit code 1; --json stays JSON', async () => {
  const cases: [string[], RegExp][] = [
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['run'], /missing required argument 'file'/],
    [['run', 'ball.yaml', '--unitl', '3'], /unknown option '--unitl'.*Did you mean --until/s],
    [['export', 'done'], /required option '--to <format>'/],
    [['export', 'done', '--to', 'docx'], /Allowed choices are csv, hdf5/],
    [['run', 'ball.yaml', '--checkpoint', '-1'], /expected simulated seconds > 0, found "-1"/],
    [
      ['run', 'ball.yaml', '--resume', 'ball.yaml'],
      /expected a checkpoint\.hawser of an earlier run, found something else/,
    ],
    [['run', 'ball.yaml', '--resume', 'gone.hawser'], /gone\.hawser: no such file/],
    [['validate', 'XX-99'], /no case is called XX-99; there are .*MB-01-pendulum/],
  ];
  const results = await Promise.all(cases.map(([args]) => shop.run(...args, '--json')));
  for (const [i, { code, stderr, stdout }] of results.entries()) {
    expect([cases[i][0], code]).toEqual([cases[i][0], 1]);
    expect(stderr).toMatch(cases[i][1]);
    expect(typeof JSON.parse(stdout).error).toBe('string');
  }
  expect(shop.has('runs')).toBe(false);
});

test('help and version end with 0; no command at all shows the help and ends with 1', async () => {
  const [help, version, bare] = await Promise.all([shop.run('help', 'run'), shop.run('--version'), shop.run()]);
  expect([help.code, version.code, bare.code]).toEqual([0, 0, 1]);
  expect(help.stdout).toContain('--checkpoint');
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('validate --json: an array of rows with the documented fields', async () => {
  const result = await shop.run('validate', 'MB-01', '--json');
  expect(result.code).toBe(0);
  const rows = json(result);
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(Object.keys(row).sort()).toEqual(documented('validate').sort());
  expect(rows.every((row: { pass: boolean; id: string }) => row.pass && row.id === 'MB-01-pendulum')).toBe(true);
});

test('bench --json: an array, each row with the documented fields', async () => {
  const rows = json(await shop.run('bench', 'pendulum', '--json'));
  expect(rows).toHaveLength(1);
  expect(Object.keys(rows[0]).sort()).toEqual(documented('bench').sort());
  expect(rows[0].realTimeRatio).toBeCloseTo(rows[0].simulatedSeconds / rows[0].cpuSeconds, 9);
});

test('docs/cli.md: names every command and every option, and the fields that run prints', async () => {
  const page = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
  const help = (await shop.run('--help')).stdout;
  const commands = [...help.matchAll(/^ {2}(\w+) \[?[<[]|^ {2}(schema) /gm)].map((match) => match[1] ?? match[2]);
  expect(commands).toEqual(
    expect.arrayContaining(['run', 'check', 'channels', 'schema', 'export', 'report', 'validate', 'bench']),
  );
  const start = fs.readFileSync(path.join(root, 'run.sh'), 'utf8');
  for (const command of commands.filter((name) => name !== 'help')) {
    expect(start, 'run.sh takes what it does not know for a file').toMatch(new RegExp(`[ |]${command} \\|.*\\) ;;`));
    expect(page).toContain(`\n## ${command}\n`);
    const text = (await shop.run(command, '--help')).stdout;
    for (const [option] of text.matchAll(/--[a-z-]+/g)) {
      if (option !== '--help') expect(page, `${command} ${option}`).toContain(option);
    }
  }
  const result = json(
    await shop.run('run', 'ball.yaml', '--until', '0.01', '--out', 'fields', '--no-report', '--json'),
  );
  // a ball has no line along which anything is recorded, and is not run twice
  expect([...Object.keys(result), 'ranges', 'trust'].sort()).toEqual(documented('run').sort());
  // nothing touches within 10 ms, and a model that may touch has no estimate of its error
  const others = ['deepestOverlap', 'positionError', 'motion'];
  expect([...Object.keys(result.summary), ...others].sort()).toEqual(documented('run', 1).sort());
});
