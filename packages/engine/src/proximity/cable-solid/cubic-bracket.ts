/**
 * Roots and extremes of the cubic through the two ends of a bracket, with the values and slopes there (six numbers: u, F, slope of each).
 * Over a plane the distance along an element is such a cubic.
 */

/** Where the cubic with the values and slopes of a bracket changes sign, 0 .. 1. */
export function rootOfCubic(between: Float64Array): number {
  const width = between[3] - between[0];
  const fa = between[1];
  const fb = between[4];
  const c1 = width * between[2];
  const end = width * between[5];
  const c2 = 3 * (fb - fa) - 2 * c1 - end;
  const c3 = 2 * (fa - fb) + c1 + end;
  let low = 0;
  let high = 1;
  let x = fa / (fa - fb);
  for (let k = 0; k < 40; k++) {
    const f = fa + x * (c1 + x * (c2 + x * c3));
    if (f < 0 === fa < 0) low = x;
    else high = x;
    let next = x - f / (c1 + x * (2 * c2 + 3 * x * c3));
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const moved = Math.abs(next - x);
    x = next;
    if (moved <= 1e-13) break;
  }
  return x;
}

/** Where its slope changes sign. */
export function turnOfCubic(between: Float64Array): number {
  const width = between[3] - between[0];
  const c1 = width * between[2];
  const end = width * between[5];
  const c2 = 3 * (between[4] - between[1]) - 2 * c1 - end;
  const c3 = 2 * (between[1] - between[4]) + c1 + end;
  // c1 + 2 c2 x + 3 c3 x^2 = 0, of whose roots one lies within
  const q = -c2 - (c2 < 0 ? -1 : 1) * Math.sqrt(Math.max(0, c2 * c2 - 3 * c1 * c3));
  const one = c1 / q;
  if (one > 0 && one < 1) return one;
  const other = q / (3 * c3);
  return other > 0 && other < 1 ? other : 0.5;
}
