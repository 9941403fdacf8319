/**
 * Finds the intervals of p .. q on element a where element b is closer than a reach R. G(u) = D(u)^2 - R^2 with D the distance of P(u) from
 * its foot. Its slope and curvature come with every foot, so roots and extremes are found by Newton in a bracket.
 *
 * The stretch is sampled at its ends, at the closest point of the chords, and half way between. Between samples G is assumed to have at
 * most one extreme: the pieces of CableCurves turn by at most 0.6 rad, and at contact distance D^2 is then nearly a parabola where strands
 * cross. For parallel strands it is not.
 */
import {
  COARSE,
  FOOT_CURVATURE,
  FOOT_D2,
  FOOT_FROM,
  FOOT_GUESS,
  FOOT_RATE,
  FOOT_SLOPE,
  FOOT_STRIDE,
  FOOT_TO,
  FOOT_TOLERANCE,
  FOOT_U,
  FOOT_W,
  nearestOnElement,
} from './foot.ts';

/** up to five samples, each gap can add one interval and close another */
export const MAX_INTERVALS = 6;

/** Inputs of contactIntervals: the range of a, that of b, the closest places of the chords on both, and R^2. */
export const SPAN_P = 0;
export const SPAN_Q = 1;
export const SPAN_B0 = 2;
export const SPAN_B1 = 3;
export const SPAN_U = 4;
export const SPAN_W = 5;
export const SPAN_REACH2 = 6;
export const SPAN_STRIDE = 7;

const foot = new Float64Array(FOOT_STRIDE);
/** one sample: u, G, slope, foot, rate of the foot */
const SAMPLE = 5;
/** left end, middle, right end, one between each, and an extreme between two of them */
const samples = new Float64Array(6 * SAMPLE + 1);
const LAST = 4 * SAMPLE;
const EXTREME = 5 * SAMPLE;
/** R^2, for all of them */
const REACH2 = 6 * SAMPLE;
/** Parallel strands may be closer between samples than their slopes predict, by less than this part of R^2. */
const NEAR = 0.1;

/**
 * Is b out of reach everywhere on p .. q of a, by a separating plane or by the parabola of D^2 at the closest point of the chords? Most
 * pairs that come this far do not touch; this test saves the rest of the work.
 */
export function outOfReach(span: Float64Array, c: Float64Array, oa: number, ob: number): boolean {
  if (planeBetween(span, c, oa, ob)) return true;
  samples[REACH2] = span[SPAN_REACH2];
  foot[FOOT_FROM] = span[SPAN_B0];
  foot[FOOT_TO] = span[SPAN_B1];
  foot[FOOT_TOLERANCE] = COARSE;
  foot[FOOT_U] = span[SPAN_U];
  foot[FOOT_GUESS] = span[SPAN_W];
  nearestOnElement(foot, c, oa, ob);
  span[SPAN_W] = foot[FOOT_W];
  return clearOf(span[SPAN_P] - span[SPAN_U], span[SPAN_Q] - span[SPAN_U]);
}

