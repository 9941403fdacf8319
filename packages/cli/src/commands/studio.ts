/** `hawser studio [FILE|RUN]`: the studio's one page, served to this machine only. */
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { openInDesktop } from '../desktop.ts';
import { inputError } from '../exit.ts';
import type { Output } from '../output.ts';
import { type Served, servedFrom } from '../served.ts';

export interface StudioOptions {
  readonly port?: number;
  readonly open: boolean;
  readonly json?: boolean;
}

/** Nobody but this machine can reach it. */
const HOST = '127.0.0.1';
const FIRST_PORT = 7780;

export async function studio(out: Output, given: string | undefined, options: StudioOptions): Promise<void> {
  const served = servedFrom(given);
  const page = pageFile();
  const server = http.createServer((request, response) => answer(request, response, page, served));
  const port = await listen(server, options.port);
  const address = `http://${HOST}:${port}/${served.files.size > 0 ? '#served' : ''}`;
  if (options.json) out.json({ address, port, files: [...served.files.keys()] });
  else out.print(address);
  out.tell('The studio is served to this machine only. Ctrl-C ends it.');
  if (options.open) await openInDesktop(out, address);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
  });
  server.close();
  server.closeAllConnections();
}

function pageFile(): string {
  const require = createRequire(import.meta.url);
  const file = path.join(path.dirname(require.resolve('@hawser/studio/package.json')), 'dist', 'index.html');
  if (fs.existsSync(file)) return file;
  throw inputError(`expected the studio's page at ${file}, found nothing; build it: npm run build -w @hawser/studio`);
}

/** The port asked for, or the first free one from FIRST_PORT on. */
async function listen(server: http.Server, wanted: number | undefined): Promise<number> {
  for (const port of wanted === undefined ? [FIRST_PORT, FIRST_PORT + 1, FIRST_PORT + 2, 0] : [wanted]) {
    const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve);
      server.listen(port, HOST, () => {
        server.off('error', resolve);
        resolve(undefined);
      });
    });
    const bound = server.address();
    if (fault === undefined && bound !== null && typeof bound === 'object') return bound.port;
    if (fault?.code === 'EADDRINUSE' && wanted === undefined) continue;
    const found = fault?.code === 'EADDRINUSE' ? 'it in use' : (fault?.message ?? 'no address');
    throw inputError(
      `--port ${port}: expected a free port on ${HOST}, found ${found}; choose another or leave --port out`,
    );
  }
  throw inputError(`expected a free port on ${HOST}, found none; end a program that holds one`);
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

function answer(request: http.IncomingMessage, response: http.ServerResponse, page: string, served: Served): void {
  const { status, type, body } = replyTo(request, page, served);
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function replyTo(request: http.IncomingMessage, page: string, served: Served): Reply {
  const plain = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body });
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  // a page elsewhere whose name was made to point at this machine must not read the user's files
  if (host !== HOST && host !== 'localhost') return plain(403, `expected the host ${HOST}`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'expected GET');
  try {
    const name = decodeURIComponent(new URL(request.url ?? '/', `http://${HOST}`).pathname.slice(1));
    if (name === '' || name === 'index.html') {
      return { status: 200, type: 'text/html; charset=utf-8', body: fs.readFileSync(page) };
    }
    if (name === 'served.json') {
      const list = { main: served.main ?? null, files: [...served.files.keys()] };
      return { status: 200, type: 'application/json', body: JSON.stringify(list) };
    }
    const file = name.startsWith('served/') ? served.files.get(name.slice('served/'.length)) : undefined;
    if (file === undefined) return plain(404, `expected the studio or a file it was started with, found /${name}`);
    return { status: 200, type: 'application/octet-stream', body: fs.readFileSync(file) };
  } catch (error) {
    return plain(500, error instanceof Error ? error.message : String(error));
  }
}
