/** Sums over the stages of the explicit method, several numbers at a time: positions of a stage, and error estimates. */
import type { Workspace } from '../../stage/index.ts';
import { ERROR_5, ORDER_3, type Row, TABLEAU, WEIGHTS } from './dormand-prince.ts';

/** A row of the tableau, padded to a multiple of four with stages of weight zero. */
export interface Combination {
  readonly stages: Int32Array;
  readonly weights: Float64Array;
}

function combination(row: Row): Combination {
  const length = 4 * Math.ceil(row.length / 4);
  const stages = new Int32Array(length).fill(row[0]?.[0] ?? 0);
  const weights = new Float64Array(length);
  row.forEach(([stage, weight], k) => {
    stages[k] = stage;
    weights[k] = weight;
  });
  return { stages, weights };
}

export const STAGE_ROWS: readonly Combination[] = TABLEAU.map(combination);
export const RESULT_ROW: Combination = combination(WEIGHTS);

/** out = base + h times a row of the tableau, eight stages or four at a time */
export function sumRates(
  out: Float64Array,
  base: Float64Array,
  rates: readonly Float64Array[],
  row: Combination,
  { h, size: n }: Workspace,
): void {
  const { stages, weights } = row;
  let from = base;
  let k = 0;
  for (; k + 8 <= stages.length; k += 8) {
    const a = h * weights[k];
    const b = h * weights[k + 1];
    const c = h * weights[k + 2];
    const d = h * weights[k + 3];
    const e = h * weights[k + 4];
    const f = h * weights[k + 5];
    const g = h * weights[k + 6];
    const l = h * weights[k + 7];
    const ra = rates[stages[k]];
    const rb = rates[stages[k + 1]];
    const rc = rates[stages[k + 2]];
    const rd = rates[stages[k + 3]];
    const re = rates[stages[k + 4]];
    const rf = rates[stages[k + 5]];
    const rg = rates[stages[k + 6]];
    const rl = rates[stages[k + 7]];
    for (let i = 0; i < n; i++) {
      out[i] =
        from[i] + (a * ra[i] + b * rb[i] + (c * rc[i] + d * rd[i]) + (e * re[i] + f * rf[i] + (g * rg[i] + l * rl[i])));
    }
    from = out;
  }
  for (; k < stages.length; k += 4) {
    const a = h * weights[k];
    const b = h * weights[k + 1];
    const c = h * weights[k + 2];
    const d = h * weights[k + 3];
    const ra = rates[stages[k]];
    const rb = rates[stages[k + 1]];
    const rc = rates[stages[k + 2]];
    const rd = rates[stages[k + 3]];
    for (let i = 0; i < n; i++) out[i] = from[i] + (a * ra[i] + b * rb[i] + (c * rc[i] + d * rd[i]));
    from = out;
  }
  if (k === 0) for (let i = 0; i < n; i++) out[i] = base[i];
}

/** Largest estimates of order five and three, of positions and of velocities, before multiplication by the step. */
export const errors: Float64Array = new Float64Array(4);
/** the unknown with the largest estimate of order five in the last call */
export const largestAt: Int32Array = new Int32Array(1);
/** Weights of the stages in WEIGHTS in the error estimates. */
const FIFTH = Float64Array.from(ERROR_5, ([, value]) => value);
const THIRD = Float64Array.from(WEIGHTS, ([stage, value]) => value - (ORDER_3.find(([s]) => s === stage)?.[1] ?? 0));

export function largestErrors(o: number, rates: readonly Float64Array[], n: number): void {
  let most5 = 0;
  let most3 = 0;
  const r0 = rates[WEIGHTS[0][0]];
  const r1 = rates[WEIGHTS[1][0]];
  const r2 = rates[WEIGHTS[2][0]];
  const r3 = rates[WEIGHTS[3][0]];
  const r4 = rates[WEIGHTS[4][0]];
  const r5 = rates[WEIGHTS[5][0]];
  const r6 = rates[WEIGHTS[6][0]];
  const r7 = rates[WEIGHTS[7][0]];
  for (let i = 0; i < n; i++) {
    const x0 = r0[i];
    const x1 = r1[i];
    const x2 = r2[i];
    const x3 = r3[i];
    const x4 = r4[i];
    const x5 = r5[i];
    const x6 = r6[i];
    const x7 = r7[i];
    const e5 =
      FIFTH[0] * x0 +
      FIFTH[1] * x1 +
      FIFTH[2] * x2 +
      FIFTH[3] * x3 +
      FIFTH[4] * x4 +
      FIFTH[5] * x5 +
      FIFTH[6] * x6 +
      FIFTH[7] * x7;
    const e3 =
      THIRD[0] * x0 +
      THIRD[1] * x1 +
      THIRD[2] * x2 +
      THIRD[3] * x3 +
      THIRD[4] * x4 +
      THIRD[5] * x5 +
      THIRD[6] * x6 +
      THIRD[7] * x7;
    if (Math.abs(e5) > most5) {
      most5 = Math.abs(e5);
      largestAt[0] = i;
    }
    most3 = Math.max(most3, Math.abs(e3));
  }
  errors[o] = most5;
  errors[o + 1] = most3;
}
