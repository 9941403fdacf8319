/**
 * Overlap of two discs, and of a disc with a half-plane: the section across two touching cables.
 *
 * With d the distance of the centres and delta = r1 + r2 - d, the chord both circles share cuts off of disc i a segment of
 * height r_i y_i, y_1 = delta (r2 + d - r1)/(2 d r1), y_2 = delta (r1 + d - r2)/(2 d r2). A segment has the area r^2 f(y),
 *   f(y) = int_0^y 2 sqrt(2 z - z^2) dz = acos(1 - y) - (1 - y) sqrt(2 y - y^2)
 * and dA/d(delta) is the length of the chord. f is summed as a series in y, because the closed form cancels: at y = 1e-6
 * it keeps 7 digits.
 */
import { acosAt, PI } from '../../math/index.ts';

/** Inputs and outputs of lensOfDiscs and segmentOfDisc; passed by value, the inputs would be boxed. */
export interface Lens {
  /** [m] radii, distance of the centres or depth */
  r1: number;
  r2: number;
  d: number;
  /** [m^2] */
  area: number;
  /** [m] length of the common chord = d(area)/d(depth) */
  chord: number;
  /** [1] d(chord)/d(depth); infinite at first touch, so capped at the value for a depth of 1e-6 of the smaller radius */
  chordSlope: number;
  /** [m] of the centroid from the first centre, towards the second */
  centroid: number;
}

export function makeLens(): Lens {
  const x = 0.5; // doubles from the start, because a field that first holds an integer changes its representation
  return { r1: x, r2: x, d: x, area: x, chord: x, chordSlope: x, centroid: x };
}

/** 2 sqrt(2) binomial(1/2, k) (-1/2)^k / (k + 3/2): the series of f(y)/y^(3/2); 18 terms leave 1e-17 at y = 0.35. */
const C0 = 1.885618083164127;
const C1 = -0.282842712474619;
const C2 = -0.02525381361380527;
const C3 = -0.004910463758239914;
const C4 = -0.0012555163018227052;
const C5 = -0.00037182598169364727;
const C6 = -0.00012084344405043537;
const C7 = -0.00004188900896706268;
const C8 = -0.000015226103588356666;
const C9 = -0.000005739999368626521;
const C10 = -0.0000022273693202170303;
const C11 = -8.848730844862203e-7;
const C12 = -3.584555319099272e-7;
const C13 = -1.4761331917510927e-7;
const C14 = -6.164726751264644e-8;
const C15 = -2.6059981266709632e-8;
const C16 = -1.1133661639393357e-8;
const C17 = -4.801280953394989e-9;
/** Beyond this value the closed form loses less than one digit. */
const SERIES_LIMIT = 0.35;
/** [1] depth over the smaller radius below which chordSlope is constant */
const SLOPE_FLOOR = 1e-6;

/** f(y): area of a circular segment of height y, in a circle of radius 1; 0 <= y <= 2. */
export function segmentArea(y: number): number {
  segment[0] = y;
  measureSegment();
  return segment[0];
}

/** height of a segment of the unit circle, then its area; a cosine on the way */
const segment = new Float64Array(2);

/** The same, in segment[0]. */
function measureSegment(): void {
  const y = segment[0];
  if (y <= 0) segment[0] = 0;
  else if (y < SERIES_LIMIT) {
    // one product a line: the formatter's way of writing Horner's scheme nests too deep to read
    let s = C15 + y * (C16 + y * C17);
    s = C12 + y * (C13 + y * (C14 + y * s));
    s = C9 + y * (C10 + y * (C11 + y * s));
    s = C6 + y * (C7 + y * (C8 + y * s));
    s = C3 + y * (C4 + y * (C5 + y * s));
    s = C0 + y * (C1 + y * (C2 + y * s));
    segment[0] = y * Math.sqrt(y) * s;
  } else if (y >= 2) segment[0] = PI;
  else {
    const x = 1 - y;
    segment[1] = x;
    acosAt(segment, 1);
    segment[0] = segment[1] - x * Math.sqrt(y * (2 - y));
  }
}

/** Discs of radii r1, r2 [m] whose centres are d >= 0 apart [m]. */
export function lensOfDiscs(out: Lens, r1: number, r2: number, d: number): void {
  out.r1 = r1;
  out.r2 = r2;
  out.d = d;
  discs(out);
}

function discs(out: Lens): void {
  const { r1, r2, d } = out;
  const depth = r1 + r2 - d;
  if (depth <= 0) {
    out.area = 0;
    out.chord = 0;
    out.chordSlope = 0;
    out.centroid = r1;
    return;
  }
  if (d <= Math.abs(r1 - r2)) {
    // one inside the other: nothing depends on the depth any more
    const inner = Math.min(r1, r2);
    out.area = PI * inner * inner;
    out.chord = 0;
    out.chordSlope = 0;
    out.centroid = r1 <= r2 ? 0 : d;
    return;
  }
  const y1 = (depth * (r2 + d - r1)) / (2 * d * r1);
  const y2 = (depth * (r1 + d - r2)) / (2 * d * r2);
  segment[0] = y2;
  measureSegment();
  const area2 = r2 * r2 * segment[0];
  segment[0] = y1;
  measureSegment();
  const area = r1 * r1 * segment[0] + area2;
  const chord = 2 * r1 * Math.sqrt(y1 * (2 - y1));
  out.area = area;
  out.chord = chord;
  // chord^2 = (delta)(2 r1 + 2 r2 - delta)(d^2 - (r1 - r2)^2)/d^2, differentiated by delta at d = r1 + r2 - delta
  const q = (r1 - r2) * (r1 - r2);
  const floor = SLOPE_FLOOR * Math.min(r1, r2);
  const e = Math.max(depth, floor);
  const dd = r1 + r2 - e;
  const p = e * (r1 + r2 + dd);
  const w = 1 - q / (dd * dd);
  out.chordSlope = (2 * dd * w - (2 * p * q) / (dd * dd * dd)) / (2 * Math.sqrt(p * w));
  // first moments of the two segments about their chord's ends cancel: what is left is d times the second segment
  out.centroid = (d * area2) / area;
}

/** A disc of radius r [m] reaching a depth [m] into a half-plane: the limit of a second disc without end. */
export function segmentOfDisc(out: Lens, r: number, depth: number): void {
  out.r1 = r;
  out.d = depth;
  findSegment(out);
}

/** The same with its present r1 and d (the depth). */
export function findSegment(out: Lens): void {
  const { r1: r, d: depth } = out;
  if (depth <= 0) {
    out.area = 0;
    out.chord = 0;
    out.chordSlope = 0;
    out.centroid = r;
    return;
  }
  const y = depth / r;
  if (y >= 2) {
    out.area = PI * r * r;
    out.chord = 0;
    out.chordSlope = 0;
    out.centroid = 0;
    return;
  }
  segment[0] = y;
  measureSegment();
  out.area = r * r * segment[0];
  const half = r * Math.sqrt(y * (2 - y));
  out.chord = 2 * half;
  const e = Math.max(y, SLOPE_FLOOR);
  out.chordSlope = (2 * (1 - e)) / Math.sqrt(e * (2 - e));
  out.centroid = (2 * half * half * half) / (3 * out.area);
}
