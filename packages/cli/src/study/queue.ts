/**
 * Jobs of studies on a server that others keep running: Redis (by BullMQ) or PostgreSQL. A job is identified by its hash: submitted twice
 * it is one job, run twice it is one row. The worker of a job renews its claim; an expired claim is free.
 */
import type { Row } from '@hawser/study';
import type { StudyJob, StudyTask } from './task.ts';

export interface QueuedJob {
  /** hash of the task */
  readonly task: string;
  /** of the program that handed it in */
  readonly version: string;
  readonly job: StudyJob;
}

export interface JobQueue {
  /** notice about the server for the user, if any */
  readonly warnings: readonly string[];
  putTask(id: string, task: StudyTask): Promise<void>;
  getTask(id: string): Promise<StudyTask | undefined>;
  put(jobs: readonly QueuedJob[], priority: number): Promise<void>;
  /** existing rows of these jobs; an error text for a job that failed finally */
  results(task: string, ids: readonly string[]): Promise<ReadonlyMap<string, Row | string>>;
  /** those of these jobs that are unknown to the server */
  missing(ids: readonly string[]): Promise<readonly string[]>;
  /** takes back jobs that were not begun; returns their ids */
  remove(ids: readonly string[]): Promise<readonly string[]>;
  /** removes read rows */
  forget(task: string, ids: readonly string[]): Promise<void>;
  running(): Promise<number>;
  /** takes jobs until `stop`, `slots` at a time; stores the result of `run`, undefined returns the job */
  work(slots: number, run: (job: QueuedJob) => Promise<Row | undefined>): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** [s] validity of a claim without renewal */
export const CLAIM_SECONDS = 12;
/** [s] timeout of the first answer of a server, long enough for a busy machine. A refusal is reported immediately */
export const FIRST_SECONDS = 30;
/** Number of failures after which a job is not tried again. */
export const MOST_ATTEMPTS = 5;
/** [s] time after which a server may remove unread rows */
export const KEPT_SECONDS: number = 14 * 86400;
