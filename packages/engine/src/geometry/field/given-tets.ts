/** Cells from another mesher. Where they have no extents at their points, Poisson's equation is solved for them. */
import { BuildError } from '../../base/index.ts';
import type { PreparedMesh } from '../solid/prepared-mesh.ts';
import { signedVolume } from './field.ts';
import type { CellMesh } from './layer.ts';
import { solveExtent } from './poisson.ts';

/** Cells in the frame of the shape. */
export interface GivenTets {
  /** [m] xyz */
  readonly points: Float64Array;
  /** four points each, from 0 */
  readonly tets: Int32Array;
  /** at each point, in any unit: the largest value becomes 1 */
  readonly values?: Float64Array;
}

/** Cells below this part of the cube of their longest edge are flat. */
const FLAT = 1e-9;
/** Part of the size of the shape by which its surface and that of the cells may differ. */
const FITS = 0.02;

export function givenMesh(mesh: PreparedMesh, given: GivenTets): CellMesh {
  const { centre } = mesh;
  const count = given.points.length / 3;
  const points = given.points.map((x, i) => x - centre[i % 3]);
  const place = (v: number): string => [0, 1, 2].map((k) => given.points[3 * v + k].toPrecision(3)).join(', ');
  const tets = given.tets.slice();
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * tets[t + k]);
    const volume = signedVolume(points, a, points, b, points, c, points, d);
    const size = longest(points, [a, b, c, d]);
    if (!(Math.abs(volume) > FLAT * size * size * size)) {
      throw new BuildError(
        'tets-flat',
        `expected cells with a volume, found cell ${t / 4} near (${place(tets[t])}) m flat; mesh it anew, or delete it`,
      );
    }
  }
  const turned = turnedCells(points, tets);
  if (turned.fewer.length > 0 && turned.fewer.length < tets.length / 4) {
    const t = 4 * turned.fewer[0];
    throw new BuildError(
      'tets-inverted',
      `expected all cells turned alike, found ${turned.fewer.length} inverted, the first cell ${turned.fewer[0]} near (${place(tets[t])}) m; mesh the part anew`,
    );
  }
  const shells = boundaryShells(tets, count);
  checkFit(mesh, points, shells.of);
  const { of: shell, cavity } = findCavities(points, shells);
  const fixed = new Float64Array(count).fill(Number.NaN);
  for (let v = 0; v < count; v++) if (shell[v] >= 0) fixed[v] = cavity[shell[v]] ? 1 : 0;
  for (let t = 0; t < tets.length; t += 4) {
    let outer = 0;
    for (let k = 0; k < 4; k++) if (fixed[tets[t + k]] === 0) outer++;
    if (outer === 4) {
      throw new BuildError(
        'tets-blind',
        `expected a point inside in every cell, found all four of cell ${t / 4} near (${place(tets[t])}) m on the surface, where there is no pressure; divide it, or let the mesher optimise`,
      );
    }
  }
  const extent = given.values === undefined ? solveExtent(points, tets, fixed) : takeValues(given.values, fixed, place);
  let thickness = 0;
  let where = 0;
  for (let v = 0; v < count; v++) if (extent[v] > extent[where]) where = v;
  for (let v = 0; v < count; v++) {
    if (fixed[v] !== 0) continue;
    const d = longest(points, [3 * v, 3 * where]);
    if (thickness === 0 || d < thickness) thickness = d;
  }
  return {
    points,
    tets,
    extent,
    thickness,
    deepest: thickness,
    where: [0, 1, 2].map((k) => given.points[3 * where + k]),
  };
}

function takeValues(values: Float64Array, fixed: Float64Array, place: (v: number) => string): Float64Array {
  let most = 0;
  for (const x of values) most = Math.max(most, x);
  for (let v = 0; v < values.length; v++) {
    const x = values[v];
    const fault =
      !(x >= 0) || !Number.isFinite(x)
        ? 'not negative'
        : fixed[v] === 0 && x > 1e-9 * most
          ? '0 on the surface'
          : undefined;
    if (fault === undefined) continue;
    throw new BuildError(
      'tets-values',
      `expected values that are ${fault}, found ${x.toPrecision(4)} at point ${v}, (${place(v)}) m; leave the values out and they are solved for`,
    );
  }
  if (!(most > 0)) {
    throw new BuildError(
      'tets-values',
      'expected values above 0 inside, found none; leave the values out and they are solved for',
    );
  }
  return values.map((x, v) => (fixed[v] === 0 ? 0 : x / most));
}

