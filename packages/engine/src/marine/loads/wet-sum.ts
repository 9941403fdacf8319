/**
 * Sums over wet triangles, with the water at each of them constant but for its pressure, which is linear. With r from the centre of
 * mass, n outward, g the gradient of pressure, mid-edge points m_i of a third of the area A each (exact for linear times linear):
 *   F = -n int p,   M = -(int p r) x n
 *   K = [n g^T A, n (a x g)^T; (a x n) g^T, N S G^T]      a = int r,  S = int r r^T,  N r = r x n,  G r = r x g
 * and of drag with D = -df/du at the middle r of a triangle, X = [r]x:
 *   C = [D, D X^T; X D, X D X^T]       D = q n n^T + rub (u (1 - n n^T) + t t^T/u)
 */

/** Where sums stand: force and moment of pressure and of drag; volume, its moment, area, water, growth and its derivative. */
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
    this.addDrag(area, (x0 + x1 + x2) / 3, (y0 + y1 + y2) / 3, (z0 + z1 + z2) / 3, V, v, derivatives, damping);
    if (!derivatives) return;
    const xx = part * (ux * ux + vx * vx + wx * wx);
    const yy = part * (uy * uy + vy * vy + wy * wy);
    const zz = part * (uz * uz + vz * vz + wz * wz);
    const xy = part * (ux * uy + vx * vy + wx * wy);
    const yz = part * (uy * uz + vy * vz + wy * wz);
    const zx = part * (uz * ux + vz * vx + wz * wx);
    this.addStiffness(
      stiffness,
      area,
      part * (ux + vx + wx),
      part * (uy + vy + wy),
      part * (uz + vz + wz),
      xx,
      yy,
      zz,
      xy,
      yz,
      zx,
    );
  }

  private addStiffness(
    K: Float64Array,
    area: number,
    ax: number,
    ay: number,
    az: number,
    xx: number,
    yy: number,
    zz: number,
    xy: number,
    yz: number,
    zx: number,
  ): void {
    const { normal, gradient } = this;
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
    this.addTurning(K, 21, xy * nz - zx * ny, yy * nz - yz * ny, yz * nz - zz * ny);
    this.addTurning(K, 27, zx * nx - xx * nz, yz * nx - xy * nz, zz * nx - zx * nz);
    this.addTurning(K, 33, xx * ny - xy * nx, xy * ny - yy * nx, zx * ny - yz * nx);
  }

  /** K[o ..] += (x, y, z) x g */
  private addTurning(K: Float64Array, o: number, x: number, y: number, z: number): void {
    const { gradient: g } = this;
    K[o] += y * g[2] - z * g[1];
    K[o + 1] += z * g[0] - x * g[2];
    K[o + 2] += x * g[1] - y * g[0];
  }

  private addDrag(
    area: number,
    rx: number,
    ry: number,
    rz: number,
    V: Float64Array,
    v: number,
    derivatives: boolean,
    damping: Float64Array,
  ): void {
    const { normal, water, sums } = this;
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
    addRow(damping, 0, xx, xy, zx, rx, ry, rz);
    addRow(damping, 6, xy, yy, yz, rx, ry, rz);
    addRow(damping, 12, zx, yz, zz, rx, ry, rz);
    addRow(damping, 18, ry * zx - rz * xy, ry * yz - rz * yy, ry * zz - rz * yz, rx, ry, rz);
    addRow(damping, 24, rz * xx - rx * zx, rz * xy - rx * yz, rz * zx - rx * zz, rx, ry, rz);
    addRow(damping, 30, rx * xy - ry * xx, rx * yy - ry * xy, rx * yz - ry * zx, rx, ry, rz);
  }
}

/** to[o ..] += (d, r x d) */
function addRow(
  to: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  rx: number,
  ry: number,
  rz: number,
): void {
  to[o] += x;
  to[o + 1] += y;
  to[o + 2] += z;
  to[o + 3] += ry * z - rz * y;
  to[o + 4] += rz * x - rx * z;
  to[o + 5] += rx * y - ry * x;
}
