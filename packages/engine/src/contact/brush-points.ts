/**
 * Sums over the points of a brush: its stiffness K, and the work of a slip with gradient and Hessian. Points of a flat patch have two
 * coordinates in its plane.
 */
import type { GrowableFloat64 } from '../base/index.ts';

/** Numbers of a point: rho (3) [m], unit normal (3), N [N]; N may be negative where an area is written as a difference. */
export const BRUSH_POINT = 7;
/** The same in the plane of a flat patch: x, y, N. */
export const PLANE_POINT = 3;

/** A patch whose slip is sought (brush-slip.ts). */
export interface SlipSums {
  readonly points: GrowableFloat64;
  /** stiffness: six numbers in each row */
  readonly K: Float64Array;
  /** trial deflection, slip */
  readonly D: Float64Array;
  readonly slip: Float64Array;
  /** K summed over the points */
  readonly spring: Float64Array;
  /** sum |N| [N], length of the patch [m], largest distance of a point from its centre [m] */
  load: number;
  length: number;
  reach: number;
  /** [m^2] |P J D|^2 of a point at its limit */
  limit2: number;
  readonly mu: number;
  /** eps [m] */
  readonly tip: number;
  /** true: the Hessian keeps the curvature along the slip */
  readonly curved: boolean;
  /** true: the Hessian keeps the curvature along the unpredicted part of slips */
  readonly foreseen: boolean;
  /** by point: slip at the last Hessian, and its unit vector as predicted by Newton's method: two or three numbers each */
  readonly sights: GrowableFloat64;
  /** gradient and Hessian (lower half) of sum mu N |P J xi|; its value [J], share of N that slips, largest slip of a point [m] */
  readonly residual: Float64Array;
  readonly H: Float64Array;
  cost: number;
  outside: number;
  most: number;
  /** true: H omits points with negative N */
  readonly clipped: boolean;
}

/** Numbers a point of SlipSums.sights: of a flat patch, of a bent one. */
export const FLAT_SIGHT = 4;
export const BENT_SIGHT = 6;

/** s0 [1/m] */
interface Bristles {
  readonly s0: number;
}

/** K and points of a flat patch in its plane. */
export function sumFlat(s: Bristles, points: GrowableFloat64, frame: Float64Array, search: SlipSums): void {
  const K = search.spring;
  const { s0 } = s;
  const p = points.data;
  search.points.resize((points.length / BRUSH_POINT) * PLANE_POINT);
  const plane = search.points.data;
  const ax = frame[0];
  const ay = frame[1];
  const az = frame[2];
  const bx = frame[3];
  const by = frame[4];
  const bz = frame[5];
  let reach = 0;
  let total = 0;
  let sum = 0;
  let first = 0;
  let second = 0;
  let arm = 0;
  for (let k = 0, o = 0; k < points.length; k += BRUSH_POINT, o += PLANE_POINT) {
    const x = p[k] * ax + p[k + 1] * ay + p[k + 2] * az;
    const y = p[k] * bx + p[k + 1] * by + p[k + 2] * bz;
    const N = p[k + 6];
    plane[o] = x;
    plane[o + 1] = y;
    plane[o + 2] = N;
    if (N === 0) continue;
    const square = x * x + y * y;
    if (square > reach) reach = square;
    sum += N;
    first += N * x;
    second += N * y;
    arm += N * square;
    total += Math.abs(N);
  }
  K.fill(0);
  K[0] = s0 * sum;
  K[7] = K[0];
  K[2] = -s0 * second;
  K[8] = s0 * first;
  K[12] = K[2];
  K[13] = K[8];
  K[14] = s0 * arm;
  search.load = total;
  search.length = total > 0 ? Math.sqrt(Math.abs(arm) / total) : 0;
  search.reach = Math.sqrt(reach);
}

