/**
 * The bristle law over an area (bristle.ts: at a point). The bristles of a patch stand on one rigid brush with six coordinates D: a
 * displacement [m] and a rotation [rad] about the centre of the patch. Points k lie at rho_k with normal n_k and carry N_k; J_k = [1,
 * -[rho_k]x]. Sticking and slipping are decided for the whole patch, on its limit surface (Goyal et al. 1991):
 *   trial    D* = D + displacement + (s1/s0) velocity
 *   slip     xi = argmin  1/2 (D* - xi)^T K (D* - xi) + sum_k mu N_k |P_k J_k xi|,    K = s0 sum_k N_k J_k^T P_k J_k
 *   wrench   w = -K (D* - xi) on B, at the centre
 *   tangent  -dw/dD* = K - K (K + H)^-1 K, symmetric, H the Hessian of the sum;   by x it is (b + c s1/s0) times that
 *   with N   -dw = sum_k [a_k - S (a_k - b_k)] dN_k,  S = K (K + H)^-1,  a_k = J_k^T s0 P_k J_k (D* - xi),
 *            b_k = J_k^T mu u_k, u_k = P_k J_k xi / |P_k J_k xi|
 *   state    sticks: D' = D + displacement;  slips: K D' = -(1 - r) w + r K D, r as in bristle.ts
 * A brush that is mapped back point by point and fitted again loses torque in every step and creeps; this one does not. With N_k held and
 * mu_s = mu_k, -w is the gradient of the convex `cost` by D*; by the velocity at the end of a step h, where D* = D + (h + s1/s0) v, divide
 * it by h + s1/s0.
 *
 * |x| has a rounded tip: x^2/(2 eps) + eps/2 below eps = NARROW mu/s0, and the spring deflects by that much less, so that a brush with all
 * points below their limit has exactly K: one pass over the points, nothing to solve. A slip of less than LEAST mu/s0 at every point is an
 * artefact of the tip: it is not subtracted from the state, which therefore never drifts. On a flat patch (one normal) three of the six
 * coordinates matter: a displacement across the normal and a rotation about it; heights of points over the plane have no effect.
 *
 * The stiffness is proportional to N, so a deflected brush pressed harder would gain energy without work: `keepEnergy` is the factor by
 * which it shrinks, sqrt(N_before/N_now). The caller applies it to `elastic` where a step begins, N held, or in every iterate.
 *
 * API   brush = makeBrush(), out = makeBrushForce(); brush.points.resize(BRUSH_POINT * count), rho, n, N of each in
 *       brush.points.data; brush.flat, elastic, displacement, velocity, muStatic, muKinetic, s0, s1, slipping, curved,
 *       wantTangent; brushFriction(out, brush). Nothing is allocated but by points.resize. One brush serves many patches, one after
 *       another. Where N is held, each patch has its own brush; `prepared` after its first call, it reads its points only where one may
 *       exceed its limit.
 */
import { GrowableFloat64 } from '../base/index.ts';
import { findLeftBehind, makeLeftBehind } from './bristle.ts';
import { BRUSH_POINT, beyondBent, beyondFlat, sumBent, sumFlat } from './brush-points.ts';
import { SlipSearch } from './brush-slip.ts';

/** A patch and its motion, world axes. */
export interface Brush {
  readonly points: GrowableFloat64;
  /** all points have the normal of the first */
  flat: boolean;
  /** D when the step began: shift [m] (3), turn [rad] (3) */
  readonly elastic: Float64Array;
  /** of B against A at the centre since the step began [m] (3), [rad] (3) */
  readonly displacement: Float64Array;
  /** [m/s] (3), [rad/s] (3) */
  readonly velocity: Float64Array;
  muStatic: number;
  muKinetic: number;
  /** [1/m], [s/m] */
  s0: number;
  s1: number;
  /** true: it slipped when the step began, so the limit is mu_k */
  slipping: boolean;
  /** the factor keepEnergy by which elastic was multiplied: a brush that continues to slip keeps its deflection */
  scaled: number;
  /** curvature along the slip is kept in the tangent */
  curved: boolean;
  wantTangent: boolean;
  /** ... or only along the part of the slip that the previous iterate of Newton's method did not predict */
  foreseen: boolean;
  /** duration of the displacement [s]; 0: slipping bristles take their steady deflection at once (bristle.ts) */
  h: number;
  /** true: compute D' and its energy */
  wantState: boolean;
  /** true: points, N, s0 and `flat` are those of the previous call: reuse their sums, and start from the deflection found then */
  prepared: boolean;
  /** true: the deflection of the previous call belongs to this step */
  warm: boolean;
  readonly search: SlipSearch;
  /** t1, t2, n of a flat patch */
  readonly frame: Float64Array;
}

