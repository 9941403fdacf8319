import { describe, expect, test } from 'vitest';
import { makePatchForce, makePatchLaw, makePatchMotion, patchForce } from '../../contact/index.ts';
import {
  boxMesh,
  cylinderMesh,
  pocketMesh,
  type ShapeSpec,
  type TriangleMesh,
  tubeMesh,
} from '../../geometry/index.ts';
import { PATCH_STRIDE, PatchList } from './patch-list.ts';
import { SolidMeshes, VolumePair } from './volume-pair.ts';

const solid = ({ positions, triangles }: TriangleMesh): ShapeSpec => ({
  kind: 'mesh',
  positions,
  triangles,
});

type Pose = { readonly at: readonly number[]; readonly axis?: 'x' | 'y' | 'z'; readonly angle?: number };

function matrix({ axis = 'x', angle = 0 }: Pose): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (axis === 'x') return [1, 0, 0, 0, c, -s, 0, s, c];
  if (axis === 'y') return [c, 0, s, 0, 1, 0, -s, 0, c];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

/** Force and torque about the origin on B while it slides with (0.3, 0.1, 0) m/s over A, which stands at the origin, and may spin. */
function wrenchOf(a: ShapeSpec, b: ShapeSpec, spin = 0): (pose: Pose) => number[] {
  const placed = (shape: ShapeSpec, body: number) => ({
    shape,
    body,
    position: [0, 0, 0] as const,
    rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] as const,
  });
  const shapes = [placed(a, 0), placed(b, 1)];
  const pair = new VolumePair(shapes[0] as never, shapes[1] as never, new SolidMeshes());
  const patches = new PatchList();
  const law = { ...makePatchLaw(), stiffness: 1e8, muStatic: 0.4, muKinetic: 0.4, s0: 1e4 };
  const motion = makePatchMotion();
  const force = makePatchForce();
  return (pose) => {
    const position = Float64Array.from([0, 0, 0, ...pose.at]);
    const rotation = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, ...matrix(pose)]);
    patches.clear();
    pair.meet(patches, position, rotation, Float64Array.of(0, 0, 0, 0, 0, 0, 0.3, 0.1, 0, 0, 0, spin));
    const sum = [0, 0, 0, 0, 0, 0];
    for (let p = 0; p < patches.count; p++) {
      const [x, y, z, nx, ny, nz] = patches.data.subarray(PATCH_STRIDE * p, PATCH_STRIDE * p + 6);
      const { start, points } = patches;
      const own = patches.data[PATCH_STRIDE * p + 9] === 1 ? patches.normals : undefined;
      motion.normal.set([nx, ny, nz]);
      // three seconds of it, far beyond what sticks; at the centre of the patch
      motion.displacement.set([
        3 * (0.3 - spin * (y - pose.at[1])),
        3 * (0.1 + spin * (x - pose.at[0])),
        0,
        0,
        0,
        3 * spin,
      ]);
      patchForce(force, points, start[p], start[p + 1], law, motion, true, false, own);
      const [fx, fy, fz, mx, my, mz] = force.wrench;
      [fx, fy, fz, mx + y * fz - z * fy, my + z * fx - x * fz, mz + x * fy - y * fx].forEach((value, k) => {
        sum[k] += value;
      });
    }
    return sum;
  };
}

const difference = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, k) => x - b[k]));

/** Walks the path in steps; where it changes most, halves the step 30 times: what is left of the change, over the largest force. */
function largestJump(wrench: (pose: Pose) => number[], path: (s: number) => Pose, steps = 30): number {
  const at = (s: number): number[] => wrench(path(s));
  let scale = 0;
  let worst = 0;
  let previous = at(0);
  for (let i = 1; i <= steps; i++) {
    const next = at(i / steps);
    scale = Math.max(scale, Math.hypot(...next));
    // follow the half that changes more
    let [low, high, atLow, atHigh] = [(i - 1) / steps, i / steps, previous, next];
    for (let halving = 0; halving < 30; halving++) {
      const middle = 0.5 * (low + high);
      const between = at(middle);
      if (difference(atLow, between) > difference(between, atHigh)) [high, atHigh] = [middle, between];
      else [low, atLow] = [middle, between];
    }
    worst = Math.max(worst, difference(atLow, atHigh));
    previous = next;
  }
  expect(scale).toBeGreaterThan(0);
  return worst / scale;
}

