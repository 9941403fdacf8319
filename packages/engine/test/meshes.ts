/** Meshes and poses for tests of what meshes have in common. */
import type { Random } from '../src/base/index.ts';
import type { TriangleMesh } from '../src/geometry/index.ts';
import { quaternionToMatrix } from '../src/math/index.ts';
import type { MeshIntersection } from '../src/proximity/index.ts';

/** position, rotation */
export type Pose = readonly [Float64Array, Float64Array];
export const IDENTITY: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
export const HOME: Pose = [new Float64Array(3), IDENTITY];
export const at = (x: number, y: number, z: number, rotation = IDENTITY): Pose => [Float64Array.of(x, y, z), rotation];

export function turned(w: number, x: number, y: number, z: number): Float64Array {
  const out = new Float64Array(9);
  quaternionToMatrix(out, 0, [w, x, y, z], 0);
  return out;
}

export function randomRotation(random: Random): Float64Array {
  const d = (): number => random.between(-1, 1);
  return turned(d() + 1e-3, d(), d(), d());
}

/** Coordinates that survive single precision, which the oracle takes. */
export function single({ positions, triangles }: TriangleMesh): TriangleMesh {
  return { positions: positions.map(Math.fround), triangles };
}

export function moved({ positions, triangles }: TriangleMesh, x: number, y: number, z: number): TriangleMesh {
  const by = [x, y, z];
  return { positions: positions.map((p, i) => p + by[i % 3]), triangles };
}

/** Scaled, turned by the angle about z and then about x, shifted. */
export function placed(mesh: TriangleMesh, angle: number, x: number, y: number, z: number, scale = 1): TriangleMesh {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [px, py, pz] = [positions[i] * scale, positions[i + 1] * scale, positions[i + 2] * scale];
    const [qx, qy] = [c * px - s * py, s * px + c * py];
    positions.set([qx + x, c * qy - s * pz + y, s * qy + c * pz + z], i);
  }
  return { positions, triangles: mesh.triangles };
}

export function insideOut({ positions, triangles }: TriangleMesh): TriangleMesh {
  const turnedBack = triangles.slice();
  for (let i = 0; i < triangles.length; i += 3) [turnedBack[i], turnedBack[i + 1]] = [triangles[i + 1], triangles[i]];
  return { positions, triangles: turnedBack };
}

/** Several surfaces as one mesh. */
export function together(...meshes: TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    triangles.push(...Array.from(mesh.triangles, (v) => v + first));
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** A box with each face divided into n x n squares: planes and edges in common with many others. */
export function gridBox(lx: number, ly: number, lz: number, n: number): TriangleMesh {
  const known = new Map<string, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertex = (...ijk: number[]): number => {
    const key = ijk.join();
    const old = known.get(key);
    if (old !== undefined) return old;
    positions.push(...ijk.map((i, k) => [lx, ly, lz][k] * (i / n - 0.5)));
    known.set(key, known.size);
    return known.size - 1;
  };
  const square = (a: number, b: number, c: number, d: number): unknown => triangles.push(a, b, c, a, c, d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      // each axis in turn, low face then high face
      for (let axis = 0; axis < 3; axis++) {
        const corner = (level: number, u: number, v: number): number => {
          const ijk = [0, 0, 0];
          ijk[axis] = level;
          ijk[(axis + 1) % 3] = u;
          ijk[(axis + 2) % 3] = v;
          return vertex(...ijk);
        };
        square(corner(0, i, j), corner(0, i, j + 1), corner(0, i + 1, j + 1), corner(0, i + 1, j));
        square(corner(n, i, j), corner(n, i + 1, j), corner(n, i + 1, j + 1), corner(n, i, j + 1));
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

export function compute(pair: MeshIntersection, a: Pose, b: Pose): number {
  return pair.compute(a[0], a[1], b[0], b[1]);
}

/** Of all regions together. */
export function totalVolume(pair: MeshIntersection): number {
  return pair.regions.volume.subarray(0, pair.count).reduce((sum, v) => sum + v, 0);
}
