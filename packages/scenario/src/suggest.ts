/** "Did you mean": the known word nearest to a misspelt one. */

/**
 * Number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`
 * (optimal string alignment, the restricted form of Damerau 1964).
 */
export function editDistance(a: string, b: string): number {
  let twoBack: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, twoBack[j - 2] + 1);
      row.push(best);
    }
    twoBack = previous;
    previous = row;
  }
  return previous[b.length];
}

/** Longer words are never typing errors of a key; comparing them would cost time for nothing. */
const LONGEST_WORD = 64;

/** A name cut short is meant as long as this much of it is there; of several the first. [letters] */
const SHORTEST_START = 5;

/** Words of earlier versions, and what they are called now. */
const FORMER: ReadonlyMap<string, string> = new Map([['heap', 'convex']]);

/**
 * The known word nearest to `word`, or its new name, or undefined when none is near: at most one slip for every three letters,
 * capitals and the choice between space, hyphen and underscore ignored.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const now = FORMER.get(word);
  const plain = normalise(word);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate === now) return candidate;
    const begins = plain.length >= SHORTEST_START && normalise(candidate).startsWith(plain);
    if (begins && bestDistance > 1) {
      best = candidate;
      bestDistance = 1;
    }
    if (candidate.length > LONGEST_WORD || Math.abs(candidate.length - word.length) >= bestDistance + 2) continue;
    const distance = editDistance(plain, normalise(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The hint that goes with an unknown word: the nearest known one, else the list when it is short. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, known);
  if (near !== undefined && near !== word) return `did you mean "${near}"?`;
  if (known.length > 0 && known.length <= 12) return `known: ${known.join(', ')}`;
  return undefined;
}

function normalise(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/g, ' ');
}
