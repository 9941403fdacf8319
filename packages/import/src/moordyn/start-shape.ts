/**
 * Initial shape of lines without statics: each in the catenary between its own two points, as in MoorDyn, independent of its neighbours.
 * Rope that does not stretch, under its weight in water (upwards where it floats); not below the bed.
 */
import type { Vec3 } from '../mass.ts';

/** Number of points along a catenary: chords are then shorter than the arc by less than 1e-4. */
const COUNT = 80;

/** weight [N/m] in water; bed: height of the bed [m] */
export function catenary(a: Vec3, b: Vec3, length: number, weight: number, bed: number | undefined): Vec3[] {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const h = Math.hypot(dx, dy);
  const chord = Math.hypot(h, dz);
  if (length <= 1.0001 * chord || Math.abs(weight) < 1e-9) return [a, b];
  const up = weight > 0 ? 1 : -1; // a floating line is a hanging one upside down
  const local = h > 1e-3 * length ? hanging(h, up * dz, length) : folded(h, up * dz, length);
  if (bed !== undefined && up > 0 && h > 0 && local.some(([, z]) => a[2] + z < bed - 1e-3 * length)) {
    const laid = onBed(h, Math.max(0, a[2] - bed), Math.max(0, b[2] - bed), length);
    // across: to the left, seen from above
    return laid.map(([x, z, y]): Vec3 => [a[0] + (x * dx - y * dy) / h, a[1] + (x * dy + y * dx) / h, bed + z]);
  }
  return local.map(([x, z]): Vec3 => {
    const s = h > 0 ? x / h : 0;
    return [a[0] + s * dx, a[1] + s * dy, a[2] + up * z];
  });
}

/** From (0, 0) to (h, v): z = c cosh((x - x0)/c) + ..., with sqrt(L^2 - v^2) / h = sinh(u)/u, u = h/(2c). */
function hanging(h: number, v: number, length: number): [number, number][] {
  const ratio = Math.sqrt(length * length - v * v) / h;
  let [low, high] = [1e-9, 1];
  while (Math.sinh(high) / high < ratio && high < 300) high *= 2;
  for (let k = 0; k < 80; k++) {
    const u = 0.5 * (low + high);
    if (Math.sinh(u) / u < ratio) low = u;
    else high = u;
  }
  const c = h / (2 * low);
  const x0 = 0.5 * h - c * Math.asinh(v / (2 * c * Math.sinh(h / (2 * c))));
  const start = Math.sinh(-x0 / c);
  // even in arc length: s = c (sinh((x - x0)/c) - sinh(-x0/c))
  return Array.from({ length: COUNT + 1 }, (_, i): [number, number] => {
    const x = i === COUNT ? h : x0 + c * Math.asinh(start + (length * i) / (COUNT * c));
    return [x, c * (Math.cosh((x - x0) / c) - Math.cosh(x0 / c))];
  });
}

/** Almost vertical: down and up again. */
function folded(h: number, v: number, length: number): [number, number][] {
  const down = 0.5 * (length - v);
  return [
    [0, 0],
    [0.5 * h, -down],
    [h, v],
  ];
}

/**
 * Straight down from both ends at one slope, and along the bed between, as long as the line: heights za and zb, (za + zb)(sqrt(1 + t^2) -
 * t) = L - h with t the run for a fall of one. If it is longer than down, along and up, the excess lies in a bight to the side. Points are
 * along, up, across.
 */
function onBed(h: number, za: number, zb: number, length: number): [number, number, number][] {
  const ratio = (length - h) / (za + zb);
  if (ratio < 1) {
    const t = Math.min((1 - ratio * ratio) / (2 * ratio), h / (za + zb));
    return [
      [0, za, 0],
      [t * za, 0, 0],
      [h - t * zb, 0, 0],
      [h, zb, 0],
    ];
  }
  const half = 0.5 * (length - za - zb);
  return [
    [0, za, 0],
    [0, 0, 0],
    [0.5 * h, 0, Math.sqrt(Math.max(0, half * half - 0.25 * h * h))],
    [h, 0, 0],
    [h, zb, 0],
  ];
}
