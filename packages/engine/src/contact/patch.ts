/**
 * Contact over an area: an elastic foundation of stiffness k_v [N/m^3] between two bodies, integrated over a patch with one
 * normal n (from A to B), or one of its own for every point where the patch bends, by points x_k = centre + rho_k that carry a volume w_k and a vector area s_k of it.
 *   normal force   N_k = k_v w_k s(1 + a v_k),  v_k approach speed at the point, s the smooth max of normal.ts
 *                  (Gonthier et al. 2005; with its layer depth, Vilela 2018, eq. 3.1). Its sum is k_v V (1 + a v); its moment resists
 *                  rolling, eq. 3.7, because approaching points are pushed harder than separating ones.
 *   friction       the brush of brush.ts over the same points with these N_k: sliding, spinning (eqs 3.2-3.3, 3.8) and
 *                  sticking are one map onto the limit surface of the patch, so they do not disturb each other. When N changes, a brush
 *                  keeps its energy. Its limit follows the root mean square of the slip (dry-friction.ts, patch-drag.ts).
 * Where a volume is computed as a difference, some points may have w_k < 0; their sum is small (proximity/volume/thin.ts). The stage matrix
 * about the centre is sum (c_k - f_k) (J_k^T e_k)^T + (b + c s1/s0) T, c_k = J_k^T n, T the tangent of the brush, f_k the change of its
 * wrench with N_k (brush.ts), and e_k = b k_v s_k + c N_speed n: the volume grows by the volume that the moving surface sweeps, so a
 * turning wheel sinks no deeper.
 */
import { GrowableFloat64 } from '../base/index.ts';
import { makeCorner, smoothCorner } from '../math/index.ts';
import { areaFriction } from './area-friction.ts';
import { brushFriction, keepEnergy, LEAST_LOAD, makeBrush, makeBrushForce } from './brush.ts';
import { BRUSH_POINT } from './brush-points.ts';
import { followsSpeed, limitSlope, staticShare } from './dry-friction.ts';
import { DAMPING_CORNER } from './normal.ts';
import { patchSlide } from './patch-drag.ts';

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
  /** [m/s], [s]; 0: none (dry-friction.ts) */
  stribeck: number;
  dwell: number;
  /** [N s/m] viscous friction of the patch as a whole */
  viscous: number;
  /** [m/s] regularised Coulomb friction fades out below it; 0: the reduced brush of six numbers; below 0: the brush of the whole patch */
  slipSpeed: number;
}

/** Relative motion of B against A at the centre of a patch, world axes. */
export interface PatchMotion {
  /** velocity [m/s] (3), angular velocity [rad/s] (3) */
  readonly velocity: Float64Array;
  /** since the step began: displacement [m] (3), turn [rad] (3) */
  readonly displacement: Float64Array;
  /** brush when the step began: z [m] (3), zeta [rad] about the normal, for bent patches the rest of its turn (3) */
  readonly brush: Float64Array;
  /** [N] sum of the normal forces then */
  load: number;
  /** share of the static limit at the start of the step, and time since then [s] */
  share: number;
  h: number;
  /** a slipping brush approaches its steady deflection with the time constant s1/s0, not at once */
  lags: boolean;
  /** mean normal of the patch */
  readonly normal: Float64Array;
  /** derivatives of displacement and velocity by the unknown of the stage */
  b: number;
  c: number;
}

export interface PatchForce {
  /** on B at the centre: force [N] (3), moment [N m] (3) */
  readonly wrench: Float64Array;
  /** of the stage, 6 x 6 row-major, about the centre */
  readonly matrix: Float64Array;
  /** same layout as in the motion */
  readonly brush: Float64Array;
  /** [N] sum of the normal forces, magnitude of the total friction */
  normal: number;
  friction: number;
  /** [W] power absorbed, and its part stored in the springs */
  power: number;
  elasticPower: number;
  /** [J] stored in the brush */
  stored: number;
  /** share of the normal force that slips, 0 ... 1 */
  slipping: number;
  /** the patch slips */
  slips: boolean;
  /** share of the static limit */
  share: number;
}

export function makePatchLaw(): PatchLaw {
  return {
    stiffness: 0,
    dissipation: 0,
    muStatic: 0,
    muKinetic: 0,
    s0: 1,
    s1: 0,
    stribeck: 0,
    dwell: 0,
    viscous: 0,
    slipSpeed: -1,
  };
}

