import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { CableContact, type CableContactOptions } from './cable-contact.ts';
import type { CableCurves } from './curves.ts';
import { lensOfDiscs, makeLens } from './lens.ts';
import { ContactPatches } from './patches.ts';
import { makeSkewOverlap, skewCylinders } from '../../../../../validation/reference/skew-cylinders.ts';
import { type ShapeName, shapeNodes, splineCables, straightNodes } from './test-world.ts';

function contacts(curves: CableCurves, options: CableContactOptions = { points: 12 }): ContactPatches {
  const contact = new CableContact(curves, options);
  const patches = new ContactPatches(4);
  contact.search(new Float64Array(curves.count));
  contact.refresh(patches);
  return patches;
}

const skew = makeSkewOverlap();
const crossed = (r1: number, r2: number, alpha: number, depth: number, shift = 0.3, length = 60): CableCurves =>
  splineCables(
    [
      straightNodes(7, [shift, 0, 0], [1, 0, 0], length),
      straightNodes(9, [0.5, 0.2, r1 + r2 - depth], [Math.cos(alpha), Math.sin(alpha), 0], length),
    ],
    [r1, r2],
  ).curves;

test('a thin strand half round a thick one touches all along its arc, whichever comes first', () => {
  const [thick, thin, depth] = [3, 0.5, 0.05];
  const r = thick + thin - depth;
  const arc: number[] = [];
  for (let i = -9; i <= 29; i++) {
    const a = (Math.PI * i) / 20; // half a turn, with ends that leave along their tangents
    const [over, b] = a < 0 ? [a, 0] : a > Math.PI ? [a - Math.PI, Math.PI] : [0, a];
    arc.push(-r * Math.cos(b) + r * over * Math.sin(b), 0.3, r * Math.sin(b) + r * over * Math.cos(b));
  }
  const axis = straightNodes(9, [0, 0, 0], [0, 1, 0], 12);
  const first = contacts(splineCables([axis, arc], [thick, thin]).curves, { points: 5 });
  const second = contacts(splineCables([arc, axis], [thin, thick]).curves, { points: 5 });
  const lens = makeLens();
  lensOfDiscs(lens, thick, thin, r);
  // a ring of the lens at its centroid, half a turn, and what overlaps beyond where the strand leaves: below a quarter of it
  const half = lens.area * Math.PI * lens.centroid;
  expect(first.totalVolume() / second.totalVolume()).toBeCloseTo(1, 12);
  expect(second.totalVolume()).toBeGreaterThan(0.9 * half);
  expect(second.totalVolume()).toBeLessThan(1.25 * half);
});

