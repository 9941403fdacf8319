/**
 * A solid dipped into a half-space, as in flat-cut.ts, in sums only: volume, area and moments of the part below the plane. A facet wholly
 * below adds its precomputed sums (second moments as if its depth were uniform), a cut facet its sectors.
 */
import { GrowableFloat64 } from '../../base/index.ts';
import type { PreparedMesh } from '../../geometry/index.ts';
import { log } from '../../math/index.ts';
import { type Facets, facetsOf } from './facets.ts';
import type { Plane } from './flat-cut.ts';
import { addFivePoints, makePatchSums } from './five-points.ts';
import type { PatchList } from './patch-list.ts';

const WALL = 1e-20;
/** Numbers a facet: area, second moments of it about its centre (xx yy zz xy xz yz), square of its mean distance from there. */
const WHOLE = 8;

const wholes = new WeakMap<PreparedMesh, Float64Array>();
const sums = makePatchSums();
/** volume, its first moments (3), second (6); area, its first moments (3) */
const t = new Float64Array(14);
/** contributions of whole facets and points of cut ones: volume, place (3), facet; -1: a point */
const pieces = new GrowableFloat64();
const PIECE = 5;
/**
 * Distance from which a facet counts as far, chosen so that the mean distance of a disc from its rim, 32/(9 pi) of its radius, is exact.
 */
const NEAR = 2.34;
let stack = new Int32Array(64);

function wholesOf(mesh: PreparedMesh): Float64Array {
  let data = wholes.get(mesh);
  if (data === undefined) {
    data = sumFacets(mesh, facetsOf(mesh));
    wholes.set(mesh, data);
  }
  return data;
}

function sumFacets({ positions: p }: PreparedMesh, { count, start, from, to, plane, centre: c }: Facets): Float64Array {
  const out = new Float64Array(WHOLE * count);
  for (let f = 0; f < count; f++) {
    const o = WHOLE * f;
    for (let e = start[f]; e < start[f + 1]; e++) {
      const u = [0, 1, 2].map((k) => p[from[e] + k] - c[3 * f + k]);
      const v = [0, 1, 2].map((k) => p[to[e] + k] - c[3 * f + k]);
      const n = plane.subarray(4 * f, 4 * f + 3);
      const area =
        0.5 *
        (n[0] * (u[1] * v[2] - u[2] * v[1]) + n[1] * (u[2] * v[0] - u[0] * v[2]) + n[2] * (u[0] * v[1] - u[1] * v[0]));
      out[o] += area;
      const pairs = [
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 1],
        [0, 2],
        [1, 2],
      ];
      // over a triangle with a corner at the origin: A/12 ((u + v)_i (u + v)_j + u_i u_j + v_i v_j)
      pairs.forEach(([i, j], k) => {
        out[o + 1 + k] += (area / 12) * ((u[i] + v[i]) * (u[j] + v[j]) + u[i] * u[j] + v[i] * v[j]);
      });
      out[o + 7] += Math.sign(area) * distanceOver(u, v);
    }
    const mean = out[o] > 0 ? out[o + 7] / out[o] : 0;
    out[o + 7] = mean * mean;
  }
  return out;
}

/**
 * Integral of the distance from the origin over the triangle from there to u and v [m^3]: over the angle of r^3/3, r = d / cos,
 *   d/6 (|v| t_v - |u| t_u) + d^3/6 log((|v| + t_v)/(|u| + t_u)),   d: of the origin from the line u v, t: along it from there
 */
function distanceOver(u: readonly number[], v: readonly number[]): number {
  const e = u.map((x, k) => v[k] - x);
  const length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  const far = (p: readonly number[]): number => Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  if (!(length > 0)) return 0;
  const along = (p: readonly number[]): number => (p[0] * e[0] + p[1] * e[1] + p[2] * e[2]) / length;
  const [tu, tv] = [along(u), along(v)];
  const d2 = Math.max(0, far(u) * far(u) - tu * tu);
  if (!(d2 > 1e-20 * far(u) * far(u))) return 0;
  const sum = (p: readonly number[], t: number): number => (t >= 0 ? far(p) + t : d2 / (far(p) - t));
  return (Math.sqrt(d2) / 6) * (far(v) * tv - far(u) * tu + d2 * log(sum(v, tv) / sum(u, tu)));
}

