/**
 * Sums over wet triangles. The water's motion is constant over each triangle, its pressure linear. With r from the centre of mass, n
 * outward, g the gradient of pressure, mid-edge points m_i of a third of the area A each (exact for linear times linear):
 *   F = -n int p,   M = -(int p r) x n
 *   K = [n g^T A, n (a x g)^T; (a x n) g^T, N S G^T]      a = int r,  S = int r r^T,  N r = r x n,  G r = r x g
 * and of drag with D = -df/du at the middle r of a triangle, X = [r]x:
 *   C = [D, D X^T; X D, X D X^T]       D = q n n^T + rub (u (1 - n n^T) + t t^T/u)
 */

/**
 * Offsets of the sums: force and moment of pressure and of drag; volume, its moment, area, motion of the water, growth of the volume and
 * its derivative.
 */
export const PRESSURE = 0;
export const DRAG = 6;
export const VOLUME = 12;
export const MOMENT = 13;
export const AREA = 16;
export const WATER = 17;
export const GROWTH = 23;
export const GROWTH_BY = 24;
export const SUMS = 30;

/** Speed below which friction along the surface is linear [m/s]. */
const SLOW = 1e-2;

/** One triangle: corners (lever, height, pressure), normal, gradient of pressure, velocity and acceleration of the water. */
export class WetSum {
  readonly corners: Float64Array = new Float64Array(15);
  readonly normal: Float64Array = new Float64Array(3);
  readonly gradient: Float64Array = new Float64Array(3);
  readonly water: Float64Array = new Float64Array(6);
  readonly sums: Float64Array = new Float64Array(SUMS);
  /** area, then the middle or int r, then int r r^T: xx, yy, zz, xy, yz, zx. An array, because numbers passed one by one would be boxed. */
  private readonly moments: Float64Array = new Float64Array(10);
  private readonly rows: Float64Array = new Float64Array(18);
  /** 1/2 rho Cd, 1/2 rho Cf */
  normalDrag = 0;
  tangentialDrag = 0;

  /** Adds the wet triangle in `corners`; velocity of the centre of mass at v. stiffness, damping: -dF/dq, -dF/dv of 36 numbers. */
  add(V: Float64Array, v: number, derivatives: boolean, stiffness: Float64Array, damping: Float64Array): void {
    const { corners: q, normal, sums, water } = this;
    const x0 = q[0];
    const y0 = q[1];
    const z0 = q[2];
    const x1 = q[5];
    const y1 = q[6];
    const z1 = q[7];
    const x2 = q[10];
    const y2 = q[11];
    const z2 = q[12];
    const ax = (y1 - y0) * (z2 - z0) - (z1 - z0) * (y2 - y0);
    const ay = (z1 - z0) * (x2 - x0) - (x1 - x0) * (z2 - z0);
    const az = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
    const area = 0.5 * Math.sqrt(ax * ax + ay * ay + az * az);
    const part = area / 3;
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    // mid-edge points
    const ux = 0.5 * (x0 + x1);
    const uy = 0.5 * (y0 + y1);
    const uz = 0.5 * (z0 + z1);
    const vx = 0.5 * (x1 + x2);
    const vy = 0.5 * (y1 + y2);
    const vz = 0.5 * (z1 + z2);
    const wx = 0.5 * (x2 + x0);
    const wy = 0.5 * (y2 + y0);
    const wz = 0.5 * (z2 + z0);
    const pu = 0.5 * part * (q[4] + q[9]);
    const pv = 0.5 * part * (q[9] + q[14]);
    const pw = 0.5 * part * (q[14] + q[4]);
    const push = pu + pv + pw;
    const px = pu * ux + pv * vx + pw * wx;
    const py = pu * uy + pv * vy + pw * wy;
    const pz = pu * uz + pv * vz + pw * wz;
    sums[0] -= push * nx;
    sums[1] -= push * ny;
    sums[2] -= push * nz;
    sums[3] -= py * nz - pz * ny;
    sums[4] -= pz * nx - px * nz;
    sums[5] -= px * ny - py * nx;
    const su = 0.5 * (q[3] + q[8]);
    const sv = 0.5 * (q[8] + q[13]);
    const sw = 0.5 * (q[13] + q[3]);
    const du = su * nz * part;
    const dv = sv * nz * part;
    const dw = sw * nz * part;
    sums[12] += du + dv + dw;
    sums[13] += du * ux + dv * vx + dw * wx;
    sums[14] += du * uy + dv * vy + dw * wy;
    sums[15] += du * (uz - 0.5 * su) + dv * (vz - 0.5 * sv) + dw * (wz - 0.5 * sw); // mean of z and eta
    sums[16] += area;
    for (let r = 0; r < 6; r++) sums[17 + r] += area * water[r];
    const { moments: m } = this;
    m[0] = area;
    m[1] = (x0 + x1 + x2) / 3;
    m[2] = (y0 + y1 + y2) / 3;
    m[3] = (z0 + z1 + z2) / 3;
    this.addDrag(V, v, derivatives, damping);
    if (!derivatives) return;
    m[1] = part * (ux + vx + wx);
    m[2] = part * (uy + vy + wy);
    m[3] = part * (uz + vz + wz);
    m[4] = part * (ux * ux + vx * vx + wx * wx);
    m[5] = part * (uy * uy + vy * vy + wy * wy);
    m[6] = part * (uz * uz + vz * vz + wz * wz);
    m[7] = part * (ux * uy + vx * vy + wx * wy);
    m[8] = part * (uy * uz + vy * vz + wy * wz);
    m[9] = part * (uz * ux + vz * vx + wz * wx);
    this.addStiffness(stiffness);
  }

