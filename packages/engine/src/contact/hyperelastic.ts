/**
 * Normal force of a cable's slice on a foundation of rubber columns, for what Roy 2007 proposes in section 4.2 in place of Hooke's law: each column across the slice is
 * pressed to the stretch x = 1 - e, e = d/t, d its depth and t the thickness of what gives, and is free to bulge (incompressible, uniaxial stress; Treloar 1975,
 * ch. 4 and 5; Mooney 1940, Rivlin 1948):
 *   p = (E/3) (1 - c + c/x) (1/x^2 - x)        nominal pressure; E = 6 (C1 + C2), c = C2/(C1 + C2): 0 for neo-Hooke
 *     = (E/3) (1 - c + c/x) e (3 - 3 e + e^2)/x^2
 *   w = (E/6) e^2 ((1 - c) (2 + x)/x + c (1 + 2 x)/x^2)      energy per volume
 *   N = l int p(d(y)) dy,  dN/d(depth) = l int p'(d(y)) dy/t,  stored = l t int w dy
 * d(y) = sqrt(r1^2 - y^2) + sqrt(r2^2 - y^2) - D for two strands, sqrt(r1^2 - y^2) - D for one on a solid, over the width they share; with p = E e it is E/t times the
 * overlap, the linear law of strand.ts. Pressure grows without bound as a column is pressed flat, so there is no stiffening by D; from x = 0.05 on p goes on straight.
 * By y = a sin(angle) and eight points of Gauss, so that the roots at the rim are smooth.
 */
import { cos, PI, sin } from '../math/index.ts';

/** What is pressed: D, t, c, r1 and r2, 0 of a solid (strand.ts). */
export interface Pressed {
  readonly distance: number;
  readonly thickness: number;
  readonly second: number;
  readonly radiusA: number;
  readonly radiusB: number;
}

/** Sums over the columns of p/E, its derivative by e, and w/E, each times dy [m]. */
export interface Columns {
  pressure: number;
  slope: number;
  energy: number;
}

/** e from which on the pressure goes on straight */
const FLAT = 0.95;

/** of Gauss and Legendre on -1..1: half of the eight places, and their weights */
const PLACES = [0.18343464249564978, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const WEIGHTS = [0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626];
/** sine of the angle, and weight times cosine, of the eight points of a quarter turn */
const SINES = new Float64Array(8);
const SHARES = new Float64Array(8);
for (let k = 0; k < 8; k++) {
  const x = k < 4 ? PLACES[k] : -PLACES[k - 4];
  const angle = 0.25 * PI * (1 + x);
  SINES[k] = sin(angle);
  SHARES[k] = 0.25 * PI * WEIGHTS[k % 4] * cos(angle);
}

export function makeColumns(): Columns {
  const x = 0.5; // not a whole number: see makeSlip
  return { pressure: x, slope: x, energy: x };
}

export function pressColumns(out: Columns, at: Pressed): void {
  const { radiusA, radiusB, distance, thickness, second } = at;
  const a2 = radiusA * radiusA;
  const b2 = radiusB * radiusB;
  // half of the width: the chord, or all of the thinner one once its rim is inside
  let half2 = radiusB > 0 ? Math.min(a2, b2) : a2;
  if (radiusB > 0) {
    const d2 = distance * distance;
    if (d2 > Math.abs(a2 - b2)) {
      const y = (0.5 * (d2 + a2 - b2)) / distance;
      half2 = a2 - y * y;
    }
  } else if (distance > 0) half2 = a2 - distance * distance;
  let pressure = 0;
  let slope = 0;
  let energy = 0;
  const first = 1 - second;
  if (half2 > 0) {
    for (let k = 0; k < 8; k++) {
      const y2 = half2 * SINES[k] * SINES[k];
      let d = Math.sqrt(a2 - y2) - distance;
      if (radiusB > 0) d += Math.sqrt(b2 - y2);
      if (!(d > 0)) continue;
      const all = d / thickness;
      const e = all < FLAT ? all : FLAT;
      const x = 1 - e;
      const beyond = all - e;
      const over = 1 / x;
      const base = (e * (3 - 3 * e + e * e) * over * over) / 3;
      const p = (first + second * over) * base;
      const rise = second * over * over * base + (first + second * over) * (2 * over * over * over + 1) * (1 / 3);
      const w = ((e * e) / 6) * (first * (2 + x) * over + second * (1 + 2 * x) * over * over);
      pressure += SHARES[k] * (p + beyond * rise);
      slope += SHARES[k] * rise;
      energy += SHARES[k] * (w + beyond * (p + 0.5 * beyond * rise));
    }
  }
  const width = half2 > 0 ? 2 * Math.sqrt(half2) : 0;
  out.pressure = width * pressure;
  out.slope = width * slope;
  out.energy = width * energy;
}
