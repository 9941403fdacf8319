/** Files of strangers: what they may read, what they may print, and that nothing in them ends in a fault of ours. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseManifest } from '@hawser/record';
import { writeReport } from '../src/report-file.ts';
import { loadRun } from '../src/run-data.ts';
import { BALL, root, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

const FALL = 'bodies:\n  b: { mass: 1 kg, shapes: [{ sphere: 1 m }] }\nrun: { duration: 0.02 s }\n';

describe('a scenario reads nothing outside its folder', () => {
  const secret = 'TOP-SECRET 1 2 3';
  shop.put({
    'outside/secret.txt': secret,
    'outside/roll.csv': 't,x\n0,0\n1,1\n',
    'inside/include.yaml': `hawser: 1\ninclude: ../outside/secret.txt\n${FALL}`,
    'inside/absolute.yaml': `hawser: 1\ninclude: ${path.join(shop.dir, 'outside/secret.txt')}\n${FALL}`,
    'inside/table.yaml': 'hawser: 1\nbodies:\n  deck: { motion: { roll: { table: ../outside/secret.txt } } }\n',
    'inside/mesh.yaml': 'hawser: 1\nbodies:\n  b: { mass: 1, shapes: [{ mesh: ../outside/secret.txt }] }\n',
    'inside/link.yaml': 'hawser: 1\nbodies:\n  b: { mass: 1, shapes: [{ mesh: linked.obj }] }\n',
    'inside/good.yaml': 'hawser: 1\nbodies:\n  deck: { motion: { roll: { table: ../outside/roll.csv } } }\n',
    'inside/missing.yaml': 'hawser: 1\nbodies:\n  b: { mass: 1, shapes: [{ mesh: ../outside/sekret.txt }] }\n',
    'inside/project.yaml': `hawser: 1\n${FALL}`,
  });
  fs.symlinkSync(path.join(shop.dir, 'outside/secret.txt'), path.join(shop.dir, 'inside/linked.obj'));
  fs.symlinkSync(path.join(shop.dir, 'outside'), path.join(shop.dir, 'inside/folder'));

  test.each(['include', 'absolute', 'table', 'mesh', 'link', 'missing'])('%s', async (name) => {
    const { code, stdout, stderr } = await shop.run('check', `inside/${name}.yaml`);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('expected a file inside');
    expect(stderr).toContain(`--allow ${JSON.stringify(fs.realpathSync(path.join(shop.dir, 'outside')))}`);
    expect(stdout + stderr).not.toContain('TOP-SECRET');
    expect(stdout + stderr).not.toContain('roll.csv'); // nor what else is in that folder
  });

  test('a folder the user allows may be read; another or none may not', async () => {
    expect((await shop.run('check', 'inside/good.yaml', '--allow', 'outside')).code).toBe(0);
    expect((await shop.run('check', 'inside/good.yaml', '--allow', 'inside')).code).toBe(1);
    const nowhere = await shop.run('check', 'inside/good.yaml', '--allow', 'no-such');
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('--allow no-such: expected a folder')]);
  });

  test('a marked project folder holds all scenarios below it', async () => {
    shop.put({
      'plant/hawser.project': '',
      'plant/a/scenario.yaml': 'hawser: 1\nbodies:\n  deck: { motion: { roll: { table: ../b/roll.csv } } }\n',
      'plant/b/roll.csv': 't,x\n0,0\n1,1\n',
      'plant/a/out.yaml': 'hawser: 1\nbodies:\n  deck: { motion: { roll: { table: ../../outside/roll.csv } } }\n',
    });
    expect((await shop.run('check', 'plant/a/scenario.yaml')).code).toBe(0);
    expect((await shop.run('check', 'plant/a/out.yaml')).code).toBe(1);
  });
});

/** Everything a terminal would act on but the line break. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test('control characters of names, titles and keys reach no terminal', async () => {
  const evil = 'x\\e[2J\\e]52;c;ZXZpbA==\\a\\x9b31m\\u202e';
  shop.put({
    'evil.yaml':
      `hawser: 1\ntitle: "t ${evil}"\n${FALL}` + `limits:\n  - { name: "${evil}", channel: b.position.z, below: -1 }\n`,
    'evil-key.yaml': `hawser: 1\n"${evil}": 1\nbodies:\n  "${evil}": { mas: 1 }\n  b: { mass: "${evil}" }\n`,
    'evil-channel.yaml': `hawser: 1\n${FALL}output: { channels: ["${evil}"] }\n`,
    'evil\u001b[31m.yaml': 'hawser: 1\nbodys: {}\n',
  });
  const commands = [
    ['run', 'evil.yaml', '--out', 'evil-run'],
    ['run', 'evil.yaml', '--json', '--out', 'evil-json'],
    ['check', 'evil.yaml', '--json'],
    ['check', 'evil-key.yaml'],
    ['check', 'evil-key.yaml', '--json'],
    ['check', 'evil-channel.yaml'],
    ['check', 'evil\u001b[31m.yaml'],
    ['check', 'no\u001b[2Jsuch.yaml'],
    ['report', 'evil-run', '--json'],
    ['\u001b]0;x\u0007'],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await shop.run(...args);
    expect(code, stderr).toBeLessThan(2);
    expect(JSON.stringify(stdout + stderr), args.join(' ')).not.toMatch(CONTROLS);
    expect(stdout + stderr).not.toMatch(CONTROLS);
  }
}, 60_000);

const spoilt = path.join(root, 'tools/fuzz/reproducers');

describe('files that once ended in a hang or a fault of ours', () => {
  const answers: Readonly<Record<string, RegExp>> = {
    'a18887.yaml': /no static equilibrium found; cable rod/,
    'constructor.yaml': /limits\[0\]\.channel: expected a channel of this model, found "constructor"/,
    'far.yaml': /cables\.line\.lay: expected a line at most 200000 times .* found points or posts too far apart/,
    'lay.yaml': /cables\.line\.lay: expected a line at most 200000 times as long as the rope is thick/,
    'panel.yaml': /panel size: panels of 0\.001 m make more than 200000 triangles/,
    'pay.yaml': /pay out\.longest: expected a cable of at most 10000 nodes .* found 100000000 nodes/,
    'payk.yaml': /pay out\.longest: expected a cable of at most 10000 nodes/,
    'redos.yaml': /output\.channels\[0\]: expected a channel of this model/,
    'shapes.yaml':
      /bow: expected sizes that make at most 200000 vertices[\s\S]*bow: expected[\s\S]*screw: expected sizes/,
    'tiny2.yaml': /expected a length above 0 m such as "2 m", found "1e-170 m"; sizes from 1e-50/,
    'title.yaml': /title: expected text, found a map with key length/,
    'turns.yaml': /cables\.line\.lay: expected at most 500 turns in all, found 550/,
  };
  test.each(Object.entries(answers))('%s', async (name, answer) => {
    const { code, stderr } = await shop.run('check', path.join(spoilt, name));
    expect([code, stderr]).toEqual([1, expect.stringMatching(answer)]);
  });

  test.each([
    ['too long for a file', 'x'.repeat(400)],
    ['with a byte 0', 'a\\0b'],
  ])(
    'a name %s is that of a file that is not there: scenario of a study, include, mesh, table',
    async (_, name) => {
      shop.put({
        'name-study.yaml': `study: 1\nscenario: "${name}.yaml"\nvary: { m: { path: bodies.b.mass, values: [1, 2] } }\nmeasure: { z: { channel: b.position.z, take: max } }\n`,
        'name-include.yaml': `hawser: 1\ninclude: "${name}.yaml"\n${FALL}`,
        'name-mesh.yaml': `hawser: 1\nbodies:\n  b: { mass: 1, shapes: [{ mesh: "${name}.obj" }] }\n`,
        'name-table.yaml': `hawser: 1\nbodies:\n  deck: { motion: { roll: { table: "${name}.csv" } } }\n`,
      });
      for (const args of [
        ['study', 'check', 'name-study.yaml'],
        ...['include', 'mesh', 'table'].map((kind) => ['check', `name-${kind}.yaml`]),
      ]) {
        const { code, stderr } = await shop.run(...args);
        expect([args[0], code, stderr]).toEqual([
          args[0],
          1,
          expect.stringMatching(/name-\w+\.yaml:\d+:\d+: .*expected/),
        ]);
      }
    },
    60_000,
  );

  test('sizes without a bound are told with what they would make', async () => {
    const rope = 'hawser: 1\nropes: { r: { mass: 1, stiffness: 1e5, diameter: 0.01 } }\n';
    const drum = 'cables:\n  c: { rope: r, length: 10 m, elements: 10, from: { body: world } }\n';
    shop.put({
      'rope.yaml': `${rope}cables:\n  c: { rope: r, length: 5e-324 m, from: { body: world } }\n`,
      'winch.yaml': `${rope}${drum}winches:\n  w: { cable: c, rope: 1e9 m, drum: { radius: 0.2 m, width: 0.5 m } }\n`,
      'pattern.yaml': `hawser: 1\n${FALL}output: { channels: ["${'*o'.repeat(50_000)}"] }\n`,
      'rows.yaml': `hawser: 1\n${FALL.replace('0.02 s', '1e5 s')}output: { rate: 1 kHz }\n`,
      'key.yaml': `hawser: 1\n${'k'.repeat(5000)}: 1\n${FALL}`,
    });
    const said = async (name: string): Promise<string> => {
      const { code, stderr } = await shop.run('check', name);
      expect(code, stderr).toBe(1);
      return stderr;
    };
    expect(await said('rope.yaml')).toMatch(/length: expected a length above 0 m .* found "5e-324 m"; sizes from/);
    expect(await said('winch.yaml')).toMatch(/winches\.w\.rope: .*found 1000000000 nodes, with 1000000000 m of rope/);
    expect(await said('pattern.yaml')).toMatch(/at most 1000 characters long/);
    expect(await said('rows.yaml')).toMatch(/output\.rate: expected a run that records at most 250 million numbers/);
    expect((await said('key.yaml')).length).toBeLessThan(1200);
  }, 30_000);
});

test('run.json with any field of the wrong kind is refused with a sentence, never a fault of ours', async () => {
  shop.put({ 'ball.yaml': BALL });
  expect((await shop.run('run', 'ball.yaml', '--out', 'ball', '--no-report')).code).toBe(0);
  const whole = JSON.parse(shop.text('ball/run.json')) as Record<string, unknown>;
  const run = await loadRun(path.join(shop.dir, 'ball'));
  let refused = 0;
  let read = 0;
  for (const where of paths(whole)) {
    for (const junk of [null, 7, 'x', true, [], {}, [null], { length: {} }]) {
      const copy = structuredClone(whole);
      put(copy, where, junk);
      const result = parseManifest(JSON.stringify(copy));
      if (!result.ok) expect(result.message).toMatch(/^run\.json.* (must be|must have|must hold) .*, found .*; /);
      if (!result.ok) refused++;
      else if (read++ % 20 === 0) {
        writeReport({ ...run, manifest: result.manifest }, path.join(shop.dir, 'ball/report.html'));
      }
    }
  }
  expect(refused).toBeGreaterThan(read);
}, 60_000);

/** All places above the resolved scenario, which is taken as it is, and one in it. */
function paths(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (at.length > 3 || typeof value !== 'object' || value === null || at.at(-1) === 'resolved') return [at];
  const entries = Object.entries(value).slice(0, 12);
  return [...(at.length > 0 ? [at] : []), ...entries.flatMap(([key, item]) => paths(item, [...at, key]))];
}

function put(value: any, at: readonly string[], junk: unknown): void {
  let holder = value;
  for (const step of at.slice(0, -1)) holder = holder[step];
  holder[at[at.length - 1]] = junk;
}