describe('straight strands', () => {
  test('lenses along one strand add up to the volume of skew cylinders, crossing to nearly parallel', () => {
    for (const [r1, r2] of [
      [1, 1],
      [1, 0.5],
    ]) {
      for (const degrees of [90, 45, 10, 3]) {
        const alpha = (degrees * Math.PI) / 180;
        const curves = crossed(r1, r2, alpha, 0.1, 0.3, degrees < 20 ? 200 : 60);
        skewCylinders(skew, r1, r2, r1 + r2 - 0.1, Math.sin(alpha));
        // errors of the rules, see line-rule.ts; elements cut the contact of the most acute ones into several stretches
        expect(Math.abs(contacts(curves).totalVolume() / skew.volume - 1)).toBeLessThan(2e-10);
        expect(Math.abs(contacts(curves, { points: 8 }).totalVolume() / skew.volume - 1)).toBeLessThan(2e-6);
        expect(Math.abs(contacts(curves, { points: 5 }).totalVolume() / skew.volume - 1)).toBeLessThan(6e-4);
      }
    }
  });

  test('the area of a patch is dV/d(depth); its normal is the common perpendicular, from the first to the second', () => {
    const patches = contacts(crossed(1, 0.7, 1, 0.2));
    skewCylinders(skew, 1, 0.7, 1.5, Math.sin(1));
    expect(patches.count).toBe(1);
    expect(Math.abs(patches.area[0] / skew.area - 1)).toBeLessThan(1e-7);
    expect([...patches.normal.subarray(0, 3)].map((x) => Math.abs(x) < 1e-12)).toEqual([true, true, false]);
    expect(patches.normal[2]).toBeCloseTo(1, 12);
  });

  test('strands that cross at a node, in the plane between two elements but for rounding: counted once', () => {
    skewCylinders(skew, 1, 1, 1.9, 1);
    const random = new Random(7);
    for (let k = 0; k < 200; k++) {
      // turned somehow, so that the ends of neighbours differ by rounding; the second passes the node in the middle of the first
      const turn = 6 * random.uniform();
      const tilt = random.uniform();
      const along = [Math.cos(turn) * Math.cos(tilt), Math.sin(turn) * Math.cos(tilt), Math.sin(tilt)];
      const across = [-Math.sin(turn), Math.cos(turn), 0];
      const off = [-Math.cos(turn) * Math.sin(tilt), -Math.sin(turn) * Math.sin(tilt), Math.cos(tilt)];
      const [x, y, z] = [random.uniform(), random.uniform(), random.uniform()];
      const second = [x + 1.9 * off[0], y + 1.9 * off[1], z + 1.9 * off[2]];
      const { curves } = splineCables(
        [straightNodes(9, second, across, 30), straightNodes(8, [x, y, z], along, 24)],
        [1, 1],
      );
      const patches = contacts(curves);
      expect(Math.abs(patches.totalVolume() / skew.volume - 1)).toBeLessThan(2e-9);
      expect(patches.count).toBe(1);
    }
  });

  test('parallel strands: lens times length, and finite', () => {
    const lens = makeLens();
    const { curves } = splineCables(
      [straightNodes(7, [0, 0, 0], [1, 0, 0], 20), straightNodes(30, [0, 0, 1.9], [1, 0, 0], 60)],
      [1, 1],
    );
    lensOfDiscs(lens, 1, 1, 1.9);
    expect(Math.abs(contacts(curves, { points: 4 }).totalVolume() / (20 * lens.area) - 1)).toBeLessThan(1e-12);
  });

  test('which of two cables comes first does not matter, nor along how many of them is integrated', () => {
    const a = straightNodes(7, [0.3, 0, 0], [1, 0, 0], 30);
    const b = shapeNodes('loop', 40).map((x, i) => 10 * x + (i % 3 === 2 ? 1 : 0));
    const forth = contacts(splineCables([a, b], [1, 0.5]).curves).totalVolume();
    const back = contacts(splineCables([b, a], [0.5, 1]).curves).totalVolume();
    const both = contacts(splineCables([a, b], [1, 0.5]).curves, { points: 12, sides: 2 }).totalVolume();
    const bothBack = contacts(splineCables([b, a], [0.5, 1]).curves, { points: 12, sides: 2 }).totalVolume();
    expect(forth).toBeGreaterThan(0);
    expect(Math.abs(back / forth - 1)).toBeLessThan(1e-3); // (curvature x radius)^2 of the loop
    expect(Math.abs(bothBack / both - 1)).toBeLessThan(1e-12);
  });
});

