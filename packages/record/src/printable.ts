/** Makes foreign text safe to show: without control of cursor or bell, and without hidden parts. */

/**
 * Controls of terminals (C0, DEL, C1; line breaks and tabs among them), line and paragraph separators, and the marks that
 * turn the direction of writing, by which one text can look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Every such character as it would be written in a double-quoted YAML or JSON text. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The beginning of a text longer than `most` characters, with its length. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  // do not cut a character outside the basic plane in half
  const end = /[\ud800-\udbff]/.test(text[most - 1]) ? most - 1 : most;
  return `${text.slice(0, end)}... (${text.length} characters)`;
}