describe('force and torque do not jump', () => {
  const floor = solid(boxMesh(1, 1, 0.4)); // its top at 0.2 m
  const box = solid(boxMesh(0.3, 0.2, 0.2));

  // what is left of steps of 1/30 of the path after thirty halvings, where a force grows a hundred times faster than the
  // path: 4e-9; and of rounding, of depths of 1e-4 m from coordinates of 1 m: 1e-11
  const ROUNDING = 1e-8;

  test('a box sliding out over the edge of a floor, turned, from facing one plane to cut by the edge', () => {
    const path = (s: number): Pose => ({ at: [0.2 + 0.5 * s, 0.05, 0.2999], axis: 'z', angle: 0.4 });
    expect(largestJump(wrenchOf(floor, box), path)).toBeLessThan(ROUNDING);
  });

  test('a box tilting from its face onto its edge', () => {
    const path = (s: number): Pose => ({ at: [0, 0, 0.2999 + 0.0002 * s], axis: 'y', angle: 0.01 * s });
    expect(largestJump(wrenchOf(floor, box), path)).toBeLessThan(ROUNDING);
  });

  test('facets of a cylinder that rolls, one after the other', () => {
    const cylinder = solid(cylinderMesh({ radius: 0.1, length: 0.3, sides: 24 }));
    const lying = wrenchOf(floor, cylinder);
    const path = (s: number): Pose => ({ at: [0.1 * s, 0, 0.2985], axis: 'x', angle: Math.PI / 2 + s });
    expect(largestJump(lying, path)).toBeLessThan(ROUNDING);
  });

  test('a disc that slides and spins, from flat on the floor to its rim: sectors are cut, walls dip in', () => {
    const disc = solid(cylinderMesh({ radius: 0.1, length: 0.05, sides: 48 }));
    const path = (s: number): Pose => ({ at: [0.1, 0, 0.225 - 1e-5], axis: 'y', angle: 3e-4 * s });
    expect(largestJump(wrenchOf(floor, disc, 4), path)).toBeLessThan(ROUNDING);
    // steeper, where walls are no longer rims: its lowest point stays 0.3 mm deep
    const over = (s: number): Pose => {
      const angle = 0.04 + 0.12 * s;
      return { at: [0.1, 0, 0.1997 + 0.025 * Math.cos(angle) + 0.1 * Math.sin(angle)], axis: 'y', angle };
    };
    expect(largestJump(wrenchOf(floor, disc, 4), over)).toBeLessThan(ROUNDING);
  });

  test('a cube in its hole: from the floor to one wall and into the corner', () => {
    const hole = solid(pocketMesh({ size: [0.4, 0.4, 0.3], pocket: [0.2002, 0.2002, 0.2] })); // bottom at -0.05 m
    const cube = solid(boxMesh(0.2, 0.2, 0.2));
    const path = (s: number): Pose => ({ at: [0.00015 * s, 0.0004 * (s - 0.6), 0.04999] });
    expect(largestJump(wrenchOf(hole, cube), path)).toBeLessThan(ROUNDING);
  });

  // strips of contact 6 to 30 degrees apart come, join and part; each column keeps its own normal
  test.each([
    [48, 60],
    [12, 16],
    [24, 24],
  ])('a pin of %i sides turning and sinking in a bore of %i: strips of contact that join', (sides, around) => {
    const pin = solid(cylinderMesh({ radius: 0.1, length: 0.3, sides }));
    const bore = solid(tubeMesh({ outer: 0.2, inner: 0.103, length: 0.2, sides: around }));
    const touch = 0.103 * Math.cos(Math.PI / around) - 0.1;
    const path = (s: number): Pose => ({ at: [0.0002 * s, -touch - 0.0015 * s, 0], axis: 'z', angle: 0.3 * s });
    expect(largestJump(wrenchOf(bore, pin), path, 25)).toBeLessThan(ROUNDING);
  });

  test('a keel of 20 degrees dropping into a cradle of two planes, off its middle and heeled', () => {
    const wedge = (width: number, low: number, high: number): TriangleMesh => {
      const t = Math.tan((20 * Math.PI) / 180);
      const section = [
        [0, low],
        [width, low + t * width],
        [width, high],
        [-width, high],
        [-width, low + t * width],
      ];
      return extrude(section, 0.4);
    };
    const boat = wedge(0.3, 0, 0.3);
    const t = Math.tan((20 * Math.PI) / 180);
    const cradle = extrude(
      [
        [-0.4, -0.3],
        [0.4, -0.3],
        [0.4, 0.4 * t],
        [0, 0],
        [-0.4, 0.4 * t],
      ],
      0.6,
    );
    const path = (s: number): Pose => ({
      at: [0.0003 * (0.5 - s), 0.01, 0.0004 - 0.0008 * s],
      axis: 'y',
      angle: 0.002 * s,
    });
    expect(largestJump(wrenchOf(solid(cradle), solid(boat)), path, 25)).toBeLessThan(ROUNDING);
  });
});

/** A prism along y over a polygon in x and z, anticlockwise seen from -y; ends fanned from the second corner from last. */
function extrude(section: readonly (readonly number[])[], length: number): TriangleMesh {
  const n = section.length;
  const positions = [-0.5, 0.5].flatMap((side) => section.flatMap(([x, z]) => [x, side * length, z]));
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    triangles.push(i, n + j, j, i, n + i, n + j);
  }
  // from the corner that sees all others: 3 in both sections
  const hub = 3;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    if (i === hub || j === hub) continue;
    triangles.push(hub, i, j, n + hub, n + j, n + i);
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}
