import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makePatchForce, makePatchLaw, makePatchMotion, patchForce } from '../../contact/index.ts';
import { boxMesh, cylinderMesh, extrudedMesh, pocketMesh, type TriangleMesh, tubeMesh } from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** Place [m] and rotation, row by row. */
type Placing = readonly [readonly number[], readonly number[]];

/**
 * Force [N] and torque about the origin over 0.1 m [N] on B at a pose, A standing in the origin; k = 1e8 N/m^3. Slipping: over 0.9 and 0.3 m,
 * with a friction of 0.4.
 */
function contactOf(a: TriangleMesh, b: TriangleMesh, slipping = false): (placing: Placing) => number[] {
  const shapes: CollisionShape[] = [a, b].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: UPRIGHT,
  }));
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
  const list = new PatchList();
  const law = { ...makePatchLaw(), stiffness: 1e8, muStatic: 0.4, muKinetic: 0.4, s0: 1e4 };
  const motion = makePatchMotion();
  if (slipping) motion.displacement.set([90, 30, 0, 0, 0, 0]); // far longer than bristles give: cut or joined, a patch rubs alike
  const force = makePatchForce();
  return ([at, rotation]) => {
    list.clear();
    const rotations = Float64Array.from([...UPRIGHT, ...rotation]);
    pair.meet(list, Float64Array.from([0, 0, 0, ...at]), rotations, new Float64Array(12));
    const wrench = [0, 0, 0, 0, 0, 0];
    for (let p = 0; p < list.count; p++) {
      const [x, y, z, nx, ny, nz] = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * p + 6);
      const own = list.data[PATCH_STRIDE * p + 9] === 1 ? list.normals : undefined;
      motion.normal.set([nx, ny, nz]);
      patchForce(force, list.points, list.start[p], list.start[p + 1], law, motion, slipping, false, own);
      const [fx, fy, fz, mx, my, mz] = force.wrench;
      [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx].forEach((value, k) => {
        wrench[k] += k < 3 ? value : value / 0.1;
      });
    }
    return wrench;
  };
}

const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);
const size = (a: readonly number[]): number => Math.hypot(...a);

/**
 * The largest change left of the way after 4^-levels of a step, over the largest wrench. Each level follows the quarter whose change differs most
 * from that of the others: what moves evenly hides no jump.
 */
function largestJump(
  contact: (placing: Placing) => number[],
  way: (s: number) => Placing,
  steps: number,
  levels = 17,
): number {
  const at = (s: number): number[] => contact(way(s));
  const found = Array.from({ length: steps + 1 }, (_, i) => at(i / steps));
  const scale = Math.max(...found.map(size));
  const changes = found.slice(1).map((f, i) => minus(f, found[i]));
  const odd = (i: number): number =>
    Math.min(...[i - 1, i + 1].filter((j) => j >= 0 && j < steps).map((j) => size(minus(changes[i], changes[j]))));
  const suspects = changes.map((_, i) => i).sort((i, j) => odd(j) - odd(i));
  let worst = 0;
  for (const i of suspects.slice(0, 4)) {
    let [low, high] = [i / steps, (i + 1) / steps];
    let ends = [found[i], found[i + 1]];
    for (let level = 0; level < levels; level++) {
      const places = [0, 1, 2, 3, 4].map((q) => low + ((high - low) * q) / 4);
      const values = [ends[0], ...places.slice(1, 4).map(at), ends[1]];
      const four = [0, 1, 2, 3].map((q) => minus(values[q + 1], values[q]));
      const mean = four[0].map((_, k) => four.reduce((sum, v) => sum + v[k], 0) / 4);
      const off = four.map((v) => size(minus(v, mean)));
      const q = off.indexOf(Math.max(...off));
      [low, high, ends] = [places[q], places[q + 1], [values[q], values[q + 1]]];
    }
    worst = Math.max(worst, size(minus(ends[1], ends[0])));
  }
  return scale > 1e-4 ? worst / scale : 0;
}

