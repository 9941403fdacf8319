/** Conversion of bytes to text, and of text to lines and numbers, for all text readers. */
import { type ReadResult, refused } from './issue.ts';

/** Text files contain no zero bytes; testing this number of bytes detects most binary files. */
const PROBE = 65536;

/**
 * UTF-8 with or without a byte order mark, UTF-16 with one (what spreadsheets call Unicode text); otherwise Windows-1252, as written by
 * older programs. Binary data are rejected.
 */
export function decodeText(bytes: Uint8Array): ReadResult<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { ok: true, value: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { ok: true, value: new TextDecoder('utf-16be').decode(bytes) };
  if (bytes.subarray(0, PROBE).includes(0)) {
    return refused('not-text', 'expected a text file, found zero bytes; the file is binary or damaged');
  }
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: true, value: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/** Walks the lines of a text without splitting it at once. Ends \n, \r\n and \r are all known. */
export class Lines {
  readonly #text: string;
  #at = 0;
  /** position of the first \n at or after #at, cached, because a file may have none */
  #feed = -1;
  /** number of the line last given, from 1 */
  number = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string | null {
    const text = this.#text;
    if (this.#at >= text.length) return null;
    if (this.#feed < this.#at) {
      this.#feed = text.indexOf('\n', this.#at);
      if (this.#feed < 0) this.#feed = text.length;
    }
    let end = this.#feed;
    const lone = text.slice(this.#at, end).indexOf('\r'); // a \r before \n, or one that ends a line of its own
    let next = end + 1;
    if (lone >= 0) {
      end = this.#at + lone;
      next = text[end + 1] === '\n' ? end + 2 : end + 1;
    }
    const line = text.slice(this.#at, end);
    this.#at = next;
    this.number++;
    return line;
  }
}

/** A finite decimal number, or null. Stricter than Number(): no hexadecimal, no empty text, no Infinity. */
export function parseDecimal(text: string): number | null {
  // among texts of these characters alone, Number() accepts only decimal numbers
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const digit = c >= 48 && c <= 57;
    if (!digit && c !== 46 && c !== 45 && c !== 43 && c !== 101 && c !== 69) return null; // . - + e E
  }
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? value : null;
}

/** The words of a line, parted by any run of blanks; as trim and split(/\s+/), in a third of the time. */
export function wordsOf(line: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i < line.length; i++) {
    const c = line.charCodeAt(i);
    if (c > 127) return line.trim().split(/\s+/); // blanks outside of ASCII
    const blank = c === 32 || (c >= 9 && c <= 13);
    if (blank && start >= 0) {
      words.push(line.slice(start, i));
      start = -1;
    } else if (!blank && start < 0) start = i;
  }
  if (start >= 0) words.push(line.slice(start));
  return words;
}

/** A piece of the file for a message, short and on one line. */
export function quoted(text: string): string {
  const plain = text.replace(/[^\x20-\x7e\u00a1-\uffff]/g, '?');
  return plain.length > 40 ? `"${plain.slice(0, 40)}…"` : `"${plain}"`;
}
