/** Text that somebody else wrote, made fit to be shown: it moves no cursor, rings no bell and hides nothing. */

/**
 * Controls of terminals (C0, DEL, C1; line breaks and tabs among them), line and paragraph separators, and the marks that
 * turn the direction of writing, by which one text can look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Every such character as it would be written in a double-quoted YAML or JSON text. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (c) => SHORT[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The beginning of a text that is longer than `most` characters, and how long it is. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  // half of a character outside the basic plane is none
  const end = /[\ud800-\udbff]/.test(text[most - 1]) ? most - 1 : most;
  return `${text.slice(0, end)}... (${text.length} characters)`;
}