/** Rotation by a vector [rad], row by row. */
function turned(...v: readonly number[]): number[] {
  const angle = size(v);
  if (angle === 0) return [...UPRIGHT];
  const [x, y, z] = v.map((q) => q / angle);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const m = 1 - c;
  return [
    c + x * x * m,
    x * y * m - z * s,
    x * z * m + y * s,
    y * x * m + z * s,
    c + y * y * m,
    y * z * m - x * s,
    z * x * m - y * s,
    z * y * m + x * s,
    c + z * z * m,
  ];
}

// what is left of a step of 1/100 of the way after 17 quarterings is 1e-12 of it; rounding of volumes and directions adds up to 1e-9 of forces
const ROUNDING = 1e-8;

const table = boxMesh(1.4, 1.4, 1);
const cube = boxMesh(1, 1, 1);
const corner = extrudedMesh([-1, -1, 1, -1, 1, 0, 0, 0, 0, 1, -1, 1], 2);

/** A frustum on its wider base. */
function frustum(base: number, top: number, height: number): TriangleMesh {
  const square = [-1, -1, 1, -1, 1, 1, -1, 1];
  const ring = (width: number, z: number): number[] =>
    [0, 1, 2, 3].flatMap((i) => [(width / 2) * square[2 * i], (width / 2) * square[2 * i + 1], z]);
  const sides = [0, 1, 2, 3].flatMap((i) => {
    const j = (i + 1) % 4;
    return [i, j, 4 + j, i, 4 + j, 4 + i];
  });
  return {
    positions: Float64Array.from([...ring(base, -height / 2), ...ring(top, height / 2)]),
    triangles: Int32Array.from([0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, ...sides]),
  };
}

describe('faces that come to lie in one plane change nothing at once', () => {
  // up to where the one is sunk by a third of its size
  const depths = [1e-3, 0.03, 0.1, 0.3];

  test.each(depths)('sides flush, %d m deep: beside each other, over the edge, leaning', (d) => {
    const past = (s: number): number => -0.053 + 0.1 * s;
    expect(largestJump(contactOf(cube, cube), (s) => [[past(s), 0, 1 - d], turned(0)], 100)).toBeLessThan(ROUNDING);
    expect(largestJump(contactOf(cube, cube), (s) => [[past(s), 0.3, 1 - d], turned(0)], 100)).toBeLessThan(ROUNDING);
    for (const lean of [0, 0.02]) {
      const way = (s: number): Placing => [[0.2 + past(s), 0, 1 - d], turned(lean, 0, 0)];
      expect(largestJump(contactOf(table, cube), way, 100)).toBeLessThan(ROUNDING);
    }
  });

  test.each(depths)('walls that are not upright, %d m deep, turned about their normal', (d) => {
    const slope = Math.atan(0.1);
    for (const turn of [0, 0.02]) {
      const rotation = turned(turn * Math.cos(slope), 0, turn * Math.sin(slope));
      const way = (s: number): Placing => [[0.05 + 0.1 * s, 0, 1 - d], rotation];
      expect(largestJump(contactOf(frustum(1.4, 1.2, 1), frustum(1, 0.8, 1)), way, 100)).toBeLessThan(ROUNDING);
    }
  });

  test.each(depths)('a wall is met all over while the floor is %d m deep', (d) => {
    const way = (s: number): Placing => [[0.51 - 0.02 * s, 0.5 - d, 0], turned(0)];
    expect(largestJump(contactOf(corner, cube), way, 100)).toBeLessThan(ROUNDING);
  });

  test('a cube in its hole meets wall and corner, 10 um to 1 cm deep', () => {
    const hole = pocketMesh({ size: [0.4, 0.4, 0.3], pocket: [0.2002, 0.2002, 0.2] });
    const small = boxMesh(0.2, 0.2, 0.2);
    for (const d of [1e-5, 1e-4, 1e-3, 1e-2]) {
      const way = (s: number): Placing => [[0.00015 * s, 0.0004 * (s - 0.6), 0.05 - d], turned(0)];
      // 1e-5 m out of 0.2 m
      expect(largestJump(contactOf(hole, small), way, 100)).toBeLessThan(ROUNDING);
    }
  });

  test('ends of a keel and of a pin pass the ends of what they lie in', () => {
    const slope = 0.4;
    const notch = extrudedMesh([-0.2, -0.1, 0.2, -0.1, 0.2, 0.2 * slope, 0, 0, -0.2, 0.2 * slope], 0.4);
    const keel = (length: number): TriangleMesh =>
      extrudedMesh([0, 0, 0.2, 0.2 * slope, 0.2, 0.2, -0.2, 0.2, -0.2, 0.2 * slope], length);
    for (const d of [1e-4, 1e-3, 1e-2]) {
      for (const length of [0.4, 0.2]) {
        const way = (s: number): Placing => [[0, -d, (0.4 - length) / 2 - 0.03 + 0.05 * s], turned(0)];
        expect(largestJump(contactOf(notch, keel(length)), way, 100)).toBeLessThan(ROUNDING);
      }
    }
    const bore = tubeMesh({ outer: 0.2, inner: 0.103, length: 0.2, sides: 30 });
    const touch = 0.103 * Math.cos(Math.PI / 30) - 0.1;
    for (const length of [0.2, 0.3]) {
      const pin = cylinderMesh({ radius: 0.1, length, sides: 24 });
      const way = (s: number): Placing => [[0, -touch - 1e-3, (length - 0.2) / 2 - 0.01 + 0.017 * s], turned(0)];
      expect(largestJump(contactOf(bore, pin), way, 60)).toBeLessThan(ROUNDING);
    }
  });
});