export class FlatDip {
  private readonly mesh: PreparedMesh;
  private readonly facets: Facets;
  private readonly whole: Float64Array;
  private deepest = 0;

  constructor(mesh: PreparedMesh) {
    this.mesh = mesh;
    this.facets = facetsOf(mesh);
    this.whole = wholesOf(mesh);
  }

  /** As FlatCut.add. */
  add(out: PatchList, rot: Float64Array, r: number, origin: Float64Array, plane: Plane, sign: number): void {
    const { boxes, link, count, order, depth } = this.facets.tree;
    const mx = plane[0];
    const my = plane[1];
    const mz = plane[2];
    const height = plane[3];
    if (stack.length < depth + 2) stack = new Int32Array(2 * (depth + 2));
    this.deepest = 0;
    t.fill(0);
    pieces.length = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const o = 6 * node;
      const reach = Math.abs(mx) * boxes[o + 3] + Math.abs(my) * boxes[o + 4] + Math.abs(mz) * boxes[o + 5];
      if (mx * boxes[o] + my * boxes[o + 1] + mz * boxes[o + 2] - reach >= height) continue;
      if (count[node] === 0) {
        stack[top++] = link[node];
        stack[top++] = node + 1;
        continue;
      }
      for (let i = link[node]; i < link[node] + count[node]; i++) this.addFacet(order[i], plane);
    }
    const volume = t[0];
    if (!(volume > 0)) return;
    // surfaces that fold back cancel in the sum of areas
    const least = volume / this.deepest;
    const folded = !(t[10] > least);
    const area = folded ? least : t[10];
    sums.volume = volume;
    sums.area = area;
    sums.depth = this.deepest;
    const gx = t[1] / volume;
    const gy = t[2] / volume;
    const gz = t[3] / volume;
    const { second: s, centre: c, areaCentre: a, direction: n } = sums;
    s[0] = t[4] - volume * gx * gx;
    s[1] = t[5] - volume * gy * gy;
    s[2] = t[6] - volume * gz * gz;
    s[3] = t[7] - volume * gx * gy;
    s[4] = t[8] - volume * gx * gz;
    s[5] = t[9] - volume * gy * gz;
    // in the middle of the layer
    const lift = height - (0.5 * volume) / area - (gx * mx + gy * my + gz * mz);
    c[0] = gx + lift * mx;
    c[1] = gy + lift * my;
    c[2] = gz + lift * mz;
    for (let k = 0; k < 3; k++) {
      a[k] = folded ? c[k] : t[11 + k] / area;
      n[k] = -sign * plane[k];
    }
    sums.distance = meanDistance(gx, gy, gz, plane, this.whole) / volume;
    addFivePoints(out, sums, rot, r, origin);
  }

  private addFacet(f: number, cut: Plane): void {
    const mx = cut[0];
    const my = cut[1];
    const mz = cut[2];
    const height = cut[3];
    const { plane, start, from, to, centre } = this.facets;
    const { positions: p } = this.mesh;
    const cosine = -(mx * plane[4 * f] + my * plane[4 * f + 1] + mz * plane[4 * f + 2]);
    if (cosine * cosine <= WALL) return;
    const first = start[f];
    const end = start[f + 1];
    let below = 0;
    let ends = 0;
    let qx = 0;
    let qy = 0;
    let qz = 0;
    for (let e = first; e < end; e++) {
      const a = from[e];
      const b = to[e];
      const da = height - (mx * p[a] + my * p[a + 1] + mz * p[a + 2]);
      const db = height - (mx * p[b] + my * p[b + 1] + mz * p[b + 2]);
      if (da > 0) {
        below++;
        if (da > this.deepest) this.deepest = da;
      }
      if (da > 0 === db > 0) continue;
      const s = da / (da - db);
      qx += p[a] + s * (p[b] - p[a]);
      qy += p[a + 1] + s * (p[b + 1] - p[a + 1]);
      qz += p[a + 2] + s * (p[b + 2] - p[a + 2]);
      ends++;
    }
    if (below === 0) return;
    if (below === end - first) {
      this.addWhole(
        f,
        cosine,
        height - (mx * centre[3 * f] + my * centre[3 * f + 1] + mz * centre[3 * f + 2]),
        mx,
        my,
        mz,
      );
      return;
    }
    qx /= ends;
    qy /= ends;
    qz /= ends;
    const nx = plane[4 * f];
    const ny = plane[4 * f + 1];
    const nz = plane[4 * f + 2];
    for (let e = first; e < end; e++) {
      const a = from[e];
      const b = to[e];
      const da = height - (mx * p[a] + my * p[a + 1] + mz * p[a + 2]);
      const db = height - (mx * p[b] + my * p[b + 1] + mz * p[b + 2]);
      if (!(da > 0 || db > 0)) continue;
      const s = da / (da - db);
      const keepA = da > 0 ? 0 : s;
      const keepB = db > 0 ? 1 : s;
      const ex = p[b] - p[a];
      const ey = p[b + 1] - p[a + 1];
      const ez = p[b + 2] - p[a + 2];
      const ux = p[a] + keepA * ex;
      const uy = p[a + 1] + keepA * ey;
      const uz = p[a + 2] + keepA * ez;
      const vx = p[a] + keepB * ex;
      const vy = p[a + 1] + keepB * ey;
      const vz = p[a + 2] + keepB * ez;
      const size =
        nx * ((uy - qy) * (vz - qz) - (uz - qz) * (vy - qy)) +
        ny * ((uz - qz) * (vx - qx) - (ux - qx) * (vz - qz)) +
        nz * ((ux - qx) * (vy - qy) - (uy - qy) * (vx - qx));
      sector[0] = 0.5 * cosine * size;
      sector[1] = qx;
      sector[2] = qy;
      sector[3] = qz;
      sector[4] = ux;
      sector[5] = uy;
      sector[6] = uz;
      sector[7] = Math.max(0, da);
      sector[8] = vx;
      sector[9] = vy;
      sector[10] = vz;
      sector[11] = Math.max(0, db);
      addSector();
    }
  }

  /** d: depth of its centre */
  private addWhole(f: number, cosine: number, d: number, mx: number, my: number, mz: number): void {
    const { centre } = this.facets;
    const o = WHOLE * f;
    const s = this.whole;
    const x = centre[3 * f];
    const y = centre[3 * f + 1];
    const z = centre[3 * f + 2];
    const area = cosine * s[o];
    const volume = area * d;
    // integral of depth times distance from the centre: -S m
    const fx = -cosine * (s[o + 1] * mx + s[o + 4] * my + s[o + 5] * mz);
    const fy = -cosine * (s[o + 4] * mx + s[o + 2] * my + s[o + 6] * mz);
    const fz = -cosine * (s[o + 5] * mx + s[o + 6] * my + s[o + 3] * mz);
    const k = cosine * d;
    t[0] += volume;
    t[1] += volume * x + fx;
    t[2] += volume * y + fy;
    t[3] += volume * z + fz;
    t[4] += volume * x * x + 2 * x * fx + k * s[o + 1];
    t[5] += volume * y * y + 2 * y * fy + k * s[o + 2];
    t[6] += volume * z * z + 2 * z * fz + k * s[o + 3];
    t[7] += volume * x * y + x * fy + y * fx + k * s[o + 4];
    t[8] += volume * x * z + x * fz + z * fx + k * s[o + 5];
    t[9] += volume * y * z + y * fz + z * fy + k * s[o + 6];
    t[10] += area;
    t[11] += area * x;
    t[12] += area * y;
    t[13] += area * z;
    // centre of its volume, shifted towards its deeper side
    addPiece(volume, x + fx / volume, y + fy / volume, z + fz / volume, f);
  }
}

