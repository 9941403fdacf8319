import { expect, test } from 'vitest';
import { LOCAL_STRIDE, localControl, localMap, localSlopes, localWeights } from './local-spline.ts';

const LENGTHS = Float64Array.of(1, 0.5, 0.8, 1.2, 0.7);
const COUNT = 6;

function maps(): Float64Array {
  const out = new Float64Array(LOCAL_STRIDE * 5);
  for (let m = 0; m < 5; m++) localMap(out, LOCAL_STRIDE * m, LENGTHS, m, COUNT);
  return out;
}

test('local spline: weights add up to one and keep the moment, so loads keep theirs by the transpose', () => {
  const map = maps();
  const w = new Float64Array(4);
  const s = [0, 1, 1.5, 2.3, 3.5, 4.2]; // places of the nodes along a straight rope
  for (let m = 0; m < 5; m++) {
    for (const u of [0, 0.2, 0.5, 0.9, 1]) {
      localWeights(w, 0, map, LOCAL_STRIDE * m, Float64Array.of(u), 0);
      let sum = 0;
      let place = 0;
      for (let j = 0; j < 4; j++) {
        sum += w[j];
        place += w[j] * (s[m - 1 + j] ?? 0);
      }
      expect(sum).toBeCloseTo(1, 14);
      expect(place).toBeCloseTo(s[m] + u * LENGTHS[m], 13);
    }
  }
});

test('local spline: goes through its nodes with one tangent, whatever the lengths', () => {
  const map = maps();
  const q = Float64Array.from({ length: 4 * COUNT }, (_, i) => Math.sin(3.7 * i));
  const c = new Float64Array(12 * 5);
  for (let m = 0; m < 5; m++) localControl(c, 12 * m, map, LOCAL_STRIDE * m, q, m, COUNT);
  for (let m = 0; m < 5; m++) {
    for (let k = 0; k < 3; k++) {
      expect(c[12 * m + k]).toBeCloseTo(q[4 * m + k], 14);
      expect(c[12 * m + 9 + k]).toBeCloseTo(q[4 * m + 4 + k], 14);
      if (m === 4) continue;
      const left = (c[12 * m + 9 + k] - c[12 * m + 6 + k]) / LENGTHS[m];
      const right = (c[12 * (m + 1) + 3 + k] - c[12 * (m + 1) + k]) / LENGTHS[m + 1];
      expect(left).toBeCloseTo(right, 13);
    }
  }
});

test('local spline: slopes of the weights are those of differences', () => {
  const map = maps();
  const [up, down, slope] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
  const h = 1e-5; // cubics: the third derivative leaves h^2
  for (let m = 0; m < 5; m++) {
    for (const u of [0.1, 0.5, 0.8]) {
      const at = Float64Array.of(u + h, u - h, u);
      localWeights(up, 0, map, LOCAL_STRIDE * m, at, 0);
      localWeights(down, 0, map, LOCAL_STRIDE * m, at, 1);
      localSlopes(slope, 0, map, LOCAL_STRIDE * m, at, 2);
      for (let j = 0; j < 4; j++) expect(slope[j]).toBeCloseTo((up[j] - down[j]) / (2 * h), 8);
    }
  }
});