/** Writes [from, to] pairs in u to `out`, ascending, and returns their number. Elements at offsets oa, ob of c, after outOfReach. */
export function contactIntervals(
  out: Float64Array,
  span: Float64Array,
  c: Float64Array,
  oa: number,
  ob: number,
): number {
  const p = span[SPAN_P];
  const q = span[SPAN_Q];
  samples[REACH2] = span[SPAN_REACH2];
  foot[FOOT_FROM] = span[SPAN_B0];
  foot[FOOT_TO] = span[SPAN_B1];
  foot[FOOT_TOLERANCE] = COARSE;
  // the middle first: its foot and rate start the others
  const closest = span[SPAN_U];
  const inside = closest > p + 1e-3 * (q - p) && closest < q - 1e-3 * (q - p);
  const middle = inside ? closest : 0.5 * (p + q);
  if (foot[FOOT_U] !== middle) {
    // otherwise it is the one found by outOfReach
    foot[FOOT_U] = middle;
    foot[FOOT_GUESS] = span[SPAN_W];
    nearestOnElement(foot, c, oa, ob);
  }
  keep(2 * SAMPLE);
  const w = foot[FOOT_W];
  const rate = foot[FOOT_RATE];
  foot[FOOT_U] = p;
  foot[FOOT_GUESS] = w + rate * (p - middle);
  nearestOnElement(foot, c, oa, ob);
  keep(0);
  foot[FOOT_U] = q;
  foot[FOOT_GUESS] = w + rate * (q - middle);
  nearestOnElement(foot, c, oa, ob);
  keep(LAST);
  for (let k = 0; k < 2; k++) {
    // strands side by side wind about each other
    const from = 2 * k * SAMPLE;
    const half = 0.5 * (samples[from + 2 * SAMPLE] - samples[from]);
    foot[FOOT_U] = samples[from] + half;
    foot[FOOT_GUESS] = samples[from + 3] + samples[from + 4] * half;
    nearestOnElement(foot, c, oa, ob);
    keep(from + SAMPLE);
  }

  let n = 0;
  let open = p; // start of the interval being written
  for (let a = 0; a < LAST; a += SAMPLE) {
    const b = a + SAMPLE;
    const ga = samples[a + 1];
    const gb = samples[b + 1];
    if (ga < 0 !== gb < 0) {
      const x = root(a, b, c, oa, ob);
      if (ga < 0) {
        out[2 * n] = open;
        out[2 * n + 1] = x;
        n++;
      } else open = x;
      continue;
    }
    // both in contact with a maximum between them, or both clear with a minimum
    const outwards = ga < 0 ? 1 : -1;
    const sa = samples[a + 2];
    const sb = samples[b + 2];
    if (!(outwards * sa > 0 && outwards * sb < 0)) continue;
    // a parabola stays on this side of the intersection of the two tangents
    const meet = (gb - ga + sa * samples[a] - sb * samples[b]) / (sa - sb);
    const bound = ga + sa * (meet - samples[a]);
    const shallow = 0.5 * (ga > gb ? ga : gb); // for a maximum: half of the shallower end's G
    if (ga < 0 ? bound <= shallow : bound >= NEAR * samples[REACH2]) continue;
    turning(a, b, c, oa, ob);
    const top = samples[EXTREME + 1];
    if (ga < 0 && top <= 0) {
      // divide where contact is about to separate, so that nothing jumps then
      if (top <= shallow) continue;
      out[2 * n] = open;
      out[2 * n + 1] = samples[EXTREME];
      n++;
      open = samples[EXTREME];
      continue;
    }
    if (ga >= 0 && top >= 0) continue;
    const x = root(a, EXTREME, c, oa, ob);
    const y = root(EXTREME, b, c, oa, ob);
    out[2 * n] = ga < 0 ? open : x;
    out[2 * n + 1] = ga < 0 ? x : y;
    n++;
    if (ga < 0) open = y;
  }
  if (samples[LAST + 1] < 0) {
    out[2 * n] = open;
    out[2 * n + 1] = q;
    n++;
  }
  return n;
}

/** Are both elements, by their Bezier points, further apart than R along the line through the closest places of their chords? */
function planeBetween(span: Float64Array, c: Float64Array, oa: number, ob: number): boolean {
  const u = span[SPAN_U];
  const w = span[SPAN_W];
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  let n2 = 0;
  for (let k = 0, o = oa, q = ob; k < 3; k++, o += 4, q += 4) {
    const n =
      c[q] + w * (c[q + 1] + w * (c[q + 2] + w * c[q + 3])) - (c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])));
    n2 += n * n;
    a0 += n * c[o];
    a1 += n * c[o + 1];
    a2 += n * c[o + 2];
    a3 += n * c[o + 3];
    b0 += n * c[q];
    b1 += n * c[q + 1];
    b2 += n * c[q + 2];
    b3 += n * c[q + 3];
  }
  const high = Math.max(a0, a0 + a1 / 3, a0 + (2 * a1 + a2) / 3, a0 + a1 + a2 + a3);
  const low = Math.min(b0, b0 + b1 / 3, b0 + (2 * b1 + b2) / 3, b0 + b1 + b2 + b3);
  // with a margin for rounding
  return low > high && (low - high) * (low - high) > 1.000001 * n2 * span[SPAN_REACH2];
}

