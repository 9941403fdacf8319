/** `hawser studio` as a user starts it: who may read what, and what it says when it cannot. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { BALL, until, Workshop } from './program.ts';

const shop = new Workshop();
afterAll(() => shop.close());

interface Answer {
  readonly status: number;
  readonly body: string;
}

function get(port: number, path: string, host = `127.0.0.1:${port}`, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
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
  expect(address).toBe(`http://127.0.0.1:${port}/#served`);
  expect(files).toEqual(['ball.yaml']);
  expect((await get(port, '/')).body).toContain('<title>hawser studio</title>');
  expect(JSON.parse((await get(port, '/served.json')).body)).toEqual({ main: 'ball.yaml', files: ['ball.yaml'] });
  expect((await get(port, '/served/ball.yaml')).body).toBe(BALL);
  for (const path of [
    '/served/secret.txt',
    '/served/../lift/secret.txt',
    '/served/%2e%2e/secret.txt',
    '/package.json',
  ]) {
    expect([path, (await get(port, path)).status]).toEqual([path, 404]);
  }
  expect((await get(port, '/served/ball.yaml', 'studio.example')).status).toBe(403);
  expect((await get(port, '/', undefined, 'POST')).status).toBe(405);
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
  await until('it says so', () => /could not open it; open http:\/\/127\.0\.0\.1:\d+\/ in a browser/.test(told));
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
