/**
 * What share of the surface does each ball represent? Balls touch a flat face at points, so a half-space at depth h cuts a volume
 * proportional to h^2 off them, where it cuts A h off the solid. With a share S_i of the face for each ball that touches it, the sum of S_i
 * h is again the volume of the solid, for any size of the balls.
 *
 * Points are spread evenly over every triangle; each is assigned to the ball with the closest foot (its point nearest to the face), among
 * balls on faces within 25 degrees. A share acts at the mean of its points, so that lever arms are right up to the edges of a face, where
 * no ball can touch it. The shares of a face add up to its area, those of the whole mesh to its surface; faces without any ball against
 * them are left out.
 */
import type { Random } from '../../base/index.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { FreeSpace } from './free-space.ts';

/** points for each ball that touches a face, on average */
const SAMPLES = 50;
const GOLDEN = 0.6180339887498949;
const SAME_SIDE = 0.9; // cosine of 25 degrees
const BUCKETS = 1 << 14;
/** cells around a point that are searched before all feet are */
const RINGS = 5;

export interface SurfaceShares {
  /** [m^2] of each ball */
  readonly areas: Float64Array;
  /** [m] x, y, z of the middle of each share; the ball's centre where there is none */
  readonly feet: Float64Array;
}

/** `mesh` is the mesh from which `space` was made. */
export function surfaceShares(
  space: FreeSpace,
  mesh: TriangleMesh,
  faces: Int32Array,
  normals: Float64Array,
  random: Random,
): SurfaceShares {
  const areas = new Float64Array(space.count);
  const feet = new Float64Array(3 * space.count);
  const { positions: p, triangles } = mesh;
  let touching = 0;
  for (const face of faces) if (face >= 0) touching++;
  if (touching === 0) return { areas, feet: middles(space, areas, feet) };
  const corners = triangleVectors(p, triangles);
  let surface = 0;
  for (let t = 0; t < corners.length; t += 4) surface += corners[t + 3];
  const touches = new Feet(space, faces, normals, Math.sqrt(surface / touching));
  const density = (SAMPLES * touching) / surface;
  for (let t = 0; t < triangles.length; t += 3) {
    const o = (4 * t) / 3;
    const area = corners[o + 3];
    if (area === 0) continue;
    const count = Math.max(1, Math.round(density * area));
    const phase = random.uniform();
    for (let i = 0; i < count; i++) {
      // strips of equal area along one edge, and the golden section along them: nearly even
      const s = Math.sqrt((i + 0.5) / count);
      const along = phase + i * GOLDEN;
      const v = s * (along - Math.floor(along));
      const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      const x = (1 - s) * p[a] + (s - v) * p[b] + v * p[c];
      const y = (1 - s) * p[a + 1] + (s - v) * p[b + 1] + v * p[c + 1];
      const z = (1 - s) * p[a + 2] + (s - v) * p[b + 2] + v * p[c + 2];
      const ball = touches.nearest(x, y, z, corners[o], corners[o + 1], corners[o + 2]);
      if (ball < 0) continue;
      const share = area / count;
      areas[ball] += share;
      feet[3 * ball] += share * x;
      feet[3 * ball + 1] += share * y;
      feet[3 * ball + 2] += share * z;
    }
  }
  return { areas, feet: middles(space, areas, feet) };
}

/** First moments over areas. */
function middles(space: FreeSpace, areas: Float64Array, moments: Float64Array): Float64Array {
  const balls = space.balls.data;
  return moments.map((m, i) => {
    const ball = Math.floor(i / 3);
    return areas[ball] > 0 ? m / areas[ball] : balls[4 * ball + (i % 3)];
  });
}

/** Unit normal and area of each triangle. */
function triangleVectors(p: Float64Array, triangles: Int32Array): Float64Array {
  const out = new Float64Array((4 * triangles.length) / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const o = (4 * t) / 3;
    for (let k = 0; k < 3; k++) out[o + k] = length > 0 ? n[k] / length : 0;
    out[o + 3] = 0.5 * length;
  }
  return out;
}

/** The points where balls touch faces, in a grid. */
class Feet {
  readonly #cell: number;
  readonly #place: Float64Array;
  readonly #normal: Float64Array;
  readonly #heads = new Int32Array(BUCKETS).fill(-1);
  readonly #next: Int32Array;

  constructor(space: FreeSpace, faces: Int32Array, normals: Float64Array, cell: number) {
    const n = faces.length;
    this.#cell = cell;
    this.#place = new Float64Array(3 * n);
    this.#normal = new Float64Array(3 * n);
    this.#next = new Int32Array(n);
    const balls = space.balls.data;
    for (let i = 0; i < n; i++) {
      if (faces[i] < 0) continue;
      for (let k = 0; k < 3; k++) {
        const u = normals[3 * faces[i] + k];
        const x = balls[4 * i + k] + balls[4 * i + 3] * u;
        this.#normal[3 * i + k] = u;
        this.#place[3 * i + k] = x;
      }
      const bucket = this.#bucket(this.#place[3 * i], this.#place[3 * i + 1], this.#place[3 * i + 2]);
      this.#next[i] = this.#heads[bucket];
      this.#heads[bucket] = i;
    }
  }

  /** The ball with the closest foot on this side, -1 if there is none. Cells in growing cubes around the point. */
  nearest(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    const cell = this.#cell;
    const [cx, cy, cz] = [Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell)];
    let best = -1;
    let distance2 = Number.POSITIVE_INFINITY;
    for (let ring = 0; ring <= RINGS; ring++) {
      for (let ix = -ring; ix <= ring; ix++) {
        for (let iy = -ring; iy <= ring; iy++) {
          const edge = Math.abs(ix) === ring || Math.abs(iy) === ring;
          for (let iz = -ring; iz <= ring; iz += edge ? 1 : Math.max(1, 2 * ring)) {
            for (let i = this.#heads[hash(cx + ix, cy + iy, cz + iz)]; i >= 0; i = this.#next[i]) {
              const d2 = this.#distance2(i, x, y, z, nx, ny, nz);
              if (d2 > distance2 || (d2 === distance2 && i > best) || d2 === Number.POSITIVE_INFINITY) continue;
              distance2 = d2;
              best = i;
            }
          }
        }
      }
      if (best >= 0 && ring * ring * cell * cell >= distance2) return best; // cells farther out cannot hold a closer foot
    }
    for (let i = 0; i < this.#next.length; i++) {
      const d2 = this.#distance2(i, x, y, z, nx, ny, nz);
      if (d2 >= distance2) continue;
      distance2 = d2;
      best = i;
    }
    return best;
  }

  /** Infinite for a foot on another side, and for balls without one. */
  #distance2(i: number, x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    const o = 3 * i;
    const n = this.#normal;
    if (nx * n[o] + ny * n[o + 1] + nz * n[o + 2] < SAME_SIDE) return Number.POSITIVE_INFINITY;
    const dx = x - this.#place[o];
    const dy = y - this.#place[o + 1];
    const dz = z - this.#place[o + 2];
    return dx * dx + dy * dy + dz * dz;
  }

  #bucket(x: number, y: number, z: number): number {
    return hash(Math.floor(x / this.#cell), Math.floor(y / this.#cell), Math.floor(z / this.#cell));
  }
}

function hash(x: number, y: number, z: number): number {
  const h = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  return (h ^ (h >>> 15)) & (BUCKETS - 1);
}