export function makePatchMotion(): PatchMotion {
  const floats = (n: number): Float64Array => new Float64Array(n);
  return {
    velocity: floats(6),
    displacement: floats(6),
    brush: floats(7),
    normal: floats(3),
    load: 0.5,
    share: 0.5,
    h: 0.5,
    lags: false,
    b: 0.5,
    c: 0.5,
  };
}

export function makePatchForce(): PatchForce {
  const floats = (n: number): Float64Array => new Float64Array(n);
  return {
    wrench: floats(6),
    matrix: floats(36),
    brush: floats(7),
    normal: 0.5,
    friction: 0.5,
    power: 0.5,
    elasticPower: 0.5,
    stored: 0.5,
    slipping: 0.5,
    slips: false,
    share: 0.5,
  };
}

/** Numbers a point: rho (3) [m], w [m^3], area vector (3) [m^2]: across the surface there, looking along n. */
export const PATCH_POINT = 7;

const damping = makeCorner(DAMPING_CORNER);
const bristles = makeBrush();
const rub = makeBrushForce();
/** e of each point */
const GROWTH = 3;
const growth = new GrowableFloat64(GROWTH * 64);
/** G of patch-drag.ts, and G V */
const slide = new Float64Array(36);
const slides6 = new Float64Array(6);
/** J^T e of a point, their sum; c_k - a_k, a_k - b_k */
const sweep = new Float64Array(6);
const swept = new Float64Array(6);
const push = new Float64Array(6);
const lost = new Float64Array(6);
/** relative decrease of the friction limit with the motion */
const fall = new Float64Array(6);
/** S of a flat patch: three rows and columns for forces, one for the moment about n */
const along = new Float64Array(16);

