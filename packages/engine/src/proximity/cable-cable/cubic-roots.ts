/**
 * All roots of a cubic a0 + a1 x + a2 x^2 + a3 x^3 in an interval, none missed: the roots of its derivative cut the interval into monotone
 * parts, and a part whose ends differ in sign holds exactly one root, found by Newton inside the bracket. No closed form of the cubic: that
 * loses half the digits next to double roots and needs a case for every leading zero. An extreme that only touches zero counts as a root.
 */

/** [1] of the sum of the coefficients: rounding of the value at a turning point */
const TOUCH = 1e-14;

/**
 * Coefficients a0 .. a3 stand in `cubic` from `at` on. Writes ascending roots in from .. to to out[0 ..] (room for 5) and returns how
 * many. A cubic that is zero everywhere has some root.
 */
export function cubicRoots(out: Float64Array, cubic: Float64Array, at: number, from: number, to: number): number {
  const a0 = cubic[at];
  const a1 = cubic[at + 1];
  const a2 = cubic[at + 2];
  const a3 = cubic[at + 3];
  // Bernstein coefficients on the interval: all of one sign means no root, which is the usual case
  const w = to - from;
  const f0 = a0 + from * (a1 + from * (a2 + from * a3));
  const f1 = a0 + to * (a1 + to * (a2 + to * a3));
  const g0 = f0 + (w / 3) * (a1 + from * (2 * a2 + 3 * from * a3));
  const g1 = f1 - (w / 3) * (a1 + to * (2 * a2 + 3 * to * a3));
  if (f0 > 0 && f1 > 0 && g0 > 0 && g1 > 0) return 0;
  if (f0 < 0 && f1 < 0 && g0 < 0 && g1 < 0) return 0;
  const size = Math.max(Math.abs(from), Math.abs(to));
  const touch =
    TOUCH * (Math.abs(a0) + size * (Math.abs(a1) + size * (Math.abs(a2) + size * Math.abs(a3)))) + Number.MIN_VALUE;
  let count = 0;
  if (Math.abs(f0) <= touch) out[count++] = from;
  // turning points: a1 + 2 a2 x + 3 a3 x^2 = 0, without cancellation
  let t1 = to;
  let t2 = to;
  const discriminant = a2 * a2 - 3 * a1 * a3;
  if (discriminant >= 0) {
    const q = -(a2 + (a2 >= 0 ? 1 : -1) * Math.sqrt(discriminant));
    const r1 = q !== 0 ? a1 / q : to;
    const r2 = a3 !== 0 ? q / (3 * a3) : to;
    t1 = r1 < r2 ? r1 : r2;
    t2 = r1 < r2 ? r2 : r1;
  }
  let x0 = from;
  let y0 = f0;
  for (let part = 0; part < 3; part++) {
    let x1 = part === 0 ? t1 : part === 1 ? t2 : to;
    if (!(x1 > x0)) {
      if (part < 2) continue;
      x1 = to;
    }
    if (x1 > to) x1 = to;
    if (x1 <= x0) break;
    const y1 = x1 === to ? f1 : a0 + x1 * (a1 + x1 * (a2 + x1 * a3));
    if (Math.abs(y1) <= touch) {
      if (count === 0 || out[count - 1] < x1) out[count++] = x1;
    } else if (Math.abs(y0) > touch && y0 > 0 !== y1 > 0) {
      bracket[0] = x0;
      bracket[1] = x1;
      bracket[2] = y0;
      bracketed(out, count++, cubic, at);
    }
    x0 = x1;
    y0 = y1;
    if (x1 === to) break;
  }
  return count;
}

/** low, high and the value at low */
const bracket = new Float64Array(3);

/** To out[o] the root in the bracket of a cubic that is monotone there, and at high of the other sign than at low. */
function bracketed(out: Float64Array, o: number, cubic: Float64Array, at: number): void {
  const a0 = cubic[at];
  const a1 = cubic[at + 1];
  const a2 = cubic[at + 2];
  const a3 = cubic[at + 3];
  const low = bracket[0];
  const high = bracket[1];
  const rising = bracket[2] < 0;
  let a = low;
  let b = high;
  let x = 0.5 * (a + b);
  for (let k = 0; k < 100; k++) {
    const y = a0 + x * (a1 + x * (a2 + x * a3));
    if (y === 0) break;
    if (y < 0 === rising) a = x;
    else b = x;
    const slope = a1 + x * (2 * a2 + 3 * x * a3);
    let next = x - y / slope;
    if (!(next > a && next < b)) next = 0.5 * (a + b);
    const moved = Math.abs(next - x);
    x = next;
    if (moved <= 1e-15 * (Math.abs(x) + high - low)) break;
  }
  out[o] = x;
}
