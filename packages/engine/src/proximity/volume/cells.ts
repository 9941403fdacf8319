/**
 * The part of a solid that lies nearest to one of its triangles: bounded at each edge by the plane half-way between the
 * triangle and its neighbour. Cells of neighbours share that plane, so together they fill the layer under the surface, once,
 * as deep as the triangles are wide; nothing else depends on how a surface is cut into triangles.
 */
import type { PreparedMesh } from '../mesh-mesh/prepared-mesh.ts';

/** Numbers a cell, in the frame of the mesh: outward unit normal (3), height of its plane, and three bounds of the same form. */
export const CELL_STRIDE = 16;

export interface Cells {
  /** bound x.n <= h */
  readonly data: Float64Array;
  /** triangle of the prepared mesh each given triangle is; -1: it has no area, and no cell */
  readonly ofSource: Int32Array;
  /** scratch of those who list cells */
  readonly seen: Int32Array;
  tick: number;
}

const made = new WeakMap<PreparedMesh, Cells>();

/** Of a mesh, made when first asked for. */
export function cellsOf(mesh: PreparedMesh): Cells {
  let cells = made.get(mesh);
  if (cells === undefined) {
    cells = makeCells(mesh);
    made.set(mesh, cells);
  }
  return cells;
}

function makeCells(mesh: PreparedMesh): Cells {
  const { corners, positions, source, twin } = mesh;
  const count = source.length;
  const data = new Float64Array(CELL_STRIDE * count);
  const at = (h: number, k: number): number => positions[3 * corners[h] + k];
  for (let f = 0; f < count; f++) {
    const u = [0, 1, 2].map((k) => at(3 * f + 1, k) - at(3 * f, k));
    const v = [0, 1, 2].map((k) => at(3 * f + 2, k) - at(3 * f, k));
    const n = unit(cross(u, v));
    data.set(n, CELL_STRIDE * f);
    data[CELL_STRIDE * f + 3] = n[0] * at(3 * f, 0) + n[1] * at(3 * f, 1) + n[2] * at(3 * f, 2);
  }
  const normal = (f: number): number[] => [...data.subarray(CELL_STRIDE * f, CELL_STRIDE * f + 3)];
  for (let h = 0; h < 3 * count; h++) {
    const f = (h - (h % 3)) / 3;
    const next = h % 3 === 2 ? h - 2 : h + 1;
    const n = normal(f);
    const m = normal((twin[h] - (twin[h] % 3)) / 3);
    const along = [0, 1, 2].map((k) => at(next, k) - at(h, k));
    // where two faces of a thin plate meet back to back there is no middle: the bound stands on the edge
    const mean = n.map((x, k) => x + m[k]);
    const folded = Math.abs(mean[0]) + Math.abs(mean[1]) + Math.abs(mean[2]) < 1e-6;
    const bound = unit(cross(along, folded ? n : mean));
    const o = CELL_STRIDE * f + 4 + 4 * (h % 3);
    data.set(bound, o);
    data[o + 3] = bound[0] * at(h, 0) + bound[1] * at(h, 1) + bound[2] * at(h, 2);
  }
  const ofSource = new Int32Array(source.reduce((most, s) => Math.max(most, s), 0) + 1).fill(-1);
  source.forEach((s, f) => {
    if (normal(f).some((x) => x !== 0)) ofSource[s] = f;
  });
  return { data, ofSource, seen: new Int32Array(count), tick: 0 };
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Of nothing, nothing. */
function unit(a: readonly number[]): number[] {
  const size = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return a.map((x) => (size > 0 ? x / size : 0));
}
