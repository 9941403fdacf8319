/**
 * A bed given by heights on a grid of x and y: cubic in each direction between the rows, with slopes at the grid points from the parabola
 * through three neighbours (Catmull-Rom on an even grid), so that height and slope are continuous and a plane stays a plane, exactly.
 * Outside the grid the bed continues along its slope at the edge.
 */

export interface BedGridSpec {
  /** rising [m] */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** height at (x_i, y_j) at index i ny + j [m] */
  readonly z: readonly number[];
}

/** Height, its slopes by x and y, its second derivatives by xx, xy, yy. */
export type BedSample = Float64Array;

export class BedGrid {
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  /** height, slopes by x and y, mixed derivative of each grid point */
  private readonly nodes: Float64Array;

  constructor({ x, y, z }: BedGridSpec) {
    this.x = Float64Array.from(x);
    this.y = Float64Array.from(y);
    const [nx, ny] = [x.length, y.length];
    this.nodes = new Float64Array(4 * nx * ny);
    const { nodes } = this;
    for (let k = 0; k < nx * ny; k++) nodes[4 * k] = z[k];
    for (let j = 0; j < ny; j++) this.slopes(this.x, 4 * j, 4 * ny, 0, 1);
    for (let i = 0; i < nx; i++) this.slopes(this.y, 4 * i * ny, 4, 0, 2);
    for (let i = 0; i < nx; i++) this.slopes(this.y, 4 * i * ny, 4, 1, 3);
  }

  /** Slopes of the values at `of` along a row of grid points, to `to`. */
  private slopes(at: Float64Array, from: number, step: number, of: number, to: number): void {
    const { nodes } = this;
    const last = at.length - 1;
    const rise = (i: number): number =>
      (nodes[from + step * (i + 1) + of] - nodes[from + step * i + of]) / (at[i + 1] - at[i]);
    for (let i = 0; i <= last; i++) {
      let slope = rise(Math.min(i, last - 1));
      if (i > 0 && i < last) {
        const [before, after] = [at[i] - at[i - 1], at[i + 1] - at[i]];
        slope = (rise(i - 1) * after + rise(i) * before) / (before + after);
      }
      nodes[from + step * i + to] = slope;
    }
  }

  sample(out: BedSample, x: number, y: number): void {
    const { x: xs, y: ys, nodes } = this;
    const u = Math.min(Math.max(x, xs[0]), xs[xs.length - 1]);
    const v = Math.min(Math.max(y, ys[0]), ys[ys.length - 1]);
    const i = cell(xs, u);
    const j = cell(ys, v);
    const width = xs[i + 1] - xs[i];
    const depth = ys[j + 1] - ys[j];
    weights(ALONG, (u - xs[i]) / width, width);
    weights(ACROSS, (v - ys[j]) / depth, depth);
    for (let d = 0; d < 6; d++) {
      const p = 4 * BY_X[d];
      const q = 4 * BY_Y[d];
      let sum = 0;
      for (let a = 0; a < 2; a++) {
        for (let b = 0; b < 2; b++) {
          const o = 4 * ((i + a) * ys.length + j + b);
          const [f, g] = [ALONG[p + 2 * a], ALONG[p + 2 * a + 1]];
          const [r, s] = [ACROSS[q + 2 * b], ACROSS[q + 2 * b + 1]];
          sum += f * (r * nodes[o] + s * nodes[o + 2]) + g * (r * nodes[o + 1] + s * nodes[o + 3]);
        }
      }
      out[d] = sum;
    }
    if (u === x && v === y) return;
    // linear extrapolation: z + z_x dx + z_y dy + z_xy dx dy
    const [dx, dy] = [x - u, y - v];
    out[0] += out[1] * dx + out[2] * dy + out[4] * dx * dy;
    out[1] += out[4] * dy;
    out[2] += out[4] * dx;
    if (dx !== 0) out[3] = 0;
    if (dy !== 0) out[5] = 0;
  }
}

/** orders of the derivatives by x and by y: value, x, y, xx, xy, yy */
const BY_X = [0, 1, 0, 2, 1, 0];
const BY_Y = [0, 0, 1, 0, 1, 2];
/** weights of value and slope at both ends of an interval, by derivative */
const ALONG = new Float64Array(12);
const ACROSS = new Float64Array(12);

/** Cubic Hermite functions at t in 0 ... 1 of an interval of width h, and their first two derivatives. */
function weights(out: Float64Array, t: number, h: number): void {
  const s = 1 - t;
  out[0] = (1 + 2 * t) * s * s;
  out[1] = h * t * s * s;
  out[2] = t * t * (3 - 2 * t);
  out[3] = -h * t * t * s;
  out[4] = (-6 * t * s) / h;
  out[5] = s * (1 - 3 * t);
  out[6] = (6 * t * s) / h;
  out[7] = t * (3 * t - 2);
  out[8] = (12 * t - 6) / (h * h);
  out[9] = (6 * t - 4) / h;
  out[10] = (6 - 12 * t) / (h * h);
  out[11] = (6 * t - 2) / h;
}

function cell(at: Float64Array, x: number): number {
  let [low, high] = [0, at.length - 1];
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (at[mid] <= x) low = mid;
    else high = mid;
  }
  return low;
}

/** The first fault of a grid; undefined where it is valid. */
export function gridFault({ x, y, z }: BedGridSpec): string | undefined {
  for (const [name, at] of [
    ['x', x],
    ['y', y],
  ] as const) {
    if (at.length < 2) return `at least 2 values of ${name}, found ${at.length}`;
    for (let i = 0; i < at.length; i++) {
      if (!Number.isFinite(at[i])) return `finite numbers, found ${at[i]} among ${name}`;
      if (i > 0 && !(at[i] > at[i - 1])) return `rising values of ${name}, found ${at[i]} after ${at[i - 1]}`;
    }
  }
  if (z.length !== x.length * y.length) return `${x.length} x ${y.length} heights, found ${z.length}`;
  const bad = z.find((each) => !Number.isFinite(each));
  return bad === undefined ? undefined : `finite heights, found ${bad}`;
}
