import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makePassage, PassageCheck } from './passage.ts';
import { closestOnSegments, makeSegmentPair } from './segment-pair.ts';
import { makeMeeting, sweptCapsules, sweptEdges, sweptVertexTriangle } from './swept.ts';
import { shapeNodes, splineCables, straightNodes } from './test-world.ts';

const meeting = makeMeeting();
const random = new Random(77);
const cloud = (): Float64Array => Float64Array.from({ length: 12 }, () => random.between(-2, 2));
const mixed = (a: Float64Array, b: Float64Array, t: number): Float64Array => a.map((x, i) => x + t * (b[i] - x));

function segmentDistance(p: Float64Array): number {
  const pair = makeSegmentPair();
  closestOnSegments(
    pair,
    Float64Array.from({ length: 9 }, (_, i) => (i < 3 ? p[i] - p[6 + i] : i < 6 ? p[i] - p[i - 3] : p[i + 3] - p[i])),
  );
  return Math.sqrt(pair.distance2);
}

describe('edges and vertices that move', () => {
  test('two edges meet where their distance is zero, and not before', () => {
    let met = 0;
    for (let k = 0; k < 400; k++) {
      const [a, b] = [cloud(), cloud()];
      const hit = sweptEdges(meeting, a, b);
      // a scan: the smallest distance of 400 instants, made smaller still by golden sections
      let best = 0;
      for (let t = 0; t <= 400; t++) {
        if (segmentDistance(mixed(a, b, t / 400)) < segmentDistance(mixed(a, b, best))) best = t / 400;
      }
      let [low, high] = [Math.max(0, best - 1 / 400), Math.min(1, best + 1 / 400)];
      for (let s = 0; s < 60; s++) {
        const [p, q] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
        if (segmentDistance(mixed(a, b, p)) < segmentDistance(mixed(a, b, q))) high = q;
        else low = p;
      }
      if (segmentDistance(mixed(a, b, 0.5 * (low + high))) < 1e-9) expect(hit).toBe(true);
      if (!hit) continue;
      met++;
      expect(segmentDistance(mixed(a, b, meeting.time))).toBeLessThan(1e-8);
      for (let t = 0; t < 0.999 * meeting.time; t += 0.02)
        expect(segmentDistance(mixed(a, b, t))).toBeGreaterThan(1e-8);
    }
    expect(met).toBeGreaterThan(40);
  });

  test('a vertex meets a triangle where it lies in it', () => {
    let met = 0;
    for (let k = 0; k < 400; k++) {
      const [a, b] = [cloud(), cloud()];
      if (!sweptVertexTriangle(meeting, a, b)) continue;
      met++;
      const p = mixed(a, b, meeting.time);
      for (let d = 0; d < 3; d++) {
        const inside = (1 - meeting.s - meeting.t) * p[3 + d] + meeting.s * p[6 + d] + meeting.t * p[9 + d];
        expect(Math.abs(inside - p[d])).toBeLessThan(1e-8);
      }
    }
    expect(met).toBeGreaterThan(20);
  });

  test('edges that stay in one plane are followed by their distance', () => {
    const a = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, 2, 0);
    const b = Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, -1, 0, 0.5, 0.5, 0);
    expect(sweptEdges(meeting, a, b)).toBe(true);
    expect(meeting.time).toBeCloseTo(0.5, 6);
  });

  test('capsules: never later than the first contact of a fine scan, and within 1e-6 of it', () => {
    let met = 0;
    for (let k = 0; k < 200; k++) {
      const [a, b] = [cloud(), cloud()];
      const reach = 0.4;
      const hit = sweptCapsules(meeting, a, b, reach);
      const { time } = meeting;
      let first = Number.POSITIVE_INFINITY;
      for (let t = 0; t <= 500; t++) {
        if (segmentDistance(mixed(a, b, t / 500)) > reach) continue;
        let [low, high] = [Math.max(0, (t - 1) / 500), t / 500];
        for (let s = 0; s < 50 && t > 0; s++) {
          const middle = 0.5 * (low + high);
          if (segmentDistance(mixed(a, b, middle)) > reach) low = middle;
          else high = middle;
        }
        first = high;
        break;
      }
      if (first > 1) continue;
      met++;
      expect(hit).toBe(true);
      expect(time).toBeLessThanOrEqual(first + 1e-9);
      // earlier only where the scan stepped over a graze
      if (time < first - 1e-6) expect(segmentDistance(mixed(a, b, time))).toBeLessThan(reach * (1 + 1e-6));
    }
    expect(met).toBeGreaterThan(60);
  });
});

