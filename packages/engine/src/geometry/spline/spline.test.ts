import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { interpolateSpline, splineMoments } from '../../math/index.ts';
import { CableSpline } from './cable-spline.ts';
import { arcLength, curveFrame, makeFrame, nearestPoint } from '../../../../../validation/reference/curve-measures.ts';

/** A helix of radius 2 and pitch 2 pi 0.5 by arc length, n elements over two turns. */
const speed = Math.sqrt(2 * 2 + 0.5 * 0.5);
function helix(s: number): [number, number, number] {
  const t = s / speed;
  return [2 * Math.cos(t), 2 * Math.sin(t), 0.5 * t];
}
const total = 4 * Math.PI * speed;

function helixSpline(n: number, clamped: boolean): CableSpline {
  const spline = new CableSpline(n + 1);
  const q = new Float64Array(4 * (n + 1));
  for (let i = 0; i <= n; i++) q.set(helix((total * i) / n), 4 * i);
  if (clamped) {
    spline.setClamped(true, true);
    const tangent = [0, 2 / speed, 0.5 / speed];
    spline.setDirection(0, tangent);
    spline.setDirection(1, tangent);
  }
  spline.setLengths(new Float64Array(n).fill(total / n), n + 1);
  spline.fit(q, 0, 4);
  return spline;
}

function randomSpline(seed: number, n: number, clamped: boolean): CableSpline {
  const random = new Random(seed);
  const spline = new CableSpline(n + 1);
  const q = Float64Array.from({ length: 3 * (n + 1) }, (_, i) => (i % 3 === 0 ? i / 3 : 0) + random.uniform());
  spline.setClamped(clamped, clamped);
  spline.setDirection(0, [0.6, 0.8, 0]);
  spline.setDirection(1, [0.6, 0, -0.8]);
  spline.setLengths(
    Float64Array.from({ length: n }, () => 0.7 + 0.6 * random.uniform()),
    n + 1,
  );
  spline.fit(q, 0, 3);
  return spline;
}

test('through its nodes, with continuous slope and second derivative', () => {
  for (const clamped of [false, true]) {
    const spline = randomSpline(1, 9, clamped);
    const [left, right, p] = [new Float64Array(6), new Float64Array(6), new Float64Array(3)];
    for (let m = 0; m < 8; m++) {
      spline.derivatives(left, 0, m, 1);
      spline.derivatives(right, 0, m + 1, 0);
      spline.point(p, 0, m, 1);
      for (let r = 0; r < 6; r++) expect(left[r]).toBeCloseTo(right[r], 12);
      for (let r = 0; r < 3; r++) expect(p[r]).toBeCloseTo(spline.nodes[3 * m + 3 + r], 14);
    }
    spline.derivatives(left, 0, 0, 0);
    if (clamped) for (let r = 0; r < 3; r++) expect(left[r]).toBeCloseTo([0.6, 0.8, 0][r], 12);
    else for (let r = 3; r < 6; r++) expect(left[r]).toBe(0);
    spline.derivatives(right, 0, 8, 1);
    if (clamped) for (let r = 0; r < 3; r++) expect(right[r]).toBeCloseTo([0.6, 0, -0.8][r], 12);
  }
});

test('with free ends it is the natural spline of math/interpolate', () => {
  const spline = randomSpline(2, 7, false);
  const times = [0];
  for (let j = 0; j < 7; j++) times.push(times[j] + spline.lengths[j]);
  const p = new Float64Array(3);
  for (let r = 0; r < 3; r++) {
    const values = Array.from({ length: 8 }, (_, i) => spline.nodes[3 * i + r]);
    const moments = splineMoments(times, values);
    const out = new Float64Array(3);
    for (let m = 0; m < 7; m++) {
      spline.point(p, 0, m, 0.3);
      out[0] = times[m] + 0.3 * spline.lengths[m];
      interpolateSpline(out, 0, times, values, moments);
      expect(p[r]).toBeCloseTo(out[0], 12);
    }
  }
});

test('a clamped spline approaches a helix with the fourth power of the spacing, its curvature with the second', () => {
  const errors = [16, 32, 64].map((n) => {
    const spline = helixSpline(n, true);
    const p = new Float64Array(3);
    const frame = makeFrame();
    let position = 0;
    let curvature = 0;
    for (let m = 0; m < n; m++) {
      for (const u of [0.25, 0.5, 0.75]) {
        spline.point(p, 0, m, u);
        const exact = helix((total * (m + u)) / n);
        position = Math.max(position, Math.hypot(p[0] - exact[0], p[1] - exact[1], p[2] - exact[2]));
        curveFrame(frame, spline, m, u);
        curvature = Math.max(curvature, Math.abs(frame.curvature - 2 / (speed * speed)));
      }
    }
    return [position, curvature];
  });
  for (let k = 0; k < 2; k++) {
    expect(Math.log2(errors[k][0] / errors[k + 1][0])).toBeGreaterThan(3.7);
    expect(Math.log2(errors[k][1] / errors[k + 1][1])).toBeGreaterThan(1.8);
  }
});

