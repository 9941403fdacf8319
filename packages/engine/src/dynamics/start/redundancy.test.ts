import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jointAt } from '../../../test/mechanisms.ts';
import { begin } from '../../../test/stage.ts';
import { body, model, place, WORLD } from '../../../test/support.ts';
import type { BodySpec, JointSpec, JointType } from '../../model/index.ts';
import { evaluateRows, type Workspace } from '../../stage/index.ts';
import { redundantRows } from './redundancy.ts';

function rowsOf(bodies: readonly BodySpec[], joints: readonly JointSpec[]): Workspace {
  const w = begin(model(bodies, { joints }));
  evaluateRows(w, false);
  return w;
}

/** Joints with rows that repeat earlier ones, by name; below, the same by a second way. */
function named(w: Workspace): Record<string, number> {
  return Object.fromEntries((redundantRows(w)?.joints ?? []).map(({ name, count }) => [name, count]));
}

/** Dense Gram-Schmidt, twice over each row, as the plainer second implementation. */
function byGramSchmidt(w: Workspace): Record<string, number> {
  const { joints, dynamicCount, mass, inertia, spec } = w.model;
  const n = 6 * dynamicCount;
  const basis: Float64Array[] = [];
  const found: Record<string, number> = {};
  for (let k = 0; k < joints.count; k++) {
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      const v = new Float64Array(n);
      for (const [slot, J] of [
        [joints.slotA[k], w.rows.jacobianA],
        [joints.slotB[k], w.rows.jacobianB],
      ] as const) {
        if (slot >= dynamicCount) continue;
        const o = 6 * slot;
        const scale = [mass[slot], (inertia[o] + inertia[o + 1] + inertia[o + 2]) / 3].map(Math.sqrt);
        for (let c = 0; c < 6; c++) v[o + c] += J[6 * row + c] / scale[c < 3 ? 0 : 1];
      }
      const before = Math.hypot(...v);
      for (let pass = 0; pass < 2; pass++) {
        for (const b of basis) {
          const dot = b.reduce((sum, x, i) => sum + x * v[i], 0);
          for (let i = 0; i < n; i++) v[i] -= dot * b[i];
        }
      }
      const after = Math.hypot(...v);
      if (after > 1e-7 * before) basis.push(v.map((x) => x / after));
      else found[spec.joints[k].name] = (found[spec.joints[k].name] ?? 0) + 1;
    }
  }
  return found;
}

describe('conditions that repeat others', () => {
  test('any net of joints: the same rows as Gram-Schmidt finds', () => {
    const types: JointType[] = ['point', 'revolute', 'universal', 'prismatic', 'cylindrical', 'fixed', 'planar'];
    const link = fc.record({
      type: fc.constantFrom(...types),
      ends: fc.tuple(fc.nat(5), fc.nat(5)).filter(([a, b]) => a !== b),
      at: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
      axis: fc.constantFrom([0, 0, 1] as const, [0, 1, 0] as const, [1, 2, 2] as const),
    });
    const bodies = [1, 2, 3, 4, 5].map((i) =>
      body(`b${i}`, { mass: i, inertia: [1, 2, 2.5, 0, 0, 0], placement: place([i, i % 2, 0]) }),
    );
    const all = [WORLD, ...bodies];
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 10 }), (links) => {
        const joints = links.map(({ type, ends: [a, b], at, axis }, i) => jointAt(`j${i}`, type, all, a, b, at, axis));
        const w = rowsOf(bodies, joints);
        expect(named(w)).toEqual(byGramSchmidt(w));
      }),
      { numRuns: 200 },
    );
  });

  test('a chain of a thousand bars has none; held at both ends by hinges about one direction it has three', () => {
    const bars = Array.from({ length: 1000 }, (_, i) => body(`b${i}`, { placement: place([i + 0.5, 0, 0.5]) }));
    const all = [WORLD, ...bars];
    const hinges = all.map((_, i) =>
      jointAt(`h${i}`, 'revolute', all, i, (i + 1) % all.length, [i, 0, i % 2], [0, 1, 0]),
    );
    expect(redundantRows(rowsOf(bars, hinges.slice(0, -1)))).toBeUndefined();
    expect(redundantRows(rowsOf(bars, hinges))).toEqual({ rows: 5005, joints: [{ name: 'h1000', count: 3 }] });
  });

  test('every one of three hundred doors on two hinges is named', () => {
    const doors = Array.from({ length: 300 }, (_, i) => body(`door${i}`, { placement: place([2 * i, 0, 1]) }));
    const all = [WORLD, ...doors];
    const joints = doors.flatMap((_, i) =>
      [0, 2].map((z) => jointAt(`hinge${i} at ${z}`, 'revolute', all, 0, i + 1, [2 * i, 0, z])),
    );
    expect(Object.entries(named(rowsOf(doors, joints)))).toEqual(doors.map((_, i) => [`hinge${i} at 2`, 5]));
  });
});