/**
 * Points first ... last - 1 of `points`. wasSlipping: the patch slipped when the step began, so friction is kinetic. The matrix is made
 * when wanted. own: normals of the points (three numbers each), where they have their own. turning[turningAt...]: the part of the patch
 * stiffness not contained in the slopes of the points, over k_v, 6 x 6 about its centre, where known (>= 0).
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
  turning: Float64Array | undefined = undefined,
  turningAt = -1,
): void {
  const { velocity: v, normal: mean, b, c } = motion;
  const { stiffness, dissipation } = law;
  const count = last - first;
  bristles.points.resize(BRUSH_POINT * count);
  growth.resize(GROWTH * count);
  const p = bristles.points.data;
  const e = growth.data;
  let nx = mean[0];
  let ny = mean[1];
  let nz = mean[2];
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let total = 0;
  let springs = 0;
  const w0 = v[3];
  const w1 = v[4];
  const w2 = v[5];
  for (let k = PATCH_POINT * first, o = 0, q = 0; q < BRUSH_POINT * count; k += PATCH_POINT, o++, q += BRUSH_POINT) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    if (own !== undefined) {
      const i = 3 * (first + o);
      nx = own[i];
      ny = own[i + 1];
      nz = own[i + 2];
    }
    const an = (v[0] + w1 * z - w2 * y) * nx + (v[1] + w2 * x - w0 * z) * ny + (v[2] + w0 * y - w1 * x) * nz;
    const lift = 1 - dissipation * an;
    damping.y = lift;
    smoothCorner(damping);
    const share = damping.s;
    const rise = damping.slope;
    const elastic = stiffness * points[k + 3];
    const N = elastic * share;
    total += N;
    springs -= elastic * an;
    const px = N * nx;
    const py = N * ny;
    const pz = N * nz;
    fx += px;
    fy += py;
    fz += pz;
    mx += y * pz - z * py;
    my += z * px - x * pz;
    mz += x * py - y * px;
    p[q] = x;
    p[q + 1] = y;
    p[q + 2] = z;
    if (own !== undefined || q === 0) {
      p[q + 3] = nx;
      p[q + 4] = ny;
      p[q + 5] = nz;
    }
    p[q + 6] = N;
    if (!wantMatrix) continue;
    const grow = b * stiffness * share;
    const damp = c * elastic * dissipation * rise;
    const i = GROWTH * o;
    e[i] = grow * points[k + 4] + damp * nx;
    e[i + 1] = grow * points[k + 5] + damp * ny;
    e[i + 2] = grow * points[k + 6] + damp * nz;
  }
  const f = out.wrench;
  f[0] = fx;
  f[1] = fy;
  f[2] = fz;
  f[3] = mx;
  f[4] = my;
  f[5] = mz;
  out.normal = total;
  out.friction = 0;
  out.stored = 0;
  out.slipping = 0;
  out.slips = false;
  out.share = 0;
  out.brush.fill(0);
  const rough = (law.muKinetic > 0 || law.muStatic > 0) && total > 0;
  const drags = law.viscous > 0 && total > 0;
  if (drags || (rough && followsSpeed(law))) {
    patchSlide(slide, p, count, own === undefined);
    for (let i = 0; i < 6; i++) {
      slides6[i] = 0;
      for (let j = 0; j < 6; j++) slides6[i] += slide[6 * i + j] * v[j];
    }
  }
  const whole = rough && law.slipSpeed < 0;
  if (whole) addFriction(out, law, motion, wasSlipping, wantMatrix, own === undefined);
  if (drags) for (let i = 0; i < 6; i++) f[i] -= law.viscous * slides6[i];
  if (wantMatrix) addMatrix(out, law, motion, whole, own === undefined);
  if (rough && !whole) {
    const { brush: z } = motion;
    const factor = keepEnergy(motion.load, total);
    for (let i = 0; i < 3; i++) {
      bristles.elastic[i] = factor * z[i];
      bristles.elastic[3 + i] = factor * (z[4 + i] + z[3] * mean[i]);
    }
    areaFriction(out, p, BRUSH_POINT * count, e, law, motion, bristles.elastic, own === undefined, wantMatrix);
  }
  let power = 0;
  for (let i = 0; i < 6; i++) power -= f[i] * v[i];
  out.power = power;
  out.elasticPower = springs;
  if (!wantMatrix) return;
  if (drags) for (let i = 0; i < 36; i++) out.matrix[i] += c * law.viscous * slide[i];
  if (turning === undefined || turningAt < 0) return;
  // damped like the whole patch
  let elastic = 0;
  for (let k = PATCH_POINT * first + 3; k < PATCH_POINT * last; k += PATCH_POINT) elastic += points[k];
  const part = elastic > 0 ? (b * total) / elastic : 0;
  for (let i = 0; i < 36; i++) out.matrix[i] += part * turning[turningAt + i];
}

function addFriction(
  out: PatchForce,
  law: PatchLaw,
  motion: PatchMotion,
  wasSlipping: boolean,
  wantMatrix: boolean,
  flat: boolean,
): void {
  const { brush: z, normal: n, displacement, velocity } = motion;
  const factor = keepEnergy(motion.load, out.normal);
  for (let i = 0; i < 3; i++) {
    bristles.elastic[i] = factor * z[i];
    bristles.elastic[3 + i] = factor * (z[4 + i] + z[3] * n[i]);
  }
  for (let i = 0; i < 6; i++) {
    bristles.displacement[i] = displacement[i];
    bristles.velocity[i] = velocity[i];
  }
  bristles.flat = flat;
  const sticks = law.muStatic === Number.MAX_VALUE;
  const follows = !sticks && followsSpeed(law);
  let mu = sticks || !wasSlipping ? law.muStatic : law.muKinetic;
  let speed2 = 0;
  if (follows) {
    for (let i = 0; i < 6; i++) speed2 += slides6[i] * velocity[i];
    out.share = staticShare(motion.share, speed2, law.stribeck, law.dwell, motion.h);
    mu = law.muKinetic + (law.muStatic - law.muKinetic) * out.share;
  }
  bristles.muStatic = mu;
  bristles.muKinetic = follows || sticks ? mu : law.muKinetic;
  bristles.h = motion.lags ? motion.h : 0;
  bristles.s0 = law.s0;
  bristles.s1 = law.s1;
  bristles.slipping = wasSlipping;
  bristles.scaled = factor > 0 ? factor : 1;
  bristles.wantTangent = wantMatrix;
  brushFriction(rub, bristles);
  const { wrench: w, elastic: kept } = rub;
  for (let i = 0; i < 6; i++) out.wrench[i] += w[i];
  out.friction = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  out.stored = rub.stored;
  out.slipping = rub.slipping;
  out.slips = rub.slips;
  fall.fill(0);
  if (!follows) out.share = rub.slips ? 0 : 1;
  else if (rub.slips && mu > 0) {
    const slope = (motion.c * limitSlope(law, motion.share, speed2, motion.h)) / mu;
    for (let i = 0; i < 6; i++) fall[i] = slope * slides6[i];
  }
  const zeta = kept[3] * n[0] + kept[4] * n[1] + kept[5] * n[2];
  out.brush[3] = zeta;
  for (let i = 0; i < 3; i++) {
    out.brush[i] = kept[i];
    out.brush[4 + i] = kept[3 + i] - zeta * n[i];
  }
}

/** The matrix, from the points and the results of addFriction. */
function addMatrix(out: PatchForce, law: PatchLaw, motion: PatchMotion, rough: boolean, flat: boolean): void {
  const { matrix: m } = out;
  const { tangent } = rub;
  m.fill(0);
  swept.fill(0);
  if (flat) pushFlat(m, law, rough);
  else pushBent(m, law, rough);
  if (!rough) return;
  // a brush whose N changes: dD* = -D/2 dN/N
  const shrinks = motion.load > 0 && out.normal > LEAST_LOAD * motion.load ? 0.5 / out.normal : 0;
  const unit = motion.b + (motion.c * law.s1) / law.s0;
  for (let i = 0; i < 6; i++) {
    let shrink = 0;
    for (let k = 0; k < 6; k++) shrink += tangent[6 * i + k] * bristles.elastic[k];
    shrink *= shrinks;
    const w = rub.wrench[i];
    for (let j = 0; j < 6; j++) m[6 * i + j] += unit * tangent[6 * i + j] + shrink * swept[j] - w * fall[j];
  }
}