/** Is any point of a flat patch deflected beyond its limit? */
export function beyondFlat(search: SlipSums): boolean {
  const { points, D, limit2 } = search;
  const p = points.data;
  const { length } = points;
  const dx = D[0];
  const dy = D[1];
  const turn = D[2];
  for (let k = 0; k < length; k += PLANE_POINT) {
    const gx = dx - turn * p[k + 1];
    const gy = dy + turn * p[k];
    const square = gx * gx + gy * gy;
    if (square > limit2 && p[k + 2] !== 0) return true;
  }
  return false;
}

/** The same where every point has its own normal. */
export function sumBent(s: Bristles, points: GrowableFloat64, search: SlipSums): void {
  const K = search.spring;
  const { s0 } = s;
  const p = points.data;
  search.points.resize(points.length);
  const copy = search.points.data;
  K.fill(0);
  let reach = 0;
  let total = 0;
  let second = 0;
  for (let k = 0; k < points.length; k += BRUSH_POINT) {
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const nx = p[k + 3];
    const ny = p[k + 4];
    const nz = p[k + 5];
    const N = p[k + 6];
    for (let i = 0; i < BRUSH_POINT; i++) copy[k + i] = p[k + i];
    if (N === 0) continue;
    const far = x * x + y * y + z * z;
    if (far > reach) reach = far;
    total += Math.abs(N);
    second += Math.abs(N) * far;
    const w = N * s0;
    // J^T P J = J^T J - a a^T, a = (n, rho x n)
    const a3 = y * nz - z * ny;
    const a4 = z * nx - x * nz;
    const a5 = x * ny - y * nx;
    K[0] += w * (1 - nx * nx);
    K[6] -= w * ny * nx;
    K[7] += w * (1 - ny * ny);
    K[12] -= w * nz * nx;
    K[13] -= w * nz * ny;
    K[14] += w * (1 - nz * nz);
    K[18] -= w * a3 * nx;
    K[19] -= w * (z + a3 * ny);
    K[20] += w * (y - a3 * nz);
    K[21] += w * (y * y + z * z - a3 * a3);
    K[24] += w * (z - a4 * nx);
    K[25] -= w * a4 * ny;
    K[26] -= w * (x + a4 * nz);
    K[27] -= w * (x * y + a4 * a3);
    K[28] += w * (x * x + z * z - a4 * a4);
    K[30] -= w * (y + a5 * nx);
    K[31] += w * (x - a5 * ny);
    K[32] -= w * a5 * nz;
    K[33] -= w * (x * z + a5 * a3);
    K[34] -= w * (y * z + a5 * a4);
    K[35] += w * (x * x + y * y - a5 * a5);
  }
  for (let i = 0; i < 6; i++) for (let j = 0; j < i; j++) K[6 * j + i] = K[6 * i + j];
  search.load = total;
  search.length = total > 0 ? Math.sqrt(second / total) : 0;
  search.reach = Math.sqrt(reach);
}

/** The same where every point has its own normal. */
export function beyondBent(search: SlipSums): boolean {
  const { points, D, limit2 } = search;
  const p = points.data;
  const { length } = points;
  const dx = D[0];
  const dy = D[1];
  const dz = D[2];
  const tx = D[3];
  const ty = D[4];
  const tz = D[5];
  for (let k = 0; k < length; k += BRUSH_POINT) {
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const gx = dx + ty * z - tz * y;
    const gy = dy + tz * x - tx * z;
    const gz = dz + tx * y - ty * x;
    const gn = gx * p[k + 3] + gy * p[k + 4] + gz * p[k + 5];
    const square = gx * gx + gy * gy + gz * gz - gn * gn;
    if (square > limit2 && p[k + 6] !== 0) return true;
  }
  return false;
}

/**
 * One Newton iteration over the points of a flat patch: gradient (into the residual) and value of sum mu N |P J xi|, the prediction of its
 * slips (foreseeFlat), and the Hessian with it. first: there is no prediction yet.
 */
