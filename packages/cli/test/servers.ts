/** Redis and PostgreSQL of this machine, each in a folder of its own, to be killed and started again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

export interface Server {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export const redisBinary: string | undefined = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export const postgresFolder: string | undefined = [
  ...(fs.existsSync('/usr/lib/postgresql')
    ? fs.readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
  ...(process.env.PATH ?? '').split(':'),
].find((folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')));

export async function redisServer(): Promise<Server> {
  const port = await freePort();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-redis-'));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
  return server(
    `redis://127.0.0.1:${port}`,
    folder,
    () => spawn(redisBinary ?? '', args, { stdio: 'ignore' }),
    () => pong(port),
  );
}

/** As another user where we are root, whom PostgreSQL refuses. */
export async function postgresServer(): Promise<Server> {
  const port = await freePort();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-postgres-'));
  const bin = postgresFolder ?? '';
  const passwd = fs.readFileSync('/etc/passwd', 'utf8');
  const [, , uid, gid] =
    /^postgres:.*$/m.exec(passwd)?.[0].split(':') ?? /^nobody:.*$/m.exec(passwd)?.[0].split(':') ?? [];
  const user = process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(gid) } : {};
  if ('uid' in user) fs.chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const made = spawnSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'hawser', '-A', 'trust', '--no-sync'], {
    ...user,
    encoding: 'utf8',
    cwd: folder,
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const url = `postgres://hawser@127.0.0.1:${port}/postgres`;
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  return server(
    url,
    folder,
    () => spawn(path.join(bin, 'postgres'), args, { stdio: 'ignore', cwd: folder, ...user }),
    () => selects(url),
  );
}

/** [s] until a server that does not answer has failed the test */
const PATIENCE = 90;

/** It is up when it answers a question: a port is open before that, and while it refuses to start. */
function server(url: string, folder: string, launch: () => ChildProcess, answers: () => Promise<boolean>): Server {
  let child: ChildProcess | undefined;
  const ended = (each: ChildProcess): boolean => each.exitCode !== null || each.signalCode !== null;
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || ended(running)) return;
    const end = new Promise((resolve) => running.on('exit', resolve));
    running.kill('SIGKILL');
    await end;
  };
  return {
    url,
    kill,
    start: async () => {
      for (let k = 0; k < PATIENCE * 10; k++) {
        if (child === undefined || ended(child)) child = launch(); // children of a killed one may hold its memory for a while
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (!ended(child) && (await answers())) return;
      }
      throw new Error(`waited ${PATIENCE} s in vain until ${url} answered`);
    },
    remove: async () => {
      await kill();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); // its children write until they notice
    },
  };
}

/**
 * Below those that the system gives to connections (from 32768 on): one of these might have it while a killed server is away, even one
 * of ours that looks for the server.
 */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = 20_000 + Math.floor(12_000 * Math.random());
    const probe = createServer();
    probe.on('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}

/** Redis has read its file when it answers PING with PONG and not with LOADING. */
function pong(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const answer = (good: boolean): void => {
      socket.destroy();
      resolve(good);
    };
    socket.setTimeout(2000, () => answer(false));
    socket.on('data', (data) => answer(data.toString().startsWith('+PONG')));
    socket.on('error', () => answer(false));
  });
}

async function selects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