test('frame: right-handed, along the curve and towards its centre', () => {
  const spline = helixSpline(64, true);
  const frame = makeFrame();
  curveFrame(frame, spline, 30, 0.5);
  const [x, y] = helix((total * 30.5) / 64);
  const a = frame.axes;
  expect(
    a[0] * a[4] * a[8] +
      a[1] * a[5] * a[6] +
      a[2] * a[3] * a[7] -
      a[2] * a[4] * a[6] -
      a[0] * a[5] * a[7] -
      a[1] * a[3] * a[8],
  ).toBeCloseTo(1, 12);
  expect(a[3]).toBeCloseTo(-x / 2, 3);
  expect(a[4]).toBeCloseTo(-y / 2, 3);
  expect(frame.stretch).toBeCloseTo(1, 4);
});

test('arc length of the helix, and additive', () => {
  const spline = helixSpline(128, true);
  let sum = 0;
  for (let m = 0; m < 128; m++) sum += arcLength(spline, m, 0, 1);
  expect(sum).toBeCloseTo(total, 5); // h^4: 2e-6 of 26
  expect(arcLength(spline, 3, 0, 0.4) + arcLength(spline, 3, 0.4, 1)).toBeCloseTo(arcLength(spline, 3, 0, 1), 12);
});

describe('loads go back by the transpose of the map', () => {
  test.each([false, true])('work of loads is work of nodal forces, clamped: %s', (clamped) => {
    const spline = randomSpline(3, 9, clamped);
    const random = new Random(4);
    const loads = Array.from({ length: 6 }, () => [
      random.uniform() * 9,
      random.uniform(),
      random.uniform(),
      random.uniform(),
    ]);
    const force = new Float64Array(40);
    spline.beginLoads();
    for (const [s, x, y, z] of loads) spline.addLoad(Math.floor(s), s % 1, x, y, z);
    spline.finishLoads(force, 0, 4);
    // a small move of the nodes and of the held directions
    const v = Float64Array.from({ length: 40 }, () => random.uniform() - 0.5);
    const turn = [random.uniform(), random.uniform(), random.uniform()];
    spline.setDirection(0, [0.6, 0.8, 0], turn);
    spline.setDirection(1, [0.6, 0, -0.8], turn);
    spline.fitRates(v, 0, 4);
    const p = new Float64Array(3);
    let work = 0;
    for (const [s, x, y, z] of loads) {
      spline.velocity(p, 0, Math.floor(s), s % 1);
      work += x * p[0] + y * p[1] + z * p[2];
    }
    let nodal = 0;
    for (let i = 0; i < 10; i++) for (let r = 0; r < 3; r++) nodal += force[4 * i + r] * v[4 * i + r];
    for (let r = 0; r < 6; r++) nodal += spline.endLoad[r] * turn[r % 3];
    expect(nodal).toBeCloseTo(work, 12);
  });

  test('resultant and moment are kept', () => {
    const spline = randomSpline(5, 9, false);
    const random = new Random(6);
    const force = new Float64Array(30);
    const sum = new Float64Array(6);
    const p = new Float64Array(3);
    spline.beginLoads();
    for (let k = 0; k < 8; k++) {
      const m = Math.floor(9 * random.uniform());
      const u = random.uniform();
      const f = [random.uniform(), random.uniform(), random.uniform()];
      spline.addLoad(m, u, f[0], f[1], f[2]);
      spline.point(p, 0, m, u);
      addMoment(sum, p, 0, f, 0);
    }
    spline.finishLoads(force, 0, 3);
    const nodal = new Float64Array(6);
    for (let i = 0; i < 10; i++) addMoment(nodal, spline.nodes, 3 * i, force, 3 * i);
    for (let r = 0; r < 6; r++) expect(nodal[r]).toBeCloseTo(sum[r], 12);
  });
});

function addMoment(sum: Float64Array, p: ArrayLike<number>, o: number, f: ArrayLike<number>, k: number): void {
  const [x, y, z] = [p[o], p[o + 1], p[o + 2]];
  const [a, b, c] = [f[k], f[k + 1], f[k + 2]];
  sum[0] += a;
  sum[1] += b;
  sum[2] += c;
  sum[3] += y * c - z * b;
  sum[4] += z * a - x * c;
  sum[5] += x * b - y * a;
}

test('the nearest point is that of a dense search, never farther', () => {
  const random = new Random(8);
  const p = new Float64Array(3);
  const found = { element: 0, u: 0 };
  for (let trial = 0; trial < 40; trial++) {
    const spline = randomSpline(100 + trial, 8, false);
    const [x, y, z] = [9 * random.uniform(), 3 * random.uniform() - 1, 3 * random.uniform() - 1];
    const distance = nearestPoint(found, spline, x, y, z);
    let dense = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 4000; k++) {
      spline.point(p, 0, Math.floor(k / 500), (k % 500) / 500);
      dense = Math.min(dense, Math.hypot(p[0] - x, p[1] - y, p[2] - z));
    }
    expect(distance).toBeLessThanOrEqual(dense);
    spline.point(p, 0, found.element, found.u);
    expect(Math.hypot(p[0] - x, p[1] - y, p[2] - z)).toBeCloseTo(distance, 12);
  }
});

test('the bulge bounds the distance from the chord', () => {
  const spline = randomSpline(9, 12, true);
  const p = new Float64Array(3);
  for (let m = 0; m < 12; m++) {
    for (let u = 0; u <= 1; u += 0.05) {
      spline.point(p, 0, m, u);
      const away = [0, 1, 2].map((r) => p[r] - (1 - u) * spline.nodes[3 * m + r] - u * spline.nodes[3 * m + 3 + r]);
      expect(Math.hypot(...away)).toBeLessThanOrEqual(spline.bulge(m) + 1e-15);
    }
  }
});
