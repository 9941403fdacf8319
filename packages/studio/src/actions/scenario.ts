/** Actions on a scenario and its files: open, edit, check, keep, save. */
import { batch } from '@preact/signals';
import { download } from '@hawser/viewer';
import { keepDraftSoon, noteState, saved } from '../files/draft.ts';
import { zipped } from '../files/zip.ts';
import { valueIn } from '../model/schema-walk.ts';
import {
  active,
  announcement,
  check,
  checkedProject,
  checking,
  hidden,
  model,
  modelFiles,
  notice,
  places,
  plains,
  project,
  savedFiles,
  schema,
  screen,
  type Selected,
  selection,
} from '../state.ts';
import { Desk, prepareEngine } from '../worker/client.ts';
import type { MeshReport, Project } from '../worker/messages.ts';

export const desk: Desk = new Desk();

/** [ms] without a key before the files are checked */
const PAUSE = 180;

let checkTimer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** Messages to the editor: files changed elsewhere, and the part to be shown. */
export const outside: { opened: () => void; reveal: (file: string, from: number, to: number) => void } = {
  opened: () => {},
  reveal: () => {},
};

export async function loadSchema(): Promise<void> {
  const reply = await desk.ask({ kind: 'schema' });
  if (reply.kind === 'schema') schema.value = reply.schema;
}

/** Opens a project; `saved`: its files without unsaved changes. */
export function openProject(opened: Project, savedAs: Project['files'] = opened.files): void {
  batch(() => {
    project.value = opened;
    savedFiles.value = savedAs;
    active.value = opened.main;
    selection.value = undefined;
    hidden.value = new Set();
    model.value = undefined;
    check.value = undefined;
    plains.value = {};
    places.value = [];
    notice.value = undefined;
    screen.value = 'model';
  });
  outside.opened();
  void checkNow();
  prepareEngine();
}

/** A file's content as text; undefined where it is none. */
export function textOf(name: string): string | undefined {
  const content = project.value?.files[name];
  if (content === undefined || typeof content === 'string') return content;
  if (!isText(name)) return undefined;
  return new TextDecoder().decode(content);
}

const TEXT = /\.(ya?ml|json|csv|tsv|txt|dat|md|obj)$/i;

export function isText(name: string): boolean {
  return TEXT.test(name);
}

/** Changes a file during typing. */
export function setText(name: string, next: string): void {
  const now = project.value;
  if (now === undefined || now.files[name] === next) return;
  change({ ...now, files: { ...now.files, [name]: next } });
}

function change(next: Project): void {
  project.value = next;
  clearTimeout(checkTimer);
  checkTimer = setTimeout(() => void checkNow(), PAUSE);
  keepDraftSoon();
}

export async function checkNow(): Promise<void> {
  const mine = ++asked;
  const current = project.value;
  if (current === undefined) return;
  checking.value = true;
  const reply = await desk.ask({ kind: 'check', project: current });
  if (mine !== asked) return; // a later text is under way
  batch(() => {
    checking.value = false;
    checkedProject.value = current;
    if (reply.kind === 'broken') {
      notice.value = { tone: 'bad', title: 'The check failed', text: reply.message };
      return;
    }
    if (reply.kind !== 'checked') return;
    check.value = reply;
    // of a file that is no YAML now, what it was last stays
    const kept = Object.entries(plains.value).filter(([file]) => file in current.files);
    const order = Object.keys(reply.plains);
    plains.value = { ...Object.fromEntries(kept.filter(([file]) => !order.includes(file))), ...reply.plains };
    const broken = places.value.filter(({ file }) => !(file in reply.plains) && file in current.files);
    places.value = [...reply.places, ...broken];
    const chosen = selection.value;
    const there = places.value.some(({ section, name }) => section === chosen?.section && name === chosen.name);
    if (chosen !== undefined && !there) selection.value = undefined;
    if (reply.model !== undefined) {
      model.value = reply.model;
      modelFiles.value = current.files;
    }
    const count = reply.issues.length;
    announcement.value = count === 0 ? 'No problems' : `${count} ${count === 1 ? 'problem' : 'problems'}`;
  });
}

/** The file that contains a path or its parent; otherwise the scenario itself. */
export function fileOf(path: readonly (string | number)[]): string {
  const main = project.value?.main ?? '';
  const all = [main, ...Object.keys(plains.value).filter((name) => name !== main)];
  for (let depth = path.length; depth > 1; depth--) {
    const found = all.find((name) => valueIn(plains.value[name], path.slice(0, depth)) !== undefined);
    if (found !== undefined) return found;
  }
  return main;
}

let lastEdit: Promise<void> = Promise.resolve();

/** Changes one value in the text, from a form. Changes are applied in sequence, each to the current text. */
export function editValue(path: readonly (string | number)[], value: string): Promise<void> {
  checking.value = true;
  lastEdit = lastEdit.catch(() => undefined).then(() => edit(path, value));
  return lastEdit;
}

