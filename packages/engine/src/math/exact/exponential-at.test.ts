import { expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { exp, expAt } from '../exact.ts';

test('expAt: the bits of exp, for ordinary numbers, huge ones and none', () => {
  const random = new Random(11);
  const xs = [0, -0, 1, -1, 0.3465735, 0.3465736, 699.9, -699.9, 701, -701, -720, 710, -746, Infinity, -Infinity, NaN];
  for (let i = 0; i < 2000; i++) xs.push(random.between(-750, 750), random.between(-1, 1));
  const at = Float64Array.from(xs);
  for (let i = 0; i < at.length; i++) {
    expAt(at, i);
    expect(at[i]).toBe(exp(xs[i]));
  }
});
