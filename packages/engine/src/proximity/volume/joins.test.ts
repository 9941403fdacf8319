import { expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makePatchForce, makePatchLaw, makePatchMotion, patchForce } from '../../contact/index.ts';
import { boxMesh, extrudedMesh, pocketMesh, type TriangleMesh, torusMesh } from '../../geometry/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** Solids with notches, holes and bumps, all about 0.2 m wide. */
const SOLIDS: readonly TriangleMesh[] = [
  boxMesh(0.2, 0.16, 0.12),
  pocketMesh({ size: [0.2, 0.2, 0.1], pocket: [0.1, 0.1, 0.06] }),
  torusMesh({ ring: 0.07, tube: 0.03, sides: 10, tubeSides: 7 }),
  // a comb, a cross
  extrudedMesh(
    [
      [-0.1, -0.05],
      [0.1, -0.05],
      [0.1, 0.05],
      [0.06, 0.05],
      [0.06, 0],
      [0.02, 0],
      [0.02, 0.05],
      [-0.02, 0.05],
      [-0.02, 0],
      [-0.06, 0],
      [-0.06, 0.05],
      [-0.1, 0.05],
    ].flat(),
    0.15,
  ),
  extrudedMesh(
    [
      [-0.03, -0.1],
      [0.03, -0.1],
      [0.03, -0.03],
      [0.1, -0.03],
      [0.1, 0.03],
      [0.03, 0.03],
      [0.03, 0.1],
      [-0.03, 0.1],
      [-0.03, 0.03],
      [-0.1, 0.03],
      [-0.1, -0.03],
      [-0.03, -0.03],
    ].flat(),
    0.12,
  ),
];

interface Contact {
  /** on B about the origin: force [N], torque over 0.1 m [N] */
  readonly wrench: readonly number[];
  /** of the force by moves of B (3 x 3) [N/m] */
  readonly slopes: readonly number[];
  readonly regions: number;
  /** do the two surfaces have the same area, to a thousandth? */
  readonly even: boolean;
}

/** B at a pose (place, quaternion), at rest, against A in the origin: elastic alone. */
function contactOf(a: TriangleMesh, b: TriangleMesh): (pose: Float64Array) => Contact {
  const shapes: CollisionShape[] = [a, b].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions: [...positions], triangles: [...triangles] },
    body,
    position: [0, 0, 0],
    rotation: UPRIGHT,
  }));
  const pair = new VolumePair(shapes, new SolidMeshes(shapes), 0, 1);
  const list = new PatchList();
  const law = { ...makePatchLaw(), stiffness: 1e8 };
  const motion = makePatchMotion();
  const force = makePatchForce();
  const position = new Float64Array(6);
  const rotation = Float64Array.from([...UPRIGHT, ...UPRIGHT]);
  return (pose) => {
    for (let k = 0; k < 3; k++) position[3 + k] = pose[k];
    quaternionToMatrix(rotation, 9, pose, 3);
    list.clear();
    pair.meet(list, position, rotation, new Float64Array(12));
    const wrench = [0, 0, 0, 0, 0, 0];
    const slopes = new Array(9).fill(0);
    for (let p = 0; p < list.count; p++) {
      const [x, y, z, nx, ny, nz] = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * p + 6);
      const own = list.data[PATCH_STRIDE * p + 9] === 1 ? list.normals : undefined;
      motion.normal.set([nx, ny, nz]);
      motion.b = 1;
      motion.c = 0;
      patchForce(force, list.points, list.start[p], list.start[p + 1], law, motion, false, true, own);
      const [fx, fy, fz, mx, my, mz] = force.wrench;
      [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx].forEach((value, k) => {
        wrench[k] += k < 3 ? value : value / 0.1;
      });
      // the stage matrix is that of the residual: minus the slope of the force
      for (let i = 0; i < 9; i++) slopes[i] -= force.matrix[6 * Math.floor(i / 3) + (i % 3)];
    }
    const regions = pair.intersection?.count ?? 0;
    const area = (side: 'areaA' | 'areaB'): number =>
      (pair.intersection?.regions[side].slice(0, regions) ?? new Float64Array(0)).reduce((sum, x) => sum + x, 0);
    return { wrench, slopes, regions, even: Math.abs(area('areaA') / area('areaB') - 1) < 1e-3 };
  };
}

const difference = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, k) => x - b[k]));

function unit(random: Random, size: number): number[] {
  const v = Array.from({ length: size }, () => random.between(-1, 1));
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}

