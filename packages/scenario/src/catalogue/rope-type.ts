/**
 * Catalogue entry of one type of rope, wire or chain, by nominal diameter d. Strength and mass are powers of d, so that any size within the
 * range of the source is available. Each number names its source; `confirmed: false` marks values from a single secondary copy, from a
 * similar rope, or derived here.
 */

/** Where a number comes from. */
export interface Source {
  readonly from: string;
  readonly confirmed: boolean;
}

export interface RopeType {
  readonly name: string;
  readonly kind: 'fibre' | 'wire' | 'chain';
  /** what it is, in one line */
  readonly about: string;
  /** [m] available sizes: beyond them the numbers are extrapolated */
  readonly sizes: readonly [number, number];
  /** [kg/m^3] mass per length over d^2 */
  readonly mass: number;
  /** [N/m^2], [N/m^3] break load = d2 d^2 + d3 d^3 */
  readonly breakLoad: { readonly d2: number; readonly d3: number };
  /** EA of a load that changes slowly: over the break load, or over d^2 [N/m^2] */
  readonly slow: { readonly overBreakLoad: number } | { readonly d2: number };
  /** EA of small fast changes about a mean tension T: dT/dstrain = base MBL + slope T; missing: the slow one stands for both */
  readonly fast?: { readonly base: number; readonly slope: number };
  /** [kg/m^3] of the material itself: with the mass it gives the water that is displaced; missing: a full cylinder of the outer diameter */
  readonly density?: number;
  /** outer diameter over d, for drag and contact; 1 if missing */
  readonly outer?: number;
  /** [N/m^2] EI over d^4; missing: none is known, and it is taken as limp */
  readonly bending?: number;
  /** on steel; missing: that of any rope */
  readonly friction?: number;
  readonly drag: { readonly normal: number; readonly tangential: number };
  readonly addedMass: { readonly normal: number; readonly tangential: number };
  readonly sources: Readonly<Record<Property, Source | undefined>>;
}

export const PROPERTIES = [
  'mass',
  'break load',
  'stiffness',
  'fast stiffness',
  'density',
  'bending',
  'friction',
  'drag',
  'added mass',
] as const;
export type Property = (typeof PROPERTIES)[number];

/** [N] of a rope of nominal diameter d [m] */
export function breakLoadOf({ breakLoad: { d2, d3 } }: RopeType, d: number): number {
  return (d2 + d3 * d) * d * d;
}

/** [N] EA of a load that changes slowly */
export function slowStiffness(type: RopeType, d: number): number {
  const { slow } = type;
  return 'd2' in slow ? slow.d2 * d * d : slow.overBreakLoad * breakLoadOf(type, d);
}

/** Rows of a curve of fast loading up to the break load; tension rises by equal parts. */
const ROWS = 24;

/**
 * Strain and tension [N] of a load from rest to break that is fast all the way. The source gives the tangent: dt/dstrain = base + slope t with
 * t = T/MBL, so strain = ln(1 + slope t / base) / slope. Written with log1p by its series in (u/(2+u)), which is the same on every machine.
 */
export function fastCurve(type: RopeType, d: number): [number, number][] | undefined {
  const { fast } = type;
  if (fast === undefined) return undefined;
  const load = breakLoadOf(type, d);
  return Array.from({ length: ROWS + 1 }, (_, i): [number, number] => {
    const t = i / ROWS;
    return [logOf(1 + (fast.slope * t) / fast.base) / fast.slope, t * load];
  });
}

/** Natural logarithm of x >= 1 by halving and the series of artanh: no Math.log, which may differ in its last digit. */
function logOf(x: number): number {
  let halvings = 0;
  let m = x;
  while (m > 1.5) {
    m *= 0.5;
    halvings++;
  }
  return halvings * LN2 + twiceArtanh((m - 1) / (m + 1));
}

const LN2 = Math.LN2;

function twiceArtanh(q: number): number {
  let sum = 0;
  for (let k = 41; k >= 1; k -= 2) sum = sum * q * q + 1 / k;
  return 2 * q * sum;
}
