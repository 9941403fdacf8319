/**
 * Processes that run one job at a time. A process that dies (killed, out of memory) is replaced and its job given to another; a job that
 * ends several processes is reported as crashed. Processes are used instead of threads: a run that ends its process affects no other, and
 * processor time is counted for each.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row } from '@hawser/study';
import type { StudyJob, StudyTask } from './task.ts';
import type { FromWorker, ToWorker } from './worker-process.ts';

export type JobResult =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'folder' }
  | { readonly kind: 'cancelled' };

/** Number of processes ended by a job from which it counts as crashed; more are allowed for kills from outside. */
const MOST_CRASHES = 3;
const MOST_KILLS = 20;

type Work =
  | { readonly kind: 'job'; readonly number: number; readonly job: StudyJob }
  | Extract<ToWorker, { kind: 'folder' }>;

interface Waiting {
  readonly work: Work;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
  crashes: number;
  kills: number;
}

interface Member {
  readonly child: ChildProcess;
  readonly tasks: Set<number>;
  current: Waiting | undefined;
  ready: boolean;
}

export class Pool {
  readonly size: number;
  readonly #tasks: Map<number, StudyTask> = new Map();
  readonly #members: Set<Member> = new Set();
  readonly #queue: Waiting[] = [];
  #closing = false;
  #failedStarts = 0;

  constructor(size: number) {
    this.size = size;
    for (let i = 0; i < size; i++) this.#start();
  }

  addTask(number: number, task: StudyTask): void {
    this.#tasks.set(number, task);
  }

  get running(): number {
    return [...this.#members].filter(({ current }) => current !== undefined).length;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Ids of the processes. */
  get pids(): readonly number[] {
    return [...this.#members].flatMap(({ child }) => (child.pid === undefined ? [] : [child.pid]));
  }

  run(number: number, job: StudyJob): Promise<JobResult> {
    return this.#add({ kind: 'job', number, job });
  }

  /** A run with all its files. */
  runFolder(
    folder: string,
    file: string,
    set: readonly string[],
    allow: readonly string[],
    steps?: number,
  ): Promise<JobResult> {
    return this.#add({ kind: 'folder', folder, file, set, allow, ...(steps !== undefined && { steps }) });
  }

  /** Ends all runs; they are reported as cancelled. */
  cancel(): void {
    for (const waiting of this.#queue.splice(0)) waiting.resolve({ kind: 'cancelled' });
    for (const member of this.#members) if (member.current) this.#send(member, { kind: 'cancel' });
  }

  /** Takes back jobs that no process has begun. */
  drop(): void {
    for (const waiting of this.#queue.splice(0)) waiting.resolve({ kind: 'cancelled' });
  }

  close(): void {
    this.#closing = true;
    for (const waiting of this.#queue.splice(0)) waiting.resolve({ kind: 'cancelled' });
    for (const { child, current } of this.#members) {
      current?.resolve({ kind: 'cancelled' });
      child.kill('SIGKILL');
    }
    this.#members.clear();
  }

  #add(work: Work): Promise<JobResult> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ work, resolve, reject, crashes: 0, kills: 0 });
      this.#deal();
    });
  }

  #start(): void {
    const child = fork(fileURLToPath(new URL('./worker-process.js', import.meta.url)), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const member: Member = { child, tasks: new Set(), current: undefined, ready: false };
    this.#members.add(member);
    child.on('message', (message: FromWorker) => this.#hear(member, message));
    child.on('error', () => {}); // the end follows
    child.on('exit', (code, signal) => this.#ended(member, code, signal));
  }

  #send({ child }: Member, message: ToWorker): void {
    if (child.connected) child.send(message, undefined, {}, () => {}); // its exit event reports a process that is gone
  }

  #deal(): void {
    for (const member of this.#members) {
      if (!member.ready || member.current !== undefined) continue;
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      member.current = waiting;
      const { work } = waiting;
      if (work.kind === 'job' && !member.tasks.has(work.number)) {
        const task = this.#tasks.get(work.number);
        if (task !== undefined) this.#send(member, { kind: 'task', number: work.number, task });
        member.tasks.add(work.number);
      }
      this.#send(member, work);
    }
  }

  #hear(member: Member, message: FromWorker): void {
    if (message.kind === 'ready') {
      member.ready = true;
      this.#failedStarts = 0;
    } else {
      const waiting = member.current;
      member.current = undefined;
      if (message.kind === 'fault') waiting?.reject(new Error(message.message));
      else waiting?.resolve(message);
    }
    this.#deal();
  }

  #ended(member: Member, code: number | null, signal: NodeJS.Signals | null): void {
    if (!this.#members.delete(member) || this.#closing) return;
    const waiting = member.current;
    if (!member.ready && ++this.#failedStarts > 5 * this.size) {
      const error = new Error(`workers do not start (${signal ?? `exit code ${code}`})`);
      waiting?.reject(error);
      for (const each of this.#queue.splice(0)) each.reject(error);
      return;
    }
    if (waiting !== undefined) {
      if (signal === 'SIGKILL') waiting.kills++;
      else waiting.crashes++;
      if (waiting.crashes >= MOST_CRASHES || waiting.kills >= MOST_KILLS)
        waiting.resolve(crashed(waiting.work, code, signal));
      else this.#queue.unshift(waiting);
    }
    this.#start();
  }
}

function crashed(work: Work, code: number | null, signal: NodeJS.Signals | null): JobResult {
  if (work.kind === 'folder') return { kind: 'cancelled' };
  const { id, key, values, numbers } = work.job;
  const failure = `the process that ran it ended by ${signal ?? `exit code ${code}`}, again and again`;
  const rest = { reasons: [], measures: [], simulated: 0, steps: 0, hash: '', cpu: 0 };
  return { kind: 'row', row: { id, key, values, numbers, status: 'crashed', failure, ...rest } };
}