/** sum (c_k - f_k) (J_k^T e_k)^T of a flat patch: tractions are those of a displacement and a spin. */
function pushFlat(m: Float64Array, law: PatchLaw, rough: boolean): void {
  const { data: p, length } = bristles.points;
  const e = growth.data;
  const { bent, slip, tip, mu, share: S } = rub;
  const slides = rough && rub.beyond;
  const s0 = rough ? law.s0 * rub.stiffening : 0;
  const nx = p[3];
  const ny = p[4];
  const nz = p[5];
  const bx = s0 * bent[0];
  const by = s0 * bent[1];
  const bz = s0 * bent[2];
  const bentSpin = s0 * (bent[3] * nx + bent[4] * ny + bent[5] * nz);
  const slipSpin = slip[3] * nx + slip[4] * ny + slip[5] * nz;
  // S with rotations about n only
  if (slides) {
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 3; c++) {
        along[4 * r + c] = r < 3 ? S[6 * r + c] : nx * S[18 + c] + ny * S[24 + c] + nz * S[30 + c];
      }
    }
    for (let r = 0; r < 3; r++) along[4 * r + 3] = S[6 * r + 3] * nx + S[6 * r + 4] * ny + S[6 * r + 5] * nz;
    along[15] = 0;
    for (let r = 0; r < 3; r++) {
      const q = S[21 + 6 * r] * nx + S[22 + 6 * r] * ny + S[23 + 6 * r] * nz;
      along[15] += (r === 0 ? nx : r === 1 ? ny : nz) * q;
    }
  }
  for (let k = 0, o = 0; k < length; k += BRUSH_POINT, o += GROWTH) {
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const e0 = e[o];
    const e1 = e[o + 1];
    const e2 = e[o + 2];
    sweep[0] = e0;
    sweep[1] = e1;
    sweep[2] = e2;
    sweep[3] = y * e2 - z * e1;
    sweep[4] = z * e0 - x * e2;
    sweep[5] = x * e1 - y * e0;
    // lever of the spin
    const lx = ny * z - nz * y;
    const ly = nz * x - nx * z;
    const lz = nx * y - ny * x;
    let fx = 0;
    let fy = 0;
    let fz = 0;
    let about = 0;
    if (rough) {
      for (let i = 0; i < 6; i++) swept[i] += sweep[i];
      fx = bx + bentSpin * lx;
      fy = by + bentSpin * ly;
      fz = bz + bentSpin * lz;
      about = lx * fx + ly * fy + lz * fz;
      if (slides) {
        const sx = slip[0] + slipSpin * lx;
        const sy = slip[1] + slipSpin * ly;
        const sz = slip[2] + slipSpin * lz;
        const scale = mu / Math.max(tip, Math.sqrt(sx * sx + sy * sy + sz * sz));
        const dx = fx - scale * sx;
        const dy = fy - scale * sy;
        const dz = fz - scale * sz;
        const dn = lx * dx + ly * dy + lz * dz;
        fx -= along[0] * dx + along[1] * dy + along[2] * dz + along[3] * dn;
        fy -= along[4] * dx + along[5] * dy + along[6] * dz + along[7] * dn;
        fz -= along[8] * dx + along[9] * dy + along[10] * dz + along[11] * dn;
        about -= along[12] * dx + along[13] * dy + along[14] * dz + along[15] * dn;
      }
    }
    push[0] = nx - fx;
    push[1] = ny - fy;
    push[2] = nz - fz;
    push[3] = -lx - about * nx;
    push[4] = -ly - about * ny;
    push[5] = -lz - about * nz;
    addOuter(m);
  }
}

