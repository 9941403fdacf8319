/** Results of a study to an S3-compatible store: our own small one, which checks every signature by itself. */
import { createHash, createHmac } from 'node:crypto';
import fs from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BALL, root, Workshop } from './program.ts';

const shop = new Workshop();
const KEY = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const objects = new Map<string, Buffer>();
let server: Server;
let address = '';
let failures = 0;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sum = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** AWS Signature Version 4, "Signature calculations for the Authorization header", steps 1 to 3. */
function signed(request: IncomingMessage, body: Buffer): boolean {
  const given = request.headers.authorization ?? '';
  const [, key, day, region, service] = /Credential=([^/]+)\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request/.exec(given) ?? [];
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1].split(';') ?? [];
  const claimed = String(request.headers['x-amz-content-sha256'] ?? '');
  if (key !== KEY.AWS_ACCESS_KEY_ID || (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sum(body))) return false;
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names.join(';'),
    claimed,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sum(canonical)].join('\n');
  const secret = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (each, part) => hmac(each, part ?? ''),
    `AWS4${KEY.AWS_SECRET_ACCESS_KEY}`,
  );
  return given.endsWith(`Signature=${hmac(secret as Buffer, text).toString('hex')}`);
}

beforeAll(async () => {
  server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const good = signed(request, body);
      if (good && failures-- > 0) answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      else if (!good)
        answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>');
      else {
        objects.set(decodeURIComponent(request.url ?? ''), body);
        answer.writeHead(200).end();
      }
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  shop.close();
});

const STUDY = `study: 1
scenario: ball.yaml
vary: { height: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 1 m, count: 3 } } }
measure: { end: { channel: ball.position.x, take: final } }
`;

const there = fs.existsSync(path.join(root, 'node_modules/aws4fetch'));
if (process.env.HAWSER_REQUIRE_ALL) test('store: aws4fetch is installed', () => expect(there).toBe(true));

test.skipIf(!there)(
  'store (needs aws4fetch): rows, report and study.json go to s3://, signed; a store that is busy is asked again; the folder has the same bytes',
  async () => {
    shop.put({ 'ball.yaml': BALL, 'study.yaml': STUDY });
    failures = 2;
    const args = [
      'study',
      'run',
      'study.yaml',
      '--out',
      'out',
      '--workers',
      '1',
      '--store',
      's3://results/launch no. 1',
    ];
    const { code, stderr } = await shop.start(args, [], { ...KEY, AWS_ENDPOINT_URL: address }).ended;
    expect([code, stderr], stderr).toEqual([0, expect.stringContaining('s3://results/launch no. 1')]);
    for (const name of ['study.json', 'rows.jsonl', 'rows.parquet', 'report.html'])
      expect([name, objects.get(`/results/launch no. 1/${name}`)?.length]).toEqual([name, shop.size(`out/${name}`)]);
    expect([...objects.keys()].filter((name) => name.includes('lock'))).toEqual([]);
  },
);

test.skipIf(!there)(
  'store (needs aws4fetch): wrong keys, no keys, no store and a strange address are refused before any run',
  async () => {
    const tried = async (store: string, variables: Record<string, string>): Promise<string> => {
      const args = ['study', 'run', 'study.yaml', '--out', 'none', '--store', store];
      const { code, stderr } = await shop.start(args, [], { AWS_ACCESS_KEY_ID: '', ...variables }).ended;
      expect([code, shop.has('none/rows.parquet')]).toEqual([1, false]);
      expect(stderr).not.toContain(KEY.AWS_SECRET_ACCESS_KEY);
      return stderr;
    };
    const wrong = { ...KEY, AWS_SECRET_ACCESS_KEY: 'wrong', AWS_ENDPOINT_URL: address };
    expect(await tried('s3://results/x', wrong)).toContain('found 403 SignatureDoesNotMatch');
    expect(await tried('s3://results/x', {})).toContain('AWS_ACCESS_KEY_ID');
    expect(await tried('gs://results', KEY)).toContain('expected s3://bucket');
    expect(await tried('s3://results/x', { ...KEY, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' })).toContain(
      'expected a store that answers',
    );
  },
);