  private addStiffness(K: Float64Array): void {
    const { normal, gradient, moments, rows } = this;
    const area = moments[0];
    const ax = moments[1];
    const ay = moments[2];
    const az = moments[3];
    const xx = moments[4];
    const yy = moments[5];
    const zz = moments[6];
    const xy = moments[7];
    const yz = moments[8];
    const zx = moments[9];
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const gx = gradient[0];
    const gy = gradient[1];
    const gz = gradient[2];
    // a x g, a x n
    const hx = ay * gz - az * gy;
    const hy = az * gx - ax * gz;
    const hz = ax * gy - ay * gx;
    const mx = ay * nz - az * ny;
    const my = az * nx - ax * nz;
    const mz = ax * ny - ay * nx;
    const bx = area * gx;
    const by = area * gy;
    const bz = area * gz;
    K[0] += nx * bx;
    K[1] += nx * by;
    K[2] += nx * bz;
    K[3] += nx * hx;
    K[4] += nx * hy;
    K[5] += nx * hz;
    K[6] += ny * bx;
    K[7] += ny * by;
    K[8] += ny * bz;
    K[9] += ny * hx;
    K[10] += ny * hy;
    K[11] += ny * hz;
    K[12] += nz * bx;
    K[13] += nz * by;
    K[14] += nz * bz;
    K[15] += nz * hx;
    K[16] += nz * hy;
    K[17] += nz * hz;
    K[18] += mx * gx;
    K[19] += mx * gy;
    K[20] += mx * gz;
    K[24] += my * gx;
    K[25] += my * gy;
    K[26] += my * gz;
    K[30] += mz * gx;
    K[31] += mz * gy;
    K[32] += mz * gz;
    // rows of N S: (r x n) r^T
    rows[0] = xy * nz - zx * ny;
    rows[1] = yy * nz - yz * ny;
    rows[2] = yz * nz - zz * ny;
    rows[3] = zx * nx - xx * nz;
    rows[4] = yz * nx - xy * nz;
    rows[5] = zz * nx - zx * nz;
    rows[6] = xx * ny - xy * nx;
    rows[7] = xy * ny - yy * nx;
    rows[8] = zx * ny - yz * nx;
    // times g
    for (let r = 0; r < 3; r++) {
      const x = rows[3 * r];
      const y = rows[3 * r + 1];
      const z = rows[3 * r + 2];
      const o = 21 + 6 * r;
      K[o] += y * gz - z * gy;
      K[o + 1] += z * gx - x * gz;
      K[o + 2] += x * gy - y * gx;
    }
  }

