/** Cables are drawn element by element, each as a body of its own called `cable#3`. */
import { cableOf } from '@hawser/formats/report';

/** What a drawn body belongs to: its cable, or itself. */
export function ownerOf(drawn: string): string {
  return cableOf(drawn) ?? drawn;
}

/** A chain and the bodies that its links are. */
export interface ChainView {
  readonly name: string;
  readonly links: readonly string[];
}

/** The chain that a body is a link of. */
export function chainOf(body: string, chains: readonly ChainView[] | undefined): string | undefined {
  return chains?.find(({ links }) => links.includes(body))?.name;
}

/** The names with those of the links of chains among them. */
export function withLinks(names: Iterable<string>, chains: readonly ChainView[] | undefined): ReadonlySet<string> {
  const all = new Set(names);
  for (const { name, links } of chains ?? []) if (all.has(name)) for (const link of links) all.add(link);
  return all;
}
