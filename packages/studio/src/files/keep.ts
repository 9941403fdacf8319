/** Data that the browser stores between two visits: drafts, and the last runs. */
import type { Scenery } from '@hawser/record';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { RunEnd, RunFacts, Scene } from '../run/run-store.ts';
import type { Project } from '../worker/messages.ts';

export interface Draft {
  /** the page that stores it */
  readonly page: string;
  /** the present files */
  readonly project: Project;
  /** as they were opened or saved last */
  readonly saved: Project['files'];
  /** ISO 8601 */
  readonly when: string;
}

export interface KeptDraft {
  readonly key: string;
  readonly draft: Draft;
}

/** Texts of a document at an earlier time. */
export interface PastState {
  /** ISO 8601 */
  readonly when: string;
  readonly files: Readonly<Record<string, string>>;
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
  /** by the name of the scenario's file */
  history: { key: string; value: readonly PastState[] };
  runs: { key: number; value: KeptRun };
  recent: { key: number; value: RecentRun };
}

const MOST_RUNS = 12;
const MOST_STATES = 20;
/** largest number of unclaimed drafts; older ones are removed */
const MOST_DRAFTS = 30;

let opened: Promise<IDBPDatabase<Keeping>> | undefined;

/** Without browser storage for local files all of this does nothing. */
async function withStore<T>(use: (store: IDBPDatabase<Keeping>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    opened ??= openDB<Keeping>('hawser-studio', 2, {
      upgrade(store, before) {
        store.createObjectStore('history');
        if (before >= 1) {
          store.deleteObjectStore('drafts'); // they held one text only
          store.createObjectStore('drafts');
          return;
        }
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

export function keepDraft(key: string, draft: Draft): Promise<void> {
  return withStore(async (store) => {
    await store.put('drafts', draft, key);
    const all = await draftsIn(store);
    const old = all.sort((x, y) => y.draft.when.localeCompare(x.draft.when)).slice(MOST_DRAFTS);
    for (const each of old) await store.delete('drafts', each.key);
  }, undefined);
}

export function keptDrafts(): Promise<readonly KeptDraft[]> {
  return withStore(draftsIn, []);
}

async function draftsIn(store: IDBPDatabase<Keeping>): Promise<KeptDraft[]> {
  const [keys, drafts] = [await store.getAllKeys('drafts'), await store.getAll('drafts')];
  return drafts.map((draft, i) => ({ key: keys[i], draft }));
}

export function dropDraft(key: string): Promise<void> {
  return withStore((store) => store.delete('drafts', key), undefined);
}

/** Adds a state to a document's history, unless it equals the last one; removes the oldest. */
export function keepState(document: string, state: PastState): Promise<void> {
  return withStore(async (store) => {
    const work = store.transaction('history', 'readwrite'); // two tabs may write at once
    const before = (await work.store.get(document)) ?? [];
    if (JSON.stringify(before[0]?.files) !== JSON.stringify(state.files)) {
      await work.store.put([state, ...before].slice(0, MOST_STATES), document);
    }
    await work.done;
  }, undefined);
}

export function keptStates(document: string): Promise<readonly PastState[]> {
  return withStore(async (store) => (await store.get('history', document)) ?? [], []);
}

/** Stores a run; the oldest ones are removed. False without storage. */
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
