/**
 * Where the joints of a chain stand: `links` + 1 points, neighbours one pitch apart. Square roots and sums only, so that the
 * bits are the same everywhere.
 */
import type { Vec3 } from '../schema/kit.ts';
import { distance } from './joints.ts';

export function straightLine(start: Vec3, direction: Vec3, pitch: number, links: number): Vec3[] {
  const [x, y, z] = unit(direction);
  return Array.from({ length: links + 1 }, (_, i): Vec3 => {
    const s = pitch * i;
    return [start[0] + s * x, start[1] + s * y, start[2] + s * z];
  });
}

/** Steps of one pitch along a line of points, each straight across corners; undefined: the line ends before the chain does. */
export function alongLine(points: readonly Vec3[], pitch: number, links: number): Vec3[] | undefined {
  const line: Vec3[] = [points[0]];
  let part = 0;
  let from = 0; // share of the part that has been walked
  while (line.length <= links) {
    const at = line[line.length - 1];
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
        if (line.length < links || Math.abs(distance(at, last) - pitch) > 1e-9 * pitch) return undefined;
        line.push(last);
      }
    }
  }
  return line;
}

/** Share of the way from p to q, past `from`, at which the sphere about `at` is left. */
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

/**
 * Equal links at rest between two points: each lies along the force in its middle, T_i = (H, V + (i + 1/2) w), where H and V
 * minimise the convex sum of |T_i| - (H X + V Z)/pitch, whose gradient is the way still missing (discrete catenary; the
 * moments about the middle of a link with equal ends of force vanish). w = 1.
 * Undefined when the ends are above each other or further apart than the chain is long.
 */
export function hangingLine(start: Vec3, end: Vec3, up: Vec3, pitch: number, links: number): Vec3[] | undefined {
  const u = unit(up);
  const way: Vec3 = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const rise = dot(way, u);
  const level: Vec3 = [way[0] - rise * u[0], way[1] - rise * u[1], way[2] - rise * u[2]];
  const run = Math.sqrt(dot(level, level));
  const length = pitch * links;
  if (run < 1e-6 * length || Math.sqrt(dot(way, way)) >= length) return undefined;
  const e = unit(level);
  const [X, Z] = [run / pitch, rise / pitch];
  let H = links;
  let V = -links / 2;
  let value = potential(H, V, X, Z, links);
  for (let k = 0; k < 200; k++) {
    const { gH, gV, hh, hv, vv } = slopes(H, V, X, Z, links);
    if (gH * gH + gV * gV < 1e-24 * links) break;
    const determinant = hh * vv - hv * hv;
    const stepH = (-vv * gH + hv * gV) / determinant;
    const stepV = (hv * gH - hh * gV) / determinant;
    const slope = stepH * gH + stepV * gV;
    let share = 1;
    let next = potential(H + stepH, V + stepV, X, Z, links);
    while (!(next <= value + 1e-4 * share * slope) && share > 1e-12) {
      share *= 0.5;
      next = potential(H + share * stepH, V + share * stepV, X, Z, links);
    }
    if (share <= 1e-12) break; // as near as numbers allow
    H += share * stepH;
    V += share * stepV;
    value = next;
  }
  const line: Vec3[] = [start];
  for (let i = 0; i < links; i++) {
    const v = V + i + 0.5;
    const size = Math.sqrt(H * H + v * v);
    const [h, z] = [(pitch * H) / size, (pitch * v) / size];
    const p = line[i];
    line.push([p[0] + h * e[0] + z * u[0], p[1] + h * e[1] + z * u[1], p[2] + h * e[2] + z * u[2]]);
  }
  return line;
}

function potential(H: number, V: number, X: number, Z: number, links: number): number {
  let sum = -H * X - V * Z;
  for (let i = 0; i < links; i++) {
    const v = V + i + 0.5;
    sum += Math.sqrt(H * H + v * v);
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

function slopes(H: number, V: number, X: number, Z: number, links: number): Slopes {
  let [gH, gV, hh, hv, vv] = [-X, -Z, 0, 0, 0];
  for (let i = 0; i < links; i++) {
    const v = V + i + 0.5;
    const size = Math.sqrt(H * H + v * v);
    const cube = size * size * size;
    gH += H / size;
    gV += v / size;
    hh += (v * v) / cube;
    hv -= (H * v) / cube;
    vv += (H * H) / cube;
  }
  return { gH, gV, hh, hv, vv };
}

export function unit(v: Vec3): Vec3 {
  const size = Math.sqrt(dot(v, v));
  return [v[0] / size, v[1] / size, v[2] / size];
}

export function dot(u: Vec3, v: Vec3): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

export function cross(u: Vec3, v: Vec3): Vec3 {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function mix(p: Vec3, q: Vec3, t: number): Vec3 {
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])];
}
