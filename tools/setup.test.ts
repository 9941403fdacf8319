/** scripts/setup.sh on pretended machines: a PATH that holds nothing but a few basic tools and stand-ins for node and npm. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-setup-'));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const BASIC = ['sh', 'cmp', 'cp', 'mkdir', 'id', 'uname', 'chmod', 'dirname', 'find', 'head', 'touch', 'mv'];
/** `node -e <version test>` succeeds or fails; `node -v` says something. */
const NODE = (ok: boolean): string => `#!/bin/sh\n[ "$1" = -v ] && echo v18.0.0 || exit ${ok ? 0 : 1}\n`;
/** Writes down how it was called; plays the build, \`npm ci\` and the installation of a local Node. */
const NPM = `#!/bin/sh
echo "npm $*" >> "$LOG"
case "$*" in
  *build:run) mkdir -p packages/cli/dist packages/viewer/dist && touch packages/cli/dist/main.js packages/viewer/dist/viewer.js ;;
  *build) mkdir -p packages/cli/dist packages/viewer/dist packages/studio/dist && touch packages/cli/dist/main.js packages/viewer/dist/viewer.js packages/studio/dist/index.html; echo noise ;;
  ci*) mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json ;;
  *--prefix*) for p in "$@"; do case "$p" in node-*) d=".tools/node_modules/\${p%@*}/bin"; mkdir -p "$d"; cp "$GOOD_NODE" "$d/node"; chmod +x "$d/node" ;; esac; done ;;
esac
`;

interface Machine {
  readonly node?: 'good' | 'old';
  readonly npm?: boolean;
  readonly env?: Record<string, string>;
}

let count = 0;
function machine({ node, npm = true, env = {} }: Machine): {
  dir: string;
  run(want?: string): { calls: string[]; status: number | null; said: string; printed: string };
} {
  const dir = path.join(scratch, String(count++));
  const bin = path.join(dir, 'bin');
  const repo = path.join(dir, 'repo');
  fs.mkdirSync(bin, { recursive: true });
  fs.mkdirSync(path.join(repo, 'scripts'), { recursive: true });
  fs.copyFileSync(path.join(root, 'scripts/setup.sh'), path.join(repo, 'scripts/setup.sh'));
  const files = [
    'package-lock.json',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'packages/cli/src/main.ts',
  ];
  for (const file of [...files, 'validation/index.ts', 'benchmarks/scenarios/index.ts']) {
    fs.mkdirSync(path.dirname(path.join(repo, file)), { recursive: true });
    fs.writeFileSync(path.join(repo, file), '{}');
    fs.utimesSync(path.join(repo, file), 1e9, 1e9); // long ago, so that only what a test touches is new
  }
  for (const tool of BASIC) {
    const found = ['/bin', '/usr/bin'].map((folder) => path.join(folder, tool)).find((file) => fs.existsSync(file));
    if (found) fs.symlinkSync(found, path.join(bin, tool));
  }
  const good = path.join(dir, 'good-node');
  const program = (file: string, text: string): void => fs.writeFileSync(file, text, { mode: 0o755 });
  program(good, NODE(true));
  if (node) program(path.join(bin, 'node'), NODE(node === 'good'));
  if (npm) program(path.join(bin, 'npm'), NPM);
  const log = path.join(dir, 'log');
  return {
    dir: repo,
    run(want) {
      fs.writeFileSync(log, '');
      const result = spawnSync(path.join(bin, 'sh'), ['-c', '. scripts/setup.sh'], {
        cwd: repo,
        env: { PATH: bin, LOG: log, GOOD_NODE: good, HAWSER_NO_APT: '1', ...env, ...(want && { HAWSER_WANT: want }) },
        encoding: 'utf8',
      });
      return {
        calls: fs.readFileSync(log, 'utf8').split('\n').filter(Boolean),
        status: result.status,
        said: result.stderr,
        printed: result.stdout,
      };
    },
  };
}

const BUILD = 'npm run -s build';
const CI = 'npm ci --no-audit --no-fund --loglevel=error';
const posix = process.platform === 'linux' || process.platform === 'darwin';

