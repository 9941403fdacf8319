/** Smallest distance of a line from itself. */
import type { Vec3 } from '../schema/kit.ts';

export interface NearTurns {
  readonly distance: number;
  /** [m] from the start */
  readonly first: number;
  readonly second: number;
}

/** Least distance between places of the line that are at least 4 diameters apart along it; looked for in steps of a third of one. */
export function closestTurns(line: readonly Vec3[], thick: number): NearTurns | undefined {
  const { points, along } = evenly(line, thick / 3);
  const cell = 2 * thick;
  const cells = new Map<string, number[]>();
  const key = (i: number, j: number, k: number): string => `${i},${j},${k}`;
  const cellOf = (p: Vec3): number[] => p.map((x) => Math.floor(x / cell));
  points.forEach((p, i) => {
    const [x, y, z] = cellOf(p);
    const at = cells.get(key(x, y, z));
    if (at) at.push(i);
    else cells.set(key(x, y, z), [i]);
  });
  let best: NearTurns | undefined;
  let least = Number.POSITIVE_INFINITY;
  points.forEach((p, i) => {
    if (i + 1 === points.length) return;
    const [x, y, z] = cellOf(p);
    for (let a = -1; a <= 1; a++) {
      for (let b = -1; b <= 1; b++) {
        for (let c = -1; c <= 1; c++) {
          for (const j of cells.get(key(x + a, y + b, z + c)) ?? []) {
            if (j + 1 >= points.length || along[j] - along[i] < 4 * thick) continue;
            const distance = between(p, points[i + 1], points[j], points[j + 1]);
            if (distance >= least) continue;
            least = distance;
            best = { distance, first: along[i], second: along[j] };
          }
        }
      }
    }
  });
  return best;
}

function evenly(line: readonly Vec3[], step: number): { points: Vec3[]; along: number[] } {
  const points: Vec3[] = [];
  const along: number[] = [];
  let s = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const [p, q] = [line[i], line[i + 1]];
    const d = [0, 1, 2].map((r) => q[r] - p[r]);
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const count = Math.max(1, Math.ceil(length / step));
    for (let k = 0; k < count; k++) {
      const t = k / count;
      points.push([p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]]);
      along.push(s + t * length);
    }
    s += length;
  }
  if (line.length > 0) {
    points.push(line[line.length - 1]);
    along.push(s);
  }
  return { points, along };
}

/** Distance of two pieces p-q and u-v: by feet on both, clamped (Ericson 2005, section 5.1.9). */
function between(p: Vec3, q: Vec3, u: Vec3, v: Vec3): number {
  let [a, e, b, c, f] = [0, 0, 0, 0, 0];
  for (let r = 0; r < 3; r++) {
    const [d1, d2, w] = [q[r] - p[r], v[r] - u[r], p[r] - u[r]];
    a += d1 * d1;
    e += d2 * d2;
    b += d1 * d2;
    c += d1 * w;
    f += d2 * w;
  }
  const clamp = (x: number): number => Math.min(1, Math.max(0, x));
  const denominator = a * e - b * b;
  let s = denominator > 1e-12 * a * e ? clamp((b * f - c * e) / denominator) : 0;
  let t = e > 0 ? (b * s + f) / e : 0;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = a > 0 ? clamp((b * t - c) / a) : 0;
  }
  let sum = 0;
  for (let r = 0; r < 3; r++) {
    const d = p[r] + s * (q[r] - p[r]) - u[r] - t * (v[r] - u[r]);
    sum += d * d;
  }
  return Math.sqrt(sum);
}
