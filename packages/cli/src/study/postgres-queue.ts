/** The queue on PostgreSQL: a table of jobs, taken with SKIP LOCKED, claims renewed while they run. */
import os from 'node:os';
import { deserialize, serialize } from 'node:v8';
import type { Row } from '@hawser/study';
import pg from 'pg';
import { CLAIM_SECONDS, FIRST_SECONDS, type JobQueue, MOST_ATTEMPTS, type QueuedJob } from './queue.ts';
import type { Outage } from './outage.ts';
import type { StudyTask } from './task.ts';

const SCHEMA = `
create table if not exists hawser_tasks (id text primary key, data bytea not null, at timestamptz not null default now());
create table if not exists hawser_jobs (
  id text primary key, seq bigserial, task text not null, data jsonb not null, priority int not null,
  state text not null default 'waiting', claimed timestamptz, worker text, attempts int not null default 0,
  result json, failure text, at timestamptz not null default now());
create index if not exists hawser_jobs_next on hawser_jobs (state, priority, seq);
`;

/** The next job: a waiting one, or one with an expired claim. */
const TAKE = `
update hawser_jobs set state = 'active', claimed = now(), worker = $1, attempts = attempts + 1
where id = (select id from hawser_jobs
  where state = 'waiting' or (state = 'active' and claimed < now() - make_interval(secs => $2))
  order by state desc, priority, seq for update skip locked limit 1)
returning id, data, attempts`;

/** [ms] between two polls for work, and between two tries to reach a server */
const IDLE = 200;
const RETRY = 300;
/** [ms] timeout of a query before it is repeated on a new connection: the server's machine may have vanished silently */
const ANSWER_WITHIN = 60_000;
/** [ms] the same for the first queries */
const FIRST_WITHIN = FIRST_SECONDS * 1000;
/** [ms] wait for connections to close at the end */
const CLOSE_WITHIN = 3000;

export async function openPostgres(url: URL, password: string | undefined, outage: Outage): Promise<JobQueue> {
  const pool = new pg.Pool({
    connectionString: url.href,
    max: 4,
    connectionTimeoutMillis: FIRST_WITHIN,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
    ...(password !== undefined && { password }),
  });
  pool.on('error', () => {}); // a connection that was lost is replaced
  try {
    await makeTables(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  let closed = false;

  /** Waits for a server that is restarting; other faults are errors. */
  const ask = async <T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> => {
    for (;;) {
      try {
        const { rows } = await pool.query<T>(text, [...values]);
        outage.back();
        return rows;
      } catch (error) {
        if (closed || !gone(error)) throw error;
        outage.away(reasonOf(error));
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  };

  return {
    warnings: [],
    putTask: async (id, task) =>
      void (await ask('insert into hawser_tasks (id, data) values ($1, $2) on conflict (id) do nothing', [
        id,
        serialize(task),
      ])),
    getTask: async (id) => {
      const [found] = await ask<{ data: Buffer }>('select data from hawser_tasks where id = $1', [id]);
      return found === undefined ? undefined : (deserialize(found.data) as StudyTask);
    },
    put: async (jobs, priority) => {
      await ask(
        `insert into hawser_jobs (id, task, data, priority)
         select x->'job'->>'id', x->>'task', x, $2 from jsonb_array_elements($1::jsonb) x
         on conflict (id) do update set state = 'waiting', attempts = 0, failure = null where hawser_jobs.state = 'failed'`,
        [JSON.stringify(jobs), priority],
      );
    },
    results: async (_task, ids) => {
      const rows = await ask<{ id: string; result: Row | null; failure: string | null }>(
        "select id, result, failure from hawser_jobs where id = any($1) and state in ('done', 'failed')",
        [ids],
      );
      return new Map(rows.map(({ id, result, failure }) => [id, result ?? failure ?? 'failed']));
    },
    missing: async (ids) => {
      const known = new Set(
        (await ask<{ id: string }>('select id from hawser_jobs where id = any($1)', [ids])).map(({ id }) => id),
      );
      return ids.filter((id) => !known.has(id));
    },
    remove: async (ids) =>
      (
        await ask<{ id: string }>("delete from hawser_jobs where id = any($1) and state = 'waiting' returning id", [
          ids,
        ])
      ).map(({ id }) => id),
    forget: async (_task, ids) =>
      void (await ask("delete from hawser_jobs where id = any($1) and state in ('done', 'failed')", [ids])),
    running: async () =>
      Number((await ask<{ n: string }>("select count(*) n from hawser_jobs where state = 'active'"))[0]?.n ?? 0),
    work: async (slots, run) => {
      const worker = `${os.hostname()}:${process.pid}`;
      const held = new Set<string>();
      let stopping = false;
      let renewing = false;
      const renewal = async (): Promise<void> => {
        if (renewing || held.size === 0) return; // one at a time, also while the server is away
        renewing = true;
        const text = 'update hawser_jobs set claimed = now() where id = any($1) and worker = $2';
        await ask(text, [[...held], worker]).catch((error) => outage.away(reasonOf(error)));
        renewing = false;
      };
      const renew = setInterval(() => void renewal(), (CLAIM_SECONDS * 1000) / 4);
      const slot = async (): Promise<void> => {
        while (!stopping) {
          const [taken] = await ask<{ id: string; data: QueuedJob; attempts: number }>(TAKE, [
            worker,
            CLAIM_SECONDS,
          ]).catch((error) => {
            outage.away(reasonOf(error)); // a refusal may be temporary
            return [];
          });
          if (taken === undefined) {
            await new Promise((resolve) => setTimeout(resolve, IDLE));
            continue;
          }
          const { id, data, attempts } = taken;
          held.add(id);
          try {
            const row = await run(data);
            if (row === undefined)
              await ask(
                "update hawser_jobs set state = 'waiting', attempts = attempts - 1 where id = $1 and worker = $2 and state = 'active'",
                [id, worker],
              );
            else
              await ask("update hawser_jobs set state = 'done', result = $2 where id = $1 and state <> 'done'", [
                id,
                JSON.stringify(row),
              ]);
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            const state = attempts >= MOST_ATTEMPTS ? 'failed' : 'waiting';
            await ask("update hawser_jobs set state = $2, failure = $3 where id = $1 and state = 'active'", [
              id,
              state,
              message,
            ]).catch(() => {});
          } finally {
            held.delete(id);
          }
        }
      };
      const all = Array.from({ length: slots }, slot);
      return {
        stop: async () => {
          stopping = true;
          await Promise.all(all);
          clearInterval(renew);
        },
      };
    },
    close: async () => {
      closed = true;
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN).unref());
      await Promise.race([pool.end().catch(() => {}), late]); // a connection blocked in a query ends with it
    },
  };
}

/** Two simultaneous first clients would both create the tables: one waits. */
async function makeTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (const text of ['select pg_advisory_lock(1751217)', SCHEMA, 'select pg_advisory_unlock(1751217)'])
      await client.query({ text, query_timeout: FIRST_WITHIN } as pg.QueryConfig);
    client.release();
  } catch (error) {
    client.release(true); // with the lock it may hold
    throw error;
  }
}

/** True when the server went away, is not up yet (class 57P, 08) or lacks resources (53), as opposed to a rejected query. */
function gone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(57P|08|53|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT)/.test(code) ||
    /Connection terminated|timeout|server closed|not queryable/i.test(error.message)
  );
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
