/**
 * Finds redundant joints. The rows of J, scaled by the masses, are rotated one after the other into a triangular R that starts empty
 * (George & Heath 1980: a row-wise QR of a sparse matrix); a row that keeps less than 1e-7 of its length in columns without a pivot depends
 * on earlier ones. Redundant rows are allowed (the solver distributes their forces evenly), but their reactions are not unique, so the run
 * reports them.
 *
 * Only R is kept, Q never formed: chains and trees cost work proportional to their length. Bodies are eliminated in the
 * reverse of a breadth-first order, leaves first, which leaves trees without fill and nets with a band.
 */
import type { Workspace } from '../../stage/index.ts';

/** Part of the length of a row below which the rest is rounding. */
const REPEATED = 1e-7;
/** Entries below this are rounding of entries near 1. */
const NOTHING = 1e-14;
/**
 * Number of multiplications before the search is abandoned, about a second of work: a net of a thousand bodies connected in all directions.
 */
const MOST_WORK = 2e8;

interface SparseRow {
  /** rising */
  columns: Int32Array;
  values: Float64Array;
  length: number;
}

/** Redundant joint conditions: their forces are distributed evenly, but the distribution is not unique. */
export interface RepeatedRows {
  /** conditions of all joints together */
  readonly rows: number;
  /** joints with redundant conditions, and their number; empty: the search was too large */
  readonly joints: readonly { readonly name: string; readonly count: number }[];
}

/** Undefined: no condition is redundant. */
export function redundantRows(w: Workspace): RepeatedRows | undefined {
  const { joints, spec } = w.model;
  const rows = w.multiplierCount;
  if (rows === 0) return undefined;
  const place = eliminationOrder(w);
  const triangle = new Triangle(6 * w.model.dynamicCount);
  const count = new Int32Array(joints.count);
  for (let k = 0; k < joints.count; k++) {
    for (let row = joints.rowStart[k]; row < joints.rowStart[k + 1]; row++) {
      if (!triangle.take(scaledRow(w, k, row, place))) count[k]++;
      if (triangle.work > MOST_WORK) return { rows, joints: [] };
    }
  }
  const repeated = [...count.keys()].filter((k) => count[k] > 0);
  if (repeated.length === 0) return undefined;
  return { rows, joints: repeated.map((k) => ({ name: spec.joints[k].name, count: count[k] })) };
}

/** A row of J M^-1/2 normalised to length 1, with the mass and the mean moment of inertia: an approximate scale suffices. */
function scaledRow(w: Workspace, joint: number, row: number, place: Int32Array): SparseRow {
  const { joints, dynamicCount, mass, inertia } = w.model;
  const ends = [
    { slot: joints.slotA[joint], J: w.rows.jacobianA },
    { slot: joints.slotB[joint], J: w.rows.jacobianB },
  ].filter(({ slot }) => slot < dynamicCount);
  ends.sort((p, q) => place[p.slot] - place[q.slot]);
  const columns = new Int32Array(6 * ends.length);
  const values = new Float64Array(6 * ends.length);
  let square = 0;
  let length = 0;
  for (const { slot, J } of ends) {
    const o = 6 * slot;
    const m = Math.sqrt(mass[slot]);
    const i = Math.sqrt((inertia[o] + inertia[o + 1] + inertia[o + 2]) / 3);
    for (let c = 0; c < 6; c++) {
      const value = J[6 * row + c] / (c < 3 ? m : i);
      square += value * value;
      if (value === 0) continue;
      columns[length] = 6 * place[slot] + c;
      values[length] = value;
      length++;
    }
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let i = 0; i < length; i++) values[i] *= scale;
  return { columns, values, length };
}

/** R of a QR decomposition, built row by row. */
class Triangle {
  /** by their first column */
  readonly #pivots: (SparseRow | undefined)[];
  work = 0;

  constructor(columns: number) {
    this.#pivots = new Array<SparseRow | undefined>(columns).fill(undefined);
  }

  /** False when the row depends on earlier ones. */
  take(row: SparseRow): boolean {
    let rest = row;
    for (;;) {
      rest = withoutNothing(rest);
      if (rest.length === 0 || norm(rest) < REPEATED) return false;
      const first = rest.columns[0];
      const pivot = this.#pivots[first];
      if (pivot === undefined) {
        this.#pivots[first] = rest;
        return true;
      }
      const [turned, left] = rotated(pivot, rest);
      this.#pivots[first] = turned;
      rest = left;
      this.work += 4 * turned.length;
    }
  }
}

/** Givens rotation of two rows with the same first column: the first keeps it, the second loses it. */
function rotated(p: SparseRow, q: SparseRow): [SparseRow, SparseRow] {
  const r = Math.sqrt(p.values[0] * p.values[0] + q.values[0] * q.values[0]);
  const c = p.values[0] / r;
  const s = q.values[0] / r;
  const most = p.length + q.length;
  const turned: SparseRow = { columns: new Int32Array(most), values: new Float64Array(most), length: 0 };
  const left: SparseRow = { columns: new Int32Array(most), values: new Float64Array(most), length: 0 };
  let i = 0;
  let j = 0;
  while (i < p.length || j < q.length) {
    const column = Math.min(i < p.length ? p.columns[i] : 2147483647, j < q.length ? q.columns[j] : 2147483647);
    const a = i < p.length && p.columns[i] === column ? p.values[i++] : 0;
    const b = j < q.length && q.columns[j] === column ? q.values[j++] : 0;
    turned.columns[turned.length] = column;
    turned.values[turned.length++] = c * a + s * b;
    if (turned.length === 1) continue; // the column that the rotation clears
    left.columns[left.length] = column;
    left.values[left.length++] = c * b - s * a;
  }
  return [turned, left];
}

/** The row without leading entries that are only rounding. */
function withoutNothing(row: SparseRow): SparseRow {
  let from = 0;
  while (from < row.length && Math.abs(row.values[from]) < NOTHING) from++;
  if (from === 0) return row;
  return { columns: row.columns.subarray(from), values: row.values.subarray(from), length: row.length - from };
}

function norm(row: SparseRow): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row.values[i] * row.values[i];
  return Math.sqrt(sum);
}

/** Column position of each free body: reversed breadth-first order along the joints. */
function eliminationOrder(w: Workspace): Int32Array {
  const { joints, dynamicCount } = w.model;
  const neighbours: number[][] = Array.from({ length: dynamicCount }, () => []);
  for (let k = 0; k < joints.count; k++) {
    const a = joints.slotA[k];
    const b = joints.slotB[k];
    if (a >= dynamicCount || b >= dynamicCount) continue;
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  const order: number[] = [];
  const seen = new Uint8Array(dynamicCount);
  for (let root = 0; root < dynamicCount; root++) {
    if (seen[root]) continue;
    seen[root] = 1;
    order.push(root);
    for (let next = order.length - 1; next < order.length; next++) {
      for (const body of neighbours[order[next]]) {
        if (seen[body]) continue;
        seen[body] = 1;
        order.push(body);
      }
    }
  }
  const place = new Int32Array(dynamicCount);
  for (let i = 0; i < dynamicCount; i++) place[order[i]] = dynamicCount - 1 - i;
  return place;
}
