/** The queue on Redis by BullMQ. Rows are stored in a separate hash before a job is marked as done, so that none depends on an event. */
import { deserialize, serialize } from 'node:v8';
import type { Row } from '@hawser/study';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { CLAIM_SECONDS, FIRST_SECONDS, type JobQueue, KEPT_SECONDS, MOST_ATTEMPTS, type QueuedJob } from './queue.ts';
import type { Outage } from './outage.ts';
import type { StudyTask } from './task.ts';

const NAME = 'hawser';
const taskKey = (id: string): string => `${NAME}:task:${id}`;
const rowsKey = (task: string): string => `${NAME}:rows:${task}`;

/** [ms] timeout after which a silent connection is renewed: the server's machine may have vanished silently */
const SILENT = 60_000;
/** [ms] wait for BullMQ to close its connections at the end */
const CLOSE_WITHIN = 3000;

export async function openRedis(
  url: URL,
  password: string | undefined,
  outage: Outage,
  signal: AbortSignal,
): Promise<JobQueue> {
  const connect = (): Redis => {
    const redis = new Redis(url.href, {
      ...(password !== undefined && { password }),
      maxRetriesPerRequest: null, // a server that is started again is waited for
      retryStrategy: (times) => Math.min(times * 50, 1000),
      connectTimeout: FIRST_SECONDS * 1000,
      socketTimeout: SILENT,
    });
    redis.on('error', (error) => {
      fault = error;
      outage.away(error.message || error.name);
    });
    redis.on('ready', () => outage.back());
    return redis;
  };
  let fault: Error | undefined;
  const redis = connect();
  signal.addEventListener('abort', () => redis.disconnect());
  await answered(redis, () => fault);
  const warnings = await durability(redis);
  const queue = new Queue<QueuedJob, string>(NAME, {
    connection: redis,
    defaultJobOptions: {
      attempts: MOST_ATTEMPTS,
      backoff: { type: 'fixed', delay: 200 },
      removeOnComplete: { age: KEPT_SECONDS },
      removeOnFail: { age: KEPT_SECONDS },
    },
  });
  queue.on('error', () => {}); // it connects again by itself
  const workers: Worker[] = [];
  const others: Redis[] = [];

  return {
    warnings,
    putTask: async (id, task) => void (await redis.set(taskKey(id), serialize(task), 'EX', KEPT_SECONDS)),
    getTask: async (id) => {
      const bytes = await redis.getBuffer(taskKey(id));
      return bytes === null ? undefined : (deserialize(bytes) as StudyTask);
    },
    put: async (jobs, priority) => {
      // a job that failed finally in an earlier study would block the same one
      const known = await Promise.all(jobs.map(({ job }) => queue.getJob(job.id)));
      await Promise.all(
        known.map(async (job) => ((await job?.isFailed()) ? job?.remove().catch(() => {}) : undefined)),
      );
      await queue.addBulk(jobs.map((data) => ({ name: 'run', data, opts: { jobId: data.job.id, priority } })));
    },
    results: async (task, ids) => {
      const found = new Map<string, Row | string>();
      if (ids.length === 0) return found;
      const rows = await redis.hmget(rowsKey(task), ...ids);
      for (const [i, text] of rows.entries()) if (text !== null) found.set(ids[i], JSON.parse(text) as Row);
      for (const job of await queue.getFailed(0, 999)) {
        if (job?.id !== undefined && ids.includes(job.id) && !found.has(job.id))
          found.set(job.id, job.failedReason ?? 'failed');
      }
      return found;
    },
    missing: async (ids) => {
      const pipeline = redis.pipeline();
      for (const id of ids) pipeline.exists(queue.toKey(id));
      const found = (await pipeline.exec()) ?? [];
      return ids.filter((_, i) => found[i]?.[1] === 0);
    },
    remove: async (ids) => {
      const gone = await Promise.all(
        ids.map(async (id) => ((await queue.remove(id).catch(() => 0)) === 1 ? [id] : [])),
      );
      return gone.flat();
    },
    forget: async (task, ids) => {
      for (let i = 0; i < ids.length; i += 500) {
        const part = ids.slice(i, i + 500);
        await redis.hdel(rowsKey(task), ...part);
        await Promise.all(part.map((id) => queue.remove(id).catch(() => 0)));
      }
    },
    running: () => queue.getActiveCount(),
    work: async (slots, run) => {
      const connection = connect();
      others.push(connection);
      const worker = new Worker<QueuedJob, string>(
        NAME,
        async (job: Job<QueuedJob, string>, token?: string) => {
          const row = await run(job.data);
          if (row === undefined) {
            await job.moveToDelayed(Date.now() + 500, token);
            throw new DelayedError();
          }
          const key = rowsKey(job.data.task);
          await redis.multi().hset(key, row.id, JSON.stringify(row)).expire(key, KEPT_SECONDS).exec();
          return 'done';
        },
        {
          connection,
          concurrency: slots,
          lockDuration: CLAIM_SECONDS * 1000,
          stalledInterval: (CLAIM_SECONDS * 1000) / 2,
          maxStalledCount: 1000,
        },
      );
      worker.on('error', () => {}); // it connects again by itself
      workers.push(worker);
      return { stop: () => worker.close() };
    },
    close: async () => {
      const closing = Promise.all([...workers.map((worker) => worker.close(true)), queue.close()]).catch(() => {});
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN).unref())]);
      for (const each of [redis, ...others]) each.disconnect();
    },
  };
}

/** The first answer, or the reason of its absence. */
async function answered(redis: Redis, fault: () => Error | undefined): Promise<void> {
  let over = false;
  const failed = (async (): Promise<never> => {
    for (let k = 0; !over && k < 30; k++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const error = fault();
      if (error !== undefined) throw error;
    }
    return new Promise<never>(() => {});
  })();
  try {
    await Promise.race([redis.ping(), failed]);
  } finally {
    over = true;
    void failed.catch(() => {});
  }
}

async function durability(redis: Redis): Promise<string[]> {
  const answer = (await redis.config('GET', 'appendonly').catch(() => undefined)) as string[] | undefined;
  if (answer === undefined) return []; // a service that does not tell
  return answer[1] === 'yes'
    ? []
    : [
        'this Redis keeps jobs in memory only: set "appendonly yes", or jobs that are queued are lost when it ends (rows that came back are not)',
      ];
}
