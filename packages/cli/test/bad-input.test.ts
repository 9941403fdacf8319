/** What users get wrong: a clear message at the place, exit code 1, nothing left behind, and no waiting. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BALL, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

const ball = (change: (text: string) => string): string => {
  const text = change(BALL);
  if (text === BALL) throw new Error('the fault was not planted');
  return text;
};
const inBall = (line: string): string =>
  ball((text) => text.replace('    velocity: [0.5 m/s, 0, 0]\n', `    ${line}\n`));
const motion = '    motion: { z: { table: heave.csv, column: heave, time: t } }';

const cases: Record<
  string,
  { readonly file: string | Uint8Array; readonly expected: RegExp; readonly more?: Record<string, string> }
> = {
  'unknown field': {
    file: inBall('velocty: [0.5 m/s, 0, 0]'),
    expected: /:10:5: bodies\.ball\.velocty: .*did you mean "velocity"/,
  },
  'wrong unit': {
    file: inBall('velocity: [0.5 kg, 0, 0]'),
    expected: /:10:16: bodies\.ball\.velocity\[0\]: expected a speed.*found "0\.5 kg"/,
  },
  'missing mesh': {
    file: inBall('shapes: [{ mesh: hull.obj }]').replace('    shapes: [{ sphere: 0.1 m }]\n', ''),
    expected: /hull\.obj.*no such file/,
  },
  'negative mass': {
    file: ball((text) => text.replace('mass: 2 kg', 'mass: -2 kg')),
    expected: /bodies\.bob\.mass: expected a mass above 0 kg.*found "-2 kg"/,
  },
  'zero mass': {
    file: ball((text) => text.replace('mass: 2 kg', 'mass: 0 kg')),
    expected: /bodies\.bob\.mass: expected a mass above 0 kg/,
  },
  'inertia that no body can have': {
    file: ball((text) => text.replace('[0.01, 0.01, 0.01]', '[0.01, 0.01, 0.5]')),
    expected: /bodies\.bob\.inertia: /,
  },
  'joint between the same body': {
    file: ball((text) => text.replace('[world, bob]', '[bob, bob]')),
    expected: /joints\.pin\.between/,
  },
  'joint to an unknown body': {
    file: ball((text) => text.replace('[world, bob]', '[world, bop]')),
    expected: /joints\.pin\.between\[1\]: .*did you mean "bob"/,
  },
  'inconsistent initial state': {
    file: ball((text) =>
      text.replace(
        'at: [-1.5 m, 1 m, 2 m], axis: [0, 1, 0] }',
        'frames: { a: { at: [0, 0, 0], axis: [0, 1, 0] }, b: { at: [0, 0, 0], axis: [0, 1, 0] } } }',
      ),
    ),
    expected: /joints\.pin: /,
  },
  'a driver that does not begin where the bodies stand': {
    file: ball((text) => text.replace('axis: [0, 1, 0] }', 'axis: [0, 1, 0], driver: { angle: 30 deg } }')),
    expected: /:17:8: joints\.pin: the driver begins at 30 deg, but the two bodies stand at 0 deg; .*solver\.assemble/,
  },
  'more rows than can be meant': {
    file: ball((text) => text.replace('rate: 100 Hz', 'rate: 1e12 Hz')),
    expected: /output\.rate: expected at most a billion rows/,
  },
  'duplicate names': { file: ball((text) => text.replace('  bob:', '  ball:')), expected: /ball/ },
  'cyclic includes': {
    file: `${BALL}include: other.yaml\n`,
    more: { 'other.yaml': 'hawser: 1\ninclude: bad.yaml\n' },
    expected: /include/,
  },
  'NaN in a table': {
    file: inBall(motion.trim()),
    more: { 'heave.csv': 't,heave\n0,0\n1,NaN\n2,0\n' },
    expected: /heave\.csv:3/,
  },
  'a missing table': { file: inBall(motion.trim()), expected: /heave\.csv/ },
  'a channel nobody offers': {
    file: `${BALL.replace('rate: 100 Hz', 'rate: 100 Hz, channels: [bal.position]')}`,
    expected: /output\.channels\[0\]: .*"bal\.position"/,
  },
  'not YAML': { file: 'hawser: 1\nbodies: {ball: [}\n', expected: /bad\.yaml:2:/ },
  'an empty file': { file: '', expected: /bad\.yaml/ },
  'binary garbage': { file: Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251), expected: /bad\.yaml/ },
  'a version to come': {
    file: BALL.replace('hawser: 1', 'hawser: 99'),
    expected: /:1:9: hawser: expected .*found "?99/,
  },
};

describe('bad input: clear message at the place, exit code 1, nothing left behind', () => {
  test.each(Object.entries(cases))('%s', async (name, { file, expected, more }) => {
    const folder = name.replaceAll(' ', '-');
    shop.put({ [`${folder}/bad.yaml`]: file });
    for (const [other, text] of Object.entries(more ?? {})) shop.put({ [`${folder}/${other}`]: text });
    const { code, stdout, stderr } = await shop.run('run', `${folder}/bad.yaml`, '--out', `${folder}/out`, '--json');
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/\n\s+at .*\.js/); // no stack
    expect(code).toBe(1);
    const { issues } = JSON.parse(stdout) as { issues: Record<string, string>[] };
    expect(issues.length).toBeGreaterThan(0);
    for (const issue of issues) {
      expect([issue.expected, issue.found, issue.message].every((text) => text.length > 0)).toBe(true);
    }
    expect(shop.has(`${folder}/out`)).toBe(false);
    expect(shop.has('runs')).toBe(false);
  });
});

test('bad input: all faults are told at once', async () => {
  shop.put({
    'many.yaml': ball((text) =>
      text
        .replace('mass: 2 kg', 'mass: -2 kg')
        .replace('friction: 0.5', 'frictoin: 0.5')
        .replace('axis: [0, 1, 0]', 'axis: [0, 0, 0]'),
    ),
  });
  const { code, stderr } = await shop.run('check', 'many.yaml');
  expect(code).toBe(1);
  expect(stderr).toMatch(/frictoin/);
  expect(stderr).toMatch(/bodies\.bob\.mass/);
  expect(stderr).toMatch(/joints\.pin\.axis/);
  expect(stderr).toMatch(/3 errors/);
});

test('bad input: 100 MB of garbage is refused by its size, not read', async () => {
  const file = path.join(shop.dir, 'huge.yaml');
  fs.writeFileSync(file, 'garbage: [');
  fs.truncateSync(file, 100 * 1024 * 1024);
  const { code, stderr } = await shop.run('run', 'huge.yaml');
  expect(code).toBe(1);
  expect(stderr).toMatch(/huge\.yaml: expected .*MB/);
});

test('bad input: a folder, a missing file and a missing folder as scenario', async () => {
  fs.mkdirSync(path.join(shop.dir, 'folder.yaml'));
  for (const name of ['folder.yaml', 'gone.yaml', 'no/where.yaml']) {
    const { code, stderr } = await shop.run('run', name);
    expect([name, code]).toEqual([name, 1]);
    expect(stderr).toContain(name);
    expect(stderr).toMatch(name === 'folder.yaml' ? /found (a folder|something)/ : /found no such file/);
  }
  expect(shop.has('runs')).toBe(false);
});

test('bad input: a place where no folder can be made, an empty name and a folder as checkpoint', async () => {
  shop.put({ 'good.yaml': BALL, 'folder/x.txt': '' });
  const cases: [string[], RegExp][] = [
    [['--out', ''], /--out: expected the name of a folder/],
    [['--out', 'good.yaml/inside'], /not a folder/],
    [['--resume', 'folder'], /--resume folder: expected a checkpoint.*found a folder/],
  ];
  // where the file system refuses new folders with "not found"; making them must not wait for ever
  if (fs.existsSync('/proc/self'))
    cases.push([['--out', '/proc/hawser/run'], /\/proc\/hawser: no such file or folder/]);
  for (const [args, message] of cases) {
    const { code, stderr } = await shop.run('run', 'good.yaml', ...args);
    expect([args, code]).toEqual([args, 1]);
    expect(stderr).toMatch(message);
  }
  expect(shop.has('runs')).toBe(false);
});

test('bad input: a mesh or table of 90 MB is refused by its size, not read', async () => {
  shop.put({ 'large.yaml': inBall('shapes: [{ mesh: large.obj }]').replace('    shapes: [{ sphere: 0.1 m }]\n', '') });
  shop.put({ 'large-table.yaml': inBall('motion: { z: { table: large.csv } }') });
  for (const name of ['large.obj', 'large.csv']) {
    fs.writeFileSync(path.join(shop.dir, name), 'v 0 0 0\n');
    fs.truncateSync(path.join(shop.dir, name), 90_000_000);
  }
  for (const [file, kind, asset] of [
    ['large.yaml', 'mesh', 'large.obj'],
    ['large-table.yaml', 'table', 'large.csv'],
  ]) {
    const { code, stderr } = await shop.run('check', file);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`expected a ${kind} file of at most 50 MB, found ${asset} of 90\\.0 MB`));
  }
});

describe('bad input: redundant joints', () => {
  const withJoint = (joint: string, rest = ''): string =>
    ball((text) => text.replace('run:', `  second: ${joint}\n${rest}run:`));
  const pin = (y: string, more = ''): string =>
    `{ type: revolute, between: [world, bob], at: [-1.5 m, ${y}, 2 m], axis: [0, 1, 0]${more} }`;
  const ramp = (to: string): string => `, driver: { angle: { ramp: { to: ${to}, duration: 0.3 s } } }`;

  test('that agree run, with a warning at the place that names them', async () => {
    shop.put({ 'agree.yaml': withJoint(pin('2 m')) });
    const { code, stderr } = await shop.run('check', 'agree.yaml');
    expect(stderr).toMatch(
      /warning: agree\.yaml:18:11: joints\.second: 5 of 10 joint conditions repeat others: second \(5\)/,
    );
    expect(code).toBe(0);
  });

  test('are refused at the place when the scenario wants it', async () => {
    shop.put({ 'refuse.yaml': withJoint(pin('2 m'), 'solver: { redundant: refuse }\n') });
    const { code, stderr } = await shop.run('run', 'refuse.yaml', '--out', 'refused');
    expect(stderr).toMatch(/refuse\.yaml:18:11: joints\.second: expected joints that do not repeat each other/);
    expect([code, shop.has('refused')]).toEqual([1, false]);
  });

  test('written twice are refused with what to do', async () => {
    shop.put({ 'twice.yaml': withJoint(pin('1 m')) });
    const { code, stderr } = await shop.run('run', 'twice.yaml', '--out', 'twice');
    expect(stderr).toMatch(/twice\.yaml:18:11: joints\.second: .*held twice at the same place; remove one of the two/);
    expect([code, shop.has('twice')]).toEqual([1, false]);
  });

  test('that contradict each other at the start are refused with how far they are off', async () => {
    shop.put({ 'apart.yaml': withJoint(pin('2 m', ', driver: { angle: 30 deg }')) });
    const { code, stderr } = await shop.run('check', 'apart.yaml');
    expect(stderr).toMatch(
      /apart\.yaml:18:11: joints\.second: the driver begins at 30 deg, but the two bodies stand at 0 deg/,
    );
    expect(code).toBe(1);
  });

  test('that contradict each other later end with 2 and the name of a joint', async () => {
    const text = withJoint(pin('2 m', ramp('20 deg'))).replace('at: [-1.5 m, 1 m, 2 m], axis: [0, 1, 0] }', (found) =>
      found.replace(' }', `${ramp('10 deg')} }`),
    );
    shop.put({ 'later.yaml': text });
    const { code, stderr } = await shop.run('run', 'later.yaml', '--out', 'later');
    expect(stderr).toMatch(/joint "?(pin|second)/);
    expect(code).toBe(2);
  });
});