async function edit(path: readonly (string | number)[], value: string): Promise<void> {
  checking.value = true;
  const file = fileOf(path);
  let before: string;
  let reply: Awaited<ReturnType<typeof desk.ask>>;
  do {
    before = textOf(file) ?? '';
    reply = await desk.ask({ kind: 'edit', text: before, path, value });
  } while (textOf(file) !== before); // somebody typed meanwhile
  if (reply.kind !== 'edited' || reply.text === before) checking.value = false;
  if (reply.kind === 'broken') {
    notice.value = { tone: 'bad', title: `${path.join('.')} was not changed`, text: reply.message };
    return;
  }
  if (reply.kind !== 'edited') return;
  setText(file, reply.text);
  outside.reveal(file, reply.from, reply.to);
}

/** Chooses a thing; `reveal` shows it in the text as well. */
export function select(chosen: Selected | undefined, reveal = true): void {
  const before = selection.value;
  if (chosen?.name === before?.name && chosen?.section === before?.section) return;
  selection.value = chosen;
  if (chosen === undefined || !reveal) return;
  const place = places.value.find(({ section, name }) => section === chosen.section && name === chosen.name);
  if (place !== undefined) outside.reveal(place.file, place.from, place.to);
}

export function toggleHidden(body: string): void {
  const next = new Set(hidden.value);
  if (!next.delete(body)) next.add(body);
  hidden.value = next;
}

/** Hands the scenario to the browser's downloads: alone where it is one file, else with all its files. */
export function saveScenario(): void {
  const now = project.value;
  if (now === undefined) return;
  const { name, content } = bundled(now);
  download(name, content);
  savedFiles.value = now.files;
  void noteState();
  void saved();
}

/** A project as one file: YAML where it is alone, else a zip that runs where it is unpacked. */
export function bundled({ main, files }: Project): { readonly name: string; readonly content: Blob } {
  const parts = main.split('/');
  const own = parts.at(-1) ?? 'scenario.yaml';
  const stem = own === 'scenario.yaml' && parts.length > 1 ? (parts.at(-2) ?? '') : own.replace(/\.[^.]+$/, '');
  if (Object.keys(files).length > 1) return { name: `${stem}.zip`, content: zipped(files) };
  const text = Object.values(files)[0];
  return { name: `${stem}.yaml`, content: new Blob([text as BlobPart], { type: 'text/yaml' }) };
}

/** Adds files (meshes, tables, texts) to the project that is open, or replaces them. */
export function addFiles(files: Readonly<Record<string, string | Uint8Array>>): void {
  const now = project.value;
  if (now === undefined) return;
  change({ ...now, files: { ...now.files, ...files } });
  void checkNow();
}

/** Renames a file, and updates references to it. */
export function renameFile(from: string, to: string): void {
  const now = project.value;
  if (now === undefined || from === to) return;
  if (to.trim() === '' || now.files[to] !== undefined) {
    const found = to.trim() === '' ? 'an empty one' : `"${to}", which is there already`;
    notice.value = { tone: 'bad', title: `${from} was not renamed`, text: `Expected a new name, found ${found}.` };
    return;
  }
  const files: Record<string, string | Uint8Array> = {};
  const [before, after] = [baseOf(from), baseOf(to)];
  for (const [name, content] of Object.entries(now.files)) {
    const text = typeof content === 'string' && /\.(ya?ml|json)$/i.test(name);
    files[name === from ? to : name] = text ? renamedIn(content, before, after) : content;
  }
  change({ main: now.main === from ? to : now.main, files });
  if (active.value === from) active.value = to;
  outside.opened();
}

function baseOf(name: string): string {
  return name.replace(/^.*\//, '');
}

/** `mesh: hull.obj` -> `mesh: body.obj`, and nothing that only begins or ends alike */
export function renamedIn(text: string, before: string, after: string): string {
  const name = before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w.-])${name}(?![\\w-]|\\.\\w)`, 'g'), () => after);
}

export function removeFile(name: string): void {
  const now = project.value;
  if (now === undefined || name === now.main) return;
  const files = Object.fromEntries(Object.entries(now.files).filter(([each]) => each !== name));
  change({ ...now, files });
  if (active.value === name) active.value = now.main;
  outside.opened();
}

/** Restores files of an earlier state. */
export function restore(files: Readonly<Record<string, string>>): void {
  const now = project.value;
  if (now === undefined) return;
  void noteState();
  change({ ...now, files: { ...now.files, ...files } });
  outside.opened();
}

export async function checkMeshFile(name: string, bytes: Uint8Array): Promise<MeshReport> {
  const reply = await desk.ask({ kind: 'mesh', name, bytes });
  if (reply.kind === 'mesh') return reply;
  const text = reply.kind === 'broken' ? reply.message : 'no answer';
  return { kind: 'mesh', ok: false, lines: [{ tone: 'bad', text }] };
}