export function roundFlat(search: SlipSums, first: boolean): void {
  const { points, slip, residual, H, mu, tip } = search;
  const p = points.data;
  const { length } = points;
  search.sights.resize((length / PLANE_POINT) * FLAT_SIGHT);
  const sights = search.sights.data;
  const dx = slip[0];
  const dy = slip[1];
  const turn = slip[2];
  const unit = 1 / tip;
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let h00 = 0;
  let h10 = 0;
  let h11 = 0;
  let h20 = 0;
  let h21 = 0;
  let h22 = 0;
  let cost = 0;
  let outside = 0;
  let total = 0;
  let most = 0;
  for (let k = 0, o = 0; k < length; k += PLANE_POINT, o += FLAT_SIGHT) {
    const x = p[k];
    const y = p[k + 1];
    const N = p[k + 2];
    const sx = dx - turn * y;
    const sy = dy + turn * x;
    const size = Math.sqrt(sx * sx + sy * sy);
    const ox = first ? sx : sights[o];
    const oy = first ? sy : sights[o + 1];
    const before = first ? size : Math.sqrt(ox * ox + oy * oy);
    let qx = sx * unit;
    let qy = sy * unit;
    if (before > tip) {
      const along = first ? 0 : (ox * (sx - ox) + oy * (sy - oy)) / before;
      qx = (sx - (first ? 0 : along * sights[o + 2])) / before;
      qy = (sy - (first ? 0 : along * sights[o + 3])) / before;
    }
    const square = qx * qx + qy * qy;
    if (square > 1) {
      const part = 1 / Math.sqrt(square);
      qx *= part;
      qy *= part;
    }
    sights[o] = sx;
    sights[o + 1] = sy;
    sights[o + 2] = qx;
    sights[o + 3] = qy;
    const slips = size > tip;
    const c = N / (slips ? size : tip);
    const w = slips ? c / size : 0;
    r0 += c * sx;
    r1 += c * sy;
    r2 += c * (x * sy - y * sx);
    const d00 = c - w * sx * qx;
    const d01 = -0.5 * w * (sx * qy + sy * qx);
    const d11 = c - w * sy * qy;
    h00 += d00;
    h10 += d01;
    h11 += d11;
    h20 += x * d01 - y * d00;
    h21 += x * d11 - y * d01;
    h22 += y * y * d00 - 2 * x * y * d01 + x * x * d11;
    total += N;
    if (size > most) most = size;
    if (slips) {
      cost += N * (size - 0.5 * tip);
      outside += N;
    } else cost += 0.5 * c * size * size;
  }
  residual[0] = mu * r0;
  residual[1] = mu * r1;
  residual[2] = mu * r2;
  H[0] = mu * h00;
  H[6] = mu * h10;
  H[7] = mu * h11;
  H[12] = mu * h20;
  H[13] = mu * h21;
  H[14] = mu * h22;
  search.cost = mu * cost;
  search.outside = total > 0 ? outside / total : 0;
  search.most = most;
}

/** The Hessian alone, over a flat patch. */
export function bendFlat(search: SlipSums): void {
  const { points, slip, H, mu, tip, curved, foreseen, clipped } = search;
  const p = points.data;
  const sights = search.sights.data;
  const { length } = points;
  const dx = slip[0];
  const dy = slip[1];
  const turn = slip[2];
  let h00 = 0;
  let h10 = 0;
  let h11 = 0;
  let h20 = 0;
  let h21 = 0;
  let h22 = 0;
  for (let k = 0; k < length; k += PLANE_POINT) {
    const N = p[k + 2];
    if (clipped && N < 0) continue;
    const x = p[k];
    const y = p[k + 1];
    const sx = dx - turn * y;
    const sy = dy + turn * x;
    const square = sx * sx + sy * sy;
    if (square > tip * tip) {
      const c = N / Math.sqrt(square);
      // c (1 - u u^T) = c q q^T, q across u
      const scale = curved ? 0 : c / square;
      let qx = sx;
      let qy = sy;
      if (foreseen) {
        const q = (k / PLANE_POINT) * FLAT_SIGHT + 2;
        const size = Math.sqrt(square);
        qx = size * sights[q];
        qy = size * sights[q + 1];
      }
      const d00 = c - scale * sx * qx;
      const d01 = -0.5 * scale * (sx * qy + sy * qx);
      const d11 = c - scale * sy * qy;
      h00 += d00;
      h10 += d01;
      h11 += d11;
      h20 += x * d01 - y * d00;
      h21 += x * d11 - y * d01;
      h22 += y * y * d00 - 2 * x * y * d01 + x * x * d11;
    } else {
      const c = N / tip;
      h00 += c;
      h11 += c;
      h20 -= y * c;
      h21 += x * c;
      h22 += c * (x * x + y * y);
    }
  }
  H[0] = mu * h00;
  H[6] = mu * h10;
  H[7] = mu * h11;
  H[12] = mu * h20;
  H[13] = mu * h21;
  H[14] = mu * h22;
}

