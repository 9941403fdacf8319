import { expect, test } from 'vitest';
import { short, table } from './output.ts';

test('output: numbers are short and lose no size', () => {
  expect([0, 1, -2.5, 1 / 3, 123456789, 1.5e-9, Number.NaN].map((v) => short(v))).toEqual([
    '0',
    '1',
    '-2.5',
    '0.333333',
    '123457000',
    '1.5e-9',
    'NaN',
  ]);
});

test('output: a table keeps its columns under their heads, numbers flush right', () => {
  expect(
    table(
      ['name', 'value'],
      [
        ['a', '1.25'],
        ['longer', '10'],
      ],
      [1],
    ),
  ).toEqual(['name    value', '------  -----', 'a        1.25', 'longer     10']);
});
