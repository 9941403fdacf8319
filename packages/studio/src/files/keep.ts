/** What the browser keeps between two visits: the text somebody was writing, and the last runs. */
import type { Scenery } from '@hawser/record';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { RunEnd, RunFacts, Scene } from '../run/run-store.ts';
import type { Project } from '../worker/messages.ts';

export interface Draft {
  readonly project: Project;
  readonly text: string;
  readonly saved: string;
  /** ISO 8601 */
  readonly when: string;
}

export interface KeptRun {
  readonly facts: RunFacts;
  readonly scene: Scene & { readonly scenery: Scenery };
  readonly end: RunEnd;
  /** the recording as a stream */
  readonly stream: Blob;
  readonly thumbnail: string;
}

/** A kept run without its numbers. */
export interface RecentRun {
  readonly id: number;
  readonly title: string;
  readonly started: string;
  readonly status: string;
  readonly seconds: number;
  readonly thumbnail: string;
  readonly size: number;
}

interface Keeping extends DBSchema {
  drafts: { key: string; value: Draft };
  runs: { key: number; value: KeptRun };
  recent: { key: number; value: RecentRun };
}

const MOST_RUNS = 12;

let opened: Promise<IDBPDatabase<Keeping>> | undefined;

/** Browsers that keep nothing for local files, or are told not to, make all of this do nothing. */
async function withStore<T>(use: (store: IDBPDatabase<Keeping>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    opened ??= openDB<Keeping>('hawser-studio', 1, {
      upgrade(store) {
        store.createObjectStore('drafts');
        store.createObjectStore('runs', { autoIncrement: true });
        store.createObjectStore('recent', { keyPath: 'id' });
      },
    });
    return await use(await opened);
  } catch {
    opened = undefined;
    return otherwise;
  }
}

export function keepDraft(draft: Draft): Promise<void> {
  return withStore(async (store) => {
    await store.put('drafts', draft, 'draft');
  }, undefined);
}

export function keptDraft(): Promise<Draft | undefined> {
  return withStore((store) => store.get('drafts', 'draft'), undefined);
}

export function dropDraft(): Promise<void> {
  return withStore((store) => store.delete('drafts', 'draft'), undefined);
}

/** Keeps a run; the oldest ones go. False where nothing can be kept. */
export function keepRun(run: KeptRun): Promise<boolean> {
  return withStore(async (store) => {
    const id = await store.add('runs', run);
    const { facts, end, thumbnail, stream } = run;
    await store.put('recent', {
      id,
      title: facts.title,
      started: facts.started,
      status: end.status,
      seconds: end.summary.simulatedTime,
      thumbnail,
      size: stream.size,
    });
    const ids = (await store.getAllKeys('recent')).sort((a, b) => a - b);
    for (const old of ids.slice(0, Math.max(0, ids.length - MOST_RUNS))) await dropIn(store, old);
    return true;
  }, false);
}

export function recentRuns(): Promise<readonly RecentRun[]> {
  return withStore(async (store) => (await store.getAll('recent')).sort((a, b) => b.id - a.id), []);
}

export function keptRun(id: number): Promise<KeptRun | undefined> {
  return withStore((store) => store.get('runs', id), undefined);
}

export function dropRun(id: number): Promise<void> {
  return withStore((store) => dropIn(store, id), undefined);
}

async function dropIn(store: IDBPDatabase<Keeping>, id: number): Promise<void> {
  await store.delete('runs', id);
  await store.delete('recent', id);
}
