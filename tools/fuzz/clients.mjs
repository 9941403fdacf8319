/**
 * Hostile clients of `hawser studio` and `hawser serve`: garbage, half requests, huge heads, wrong hosts, guessed tokens, connections
 * that say nothing or a byte a second, and, with the right token, malformed calls, giant and broken frames, and clients that never listen.
 *
 *   node tools/fuzz/clients.mjs [--seconds 20] [--seed 1] [--rest 0] [--out FILE] [--json]
 *
 * The servers must go on answering who has the address, give nothing to who has not, and not grow (measured on Linux). Both listen on
 * 127.0.0.1, at most 60 connections are open at a time. --rest: milliseconds between rounds; --out: the result so far, twice a minute.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { mutateValue } from './mutate.mjs';
import { Random } from './random.mjs';
import { CALLS, root } from './targets.mjs';

const SECRET = 'title: NOBODY ELSE MAY READ THIS';

function memory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const get = (address) =>
  new Promise((resolve, reject) => {
    http
      .get(address, { timeout: 20_000 }, (response) => {
        let body = '';
        response.on('data', (text) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode, body }));
      })
      .on('error', reject);
  });

function garbage(random, token) {
  const paths = [
    '/',
    '/served.json',
    '/served/a.yaml',
    `/${token.slice(0, 31)}/served/a.yaml`,
    `/${'0'.repeat(32)}/served.json`,
    '/%',
    '//',
    '/../..',
    `/${'a'.repeat(9000)}`,
    '*',
    'http://other/',
  ];
  const way = random.below(7);
  if (way === 0) return Buffer.from(Array.from({ length: random.below(3000) }, () => random.below(256)));
  if (way === 1)
    return Buffer.from(
      `GET ${random.pick(paths)} HTTP/1.1\r\nHost: ${random.pick(['127.0.0.1', 'evil.example', '', 'a'.repeat(300)])}\r\n\r\n`,
    );
  if (way === 2) return Buffer.from(`GET ${random.pick(paths)} HTTP/1.1\r\nHost: 127.0`); // never ends
  if (way === 3)
    return Buffer.from(
      `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n${'x'.repeat(random.below(50_000))}`,
    );
  if (way === 4)
    return Buffer.from(
      `GET / HTTP/1.1\r\n${Array.from({ length: random.below(2000) }, (_, i) => `X-${i}: ${'y'.repeat(random.below(60))}`).join('\r\n')}\r\n\r\n`,
    );
  if (way === 5)
    return Buffer.from(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n`);
  return Buffer.alloc(0); // says nothing
}

/** Bytes of a WebSocket frame that no good client sends: not masked, too long, of unknown kinds, never finished. */
function badFrame(random) {
  const way = random.below(5);
  if (way === 0) return Buffer.from([0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f]); // not masked
  if (way === 1)
    return Buffer.concat([Buffer.from([0x82, 0xff, 0, 0, 0x7f, 0, 0, 0, 0, 0, 1, 2, 3, 4]), Buffer.alloc(2000)]);
  if (way === 2) return Buffer.from([0x8f, 0x80, 1, 2, 3, 4]); // a kind that does not exist
  if (way === 3) return Buffer.from([0x01, 0x81, 1, 2, 3, 4, 0x7a]); // the first of several, no other follows
  return Buffer.from(Array.from({ length: 50 + random.below(200) }, () => random.below(256)));
}