/** The same where every point has its own normal. */
export function roundBent(search: SlipSums, first: boolean): void {
  const { points, slip, residual, H, mu, tip } = search;
  const p = points.data;
  const { length } = points;
  search.sights.resize((length / BRUSH_POINT) * BENT_SIGHT);
  const sights = search.sights.data;
  const dx = slip[0];
  const dy = slip[1];
  const dz = slip[2];
  const tx = slip[3];
  const ty = slip[4];
  const tz = slip[5];
  const unit = 1 / tip;
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let r3 = 0;
  let r4 = 0;
  let r5 = 0;
  let cost = 0;
  let outside = 0;
  let total = 0;
  let most = 0;
  for (let k = 0, o = 0; k < length; k += BRUSH_POINT, o += BENT_SIGHT) {
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const nx = p[k + 3];
    const ny = p[k + 4];
    const nz = p[k + 5];
    const N = mu * p[k + 6];
    let sx = dx + ty * z - tz * y;
    let sy = dy + tz * x - tx * z;
    let sz = dz + tx * y - ty * x;
    const sn = sx * nx + sy * ny + sz * nz;
    sx -= sn * nx;
    sy -= sn * ny;
    sz -= sn * nz;
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const ox = first ? sx : sights[o];
    const oy = first ? sy : sights[o + 1];
    const oz = first ? sz : sights[o + 2];
    const before = first ? size : Math.sqrt(ox * ox + oy * oy + oz * oz);
    let qx = sx * unit;
    let qy = sy * unit;
    let qz = sz * unit;
    if (before > tip) {
      const along = first ? 0 : (ox * (sx - ox) + oy * (sy - oy) + oz * (sz - oz)) / before;
      const by = 1 / before;
      qx = (sx - (first ? 0 : along * sights[o + 3])) * by;
      qy = (sy - (first ? 0 : along * sights[o + 4])) * by;
      qz = (sz - (first ? 0 : along * sights[o + 5])) * by;
    }
    const square = qx * qx + qy * qy + qz * qz;
    if (square > 1) {
      const part = 1 / Math.sqrt(square);
      qx *= part;
      qy *= part;
      qz *= part;
    }
    sights[o] = sx;
    sights[o + 1] = sy;
    sights[o + 2] = sz;
    sights[o + 3] = qx;
    sights[o + 4] = qy;
    sights[o + 5] = qz;
    const slips = size > tip;
    const c = N / (slips ? size : tip);
    const fx = c * sx;
    const fy = c * sy;
    const fz = c * sz;
    r0 += fx;
    r1 += fy;
    r2 += fz;
    r3 += y * fz - z * fy;
    r4 += z * fx - x * fz;
    r5 += x * fy - y * fx;
    total += N;
    if (size > most) most = size;
    let w = 0;
    if (slips) {
      w = 1 / size;
      cost += N * (size - 0.5 * tip);
      outside += N;
    } else cost += 0.5 * c * size * size;
    const gx = w * fx;
    const gy = w * fy;
    const gz = w * fz;
    const d00 = c * (1 - nx * nx) - gx * qx;
    const d01 = -c * nx * ny - 0.5 * (gx * qy + gy * qx);
    const d02 = -c * nx * nz - 0.5 * (gx * qz + gz * qx);
    const d11 = c * (1 - ny * ny) - gy * qy;
    const d12 = -c * ny * nz - 0.5 * (gy * qz + gz * qy);
    const d22 = c * (1 - nz * nz) - gz * qz;
    // G = -D [rho]x
    const g00 = d02 * y - d01 * z;
    const g01 = d00 * z - d02 * x;
    const g02 = d01 * x - d00 * y;
    const g10 = d12 * y - d11 * z;
    const g11 = d01 * z - d12 * x;
    const g12 = d11 * x - d01 * y;
    const g20 = d22 * y - d12 * z;
    const g21 = d02 * z - d22 * x;
    const g22 = d12 * x - d02 * y;
    H[0] += d00;
    H[6] += d01;
    H[7] += d11;
    H[12] += d02;
    H[13] += d12;
    H[14] += d22;
    H[18] += g00;
    H[19] += g10;
    H[20] += g20;
    H[21] += y * g20 - z * g10;
    H[24] += g01;
    H[25] += g11;
    H[26] += g21;
    H[27] += z * g00 - x * g20;
    H[28] += z * g01 - x * g21;
    H[30] += g02;
    H[31] += g12;
    H[32] += g22;
    H[33] += x * g10 - y * g00;
    H[34] += x * g11 - y * g01;
    H[35] += x * g12 - y * g02;
  }
  residual[0] = r0;
  residual[1] = r1;
  residual[2] = r2;
  residual[3] = r3;
  residual[4] = r4;
  residual[5] = r5;
  search.cost = cost;
  search.outside = total > 0 ? outside / total : 0;
  search.most = most;
}

