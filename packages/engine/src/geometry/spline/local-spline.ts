/**
 * A cubic curve through the nodes of a cable in which every element knows four nodes only: Hermite cubics with the slope of the
 * parabola through a node and its two neighbours (Overhauser 1968; with equal lengths Catmull and Rom 1974). Lengths are
 * unstretched ones, so the curve is a linear map of the nodes,
 *   b_k = sum_j G_kj x_(m-1+j),  k, j = 0 .. 3          Bezier points of element m
 *   r(u) = sum_k B_k(u) b_k = sum_j w_j(u) x_(m-1+j)
 * and loads go back by its transpose w_j f, which keeps resultant and moment (sum w = 1, sum w x = r).
 * Departure from Roy 2007, eqs. 2.3-2.7: his spline has a continuous second derivative, but then every node moves every
 * point, and a stage matrix that leaves far nodes out (geometry/spline/weights.ts) is off by 3 %. Here tangents are exact with four
 * nodes; the curve is off a circle by 2.3e-2 a^4 of its radius where an element turns by a (the other one: 2.6e-3 a^4).
 * Free ends have no second derivative; directions of clamped ends are not used.
 */

/** Numbers an element takes: G, row-major. */
export const LOCAL_STRIDE = 16;

/** G of element m of a cable with `count` nodes and elements of these unstretched lengths. */
export function localMap(out: Float64Array, o: number, lengths: Float64Array, m: number, count: number): void {
  out.fill(0, o, o + LOCAL_STRIDE);
  const last = count - 2; // element
  const L = lengths[m];
  out[o + 1] = 1; // b0 = x_m
  out[o + 14] = 1; // b3 = x_(m+1)
  if (m > 0) {
    // b1 = b0 + (L/3) slope at node m
    const before = lengths[m - 1];
    const third = L / (3 * (before + L));
    const back = (third * L) / before;
    const on = (third * before) / L;
    out[o + 4] = -back;
    out[o + 5] = 1 + back - on;
    out[o + 6] = on;
  }
  if (m < last) {
    const after = lengths[m + 1];
    const third = L / (3 * (L + after));
    const back = (third * after) / L;
    const on = (third * L) / after;
    out[o + 9] = back;
    out[o + 10] = 1 - back + on;
    out[o + 11] = -on;
  }
  if (m === 0 && m === last) {
    out[o + 5] = 2 / 3;
    out[o + 6] = 1 / 3;
    out[o + 9] = 1 / 3;
    out[o + 10] = 2 / 3;
  } else if (m === 0) {
    for (let j = 0; j < 4; j++) out[o + 4 + j] = 0.5 * (out[o + j] + out[o + 8 + j]);
  } else if (m === last) {
    for (let j = 0; j < 4; j++) out[o + 8 + j] = 0.5 * (out[o + 4 + j] + out[o + 12 + j]);
  }
}

/** w_j(u): by how much nodes m-1 .. m+2 move the point at u = us[i] of the element with G at map[o]. */
export function localWeights(
  out: Float64Array,
  at: number,
  map: Float64Array,
  o: number,
  us: Float64Array,
  i: number,
): void {
  const u = us[i];
  const v = 1 - u;
  const b0 = v * v * v;
  const b1 = 3 * v * v * u;
  const b2 = 3 * v * u * u;
  const b3 = u * u * u;
  for (let j = 0; j < 4; j++) {
    out[at + j] = b0 * map[o + j] + b1 * map[o + 4 + j] + b2 * map[o + 8 + j] + b3 * map[o + 12 + j];
  }
}

/** dw_j/du of the same. */
export function localSlopes(
  out: Float64Array,
  at: number,
  map: Float64Array,
  o: number,
  us: Float64Array,
  i: number,
): void {
  const u = us[i];
  const v = 1 - u;
  const b0 = -3 * v * v;
  const b1 = 3 * v * (v - 2 * u);
  const b2 = 3 * u * (2 * v - u);
  const b3 = 3 * u * u;
  for (let j = 0; j < 4; j++) {
    out[at + j] = b0 * map[o + j] + b1 * map[o + 4 + j] + b2 * map[o + 8 + j] + b3 * map[o + 12 + j];
  }
}

/** Bezier points of element m (12 numbers from control[c] on), nodes every four numbers in q. */
export function localControl(
  control: Float64Array,
  c: number,
  map: Float64Array,
  o: number,
  q: Float64Array,
  m: number,
  count: number,
): void {
  for (let k = 0; k < 4; k++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let j = 0; j < 4; j++) {
      const i = m - 1 + j;
      if (i < 0 || i >= count) continue;
      const g = map[o + 4 * k + j];
      x += g * q[4 * i];
      y += g * q[4 * i + 1];
      z += g * q[4 * i + 2];
    }
    control[c + 3 * k] = x;
    control[c + 3 * k + 1] = y;
    control[c + 3 * k + 2] = z;
  }
}
