/** Lines are drawn in pieces, each as a separate body: elements of cables as `cable#3`, springs as `force.sling.half-0` and `-1`. */

const ELEMENT = /^(.+)#(\d+)$/s;
const HALF = /^(force\..+)\.half-(\d)$/s;

/** The cable that a drawn body is an element of; undefined: it is none. */
export function cableOf(drawn: string): string | undefined {
  return ELEMENT.exec(drawn)?.[1];
}

/** The cable or spring that a drawn body is a piece of, and the number of the piece along it, from 0; undefined: a body. */
export function pieceOf(drawn: string): { readonly line: string; readonly piece: number } | undefined {
  const found = ELEMENT.exec(drawn) ?? HALF.exec(drawn);
  return found === null ? undefined : { line: found[1], piece: Number(found[2]) };
}