describe('strands that pass each other within a step', () => {
  const shifted = (control: Float64Array, from: number, move: readonly number[]): Float64Array =>
    control.map((x, i) => (i < from ? x : x + move[i % 3]));

  test('crossed 20 mm rods at up to 50 m/s and 1 ms: none passes, from any side, at any angle and place', () => {
    const r = 0.01;
    const passage = makePassage();
    for (let k = 0; k < 500; k++) {
      const angle = random.between(0.4, Math.PI - 0.4);
      const speed = random.between(1, 50);
      const gap = random.between(0.001, 1) * speed * 1e-3; // somewhere on the way they meet
      const side = random.uniform() < 0.5 ? 1 : -1;
      const { layout, control } = splineCables(
        [
          straightNodes(1 + Math.floor(random.between(0, 6)), [0, 0, 0], [1, 0, 0], 1),
          straightNodes(
            1 + Math.floor(random.between(0, 6)),
            [random.between(-0.2, 0.2), random.between(-0.1, 0.1), side * gap],
            [Math.cos(angle), Math.sin(angle), 0],
            1,
          ),
        ],
        [r, r],
      );
      const drift = [random.between(-0.01, 0.01), random.between(-0.01, 0.01), -side * speed * 1e-3];
      const after = shifted(control, 12 * layout.starts[1], drift);
      const check = new PassageCheck(layout, { fineness: 0 });
      expect(check.check(passage, control, after)).toBe(false);
      expect(passage.kind).toBe('passed');
      expect(Math.abs(passage.time - gap / (speed * 1e-3))).toBeLessThan(1e-9);
      // and back is a passage too, while part of the way is none, as far as centre lines stay apart by a twelfth of touching
      expect(check.check(passage, after, control)).toBe(false);
      const left = 2 * r * random.between(0.09, 0.2);
      if (gap <= 1.1 * left) continue;
      const near = shifted(control, 12 * layout.starts[1], [0, 0, -side * (gap - left)]);
      expect(check.check(passage, control, near)).toBe(true);
      const nearer = shifted(control, 12 * layout.starts[1], [0, 0, -side * (gap - 0.07 * 2 * r)]);
      expect(check.check(passage, control, nearer)).toBe(false);
      expect(passage.kind).toBe('deep');
    }
  });

  test('fineness: two rods clear before may end a third of a diameter deep, not more', () => {
    const { layout, control } = splineCables(
      [straightNodes(3, [0, 0, 0], [1, 0, 0], 1), straightNodes(3, [0, 0, 0.021], [0, 1, 0], 1)],
      [0.01, 0.01],
    );
    const check = new PassageCheck(layout); // fineness 6: 2 x 20 mm/6 = 6.7 mm
    const passage = makePassage();
    const to = (z: number): Float64Array => shifted(control, 36, [0, 0, z - 0.021]);
    expect(check.check(passage, control, to(0.014))).toBe(true);
    expect(check.check(passage, control, to(0.013))).toBe(false);
    expect(passage.kind).toBe('deep');
    expect([passage.elementA, passage.elementB]).toEqual([1, 4]);
    // already touching: going deeper is the force's business
    expect(check.check(passage, to(0.019), to(0.012))).toBe(true);
  });

  test('a cable that changes shape without passing itself is let through; pulled through itself it is not', () => {
    const nodes = shapeNodes('trefoil', 64);
    const { layout, control, curves } = splineCables([nodes], [0.01], [0.1]);
    const check = new PassageCheck(layout, { fineness: 0 });
    const passage = makePassage();
    expect(check.check(passage, control, control)).toBe(true);
    const swollen = control.map((x) => 1.3 * x);
    expect(check.check(passage, control, swollen)).toBe(true);
    // mirrored in its plane every crossing changes sides
    const mirrored = control.map((x, i) => (i % 3 === 2 ? -x : x));
    expect(check.check(passage, control, mirrored)).toBe(false);
    expect(passage.time).toBeCloseTo(0.5, 6);
    expect(curves.count).toBe(63);
  });

  test('a loop pulled straight through itself is seen, though the cable is straight afterwards', () => {
    const n = 24;
    const loop = Array.from({ length: n + 1 }, (_, i) => i / n - 0.5).flatMap((t) => [
      2 * t - 0.5 * Math.sin(2.4 * Math.PI * t),
      0.5 * Math.cos(2.4 * Math.PI * t),
      0.1 * t,
    ]);
    const { layout, control } = splineCables([loop], [0.01]);
    // the same nodes, squeezed into a plane from the other side: the two strands of the crossing change sides
    const after = control.map((x, i) => (i % 3 === 2 ? -x : x));
    const straight = splineCables([straightNodes(n, [0, 0, 0], [1, 0, 0], 3)], [0.01]).control;
    const passage = makePassage();
    const check = new PassageCheck(layout, { fineness: 0 });
    expect(check.check(passage, control, after)).toBe(false);
    expect(check.check(passage, straight, straight)).toBe(true);
  });
});

describe('a slack rope folded double at a node', () => {
  /** Two elements of 1 m of rope; `fold` [m]: length of the tangents at the node between, as control points have it. */
  const folded = (fold: number, opening: number, shift: number): Float64Array => {
    const tip = [shift, 0, 0];
    return Float64Array.of(
      ...[-0.55, -0.55 * opening, 0, 0.1, -0.02, 0, fold, -0.5 * fold * opening, 0].map((x, i) => x + tip[i % 3]),
      ...tip,
      ...tip,
      ...[-fold, 0.5 * fold * opening, 0, 0.1, 0.02, 0, -0.55, 0.55 * opening, 0].map((x, i) => x + tip[i % 3]),
    );
  };
  const layout = {
    starts: Int32Array.of(0, 2),
    radius: Float64Array.of(0.007, 0.007),
    restLength: Float64Array.of(1, 1),
  };

  test('in the cusp more rope lies bunched than neighbours are apart: nothing is passed there', () => {
    const check = new PassageCheck(layout);
    const out = makePassage();
    for (const [before, after] of [
      [0.4, 0.38],
      [0.3, 0.25],
      [0.2, 0.19],
    ]) {
      expect(check.check(out, folded(0.001, before, 0), folded(0.001, after, 0.001)), out.kind).toBe(true);
    }
  });

  test('its legs are still not allowed through each other', () => {
    const check = new PassageCheck(layout);
    const out = makePassage();
    expect(check.check(out, folded(0.001, 0.1, 0), folded(0.001, -0.1, 0))).toBe(false);
    expect(out.kind).toBe('passed');
  });
});
