/** The scenarios we ship, spoilt at random: whatever is wrong is told at a place, in words, and nothing is thrown. */
import fs from 'node:fs';
import path from 'node:path';
import { type AssetLoader, compileScenario, formatIssue, type Issue, prepareRun } from '@hawser/scenario';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diskLoader } from '../src/allowed.ts';
import { fileReaders } from '../src/scenario-file.ts';
import { root } from './program.ts';

const folder = path.join(root, 'scenarios');
const files = ['deck-crane', 'newtons-cradle', 'pyramid', 'slider-crank', 'slope', 'top'].map((name) =>
  path.join(folder, name, 'scenario.yaml'),
);
const texts = files.map((file) => fs.readFileSync(file, 'utf8').split('\n'));

/** What is told of the file with other lines in it; warnings too when it can be built. */
function told(file: string, lines: readonly string[]): readonly Issue[] {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const loader: AssetLoader = {
    list: (name) => diskLoader.list?.(name),
    read: (name) => (name === file ? bytes : diskLoader.read(name)),
  };
  const compiled = compileScenario({ file, loader, readers: fileReaders });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  if (!result.ok) expect(result.issues.length, 'a reason').toBeGreaterThan(0);
  return result.ok ? result.prepared.notices : result.issues;
}

const MARKS = [
  ':',
  ',',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '-',
  '#',
  '*',
  '&',
  '!',
  '|',
  '\t',
  ' ',
  'x',
  '0',
  '.nan',
  '-1e9 kg',
];
const edit = fc.record({
  line: fc.nat(1e6),
  at: fc.nat(200),
  kind: fc.constantFrom('insert', 'remove', 'drop', 'double', 'indent', 'outdent', 'swap', 'word'),
  mark: fc.constantFrom(...MARKS),
});

function spoil(
  lines: readonly string[],
  { line, at, kind, mark }: { line: number; at: number; kind: string; mark: string },
) {
  const n = line % lines.length;
  const old = lines[n];
  const column = at % (old.length + 1);
  const changed: Record<string, string[]> = {
    insert: [old.slice(0, column) + mark + old.slice(column)],
    remove: [old.slice(0, column) + old.slice(column + 1)],
    drop: [],
    double: [old, old],
    indent: [` ${old}`],
    outdent: [old.replace(/^ /, '')],
    swap: [lines[n + 1] ?? '', old],
    word: [old.replace(/[\w.]+(?=[^\w]*$)/, mark)],
  };
  return [...lines.slice(0, n), ...changed[kind], ...lines.slice(n + 1)];
}

test('lines and characters changed at random: every message has a place in the file, what was expected and what was found', () => {
  fc.assert(
    fc.property(fc.nat(files.length - 1), fc.array(edit, { minLength: 1, maxLength: 4 }), (which, edits) => {
      const file = files[which];
      for (const issue of told(file, edits.reduce<readonly string[]>(spoil, texts[which]))) {
        const message = formatIssue(issue);
        expect(issue.expected !== '' && issue.found !== '', message).toBe(true);
        expect(message).not.toMatch(/undefined|\[object|NaN kg|Unexpected|token/);
        if (issue.severity === 'error' && !issue.expected.startsWith('at most'))
          expect(issue.line, message).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60, seed: 20261116 },
  );
});
