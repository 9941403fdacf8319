/** Cables are drawn element by element, each as a body of its own called `cable#3`. */

/** The cable that a drawn body is an element of; undefined: a body. */
export function cableOf(drawn: string): string | undefined {
  return /^(.+)#\d+$/s.exec(drawn)?.[1];
}

/** What a drawn body belongs to: its cable, or itself. */
export function ownerOf(drawn: string): string {
  return cableOf(drawn) ?? drawn;
}

/** Number of an element along its cable, from 0. */
export function elementOf(drawn: string): number {
  return Number(/#(\d+)$/.exec(drawn)?.[1] ?? Number.NaN);
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
