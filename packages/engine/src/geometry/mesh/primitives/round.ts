/** Cylinders, tubes, spheres and tori of flat facets, vertices on the true surface, axis z. */
import { GrowableFloat64 } from '../../../base/index.ts';
import { atan2, cbrt, sincos, TWO_PI } from '../../../math/index.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkCount, checkFits, checkLengths } from './sizes.ts';

export interface CylinderSpec {
  /** [m] of the circle through the corners */
  readonly radius: number;
  /** [m] along z, centred on the origin */
  readonly length: number;
  readonly sides: number;
}

/** A right prism over a regular polygon, one corner on +x. V = n/2 r^2 sin(2 pi/n) L. A disc is a short one. */
export function cylinderMesh({ radius, length, sides }: CylinderSpec): TriangleMesh {
  checkLengths({ radius, length });
  checkCount('sides', sides, 3);
  const build = new MeshBuilder();
  const bottom = ring(build, radius, -length / 2, sides);
  const top = ring(build, radius, length / 2, sides);
  build.band(bottom, top);
  // a strip across, not a fan: no corner collects all triangles
  for (let low = 0, high = sides - 1; high - low > 1; ) {
    const [a, b] = [low, high];
    const next = a + b < sides ? ++low : --high;
    build.triangle(top[a], top[next], top[b]);
    build.triangle(bottom[b], bottom[next], bottom[a]);
  }
  return build.mesh();
}

export interface TubeSpec {
  /** [m] of the circles through the corners */
  readonly outer: number;
  readonly inner: number;
  /** [m] along z, centred on the origin */
  readonly length: number;
  readonly sides: number;
}

/** A cylinder with a bore right through. V = n/2 (R^2 - r^2) sin(2 pi/n) L. */
export function tubeMesh({ outer, inner, length, sides }: TubeSpec): TriangleMesh {
  checkLengths({ outer, inner, length });
  checkFits('inner', inner, 'outer', outer);
  checkCount('sides', sides, 3);
  const build = new MeshBuilder();
  const rings = [
    ring(build, outer, -length / 2, sides),
    ring(build, outer, length / 2, sides),
    ring(build, inner, length / 2, sides),
    ring(build, inner, -length / 2, sides),
  ];
  for (let i = 0; i < 4; i++) build.band(rings[i], rings[(i + 1) % 4]);
  return build.mesh();
}

export interface TorusSpec {
  /** [m] from the axis to the middle of the ring */
  readonly ring: number;
  /** [m] of the ring itself, to its corners */
  readonly tube: number;
  /** facets around the axis, and around the ring */
  readonly sides: number;
  readonly tubeSides: number;
}

/** V = n sin(2 pi/n) ring A with the section A = m/2 tube^2 sin(2 pi/m). */
export function torusMesh({ ring: radius, tube, sides, tubeSides }: TorusSpec): TriangleMesh {
  checkLengths({ ring: radius, tube });
  checkFits('tube', tube, 'ring', radius);
  checkCount('sides', sides, 3);
  checkCount('tubeSides', tubeSides, 3);
  const build = new MeshBuilder();
  const turn = new Float64Array(2);
  const rings = Array.from({ length: tubeSides }, (_, j) => {
    sincos(turn, 0, (TWO_PI * j) / tubeSides);
    return ring(build, radius + tube * turn[1], tube * turn[0], sides);
  });
  for (let j = 0; j < tubeSides; j++) build.band(rings[j], rings[(j + 1) % tubeSides]);
  return build.mesh();
}

/** Corners on a circle about z, anticlockwise seen from above. */
function ring(build: MeshBuilder, radius: number, z: number, sides: number): number[] {
  const turn = new Float64Array(2);
  return Array.from({ length: sides }, (_, i) => {
    sincos(turn, 0, (TWO_PI * i) / sides);
    return build.vertex(radius * turn[1], radius * turn[0], z);
  });
}

