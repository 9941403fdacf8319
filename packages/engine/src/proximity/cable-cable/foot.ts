/**
 * The point of one element nearest to a point of another (the foot), and the derivatives of its distance along the other.
 *
 * With P(u) on element a and Q(w) on element b, the foot satisfies (Q - P).Q' = 0. By the envelope theorem
 *   d(D^2)/du = -2 (Q - P).P'    with D = |Q - P|
 * whether the foot is free or held at an end. Newton inside a bracket: on a weakly curved arc the left side rises with w wherever D is
 * below the radius of curvature.
 */

/** Inputs of nearestOnElement: place on a, range of the foot, start, change of w that ends the iteration. */
export const FOOT_U = 0;
export const FOOT_FROM = 1;
export const FOOT_TO = 2;
export const FOOT_GUESS = 3;
export const FOOT_TOLERANCE = 4;
/** Its outputs, from here on: the foot */
export const FOOT_W = 5;
/** D^2 [m^2] */
export const FOOT_D2 = 6;
/** d(D^2)/du */
export const FOOT_SLOPE = 7;
/** Q - P, three numbers [m] */
export const FOOT_DELTA = 8;
/** dP/du, three numbers */
export const FOOT_TANGENT_A = 11;
/** dQ/dw, three numbers */
export const FOOT_TANGENT_B = 14;
/** Q'.Q' + (Q - P).Q'' : the second derivative of D^2/2 by w */
export const FOOT_BEND = 17;
/** 1 when the foot is held at an end of the range */
export const FOOT_HELD = 18;
/** d^2(D^2)/du^2 = 2 (P'.P' - (Q - P).P'' - (P'.Q')^2/bend), without the last term for a foot that is held */
export const FOOT_CURVATURE = 19;
/** dw/du of the foot */
export const FOOT_RATE = 20;
/** (Q - P).P'' */
export const FOOT_LEAN = 21;
export const FOOT_STRIDE = 22;

/** Newton converges quadratically: a last change of this size leaves an error of 1e-20 in the foot. */
export const FINE = 1e-10;
/** A foot less than this beyond the end counts as free: where cables cross at a node, both elements have it up to rounding. */
const HELD = 1e-9;
/** Sufficient for D^2, which is stationary in the foot: relative error 1e-12. */
export const COARSE = 1e-6;

/**
 * Elements at offsets oa, ob of c. One record holds inputs and outputs: separate number arguments would be boxed.
 */
export function nearestOnElement(foot: Float64Array, c: Float64Array, oa: number, ob: number): void {
  const u = foot[FOOT_U];
  const from = foot[FOOT_FROM];
  const to = foot[FOOT_TO];
  const guess = foot[FOOT_GUESS];
  const tolerance = foot[FOOT_TOLERANCE];
  const px = c[oa] + u * (c[oa + 1] + u * (c[oa + 2] + u * c[oa + 3]));
  const py = c[oa + 4] + u * (c[oa + 5] + u * (c[oa + 6] + u * c[oa + 7]));
  const pz = c[oa + 8] + u * (c[oa + 9] + u * (c[oa + 10] + u * c[oa + 11]));
  const x0 = c[ob] - px;
  const x1 = c[ob + 1];
  const x2 = c[ob + 2];
  const x3 = c[ob + 3];
  const y0 = c[ob + 4] - py;
  const y1 = c[ob + 5];
  const y2 = c[ob + 6];
  const y3 = c[ob + 7];
  const z0 = c[ob + 8] - pz;
  const z1 = c[ob + 9];
  const z2 = c[ob + 10];
  const z3 = c[ob + 11];
  let low = from;
  let high = to;
  let lowTried = false; // f < 0 is known at low
  let highTried = false;
  let w = guess < from ? from : guess > to ? to : guess;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  let bend = 0;
  let held = 0;
  for (let k = 0; k < 40; k++) {
    dx = x0 + w * (x1 + w * (x2 + w * x3));
    dy = y0 + w * (y1 + w * (y2 + w * y3));
    dz = z0 + w * (z1 + w * (z2 + w * z3));
    tx = x1 + w * (2 * x2 + 3 * w * x3);
    ty = y1 + w * (2 * y2 + 3 * w * y3);
    tz = z1 + w * (2 * z2 + 3 * w * z3);
    const f = dx * tx + dy * ty + dz * tz;
    const speed2 = tx * tx + ty * ty + tz * tz;
    bend = speed2 + 2 * (dx * (x2 + 3 * w * x3) + dy * (y2 + 3 * w * y3) + dz * (z2 + 3 * w * z3));
    if (f < 0) {
      low = w;
      lowTried = true;
    } else {
      high = w;
      highTried = true;
    }
    if (w === from && f >= 0) {
      held = f > HELD * speed2 ? 1 : 0;
      break;
    }
    if (w === to && f <= 0) {
      held = f < -HELD * speed2 ? 1 : 0;
      break;
    }
    let next = w - f / (bend > 0.1 * speed2 ? bend : speed2);
    // outside the bracket: try an untested end; otherwise halve
    if (next <= low) next = lowTried ? 0.5 * (low + w) : from;
    else if (next >= high) next = highTried ? 0.5 * (high + w) : to;
    const moved = next - w;
    if (moved < tolerance && moved > -tolerance) break;
    w = next;
  }
  const ax = c[oa + 1] + u * (2 * c[oa + 2] + 3 * u * c[oa + 3]);
  const ay = c[oa + 5] + u * (2 * c[oa + 6] + 3 * u * c[oa + 7]);
  const az = c[oa + 9] + u * (2 * c[oa + 10] + 3 * u * c[oa + 11]);
  const lean =
    2 *
    (dx * (c[oa + 2] + 3 * u * c[oa + 3]) +
      dy * (c[oa + 6] + 3 * u * c[oa + 7]) +
      dz * (c[oa + 10] + 3 * u * c[oa + 11]));
  const across = ax * tx + ay * ty + az * tz;
  const free = held === 0 && bend > 0 ? across / bend : 0;
  foot[FOOT_W] = w;
  foot[FOOT_D2] = dx * dx + dy * dy + dz * dz;
  foot[FOOT_SLOPE] = -2 * (dx * ax + dy * ay + dz * az);
  foot[FOOT_DELTA] = dx;
  foot[FOOT_DELTA + 1] = dy;
  foot[FOOT_DELTA + 2] = dz;
  foot[FOOT_TANGENT_A] = ax;
  foot[FOOT_TANGENT_A + 1] = ay;
  foot[FOOT_TANGENT_A + 2] = az;
  foot[FOOT_TANGENT_B] = tx;
  foot[FOOT_TANGENT_B + 1] = ty;
  foot[FOOT_TANGENT_B + 2] = tz;
  foot[FOOT_BEND] = bend;
  foot[FOOT_HELD] = held;
  foot[FOOT_CURVATURE] = 2 * (ax * ax + ay * ay + az * az - lean - across * free);
  foot[FOOT_RATE] = free;
  foot[FOOT_LEAN] = lean;
}
