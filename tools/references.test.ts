import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Keys are the first cells of the tables in REFERENCES.md, and other names given there as "Also cited as". */
function keys(): Set<string> {
  const text = fs.readFileSync(path.join(root, 'REFERENCES.md'), 'utf8');
  const found = new Set<string>();
  for (const [, key] of text.matchAll(/^\| ([^|]+?) \|/gm)) found.add(plain(key));
  for (const [, key] of text.matchAll(/Also cited as ([^.]+(?:al\. )?\d{4})/g)) found.add(plain(key));
  return found;
}

/** `Roy 2007`, `Golub and Van Loan 2013`, `Duff et al. 2017`, `Dopico (anchor)`: a work, by its authors and year. */
const NAME = String.raw`(?:(?:de|van den|Van|García de) )?\p{Lu}[\p{L}'’-]*\p{Ll}`;
const CITATION = new RegExp(
  `(${NAME}(?:, ${NAME})*(?: et al\\.| (?:&|and) ${NAME})?(?: (?:1[6-9]|20)\\d\\d\\b(?! ?[/*m=])| \\(anchor\\)))`,
  'gu',
);
const NO_WORK =
  /^(Copyright|January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) /;

/** Without accents, and with one way of writing two or more authors. */
function plain(key: string): string {
  return key
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ and |, /g, ' & ');
}

function* sources(dir: string): Generator<string> {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'results'].includes(entry.name)) continue;
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) yield* sources(full);
    else if (/\.(ts|md|yaml)$/.test(entry.name)) yield full;
  }
}

test('references: every work cited by name and year stands in REFERENCES.md', () => {
  const known = keys();
  const unknown = new Map<string, string>();
  let count = 0;
  for (const folder of ['packages', 'validation', 'docs', 'scenarios'].filter((name) =>
    fs.existsSync(path.join(root, name)),
  )) {
    for (const file of sources(path.join(root, folder))) {
      for (const [, cited] of fs.readFileSync(file, 'utf8').matchAll(CITATION)) {
        if (NO_WORK.test(cited)) continue;
        const key = plain(cited);
        count++;
        if (!known.has(key)) unknown.set(key, path.relative(root, file));
      }
    }
  }
  expect(count).toBeGreaterThan(0); // the pattern finds what it looks for
  expect(Object.fromEntries(unknown)).toEqual({});
});
