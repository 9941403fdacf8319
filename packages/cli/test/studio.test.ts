/** `hawser studio` as a user starts it: who may read what, and what it says when it cannot. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { BALL, until, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: http.IncomingHttpHeaders;
}

function get(
  port: number,
  path: string,
  host = `127.0.0.1:${port}`,
  method = 'GET',
  more: http.OutgoingHttpHeaders = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers: { host, ...more } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    request.on('error', reject).end();
  });
}

test('serves its page and the files it was started with, to this machine and under its own name only', async () => {
  shop.put({ 'lift/ball.yaml': BALL, 'lift/secret.txt': 'not asked for' });
  const { child, ended } = shop.start(['studio', 'lift/ball.yaml', '--no-open', '--json', '--port', '0']);
  let printed = '';
  child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  await until('the studio prints its address', () => printed.includes('}'));
  const { port, address, files } = JSON.parse(printed) as { port: number; address: string; files: string[] };
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/#served$/);
  const home = new URL(address).pathname;
  expect(files).toEqual(['ball.yaml']);
  const page = await get(port, home);
  expect(page.body).toContain('<title>hawser studio</title>');
  // compressed for a browser that can read it
  const small = await get(port, home, undefined, 'GET', { 'accept-encoding': 'gzip, deflate, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(Number(small.headers['content-length'])).toBeLessThan(0.5 * Buffer.byteLength(page.body));
  expect(Number(small.headers['content-length'])).toBeLessThanOrEqual(1.2e6); // what a browser waits for
  // kept by a browser: asked again with its sum, it is not sent again; with another sum it is
  expect(page.headers['cache-control']).toBe('private, no-cache');
  const known = { 'if-none-match': String(page.headers.etag) };
  expect(await get(port, home, undefined, 'GET', known)).toMatchObject({ status: 304, body: '' });
  expect((await get(port, home, undefined, 'GET', { 'if-none-match': '"other"' })).status).toBe(200);
  // parts no start waits for come when they are asked for
  expect(page.body).not.toContain('data-zipped');
  const shipped = await get(port, `${home}parts/shipped`);
  expect(Object.keys(JSON.parse(shipped.body) as object)).toContain('launch-recovery');
  expect(
    (await get(port, `${home}parts/extras`, undefined, 'GET', { 'accept-encoding': 'gzip' })).headers,
  ).toMatchObject({
    'content-encoding': 'gzip',
    etag: page.headers.etag,
  });
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const policies = [page, await get(port, home)].map(
    ({ body }) => /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(body)?.[1],
  );
  expect(policies[0]).toMatch(/script-src 'sha256-[^;]+ 'wasm-unsafe-eval'; .*style-src 'sha256-/);
  expect(policies[0]).not.toContain('unsafe-inline');
  expect(policies[0]).toBe(policies[1]); // one nonce a start: nothing a client sends gets into the page
  const built = fs.readFileSync(new URL('../../studio/dist/index.html', import.meta.url), 'utf8');
  const nonce = (text: string | undefined): string | undefined => /'nonce-([^']+)'/.exec(text ?? '')?.[1];
  expect(nonce(policies[0])).not.toBe(nonce(built));
  expect(page.headers['x-frame-options']).toBe('DENY');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(JSON.parse((await get(port, `${home}served.json`)).body)).toEqual({ main: 'ball.yaml', files: ['ball.yaml'] });
  expect((await get(port, `${home}served/ball.yaml`)).body).toBe(BALL);
  for (const path of [
    'served/secret.txt',
    'served/%2e%2e%2fsecret.txt',
    'served/__proto__',
    'package.json',
    'parts/engine',
    'parts/toString',
  ]) {
    expect([path, (await get(port, home + path)).status]).toEqual([path, 404]);
  }
  // without the token nothing is there: it is what other users of the machine do not know
  const wrong = `/${'0'.repeat(32)}/`;
  for (const path of ['/', '/served.json', '/served/ball.yaml', `${wrong}served.json`, `${home}../served/ball.yaml`]) {
    expect([path, (await get(port, path)).status]).toEqual([path, 403]);
  }
  expect((await get(port, `${home}%ff`)).status).toBe(400);
  expect((await get(port, `${home}served/ball.yaml`, 'studio.example')).status).toBe(403);
  expect((await get(port, home, undefined, 'POST')).status).toBe(405);
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('a port in use, a path that leads nowhere and a folder without a run are told, with exit code 1', async () => {
  const holder = http.createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  const taken = await shop.run('studio', '--no-open', '--port', String(port));
  holder.close();
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(`--port ${port}: expected a free port`)]);
  const nowhere = await shop.run('studio', 'no/such.yaml', '--no-open');
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringContaining('expected a scenario file or the folder of a run'),
  ]);
  shop.put({ 'empty/notes.txt': '' });
  const empty = await shop.run('studio', 'empty', '--no-open');
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('name the scenario file itself')]);
});

test('where no browser can be opened the address is there to be opened by hand', async () => {
  const { child, ended } = shop.start(['studio', '--port', '0'], [], { PATH: shop.dir }); // no xdg-open on this path
  let told = '';
  child.stderr?.on('data', (text: string) => {
    told += text;
  });
  await until('it says so', () =>
    /could not open it; open http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/ in a browser/.test(told),
  );
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