/** Does the parabola of D^2 at the foot just found stay above 1.25 R^2 from `low` to `high`? The quarter covers the terms left out. */
function clearOf(low: number, high: number): boolean {
  const slope = foot[FOOT_SLOPE];
  const curvature = foot[FOOT_CURVATURE];
  const d2 = foot[FOOT_D2];
  const limit = 1.25 * samples[REACH2];
  if (d2 + low * (slope + 0.5 * curvature * low) <= limit) return false;
  if (d2 + high * (slope + 0.5 * curvature * high) <= limit) return false;
  const lowest = -slope / curvature;
  if (!(curvature > 0 && lowest > low && lowest < high)) return true;
  return d2 - (0.5 * slope * slope) / curvature > limit;
}

/** The foot just found becomes a sample. */
function keep(at: number): void {
  samples[at] = foot[FOOT_U];
  samples[at + 1] = foot[FOOT_D2] - samples[REACH2];
  samples[at + 2] = foot[FOOT_SLOPE];
  samples[at + 3] = foot[FOOT_W];
  samples[at + 4] = foot[FOOT_RATE];
}

/** The extreme of G between samples a and b, whose slopes differ in sign, becomes the fourth sample. */
function turning(a: number, b: number, c: Float64Array, oa: number, ob: number): void {
  const sa = samples[a + 2];
  let low = samples[a];
  let high = samples[b];
  const width = high - low;
  let u = low + (width * sa) / (sa - samples[b + 2]);
  let w = samples[a + 3] + samples[a + 4] * (u - low);
  for (let k = 0; k < 30; k++) {
    foot[FOOT_U] = u;
    foot[FOOT_GUESS] = w;
    nearestOnElement(foot, c, oa, ob);
    const slope = foot[FOOT_SLOPE];
    if (slope > 0 === sa > 0) low = u;
    else high = u;
    let next = u - slope / foot[FOOT_CURVATURE];
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    // an error e of the place is e^2 in G
    if (Math.abs(next - u) <= 1e-5 * width) break;
    w = foot[FOOT_W] + foot[FOOT_RATE] * (next - u);
    u = next;
  }
  keep(EXTREME);
}

/** The root of G between samples a and b, whose values differ in sign. */
function root(a: number, b: number, c: Float64Array, oa: number, ob: number): number {
  const ga = samples[a + 1];
  let low = samples[a];
  let high = samples[b];
  const width = high - low;
  let u = startOfRoot(a, b);
  let w = samples[a + 3] + samples[a + 4] * (u - low);
  for (let k = 0; k < 40; k++) {
    foot[FOOT_U] = u;
    foot[FOOT_GUESS] = w;
    nearestOnElement(foot, c, oa, ob);
    const g = foot[FOOT_D2] - samples[REACH2];
    if (g < 0 === ga < 0) low = u;
    else high = u;
    let next = u - g / foot[FOOT_SLOPE];
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const moved = Math.abs(next - u);
    w = foot[FOOT_W] + foot[FOOT_RATE] * (next - u);
    u = next;
    // Newton converges quadratically, and the integrand vanishes as the power 3/2 at this end
    if (moved <= 1e-6 * width) break;
  }
  return u;
}

/** A parabola through both values with the slope of the flatter end, the one near the extreme. */
function startOfRoot(a: number, b: number): number {
  const width = samples[b] - samples[a];
  const fromLeft = Math.abs(samples[a + 2]) <= Math.abs(samples[b + 2]);
  // g = g0 + s t + k t^2 from the flatter end, t towards the other
  const near = fromLeft ? a : b;
  const g0 = samples[near + 1];
  const s = fromLeft ? samples[near + 2] : -samples[near + 2];
  const g1 = samples[(fromLeft ? b : a) + 1];
  const k = (g1 - g0 - s * width) / (width * width);
  const discriminant = s * s - 4 * k * g0;
  let t = 0.5 * width;
  if (discriminant >= 0) {
    // the root of the branch that leads to the other end
    const denominator = s + (g1 > g0 ? 1 : -1) * Math.sqrt(discriminant);
    if (denominator !== 0) t = (-2 * g0) / denominator;
    if (!(t > 0 && t < width)) t = 0.5 * width;
  }
  return fromLeft ? samples[a] + t : samples[b] - t;
}