describe('solids in quarter turns on random ways along and across their faces', () => {
  const solids: readonly TriangleMesh[] = [
    boxMesh(0.2, 0.16, 0.12),
    boxMesh(0.3, 0.3, 0.02),
    extrudedMesh([-0.1, -0.1, 0.1, -0.1, 0.1, -0.02, -0.02, -0.02, -0.02, 0.1, -0.1, 0.1], 0.15),
    extrudedMesh(
      [-0.1, -0.05, 0.1, -0.05, 0.1, 0.05, 0.06, 0.05, 0.06, 0, 0.02, 0, 0.02, 0.05].concat([
        -0.02, 0.05, -0.02, 0, -0.06, 0, -0.06, 0.05, -0.1, 0.05,
      ]),
      0.15,
    ),
    pocketMesh({ size: [0.2, 0.2, 0.1], pocket: [0.1, 0.1, 0.06] }),
    cylinderMesh({ radius: 0.1, length: 0.15, sides: 6 }),
    frustum(0.2, 0.15, 0.15),
    tubeMesh({ outer: 0.12, inner: 0.07, length: 0.1, sides: 12 }),
  ];
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];

  function product(a: readonly number[], b: readonly number[]): number[] {
    return Array.from({ length: 9 }, (_, i) =>
      [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k] * b[3 * k + (i % 3)], 0),
    );
  }

  test.each([
    ['without friction', false, 7],
    ['slipping', true, 8],
  ])('%s: faces meet, part, pass and join regions, and nothing jumps', (_name, slipping, seed) => {
    const random = new Random(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.between(0, list.length))];
    let met = 0;
    for (let trial = 0; trial < 60; trial++) {
      const contact = contactOf(pick(solids), pick(solids), slipping);
      let rotation = turned(0);
      for (const axis of axes) {
        const quarter = (Math.PI / 2) * Math.floor(random.between(0, 4));
        rotation = product(turned(...axis.map((x) => x * quarter)), rotation).map((x) => Math.round(x));
      }
      const k = Math.floor(random.between(0, 3));
      const m = Math.floor(random.between(0, 3));
      const base = axes.map(() => 0.02 * Math.round(random.between(-8, 8)));
      const lifted = (z: number): number[] => base.map((x, i) => (i === k ? z : x));
      let z = 0.4;
      while (z > -0.4 && Math.hypot(...contact([lifted(z), rotation])) < 1) z -= 0.004;
      if (z <= -0.4) continue;
      met++;
      const from = lifted(z + 0.004 - pick([2e-4, 2e-3, 0.01, 0.03]));
      const tilt = pick([0, 0, 0.03]);
      const way = (s: number): Placing => [
        from.map((x, i) => x + (i === m ? 0.06 * (s - 0.493) : 0) + (i === (m + 1) % 3 ? 0.03 * (s - 0.371) : 0)),
        product(turned(...axes[m].map((x) => x * tilt)), rotation),
      ];
      expect(largestJump(contact, way, 60, 16), `seed ${seed}, trial ${trial}`).toBeLessThan(ROUNDING);
    }
    expect(met).toBeGreaterThan(30);
  });
});

