/** `hawser worker --queue ADDRESS`: runs jobs of studies that others hand in, until it is told to stop. */
import os from 'node:os';
import type { Row } from '@hawser/study';
import { inputError } from '../exit.ts';
import { type Output, plural } from '../output.ts';
import { buildVersion } from '../study/build-version.ts';
import { Pool } from '../study/pool.ts';
import { openQueue } from '../study/open-queue.ts';
import type { QueuedJob } from '../study/queue.ts';

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
    const result = await pool.run(await known, job);
    return result.kind === 'row' ? result.row : undefined;
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
  if (refused === undefined) await working.stop().catch(() => {});
  else pool.cancel();
  pool.close();
  await queue.close();
  for (const signal of signals) process.off(signal, onSignal);
  if (refused !== undefined) throw inputError(refused);
}
