/**
 * Interference of two straight, endless cylinders whose axes are d apart and cross at an angle alpha.
 *
 * A slice parallel to both axes at height z above the first shows two strips of widths 2 sqrt(r1^2 - z^2) and
 * 2 sqrt(r2^2 - (d - z)^2), crossing at alpha. So, exactly,
 *   V = 4/sin(alpha) int_a^b sqrt(r1^2 - z^2) sqrt(r2^2 - (d - z)^2) dz,   a = d - r2, b = r1
 * The integrand is sqrt((z - a)(b - z)) times a smooth function: Gauss-Chebyshev of the second kind, here with 8 points
 * (rounding up to a depth of 0.5 r), and 64 for deeper ones.
 *
 * Departure from Roy 2007, eqs. 3.1-3.10: the same volume, whose nested 5-point Gauss rules are 1e-4 off. Departure from his
 * section 3.2: the projection of the overlap is no ellipse except for vanishing depth; its area is -dV/dd as long as
 * d >= max(r1, r2). His published rules stand below for comparison.
 */
import { acos, asin, cos, PI, sin } from '@hawser/engine/parts';

/** Filled by skewCylinders. */
export interface SkewOverlap {
  /** [m^3] */
  volume: number;
  /** [m^2] dV/d(depth) = -dV/dd */
  area: number;
  /** [m^3] dV/d(sin alpha) */
  volumeBySine: number;
  /** [m] of the centroid from the first axis, towards the second */
  centroid: number;
}

export function makeSkewOverlap(): SkewOverlap {
  return { volume: 0, area: 0, volumeBySine: 0, centroid: 0 };
}

interface Rule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Nodes cos(k pi/(n + 1)), weights pi/(n + 1) sin^2(k pi/(n + 1)). */
function chebyshev(n: number): Rule {
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const angle = ((k + 1) * PI) / (n + 1);
    const s = sin(angle);
    nodes[k] = cos(angle);
    weights[k] = (PI / (n + 1)) * s * s;
  }
  return { nodes, weights };
}

const SHALLOW: Rule = chebyshev(8);
const DEEP: Rule = chebyshev(64);
/** [1] depth of the smaller radius up to which 8 points give 1e-13 */
const SHALLOW_DEPTH = 0.6;

/** Radii r1, r2 and distance d of the axes [m]; sine > 0 of the angle between them. */
export function skewCylinders(out: SkewOverlap, r1: number, r2: number, d: number, sine: number): void {
  const depth = r1 + r2 - d;
  if (depth <= 0) {
    out.volume = 0;
    out.area = 0;
    out.volumeBySine = 0;
    out.centroid = r1;
    return;
  }
  if (d < Math.abs(r1 - r2)) pierced(out, r1, r2, d, sine);
  else partial(out, depth, r1, r2, d, sine);
  out.volumeBySine = -out.volume / sine;
}

function partial(out: SkewOverlap, depth: number, r1: number, r2: number, d: number, sine: number): void {
  const { nodes, weights } = depth < SHALLOW_DEPTH * Math.min(r1, r2) ? SHALLOW : DEEP;
  const half = 0.5 * depth;
  const middle = 0.5 * (d + r1 - r2);
  let sum = 0;
  let slope = 0;
  let moment = 0;
  for (let k = 0; k < nodes.length; k++) {
    const x = nodes[k];
    const z = middle + half * x;
    const p = r1 + z;
    const q = r2 + d - z;
    const g = Math.sqrt(p * q);
    const zByD = 0.5 * (1 - x); // nodes move with d
    sum += weights[k] * g;
    slope += (weights[k] * (zByD * q + p * (1 - zByD))) / (2 * g);
    moment += weights[k] * g * z;
  }
  const scale = 4 / sine;
  out.volume = scale * half * half * sum;
  out.area = scale * half * (sum - half * slope);
  out.centroid = moment / sum;
}