test.runIf(posix)(
  'set-up: a fresh clone installs its packages and builds; the second time there is nothing to do',
  () => {
    const { run } = machine({ node: 'good' });
    expect(run()).toMatchObject({ status: 0, calls: [CI, BUILD], printed: '' }); // stdout is left to what follows
    expect(run()).toMatchObject({ status: 0, calls: [] });
  },
);

test.runIf(posix)(
  'set-up: a run does without the studio, which is built when it is asked for, and then serves both',
  () => {
    const { dir, run } = machine({ node: 'good' });
    expect(run('run').calls).toEqual([CI, `${BUILD}:run`]);
    expect(run('run').calls).toEqual([]);
    expect(run().calls).toEqual([BUILD]);
    for (const want of ['run', undefined]) expect(run(want).calls).toEqual([]);
    // a source changes: what a run builds is no studio of it
    const later = new Date(Date.now() + 60_000);
    fs.utimesSync(path.join(dir, 'packages/cli/src/main.ts'), later, later);
    fs.rmSync(path.join(dir, 'node_modules/.hawser-built-run'));
    expect(run('run').calls).toEqual([`${BUILD}:run`]);
    expect(run().calls).toEqual([BUILD]);
  },
);

test.runIf(posix)(
  'set-up: packages are installed again when the lock file changed, not when it was merely touched',
  () => {
    const { dir, run } = machine({ node: 'good' });
    run();
    const lock = path.join(dir, 'package-lock.json');
    const later = new Date(Date.now() + 60_000);
    fs.utimesSync(lock, later, later);
    expect(run().calls).toEqual([BUILD]);
    fs.writeFileSync(lock, '{"changed": true}');
    fs.utimesSync(lock, later, later);
    expect(run().calls).toEqual([CI, BUILD]);
  },
);

test.runIf(posix)('set-up: a changed, a new and a removed source are built again; the tests always build', () => {
  const { dir, run } = machine({ node: 'good' });
  run();
  const later = new Date(Date.now() + 60_000);
  const source = path.join(dir, 'packages/cli/src/main.ts');
  fs.utimesSync(source, later, later);
  expect(run().calls).toEqual([BUILD]);
  fs.utimesSync(source, 1e9, 1e9);
  expect(run().calls).toEqual([]);
  fs.rmSync(source);
  fs.utimesSync(path.dirname(source), later, later); // as removing does, but later than the clock's grain
  expect(run().calls).toEqual([BUILD]);
  fs.utimesSync(path.dirname(source), 1e9, 1e9);
  fs.rmSync(path.join(dir, 'packages/cli/dist'), { recursive: true });
  expect(run().calls).toEqual([BUILD]);
  const { run: test } = machine({ node: 'good', env: { HAWSER_WANT: 'tests' } });
  test();
  expect(test().calls).toEqual([BUILD]);
});

test.runIf(posix)('set-up: a Node that is too old is replaced by one in .tools, fetched once', () => {
  const { run } = machine({ node: 'old' });
  const first = run();
  expect(first.status).toBe(0);
  expect(first.calls[0]).toMatch(/^npm install .*--prefix \.tools node-(linux|darwin)-(x64|arm64)@22$/);
  expect(first.calls.slice(1)).toEqual([CI, BUILD]);
  expect(run().calls).toEqual([]);
});

test.runIf(posix)('set-up: without Node, npm and root apt-get it says what to install and ends with 1', () => {
  const { run } = machine({ npm: false });
  const result = run();
  expect(result.status).toBe(1);
  expect(result.said).toMatch(/please install Node 20\.19 or newer/);
});

test.runIf(posix)(
  'set-up: tests without a browser are told of, and not required, where nothing may be installed',
  () => {
    const result = machine({ node: 'good', env: { HAWSER_WANT: 'tests' } }).run();
    expect(result.status).toBe(0);
    expect(result.said).toMatch(/no Chromium or Chrome: the browser tests are skipped/);
  },
);