export function makeBrush(): Brush {
  const x = 0.5; // see makeSlip
  return {
    points: new GrowableFloat64(BRUSH_POINT * 8),
    flat: false,
    elastic: new Float64Array(6),
    displacement: new Float64Array(6),
    velocity: new Float64Array(6),
    muStatic: x,
    muKinetic: x,
    s0: x,
    s1: x,
    slipping: false,
    scaled: 1,
    curved: false,
    wantTangent: false,
    foreseen: false,
    h: 0,
    wantState: true,
    prepared: false,
    warm: false,
    search: new SlipSearch(),
    frame: new Float64Array(9),
  };
}

export interface BrushForce {
  /** on B at the centre: force [N] (3), moment [N m] (3) */
  readonly wrench: Float64Array;
  /** -d wrench / dD*, 6 x 6 row-major */
  readonly tangent: Float64Array;
  /** S, 6 x 6 row-major, made with the tangent where `beyond` */
  readonly share: Float64Array;
  /** xi: shift [m] (3), turn [rad] (3) */
  readonly slip: Float64Array;
  /** D* - xi; tractions of points are s0 `stiffening` P J of it */
  readonly bent: Float64Array;
  /** D' */
  readonly elastic: Float64Array;
  /** eps [m] of the rounded tip */
  tip: number;
  stiffening: number;
  /** the limit taken */
  mu: number;
  /** some point would be over its limit */
  beyond: boolean;
  /** the patch slips */
  slips: boolean;
  /** share of the normal force on points that slip, 0 ... 1 */
  slipping: number;
  /** [J] held by the brush */
  stored: number;
  /** [J] the function of D* whose gradient is -wrench */
  cost: number;
  /** rounds of Newton's method */
  rounds: number;
}

export function makeBrushForce(): BrushForce {
  const floats = (n: number): Float64Array => new Float64Array(n);
  const x = 0.5; // see makeSlip
  return {
    wrench: floats(6),
    tangent: floats(36),
    share: floats(36),
    slip: floats(6),
    bent: floats(6),
    elastic: floats(6),
    tip: x,
    stiffening: x,
    mu: x,
    beyond: false,
    slips: false,
    slipping: x,
    stored: x,
    cost: x,
    rounds: 0,
  };
}

/** Width of the rounded tip, and the least slip of a patch, in deflections mu/s0 at which a bristle slips. */
const NARROW = 1e-5;
const LEAST = 1e-3;
/** Directions in which a patch is softer than this part of its stiffest are not felt. */
const FELT = 1e-9;

/** of the brush at hand: t1, t2, n of a flat patch */
let frame: Float64Array = new Float64Array(9);
const start = new Float64Array(6);
const column = new Float64Array(6);
const going = new Float64Array(6);
const behind = makeLeftBehind();
const M = new Float64Array(36);
const order = new Int32Array(6);

/** Sums over the points, once for all calls while they stay as they are. */
function prepare(at: Brush): void {
  const { search } = at;
  search.size = at.flat ? 3 : 6;
  if (at.flat) {
    findFrame(at);
    sumFlat(at, at.points, frame, search);
  } else sumBent(at, at.points, search);
}

