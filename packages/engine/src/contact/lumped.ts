/**
 * Contact over an area with one force and one moment for the whole patch, for comparison with patch.ts, which sums.
 *   normal    N = k_v V s(1 + a v),  moment -k_v a J omega_t against rolling,  J = sum w (rho x n)(rho x n)^T
 *             (Vilela 2018, eqs 3.1 and 3.7; h_n there is the depth of the layer, and 3.7 lacks its sign)
 *   friction  one bristle for sliding and spinning together: g = s0 (z, r zeta) + s1 (v_t, r omega_n) with |g| <= mu, force
 *             -N g_t, moment -N r g_n, r^2 = J_n / V the radius of gyration (Gonthier et al. 2005; eqs 3.2-3.3 and 3.8 with the
 *             friction coefficient over a speed that they lack). A full disc then stops after 0.472 s where 0.500 s is exact.
 *   printed   spinning as eq. 3.8 prints it, moment -(N / V) J_n omega_n: viscous, so that a disc never quite stops.
 *   indentation  N = K depth^n s(1 + a v) at the centre, depth the largest of the region (Dopico, s. 4.6; Flores et al.
 *             2011 for a), friction on the centre alone.
 */
import { bristleFriction, makeFrictionForce, makeSlip } from './bristle.ts';
import { noFriction } from './friction.ts';
import { makeNormalForce, makePress, normalForce } from './normal.ts';
import { PATCH_POINT, type PatchForce, type PatchLaw, type PatchMotion } from './patch.ts';

export type AreaLawName = 'distributed' | 'lumped' | 'printed' | 'indentation';
export const AREA_LAW_NAMES: readonly AreaLawName[] = ['distributed', 'lumped', 'printed', 'indentation'];

/** Additional inputs of `indentation`: K [N/m^n], n, the depth [m]. */
export interface Indentation {
  stiffness: number;
  exponent: number;
  depth: number;
}

const press = makePress();
const push = makeNormalForce();
const slip = makeSlip();
const rub = makeFrictionForce();
const J = new Float64Array(9); // sum w (rho x n)(rho x n)^T [m^5]

