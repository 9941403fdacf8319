/** A process of the pool: takes a task, then job after job. It ends with its parent process, even during a run. */
import type { JobRunner, Row } from '@hawser/study';
import { type StudyJob, type StudyTask, taskRunner } from './task.ts';
import { processOutput } from '../output.ts';

export type ToWorker =
  | { readonly kind: 'task'; readonly number: number; readonly task: StudyTask }
  | { readonly kind: 'job'; readonly number: number; readonly job: StudyJob }
  | {
      readonly kind: 'folder';
      readonly folder: string;
      readonly file: string;
      readonly set: readonly string[];
      readonly allow: readonly string[];
      /** after this many tests a lost run ends */
      readonly steps?: number;
    }
  | { readonly kind: 'cancel' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'fault'; readonly message: string };

const send = (message: FromWorker): void => void process.send?.(message, undefined, {}, () => {});
const runners = new Map<number, JobRunner>();
let cancelled = false;

process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}); // Ctrl-C reaches the whole group; the parent decides

process.on('message', (message: ToWorker) => {
  if (message.kind === 'cancel') cancelled = true;
  else
    void handle(message).catch((error: unknown) =>
      send({ kind: 'fault', message: error instanceof Error ? error.message : String(error) }),
    );
});

async function handle(message: Exclude<ToWorker, { kind: 'cancel' }>): Promise<void> {
  if (message.kind === 'task') {
    runners.set(message.number, taskRunner(message.task));
    send({ kind: 'ready' });
  } else if (message.kind === 'folder') {
    const { run } = await import('../commands/run.ts');
    const quiet = { ...processOutput, print: () => {}, tell: () => {}, json: () => {} };
    const { folder, file, set, allow, steps } = message;
    await run(quiet, file, { out: folder, set, allow, report: true, ...(steps !== undefined && { steps }) });
    process.exitCode = 0; // a failed run does not end the worker
    send({ kind: 'folder' });
  } else {
    cancelled = false;
    const row = await runners.get(message.number)?.run(message.job, () => !cancelled);
    send(row === undefined ? { kind: 'cancelled' } : { kind: 'row', row });
  }
}
send({ kind: 'ready' });
