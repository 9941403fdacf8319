/**
 * The content security policy of the built page: its scripts and styles by their SHA-256, so that nothing else that may get into
 * the page runs. The editor makes style elements of its own and marks them with a nonce; `hawser studio` gives every answer a
 * new one, a page on a disk keeps the one it was built with.
 */
import { createHash, randomBytes } from 'node:crypto';

/** The program and the library it draws with, which the page runs when they are wanted. */
const PROGRAM = /<script type="text\/plain" data-part="(?:three|program)">([\s\S]*?)<\/script>/g;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What is executed; parts that are kept as text have a type of their own. */
const SCRIPT = /<script(?![^>]*type="text\/plain")[^>]*>([\s\S]*?)<\/script>/g;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const WRITTEN = /(<meta http-equiv="Content-Security-Policy" content=")[^"]*(")/;

export function withPolicy(page: string): string {
  const nonce = randomBytes(16).toString('base64');
  const hashes = (pattern: RegExp): string => [...page.matchAll(pattern)].map((match) => hashOf(match[1])).join(' ');
  const policy =
    `default-src 'none'; script-src ${[SCRIPT, PROGRAM].map(hashes).join(' ').trim()} 'wasm-unsafe-eval'; worker-src blob: data:; ` +
    `style-src ${hashes(STYLE)} 'nonce-${nonce}'; img-src data: blob:; media-src blob:; connect-src 'self' blob: data:; ` +
    "base-uri 'none'; form-action 'none'";
  if (!WRITTEN.test(page)) throw new Error('the page has no policy to put in the place of');
  return page.replace(WRITTEN, (_, before: string, after: string) => `${before}${policy}${after}`);
}