/** Is some point over its limit mu? */
function isBeyond(search: SlipSearch, at: Brush): boolean {
  const { D, reach } = search;
  const { flat } = at;
  const most = (at.slipping ? at.muKinetic : at.muStatic) / at.s0;
  // no point moves farther than the centre and the farthest of them
  const shift = Math.sqrt(D[0] * D[0] + D[1] * D[1] + (flat ? 0 : D[2] * D[2]));
  const turn = flat ? Math.abs(D[2]) : Math.sqrt(D[3] * D[3] + D[4] * D[4] + D[5] * D[5]);
  if (shift + turn * reach <= most) return false;
  search.limit2 = most * most;
  return flat ? beyondFlat(search) : beyondBent(search);
}

export function brushFriction(out: BrushForce, at: Brush): void {
  const { elastic, displacement, velocity, s0, search } = at;
  const { K, D, bend, slip, spring } = search;
  frame = at.frame;
  if (!at.prepared) prepare(at);
  const lag = at.s1 / s0;
  for (let i = 0; i < 6; i++) start[i] = elastic[i] + displacement[i] + lag * velocity[i];
  toSearch(D, start, at.flat);
  const limit = at.slipping ? at.muKinetic : at.muStatic;
  const m = search.size;
  out.rounds = 0;
  out.mu = limit;
  out.tip = NARROW * (limit / s0);
  out.stiffening = 1;
  out.beyond = isBeyond(search, at);
  out.slips = false;
  out.slipping = 0;
  let cost = 0;
  if (out.beyond) {
    out.stiffening = 1 / (1 - NARROW);
    for (let i = 0; i < 6 * m; i++) K[i] = out.stiffening * spring[i];
    // slipping bristles stay bent as they are; else there is no slip to begin with
    if (!at.warm) toSearch(bend, elastic, at.flat);
    for (let i = 0; i < m; i++) {
      if (!at.warm) bend[i] = at.slipping ? (bend[i] * (1 - NARROW)) / at.scaled : D[i];
      slip[i] = D[i] - bend[i];
    }
    search.rounds = 0;
    search.mu = limit;
    search.tip = out.tip;
    search.find();
    out.slips = search.most > (LEAST * limit) / s0;
    if (out.slips && at.muKinetic !== limit) {
      out.mu = at.muKinetic;
      out.tip = NARROW * (at.muKinetic / s0);
      search.mu = out.mu;
      search.tip = out.tip;
      search.find();
    }
    out.rounds = search.rounds;
    if (out.slips) out.slipping = search.outside;
    cost = search.cost;
  } else {
    for (let i = 0; i < 6 * m; i++) K[i] = spring[i];
    for (let i = 0; i < m; i++) {
      bend[i] = D[i];
      slip[i] = 0;
    }
  }
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let j = 0; j < m; j++) sum += K[6 * i + j] * bend[j];
    column[i] = -sum;
    cost += 0.5 * bend[i] * sum;
  }
  out.cost = cost;
  fromSearch(out.wrench, column, at.flat);
  fromSearch(out.bent, bend, at.flat);
  fromSearch(out.slip, slip, at.flat);
  if (at.wantTangent) makeTangent(out, at, search);
  if (at.wantState) keepState(out, at, search);
}

/** Tangent and S. */
function makeTangent(out: BrushForce, at: Brush, search: SlipSearch): void {
  const { tangent, share } = out;
  const { K, size: m } = search;
  if (!out.beyond) {
    search.seen = false;
    fromSearch6(tangent, K, at.flat);
    return;
  }
  if (at.foreseen) search.foresee();
  search.foreseen = at.foreseen;
  search.curved = at.curved;
  search.factorise();
  search.curved = false;
  search.foreseen = false;
  // S = K (K + H)^-1: its rows solve (K + H) s = row of K
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) column[j] = K[6 * i + j];
    search.solve(column);
    for (let j = 0; j < m; j++) M[6 * i + j] = column[j];
  }
  fromSearch6(share, M, at.flat);
  // in place: row i of M is used once
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let sum = K[6 * i + j];
      for (let k = 0; k < m; k++) sum -= M[6 * i + k] * K[6 * k + j];
      column[j] = sum;
    }
    for (let j = 0; j < m; j++) M[6 * i + j] = column[j];
  }
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (M[6 * i + j] + M[6 * j + i]);
      M[6 * i + j] = mean;
      M[6 * j + i] = mean;
    }
  }
  fromSearch6(tangent, M, at.flat);
}