function longest(p: Float64Array, at: readonly number[]): number {
  let most = 0;
  for (let i = 0; i < at.length; i++) {
    for (let j = i + 1; j < at.length; j++) {
      const [x, y, z] = [0, 1, 2].map((k) => p[at[i] + k] - p[at[j] + k]);
      most = Math.max(most, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(most);
}

/** Cells of the rarer handedness. */
function turnedCells(p: Float64Array, tets: Int32Array): { fewer: number[] } {
  const sides: [number[], number[]] = [[], []];
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * tets[t + k]);
    sides[signedVolume(p, a, p, b, p, c, p, d) > 0 ? 0 : 1].push(t / 4);
  }
  return { fewer: sides[0].length < sides[1].length ? sides[0] : sides[1] };
}

/** Faces of one cell only; by point the shell it lies on, -1: inside. */
function boundaryShells(tets: Int32Array, count: number): { of: Int32Array; faces: number[] } {
  const seen = new Map<string, number[]>();
  for (let t = 0; t < tets.length; t += 4) {
    for (let k = 0; k < 4; k++) {
      const face = [0, 1, 2, 3].filter((j) => j !== k).map((j) => tets[t + j]);
      const key = face
        .slice()
        .sort((a, b) => a - b)
        .join();
      if (seen.has(key)) seen.delete(key);
      else seen.set(key, face);
    }
  }
  const parent = Int32Array.from({ length: count }, (_, i) => i);
  const root = (v: number): number => {
    let i = v;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  const of = new Int32Array(count).fill(-1);
  const faces: number[] = [];
  for (const face of seen.values()) {
    faces.push(...face);
    parent[root(face[0])] = root(face[1]);
    parent[root(face[1])] = root(face[2]);
  }
  for (const v of faces) of[v] = root(v);
  return { of, faces };
}

/** Shells inside another, whose boxes lie in its box, are cavities: the surface of a core. */
function findCavities(p: Float64Array, { of }: { of: Int32Array }): { of: Int32Array; cavity: boolean[] } {
  const index = new Map<number, number>();
  const boxes: number[][] = [];
  const shell = new Int32Array(of.length).fill(-1);
  for (let v = 0; v < of.length; v++) {
    if (of[v] < 0) continue;
    let i = index.get(of[v]);
    if (i === undefined) {
      i = boxes.length;
      index.set(of[v], i);
      boxes.push([
        Number.POSITIVE_INFINITY,
        Number.POSITIVE_INFINITY,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
      ]);
    }
    shell[v] = i;
    for (let k = 0; k < 3; k++) {
      boxes[i][k] = Math.min(boxes[i][k], p[3 * v + k]);
      boxes[i][3 + k] = Math.max(boxes[i][3 + k], p[3 * v + k]);
    }
  }
  const within = (a: number[], b: number[]): boolean => [0, 1, 2].every((k) => a[k] > b[k] && a[3 + k] < b[3 + k]);
  return { of: shell, cavity: boxes.map((box, i) => boxes.some((other, j) => j !== i && within(box, other))) };
}

/** The cells fill the shape, judged by the bounding boxes of both. */
function checkFit(mesh: PreparedMesh, points: Float64Array, shell: Int32Array): void {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let v = 0; v < shell.length; v++) {
    if (shell[v] < 0) continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points[3 * v + k]);
      high[k] = Math.max(high[k], points[3 * v + k]);
    }
  }
  const { positions: p, radius } = mesh;
  for (let k = 0; k < 3; k++) {
    let [a, b] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = k; i < p.length; i += 3) {
      a = Math.min(a, p[i]);
      b = Math.max(b, p[i]);
    }
    if (Math.abs(a - low[k]) <= FITS * radius && Math.abs(b - high[k]) <= FITS * radius) continue;
    const show = (x: number): string => (x + mesh.centre[k]).toPrecision(3);
    throw new BuildError(
      'tets-fit',
      `expected cells that fill the shape, from ${show(a)} to ${show(b)} m along ${'xyz'[k]}, found them from ${show(low[k])} to ${show(high[k])} m; give the shape the same file as its mesh, or scale both alike`,
    );
  }
}
