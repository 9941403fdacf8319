/**
 * Jobs of studies on a server that others keep running: Redis (by BullMQ) or PostgreSQL. A job is its hash: handed in twice it is
 * one job, run twice it is one row. Whoever takes a job renews its claim; a claim that is not renewed is anybody's.
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
  /** what the user should know about the server, if anything */
  readonly warnings: readonly string[];
  putTask(id: string, task: StudyTask): Promise<void>;
  getTask(id: string): Promise<StudyTask | undefined>;
  put(jobs: readonly QueuedJob[], priority: number): Promise<void>;
  /** rows there are of these jobs; a job that failed for good gives an error text */
  results(task: string, ids: readonly string[]): Promise<ReadonlyMap<string, Row | string>>;
  /** of these jobs, those that the server does not know */
  missing(ids: readonly string[]): Promise<readonly string[]>;
  /** takes back jobs that nobody has begun; ids of those that are gone */
  remove(ids: readonly string[]): Promise<readonly string[]>;
  /** forgets what has been read */
  forget(task: string, ids: readonly string[]): Promise<void>;
  running(): Promise<number>;
  /** takes jobs until `stop`, `slots` at once; the answer of `run` is kept, undefined gives the job back */
  work(slots: number, run: (job: QueuedJob) => Promise<Row | undefined>): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** [s] a claim holds without being renewed */
export const CLAIM_SECONDS = 12;
/** [s] a server has for its first answer: on a busy machine who asks may itself stand still for a while. One that refuses is told at once */
export const FIRST_SECONDS = 30;
/** A job that failed so often is not tried again. */
export const MOST_ATTEMPTS = 5;
/** [s] after which a server may forget what nobody came for */
export const KEPT_SECONDS: number = 14 * 86400;