function addPiece(volume: number, x: number, y: number, z: number, facet: number): void {
  const o = pieces.length;
  pieces.resize(o + PIECE);
  const p = pieces.data;
  p[o] = volume;
  p[o + 1] = x;
  p[o + 2] = y;
  p[o + 3] = z;
  p[o + 4] = facet;
}

/**
 * Sum of volumes times distances from (x, y, z) across the plane [m^4]. Of a whole facet at the distance X the mean is the root of X^2 + w:
 * w is the mean square of the transverse distance for a far facet, and the square of its own mean distance for X = 0.
 */
function meanDistance(x: number, y: number, z: number, plane: Plane, whole: Float64Array): number {
  const p = pieces.data;
  const mx = plane[0];
  const my = plane[1];
  const mz = plane[2];
  let sum = 0;
  for (let o = 0; o < pieces.length; o += PIECE) {
    let dx = p[o + 1] - x;
    let dy = p[o + 2] - y;
    let dz = p[o + 3] - z;
    const up = dx * mx + dy * my + dz * mz;
    dx -= up * mx;
    dy -= up * my;
    dz -= up * mz;
    const far2 = dx * dx + dy * dy + dz * dz;
    let w = 0;
    if (p[o + 4] >= 0) {
      const q = WHOLE * p[o + 4];
      const own = whole[q + 7];
      const xx = whole[q + 1];
      const yy = whole[q + 2];
      const zz = whole[q + 3];
      const xy = 2 * whole[q + 4];
      const xz = 2 * whole[q + 5];
      const yz = 2 * whole[q + 6];
      const upright = mx * (xx * mx + xy * my + xz * mz) + my * (yy * my + yz * mz) + zz * mz * mz;
      const along = dx * (xx * dx + xy * dy + xz * dz) + dy * (yy * dy + yz * dz) + zz * dz * dz;
      w = far2 > 0 ? Math.max(0, xx + yy + zz - upright - along / far2) / whole[q] : 0;
      w += (own - w) * (own / (own + NEAR * far2));
    }
    sum += p[o] * Math.sqrt(far2 + w);
  }
  return sum;
}