describe('curved strands', () => {
  /** n elements of a circle of radius R in the x z plane whose top is at the origin; R < 0: its bottom. */
  const arc = (R: number, n: number, angle: number): number[] => {
    const nodes: number[] = [];
    for (let i = 0; i <= n; i++) {
      const t = (i / n - 0.5) * angle;
      nodes.push(R * Math.sin(t), 0, R * Math.cos(t) - R);
    }
    return nodes;
  };
  /** Volume a straight cylinder along y at height d shares with a ring of radius R and section 1, by a grid. */
  const exact = (R: number, d: number): number => {
    const n = 700;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = -1 + (2 * (i + 0.5)) / n;
      for (let k = 0; k < n; k++) {
        const z = d - 1 + ((k + 0.5) / n) * (2.05 - d);
        if (x * x + (z - d) ** 2 >= 1) continue;
        const q = Math.sqrt(x * x + (z + R) ** 2) - Math.abs(R);
        if (q * q < 1) sum += 2 * Math.sqrt(1 - q * q);
      }
    }
    return (sum * 2 * (2.05 - d)) / (n * n);
  };

  test('a straight cable across the outside or the inside of a bend: 2e-3 where straight cylinders are 3 to 8 % off', () => {
    for (const R of [10, -10, 5]) {
      const d = 1.5;
      const bent = arc(R, 24, 1.2);
      const straight = straightNodes(9, [0, 0, d], [0, 1, 0], 20);
      const volume = exact(R, d);
      skewCylinders(skew, 1, 1, d, 1);
      expect(Math.abs(contacts(splineCables([bent, straight], [1, 1]).curves).totalVolume() / volume - 1)).toBeLessThan(
        2e-3,
      );
      expect(Math.abs(contacts(splineCables([straight, bent], [1, 1]).curves).totalVolume() / volume - 1)).toBeLessThan(
        2e-3,
      );
      expect(Math.abs(skew.volume / volume - 1)).toBeGreaterThan(0.03);
    }
  });

  test("rings about one axis: lens times the path of its centroid (Pappus), along either ring's elements", () => {
    const ring = (R: number, z: number, n = 48): number[] =>
      Array.from({ length: n + 1 }, (_, i) => (1.6 * Math.PI * i) / n).flatMap((t) => [
        R * Math.cos(t),
        R * Math.sin(t),
        z,
      ]);
    const [R1, R2, z] = [10, 11.2, 1.2];
    const lens = makeLens();
    lensOfDiscs(lens, 1, 1, Math.sqrt((R2 - R1) ** 2 + z * z));
    const density = 0.5 * (R1 + R2) * lens.area; // [m^3] an angle of 1 rad
    for (const [inner, outer] of [
      [ring(R1, 0), ring(R2, z)],
      [ring(R2, z), ring(R1, 0)],
    ]) {
      const patches = contacts(splineCables([inner, outer], [1, 1]).curves);
      // elements well away from the ends, where natural splines straighten
      let volume = 0;
      for (let p = 0; p < patches.count; p++) {
        if (patches.elementA[p] >= 12 && patches.elementA[p] < 36) volume += patches.volume[p];
      }
      expect(Math.abs(volume / (24 * ((1.6 * Math.PI) / 48) * density) - 1)).toBeLessThan(2e-5); // spline against circle
    }
  });
});

describe('nothing jumps', () => {
  /** Bisection: the largest jump of f in from .. to that shrinking the interval does not remove. */
  function largestJump(f: (x: number) => number, from: number, to: number, samples: number): number {
    let worst = 0;
    for (let k = 0; k < samples; k++) {
      let low = from + ((to - from) * k) / samples;
      let high = from + ((to - from) * (k + 1)) / samples;
      let fl = f(low);
      let fh = f(high);
      for (let b = 0; b < 22; b++) {
        const middle = 0.5 * (low + high);
        const fm = f(middle);
        if (Math.abs(fm - fl) > Math.abs(fh - fm)) [high, fh] = [middle, fm];
        else [low, fl] = [middle, fm];
      }
      worst = Math.max(worst, Math.abs(fh - fl));
    }
    return worst;
  }

  test('a crossing slides over nodes of both cables: the volume changes without jumps', () => {
    const wave = straightNodes(12, [0, 0, 0], [1, 0, 0], 12).map((x, i) => (i % 3 === 2 ? 0.3 * Math.sin(i) : x));
    const volume = (x: number): number => {
      const other = straightNodes(8, [x, 0.1 + 0.5 * x, 1.75], [0.6, 0.8, 0], 9).map((y, i) =>
        i % 3 === 2 ? y + 0.1 * Math.cos(i) : y,
      );
      return contacts(splineCables([wave, other], [1, 1]).curves, { points: 5 }).totalVolume();
    };
    const typical = volume(0.5);
    expect(typical).toBeGreaterThan(0.01);
    // steps of 2.4/24/2^22 = 2.4e-8 in place: with slopes of the order of the volume a jump-free function moves 1e-7 of it
    expect(largestJump(volume, -1.2, 1.2, 24) / typical).toBeLessThan(1e-6);
  });

  test('a nearly parallel pair tilts through parallel and slides past ends: the volume changes without jumps', () => {
    const base = straightNodes(6, [0, 0, 0], [1, 0, 0], 12);
    const volume = (x: number): number => {
      const tilt = 0.1 * x;
      const other = straightNodes(5, [8 * x, 0, 1.9], [Math.cos(tilt), 0, Math.sin(tilt)], 9);
      return contacts(splineCables([base, other], [1, 1]).curves, { points: 5 }).totalVolume();
    };
    const typical = volume(0.1);
    expect(largestJump(volume, -1, 1, 24) / typical).toBeLessThan(1e-6);
  });
});

