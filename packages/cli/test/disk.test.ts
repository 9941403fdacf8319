/** Disks that are full or may not be written, and two programs at one folder: what is told, and what is left. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BALL, root, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

const program = path.join(root, 'packages/cli/bin/hawser.mjs');
shop.put({
  'ball.yaml': BALL,
  'long.yaml': BALL.replace('0.5 s', '20 s').replace('100 Hz', '1 kHz'),
});

/** A shell that sees a small disk of its own at `disk`; nobody else does, and it goes with the shell. */
function withDisk(size: string, script: string) {
  const text = `mkdir -p disk && mount -t tmpfs -o size=${size} tmpfs disk && ${script}`;
  const { status, stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', text], {
    cwd: shop.dir,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

const hawser = `"${process.execPath}" "${program}"`;
const canMount = withDisk('100k', 'true').code === 0;

describe.skipIf(!canMount)('a small disk (skipped where no file system can be mounted)', () => {
  test('full in the middle of a run: the file is named, the rows until then are safe and can be read', () => {
    const { code, stdout, stderr } = withDisk(
      '200k',
      `${hawser} run long.yaml --out disk/run; echo "code $?"; ${hawser} export disk/run --to csv --out all.csv; wc -l < all.csv`,
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('code 1');
    expect(stderr).toMatch(
      /disk\/run\/series\.stream: no space is left on the device; the run was stopped\. The rows .* are safe/,
    );
    expect(Number(stdout.trim().split('\n').at(-1))).toBeGreaterThan(100);
  });

  test('full when the results are written: the rows are safe as well', () => {
    const { stdout, stderr } = withDisk(
      '400k', // all rows whenever they are flushed, but not the report
      `${hawser} run ball.yaml --out disk/run; echo "code $?"; ls disk/run; ${hawser} export disk/run --to csv --out end.csv; wc -l < end.csv`,
    );
    expect(stdout).toContain('code 1');
    expect(stderr).toMatch(
      /disk\/run\/\S+: no space is left on the device; the run was stopped\. The rows .* are safe/,
    );
    expect(stdout).not.toMatch(/\.part/); // half a file would take the room that is short
    expect(Number(stdout.trim().split('\n').at(-1))).toBe(52);
  });

  test('one that may only be read is told before anything is simulated', () => {
    const { stdout, stderr } = withDisk(
      '200k',
      `mount -o remount,ro disk && ${hawser} run ball.yaml --out disk/run; echo "code $?"`,
    );
    expect([stdout.trim(), stderr]).toEqual([
      'code 1',
      expect.stringMatching(/disk\/run: the file system is read-only/),
    ]);
  });
});

test('two exports of one run at the same time leave one whole file each', async () => {
  expect((await shop.run('run', 'ball.yaml', '--out', 'both', '--no-report')).code).toBe(0);
  const ended = await Promise.all(Array.from({ length: 4 }, () => shop.run('export', 'both', '--to', 'csv')));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(shop.text('both/series.csv').trim().split('\n')).toHaveLength(52);
  expect(shop.list('both').filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('two runs at the same time get a folder each, and one of two that want the same is refused', async () => {
  const two = await Promise.all([1, 2].map(() => shop.run('run', 'ball.yaml', '--no-report')));
  expect(two.map(({ code }) => code)).toEqual([0, 0]);
  expect(shop.list('runs')).toEqual(['ball-1', 'ball-2']);
  const same = await Promise.all([1, 2].map(() => shop.run('run', 'ball.yaml', '--no-report', '--out', 'wanted')));
  expect(same.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('two reports of one run, two that go on from one checkpoint: whole files, the same end', async () => {
  expect((await shop.run('run', 'ball.yaml', '--out', 'seed', '--no-report')).code).toBe(0);
  const reports = await Promise.all([1, 2, 3].map(() => shop.run('report', 'seed')));
  expect(reports.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(shop.text('seed/report.html').endsWith('</html>\n')).toBe(true);
  const on = await Promise.all(
    ['one', 'two'].map((out) =>
      shop.run('run', 'ball.yaml', '--resume', 'seed/checkpoint.hawser', '--out', out, '--no-report', '--json'),
    ),
  );
  const hashes = on.map(({ stdout }) => (JSON.parse(stdout) as { summary: { hash: string } }).summary.hash);
  expect(hashes[0]).toBe(hashes[1]);
});

test('two studies in one folder at the same time: one does it, the other is refused or finds it done', async () => {
  shop.put({
    'study.yaml':
      'study: 1\nscenario: ball.yaml\nvary: { seed: { path: run.seed, seeds: 4 } }\nmeasure: { end: { channel: ball.position.x, take: final } }\n',
  });
  const both = await Promise.all(
    [1, 2].map(() => shop.run('study', 'run', 'study.yaml', '--out', 'shared', '--workers', '1', '--no-report')),
  );
  expect(both.map(({ code }) => code)).toContain(0);
  for (const { code, stderr } of both) if (code !== 0) expect(stderr).toMatch(/shared: .*process \d+|is written by/);
  const rows = shop.text('shared/rows.jsonl').trim().split('\n');
  expect(new Set(rows.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(4);
  expect(rows).toHaveLength(4);
});

describe('troubled disks and clocks', () => {
  const trouble = new URL('../../../tools/fuzz/trouble.mjs', import.meta.url).href;
  const troubled = (kind: string, ...args: string[]) =>
    shop.start(args, ['--import', trouble], { HAWSER_TROUBLE: kind }).ended;

  test('a quota that is used up in the middle of a run: said with the file, the rows until then are safe', async () => {
    const { code, stderr } = await troubled('quota=150000', 'run', 'long.yaml', '--out', 'quota');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /quota\/series\.stream: the disk quota is used up; the run was stopped\. The rows .* are safe/,
    );
    expect((await shop.run('export', 'quota', '--to', 'csv', '--out', 'quota.csv')).code).toBe(0);
    expect(shop.text('quota.csv').split('\n').length).toBeGreaterThan(40);
  });

  test('a slow disk and a clock that jumps by days change nothing but the time it takes', async () => {
    const plain = await shop.run('run', 'ball.yaml', '--out', 'plain', '--no-report', '--json');
    const slow = await troubled('slow,clock', 'run', 'ball.yaml', '--out', 'slow', '--no-report', '--json');
    expect(slow.code, slow.stderr).toBe(0);
    const hash = ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as { summary: { hash: string } }).summary.hash;
    expect(hash(slow)).toBe(hash(plain));
  });
});
