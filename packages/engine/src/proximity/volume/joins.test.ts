import { expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makePatchForce, makePatchLaw, makePatchMotion, patchForce } from '../../contact/index.ts';
import { boxMesh, extrudedMesh, pocketMesh, type TriangleMesh, torusMesh } from '../../geometry/index.ts';
import { quaternionToMatrix } from '../../math/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

const outline = (...points: readonly (readonly number[])[]): number[] => points.flat();

/** Solids with and without notches, holes and bumps, all about 0.2 m wide. */
const SOLIDS: readonly TriangleMesh[] = [
  boxMesh(0.2, 0.16, 0.12),
  {
    positions: Float64Array.of(0.1, 0.1, 0.1, -0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, -0.1),
    triangles: Int32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  },
  // an L
  extrudedMesh(outline([-0.1, -0.1], [0.1, -0.1], [0.1, -0.02], [-0.02, -0.02], [-0.02, 0.1], [-0.1, 0.1]), 0.15),
  // a comb
  extrudedMesh(
    outline(
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
    ),
    0.15,
  ),
  pocketMesh({ size: [0.2, 0.2, 0.1], pocket: [0.1, 0.1, 0.06] }),
  torusMesh({ ring: 0.07, tube: 0.03, sides: 10, tubeSides: 7 }),
];
/** From here on they have notches, and may meet others in several places. */
const NOTCHED = 2;

interface Contact {
  /** on B about the origin: force [N], torque over 0.1 m [N] */
  readonly wrench: readonly number[];
  readonly regions: number;
}

/** B at a pose (place, quaternion), at rest, against A in the origin: elastic alone. */
function contactOf(a: TriangleMesh, b: TriangleMesh): (pose: Float64Array) => Contact {
  const shapes: CollisionShape[] = [a, b].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: UPRIGHT,
  }));
  const pair = new VolumePair(shapes[0], shapes[1], new SolidMeshes());
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
    for (let p = 0; p < list.count; p++) {
      const [x, y, z, nx, ny, nz] = list.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * p + 6);
      const own = list.data[PATCH_STRIDE * p + 9] === 1 ? list.normals : undefined;
      motion.normal.set([nx, ny, nz]);
      patchForce(force, list.points, list.start[p], list.start[p + 1], law, motion, false, false, own);
      const [fx, fy, fz, mx, my, mz] = force.wrench;
      [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx].forEach((value, k) => {
        wrench[k] += k < 3 ? value : value / 0.1;
      });
    }
    return { wrench, regions: pair.intersection?.count ?? 0 };
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

const anyOf = (random: Random, from = 0): TriangleMesh => SOLIDS[Math.floor(random.between(from, SOLIDS.length))];

test('regions that join, part, come up and vanish change force and torque by no more than the motion explains', () => {
  const random = new Random(11);
  let joins = 0;
  let worst = 0;
  for (let trial = 0; trial < 70; trial++) {
    const at = contactOf(anyOf(random), anyOf(random, NOTCHED));
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
  expect(joins).toBeGreaterThan(8);
  // rounding of volumes of 1e-9 m^3 and more out of coordinates of 0.1 m
  expect(worst).toBeLessThan(1e-9);
});

test('edges, corners and faces that are entered and left change nothing at once either', () => {
  const random = new Random(5);
  for (let trial = 0; trial < 10; trial++) {
    const at = contactOf(anyOf(random), anyOf(random));
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
