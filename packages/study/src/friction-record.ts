/**
 * The numbers of dry friction from a measured record of stick and slip (Roy 2007, s. 3.4.1): displacement of one surface on the other, friction force, and normal
 * force against time. The law that the engine uses (contact/dry-friction.ts) is driven along the measured displacement, and its seven numbers are those with the least squares of
 * what is left of the force (Levenberg and Marquardt, in logarithms, since all are positive); intervals from the curvature there, wider by what numbers shift when only every second
 * row is looked at: what happens within a row is a straight line here, and its error goes with the length of rows.
 */
import {
  type DryFriction,
  dryFriction,
  type DrySlip,
  type FrictionLaw,
  makeDryFriction,
  makeDrySlip,
} from '@hawser/engine';
import { studentQuantile } from './special.ts';

export interface FrictionRecord {
  /** [s], increasing */
  readonly time: ArrayLike<number>;
  /** [m] */
  readonly displacement: ArrayLike<number>;
  /** [N] against the motion */
  readonly force: ArrayLike<number>;
  /** [N] */
  readonly normal: ArrayLike<number>;
}

export interface FrictionNumber {
  /** key in a scenario */
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** 95 % */
  readonly low: number;
  readonly high: number;
  /** false: the record does not determine it; the interval spans more than a factor of MOST_SPREAD */
  readonly told: boolean;
}

export interface IdentifiedFriction {
  readonly numbers: readonly FrictionNumber[];
  /** [N] root mean square of the residual */
  readonly left: number;
  /** [N] of the record itself */
  readonly size: number;
  readonly samples: number;
}

/** In logarithms: mu_k, mu_s - mu_k, Stribeck speed [m/s], dwell time [s], deflection at mu_s [m], s1/s0 [s], viscous [N s/m]. */
const NUMBERS = 7;
const [MU_K, MU_RISE, STRIBECK, DWELL, DEFLECTION, DAMPING, VISCOUS] = [0, 1, 2, 3, 4, 5, 6];
const MOST_SPREAD = 10;
/** Number of steps between two rows: the share of the static limit is integrated to first order in them. */
const PARTS = 4;
/** Number of initial guesses, iterations for each, and number of the best that are continued to convergence. */
const [BEGUN, FIRST_ROUNDS, FOLLOWED, MOST_ROUNDS] = [12, 5, 2, 40];
const CONFIDENCE = 0.95;

class Model {
  private readonly record: FrictionRecord;
  private readonly law: FrictionLaw = {
    muStatic: 0.5,
    muKinetic: 0.5,
    stribeck: 0.5,
    dwell: 0.5,
    s0: 0.5,
    s1: 0.5,
    creeps: 0,
    lags: 1,
  };
  private readonly slip: DrySlip = makeDrySlip();
  private readonly out: DryFriction = makeDryFriction();

  constructor(record: FrictionRecord) {
    this.record = record;
  }

  /** Force at each time, the law led along the displacement from rest. */
  forces(into: Float64Array, p: Float64Array): void {
    const { time, displacement, normal } = this.record;
    const { law, slip, out } = this;
    law.muKinetic = Math.exp(p[MU_K]);
    law.muStatic = law.muKinetic + Math.exp(p[MU_RISE]);
    law.stribeck = Math.exp(p[STRIBECK]);
    law.dwell = Math.exp(p[DWELL]);
    law.s0 = law.muStatic / Math.exp(p[DEFLECTION]);
    law.s1 = law.s0 * Math.exp(p[DAMPING]);
    const viscous = Math.exp(p[VISCOUS]);
    for (const key of ['zy', 'zz', 'vy', 'vz', 'wasX', 'wasY', 'wasZ', 'b', 'c'] as const) slip[key] = 0;
    let z = 0;
    slip.share = 0;
    slip.slipping = false;
    into[0] = 0;
    for (let i = 1; i < time.length; i++) {
      const h = (time[i] - time[i - 1]) / PARTS;
      const d = (displacement[i] - displacement[i - 1]) / PARTS;
      const v = d / h;
      slip.h = h;
      slip.vx = v;
      slip.normal = normal[i];
      for (let part = 0; part < PARTS; part++) {
        slip.wasX = z;
        slip.zx = z + d;
        dryFriction(out, law, slip);
        z = out.zx;
        slip.slipping = out.slips;
        slip.share = out.share;
      }
      into[i] = normal[i] * out.gx + viscous * v;
    }
  }
}

/** Smallest number of rows for seven parameters. */
export const LEAST_SAMPLES = 50;