/** The same where every point has its own normal. */
export function bendBent(search: SlipSums): void {
  const { points, slip, H, mu, tip, curved, foreseen, clipped } = search;
  const p = points.data;
  const sights = search.sights.data;
  const { length } = points;
  const dx = slip[0];
  const dy = slip[1];
  const dz = slip[2];
  const tx = slip[3];
  const ty = slip[4];
  const tz = slip[5];
  for (let k = 0; k < length; k += BRUSH_POINT) {
    const N = p[k + 6];
    if (clipped && N < 0) continue;
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const nx = p[k + 3];
    const ny = p[k + 4];
    const nz = p[k + 5];
    let sx = dx + ty * z - tz * y;
    let sy = dy + tz * x - tx * z;
    let sz = dz + tx * y - ty * x;
    const sn = sx * nx + sy * ny + sz * nz;
    sx -= sn * nx;
    sy -= sn * ny;
    sz -= sn * nz;
    const square = sx * sx + sy * sy + sz * sz;
    const inside = square <= tip * tip;
    const c = (mu * N) / (inside ? tip : Math.sqrt(square));
    const scale = inside || curved ? 0 : c / square;
    let qx = sx;
    let qy = sy;
    let qz = sz;
    if (foreseen && !inside) {
      const q = (k / BRUSH_POINT) * BENT_SIGHT + 3;
      const size = Math.sqrt(square);
      qx = size * sights[q];
      qy = size * sights[q + 1];
      qz = size * sights[q + 2];
    }
    const d00 = c * (1 - nx * nx) - scale * sx * qx;
    const d01 = -c * nx * ny - 0.5 * scale * (sx * qy + sy * qx);
    const d02 = -c * nx * nz - 0.5 * scale * (sx * qz + sz * qx);
    const d11 = c * (1 - ny * ny) - scale * sy * qy;
    const d12 = -c * ny * nz - 0.5 * scale * (sy * qz + sz * qy);
    const d22 = c * (1 - nz * nz) - scale * sz * qz;
    // G = -D [rho]x
    const g00 = d02 * y - d01 * z;
    const g01 = d00 * z - d02 * x;
    const g02 = d01 * x - d00 * y;
    const g10 = d12 * y - d11 * z;
    const g11 = d01 * z - d12 * x;
    const g12 = d11 * x - d01 * y;
    const g20 = d22 * y - d12 * z;
    const g21 = d02 * z - d22 * x;
    const g22 = d12 * x - d02 * y;
    H[0] += d00;
    H[6] += d01;
    H[7] += d11;
    H[12] += d02;
    H[13] += d12;
    H[14] += d22;
    H[18] += g00;
    H[19] += g10;
    H[20] += g20;
    H[21] += y * g20 - z * g10;
    H[24] += g01;
    H[25] += g11;
    H[26] += g21;
    H[27] += z * g00 - x * g20;
    H[28] += z * g01 - x * g21;
    H[30] += g02;
    H[31] += g12;
    H[32] += g22;
    H[33] += x * g10 - y * g00;
    H[34] += x * g11 - y * g01;
    H[35] += x * g12 - y * g02;
  }
}

