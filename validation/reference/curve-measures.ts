/** Frame, curvature, lengths and nearest points of a cable's spline. */
import type { CableSpline, CurvePoint } from '@hawser/engine/parts';

/** Tangent, normal (towards the centre of curvature), binormal; curvature [1/m] and stretch |r'|. */
export interface CurveFrame {
  readonly axes: Float64Array;
  curvature: number;
  stretch: number;
}

export function makeFrame(): CurveFrame {
  return { axes: new Float64Array(9), curvature: 0, stretch: 1 };
}

const d = new Float64Array(6);

/** curvature = |r' x r''|/|r'|^3. Where the curve is straight the normal is any vector across it. */
export function curveFrame(out: CurveFrame, spline: CableSpline, m: number, u: number): void {
  spline.derivatives(d, 0, m, u);
  const a = out.axes;
  const stretch = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const tx = d[0] / stretch;
  const ty = d[1] / stretch;
  const tz = d[2] / stretch;
  let bx = ty * d[5] - tz * d[4];
  let by = tz * d[3] - tx * d[5];
  let bz = tx * d[4] - ty * d[3];
  const size = Math.sqrt(bx * bx + by * by + bz * bz);
  out.stretch = stretch;
  out.curvature = size / (stretch * stretch);
  if (size > 1e-12) {
    bx /= size;
    by /= size;
    bz /= size;
  } else {
    // across the smallest component of t
    const x = Math.abs(tx) <= Math.abs(ty) && Math.abs(tx) <= Math.abs(tz) ? 1 : 0;
    const y = x === 0 && Math.abs(ty) <= Math.abs(tz) ? 1 : 0;
    const z = 1 - x - y;
    bx = ty * z - tz * y;
    by = tz * x - tx * z;
    bz = tx * y - ty * x;
    const n = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
    bx *= n;
    by *= n;
    bz *= n;
  }
  a[0] = tx;
  a[1] = ty;
  a[2] = tz;
  a[3] = by * tz - bz * ty;
  a[4] = bz * tx - bx * tz;
  a[5] = bx * ty - by * tx;
  a[6] = bx;
  a[7] = by;
  a[8] = bz;
}

// Gauss, five points on [0, 1]
const POINTS = [0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415, 0.953089922969332];
const WEIGHTS = [0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832, 0.1184634425280945];

/** Length of element m between u0 and u1 as it is now, by five Gauss points: 1e-9 of it for a turn of 0.5 rad. */
export function arcLength(spline: CableSpline, m: number, u0: number, u1: number): number {
  let sum = 0;
  for (let k = 0; k < 5; k++) {
    spline.derivatives(d, 0, m, u0 + (u1 - u0) * POINTS[k]);
    sum += WEIGHTS[k] * Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }
  return (u1 - u0) * spline.lengths[m] * sum;
}

const p = new Float64Array(3);

/**
 * The point of the curve nearest to (x, y, z), to rounding; returns the distance. Elements whose chord, less the bulge, is
 * farther than the best so far are passed over, so every minimum that could be nearest is looked at.
 */
export function nearestPoint(out: CurvePoint, spline: CableSpline, x: number, y: number, z: number): number {
  let best = Number.POSITIVE_INFINITY;
  out.element = 0;
  out.u = 0;
  for (let pass = 0; pass < 2; pass++) {
    // first the nearest chord alone, for a bound; then all that may be nearer
    let nearest = Number.POSITIVE_INFINITY;
    let first = 0;
    for (let m = 0; m < spline.count - 1; m++) {
      const chord = chordDistance(spline, m, x, y, z);
      if (pass === 0) {
        if (chord < nearest) {
          nearest = chord;
          first = m;
        }
      } else if (chord - spline.bulge(m) < best) best = refine(out, spline, m, x, y, z, best);
    }
    if (pass === 0) best = refine(out, spline, first, x, y, z, best);
  }
  return best;
}

function chordDistance(spline: CableSpline, m: number, x: number, y: number, z: number): number {
  const n = spline.nodes;
  const i = 3 * m;
  const ex = n[i + 3] - n[i];
  const ey = n[i + 4] - n[i + 1];
  const ez = n[i + 5] - n[i + 2];
  const ax = x - n[i];
  const ay = y - n[i + 1];
  const az = z - n[i + 2];
  const square = ex * ex + ey * ey + ez * ez;
  const s = square > 0 ? Math.min(1, Math.max(0, (ax * ex + ay * ey + az * ez) / square)) : 0;
  const dx = ax - s * ex;
  const dy = ay - s * ey;
  const dz = az - s * ez;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Three starts in an element, each followed by Newton on half the squared distance, kept inside by halving. */
function refine(
  out: CurvePoint,
  spline: CableSpline,
  m: number,
  x: number,
  y: number,
  z: number,
  bestSoFar: number,
): number {
  let best = bestSoFar;
  const L = spline.lengths[m];
  for (let start = 0; start < 3; start++) {
    let low = start / 3;
    let high = (start + 1) / 3;
    let u = 0.5 * (low + high);
    for (let k = 0; k < 60; k++) {
      spline.point(p, 0, m, u);
      spline.derivatives(d, 0, m, u);
      const dx = p[0] - x;
      const dy = p[1] - y;
      const dz = p[2] - z;
      const slope = L * (d[0] * dx + d[1] * dy + d[2] * dz);
      const curve = L * L * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * dx + d[4] * dy + d[5] * dz);
      if (slope > 0) high = u;
      else low = u;
      let next = curve > 0 ? u - slope / curve : 0.5 * (low + high);
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (Math.abs(next - u) < 1e-15) break;
      u = next;
    }
    best = keep(out, spline, m, u, x, y, z, best);
  }
  best = keep(out, spline, m, 0, x, y, z, best);
  return keep(out, spline, m, 1, x, y, z, best);
}

function keep(
  out: CurvePoint,
  spline: CableSpline,
  m: number,
  u: number,
  x: number,
  y: number,
  z: number,
  best: number,
): number {
  spline.point(p, 0, m, u);
  const dx = p[0] - x;
  const dy = p[1] - y;
  const dz = p[2] - z;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(distance < best)) return best;
  out.element = m;
  out.u = u;
  return distance;
}
