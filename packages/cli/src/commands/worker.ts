/** `hawser worker --queue ADDRESS`: runs jobs of submitted studies until it is stopped. */
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Row } from '@hawser/study';
import { inputError } from '../exit.ts';
import { type Output, plural } from '../output.ts';
import { buildVersion } from '../study/build-version.ts';
import { Pool } from '../study/pool.ts';
import { openQueue } from '../study/open-queue.ts';
import type { QueuedJob } from '../study/queue.ts';

/** [s] the end waits for a queue that no longer answers, once no run is under way */
const LAST_WORD = 10;

export interface WorkerOptions {
  readonly queue: string;
  readonly workers?: number;
}

export async function worker(out: Output, options: WorkerOptions): Promise<void> {
  const queue = await openQueue(options.queue, (line) => out.tell(`${out.style('yellow', 'warning:')} ${line}`));
  const size = options.workers ?? os.availableParallelism();
  const pool = new Pool(size);
  const numbers = new Map<string, Promise<number>>();
  let refused: string | undefined;
  let underWay = 0;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const warning of queue.warnings) out.tell(`${out.style('yellow', 'warning:')} ${warning}`);

  const taskOf = async (id: string): Promise<number> => {
    const task = await queue.getTask(id);
    if (task === undefined) throw new Error('the queue has lost the files of this study; hand it in again');
    const number = numbers.size;
    pool.addTask(number, task);
    return number;
  };
  const run = async ({ task, version, job }: QueuedJob): Promise<Row | undefined> => {
    if (version !== buildVersion()) {
      refused = `the queue holds runs of hawser ${version}, this is ${buildVersion()}; rows of the two must not be mixed: use the same version on both sides`;
      end();
      return undefined;
    }
    const known = numbers.get(task) ?? taskOf(task);
    numbers.set(task, known);
    underWay++;
    try {
      const result = await pool.run(await known, job);
      return result.kind === 'row' ? result.row : undefined;
    } finally {
      underWay--;
    }
  };
  /** A server that is gone takes no row and confirms nothing: it must not hold the end up. */
  let silent = false;
  const silence = async (signal: AbortSignal): Promise<void> => {
    for (let waited = 0; waited < LAST_WORD; waited = underWay > 0 ? 0 : waited + 0.1)
      await setTimeout(100, undefined, { signal });
    silent = true;
    out.tell(
      `${out.style('yellow', 'warning:')} the queue does not answer: runs that ended here meanwhile are run again by others`,
    );
  };

  const signals = ['SIGINT', 'SIGTERM'] as const;
  let asked = 0;
  const onSignal = (): void => {
    if (++asked > 1) process.exit(130);
    out.tell('runs under way are brought to their end (again: at once; they are taken over by others)');
    end();
  };
  for (const signal of signals) process.on(signal, onSignal);
  const working = await queue.work(size, run);
  out.tell(
    `hawser ${buildVersion()}: ${plural(size, 'process', 'processes')} at ${new URL(options.queue).host}; ends with Ctrl-C`,
  );
  await ended;
  const stopped = new AbortController();
  if (refused === undefined)
    await Promise.race([working.stop().catch(() => {}), silence(stopped.signal).catch(() => {})]);
  else pool.cancel();
  stopped.abort();
  pool.close();
  await queue.close();
  for (const signal of signals) process.off(signal, onSignal);
  if (silent) process.exit(0); // what waits for the server would keep the process alive
  if (refused !== undefined) throw inputError(refused);
}
