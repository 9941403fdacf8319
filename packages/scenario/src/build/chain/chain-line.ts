/**
 * Positions of the joints of a chain: one more than links, with the distance of a link's pitch between neighbours. Only square roots and
 * sums are used, so that the bits are the same everywhere.
 */
import type { Vec3 } from '../../schema/kit.ts';
import { distance, dot, unit } from '../vectors.ts';

export function straightLine(start: Vec3, direction: Vec3, pitches: readonly number[]): Vec3[] {
  const [x, y, z] = unit(direction);
  let s = 0;
  return [0, ...pitches].map((pitch): Vec3 => {
    s += pitch;
    return [start[0] + s * x, start[1] + s * y, start[2] + s * z];
  });
}

/** Steps of a pitch along a line of points, each straight across corners; undefined: the line ends before the chain does. */
export function alongLine(points: readonly Vec3[], pitches: readonly number[]): Vec3[] | undefined {
  const line: Vec3[] = [points[0]];
  let part = 0;
  let from = 0; // share of the part that has been walked
  while (line.length <= pitches.length) {
    const at = line[line.length - 1];
    const pitch = pitches[line.length - 1];
    const t = leaves(at, points[part], points[part + 1], pitch, from);
    if (t !== undefined) {
      line.push(mix(points[part], points[part + 1], t));
      from = t;
    } else {
      part++;
      from = 0;
      if (part >= points.length - 1) {
        // rounding of the last step
        const last = points[points.length - 1];
        if (line.length < pitches.length || Math.abs(distance(at, last) - pitch) > 1e-9 * pitch) return undefined;
        line.push(last);
      }
    }
  }
  return line;
}

/** Part of the distance from p to q, beyond `from`, at which the line leaves the sphere about `at`. */
function leaves(at: Vec3, p: Vec3, q: Vec3, radius: number, from: number): number | undefined {
  const [dx, dy, dz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [px, py, pz] = [p[0] - at[0], p[1] - at[1], p[2] - at[2]];
  const a = dx * dx + dy * dy + dz * dz;
  const b = px * dx + py * dy + pz * dz;
  const c = px * px + py * py + pz * pz - radius * radius;
  const root = b * b - a * c;
  if (a === 0 || root < 0) return undefined;
  const t = (-b + Math.sqrt(root)) / a;
  return t > from && t <= 1 ? t : undefined;
}

/** A link as it hangs: pitch [m], and weight of any unit. */
export interface HangingLink {
  readonly pitch: number;
  readonly mass: number;
}

/**
 * Links at rest between two points: each lies along the force in its middle, T_i = (H, V + weight before it + w_i/2), where H and V
 * minimise the convex sum of p_i |T_i| - (H X + V Z), whose gradient is the remaining distance (discrete catenary; each link is in moment
 * balance about its middle). Lengths in mean pitches, weights in mean weights. Undefined when one end is above the other, or their distance
 * exceeds the length of the chain.
 */
export function hangingLine(start: Vec3, end: Vec3, up: Vec3, links: readonly HangingLink[]): Vec3[] | undefined {
  const u = unit(up);
  const way: Vec3 = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const rise = dot(way, u);
  const level: Vec3 = [way[0] - rise * u[0], way[1] - rise * u[1], way[2] - rise * u[2]];
  const run = Math.sqrt(dot(level, level));
  const length = links.reduce((sum, { pitch }) => sum + pitch, 0);
  if (run < 1e-6 * length || Math.sqrt(dot(way, way)) >= length) return undefined;
  const e = unit(level);
  const n = links.length;
  const pitch = length / n;
  const mass = links.reduce((sum, one) => sum + one.mass, 0) / n;
  let weight = 0;
  const hung = links.map((one) => {
    weight += one.mass / mass;
    return { p: one.pitch / pitch, before: weight - 0.5 * (one.mass / mass) };
  });
  const [X, Z] = [run / pitch, rise / pitch];
  let H = n;
  let V = -n / 2;
  let value = potential(H, V, X, Z, hung);
  for (let k = 0; k < 200; k++) {
    const { gH, gV, hh, hv, vv } = slopes(H, V, X, Z, hung);
    if (gH * gH + gV * gV < 1e-24 * n) break;
    const determinant = hh * vv - hv * hv;
    const stepH = (-vv * gH + hv * gV) / determinant;
    const stepV = (hv * gH - hh * gV) / determinant;
    const slope = stepH * gH + stepV * gV;
    let share = 1;
    let next = potential(H + stepH, V + stepV, X, Z, hung);
    while (!(next <= value + 1e-4 * share * slope) && share > 1e-12) {
      share *= 0.5;
      next = potential(H + share * stepH, V + share * stepV, X, Z, hung);
    }
    if (share <= 1e-12) break; // as near as numbers allow
    H += share * stepH;
    V += share * stepV;
    value = next;
  }
  const line: Vec3[] = [start];
  for (let i = 0; i < n; i++) {
    const v = V + hung[i].before;
    const size = Math.sqrt(H * H + v * v);
    const [h, z] = [(links[i].pitch * H) / size, (links[i].pitch * v) / size];
    const p = line[i];
    line.push([p[0] + h * e[0] + z * u[0], p[1] + h * e[1] + z * u[1], p[2] + h * e[2] + z * u[2]]);
  }
  return line;
}

/** Pitch, and weight up to the middle of the link, in those of the mean link. */
interface Hung {
  readonly p: number;
  readonly before: number;
}

function potential(H: number, V: number, X: number, Z: number, hung: readonly Hung[]): number {
  let sum = -H * X - V * Z;
  for (const { p, before } of hung) {
    const v = V + before;
    sum += p * Math.sqrt(H * H + v * v);
  }
  return sum;
}

interface Slopes {
  readonly gH: number;
  readonly gV: number;
  readonly hh: number;
  readonly hv: number;
  readonly vv: number;
}

function slopes(H: number, V: number, X: number, Z: number, hung: readonly Hung[]): Slopes {
  let [gH, gV, hh, hv, vv] = [-X, -Z, 0, 0, 0];
  for (const { p, before } of hung) {
    const v = V + before;
    const size = Math.sqrt(H * H + v * v);
    const cube = (size * size * size) / p;
    gH += (p * H) / size;
    gV += (p * v) / size;
    hh += (v * v) / cube;
    hv -= (H * v) / cube;
    vv += (H * H) / cube;
  }
  return { gH, gV, hh, hv, vv };
}

function mix(p: Vec3, q: Vec3, t: number): Vec3 {
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])];
}
