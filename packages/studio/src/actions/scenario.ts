/** What can be done with a scenario: open, write, check, keep, save. */
import { batch } from '@preact/signals';
import { download } from '@hawser/viewer';
import { dropDraft, keepDraft } from '../files/keep.ts';
import { rareReaders, readyFor } from '../files/packs.ts';
import {
  announcement,
  check,
  checkedText,
  checking,
  hidden,
  model,
  modelText,
  notice,
  places,
  plain,
  project,
  savedText,
  schema,
  screen,
  type Selected,
  selection,
  text,
} from '../state.ts';
import { Desk } from '../worker/client.ts';
import type { MeshReport, Project } from '../worker/messages.ts';

export const desk: Desk = new Desk();

/** [ms] without a key before the text is checked, and before it is kept */
const PAUSE = 180;
const KEEP_PAUSE = 250;

let checkTimer: ReturnType<typeof setTimeout> | undefined;
let keepTimer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** The editor listens here: a text that came from elsewhere, and what part of it is new. */
export const outside: { replace: (text: string) => void; reveal: (from: number, to: number) => void } = {
  replace: () => {},
  reveal: () => {},
};

export async function loadSchema(): Promise<void> {
  const reply = await desk.ask({ kind: 'schema' });
  if (reply.kind === 'schema') schema.value = reply.schema;
}

/** Opens a project; `draft` is a text that was never saved. */
export function openProject(opened: Project, draft?: string): void {
  const main = opened.files[opened.main];
  const own = typeof main === 'string' ? main : new TextDecoder().decode(main);
  batch(() => {
    project.value = opened;
    savedText.value = own;
    text.value = draft ?? own;
    selection.value = undefined;
    hidden.value = new Set();
    model.value = undefined;
    check.value = undefined;
    plain.value = undefined;
    places.value = [];
    notice.value = undefined;
    screen.value = 'model';
  });
  outside.replace(text.value);
  void checkNow();
}

/** The text as somebody types it. */
export function setText(next: string): void {
  if (next === text.value) return;
  text.value = next;
  clearTimeout(checkTimer);
  checkTimer = setTimeout(() => void checkNow(), PAUSE);
  clearTimeout(keepTimer);
  keepTimer = setTimeout(keep, KEEP_PAUSE);
}

/** The files with the text as it stands now. */
export function currentProject(): Project | undefined {
  const opened = project.value;
  return opened && { main: opened.main, files: { ...opened.files, [opened.main]: text.value }, ...rareReaders() };
}

export async function checkNow(): Promise<void> {
  const mine = ++asked;
  const files = project.value?.files;
  if (files === undefined) return;
  checking.value = true;
  await readyFor(Object.keys(files));
  const current = currentProject();
  if (current === undefined || mine !== asked) return;
  const reply = await desk.ask({ kind: 'check', project: current });
  if (mine !== asked) return; // a later text is under way
  batch(() => {
    checking.value = false;
    checkedText.value = asText(current);
    if (reply.kind === 'broken') {
      notice.value = { tone: 'bad', title: 'The check failed', text: reply.message };
      return;
    }
    if (reply.kind !== 'checked') return;
    check.value = reply;
    if (reply.plain !== undefined) {
      plain.value = reply.plain;
      places.value = reply.places;
      const chosen = selection.value;
      const there = reply.places.some(({ section, name }) => section === chosen?.section && name === chosen.name);
      if (chosen !== undefined && !there) selection.value = undefined;
    }
    if (reply.model !== undefined) {
      model.value = reply.model;
      modelText.value = asText(current);
    }
    const count = reply.issues.length;
    announcement.value = count === 0 ? 'No problems' : `${count} ${count === 1 ? 'problem' : 'problems'}`;
  });
}

function asText({ main, files }: Project): string {
  const own = files[main];
  return typeof own === 'string' ? own : '';
}

let lastEdit: Promise<void> = Promise.resolve();

/** Changes one value in the text, from a form. Changes are made one after the other, each in the text as it then stands. */
export function editValue(path: readonly (string | number)[], value: string): Promise<void> {
  checking.value = true;
  lastEdit = lastEdit.catch(() => undefined).then(() => edit(path, value));
  return lastEdit;
}

async function edit(path: readonly (string | number)[], value: string): Promise<void> {
  checking.value = true;
  let asked: string;
  let reply: Awaited<ReturnType<typeof desk.ask>>;
  do {
    asked = text.value;
    reply = await desk.ask({ kind: 'edit', text: asked, path, value });
  } while (text.value !== asked); // somebody typed meanwhile
  if (reply.kind !== 'edited' || reply.text === asked) checking.value = false;
  if (reply.kind === 'broken') {
    notice.value = { tone: 'bad', title: `${path.join('.')} was not changed`, text: reply.message };
    return;
  }
  if (reply.kind !== 'edited') return;
  outside.replace(reply.text);
  setText(reply.text);
  outside.reveal(reply.from, reply.to);
}

/** Chooses a thing; `reveal` shows it in the text as well. */
export function select(chosen: Selected | undefined, reveal = true): void {
  const before = selection.value;
  if (chosen?.name === before?.name && chosen?.section === before?.section) return;
  selection.value = chosen;
  if (chosen === undefined || !reveal) return;
  const place = places.value.find(({ section, name }) => section === chosen.section && name === chosen.name);
  if (place !== undefined) outside.reveal(place.from, place.to);
}

export function toggleHidden(body: string): void {
  const next = new Set(hidden.value);
  if (!next.delete(body)) next.add(body);
  hidden.value = next;
}

/** Hands the scenario to the browser's downloads. */
export function saveScenario(): void {
  const opened = project.value;
  if (opened === undefined) return;
  const parts = opened.main.split('/');
  const own = parts.at(-1) ?? 'scenario.yaml';
  const name = own === 'scenario.yaml' && parts.length > 1 ? `${parts.at(-2)}.yaml` : own;
  download(name, new Blob([text.value], { type: 'text/yaml' }));
  savedText.value = text.value;
  void dropDraft();
}

/** Adds files (meshes, tables) to the project that is open. */
export function addFiles(files: Readonly<Record<string, string | Uint8Array>>): void {
  const opened = project.value;
  if (opened === undefined) return;
  project.value = { ...opened, files: { ...opened.files, ...files } };
  void checkNow();
}

export async function checkMeshFile(name: string, bytes: Uint8Array): Promise<MeshReport> {
  await readyFor([name]);
  const reply = await desk.ask({ kind: 'mesh', name, bytes, ...rareReaders() });
  if (reply.kind === 'mesh') return reply;
  const text = reply.kind === 'broken' ? reply.message : 'no answer';
  return { kind: 'mesh', ok: false, lines: [{ tone: 'bad', text }] };
}

function keep(): void {
  const opened = project.value;
  if (opened === undefined) return;
  if (text.value === savedText.value) void dropDraft();
  else {
    const when = new Date().toISOString();
    void keepDraft({ project: opened, text: text.value, saved: savedText.value, when });
  }
}