/**
 * A triangle across the plane: its area, corner q on the cut, corners u and v with their depths. Arrays, because separate number arguments
 * would be boxed.
 */
const sector = new Float64Array(12);

/** Sums over it from the middles of its edges, exact to degree two. */
function addSector(): void {
  const area = sector[0];
  const qx = sector[1];
  const qy = sector[2];
  const qz = sector[3];
  const ux = sector[4];
  const uy = sector[5];
  const uz = sector[6];
  const du = sector[7];
  const vx = sector[8];
  const vy = sector[9];
  const vz = sector[10];
  const dv = sector[11];
  addPoint((area * du) / 6, 0.5 * (qx + ux), 0.5 * (qy + uy), 0.5 * (qz + uz));
  addPoint((area * dv) / 6, 0.5 * (qx + vx), 0.5 * (qy + vy), 0.5 * (qz + vz));
  addPoint((area * (du + dv)) / 6, 0.5 * (ux + vx), 0.5 * (uy + vy), 0.5 * (uz + vz));
  t[10] += area;
  t[11] += (area * (qx + ux + vx)) / 3;
  t[12] += (area * (qy + uy + vy)) / 3;
  t[13] += (area * (qz + uz + vz)) / 3;
}

function addPoint(volume: number, x: number, y: number, z: number): void {
  t[0] += volume;
  t[1] += volume * x;
  t[2] += volume * y;
  t[3] += volume * z;
  t[4] += volume * x * x;
  t[5] += volume * y * y;
  t[6] += volume * z * z;
  t[7] += volume * x * y;
  t[8] += volume * x * z;
  t[9] += volume * y * z;
  addPiece(volume, x, y, z, -1);
}