export function lumpedForce(
  out: PatchForce,
  points: Float64Array,
  first: number,
  last: number,
  law: PatchLaw,
  motion: PatchMotion,
  form: AreaLawName,
  indentation: Indentation,
  wasSlipping: boolean,
): void {
  const { velocity: v, displacement: u, brush: z, normal, b, c } = motion;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const m = out.matrix;
  m.fill(0);
  let volume = 0;
  let gyration = 0; // sum w |rho|^2
  let sx = 0;
  let sy = 0;
  let sz = 0;
  J.fill(0);
  for (let k = PATCH_POINT * first; k < PATCH_POINT * last; k += PATCH_POINT) {
    const x = points[k];
    const y = points[k + 1];
    const q = points[k + 2];
    const w = points[k + 3];
    const lx = y * nz - q * ny;
    const ly = q * nx - x * nz;
    const lz = x * ny - y * nx;
    volume += w;
    gyration += w * (x * x + y * y + q * q);
    J[0] += w * lx * lx;
    J[1] += w * lx * ly;
    J[2] += w * lx * lz;
    J[4] += w * ly * ly;
    J[5] += w * ly * lz;
    J[8] += w * lz * lz;
    sx += points[k + 4];
    sy += points[k + 5];
    sz += points[k + 6];
  }
  J[3] = J[1];
  J[6] = J[2];
  J[7] = J[5];
  const vn = v[0] * nx + v[1] * ny + v[2] * nz;
  const byRegion = form === 'indentation';
  press.speed = -vn;
  press.dissipation = law.dissipation;
  if (byRegion) {
    press.depth = indentation.depth;
    press.stiffness = indentation.stiffness;
    press.exponent = indentation.exponent;
    normalForce(push, press);
    sx = nx;
    sy = ny;
    sz = nz;
  } else {
    // linear in the volume: what normalForce takes for depth
    press.depth = volume;
    press.stiffness = law.stiffness;
    press.exponent = 1;
    normalForce(push, press);
  }
  const N = push.force;
  const r2 = byRegion ? 0 : gyration / volume;
  const radius = Math.sqrt(r2);
  const roll = byRegion ? 0 : law.stiffness * law.dissipation;

  // sliding and spinning as one vector: across the normal, and r times the turn about it along the normal
  const spin = v[3] * nx + v[4] * ny + v[5] * nz;
  const turned = u[3] * nx + u[4] * ny + u[5] * nz + z[3];
  const un = u[0] * nx + u[1] * ny + u[2] * nz;
  const viscous = form === 'printed';
  const lever = viscous || byRegion ? 0 : radius;
  const dn = lever * turned - un;
  const sn = lever * spin - vn;
  slip.zx = z[0] + u[0] + dn * nx;
  slip.zy = z[1] + u[1] + dn * ny;
  slip.zz = z[2] + u[2] + dn * nz;
  slip.vx = v[0] + sn * nx;
  slip.vy = v[1] + sn * ny;
  slip.vz = v[2] + sn * nz;
  slip.normal = N;
  slip.muStatic = law.muStatic;
  slip.muKinetic = law.muKinetic;
  slip.s0 = law.s0;
  slip.s1 = law.s1;
  slip.slipping = wasSlipping;
  slip.b = b;
  slip.c = c;
  const rough = law.muKinetic > 0 || law.muStatic > 0;
  if (rough) bristleFriction(rub, slip);
  else noFriction(rub);
  const { along, across } = rub;
  const gs = rub.gx * nx + rub.gy * ny + rub.gz * nz;
  const us = rub.ux * nx + rub.uy * ny + rub.uz * nz;
  const gx = rub.gx - gs * nx;
  const gy = rub.gy - gs * ny;
  const gz = rub.gz - gs * nz;
  const ux = rub.ux - us * nx;
  const uy = rub.uy - us * ny;
  const uz = rub.uz - us * nz;
  const drag = viscous ? N * r2 : 0; // [N m s] as printed
  const about = -N * radius * gs - drag * spin;
  const f = out.wrench;
  f[0] = N * (nx - gx);
  f[1] = N * (ny - gy);
  f[2] = N * (nz - gz);
  for (let i = 0; i < 3; i++) {
    const n = i === 0 ? nx : i === 1 ? ny : nz;
    f[3 + i] = about * n - roll * (J[3 * i] * v[3] + J[3 * i + 1] * v[4] + J[3 * i + 2] * v[5]);
  }
  out.normal = N;
  out.friction = N * Math.sqrt(gx * gx + gy * gy + gz * gz);
  out.power = -(f[0] * v[0] + f[1] * v[1] + f[2] * v[2] + f[3] * v[3] + f[4] * v[4] + f[5] * v[5]);
  out.slips = rough && rub.slips;
  out.slipping = out.slips ? 1 : 0;
  const bentAbout = rub.zx * nx + rub.zy * ny + rub.zz * nz;
  out.brush.fill(0);
  out.brush[0] = rub.zx - bentAbout * nx;
  out.brush[1] = rub.zy - bentAbout * ny;
  out.brush[2] = rub.zz - bentAbout * nz;
  out.brush[3] = lever > 0 ? bentAbout / lever : 0;
  out.stored = rub.stored;

  // e: how the normal force grows; rows (n - g, -r g_n n), columns of position and turn
  const sweep = b * push.byDepth;
  const damp = c * push.bySpeed;
  const e = [sweep * sx + damp * nx, sweep * sy + damp * ny, sweep * sz + damp * nz];
  const n = [nx, ny, nz];
  const g = [gx, gy, gz];
  const h = [ux, uy, uz];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const across3 = (i === j ? 1 : 0) - n[i] * n[j];
      m[6 * i + j] = (n[i] - g[i]) * e[j] + along * across3 - across * h[i] * h[j];
      m[6 * i + 3 + j] = -across * h[i] * us * radius * n[j];
      const rolled = roll * (J[3 * i] * v[3] + J[3 * i + 1] * v[4] + J[3 * i + 2] * v[5]);
      m[18 + 6 * i + j] =
        (-rolled * b * (j === 0 ? sx : j === 1 ? sy : sz)) / volume -
        (radius * gs + (viscous ? r2 * spin : 0)) * n[i] * e[j] -
        across * radius * us * n[i] * h[j];
      m[18 + 6 * i + 3 + j] =
        (radius * radius * (viscous || byRegion ? 0 : along - across * us * us) + c * drag) * n[i] * n[j] +
        c * roll * J[3 * i + j];
    }
  }
}
