/**
 * The seabed of a scenario: flat, or heights on a grid, from a table of x, y, z or from a mesh sampled from above. Cables lie on it; a body
 * whose solid is the bed has the same heights as a closed mesh, for contact with other bodies.
 */
import { type BedGridSpec, gridFault, type TriangleMesh } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import { converted } from './functions.ts';

export interface Bed {
  /** height of a flat bed, or offset of the heights of the grid [m] */
  readonly height: number;
  readonly grid?: BedGridSpec;
}

const PATH: Path = ['environment', 'seabed'];
/** A grid of more points than this would take gigabytes. */
const MOST_POINTS = 4e6;
/** Default number of samples of a mesh along the longer side of its outline. */
const ALONG = 200;

const known = new WeakMap<Context, Bed | null>();

/** Undefined where the scenario has none, or one that cannot be built (reported once). */
export function bedOf(context: Context): Bed | undefined {
  const found = known.get(context);
  if (found !== undefined) return found ?? undefined;
  const bed = buildBed(context);
  known.set(context, bed ?? null);
  return bed;
}

function buildBed(context: Context): Bed | undefined {
  const { seabed } = context.scenario.environment;
  if (seabed === undefined) return undefined;
  const { height, table, mesh, spacing } = seabed;
  if (table !== undefined && mesh !== undefined) {
    context.wrong('value', [...PATH, 'mesh'], { expected: 'a table or a mesh of the seabed', found: 'both' });
    return undefined;
  }
  if (spacing !== undefined && mesh === undefined)
    context.wrong('value', [...PATH, 'spacing'], { expected: '"spacing" beside a mesh only', found: `${spacing} m` });
  if (table === undefined && mesh === undefined) {
    if (height !== undefined) return { height };
    context.wrong('value', PATH, { expected: 'the height of a flat bed, a table or a mesh', found: 'neither' });
    return undefined;
  }
  const grid = table === undefined ? gridOfMesh(context, mesh ?? '', spacing) : gridOfTable(context, table);
  return grid && { height: height ?? 0, grid };
}

/** Rows x, y, z of a full grid, in any order. */
function gridOfTable(context: Context, file: string): BedGridSpec | undefined {
  const path = [...PATH, 'table'];
  const table = context.table(file, path);
  if (table === undefined) return undefined;
  const wrong = (expected: string, found: string, hint?: string): undefined => {
    context.wrong('asset', path, { expected, found, ...(hint !== undefined && { hint }) });
    return undefined;
  };
  const columns: number[][] = [];
  for (const name of ['x', 'y', 'z']) {
    const at = table.names.indexOf(name);
    if (at < 0) return wrong('columns named x, y and z', `${table.names.join(', ')} in ${file}`);
    const values = converted(context, table, at, undefined, 'length', path);
    if (values === undefined) return undefined;
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) return wrong('finite numbers', `${values[bad]} in column "${name}", data row ${bad + 1} of ${file}`);
    columns.push(values);
  }
  const [xs, ys, zs] = columns;
  const x = distinct(xs);
  const y = distinct(ys);
  if (x.length < 2 || y.length < 2)
    return wrong('at least 2 different values of x and of y', `${x.length} and ${y.length} in ${file}`);
  if (x.length * y.length > Math.max(MOST_POINTS, 2 * xs.length))
    return wrong(
      'a full grid: every x with every y',
      `${xs.length} rows with ${x.length} different x and ${y.length} different y in ${file}`,
      'sample scattered soundings on a grid first',
    );
  const placeX = new Map(x.map((value, i) => [value, i]));
  const placeY = new Map(y.map((value, j) => [value, j]));
  const z = new Array<number>(x.length * y.length).fill(Number.NaN);
  for (let row = 0; row < xs.length; row++) {
    const at = (placeX.get(xs[row]) ?? 0) * y.length + (placeY.get(ys[row]) ?? 0);
    if (!Number.isNaN(z[at]))
      return wrong('every point once', `x ${xs[row]}, y ${ys[row]} again in data row ${row + 1}`);
    z[at] = zs[row];
  }
  const missing = z.findIndex(Number.isNaN);
  if (missing >= 0) {
    const [i, j] = [Math.floor(missing / y.length), missing % y.length];
    return wrong(
      'a full grid: every x with every y',
      `no row with x ${x[i]}, y ${y[j]} in ${file}`,
      'sample scattered soundings on a grid first',
    );
  }
  const grid = { x, y, z };
  const fault = gridFault(grid);
  return fault === undefined ? grid : wrong('a grid of heights', fault);
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Heights of the uppermost surface of a mesh. */
function gridOfMesh(context: Context, file: string, given: number | undefined): BedGridSpec | undefined {
  const path = [...PATH, 'mesh'];
  const mesh = context.mesh(file, path);
  if (mesh === undefined) return undefined;
  const { positions: p, triangles } = mesh;
  const low = [0, 1].map((axis) => extreme(p, axis, Math.min));
  const high = [0, 1].map((axis) => extreme(p, axis, Math.max));
  const size = [high[0] - low[0], high[1] - low[1]];
  if (!(size[0] > 0 && size[1] > 0 && size[0] + size[1] < Number.POSITIVE_INFINITY)) {
    context.wrong('asset', path, {
      expected: 'a surface with a length and a width',
      found: `${size.join(' x ')} m in ${file}`,
    });
    return undefined;
  }
  const spacing = given ?? Math.max(...size) / ALONG;
  const [nx, ny] = size.map((s) => Math.max(2, Math.round(s / spacing) + 1));
  if (nx * ny > MOST_POINTS) {
    context.wrong('value', given === undefined ? path : [...PATH, 'spacing'], {
      expected: `at most ${MOST_POINTS} points`,
      found: `${nx} x ${ny} points, ${spacing} m apart`,
      hint: 'give a larger spacing',
    });
    return undefined;
  }
  const line = (n: number, axis: number): number[] =>
    Array.from({ length: n }, (_, i) => (i === n - 1 ? high[axis] : low[axis] + (size[axis] * i) / (n - 1)));
  const [x, y] = [line(nx, 0), line(ny, 1)];
  const z = new Array<number>(nx * ny).fill(Number.NEGATIVE_INFINITY);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    raise(z, x, y, [p[a], p[a + 1], p[a + 2]], [p[b], p[b + 1], p[b + 2]], [p[c], p[c + 1], p[c + 2]]);
  }
  const hole = z.indexOf(Number.NEGATIVE_INFINITY);
  if (hole >= 0) {
    context.wrong('asset', path, {
      expected: 'a surface that covers the whole of the rectangle around it, along x and y',
      found: `nothing at x ${x[Math.floor(hole / ny)]} m, y ${y[hole % ny]} m in ${file}`,
      hint: 'trim the mesh to a rectangle, or give a table of heights',
    });
    return undefined;
  }
  return { x, y, z };
}

