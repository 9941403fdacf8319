import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Keys are the first cells of the tables in REFERENCES.md, and other names given there as "Also cited as". */
function keys(): Set<string> {
  const text = fs.readFileSync(path.join(root, 'REFERENCES.md'), 'utf8');
  const found = new Set<string>();
  for (const [, key] of text.matchAll(/^\| ([^|]+?) \|/gm)) found.add(key);
  for (const [, key] of text.matchAll(/Also cited as ([^.]+(?:al\. )?\d{4})/g)) found.add(key);
  return found;
}

/** `Roy 2007, eq. 3.22` and its relatives: a name, a year, and a place in the work. */
const CITATION =
  /((?:de |van den )?\p{Lu}[\p{L}'’-]+(?: et al\.| & \p{Lu}[\p{L}'’-]+)?(?: \d{4}| \(anchor\)))(?=,? (?:eqs?\b|sec\b|section|s\. \d|ch\b|chapter|fig|table|appendix|par\b))/gu;

function* sources(dir: string): Generator<string> {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'results'].includes(entry.name)) continue;
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) yield* sources(full);
    else if (/\.(ts|md|yaml)$/.test(entry.name)) yield full;
  }
}

test('references: every work cited with a place in it stands in REFERENCES.md', () => {
  const known = keys();
  const unknown = new Map<string, string>();
  let cited = 0;
  for (const folder of ['packages', 'validation', 'docs', 'scenarios'].filter((name) =>
    fs.existsSync(path.join(root, name)),
  )) {
    for (const file of sources(path.join(root, folder))) {
      for (const [, key] of fs.readFileSync(file, 'utf8').matchAll(CITATION)) {
        cited++;
        if (!known.has(key)) unknown.set(key, path.relative(root, file));
      }
    }
  }
  expect(cited).toBeGreaterThan(0); // the pattern finds what it looks for
  expect(Object.fromEntries(unknown)).toEqual({});
});
