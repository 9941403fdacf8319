/** Round things for pictures: a tube along a line of points, closed or with rounded ends, as triangles with smooth normals. */
import type { Vec3 } from '../schema/kit.ts';

export interface DrawnMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
}

export interface TubePoint {
  readonly at: Vec3;
  /** [m] */
  readonly radius: number;
}

/** rings that round an end off, by their angle [rad] from the end's rim to its tip */
const ROUND = [Math.PI / 4, Math.PI / 2.05];

/** `sides` corners a ring. Closed: the last point joins the first. */
export function tube(points: readonly TubePoint[], sides: number, closed: boolean): DrawnMesh {
  const rings = closed
    ? points.map((point, k) => ({ ...point, along: tangent(points, k, true), tilt: 0 }))
    : capped(points);
  const positions: number[] = [];
  const normals: number[] = [];
  let side: Vec3 = [0, 0, 0];
  rings.forEach(({ at, radius, along, tilt }) => {
    side = squared(side, along);
    const up = cross(along, side);
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      const out = [0, 1, 2].map((k) => Math.cos(angle) * side[k] + Math.sin(angle) * up[k]);
      for (let k = 0; k < 3; k++) {
        positions.push(at[k] + radius * out[k]);
        normals.push(Math.cos(tilt) * out[k] + Math.sin(tilt) * along[k]);
      }
    }
  });
  const indices: number[] = [];
  const last = closed ? rings.length : rings.length - 1;
  for (let n = 0; n < last; n++) {
    const m = (n + 1) % rings.length;
    for (let i = 0; i < sides; i++) {
      const j = (i + 1) % sides;
      const [a, b, c, d] = [n * sides + i, n * sides + j, m * sides + j, m * sides + i];
      indices.push(a, b, c, a, c, d);
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
  };
}

/** Several as one. */
export function joined(meshes: readonly DrawnMesh[]): DrawnMesh {
  const indices: number[] = [];
  let corners = 0;
  for (const mesh of meshes) {
    for (const index of mesh.indices) indices.push(corners + index);
    corners += mesh.positions.length / 3;
  }
  return {
    positions: Float32Array.from(meshes.flatMap(({ positions }) => [...positions])),
    normals: Float32Array.from(meshes.flatMap(({ normals }) => [...normals])),
    indices: Uint32Array.from(indices),
  };
}

interface Ring extends TubePoint {
  readonly along: Vec3;
  /** [rad] of the normals towards `along` */
  readonly tilt: number;
}

function capped(points: readonly TubePoint[]): Ring[] {
  const cap = (k: number, sign: 1 | -1): Ring[] => {
    const { at, radius } = points[k];
    const along = tangent(points, k, false);
    return ROUND.map((angle) => {
      const out = sign * radius * Math.sin(angle);
      const moved: Vec3 = [at[0] + out * along[0], at[1] + out * along[1], at[2] + out * along[2]];
      return { at: moved, radius: radius * Math.cos(angle), along, tilt: sign * angle };
    });
  };
  const middle = points.map((point, k) => ({ ...point, along: tangent(points, k, false), tilt: 0 }));
  return [...cap(0, -1).reverse(), ...middle, ...cap(points.length - 1, 1)];
}

function tangent(points: readonly TubePoint[], k: number, closed: boolean): Vec3 {
  const n = points.length;
  const before = points[closed ? (k + n - 1) % n : Math.max(0, k - 1)].at;
  const after = points[closed ? (k + 1) % n : Math.min(n - 1, k + 1)].at;
  return unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
}

/** Unit and square to `along`, as near to `side` as can be. */
function squared(side: Vec3, along: Vec3): Vec3 {
  const part = side[0] * along[0] + side[1] * along[1] + side[2] * along[2];
  const rest: Vec3 = [side[0] - part * along[0], side[1] - part * along[1], side[2] - part * along[2]];
  if (Math.hypot(...rest) > 1e-6) return unit(rest);
  return unit(cross(Math.abs(along[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0], along));
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(v: Vec3): Vec3 {
  const size = Math.hypot(...v);
  return [v[0] / size, v[1] / size, v[2] / size];
}
