/** The container file: what it copies is there; where a container engine answers, it is built and a study is run in it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BALL, root, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());
const text = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info'], { timeout: 10_000 }).status === 0);

test('container: every file that is copied is in the repository, and the program is where the entry says', () => {
  const copied = [...text.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, names]) => names.split(' '));
  expect(copied.length).toBeGreaterThan(5);
  for (const name of copied) expect([name, fs.existsSync(path.join(root, name))]).toEqual([name, true]);
  const entry = /ENTRYPOINT \["node", "\/hawser\/([^"]+)"\]/.exec(text)?.[1] ?? '';
  expect(fs.existsSync(path.join(root, entry))).toBe(true);
});

describe.skipIf(engine === undefined)('container (needs a running docker or podman)', () => {
  test('container: built, it runs a study', () => {
    const run = (...args: string[]) => spawnSync(engine ?? '', args, { encoding: 'utf8' });
    const built = run('build', '-q', '-t', 'hawser-test', root);
    expect([built.status, built.stderr]).toEqual([0, '']);
    shop.put({
      'ball.yaml': BALL,
      'study.yaml': 'study: 1\nscenario: ball.yaml\nvary: { seed: { path: run.seed, seeds: 2 } }\n',
    });
    fs.chmodSync(shop.dir, 0o777);
    const { status, stdout } = run(
      'run',
      '--rm',
      '-v',
      `${shop.dir}:/work`,
      'hawser-test',
      'study',
      'run',
      'study.yaml',
      '--json',
    );
    expect([status, (JSON.parse(stdout) as { runs: number }).runs]).toEqual([0, 2]);
  });
});
