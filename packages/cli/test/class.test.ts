/** `hawser class`: rows of a scenario beside class rules. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './program.ts';
import { classRules } from '../src/commands/class.ts';
import type { Output } from '../src/output.ts';

const file = path.join(root, 'scenarios/anchor-stow/scenario.yaml');

function rowsOf(options: { en?: number; grade?: number; depth?: number; set?: string[] }) {
  let printed: unknown;
  const out = { json: (value: unknown) => (printed = value), print: () => {}, tell: () => {} } as unknown as Output;
  classRules(out, file, { en: 1600, grade: 2, depth: 82.5, set: [], allow: [], json: true, ...options });
  const { rows, approval } = printed as {
    rows: { part: string; rule: string; met: boolean | null }[];
    approval: boolean;
  };
  expect(approval).toBe(false);
  return new Map(rows.map(({ part, rule, met }) => [`${part}: ${rule}`, met]));
}

test('an anchor, a chain and a windlass of the size that the table asks for meet it, and a larger ship asks for more', () => {
  const met = rowsOf({});
  expect(met.get('anchor bower: mass')).toBe(true);
  expect(met.get('anchor bower: share of the head')).toBe(true);
  expect(met.get('chain cable: bar diameter, grade 2')).toBe(true);
  expect(met.get('windlass windlass: continuous duty pull')).toBe(true);
  expect(met.get('windlass windlass: brake, no chain stopper')).toBe(true);
  const larger = rowsOf({ en: 1700 });
  expect(larger.get('anchor bower: mass')).toBe(false);
  expect(larger.get('chain cable: bar diameter, grade 2')).toBe(false);
  expect(rowsOf({ depth: 100 }).get('windlass windlass: continuous duty pull')).toBe(false);
  expect(rowsOf({ grade: 1 }).get('chain cable: bar diameter, grade 1')).toBe(false);
});

test('arguments that mean nothing are refused with what was expected', () => {
  expect(() => rowsOf({ en: 5000 })).toThrow(/--en: expected an equipment number above 50 and up to 3400, found 5000/);
  expect(() => rowsOf({ grade: 4 })).toThrow(/--grade: expected 1, 2 or 3, found 4/);
});