describe('derivatives', () => {
  /** V and its gradient by the control points, from the columns: dV = sum weight chord n.(dP - dQ). */
  function gradient(curves: CableCurves, patches: ContactPatches): Float64Array {
    const out = new Float64Array(12 * curves.count);
    const bernstein = (u: number): number[] => [(1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u ** 3];
    for (let q = 0; q < patches.pointCount; q++) {
      const p = patches.patch[q];
      const force = patches.weight[q] * patches.chord[q];
      for (const [element, u, sign] of [
        [patches.elementA[p], patches.pointU[q], 1],
        [patches.elementB[p], patches.pointW[q], -1],
      ]) {
        for (const [k, b] of bernstein(u).entries()) {
          for (let d = 0; d < 3; d++)
            out[12 * element + 3 * k + d] += sign * force * b * patches.pointNormal[3 * q + d];
        }
      }
    }
    return out;
  }

  test('moving straight strands across each other: dV = sum of weight chord n.(dP - dQ), to the error of the rule', () => {
    const { curves, control } = splineCables(
      [straightNodes(4, [0, 0, 0], [1, 0, 0], 12), straightNodes(4, [0.4, 0.2, 1.7], [0.5, Math.sqrt(0.75), 0], 12)],
      [1, 1],
    );
    const contact = new CableContact(curves, { points: 12 });
    const patches = new ContactPatches();
    contact.search(new Float64Array(curves.count).fill(0.1));
    contact.refresh(patches);
    const slope = gradient(curves, patches);
    // rigid moves of the second cable, which keep lengths: along z, and a turn about its middle that lifts one end
    const moves = [(): number[] => [0, 0, 1], (x: number): number[] => [0, 0, 0.3 * x], (): number[] => [0.3, -0.2, 0]];
    for (const move of moves) {
      const h = 1e-5;
      const volumeAt = (amount: number): number => {
        const moved = control.slice();
        for (let i = 12 * 4; i < moved.length; i += 3) {
          const d = move(control[i] - 0.4);
          for (let k = 0; k < 3; k++) moved[i + k] += amount * d[k];
        }
        curves.set(moved);
        contact.refresh(patches);
        return patches.totalVolume();
      };
      const measured = (volumeAt(h) - volumeAt(-h)) / (2 * h);
      let expected = 0;
      for (let i = 12 * 4; i < control.length; i += 3) {
        const d = move(control[i] - 0.4);
        for (let k = 0; k < 3; k++) expected += slope[i + k] * d[k];
      }
      // 12 points: 1e-7 of the derivative; h^2 of the difference
      expect(Math.abs(measured - expected)).toBeLessThan(2e-6 * patches.area[0]);
    }
    curves.set(control);
  });

  test('distance, normal and lens of a point turn and change as their derivatives say, at a fixed place of A', () => {
    const { curves, control } = splineCables([shapeNodes('trefoil', 24)], [0.05], [0.3]);
    const contact = new CableContact(curves, { points: 5 });
    const patches = new ContactPatches();
    contact.search(new Float64Array(curves.count).fill(0.01));
    contact.refresh(patches);
    expect(patches.pointCount).toBeGreaterThan(20);
    const one = (u: number, element: number, other: number, w: number): [number, number[]] => {
      // the foot of a point, by brute force Newton on the present control points
      const c = curves.coefficients;
      const value = (e: number, x: number, o: number): number[] =>
        [0, 4, 8].map((k) => {
          const [a0, a1, a2, a3] = c.subarray(12 * e + k, 12 * e + k + 4);
          return [a0 + x * (a1 + x * (a2 + x * a3)), a1 + x * (2 * a2 + 3 * x * a3), 2 * a2 + 6 * x * a3][o];
        });
      const P = value(element, u, 0);
      let x = w;
      for (let k = 0; k < 20; k++) {
        const [Q, dQ, ddQ] = [0, 1, 2].map((o) => value(other, x, o));
        const delta = Q.map((q, i) => q - P[i]);
        const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        x -= dot(delta, dQ) / (dot(dQ, dQ) + dot(delta, ddQ));
      }
      const delta = value(other, x, 0).map((q, i) => q - P[i]);
      const d = Math.sqrt(delta[0] ** 2 + delta[1] ** 2 + delta[2] ** 2);
      return [d, delta.map((y) => y / d)];
    };
    const h = 1e-6;
    for (let q = 0; q < patches.pointCount; q += 3) {
      const p = patches.patch[q];
      const [a, b] = [patches.elementA[p], patches.elementB[p]];
      if (a === b) continue;
      const [u, w] = [patches.pointU[q], patches.pointW[q]];
      const move = [0.3, -0.5, 0.8];
      const shifted = (amount: number): [number, number[]] => {
        const moved = control.slice();
        for (let k = 0; k < 12; k++) moved[12 * a + k] += amount * move[k % 3];
        curves.set(moved);
        return one(u, a, b, w);
      };
      const [dUp, nUp] = shifted(h);
      const [dDown, nDown] = shifted(-h);
      const n = [...patches.pointNormal.subarray(3 * q, 3 * q + 3)];
      const t = [...patches.axis.subarray(3 * q, 3 * q + 3)];
      const along = (v: number[]): number => v[0] * move[0] + v[1] * move[1] + v[2] * move[2];
      expect((dUp - dDown) / (2 * h)).toBeCloseTo(-along(n), 7);
      for (let k = 0; k < 3; k++) {
        const expected = -patches.bend[q] * (move[k] - n[k] * along(n) - patches.share[q] * t[k] * along(t));
        expect(Math.abs((nUp[k] - nDown[k]) / (2 * h) - expected)).toBeLessThan(1e-6 * patches.bend[q]);
      }
    }
  });
});

describe('strands of one cable', () => {
  /** Lenses added up over a fine polyline of the whole cable; no curvature. */
  function dense(curves: CableCurves, m: number): number {
    const { count: n, coefficients: c, radius, arcStart, restLength, neighbourLength } = curves;
    const N = n * m;
    const x = new Float64Array(3 * (N + 1));
    const arc = new Float64Array(N + 1);
    for (let i = 0; i <= N; i++) {
      const e = Math.min(n - 1, Math.floor(i / m));
      const u = i / m - e;
      for (let k = 0, o = 12 * e; k < 3; k++, o += 4)
        x[3 * i + k] = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3]));
      arc[i] = arcStart[e] + u * restLength[e];
    }
    const lens = makeLens();
    const reach = 2 * radius[0];
    let volume = 0;
    for (let i = 0; i < N; i++) {
      const p = [0, 1, 2].map((k) => 0.5 * (x[3 * i + k] + x[3 * i + 3 + k]));
      const ds = Math.sqrt([0, 1, 2].reduce((s, k) => s + (x[3 * i + 3 + k] - x[3 * i + k]) ** 2, 0));
      const d2 = (j: number): number =>
        (x[3 * j] - p[0]) ** 2 + (x[3 * j + 1] - p[1]) ** 2 + (x[3 * j + 2] - p[2]) ** 2;
      let [before, now] = [d2(i + 2), d2(i + 3)];
      for (let j = i + 3; j <= N; j++) {
        const after = j < N ? d2(j + 1) : Number.POSITIVE_INFINITY;
        if (now < before && now <= after && now < 1.2 * reach * reach) {
          const bend = 0.5 * (after + before) - now;
          const d = Math.sqrt(j < N && bend > 0 ? now - (0.25 * (after - before)) ** 2 / bend : now);
          const along = arc[j] - 0.5 * (arc[i] + arc[i + 1]);
          if (d < reach && along > 1.5 * neighbourLength[0]) {
            lensOfDiscs(lens, radius[0], radius[0], d);
            volume += lens.area * ds;
          }
        }
        [before, now] = [now, after];
      }
    }
    return volume;
  }

  test.each<[ShapeName, number, number, number]>([
    ['loop', 32, 0.03, 2e-3],
    ['trefoil', 32, 0.03, 2e-3],
    ['trefoil', 90, 0.03, 2e-3],
    ['coil', 64, 0.0145, 5e-3],
    ['coil', 160, 0.0145, 5e-3],
    ['tangle', 128, 0.02, 3e-2],
  ])('%s of %i nodes: the volume of a dense search, but for curvature', (name, n, r, tolerance) => {
    const { curves } = splineCables([shapeNodes(name, n)], [r], [4 * r]);
    const volume = contacts(curves).totalVolume();
    expect(Math.abs(volume / dense(curves, n < 64 ? 80 : 30) - 1)).toBeLessThan(tolerance);
  });

  test('a cable that only bends does not touch its own neighbours', () => {
    const bend = Array.from({ length: 41 }, (_, i) => (i * Math.PI) / 20).flatMap((t) => [
      0.2 * Math.cos(0.45 * t),
      0.2 * Math.sin(0.45 * t),
      0,
    ]);
    // elements much shorter than the cable is thick
    expect(contacts(splineCables([bend], [0.05], [0]).curves).count).toBe(0);
  });
});