/** A way of B: in from outside until it meets A, then deeper, sideways and turning. */
function wayOf(random: Random, at: (pose: Float64Array) => Contact): (s: number) => Float64Array {
  const q = unit(random, 4);
  const in_ = unit(random, 3);
  const drift = unit(random, 3);
  const spin = unit(random, 4);
  let distance = 0.3;
  while (distance > 0 && at(Float64Array.from([...in_.map((x) => x * distance), ...q])).regions === 0)
    distance -= 0.005;
  return (s) => {
    const turned = q.map((x, k) => x + 0.1 * s * spin[k]);
    const size = Math.hypot(...turned);
    const place = in_.map((x, k) => x * (distance - 0.02 * s) + 0.03 * s * drift[k]);
    return Float64Array.from([...place, ...turned.map((x) => x / size)]);
  };
}

test('regions that join or part change force and torque by no more than the motion explains', () => {
  const random = new Random(11);
  let joins = 0;
  let worst = 0;
  for (let trial = 0; trial < 26; trial++) {
    const a = SOLIDS[Math.floor(random.between(0, SOLIDS.length))];
    const b = SOLIDS[Math.floor(random.between(0, SOLIDS.length))];
    const at = contactOf(a, b);
    const way = wayOf(random, at);
    const STEPS = 16;
    let before = at(way(0));
    for (let k = 1; k <= STEPS; k++) {
      const after = at(way(k / STEPS));
      if (before.regions > 0 && after.regions > 0 && before.regions !== after.regions) {
        // onto the change: 40 halvings of 1 mm leave 1e-15 m
        let [low, high, atLow, atHigh] = [(k - 1) / STEPS, k / STEPS, before, after];
        for (let halving = 0; halving < 40; halving++) {
          const middle = 0.5 * (low + high);
          const between = at(way(middle));
          if (between.regions === atLow.regions) [low, atLow] = [middle, between];
          else [high, atHigh] = [middle, between];
        }
        joins++;
        worst = Math.max(worst, difference(atLow.wrench, atHigh.wrench) / Math.hypot(...atHigh.wrench));
      }
      before = after;
    }
  }
  expect(joins).toBeGreaterThan(5);
  // rounding of volumes of 1e-9 m^3 and more out of coordinates of 0.1 m
  expect(worst).toBeLessThan(1e-9);
});

test('faces that are entered and left change nothing at once either, one inside the other included', () => {
  const random = new Random(5);
  for (let trial = 0; trial < 5; trial++) {
    const a = SOLIDS[Math.floor(random.between(0, SOLIDS.length))];
    const b = SOLIDS[Math.floor(random.between(0, SOLIDS.length))];
    const at = contactOf(a, b);
    const way = wayOf(random, at);
    const STEPS = 6;
    let before = at(way(0));
    let scale = 0;
    let worst = 0;
    for (let k = 1; k <= STEPS; k++) {
      const after = at(way(k / STEPS));
      scale = Math.max(scale, Math.hypot(...after.wrench));
      // follow the half that changes more
      let [low, high, atLow, atHigh] = [(k - 1) / STEPS, k / STEPS, before, after];
      for (let halving = 0; halving < 36; halving++) {
        const middle = 0.5 * (low + high);
        const between = at(way(middle));
        if (difference(atLow.wrench, between.wrench) > difference(between.wrench, atHigh.wrench)) {
          [high, atHigh] = [middle, between];
        } else [low, atLow] = [middle, between];
      }
      worst = Math.max(worst, difference(atLow.wrench, atHigh.wrench));
      before = after;
    }
    expect(worst).toBeLessThanOrEqual(1e-9 * scale + 1e-9); // of newtons, or of nothing where they have parted again
  }
});

test('the volume of patches grows by what their points sweep: the matrix of the law is that of the force', () => {
  const random = new Random(3);
  const small = boxMesh(0.1, 0.08, 0.06);
  for (let trial = 0; trial < 12; trial++) {
    const at = contactOf(SOLIDS[0], small);
    const pose = wayOf(random, at)(0.4);
    const { slopes, even } = at(pose);
    // surfaces as flat as each other: how much stands on either also changes with the pose, which the matrix leaves out
    if (even) continue;
    const size = Math.hypot(...slopes);
    const h = 1e-7; // of 0.1 m: differences are good to 1e-6 of the slope
    for (let k = 0; k < 3; k++) {
      const [less, more] = [-h, h].map((step) => at(pose.map((x, i) => (i === k ? x + step : x))).wrench);
      for (let i = 0; i < 3; i++) {
        expect(Math.abs((more[i] - less[i]) / (2 * h) - slopes[3 * i + k])).toBeLessThanOrEqual(1e-5 * size);
      }
    }
  }
});