/** Corners of an icosahedron as (0, +-1, +-golden ratio) and its turns, and its 20 faces. */
const GOLDEN = (1 + Math.sqrt(5)) / 2;
const ICOSAHEDRON = [
  [-1, GOLDEN, 0],
  [1, GOLDEN, 0],
  [-1, -GOLDEN, 0],
  [1, -GOLDEN, 0],
  [0, -1, GOLDEN],
  [0, 1, GOLDEN],
  [0, -1, -GOLDEN],
  [0, 1, -GOLDEN],
  [GOLDEN, 0, -1],
  [GOLDEN, 0, 1],
  [-GOLDEN, 0, -1],
  [-GOLDEN, 0, 1],
]; // prettier-ignore
const FACES = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3, 9, 4, 3, 4, 2, 3,
  2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

/** Rounds in which radii of corners are found. Each divides what is left of errors by about five. */
const FIT_ROUNDS = 4;

/**
 * An icosphere whose corners lie a little outside, so that each face is as much outside as inside: what stands on it is as high, and displaces
 * as much, as on the sphere, to fourth order of the edges. With corners on the sphere a contact of depth d is shallower by edge^2/(12 r).
 */
export function fittedSphereMesh(radius: number, level: number): TriangleMesh {
  const mesh = sphereMesh(1, level);
  const { positions: p, triangles } = mesh;
  const count = p.length / 3;
  const wanted = new Float64Array(count);
  const volume = new Float64Array(count);
  const size = new Float64Array(count).fill(1);
  for (let round = 0; round < FIT_ROUNDS; round++) {
    wanted.fill(0);
    volume.fill(0);
    for (let t = 0; t < triangles.length; t += 3) {
      const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const [a, b, c] = [3 * i, 3 * j, 3 * k];
      const triple =
        p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
        p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
        p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
      const sides = 1 + along(p, a, b) + along(p, b, c) + along(p, c, a);
      // solid angle (Van Oosterom and Strackee 1983), to three times the volume under the face
      const angle = 2 * atan2(triple, sides);
      const held = 0.5 * triple * size[i] * size[j] * size[k];
      for (const v of [i, j, k]) {
        wanted[v] += angle;
        volume[v] += held;
      }
    }
    for (let v = 0; v < count; v++) size[v] *= cbrt(wanted[v] / volume[v]);
  }
  for (let i = 0; i < p.length; i++) p[i] *= radius * size[(i - (i % 3)) / 3];
  return mesh;
}

function along(p: Float64Array, a: number, b: number): number {
  return p[a] * p[b] + p[a + 1] * p[b + 1] + p[a + 2] * p[b + 2];
}

/** An icosphere: 20 * 4^level triangles of nearly equal size, corners on the sphere. Level 0 is the icosahedron. */
export function sphereMesh(radius: number, level: number): TriangleMesh {
  checkLengths({ radius });
  checkCount('level', level, 0, 8);
  const points = new GrowableFloat64(36);
  const place = (x: number, y: number, z: number): number => {
    const scale = radius / Math.sqrt(x * x + y * y + z * z);
    points.push(x * scale);
    points.push(y * scale);
    points.push(z * scale);
    return points.length / 3 - 1;
  };
  for (const [x, y, z] of ICOSAHEDRON) place(x, y, z);
  let faces = FACES;
  for (let l = 0; l < level; l++) {
    const middles = new Map<number, number>();
    const middle = (a: number, b: number): number => {
      const key = Math.min(a, b) * 1e7 + Math.max(a, b);
      let m = middles.get(key);
      if (m === undefined) {
        const p = points.data;
        m = place(p[3 * a] + p[3 * b], p[3 * a + 1] + p[3 * b + 1], p[3 * a + 2] + p[3 * b + 2]);
        middles.set(key, m);
      }
      return m;
    };
    const finer: number[] = [];
    for (let i = 0; i < faces.length; i += 3) {
      const [a, b, c] = [faces[i], faces[i + 1], faces[i + 2]];
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
    }
    faces = finer;
  }
  return { positions: points.toArray(), triangles: Int32Array.from(faces) };
}
