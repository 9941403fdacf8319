/** The scenarios that come with the studio. */
import { type Signal, signal } from '@preact/signals';
import type { Project } from '../worker/messages.ts';

export interface Shipped {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** What a pack of the page holds of each; `build/gallery.ts` writes it. */
interface Contents {
  /** scenario.yaml and what it names */
  readonly files: Readonly<Record<string, string>>;
  /** address of a picture, or empty */
  readonly picture: string;
}

/** Names and the first pictures stand in the page, in the gallery that is seen before the program runs. */
const cards: readonly Element[] = [...document.querySelectorAll('.cards [data-scenario]')];

export const shipped: readonly Shipped[] = cards.map((card) => ({
  id: card.getAttribute('data-scenario') ?? '',
  title: card.querySelector('b')?.textContent ?? '',
  description: card.querySelector('.soft')?.textContent ?? '',
}));

/** Addresses of pictures by scenario; the later ones come when they are unpacked. */
export const pictures: Signal<Readonly<Record<string, string>>> = signal(
  Object.fromEntries(cards.map((card, i) => [shipped[i].id, card.querySelector('img')?.getAttribute('src') ?? ''])),
);

let known: Readonly<Record<string, Contents>> = {};
const contents: Promise<Readonly<Record<string, Contents>>> = (async () => {
  const text = await window.hawserShipped;
  if (text === undefined) throw new Error('this page was built without its scenarios; build it again');
  const found = JSON.parse(text) as Record<string, Contents>;
  const late = Object.entries(found).map(([id, { picture }]) => [id, pictures.peek()[id] || picture]);
  pictures.value = Object.fromEntries(late);
  known = found;
  return found;
})();

/** The text of a shipped scenario, once it is unpacked. */
export function shippedText(id: string): string | undefined {
  return known[id]?.files['scenario.yaml'];
}

export async function shippedProject({ id }: Shipped): Promise<Project> {
  const all = await contents;
  const files: Record<string, string> = {};
  // a scenario may name files of its neighbours, and those of theirs
  const folders = new Set([id]);
  for (const folder of folders) {
    for (const [name, text] of Object.entries(all[folder]?.files ?? {})) {
      if (folder !== id && name === 'scenario.yaml') continue;
      files[`${folder}/${name}`] = text;
      if (name.endsWith('.yaml')) for (const [, other] of text.matchAll(/\.\.\/([\w-]+)\//g)) folders.add(other);
    }
  }
  return { main: `${id}/scenario.yaml`, files };
}
