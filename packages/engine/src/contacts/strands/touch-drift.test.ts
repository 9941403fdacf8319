import { expect, test } from 'vitest';
import { cable } from '../../../test/cables.ts';
import { model } from '../../../test/support.ts';
import { LOCAL_STRIDE, localMap, localWeights } from '../../geometry/index.ts';
import { ContactPatches } from '../../proximity/index.ts';
import { buildModel, CableSet } from '../../model/index.ts';
import { addDrifts, curveChanges } from './touch-drift.ts';

const spec = model([], {
  cables: [
    cable('rope', 4, 4, {
      start: { body: 0, point: [0, 0, 0] },
      shape: [0, 0, 1, 0.2, 0, 0.1, 1.1, 0.1, 0, 2, 0.4, 0, 2.7, 0.2, 0.1],
      pay: { end: 'start', length: { kind: 'constant', value: 4 }, longest: 5 },
    }),
  ],
});

/** A point on element m at u. */
function curve(lengths: Float64Array, q: Float64Array, m: number, u: number): number[] {
  const map = new Float64Array(LOCAL_STRIDE);
  const weight = new Float64Array(4);
  localMap(map, 0, lengths, m, 5);
  localWeights(weight, 0, map, 0, Float64Array.of(u), 0);
  return [0, 1, 2].map((k) =>
    weight.reduce((sum, w, j) => (m - 1 + j < 0 || m - 1 + j > 4 ? sum : sum + w * q[4 * (m - 1 + j) + k]), 0),
  );
}

test('a curve drifts as its lengths change: the difference quotient of its points, along the normal', () => {
  const set = new CableSet(buildModel(spec), undefined, 0, 0);
  const [item] = set.items;
  const { cable: c } = item;
  const shape = spec.cables?.[0].shape ?? [];
  for (let i = 0; i < 5; i++) for (let k = 0; k < 3; k++) c.q[4 * i + k] = shape[3 * i + k];
  c.restRate[0] = -0.8; // hauled in
  expect([0, 1, 2, 3].map((m) => curveChanges(item, m))).toEqual([true, true, false, false]);
  c.restRate[2] = 0.05; // on its way back to the material
  expect([0, 1, 2, 3].map((m) => curveChanges(item, m))).toEqual([true, true, true, true]);
  const patches = new ContactPatches();
  const weight = new Float64Array(4);
  const map = new Float64Array(LOCAL_STRIDE);
  const normal = [0.36, 0.48, -0.8];
  for (let m = 0; m < 4; m++) {
    for (const u of [0.2, 0.5, 0.9]) {
      patches.clear();
      patches.open(m, 0, 0, 0);
      const i = patches.add();
      patches.pointU[i] = u;
      for (let k = 0; k < 3; k++) patches.pointNormal[3 * i + k] = normal[k];
      localMap(map, 0, c.restLength, m, 5);
      localWeights(weight, 0, map, 0, patches.pointU, i);
      const out = new Float64Array(1);
      addDrifts(out, item, weight, m, undefined, weight, 0, patches, i);
      const h = 1e-5;
      const at = (s: number): number[] =>
        curve(
          Float64Array.from(c.restLength.subarray(0, 4), (l, j) => l + s * c.restRate[j]),
          c.q,
          m,
          u,
        );
      const quotient = at(h).reduce((sum, x, k) => sum + (normal[k] * (x - at(-h)[k])) / (2 * h), 0);
      // one-sided over 0.1 ms at 0.8 m/s of 1 m
      expect(Math.abs(out[0] - quotient)).toBeLessThan(2e-4);
      if (m === 1 && u === 0.5) expect(Math.abs(quotient)).toBeGreaterThan(0.01);
    }
  }
});
