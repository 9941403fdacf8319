/**
 * Closed meshes for water loads: the shapes of a body as triangles of about one size. The facets of round shapes are scaled to the volume
 * of the true shape, so that both float at the same draught. Edges longer than the given length are halved in both triangles beside them,
 * so that the mesh stays closed.
 */
import { BuildError, unreachable } from '../../base/index.ts';
import {
  boxMesh,
  checkMesh,
  compactMesh,
  cylinderMesh,
  integrateMesh,
  type ShapeSpec,
  shapeMassProperties,
  solidOf,
  sphereMesh,
  type TriangleMesh,
} from '../../geometry/index.ts';
import { cbrt, type Quaternion, quaternionToMatrix, type Vec3 } from '../../math/index.ts';

export interface PlacedShape {
  readonly shape: ShapeSpec;
  readonly placement: { readonly position: Vec3; readonly rotation: Quaternion };
}

/** All shapes in one mesh, body frame, no edge longer than `panel` [m]. Throws BuildError where one is not closed. */
export function hullMesh(shapes: readonly PlacedShape[], panel: number): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const R = new Float64Array(9);
  for (const { shape, placement } of shapes) {
    const part = splitEdges(closedMesh(shape), panel);
    quaternionToMatrix(R, 0, placement.rotation, 0);
    const first = positions.length / 3;
    const p = part.positions;
    for (let i = 0; i < p.length; i += 3) {
      for (let r = 0; r < 3; r++) {
        const turned = R[3 * r] * p[i] + R[3 * r + 1] * p[i + 1] + R[3 * r + 2] * p[i + 2];
        positions.push(placement.position[r] + turned);
      }
    }
    for (const v of part.triangles) triangles.push(first + v);
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Longest side of the box around a mesh [m]. */
export function longestSide({ positions }: { readonly positions: ArrayLike<number> }): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return Math.max(...high.map((x, r) => x - low[r]));
}

function closedMesh(shape: ShapeSpec): TriangleMesh {
  switch (shape.kind) {
    case 'sphere':
      return ofVolume(sphereMesh(shape.radius, 2), shape);
    case 'cylinder':
      return ofVolume(cylinderMesh({ radius: shape.radius, length: 2 * shape.halfLength, sides: 24 }), shape);
    case 'box':
      return boxMesh(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
    case 'hull':
      return compactMesh(solidOf(shape).triangles);
    case 'half-space':
      throw new BuildError('half-space', 'a half-space cannot float');
    case 'mesh': {
      const [fault] = checkMesh(shape.positions, shape.triangles);
      if (fault) throw new BuildError(fault.code, `${fault.message}; a hull must be closed, outward triangles`);
      return shape;
    }
    default:
      return unreachable(shape);
  }
}

function ofVolume(mesh: TriangleMesh, shape: ShapeSpec): TriangleMesh {
  const scale = cbrt(shapeMassProperties(shape).volume / integrateMesh(mesh.positions, mesh.triangles).volume);
  return { positions: mesh.positions.map((x) => x * scale), triangles: mesh.triangles };
}

const MOST_ROUNDS = 12;
/** Most triangles of one hull: each costs time in every step, and a million take a gigabyte. */
const MOST_PANELS = 200_000;

function splitEdges(mesh: TriangleMesh, panel: number): TriangleMesh {
  const p: number[] = Array.from(mesh.positions);
  let triangles: number[] = Array.from(mesh.triangles);
  const squared = (a: number, b: number): number => {
    const x = p[3 * a] - p[3 * b];
    const y = p[3 * a + 1] - p[3 * b + 1];
    const z = p[3 * a + 2] - p[3 * b + 2];
    return x * x + y * y + z * z;
  };
  const long = (a: number, b: number): boolean => squared(a, b) > panel * panel * 1.000001;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      if (!long(a, b)) return -1;
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const index = p.length / 3;
      for (let r = 0; r < 3; r++) p.push(0.5 * (p[3 * a + r] + p[3 * b + r]));
      middles.set(key, index);
      return index;
    };
    const next: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) split(next, triangles.slice(t, t + 3), middle, squared);
    triangles = next;
    if (triangles.length > 3 * MOST_PANELS) {
      throw new BuildError(
        'too-many-panels',
        `panels of ${panel} m make more than ${MOST_PANELS} triangles of it; ask for larger panels or a coarser mesh`,
      );
    }
    if (middles.size === 0) break;
  }
  return { positions: Float64Array.from(p), triangles: Int32Array.from(triangles) };
}

/**
 * One, two, three or four triangles for zero, one, two or three halved edges. Of two possible diagonals the shorter is taken, so that
 * mirrored meshes are cut alike.
 */
function split(
  out: number[],
  corners: readonly number[],
  middle: (a: number, b: number) => number,
  squared: (a: number, b: number) => number,
): void {
  let [a, b, c] = corners;
  let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
  const count = (ab >= 0 ? 1 : 0) + (bc >= 0 ? 1 : 0) + (ca >= 0 ? 1 : 0);
  if (count === 0) out.push(a, b, c);
  else if (count === 3) out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  else {
    // rotate the indices so that edge ab is halved and, where two edges are halved, edge ca is not
    while (ab < 0 || (count === 2 && ca >= 0)) [a, b, c, ab, bc, ca] = [b, c, a, bc, ca, ab];
    if (count === 1) out.push(a, ab, c, ab, b, c);
    else if (squared(a, bc) <= squared(ab, c)) out.push(ab, b, bc, a, ab, bc, a, bc, c);
    else out.push(ab, b, bc, a, ab, c, ab, bc, c);
  }
}

/** [m] over all triangles; p: x y z a vertex */
export function meanEdge(p: Float64Array, triangles: Int32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t++) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t % 3 === 2 ? t - 2 : t + 1];
    const x = p[a] - p[b];
    const y = p[a + 1] - p[b + 1];
    const z = p[a + 2] - p[b + 2];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum / triangles.length;
}
