/**
 * The extent field by Poisson's equation (Elandt 2022, s. 5.1.1, eq. 5.2) on a mesh of tetrahedra, e linear in each: 0 on the surface, 1 on
 * the core, no flux through all other boundaries. Where there is no core, a constant source acts everywhere, and e is normalised to 1. (The
 * source is negative in eq. 5.2: e is largest inside.)
 */
import { BuildError } from '../../base/index.ts';
import { conjugateGradient, type SparseRows } from '../../linalg/index.ts';
import { checkCount } from './field.ts';

/** Tolerance of the residual over the source: a millionth of the error of linear cells. */
const RESIDUAL = 1e-12;

/** fixed: NaN where e is not known, else its value (0 on the surface, 1 on the core). e at each point. */
export function solveExtent(points: Float64Array, tets: Int32Array, fixed: Float64Array): Float64Array {
  checkCount(tets.length / 4);
  const count = fixed.length;
  const unknown = new Int32Array(count).fill(-1);
  let size = 0;
  let hot = false;
  const used = new Uint8Array(count);
  for (const v of tets) used[v] = 1;
  for (let v = 0; v < count; v++) {
    if (Number.isNaN(fixed[v]) && used[v] === 1) unknown[v] = size++;
    else if (fixed[v] > 0 && used[v] === 1) hot = true;
  }
  if (size === 0 && !hot) {
    throw new BuildError(
      'field-blind',
      'expected cells with a point inside, found all points on the surface, where there is no pressure; take a finer mesh',
    );
  }
  const extent = fixed.map((e) => (Number.isNaN(e) ? 0 : e));
  if (size === 0) return extent;
  const b = new Float64Array(size);
  const rows = assemble(points, tets, unknown, extent, b, hot ? 0 : 1);
  const x = new Float64Array(size);
  if (conjugateGradient(x, rows, b, RESIDUAL) < 0) {
    throw new BuildError(
      'field-poisson',
      'expected cells on which the field can be solved for, found a mesh that is too flat; take rounder cells',
    );
  }
  let most = 0;
  for (let v = 0; v < count; v++) {
    if (unknown[v] < 0) continue;
    extent[v] = x[unknown[v]];
    most = Math.max(most, extent[v]);
  }
  if (!hot) for (let v = 0; v < count; v++) extent[v] /= most;
  // flat cells may overshoot; the exact field does not, so clamp
  for (let v = 0; v < count; v++) extent[v] = Math.min(1, Math.max(0, extent[v]));
  return extent;
}

/** Matrix of the Laplacian, grad l_i . grad l_j V summed over cells, and the right side. */
function assemble(
  points: Float64Array,
  tets: Int32Array,
  unknown: Int32Array,
  extent: Float64Array,
  b: Float64Array,
  source: number,
): SparseRows {
  const size = b.length;
  const many = new Int32Array(size + 1);
  for (let t = 0; t < tets.length; t += 4) {
    for (let i = 0; i < 4; i++) {
      const u = unknown[tets[t + i]];
      if (u < 0) continue;
      for (let j = 0; j < 4; j++) if (unknown[tets[t + j]] >= 0) many[u + 1]++;
    }
  }
  for (let i = 0; i < size; i++) many[i + 1] += many[i];
  // entries with duplicates first, then merged row by row
  const columns = new Int32Array(many[size]);
  const values = new Float64Array(many[size]);
  const next = many.slice(0, size);
  const g = new Float64Array(12);
  for (let t = 0; t < tets.length; t += 4) {
    const volume = gradients(g, points, tets, t);
    for (let i = 0; i < 4; i++) {
      const u = unknown[tets[t + i]];
      if (u < 0) continue;
      b[u] += 0.25 * source * volume;
      for (let j = 0; j < 4; j++) {
        const a = volume * (g[3 * i] * g[3 * j] + g[3 * i + 1] * g[3 * j + 1] + g[3 * i + 2] * g[3 * j + 2]);
        const v = unknown[tets[t + j]];
        if (v < 0) b[u] -= a * extent[tets[t + j]];
        else {
          columns[next[u]] = v;
          values[next[u]++] = a;
        }
      }
    }
  }
  const start = new Int32Array(size + 1);
  const column: number[] = [];
  const value: number[] = [];
  const seen = new Int32Array(size).fill(-1);
  for (let i = 0; i < size; i++) {
    start[i] = column.length;
    for (let k = many[i]; k < many[i + 1]; k++) {
      const c = columns[k];
      if (seen[c] >= start[i] && column[seen[c]] === c) value[seen[c]] += values[k];
      else {
        seen[c] = column.length;
        column.push(c);
        value.push(values[k]);
      }
    }
  }
  start[size] = column.length;
  return { start, column: Int32Array.from(column), value: Float64Array.from(value) };
}

/** Gradients of the four barycentric coordinates of a cell (3 each); its volume, without sign. */
function gradients(g: Float64Array, p: Float64Array, tets: Int32Array, t: number): number {
  let six = 0;
  for (let k = 0; k < 4; k++) {
    const a = 3 * tets[t + ((k + 1) % 4)];
    const b = 3 * tets[t + ((k + 2) % 4)];
    const c = 3 * tets[t + ((k + 3) % 4)];
    const v = 3 * tets[t + k];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [wx, wy, wz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [nx, ny, nz] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    const height = nx * (p[v] - p[a]) + ny * (p[v + 1] - p[a + 1]) + nz * (p[v + 2] - p[a + 2]);
    g[3 * k] = nx / height;
    g[3 * k + 1] = ny / height;
    g[3 * k + 2] = nz / height;
    six = Math.abs(height);
  }
  return six / 6;
}