  /** At the middle of the triangle, moments[1 .. 3]. */
  private addDrag(V: Float64Array, v: number, derivatives: boolean, damping: Float64Array): void {
    const { normal, water, sums, moments, rows } = this;
    const area = moments[0];
    const rx = moments[1];
    const ry = moments[2];
    const rz = moments[3];
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const ux = V[v] + V[v + 4] * rz - V[v + 5] * ry - water[0];
    const uy = V[v + 1] + V[v + 5] * rx - V[v + 3] * rz - water[1];
    const uz = V[v + 2] + V[v + 3] * ry - V[v + 4] * rx - water[2];
    const out = ux * nx + uy * ny + uz * nz;
    const mx = ry * nz - rz * ny;
    const my = rz * nx - rx * nz;
    const mz = rx * ny - ry * nx;
    sums[23] += area * out;
    sums[24] += area * nx;
    sums[25] += area * ny;
    sums[26] += area * nz;
    sums[27] += area * mx;
    sums[28] += area * my;
    sums[29] += area * mz;
    const press = out > 0 ? this.normalDrag * area * out : 0;
    const rub = this.tangentialDrag * area;
    if (press === 0 && rub === 0) return;
    const tx = ux - out * nx;
    const ty = uy - out * ny;
    const tz = uz - out * nz;
    const speed = Math.sqrt(tx * tx + ty * ty + tz * tz + SLOW * SLOW);
    const along = rub * speed;
    const fx = -press * out * nx - along * tx;
    const fy = -press * out * ny - along * ty;
    const fz = -press * out * nz - along * tz;
    sums[6] += fx;
    sums[7] += fy;
    sums[8] += fz;
    sums[9] += ry * fz - rz * fy;
    sums[10] += rz * fx - rx * fz;
    sums[11] += rx * fy - ry * fx;
    if (!derivatives) return;
    const a = 2 * press - along;
    const c = rub / speed;
    const xx = a * nx * nx + c * tx * tx + along;
    const yy = a * ny * ny + c * ty * ty + along;
    const zz = a * nz * nz + c * tz * tz + along;
    const xy = a * nx * ny + c * tx * ty;
    const yz = a * ny * nz + c * ty * tz;
    const zx = a * nz * nx + c * tz * tx;
    rows[0] = xx;
    rows[1] = xy;
    rows[2] = zx;
    rows[3] = xy;
    rows[4] = yy;
    rows[5] = yz;
    rows[6] = zx;
    rows[7] = yz;
    rows[8] = zz;
    rows[9] = ry * zx - rz * xy;
    rows[10] = ry * yz - rz * yy;
    rows[11] = ry * zz - rz * yz;
    rows[12] = rz * xx - rx * zx;
    rows[13] = rz * xy - rx * yz;
    rows[14] = rz * zx - rx * zz;
    rows[15] = rx * xy - ry * xx;
    rows[16] = rx * yy - ry * xy;
    rows[17] = rx * yz - ry * zx;
    // (d, r x d) of each
    for (let r = 0; r < 6; r++) {
      const x = rows[3 * r];
      const y = rows[3 * r + 1];
      const z = rows[3 * r + 2];
      const o = 6 * r;
      damping[o] += x;
      damping[o + 1] += y;
      damping[o + 2] += z;
      damping[o + 3] += ry * z - rz * y;
      damping[o + 4] += rz * x - rx * z;
      damping[o + 5] += rx * y - ry * x;
    }
  }
}