/** The thinner cylinder goes through the thicker one altogether: the wide strip is the smooth factor. */
function pierced(out: SkewOverlap, r1: number, r2: number, d: number, sine: number): void {
  const { nodes, weights } = DEEP;
  const first = r1 <= r2;
  const thin = first ? r1 : r2;
  const thick = first ? r2 : r1;
  let sum = 0;
  let slope = 0;
  let moment = 0;
  for (let k = 0; k < nodes.length; k++) {
    const z = first ? thin * nodes[k] : d + thin * nodes[k]; // from the first axis
    const y = first ? d - z : z; // from the axis of the thick one
    const g = Math.sqrt(thick * thick - y * y);
    sum += weights[k] * g;
    slope += (weights[k] * y) / g; // dy/dd = 1 either way
    moment += weights[k] * g * z;
  }
  const scale = (4 * thin * thin) / sine;
  out.volume = scale * sum;
  out.area = scale * slope;
  out.centroid = moment / sum;
}

/**
 * Area of the projection of the overlap along the common perpendicular [m^2]:
 *   1/sin(alpha) area{(a, b): sqrt(r1^2 - a^2) + sqrt(r2^2 - b^2) >= d}
 * Equal to `area` of skewCylinders for d >= max(r1, r2), larger below. a = a_max sin(t): trapezoid in t.
 */
export function skewProjectedArea(r1: number, r2: number, d: number, sine: number): number {
  if (d >= r1 + r2) return 0;
  const reach = d - r2;
  const largest = reach <= 0 ? r1 : Math.sqrt(r1 * r1 - reach * reach);
  const n = 400; // both ends of the quarter are square roots in a, smooth in t: error below 1e-10
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const t = ((k + 0.5) * PI) / (2 * n);
    const a = largest * sin(t);
    const rest = d - Math.sqrt(Math.max(0, r1 * r1 - a * a));
    const b = rest <= 0 ? r2 : Math.sqrt(Math.max(0, r2 * r2 - rest * rest));
    sum += b * cos(t);
  }
  return (4 * largest * sum * PI) / (2 * n * sine);
}

const X5: readonly number[] = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const W5: readonly number[] = [
  0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891,
];

/** Roy 2007, eqs. 3.1-3.10, as published: 5-point Gauss in x and, for every slice, in z. For d >= max(r1, r2). */
export function royVolume(r1: number, r2: number, d: number, sine: number): number {
  const d1 = d - r2; // eq. 3.4
  if (d1 >= r1) return 0;
  const xMax = Math.sqrt(Math.max(0, r1 * r1 - d1 * d1));
  const r2Long = r2 / sine; // major semi-axis of the cut cylinder
  let volume = 0;
  for (let i = 0; i < 5; i++) {
    const x = 0.5 * xMax * (1 + X5[i]);
    const d2 = r2 - (Math.sqrt(r1 * r1 - x * x) - d1); // eqs. 3.8, 3.9
    const zMax = r2Long * sin(acos(Math.max(-1, d2 / r2)));
    let slice = 0;
    for (let j = 0; j < 5; j++) {
      const z = 0.5 * zMax * (1 + X5[j]);
      slice += W5[j] * (r2 * cos(asin(z / r2Long)) - d2); // eqs. 3.9, 3.10
    }
    volume += W5[i] * slice * zMax; // two halves of the slice
  }
  return volume * xMax; // two halves of the volume
}

/**
 * Roy 2007, section 3.2: area of the ellipse he takes for the projection, through the point P1 of eqs. 3.13-3.14 with the
 * major semi-axis from the slice where z_max(x) = x/sin(alpha) (his fig. 3.6). Equal radii, as in his self-contact.
 */
export function royEllipseArea(r: number, d: number, alpha: number): number {
  if (d >= 2 * r) return 0;
  const sine = sin(alpha);
  const xMax = Math.sqrt(r * r - (d - r) * (d - r));
  // z_max(x) = sqrt(r^2 - d2^2)/sin(alpha) with d2 = d - sqrt(r^2 - x^2) equals x/sin(alpha) where x^2 = r^2 - (d/2)^2
  const side = Math.sqrt(r * r - 0.25 * d * d) / sine;
  const major = 2 * side * cos(0.5 * alpha); // the isosceles triangle with base angles alpha/2
  const px = (xMax / sine) * cos(0.5 * alpha);
  const py = (xMax / sine) * sin(0.5 * alpha);
  const minor = py / Math.sqrt(1 - (px * px) / (major * major));
  return PI * major * minor;
}
