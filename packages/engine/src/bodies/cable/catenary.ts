/**
 * A line that hangs between two points under its own weight (Irvine 1981, s. 1.4). With the stretched length L and H' its horizontal
 * tension over the weight per length:
 *   sqrt(L^2 - h^2) = 2 H' sinh(x),  x = span/(2 H'),  h the rise from end to end
 * A line that stretches hangs with L = L0 (1 + T/EA), T the mean tension of the same weight hanging over L: T falls as L grows, so exactly
 * one such L exists, whether the line is slack or tight. Stretch is uniform along the line, which is exact for a tight line.
 */
import { expm1, log } from '../../math/index.ts';

export class Catenary {
  /** [m] stretched length, and unstretched length over that */
  length = 0;
  private squeeze = 1;
  /** H' [m]; x */
  private H = 0;
  private x = 0;
  /** arc from the lowest point to both ends [m] */
  left = 0;
  right = 0;
  /** parameter of the start */
  private first = 0;
  private span = 0;
  private rise = 0;

  /** Height of the lowest point relative to the start [m]. */
  get lift(): number {
    return this.H - Math.sqrt(this.H * this.H + this.left * this.left);
  }

  /** Weight w per unstretched length [N/m]; give: stretch of the whole line by one newton [m/N]. */
  hang(span: number, rise: number, unstretched: number, w: number, give: number): void {
    const distance = Math.sqrt(span * span + rise * rise);
    const lacks = (excess: number): boolean =>
      distance + excess < unstretched + give * this.meanTension(span, rise, distance + excess, w, unstretched);
    // search over the excess of L over the distance, from the smallest relevant one
    let low = Math.max(unstretched - distance, 1e-15 * distance);
    let high = low;
    for (let k = 0; k < 200 && lacks(high); k++) high *= 4;
    for (let k = 0; k < 200 && high > low * (1 + 1e-12); k++) {
      const middle = high > 2 * low ? Math.sqrt(low * high) : 0.5 * (low + high);
      if (lacks(middle)) low = middle;
      else high = middle;
    }
    this.shape(span, rise, distance + high);
    this.squeeze = unstretched / this.length;
  }

  /** Point after the unstretched length s: out = along the span, up, tension over the weight per unstretched length [m]. */
  point(out: Float64Array, s: number): void {
    const { H, squeeze, length, span, rise } = this;
    const arc = s / squeeze;
    if (this.x < FLAT) {
      // a parabola across the chord
      const t = arc / length;
      const slope = rise / length;
      out[0] = t * span;
      out[1] = t * rise - (0.5 * arc * (length - arc)) / H;
      out[2] = (H * Math.sqrt(1 + (rise / span) * (rise / span)) + slope * (arc - 0.5 * length)) / squeeze;
      return;
    }
    const from = this.left + arc;
    const y = Math.sqrt(H * H + from * from);
    out[0] = H * (asinh(from / H) - this.first);
    out[1] = y - Math.sqrt(H * H + this.left * this.left);
    out[2] = y / squeeze;
  }

  private meanTension(span: number, rise: number, length: number, w: number, unstretched: number): number {
    this.shape(span, rise, length);
    const { H, left, right } = this;
    const weight = (w * unstretched) / length;
    if (this.x < FLAT) return weight * H * Math.sqrt(1 + (rise / span) * (rise / span));
    const part = (s: number): number => 0.5 * (s * Math.sqrt(H * H + s * s) + H * H * asinh(s / H));
    return (weight * (part(right) - part(left))) / length;
  }

  private shape(span: number, rise: number, length: number): void {
    // (L^2 - h^2)/span^2 - 1 without cancellation
    const distance = Math.sqrt(span * span + rise * rise);
    const square = ((length - distance) * (length + distance)) / (span * span);
    const x = hyperbolicExcess(square / (1 + Math.sqrt(1 + square)));
    const H = span / (2 * x);
    // arc length from the lowest point: s = H sinh; rise/length = tanh of the middle
    const middle = 0.5 * log((length + rise) / (length - rise));
    this.span = span;
    this.rise = rise;
    this.length = length;
    this.x = x;
    this.H = H;
    this.left = H * sinh(middle - x);
    this.right = H * sinh(middle + x);
    this.first = middle - x;
  }
}

/** Below this x the line is a parabola within 1e-6 of its sag, and the closed form would lose digits. */
const FLAT = 1e-3;

/** sinh(x)/x - 1 = m for x: from below by x^2/6, or from outside by Newton. */
function hyperbolicExcess(m: number): number {
  if (!(m > 1e-4)) return Math.sqrt(6 * Math.max(m, 1e-30) * (1 - 0.3 * Math.max(m, 0)));
  const ratio = 1 + m;
  let x = Math.min(Math.sqrt(6 * m), 2 * log(2 * ratio) + 1);
  for (let k = 0; k < 100; k++) {
    const up = expm1(x);
    const value = 0.5 * (up + up / (1 + up));
    const cosh = value + 1 / (1 + up);
    const step = (value - ratio * x) / (cosh - ratio);
    x -= step;
    if (Math.abs(step) <= 1e-14 * x) break;
  }
  return x;
}

function sinh(x: number): number {
  const up = expm1(Math.abs(x));
  return Math.sign(x) * 0.5 * (up + up / (1 + up));
}

export function asinh(x: number): number {
  const size = Math.abs(x);
  return Math.sign(x) * log(size + Math.sqrt(size * size + 1));
}
