/** `hawser studio [FILE|RUN]`: the studio's one page, served to this machine only. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openInDesktop } from '../desktop.ts';
import { fileFault, inputError } from '../exit.ts';
import type { Output } from '../output.ts';
import { type Served, servedFrom } from '../served.ts';
import { PageOnDisk } from '../studio-page.ts';

export interface StudioOptions {
  readonly port?: number;
  readonly allow: readonly string[];
  readonly open: boolean;
  readonly json?: boolean;
}

/** Reachable from this machine only. */
const HOST = '127.0.0.1';
const FIRST_PORT = 7780;

/** Limits of a client's requests [ms], [bytes]. */
const LIMITS: http.ServerOptions = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 8192,
};
const MOST_CONNECTIONS = 64;

export async function studio(out: Output, given: string | undefined, options: StudioOptions): Promise<void> {
  const served = servedFrom(given, options.allow);
  const page = new PageOnDisk(pageFile());
  // a secret address: other users of this machine can reach the port, too
  const token = randomBytes(16).toString('hex');
  const server = http.createServer(LIMITS, (request, response) => answer(request, response, { page, served, token }));
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', (_error, socket) => socket.destroy());
  // handle signals from the start: a program that reads the address may end it immediately
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
  });
  const port = await listen(server, options.port);
  const address = `http://${HOST}:${port}/${token}/${served.files.size > 0 ? '#served' : ''}`;
  if (options.json) out.json({ address, port, files: [...served.files.keys()] });
  else out.print(address);
  out.tell('The studio is served to this machine only. Ctrl-C ends it.');
  if (options.open) await openInDesktop(out, address);
  await asked;
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
  readonly encoding?: 'br' | 'gzip';
  /** missing: files of the user are read again every time */
  readonly cache?: { readonly 'cache-control': string; readonly etag?: string };
}

interface House {
  readonly page: PageOnDisk;
  readonly served: Served;
  readonly token: string;
}

function answer(request: http.IncomingMessage, response: http.ServerResponse, house: House): void {
  request.resume(); // the body of a request is discarded
  const { status, type, body, encoding, cache = { 'cache-control': 'no-store' } } = replyTo(request, house);
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...cache,
    ...(encoding && { 'content-encoding': encoding }),
    // no page may show this one in a frame or learn its address
    'content-security-policy': "frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function replyTo(request: http.IncomingMessage, { page, served, token }: House): Reply {
  const plain = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body });
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  // a page whose host name resolves to this machine must not read the user's files
  if (host !== HOST && host !== 'localhost') return plain(403, `expected the host ${HOST}`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'expected GET');
  const path = pathOf(request.url ?? '/');
  if (path === undefined) return plain(400, 'expected an address that can be read');
  const [given, ...rest] = path.split('/');
  if (!equal(given, token)) return plain(403, 'expected the address that hawser studio printed, with its token');
  const name = rest.join('/');
  if (rest.length > 0 && (name === '' || name === 'index.html')) {
    return pageReply(request, page);
  }
  if (name.startsWith('parts/'))
    return partReply(request, page, name.slice('parts/'.length)) ?? plain(404, 'expected a part of the page');
  if (name === 'served.json') {
    const list = { main: served.main ?? null, files: [...served.files.keys()] };
    return { status: 200, type: 'application/json', body: JSON.stringify(list) };
  }
  const file = name.startsWith('served/') ? served.files.get(name.slice('served/'.length)) : undefined;
  if (file === undefined) return plain(404, 'expected the studio or a file it was started with, found neither');
  try {
    return { status: 200, type: 'application/octet-stream', body: fs.readFileSync(file) };
  } catch (error) {
    return plain(500, fileFault(error) ?? 'the file could not be read');
  }
}

const accepts = (request: http.IncomingMessage): string => String(request.headers['accept-encoding'] ?? '');

/** A browser keeps the page and asks whether it has changed: an answer without a body when it has not. */
function pageReply(request: http.IncomingMessage, page: PageOnDisk): Reply {
  const type = 'text/html; charset=utf-8';
  const cache = { 'cache-control': 'private, no-cache', etag: page.page.tag };
  if (request.headers['if-none-match'] === page.page.tag) return { status: 304, type, body: '', cache };
  return { status: 200, type, ...page.packedFor(accepts(request)), cache };
}

/** A part has the checksum of its page. */
function partReply(request: http.IncomingMessage, page: PageOnDisk, name: string): Reply | undefined {
  const { parts, tag } = page.page;
  const part = parts.get(name);
  if (part === undefined) return undefined;
  const type = 'text/plain; charset=utf-8';
  const cache = { 'cache-control': 'private, no-cache', etag: tag };
  if (request.headers['if-none-match'] === tag) return { status: 304, type, body: '', cache };
  const zipped = /\bgzip\b/.test(accepts(request));
  return {
    status: 200,
    type,
    body: zipped ? part.zipped : gunzipSync(part.zipped),
    ...(zipped && { encoding: 'gzip' as const }),
    cache,
  };
}

/** The path of an address without its first slash, decoded; undefined: it cannot be. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, `http://${HOST}`).pathname.slice(1));
  } catch {
    return undefined;
  }
}

/** Compares in constant time. */
function equal(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
