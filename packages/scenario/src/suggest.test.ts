import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearest, suggest } from './suggest.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 });

test('edit distance: zero only for equal words, symmetric, at most the longer length', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance === 0).toBe(a === b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});

test('edit distance: one slip of each kind counts one, a swap of neighbours too', () => {
  for (const slip of ['mas', 'masss', 'mast', 'amss']) expect(editDistance(slip, 'mass')).toBe(1);
});

test('nearest: one slip in three letters, capitals and hyphens free of charge', () => {
  const known = ['mass', 'inertia', 'angular velocity', 'position'];
  expect(nearest('mas', known)).toBe('mass');
  expect(nearest('Inertia', known)).toBe('inertia');
  expect(nearest('angular-velocity', known)).toBe('angular velocity');
  expect(nearest('angularVelocity', known)).toBe('angular velocity');
  expect(nearest('postion', known)).toBe('position');
  expect(nearest('colour', known)).toBeUndefined();
});

test('suggest: lists the known words when none is near and there are few', () => {
  expect(suggest('xyz', ['bar', 'pin'])).toBe('known: bar, pin');
  expect(
    suggest(
      'xyz',
      Array.from({ length: 40 }, (_, i) => `body number ${i}`),
    ),
  ).toBeUndefined();
});

test('nearest: a word of an earlier version leads to its new name', () => {
  expect(nearest('heap', ['auto', 'convex'])).toBe('convex');
  expect(nearest('heap', ['auto', 'bdf2'])).toBeUndefined();
});

test('nearest: a name cut short is meant as its first continuation', () => {
  const wires = ['chain stud-link R4', 'wire 6x36 FC 1770', 'wire 6x36 IWRC 1770', 'wire 6x36 IWRC 1960'];
  expect(nearest('wire 6x36 IWRC', wires)).toBe('wire 6x36 IWRC 1770');
  expect(nearest('wire', wires)).toBeUndefined(); // too little of it
});