/** The same where every point has its own normal. */
function pushBent(m: Float64Array, law: PatchLaw, rough: boolean): void {
  const { data: p, length } = bristles.points;
  const e = growth.data;
  const { bent, slip, tip, mu, share } = rub;
  const slides = rough && rub.beyond;
  const s0 = rough ? law.s0 * rub.stiffening : 0;
  for (let k = 0, o = 0; k < length; k += BRUSH_POINT, o += GROWTH) {
    const x = p[k];
    const y = p[k + 1];
    const z = p[k + 2];
    const nx = p[k + 3];
    const ny = p[k + 4];
    const nz = p[k + 5];
    lift(sweep, x, y, z, e[o], e[o + 1], e[o + 2]);
    if (!rough) {
      lift(push, x, y, z, nx, ny, nz);
      addOuter(m);
      continue;
    }
    for (let i = 0; i < 6; i++) swept[i] += sweep[i];
    // traction of the spring, a_k
    let gx = bent[0] + bent[4] * z - bent[5] * y;
    let gy = bent[1] + bent[5] * x - bent[3] * z;
    let gz = bent[2] + bent[3] * y - bent[4] * x;
    const gn = gx * nx + gy * ny + gz * nz;
    gx = s0 * (gx - gn * nx);
    gy = s0 * (gy - gn * ny);
    gz = s0 * (gz - gn * nz);
    lift(push, x, y, z, nx - gx, ny - gy, nz - gz);
    if (slides) {
      // minus that of slip, b_k
      let sx = slip[0] + slip[4] * z - slip[5] * y;
      let sy = slip[1] + slip[5] * x - slip[3] * z;
      let sz = slip[2] + slip[3] * y - slip[4] * x;
      const sn = sx * nx + sy * ny + sz * nz;
      sx -= sn * nx;
      sy -= sn * ny;
      sz -= sn * nz;
      const scale = mu / Math.max(tip, Math.sqrt(sx * sx + sy * sy + sz * sz));
      lift(lost, x, y, z, gx - scale * sx, gy - scale * sy, gz - scale * sz);
      for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) push[i] += share[6 * i + j] * lost[j];
    }
    addOuter(m);
  }
}

/** out = (d, rho x d) */
function lift(out: Float64Array, x: number, y: number, z: number, dx: number, dy: number, dz: number): void {
  out[0] = dx;
  out[1] = dy;
  out[2] = dz;
  out[3] = y * dz - z * dy;
  out[4] = z * dx - x * dz;
  out[5] = x * dy - y * dx;
}

/** m += push sweep^T */
function addOuter(m: Float64Array): void {
  const s0 = sweep[0];
  const s1 = sweep[1];
  const s2 = sweep[2];
  const s3 = sweep[3];
  const s4 = sweep[4];
  const s5 = sweep[5];
  for (let i = 0, o = 0; i < 6; i++, o += 6) {
    const x = push[i];
    m[o] += x * s0;
    m[o + 1] += x * s1;
    m[o + 2] += x * s2;
    m[o + 3] += x * s3;
    m[o + 4] += x * s4;
    m[o + 5] += x * s5;
  }
}