test('an update gives the refresh at the same shape, and what is nearly that after a small move', () => {
  const { curves, control } = splineCables([shapeNodes('coil', 64)], [0.0145]);
  const contact = new CableContact(curves);
  const [fresh, updated] = [new ContactPatches(), new ContactPatches()];
  contact.search(new Float64Array(curves.count).fill(1e-3));
  contact.refresh(updated);
  const volume = updated.totalVolume();
  contact.update(updated);
  expect(Math.abs(updated.totalVolume() / volume - 1)).toBeLessThan(1e-10);
  // stretched by 5e-4 upwards: depths of some 1 mm change by 12 um from turn to turn
  curves.set(control.map((x, i) => (i % 3 === 2 ? 1.0005 * x : x)));
  contact.update(updated);
  contact.refresh(fresh);
  expect(Math.abs(fresh.totalVolume() / volume - 1)).toBeGreaterThan(1e-3);
  expect(Math.abs(updated.totalVolume() / fresh.totalVolume() - 1)).toBeLessThan(1e-4);
});

test('keys stay with labels when nodes are added before them', () => {
  const a = straightNodes(7, [0.3, 0, 0], [1, 0, 0], 30);
  const b = straightNodes(5, [0, 0, 1.9], [0, 1, 0], 30);
  const first = splineCables([a, b], [1, 1]);
  const keyBefore = contacts(first.curves).key[0];
  const longer = [-20, 0, 0, ...a];
  const second = splineCables([longer, b], [1, 1]);
  const label = Int32Array.from({ length: 13 }, (_, i) => (i === 0 ? 99 : i - 1));
  second.curves.reset({ ...second.layout, label });
  second.curves.set(second.control);
  const patches = contacts(second.curves);
  expect(patches.key[0]).toBe(keyBefore);
  expect(patches.elementA[0]).not.toBe(contacts(first.curves).elementA[0]);
});
