/** The scenarios that come with the studio. */
import { scenarios } from 'virtual:scenarios';
import type { Project } from '../worker/messages.ts';
import { unpack } from './packs.ts';

export interface Shipped {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** text of scenario.yaml */
  readonly text: string;
  /** address of a picture, or empty */
  readonly picture: string;
  /** true: has further files in a pack */
  readonly packed: boolean;
}

/** The pictures stand in the page, in the gallery that is seen before the program runs. */
function pictureOf(id: string): string {
  return document.querySelector(`.cards [href="#scenario=${id}"] img`)?.getAttribute('src') ?? '';
}

export const shipped: readonly Shipped[] = scenarios.map((scenario) => ({
  ...scenario,
  picture: pictureOf(scenario.id),
}));

export async function shippedProject({ id, text, packed }: Shipped): Promise<Project> {
  const main = `${id}/scenario.yaml`;
  if (!packed) return { main, files: { [main]: text } };
  const files = JSON.parse(new TextDecoder().decode(await unpack(`scenario-${id}`))) as Record<string, string>;
  const bytes = Object.entries(files).map(([name, base64]) => [
    `${id}/${name}`,
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
  ]);
  return { main, files: { [main]: text, ...Object.fromEntries(bytes) } };
}
