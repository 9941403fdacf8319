import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsPattern } from './glob.ts';

/** The same by a regular expression, which is exponential in the worst case and exact. */
function byRegExp(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 'su').test(text);
}

test('glob: agrees with a regular expression on short texts', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '🜁'), maxLength: 9 });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      expect(fitsPattern(pattern, text)).toBe(byRegExp(pattern, text));
    }),
    { numRuns: 3000, seed: 24 },
  );
});

test('glob: many stars against a long name take no longer than length times length', () => {
  expect(fitsPattern(`${'*o'.repeat(200)}*!`, 'o'.repeat(5000))).toBe(false); // 2^200 ways by backtracking
  expect(fitsPattern('*'.repeat(100_000), 'bar.position')).toBe(true);
});
