/** Pages of docs/decisions: one form, all of them in the list. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../docs/decisions', import.meta.url));
const HEADS = ['Question', 'Decision', 'Evidence', 'Cost', 'Overturned by'];

/** The heads that a page lacks. */
function lacking(text: string): string[] {
  return HEADS.filter((head) => !new RegExp(`^(- )?\\*\\*${head}(\\.|\\*\\*)`, 'm').test(text));
}

test('decisions: every page has question, decision, evidence, cost and what would overturn it', () => {
  const pages = fs.readdirSync(folder).filter((name) => /^\d{3}-.*\.md$/.test(name));
  expect(pages.length).toBeGreaterThan(20); // the pages were found at all
  const faults = pages.map((name) => [name, lacking(fs.readFileSync(path.join(folder, name), 'utf8'))]);
  expect(faults.filter(([, heads]) => heads.length > 0)).toEqual([]);
  const list = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');
  expect(pages.filter((name) => !list.includes(`](${name})`))).toEqual([]);
});

test('decisions: a page without evidence is found', () => {
  expect(lacking('**Question.** a\n**Decision.** b\n**Cost.** c\n**Overturned by** d')).toEqual(['Evidence']);
});