/** Takes back from D' in `column` what a damped brush has not reached yet: as leftBehind at a point, along K from rest to rest. */
function lag(at: Brush, { K, size: m }: SlipSearch): void {
  toSearch(start, at.elastic, at.flat);
  for (let i = 0; i < m; i++) start[i] /= at.scaled;
  toSearch(going, at.displacement, at.flat);
  let rest2 = 0;
  let was = 0;
  let goes = 0;
  for (let i = 0; i < m; i++) {
    let pull = 0;
    for (let j = 0; j < m; j++) pull += K[6 * i + j] * column[j];
    rest2 += pull * column[i];
    was += pull * start[i];
    goes += pull * going[i];
  }
  if (!(rest2 > 0)) return;
  const reach = Math.sqrt(rest2);
  behind.was = was / reach;
  behind.now = (was + goes) / reach;
  behind.reach = reach;
  behind.time = at.s1 / at.s0;
  behind.h = at.h;
  findLeftBehind(behind);
  const { r } = behind;
  for (let i = 0; i < m; i++) column[i] += r * (start[i] - column[i]);
}

/** D' and the energy it holds. Shifts and turns that no point feels are no part of it: they would grow without bound. */
function keepState(out: BrushForce, at: Brush, search: SlipSearch): void {
  const { K, bend, size: m } = search;
  if (out.slips) {
    for (let i = 0; i < m; i++) column[i] = bend[i] * out.stiffening;
    if (at.h > 0 && at.s1 > 0) lag(at, search);
  } else {
    for (let i = 0; i < 6; i++) start[i] = at.elastic[i] + at.displacement[i];
    toSearch(column, start, at.flat);
  }
  let stored = 0;
  const unit = 1 / out.stiffening;
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let j = 0; j < m; j++) sum += K[6 * i + j] * column[j];
    start[i] = sum;
    stored += 0.5 * unit * column[i] * sum;
  }
  out.stored = stored;
  if (m === 3) {
    // a spin about the middle of the load alone: a point, or hardly more
    const slide = K[0];
    const about = K[14] - (K[12] * K[12] + K[13] * K[13]) / slide;
    if (!(about > FELT * K[14])) {
      column[0] += (column[2] * K[12]) / slide;
      column[1] += (column[2] * K[13]) / slide;
      column[2] = 0;
    }
    if (!(slide > 0)) column.fill(0);
  } else solveFelt(column, start, search);
  fromSearch(out.elastic, column, at.flat);
}

function findFrame({ points }: Brush): void {
  const p = points.data;
  const empty = points.length === 0;
  const nx = empty ? 0 : p[3];
  const ny = empty ? 0 : p[4];
  const nz = empty ? 1 : p[5];
  // the axis farthest from n, less what it has of n
  let tx = -nx * nz;
  let ty = -ny * nz;
  let tz = 1 - nz * nz;
  if (nx * nx <= ny * ny && nx * nx <= nz * nz) {
    tx = 1 - nx * nx;
    ty = -nx * ny;
    tz = -nx * nz;
  } else if (ny * ny <= nz * nz) {
    tx = -ny * nx;
    ty = 1 - ny * ny;
    tz = -ny * nz;
  }
  const one = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
  frame[0] = tx * one;
  frame[1] = ty * one;
  frame[2] = tz * one;
  frame[3] = ny * frame[2] - nz * frame[1];
  frame[4] = nz * frame[0] - nx * frame[2];
  frame[5] = nx * frame[1] - ny * frame[0];
  frame[6] = nx;
  frame[7] = ny;
  frame[8] = nz;
}

