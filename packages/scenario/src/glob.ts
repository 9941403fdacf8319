/** Patterns with wildcards: `*` stands for any text, `?` for any one character. */

export function isPattern(text: string): boolean {
  return /[*?]/.test(text);
}

/** A character outside the basic plane takes two units and is one character. */
const isPair = (text: string, i: number): boolean => text.codePointAt(i) !== text.charCodeAt(i);

/**
 * Does the whole text fit the pattern? After a mismatch only the last star is tried again, one character further: what an
 * earlier star took never has to be given back. At most (length of text) x (length of pattern) comparisons, no recursion.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.length && pattern[p] === '?') {
      p++;
      t += isPair(text, t) ? 2 : 1;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      resume += isPair(text, resume) ? 2 : 1;
      t = resume;
    } else {
      return false;
    }
  }
  while (p < pattern.length && pattern[p] === '*') p++;
  return p === pattern.length;
}
