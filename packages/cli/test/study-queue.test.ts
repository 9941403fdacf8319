/** Studies by workers that take their jobs from Redis or PostgreSQL, with workers and servers killed on the way. */
import { afterAll, describe, expect, test } from 'vitest';
import { BALL, endOf, type Started, until, Workshop } from './program.ts';
import { postgresFolder, postgresServer, redisBinary, redisServer, type Server } from './servers.ts';

const shop = new Workshop();
afterAll(() => shop.close());
if (process.env.HAWSER_REQUIRE_ALL) {
  test('queues: a Redis and a PostgreSQL server are installed', () => {
    expect([redisBinary, postgresFolder]).not.toContain(undefined);
  });
}

const RUNS = 40;
/** Runs long enough that many are left when two workers have been killed and two others have started. */
const LONG = BALL.replace('duration: 0.5 s', 'duration: 2 s');
const STUDY = `study: 1
scenario: ball.yaml
vary:
  height: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 1 m, count: 20 } }
  speed: { path: "bodies.ball.velocity[0]", values: [0.1 m/s, 1 m/s] }
measure: { end: { channel: ball.position.x, take: final } }
`;

const rowsIn = (folder: string): number =>
  shop.has(`${folder}/rows.jsonl`) ? shop.text(`${folder}/rows.jsonl`).split('\n').length - 1 : 0;
let quiet: Promise<string> | undefined;
const quietDigest = (): Promise<string> => {
  shop.put({ 'ball.yaml': LONG, 'study.yaml': STUDY });
  quiet ??= shop
    .run('study', 'run', 'study.yaml', '--out', 'quiet', '--no-report', '--json')
    .then(({ stdout }) => (JSON.parse(stdout) as { digest: string }).digest);
  return quiet;
};

/** [s] a killed worker's job waits for its claim to run out, twice if unlucky, on a machine that may be busy */
const STUDY_WITHIN = 400;
/** [ms] above the sum of the waits likely at once: each has its own bound and message */
const WITHIN = 900_000;

async function chaos(server: Server, folder: string): Promise<void> {
  const digest = await quietDigest();
  await server.start();
  const worker = () => shop.start(['worker', '--queue', server.url, '--workers', '1']);
  const ready = (each: Started) =>
    until('a worker is at the queue', () => {
      if (each.child.exitCode !== null) throw new Error(`a worker has ended; it said: ${each.said()}`);
      return each.said().includes('ends with Ctrl-C');
    });
  const all = [worker(), worker()];
  try {
    await Promise.all(all.map(ready));
    const where = ['--queue', server.url, '--out', folder, '--no-report', '--json'];
    const study = shop.start(['study', 'run', 'study.yaml', ...where]);
    all.push(study);
    await until('4 rows are there', () => rowsIn(folder) >= 4);
    all[0].child.kill('SIGKILL');
    all[1].child.kill('SIGKILL');
    const others = [worker(), worker()];
    all.push(...others);
    await Promise.all(others.map(ready)); // one that finds no server when it starts ends with an error
    await server.kill();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.start();
    const { code, stdout, stderr } = await endOf('the study', study, STUDY_WITHIN);
    expect([code, stderr.includes('hawser:')], stderr).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'complete', runs: RUNS, failed: 0, digest });
    expect(rowsIn(folder)).toBe(RUNS); // none counted twice
    for (const { child } of others) child.kill('SIGTERM');
    for (const each of others) expect((await endOf('a worker', each)).code).toBe(0);
  } finally {
    for (const { child } of all) child.kill('SIGKILL'); // also when something went wrong
    await server.remove();
  }
}

/** Nobody is there to take a row or to confirm anything: the worker must end all the same. */
async function endsAlone(server: Server): Promise<void> {
  await server.start();
  const worker = shop.start(['worker', '--queue', server.url, '--workers', '1']);
  try {
    await until('a worker is at the queue', () => worker.said().includes('ends with Ctrl-C'));
    await server.kill();
    worker.child.kill('SIGTERM');
    expect((await endOf('the worker', worker)).code).toBe(0);
  } finally {
    worker.child.kill('SIGKILL');
    await server.remove();
  }
}

describe.skipIf(redisBinary === undefined)('Redis (needs redis-server)', () => {
  test(
    'queue: a worker told to stop ends though the server is gone',
    async () => endsAlone(await redisServer()),
    WITHIN,
  );
  test(
    'queue: workers and the server killed: no row is lost or counted twice, all are those of a quiet run',
    async () => chaos(await redisServer(), 'redis'),
    WITHIN,
  );
});

describe.skipIf(postgresFolder === undefined)('PostgreSQL (needs postgresql)', () => {
  test(
    'queue: a worker told to stop ends though the server is gone',
    async () => endsAlone(await postgresServer()),
    WITHIN,
  );
  test(
    'queue: workers and the server killed: no row is lost or counted twice, all are those of a quiet run',
    async () => chaos(await postgresServer(), 'postgres'),
    WITHIN,
  );
});

test('queue: one that is not reachable, a password on the command line and an address of another kind are refused', async () => {
  shop.put({ 'ball.yaml': BALL, 'study.yaml': STUDY });
  const away = await shop.run('worker', '--queue', 'redis://127.0.0.1:1');
  expect([away.code, away.stderr]).toEqual([
    1,
    expect.stringContaining('expected a server that answers, found: connect ECONNREFUSED'),
  ]);
  const open = await shop.run('worker', '--queue', 'redis://me:secret@127.0.0.1:1');
  expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('HAWSER_QUEUE_PASSWORD')]);
  expect(open.stderr).not.toContain('secret');
  const odd = await shop.run('study', 'run', 'study.yaml', '--queue', 'amqp://127.0.0.1', '--out', 'odd');
  expect([odd.code, odd.stderr]).toEqual([1, expect.stringContaining('expected redis://')]);
});
