/** The scenarios that come with the studio. */
import { type Signal, signal } from '@preact/signals';
import type { Project } from '../worker/messages.ts';
import { readCard, type Searched } from './gallery-search.ts';
import { zippedPart } from './parts.ts';
import { addressOf, readPictures } from './pictures.ts';

export type Shipped = Searched;

/** scenario.yaml of each and the files beside it, by name; `build/gallery.ts` writes them. */
type Contents = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names stand in the page, in the gallery that is there before the program runs. */
const cards: readonly Element[] = [...document.querySelectorAll('.cards [data-scenario]')];

export const shipped: readonly Shipped[] = cards.map(readCard);

/** What has been searched for in it by then. */
export const firstSearch: string = document.querySelector<HTMLInputElement>('.start .filter')?.value ?? '';

/** Addresses of pictures by scenario: those that the gallery in the page shows by now, then all. */
export const pictures: Signal<Readonly<Record<string, string>>> = signal(
  Object.fromEntries(cards.map((card, i) => [shipped[i].id, card.querySelector('img')?.getAttribute('src') ?? ''])),
);

export async function loadPictures(): Promise<void> {
  pictures.value = await readPictures();
}

let moving: Promise<Readonly<Record<string, string>>> | undefined;

/** Address of a scenario's moving picture; undefined: it has none, or whoever looks asks for less motion. */
export async function loopOf(id: string): Promise<string | undefined> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  moving ??= zippedPart('loops').then((text) => JSON.parse(text) as Readonly<Record<string, string>>);
  const svg = (await moving)[id];
  return svg === undefined ? undefined : addressOf(svg);
}

let read: Contents | undefined;

/** Reads the scenarios; what is asked for by id is known from then on. */
export async function loadShipped(): Promise<Contents> {
  read ??= JSON.parse(await zippedPart('shipped')) as Contents;
  return read;
}

/** The text of a shipped scenario; undefined: there is none of this id, or they have not been read yet. */
export function shippedText(id: string): string | undefined {
  return read?.[id]?.['scenario.yaml'];
}

export async function shippedProject({ id }: Shipped): Promise<Project> {
  const all = await loadShipped();
  const files: Record<string, string> = {};
  // a scenario may name files of its neighbours, and those of theirs
  const folders = new Set([id]);
  for (const folder of folders) {
    for (const [name, text] of Object.entries(all[folder] ?? {})) {
      if (folder !== id && name === 'scenario.yaml') continue;
      files[`${folder}/${name}`] = text;
      if (name.endsWith('.yaml')) for (const [, other] of text.matchAll(/\.\.\/([\w-]+)\//g)) folders.add(other);
    }
  }
  return { main: `${id}/scenario.yaml`, files };
}