const HANDSHAKE = (place, host) =>
  `GET ${place} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends bytes, perhaps one by one, hangs up after a while, and gives what came back. */
function throwAt(port, bytes, { drip = false, reset = false, after = 150 } = {}) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      if (drip) for (let i = 0; i < 10; i++) setTimeout(() => socket.write(bytes.subarray(i, i + 1)), 100 * i);
      else socket.write(bytes);
      if (reset) socket.resetAndDestroy();
    });
    let answer = '';
    socket.on('data', (data) => (answer = (answer + data.toString('latin1')).slice(0, 4000)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    setTimeout(() => socket.destroy(), drip ? 1100 : after);
  });
}

/** Has the token and means no good. */
function hostileCaller(random, address) {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const over = () => {
      socket.terminate();
      resolve();
    };
    socket.on('error', over);
    socket.on('close', resolve);
    setTimeout(over, 400);
    socket.on('open', () => {
      const way = random.below(6);
      if (way === 0) socket._socket.write(badFrame(random));
      else if (way === 1)
        socket.send(Buffer.alloc(random.pick([1, 1000, 65e6]))); // the last is more than it takes
      else if (way === 2) {
        socket._socket.pause(); // asks and never listens
        for (let i = 0; i < 1500 && socket.readyState === 1; i++) socket.send('{"id":1,"call":"channels"}');
      } else {
        for (let i = 0; i < 20; i++) {
          const call = mutateValue(random, random.pick(CALLS), CALLS);
          if (/^(step|stepTo|run)$/.test(call?.call)) continue; // it may compute for as long as it likes
          socket.send(random.chance(0.2) ? JSON.stringify(call).slice(random.below(20)) : JSON.stringify(call));
        }
      }
    });
  });
}

/** Asks the model for its time, as the owner would. */
function askTime(address) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const timer = setTimeout(() => {
      socket.terminate();
      reject(new Error('no answer in 20 s'));
    }, 20_000);
    socket.on('error', reject);
    socket.on('open', () => socket.send('{"id":"owner","call":"time"}'));
    socket.on('message', (data) => {
      const answer = JSON.parse(data.toString());
      if (answer.id !== 'owner') return;
      clearTimeout(timer);
      socket.terminate();
      resolve(answer);
    });
  });
}

const MODEL = `hawser: 1\n${SECRET}\nbodies:\n  b: { mass: 1, inertia: [1, 1, 1] }\n`;

/** A server of ours and what it printed as JSON. */
async function started(dir, ...args) {
  const child = spawn(
    process.execPath,
    [path.join(root, 'packages/cli/bin/hawser.mjs'), ...args, '--json', '--port', '0'],
    {
      cwd: dir,
    },
  );
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  while (!printed.includes('}')) {
    if (child.exitCode !== null) throw new Error(`hawser ${args.join(' ')} ended`);
    await wait(50);
  }
  return { child, ...JSON.parse(printed) };
}

/** [bytes] Growth of the middle reading from the second quarter of the time to the last that is not noise. */
const FLAT = 30e6;

export async function tryClients({ seconds, seed, rest = 0, heard = () => {} }) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-clients-'));
  fs.writeFileSync(path.join(dir, 'a.yaml'), MODEL);
  const servers = [];
  const wrong = [];
  const readings = { studio: [], serve: [] };
  let sent = 0;
  try {
    const studio = await started(dir, 'studio', 'a.yaml', '--no-open');
    servers.push(studio.child);
    const serve = await started(dir, 'serve', 'a.yaml');
    servers.push(serve.child);
    const home = studio.address.replace(/#.*$/, '');
    const token = new URL(home).pathname.slice(1, -1);
    for (let i = 0; i < 20; i++) await get(home); // a page that is warm
    for (let i = 0; i < 20; i++) await askTime(serve.address);
    const begun = performance.now();
    const result = () => ({
      requests: sent,
      seconds: Math.round((performance.now() - begun) / 1000),
      ...Object.fromEntries(Object.entries(readings).map(([name, list]) => [name, summary(list)])),
      wrong,
    });
    let told = begun;
    for (let round = 0; performance.now() < begun + 1000 * seconds; round++) {
      const random = new Random(seed, round);
      const stranger = async () => {
        const port = random.chance(0.5) ? studio.port : serve.port;
        const bytes =
          port === serve.port && random.chance(0.5)
            ? Buffer.from(
                HANDSHAKE(
                  random.pick([
                    '/',
                    '//',
                    '/?token=',
                    `/?token=${'0'.repeat(32)}`,
                    '/?token=%ff',
                    'http://x/',
                    `/${'a'.repeat(5000)}`,
                  ]),
                  random.pick(['127.0.0.1', 'localhost', 'evil.example', '', '[::']),
                ),
              )
            : garbage(random, token);
        const options = { drip: random.chance(0.1), reset: random.chance(0.2) };
        const answer = await throwAt(port, bytes, options);
        if (answer.includes('NOBODY ELSE') || answer.includes('101 Switching'))
          wrong.push(`a stranger was let in, sending ${bytes.toString('latin1').slice(0, 100)}`);
      };
      const many = 20 + random.below(20);
      sent += many + 4;
      await Promise.all([
        ...Array.from({ length: many }, stranger),
        ...Array.from({ length: 4 }, () => hostileCaller(random, serve.address)),
      ]);
      if (round % 10 === 0) {
        await wait(50); // sockets that were hung up are cleared away
        const { status, body } = await get(`${home}served/a.yaml`);
        if (status !== 200 || !body.includes(SECRET))
          wrong.push(`round ${round}: the owner of the studio got ${status}`);
        try {
          const answer = await askTime(serve.address);
          if (answer.ok !== true) wrong.push(`round ${round}: the owner of the model got ${JSON.stringify(answer)}`);
        } catch (error) {
          wrong.push(`round ${round}: the owner of the model got ${error.message}`);
        }
        readings.studio.push(memory(studio.child.pid));
        readings.serve.push(memory(serve.child.pid));
      }
      if (servers.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) {
        wrong.push(`round ${round}: a server ended`);
        break;
      }
      if (performance.now() - told > 30_000) {
        told = performance.now();
        heard(result());
      }
      if (rest > 0) await wait(rest);
    }
    for (const [name, list] of Object.entries(readings)) {
      const { before, after } = summary(list);
      if (after > before + FLAT) wrong.push(`${name}: memory went from ${mb(before)} to ${mb(after)}`);
    }
    return result();
  } finally {
    for (const child of servers) child.kill('SIGKILL');
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

/** Middle readings of the second and of the last quarter, and the largest [bytes]. */
function summary(list) {
  const middle = (from, to) => {
    const part = list.slice(Math.floor(from * list.length), Math.ceil(to * list.length)).sort((a, b) => a - b);
    return part[Math.floor(part.length / 2)] ?? 0;
  };
  return { before: middle(0.25, 0.5), after: middle(0.75, 1), largest: Math.max(0, ...list) };
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      rest: { type: 'string', default: '0' },
      out: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const write = (result) => values.out !== undefined && fs.writeFileSync(values.out, JSON.stringify(result, null, 2));
  const result = await tryClients({
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    rest: Number(values.rest),
    heard: write,
  });
  write(result);
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else
    console.log(
      `${result.requests} hostile connections in ${result.seconds} s; memory of the studio ${mb(result.studio.before)} -> ${mb(result.studio.after)}, of the model ${mb(result.serve.before)} -> ${mb(result.serve.after)}; ${result.wrong.length === 0 ? 'nothing wrong' : result.wrong.join('; ')}`,
    );
  process.exitCode = result.wrong.length > 0 ? 1 : 0;
}