export function identifyFriction(record: FrictionRecord): IdentifiedFriction {
  const { force, time } = record;
  const n = time.length;
  const model = new Model(record);
  const now = new Float64Array(n);
  const cost = (p: Float64Array): number => {
    model.forces(now, p);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (now[i] - force[i]) ** 2;
    return Number.isFinite(sum) ? sum : Number.POSITIVE_INFINITY;
  };
  let best: { p: Float64Array; cost: number } | undefined;
  const starts = guesses(record)
    .map((p) => ({ p, cost: cost(p) }))
    .sort((a, b) => a.cost - b.cost);
  const begun = starts
    .slice(0, BEGUN)
    .map(({ p }) => descend(model, record, p, FIRST_ROUNDS))
    .sort((a, b) => a.cost - b.cost);
  for (const start of begun.slice(0, FOLLOWED)) {
    const found = descend(model, record, start.p, MOST_ROUNDS);
    if (best === undefined || found.cost < best.cost) best = found;
  }
  const { p, cost: least } = best as { p: Float64Array; cost: number };
  const J = jacobian(model, p, n);
  const variance = least / Math.max(1, n - NUMBERS);
  const covariance = covariances(J, n, variance);
  const student = studentQuantile(0.5 + 0.5 * CONFIDENCE, n - NUMBERS);
  return {
    numbers: named(p, covariance, student, shifts(model, record, p, J, variance)),
    left: Math.sqrt(least / n),
    size: Math.sqrt(Array.from(force).reduce((sum, f) => sum + f * f, 0) / n),
    samples: n,
  };
}

/** Initial guesses after Roy: the kinetic coefficient from sliding, the largest as the static one; the others from a grid. */
function guesses({ time, displacement, force, normal }: FrictionRecord): Float64Array[] {
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let i = 1; i < time.length; i++) {
    ratios.push(Math.abs(force[i]) / Math.max(normal[i], 1e-300));
    speeds.push(Math.abs(displacement[i] - displacement[i - 1]) / (time[i] - time[i - 1]));
  }
  const sorted = [...speeds].sort((a, b) => a - b);
  const fast = sorted[Math.floor(0.8 * sorted.length)];
  const sliding = ratios.filter((_, i) => speeds[i] >= fast).sort((a, b) => a - b);
  const kinetic = Math.max(1e-3, sliding[Math.floor(0.5 * sliding.length)]);
  const most = [...ratios].sort((a, b) => a - b)[Math.floor(0.998 * ratios.length)];
  const rise = Math.max(0.02 * kinetic, most - kinetic);
  const span = time[time.length - 1] - time[0];
  // the deflection before slip cannot be read off: noise and the damping of the bristle hide it
  let [least, farthest] = [displacement[0], displacement[0]];
  for (let i = 0; i < displacement.length; i++) {
    least = Math.min(least, displacement[i]);
    farthest = Math.max(farthest, displacement[i]);
  }
  const travel = Math.max(farthest - least, 1e-9);
  const out: Float64Array[] = [];
  for (const stribeck of [0.03, 0.2, 1]) {
    for (const dwell of [0.003, 0.05, 0.4]) {
      for (const give of [0.05, 0.015, 4e-3, 1e-3]) {
        for (const damping of [1e-3, 0.03]) {
          const speed = Math.max(stribeck * sorted[sorted.length - 1], 1e-9);
          const numbers = [kinetic, rise, speed, dwell * span, give * travel, damping, 1e-2 * kinetic];
          out.push(Float64Array.from(numbers, Math.log));
        }
      }
    }
  }
  return out;
}

function jacobian(model: Model, p: Float64Array, n: number): Float64Array[] {
  const [up, down] = [new Float64Array(n), new Float64Array(n)];
  return Array.from(p, (value, k) => {
    const step = 1e-4;
    const moved = p.slice();
    moved[k] = value + step;
    model.forces(up, moved);
    moved[k] = value - step;
    model.forces(down, moved);
    return up.map((x, i) => (x - down[i]) / (2 * step));
  });
}

function normalMatrix(J: readonly Float64Array[], n: number): number[][] {
  return J.map((a) =>
    J.map((b) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += a[i] * b[i];
      return sum;
    }),
  );
}

