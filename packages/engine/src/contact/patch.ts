/**
 * Contact over an area: an elastic foundation of stiffness k_v [N/m^3] between two bodies, integrated over a patch with one
 * normal n (from A to B), or one of its own for every point where the patch bends, by points x_k = centre + rho_k that carry a volume w_k and a vector area s_k of it.
 *   normal force   N_k = k_v w_k s(1 + a v_k),  v_k approach speed at the point, s the smooth max of normal.ts
 *                  (Gonthier et al. 2005; with its layer depth, Vilela 2018, eq. 3.1). Its sum is k_v V (1 + a v); its moment
 *                  resists rolling, eq. 3.7, since points that come closer are pushed harder than those that part.
 *   friction       T_k = -N_k g_k, |g_k| <= mu: the bristle of friction.ts at every point, with the deflection of one rigid
 *                  brush for the whole patch, z + zeta n x rho. Sliding, spinning (eqs 3.2-3.3, 3.8) and sticking are the
 *                  same sum, so none disturbs the other.
 * Signed points are allowed: w_k < 0 where a volume is written as a difference (proximity/volume). The stage matrix about
 * the centre is sum J_k^T D_k J_k with J = [1, -[rho]x], D_k = (n - g_k) e_k^T + friction as in system/contact-forces.ts, and
 * e_k = b k_v s_k + c N_speed n: the volume grows by what the surface itself sweeps, so a wheel that turns sinks no deeper.
 * After slip the brush keeps the deflection whose tractions have the same resultant and moment as those found. Over a bent
 * patch turns about axes across the mean normal are felt too, and kept (brush.ts).
 */
import { addToFit, clearFit, FIT, solveFit } from './brush.ts';

export interface PatchLaw {
  /** k_v [N/m^3] */
  stiffness: number;
  /** a [s/m] */
  dissipation: number;
  muStatic: number;
  muKinetic: number;
  /** bristle per unit normal force [1/m], [s/m] */
  s0: number;
  s1: number;
  /** matrix with the friction of a slipping point as a spring towards rest (never turns a direction round), not its tangent */
  secant: boolean;
}

/** Relative motion of B against A at the centre of a patch, world axes. */
export interface PatchMotion {
  /** velocity [m/s] (3), angular velocity [rad/s] (3) */
  readonly velocity: Float64Array;
  /** since the step began: displacement [m] (3), turn [rad] (3) */
  readonly displacement: Float64Array;
  /** brush when the step began: z [m] (3), zeta [rad] about the normal, for bent patches the rest of its turn (3) */
  readonly brush: Float64Array;
  /** mean normal of the patch */
  readonly normal: Float64Array;
  /** how the unknown of the stage moves displacement and velocity */
  b: number;
  c: number;
}

export interface PatchForce {
  /** on B at the centre: force [N] (3), moment [N m] (3) */
  readonly wrench: Float64Array;
  /** of the stage, 6 x 6 row-major, about the centre */
  readonly matrix: Float64Array;
  /** as that of the motion */
  readonly brush: Float64Array;
  /** [N] sum of the normal forces, size of the sum of the friction */
  normal: number;
  friction: number;
  /** [W] absorbed */
  power: number;
  /** [J] held by the brush */
  stored: number;
  /** share of the normal force that slips, 0 ... 1 */
  slipping: number;
}

export function makePatchLaw(): PatchLaw {
  return { stiffness: 0, dissipation: 0, muStatic: 0, muKinetic: 0, s0: 1, s1: 0, secant: false };
}

export function makePatchMotion(): PatchMotion {
  const floats = (n: number): Float64Array => new Float64Array(n);
  return { velocity: floats(6), displacement: floats(6), brush: floats(7), normal: floats(3), b: 0, c: 0 };
}

export function makePatchForce(): PatchForce {
  const floats = (n: number): Float64Array => new Float64Array(n);
  return {
    wrench: floats(6),
    matrix: floats(36),
    brush: floats(7),
    normal: 0,
    friction: 0,
    power: 0,
    stored: 0,
    slipping: 0,
  };
}

/** Numbers a point: rho (3) [m], w [m^3], area vector (3) [m^2]: across the surface there, looking along n. */
export const PATCH_POINT = 7;

const CORNER = 3e-4; // of the smooth max, as in normal.ts
/** over the points of a flat patch: N, N g (3), N (n x rho).g, N |n x rho|^2, N n x rho (3) */
const sums = new Float64Array(9);

/**
 * Points first ... last - 1 of `points`. wasSlipping: the patch slipped when the step began, so friction is kinetic.
 * The matrix is made when wanted. own: normals of the points (three numbers each), where they have their own.
 */
