/**
 * Unsaved work. Every open page stores its changes under its own name, so that two tabs never overwrite each other; after a reload, or on
 * the next visit, the unsaved work of closed pages is offered. The last states of every document are stored as well.
 */
import { project, savedFiles, unsaved } from '../state.ts';
import {
  type Draft,
  dropDraft,
  keepDraft,
  keepState,
  type KeptDraft,
  keptDrafts,
  keptStates,
  type PastState,
} from './keep.ts';

/** [ms] without a key before the files are kept */
const PAUSE = 250;
/** [ms] between two states of the history during typing */
const STATE_EVERY = 60_000;
/** [ms] time for an open page to answer */
const ANSWER = 250;

/** This page, and no other. */
const page: string = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastState = 0;

const pages: BroadcastChannel | undefined =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('hawser-studio');
if (pages !== undefined) {
  pages.onmessage = ({ data }) => {
    if (data === 'who is here?') pages.postMessage({ here: page });
  };
}

export function keepDraftSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(keepNow, PAUSE);
}

/** Stores the changes, if any. */
export function keepNow(): void {
  clearTimeout(timer);
  const now = project.value;
  if (now === undefined) return;
  if (!unsaved.value) {
    void dropDraft(keyOf(now.main));
    return;
  }
  const draft: Draft = { page, project: now, saved: savedFiles.value, when: new Date().toISOString() };
  void keepDraft(keyOf(now.main), draft);
  if (Date.now() - lastState > STATE_EVERY) void noteState();
}

function keyOf(main: string): string {
  return `${page} ${main}`;
}

/** Removes the draft of the present document after saving. */
export function saved(): Promise<void> {
  const main = project.value?.main;
  return main === undefined ? Promise.resolve() : dropDraft(keyOf(main));
}

/** Adds the present texts to the history of the document. */
export function noteState(): Promise<void> {
  const now = project.value;
  if (now === undefined) return Promise.resolve();
  lastState = Date.now();
  const texts = Object.entries(now.files).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return keepState(now.main, { when: new Date().toISOString(), files: Object.fromEntries(texts) });
}

export function pastStates(): Promise<readonly PastState[]> {
  return keptStates(project.value?.main ?? '');
}

/** Drafts of closed pages, the newest first. */
export async function lostDrafts(): Promise<readonly KeptDraft[]> {
  const [all, alive] = [await keptDrafts(), await pagesAlive()];
  return all.filter(({ draft }) => !alive.has(draft.page)).sort((a, b) => b.draft.when.localeCompare(a.draft.when));
}

function pagesAlive(): Promise<ReadonlySet<string>> {
  const found = new Set([page]);
  if (pages === undefined) return Promise.resolve(found);
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<{ here?: string }>): void => {
      if (typeof data?.here === 'string') found.add(data.here);
    };
    pages.addEventListener('message', listen);
    pages.postMessage('who is here?');
    setTimeout(() => {
      pages.removeEventListener('message', listen);
      resolve(found);
    }, ANSWER);
  });
}

/** A page with unsaved work asks before closing, and stores the last changes. */
export function guardLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (!unsaved.value) return;
    keepNow();
    event.preventDefault();
  });
  addEventListener('pagehide', () => {
    if (unsaved.value) keepNow();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && unsaved.value) keepNow();
  });
}

export type { KeptDraft, PastState };