function extreme(values: ArrayLike<number>, axis: number, pick: (a: number, b: number) => number): number {
  let best = values[axis];
  for (let i = axis + 3; i < values.length; i += 3) best = pick(best, values[i]);
  return best;
}

type Corner = readonly [number, number, number];

/** Raises the grid points inside a triangle, seen from above, to its height. */
function raise(z: number[], x: readonly number[], y: readonly number[], a: Corner, b: Corner, c: Corner): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const reach = Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - a[0], c[1] - a[1]);
  if (!(Math.abs(area) > 1e-12 * reach * reach)) return; // upright
  const first = at(x, Math.min(a[0], b[0], c[0]));
  const last = at(x, Math.max(a[0], b[0], c[0])) + 1;
  const begin = at(y, Math.min(a[1], b[1], c[1]));
  const end = at(y, Math.max(a[1], b[1], c[1])) + 1;
  for (let i = first; i <= Math.min(last, x.length - 1); i++) {
    for (let j = begin; j <= Math.min(end, y.length - 1); j++) {
      const [dx, dy] = [x[i] - a[0], y[j] - a[1]];
      const v = (dx * (c[1] - a[1]) - dy * (c[0] - a[0])) / area;
      const w = ((b[0] - a[0]) * dy - (b[1] - a[1]) * dx) / area;
      if (v < -ROUNDING || w < -ROUNDING || v + w > 1 + ROUNDING) continue;
      const height = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
      const k = i * y.length + j;
      if (height > z[k]) z[k] = height;
    }
  }
}

/** Points on the edge of two triangles belong to one of them at least. */
const ROUNDING = 1e-9;

/** The last index of an evenly spaced row whose coordinate is at most a value. */
function at(row: readonly number[], value: number): number {
  const step = (row[row.length - 1] - row[0]) / (row.length - 1);
  return Math.min(Math.max(0, Math.floor((value - row[0]) / step)), row.length - 1);
}

/** The bed as a closed mesh down to `below` under its lowest point: linear between grid points, where cables use a cubic. */
export function bedMesh({ height, grid }: Bed, below: number): TriangleMesh | undefined {
  if (grid === undefined) return undefined;
  const { x, y, z } = grid;
  const [nx, ny] = [x.length, y.length];
  const rim: number[] = [];
  for (let i = 0; i < nx; i++) rim.push(i * ny);
  for (let j = 1; j < ny; j++) rim.push((nx - 1) * ny + j);
  for (let i = nx - 2; i >= 0; i--) rim.push(i * ny + ny - 1);
  for (let j = ny - 2; j > 0; j--) rim.push(j);
  const floor = z.reduce((least, each) => Math.min(least, each), z[0]) + height - below;
  const count = nx * ny;
  const positions = new Float64Array(3 * (count + rim.length + 1));
  for (let k = 0; k < count; k++) positions.set([x[Math.floor(k / ny)], y[k % ny], z[k] + height], 3 * k);
  for (let r = 0; r < rim.length; r++)
    positions.set([positions[3 * rim[r]], positions[3 * rim[r] + 1], floor], 3 * (count + r));
  const middle = count + rim.length;
  positions.set([0.5 * (x[0] + x[nx - 1]), 0.5 * (y[0] + y[ny - 1]), floor], 3 * middle);
  const triangles: number[] = [];
  for (let i = 0; i + 1 < nx; i++) {
    for (let j = 0; j + 1 < ny; j++) {
      const [a, b] = [i * ny + j, (i + 1) * ny + j];
      triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  for (let r = 0; r < rim.length; r++) {
    const next = (r + 1) % rim.length;
    const [a, b, c, d] = [rim[r], rim[next], count + r, count + next];
    triangles.push(a, c, d, a, d, b, middle, d, c);
  }
  return { positions, triangles: Int32Array.from(triangles) };
}