export function patchForce(
  out: PatchForce,
  points: Float64Array,
  first: number,
  last: number,
  law: PatchLaw,
  motion: PatchMotion,
  wasSlipping: boolean,
  wantMatrix: boolean,
  own: Float64Array | undefined = undefined,
): void {
  const { velocity: v, displacement: u, brush: z, normal: mean, b, c } = motion;
  const meanX = mean[0];
  const meanY = mean[1];
  const meanZ = mean[2];
  const { stiffness, dissipation, s0, s1, muKinetic } = law;
  const limit = wasSlipping ? muKinetic : law.muStatic;
  const frictional = muKinetic > 0 || law.muStatic > 0;
  const vx = v[0];
  const vy = v[1];
  const vz = v[2];
  const wx = v[3];
  const wy = v[4];
  const wz = v[5];
  // deflection of the brush at the centre, and its turn, as rigid motions
  const zx = z[0] + u[0];
  const zy = z[1] + u[1];
  const zz = z[2] + u[2];
  const tx = u[3] + z[4] + z[3] * meanX;
  const ty = u[4] + z[5] + z[3] * meanY;
  const tz = u[5] + z[6] + z[3] * meanZ;
  let nx = meanX;
  let ny = meanY;
  let nz = meanZ;
  if (own !== undefined) clearFit();
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let total = 0;
  let power = 0;
  let stored = 0;
  let slip = 0;
  let rubX = 0;
  let rubY = 0;
  let rubZ = 0;
  // resultants for the brush: sums of N g, N (n x rho).g, N, N |n x rho|^2, N n x rho
  let gxSum = 0;
  let gySum = 0;
  let gzSum = 0;
  let turnSum = 0;
  let armSum = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  const m = out.matrix;
  if (wantMatrix) m.fill(0);
  for (let k = PATCH_POINT * first; k < PATCH_POINT * last; k += PATCH_POINT) {
    const x = points[k];
    const y = points[k + 1];
    const q = points[k + 2];
    if (own !== undefined) {
      const i = (3 * k) / PATCH_POINT;
      nx = own[i];
      ny = own[i + 1];
      nz = own[i + 2];
    }
    const ax = vx + wy * q - wz * y;
    const ay = vy + wz * x - wx * q;
    const az = vz + wx * y - wy * x;
    const an = ax * nx + ay * ny + az * nz;
    const lift = 1 - dissipation * an;
    const root = Math.sqrt(lift * lift + CORNER * CORNER);
    const share = 0.5 * (lift + root);
    const elastic = stiffness * points[k + 3];
    const N = elastic * share;
    total += N;
    let hx = 0;
    let hy = 0;
    let hz = 0;
    let ux = 0;
    let uy = 0;
    let uz = 0;
    let along = 0;
    let across = 0;
    if (frictional) {
      let dx = zx + ty * q - tz * y;
      let dy = zy + tz * x - tx * q;
      let dz = zz + tx * y - ty * x;
      const dn = dx * nx + dy * ny + dz * nz;
      dx -= dn * nx;
      dy -= dn * ny;
      dz -= dn * nz;
      const gx = s0 * dx + s1 * (ax - an * nx);
      const gy = s0 * dy + s1 * (ay - an * ny);
      const gz = s0 * dz + s1 * (az - an * nz);
      const size = Math.sqrt(gx * gx + gy * gy + gz * gz);
      along = N * (b * s0 + c * s1);
      // lever of the turn about the normal
      const lx = ny * q - nz * y;
      const ly = nz * x - nx * q;
      const lz = nx * y - ny * x;
      let sx = s0 * dx;
      let sy = s0 * dy;
      let sz = s0 * dz;
      if (size > limit) {
        ux = gx / size;
        uy = gy / size;
        uz = gz / size;
        hx = muKinetic * ux;
        hy = muKinetic * uy;
        hz = muKinetic * uz;
        along *= muKinetic / size;
        across = law.secant ? 0 : along;
        slip += N;
        sx = hx;
        sy = hy;
        sz = hz;
      } else {
        hx = gx;
        hy = gy;
        hz = gz;
      }
      if (own !== undefined) {
        FIT[0] = N;
        FIT[1] = x;
        FIT[2] = y;
        FIT[3] = q;
        FIT[4] = nx;
        FIT[5] = ny;
        FIT[6] = nz;
        FIT[7] = sx;
        FIT[8] = sy;
        FIT[9] = sz;
        addToFit();
      } else {
        gxSum += N * sx;
        gySum += N * sy;
        gzSum += N * sz;
        turnSum += N * (lx * sx + ly * sy + lz * sz);
        armSum += N * (lx * lx + ly * ly + lz * lz);
        ex += N * lx;
        ey += N * ly;
        ez += N * lz;
      }
      rubX += N * hx;
      rubY += N * hy;
      rubZ += N * hz;
      stored += (0.5 * N * (sx * sx + sy * sy + sz * sz)) / s0;
    }
    const px = N * (nx - hx);
    const py = N * (ny - hy);
    const pz = N * (nz - hz);
    fx += px;
    fy += py;
    fz += pz;
    mx += y * pz - q * py;
    my += q * px - x * pz;
    mz += x * py - y * px;
    power -= px * ax + py * ay + pz * az;
    if (!wantMatrix) continue;
    const sweep = b * stiffness * share;
    const damp = c * elastic * dissipation * 0.5 * (1 + lift / root);
    const e0 = sweep * points[k + 4] + damp * nx;
    const e1 = sweep * points[k + 5] + damp * ny;
    const e2 = sweep * points[k + 6] + damp * nz;
    const kx = nx - hx;
    const ky = ny - hy;
    const kz = nz - hz;
    const d00 = kx * e0 + along * (1 - nx * nx) - across * ux * ux;
    const d01 = kx * e1 - along * nx * ny - across * ux * uy;
    const d02 = kx * e2 - along * nx * nz - across * ux * uz;
    const d10 = ky * e0 - along * ny * nx - across * uy * ux;
    const d11 = ky * e1 + along * (1 - ny * ny) - across * uy * uy;
    const d12 = ky * e2 - along * ny * nz - across * uy * uz;
    const d20 = kz * e0 - along * nz * nx - across * uz * ux;
    const d21 = kz * e1 - along * nz * ny - across * uz * uy;
    const d22 = kz * e2 + along * (1 - nz * nz) - across * uz * uz;
    // G = -D [rho]x
    const g00 = d02 * y - d01 * q;
    const g01 = d00 * q - d02 * x;
    const g02 = d01 * x - d00 * y;
    const g10 = d12 * y - d11 * q;
    const g11 = d10 * q - d12 * x;
    const g12 = d11 * x - d10 * y;
    const g20 = d22 * y - d21 * q;
    const g21 = d20 * q - d22 * x;
    const g22 = d21 * x - d20 * y;
    m[0] += d00;
    m[1] += d01;
    m[2] += d02;
    m[3] += g00;
    m[4] += g01;
    m[5] += g02;
    m[6] += d10;
    m[7] += d11;
    m[8] += d12;
    m[9] += g10;
    m[10] += g11;
    m[11] += g12;
    m[12] += d20;
    m[13] += d21;
    m[14] += d22;
    m[15] += g20;
    m[16] += g21;
    m[17] += g22;
    m[18] += y * d20 - q * d10;
    m[19] += y * d21 - q * d11;
    m[20] += y * d22 - q * d12;
    m[21] += y * g20 - q * g10;
    m[22] += y * g21 - q * g11;
    m[23] += y * g22 - q * g12;
    m[24] += q * d00 - x * d20;
    m[25] += q * d01 - x * d21;
    m[26] += q * d02 - x * d22;
    m[27] += q * g00 - x * g20;
    m[28] += q * g01 - x * g21;
    m[29] += q * g02 - x * g22;
    m[30] += x * d10 - y * d00;
    m[31] += x * d11 - y * d01;
    m[32] += x * d12 - y * d02;
    m[33] += x * g10 - y * g00;
    m[34] += x * g11 - y * g01;
    m[35] += x * g12 - y * g02;
  }
  const f = out.wrench;
  f[0] = fx;
  f[1] = fy;
  f[2] = fz;
  f[3] = mx;
  f[4] = my;
  f[5] = mz;
  out.normal = total;
  out.friction = Math.sqrt(rubX * rubX + rubY * rubY + rubZ * rubZ);
  out.power = power;
  out.stored = stored;
  out.slipping = total > 0 ? slip / total : 0;
  if (own !== undefined) {
    solveFit(out.brush, law, mean);
    return;
  }
  sums[0] = total;
  sums[1] = gxSum;
  sums[2] = gySum;
  sums[3] = gzSum;
  sums[4] = turnSum;
  sums[5] = armSum;
  sums[6] = ex;
  sums[7] = ey;
  sums[8] = ez;
  keepBrush(out.brush, law);
}

/**
 * z and zeta with s0 sum N (z + zeta l) = sum N s and s0 sum N l.(z + zeta l) = sum N l.s, l = n x rho: two equations after
 * elimination of z. Where everything sticks they return the deflection itself.
 */
function keepBrush(brush: Float64Array, { s0 }: PatchLaw): void {
  const total = sums[0];
  const gx = sums[1];
  const gy = sums[2];
  const gz = sums[3];
  const turn = sums[4];
  const arm = sums[5];
  const ex = sums[6];
  const ey = sums[7];
  const ez = sums[8];
  brush.fill(0);
  if (!(total > 0)) return;
  const about = arm - (ex * ex + ey * ey + ez * ez) / total;
  const zeta = about > 1e-12 * arm ? (turn - (ex * gx + ey * gy + ez * gz) / total) / (s0 * about) : 0;
  brush[0] = (gx / s0 - zeta * ex) / total;
  brush[1] = (gy / s0 - zeta * ey) / total;
  brush[2] = (gz / s0 - zeta * ez) / total;
  brush[3] = zeta;
}