function descend(
  model: Model,
  { force, time }: FrictionRecord,
  from: Float64Array,
  rounds: number,
): { p: Float64Array; cost: number } {
  const n = time.length;
  const now = new Float64Array(n);
  const costOf = (p: Float64Array): number => {
    model.forces(now, p);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (now[i] - force[i]) ** 2;
    return sum;
  };
  let p = from;
  let cost = costOf(p);
  let damping = 1e-2;
  for (let round = 0; round < rounds; round++) {
    costOf(p);
    const left = now.map((x, i) => force[i] - x);
    const J = jacobian(model, p, n);
    const A = normalMatrix(J, n);
    const g = J.map((column) => column.reduce((sum, x, i) => sum + x * left[i], 0));
    let gained = 0;
    for (let tries = 0; tries < 8; tries++) {
      const damped = A.map((row, k) =>
        row.map((x, l) => (k === l ? x * (1 + damping) + 1e-12 * (A[0][0] + 1e-300) : x)),
      );
      const step = solve(damped, g);
      const next = p.map((x, k) => x + Math.max(-1, Math.min(1, step[k])));
      const found = costOf(next);
      if (found < cost) {
        gained = cost - found;
        [p, cost, damping] = [next, found, Math.max(1e-9, 0.2 * damping)];
        break;
      }
      damping *= 5;
    }
    if (!(gained > 1e-9 * cost)) break;
  }
  return { p, cost };
}

/** Gauss with pivots; a column that says nothing gives no step. */
function solve(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const m = A.map((row, k) => [...row, b[k]]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[pivot][k])) pivot = i;
    [m[k], m[pivot]] = [m[pivot], m[k]];
    if (!(Math.abs(m[k][k]) > 0)) return new Array<number>(n).fill(0);
    for (let i = k + 1; i < n; i++) {
      const part = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= part * m[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = m[k][n];
    for (let j = k + 1; j < n; j++) sum -= m[k][j] * x[j];
    x[k] = sum / m[k][k];
  }
  return x;
}

/** Intervals of the logarithms. Poorly determined parameters are held by a weak prior, so that the others keep their values. */
function covariances(J: readonly Float64Array[], n: number, variance: number): number[][] {
  const A = normalMatrix(J, n).map((row, k) => row.map((x, l) => (k === l ? x + variance / WIDE ** 2 : x)));
  return A.map((_, k) =>
    solve(
      A,
      A.map((__, l) => (l === k ? variance : 0)),
    ),
  );
}
const WIDE = 10;

/** How far the logarithms go, to first order, when the law is led along every second row instead of all. */
function shifts(
  model: Model,
  { time, displacement, force, normal }: FrictionRecord,
  p: Float64Array,
  J: readonly Float64Array[],
  variance: number,
): number[] {
  const half = (x: ArrayLike<number>): Float64Array => Float64Array.from(x).filter((_, i) => i % 2 === 0);
  const coarse = new Model({
    time: half(time),
    displacement: half(displacement),
    force: half(force),
    normal: half(normal),
  });
  const now = new Float64Array(time.length);
  model.forces(now, p);
  const fine = half(now);
  const seldom = new Float64Array(fine.length);
  coarse.forces(seldom, p);
  const columns = J.map(half);
  const n = fine.length;
  const A = normalMatrix(columns, n).map((row, k) => row.map((x, l) => (k === l ? x + variance / WIDE ** 2 : x)));
  return solve(
    A,
    columns.map((column) => column.reduce((sum, x, i) => sum + x * (seldom[i] - fine[i]), 0)),
  );
}

function named(
  p: Float64Array,
  C: readonly (readonly number[])[],
  student: number,
  shift: readonly number[],
): FrictionNumber[] {
  const one = (name: string, unit: string, k: number): FrictionNumber => {
    const value = Math.exp(p[k]);
    const factor = Math.exp(Math.min(700, student * Math.sqrt(Math.max(0, C[k][k])) + Math.abs(shift[k])));
    return { name, unit, value, low: value / factor, high: value * factor, told: factor < MOST_SPREAD };
  };
  const kinetic = one('friction coefficient.kinetic', '', MU_K);
  const rise = one('', '', MU_RISE);
  const fixed = kinetic.value + rise.value;
  const [a, b] = [kinetic.value, rise.value];
  const square = a * a * C[MU_K][MU_K] + 2 * a * b * C[MU_K][MU_RISE] + b * b * C[MU_RISE][MU_RISE];
  const half = student * Math.sqrt(Math.max(0, square)) + Math.abs(a * shift[MU_K] + b * shift[MU_RISE]);
  return [
    {
      name: 'friction coefficient.static',
      unit: '',
      value: fixed,
      low: Math.max(kinetic.value, fixed - half),
      high: fixed + half,
      told: rise.told,
    },
    kinetic,
    one('stribeck speed', 'm/s', STRIBECK),
    one('dwell time', 's', DWELL),
    one('stick deflection', 'm', DEFLECTION),
    one('stick damping', 's', DAMPING),
    one('viscous', 'N s/m', VISCOUS),
  ];
}
