/** Jobs of a study handed to a queue, rows fetched from it. */
import type { Row } from '@hawser/study';
import { wallSeconds } from '../clock.ts';
import { openQueue } from './open-queue.ts';
import type { JobQueue } from './queue.ts';
import type { Backend } from './runner.ts';
import type { StudyJob, StudyTask } from './task.ts';
import { buildVersion } from './build-version.ts';

/** Largest number of submitted jobs without result. */
const WIDTH = 1000;
/** [ms] between two polls for rows; number of polls after which jobs forgotten by the server are submitted again */
const LOOK_EVERY = 200;
const CHECK_EVERY = 25;
/** [s] time after which untaken runs are reported, and after which an absent server is not asked to take runs back */
const NOBODY_AFTER = 15;
const DROP_WITHIN = 5;

export interface QueueBackend extends Backend {
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export async function queueBackend(
  address: string,
  taskId: string,
  task: StudyTask,
  priority: number,
  tell: (line: string) => void,
): Promise<QueueBackend> {
  const queue = await openQueue(address, tell);
  await queue.putTask(taskId, task);
  return new Handing(queue, taskId, priority, tell);
}

class Handing implements QueueBackend {
  readonly width: number = WIDTH;
  running = 0;
  readonly #queue: JobQueue;
  readonly #task: string;
  readonly #priority: number;
  readonly #waiting: Map<
    string,
    {
      readonly job: StudyJob;
      readonly resolve: (row: Row | undefined) => void;
      readonly reject: (error: unknown) => void;
    }
  > = new Map();
  readonly #timer: NodeJS.Timeout;
  #fresh: string[] = [];
  #taken: string[] = [];
  #looking = false;
  #looks = 0;
  #dropping = false;
  /** [s] last time at which a run was under way or finished */
  #moved: number = wallSeconds();
  #told = false;
  readonly #tell: (line: string) => void;

  constructor(queue: JobQueue, task: string, priority: number, tell: (line: string) => void) {
    this.#tell = tell;
    this.#queue = queue;
    this.#task = task;
    this.#priority = priority;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY);
  }

  get warnings(): readonly string[] {
    return this.#queue.warnings;
  }

  run(job: StudyJob): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(job.id, { job, resolve, reject });
      this.#fresh.push(job.id);
    });
  }

  /** Takes back jobs that were not begun; from an absent server this is impossible and is not waited for. */
  drop(): void {
    this.#dropping = true;
    setTimeout(() => this.#dropping && this.cancel(), DROP_WITHIN * 1000).unref();
  }

  cancel(): void {
    for (const { resolve } of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ready = async (): Promise<void> => {
      while (this.#looking) await new Promise((resolve) => setTimeout(resolve, 20).unref());
      if (this.#taken.length > 0) await this.#queue.forget(this.#task, this.#taken);
    };
    // an absent server keeps read rows until they expire
    const late = new Promise((resolve) => setTimeout(resolve, DROP_WITHIN * 1000).unref());
    await Promise.race([ready().catch(() => {}), late]);
    await this.#queue.close();
  }

  async #look(): Promise<void> {
    if (this.#looking) return; // a server that is away is waited for
    this.#looking = true;
    try {
      const fresh = this.#fresh.splice(0);
      if (fresh.length > 0) await this.#put(fresh);
      const ids = [...this.#waiting.keys()];
      for (const [id, found] of await this.#queue.results(this.#task, ids)) this.#take(id, found);
      if (this.#looks++ % CHECK_EVERY === CHECK_EVERY - 1) {
        const lost = await this.#queue.missing([...this.#waiting.keys()]);
        const back = new Set((await this.#queue.results(this.#task, lost)).keys());
        await this.#put(lost.filter((id) => !back.has(id)));
        this.running = await this.#queue.running();
        this.#watch();
      }
      if (this.#dropping) {
        this.#dropping = false;
        for (const id of await this.#queue.remove([...this.#waiting.keys()])) {
          this.#waiting.get(id)?.resolve(undefined);
          this.#waiting.delete(id);
        }
      }
    } catch (error) {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    } finally {
      this.#looking = false;
    }
  }

  /** Reports runs that no worker takes, instead of waiting silently. */
  #watch(): void {
    const now = wallSeconds();
    if (this.running > 0 || this.#waiting.size === 0) {
      this.#moved = now;
      this.#told = false;
    } else if (!this.#told && now - this.#moved >= NOBODY_AFTER) {
      this.#told = true;
      this.#tell(
        `no worker takes runs from the queue: start some with hawser worker --queue ... (same address, same version ${buildVersion()})`,
      );
    }
  }

  async #put(ids: readonly string[]): Promise<void> {
    const jobs = ids.flatMap((id) => this.#waiting.get(id) ?? []);
    if (jobs.length > 0)
      await this.#queue.put(
        jobs.map(({ job }) => ({ task: this.#task, version: buildVersion(), job })),
        this.#priority,
      );
  }

  #take(id: string, found: Row | string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#taken.push(id);
    this.#moved = wallSeconds();
    const { key, values, numbers } = waiting.job;
    const none = { reasons: [], measures: [], simulated: 0, steps: 0, hash: '', cpu: 0 };
    waiting.resolve(
      typeof found === 'string'
        ? { id, key, values, numbers, status: 'crashed', failure: found, ...none }
        : { ...found, key },
    );
  }
}