/** Six numbers in the world as those the search knows: the same, or two across n and one about it. */
function toSearch(out: Float64Array, d: Float64Array, flat: boolean): void {
  if (!flat) {
    for (let i = 0; i < 6; i++) out[i] = d[i];
    return;
  }
  const a = d[0] * frame[0] + d[1] * frame[1] + d[2] * frame[2];
  const b = d[0] * frame[3] + d[1] * frame[4] + d[2] * frame[5];
  const c = d[3] * frame[6] + d[4] * frame[7] + d[5] * frame[8];
  out[0] = a;
  out[1] = b;
  out[2] = c;
}

function fromSearch(out: Float64Array, d: Float64Array, flat: boolean): void {
  for (let i = 0; i < 3; i++) {
    out[i] = flat ? d[0] * frame[i] + d[1] * frame[3 + i] : d[i];
    out[3 + i] = flat ? d[2] * frame[6 + i] : d[3 + i];
  }
}

function fromSearch6(out: Float64Array, m: Float64Array, flat: boolean): void {
  if (!flat) {
    for (let i = 0; i < 36; i++) out[i] = m[i];
    return;
  }
  for (let i = 0; i < 3; i++) {
    const a = frame[i];
    const b = frame[3 + i];
    const c = frame[6 + i];
    for (let j = 0; j < 3; j++) {
      const p = frame[j];
      const q = frame[3 + j];
      const r = frame[6 + j];
      out[6 * i + j] = a * (m[0] * p + m[1] * q) + b * (m[6] * p + m[7] * q);
      out[6 * i + 3 + j] = (a * m[2] + b * m[8]) * r;
      out[18 + 6 * i + j] = c * (m[12] * p + m[13] * q);
      out[21 + 6 * i + j] = c * m[14] * r;
    }
  }
}

/** K d = wrench, with the largest pivot of the diagonal first; what is left at the end is not felt and 0. */
function solveFelt(d: Float64Array, wrench: Float64Array, { K, length }: SlipSearch): void {
  const scale = length > 0 ? 1 / length : 0;
  let largest = 0;
  for (let i = 0; i < 6; i++) {
    order[i] = i;
    const si = i > 2 ? scale : 1;
    for (let j = 0; j < 6; j++) M[6 * i + j] = K[6 * i + j] * si * (j > 2 ? scale : 1);
    wrench[i] *= si;
    if (M[7 * i] > largest) largest = M[7 * i];
  }
  let rank = 0;
  for (; rank < 6; rank++) {
    let best = rank;
    for (let k = rank + 1; k < 6; k++) if (M[7 * order[k]] > M[7 * order[best]]) best = k;
    const p = order[best];
    order[best] = order[rank];
    order[rank] = p;
    if (!(M[7 * p] > FELT * largest)) break;
    for (let k = rank + 1; k < 6; k++) {
      const row = order[k];
      const factor = M[6 * row + p] / M[7 * p];
      for (let l = rank + 1; l < 6; l++) M[6 * row + order[l]] -= factor * M[6 * p + order[l]];
      wrench[row] -= factor * wrench[p];
    }
  }
  d.fill(0);
  for (let i = rank - 1; i >= 0; i--) {
    const p = order[i];
    let sum = wrench[p];
    for (let j = i + 1; j < rank; j++) sum -= M[6 * p + order[j]] * d[order[j]];
    d[p] = sum / M[7 * p];
  }
  for (let i = 3; i < 6; i++) d[i] *= scale;
}

/** N is never taken as less than this part of N_before: a patch that lets go is not bent beyond all bounds. */
export const LEAST_LOAD = 1e-4;

/**
 * Factor sqrt(N_before/N_now) by which a brush bent under N_before goes on under N_now with the energy it had; nothing is
 * left of one that was not pressed.
 */
export function keepEnergy(before: number, now: number): number {
  if (!(before > 0)) return 0;
  return Math.sqrt(before / Math.max(now, LEAST_LOAD * before));
}
