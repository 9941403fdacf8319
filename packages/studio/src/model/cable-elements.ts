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
