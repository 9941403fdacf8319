import { expect, test } from 'vitest';
import * as unrolled from './kernels.gen.ts';
import { backwardAny, eliminateAny, forwardAny } from './kernels.ts';
import { planFactorisation } from './plan.ts';

type Eliminate = typeof eliminateAny;
type Substitute = typeof forwardAny;
const kernels = unrolled as unknown as Record<string, Eliminate & Substitute>;

test('unrolled kernels give the same bits as the loops, for all pivot sizes 1 to 6 and neighbours of 1 to 7 rows', () => {
  for (let size = 1; size <= 6; size++) {
    // A star: the pivot in the middle is eliminated first, because its neighbours are coupled to each other as well.
    const sizes = Int32Array.of(size, 1, 2, 3, 4, 5, 6, 7);
    const edges: number[] = [];
    for (let i = 0; i < sizes.length; i++) for (let j = 0; j < i; j++) edges.push(i, j);
    const plan = planFactorisation({ sizes, edges: Int32Array.from(edges), isConstraint: new Uint8Array(8) });
    const at = Array.from(plan.stepStart).find((start) => plan.program[start + 1] === 0);
    if (at === undefined) throw new Error('block 0 is eliminated at some step');
    const random = Float64Array.from({ length: plan.valueCount }, (_, e) => ((e * 7919) % 1009) / 504 - 1);
    for (let r = 0; r < size; r++) random[plan.diagonalOffset[0] + r * (size + 1)] += 10;

    const a = random.slice();
    const b = random.slice();
    expect(kernels[`eliminate${size}`](a, plan.program, at, 1e-280)).toBe(true);
    expect(eliminateAny(b, plan.program, at, 1e-280)).toBe(true);
    expect(a).toEqual(b);
    expect(a).not.toEqual(random);

    const x = random.slice(0, plan.offsets[8]);
    const y = x.slice();
    kernels[`forward${size}`](a, plan.program, at, x);
    forwardAny(b, plan.program, at, y);
    expect(x).toEqual(y);
    kernels[`backward${size}`](a, plan.program, at, x);
    backwardAny(b, plan.program, at, y);
    expect(x).toEqual(y);
  }
});
