/**
 * Restitution of separable impact laws F = K(depth) (1 + a v), v the approach speed. For an impact at v0 without other forces, every K,
 * every exponent and every mass give
 *   d (1 + e) = ln[(1 + d) / (1 - e d)],   d = a v0            (derived by separating m v dv = -K (1 + a v) d(depth))
 * `hysteresisFor` turns a wanted restitution into d: exactly, or with the factor a published law prescribes. The published
 * factors do not return the e they are given (0.5 becomes 0.663 with Hunt-Crossley, 0.470 with Flores).
 */
import { log } from '../math/index.ts';

export type NormalLawName =
  | 'exact' // d from the relation above: delivers the e it is given
  | 'elastic' // d = 0
  | 'hunt-crossley' // d = 3/2 (1 - e)                        Hunt & Crossley 1975
  | 'lankarani-nikravesh' // d = 3/4 (1 - e^2)                Lankarani & Nikravesh 1990
  | 'flores' // d = 8 (1 - e) / (5 e)                         Flores et al. 2011; Dopico, eq. 1
  | 'gonthier' // d = (1 - e^2) / e                           Gonthier et al. 2004
  | 'hu-guo' // d = 3/2 (1 - e) / e
  | 'lee-wang' // d = 3/4 (1 - e)
  | 'herbert-mcwhannell'; // d = 6 (1 - e) / ((2 e - 1)^2 + 3)

export const NORMAL_LAW_NAMES: readonly NormalLawName[] = [
  'exact',
  'elastic',
  'hunt-crossley',
  'lankarani-nikravesh',
  'flores',
  'gonthier',
  'hu-guo',
  'lee-wang',
  'herbert-mcwhannell',
];

/** Smallest restitution offered: d grows like 1/e, so a dead stop needs an infinite damper. */
export const SMALLEST_RESTITUTION = 0.05;

/** d = a v0 [-] for a wanted restitution e in [SMALLEST_RESTITUTION, 1]. */
export function hysteresisFor(law: NormalLawName, e: number): number {
  switch (law) {
    case 'exact':
      return exactHysteresis(e);
    case 'elastic':
      return 0;
    case 'hunt-crossley':
      return 1.5 * (1 - e);
    case 'lankarani-nikravesh':
      return 0.75 * (1 - e * e);
    case 'flores':
      return (8 * (1 - e)) / (5 * e);
    case 'gonthier':
      return (1 - e * e) / e;
    case 'hu-guo':
      return (1.5 * (1 - e)) / e;
    case 'lee-wang':
      return 0.75 * (1 - e);
    case 'herbert-mcwhannell':
      return (6 * (1 - e)) / ((2 * e - 1) * (2 * e - 1) + 3);
  }
}

/** Newton on the exact relation from a rational fit that is good to 1.6e-3; d is sought in (0, 1/e). */
export function exactHysteresis(e: number): number {
  if (e >= 1) return 0;
  const fit = (1 + 2.72454 * e + 13.56768 * e * e - 1.02998 * e * e * e) / (1 + 1.85973 * e + 7.98177 * e * e);
  const top = 1 / e;
  let d = Math.min(((1 - e) / e) * fit, top * (1 - 1e-12));
  for (let k = 0; k < 40; k++) {
    const g = d * (1 + e) - log((1 + d) / (1 - e * d));
    const slope = 1 + e - 1 / (1 + d) - e / (1 - e * d);
    if (slope === 0) break;
    let next = d - g / slope;
    if (!(next > 0)) next = 0.5 * d;
    if (next >= top) next = 0.5 * (d + top);
    const moved = Math.abs(next - d);
    d = next;
    if (moved <= 1e-15 * d) break;
  }
  return d;
}

/** Restitution that d = a v0 delivers: the root of the exact relation in (0, min(1, 1/d)), by bisection. */
export function deliveredRestitution(d: number): number {
  if (d <= 0) return 1;
  let low = 0;
  let high = Math.min(1, 1 / d);
  for (let k = 0; k < 200 && high - low > 1e-16; k++) {
    const e = 0.5 * (low + high);
    const inside = 1 - e * d;
    // g(0) = ln(1 + d) - d < 0, g grows without bound towards e = 1/d
    const g = inside > 0 ? log((1 + d) / inside) - d * (1 + e) : 1;
    if (g > 0) high = e;
    else low = e;
  }
  return 0.5 * (low + high);
}