/**
 * Prediction by Newton's method of the unit vectors u = s/|s| of the slips s now found: q + du, with du the linear change of u in which q
 * replaces u, limited to length 1. Where s differs from the prediction, the Hessian keeps curvature along it, c (P - sym(u q^T)): Newton's
 * method then does not overshoot (Chan, Golub and Mulet 1999, for total variation). first: there is no prediction yet.
 */
export function foreseeFlat(search: SlipSums, first: boolean): void {
  const { points, slip, tip } = search;
  const p = points.data;
  const { length } = points;
  search.sights.resize((length / PLANE_POINT) * FLAT_SIGHT);
  const sights = search.sights.data;
  for (let k = 0, o = 0; k < length; k += PLANE_POINT, o += FLAT_SIGHT) {
    const sx = slip[0] - slip[2] * p[k + 1];
    const sy = slip[1] + slip[2] * p[k];
    const ox = first ? sx : sights[o];
    const oy = first ? sy : sights[o + 1];
    const size = Math.sqrt(ox * ox + oy * oy);
    let qx = sx / tip;
    let qy = sy / tip;
    if (size > tip) {
      const along = first ? 0 : (ox * (sx - ox) + oy * (sy - oy)) / size;
      qx = (sx - (first ? 0 : along * sights[o + 2])) / size;
      qy = (sy - (first ? 0 : along * sights[o + 3])) / size;
    }
    const long = Math.sqrt(qx * qx + qy * qy);
    const part = long > 1 ? 1 / long : 1;
    sights[o] = sx;
    sights[o + 1] = sy;
    sights[o + 2] = part * qx;
    sights[o + 3] = part * qy;
  }
}

/** The same where every point has its own normal. */
export function foreseeBent(search: SlipSums, first: boolean): void {
  const { points, slip, tip } = search;
  const p = points.data;
  const { length } = points;
  search.sights.resize((length / BRUSH_POINT) * BENT_SIGHT);
  const sights = search.sights.data;
  for (let k = 0, o = 0; k < length; k += BRUSH_POINT, o += BENT_SIGHT) {
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    let sx = slip[0] + slip[4] * z - slip[5] * y;
    let sy = slip[1] + slip[5] * x - slip[3] * z;
    let sz = slip[2] + slip[3] * y - slip[4] * x;
    const sn = sx * p[k + 3] + sy * p[k + 4] + sz * p[k + 5];
    sx -= sn * p[k + 3];
    sy -= sn * p[k + 4];
    sz -= sn * p[k + 5];
    const ox = first ? sx : sights[o];
    const oy = first ? sy : sights[o + 1];
    const oz = first ? sz : sights[o + 2];
    const size = Math.sqrt(ox * ox + oy * oy + oz * oz);
    let qx = sx / tip;
    let qy = sy / tip;
    let qz = sz / tip;
    if (size > tip) {
      const along = first ? 0 : (ox * (sx - ox) + oy * (sy - oy) + oz * (sz - oz)) / size;
      qx = (sx - (first ? 0 : along * sights[o + 3])) / size;
      qy = (sy - (first ? 0 : along * sights[o + 4])) / size;
      qz = (sz - (first ? 0 : along * sights[o + 5])) / size;
    }
    const long = Math.sqrt(qx * qx + qy * qy + qz * qz);
    const part = long > 1 ? 1 / long : 1;
    sights[o] = sx;
    sights[o + 1] = sy;
    sights[o + 2] = sz;
    sights[o + 3] = part * qx;
    sights[o + 4] = part * qy;
    sights[o + 5] = part * qz;
  }
}