test('a flat push from either side that cancels: it goes through nothing, it does not turn over', () => {
  const angle = extrudedMesh([-0.1, -0.1, 0.1, -0.1, 0.1, -0.02, -0.02, -0.02, -0.02, 0.1, -0.1, 0.1], 0.15);
  const rotation = [0, -1, 0, 1, 0, 0, 0, 0, 1];
  const way = (s: number): Placing => [[0, 0.002 * (s - 0.4931), 0], rotation];
  expect(largestJump(contactOf(angle, angle), way, 60)).toBeLessThan(ROUNDING);
});

test('tubes whose surfaces share a sliver that looks nowhere push all the same', () => {
  const tube = tubeMesh({ outer: 0.12, inner: 0.07, length: 0.1, sides: 12 });
  const [c, s] = [0.9995500337489875, 0.02999550020249566];
  const rotation = [c, 0, -s, 0, -1, 0, -s, 0, -c];
  const push = (y: number): number =>
    Math.hypot(...contactOf(tube, tube)([[-0.08, 0.10996009061778979 + 0.06 * y, 0.08999999999999976], rotation]));
  // three tenths of a micrometre of the way apart: once a normal made of nothing left no force at all
  expect(Math.abs(push(0.72235) / push(0.7224) - 1)).toBeLessThan(1e-4);
});

test('a solid of two parts, none of them hollow: planes of the one say nothing in the other', () => {
  const joined = (...parts: readonly (readonly [TriangleMesh, readonly number[]])[]): TriangleMesh => ({
    positions: Float64Array.from(parts.flatMap(([m, at]) => Array.from(m.positions, (x, i) => x + at[i % 3]))),
    triangles: Int32Array.from(
      parts.flatMap(([m], k) => {
        const before = parts.slice(0, k).reduce((sum, [other]) => sum + other.positions.length / 3, 0);
        return Array.from(m.triangles, (v) => v + before);
      }),
    ),
  });
  const two = joined([cube, [0, 0, 0]], [cube, [1.1, 0, 0.7]]);
  const placing: Placing = [[0.1, 0.05, 0.8], turned(0.1, 0.2, 0.3)];
  const box = boxMesh(0.6, 0.6, 1);
  const [alone, beside] = [cube, two].map((solid) => contactOf(solid, box)(placing));
  for (let k = 0; k < 6; k++) expect(Math.abs(alone[k] - beside[k])).toBeLessThan(1e-9 * Math.hypot(...alone));
});

test('around edges and corners the force is a gradient: a closed way without friction gives nothing back', () => {
  const rotation = turned(0.5, 0.3, 0.2);
  const contact = contactOf(cube, cube);
  for (const [x, y, z] of [
    [0.9, 0.2, 0.6],
    [0.75, 0.7, 0.7],
    [0.2, 0.1, 1.2],
  ]) {
    const STEPS = 400;
    let work = 0;
    let most = 0;
    let before: readonly [readonly number[], readonly number[]] | undefined;
    for (let i = 0; i <= STEPS; i++) {
      const angle = (2 * Math.PI * i) / STEPS;
      const place = [x + 0.05 * Math.cos(angle), y, z + 0.05 * Math.sin(angle)];
      const force = contact([place, rotation]);
      if (before) for (let k = 0; k < 3; k++) work += 0.5 * (force[k] + before[1][k]) * (place[k] - before[0][k]);
      most = Math.max(most, Math.abs(work));
      before = [place, force];
    }
    // the trapezoidal rule around a circle; with k V along the vector area it was up to 0.1
    expect(Math.abs(work) / most).toBeLessThan(1e-10);
  }
});
