/**
 * Normal force of a cable's contact at one point of its quadrature, for a slice of length l.
 *
 * Normal force by interference volume (Roy 2007, eqs. 3.20-3.22), with the damping in the form of contact/normal.ts:
 *   N = k l A(depth) g(D) s(1 + a v),   dA/d(depth) = chord
 * k [N/m^3], A the overlap of the cross sections [m^2], D the distance of the centre lines, or of the centre line from the surface.
 * The volume saturates as the centre lines come together; below D_b = half the distance of touching the force stiffens,
 *   g = 1 + (D_b/D - 1)^2 for D < D_b
 * Departures: Roy cuts the volume off at D = r and adds a stiffer spring there, with a kink (section 3.1.3); eq. 3.22 pulls when the lens
 * shrinks fast. g has a continuous slope and grows down to D = D_b/20, below which it is constant. On a foundation of rubber
 * (hyperelastic.ts) the columns across the slice replace A g.
 */
import { makeColumns, pressColumns } from './hyperelastic.ts';
import { log, makeCorner, smoothCorner } from '../math/index.ts';
import { DAMPING_CORNER, type NormalForce } from './normal.ts';

const damping = makeCorner(DAMPING_CORNER);
const CLOSEST = 0.05; // of D_b
const columns = makeColumns();

/** Arguments of the law, by name: separate number arguments would be boxed where the call is not inlined. */
export interface StrandPoint {
  /** A [m^2], dA/d(depth) [m], depth [m] */
  area: number;
  chord: number;
  depth: number;
  /** D, and the distance at which they begin to touch [m] */
  distance: number;
  touching: number;
  /** of approach [m/s] */
  speed: number;
  /** k times the length of the slice [N/m^2] or [N/m^3] */
  stiffness: number;
  /** a [s/m] */
  dissipation: number;
  /** t [m], above 0 on a foundation of rubber, and c; 0: the law is linear, and the next fields are not read */
  thickness: number;
  second: number;
  /** r1, and r2 of a strand or 0 of a solid [m]; length of the slice, a factor of area and chord */
  radiusA: number;
  radiusB: number;
  slice: number;
}

/** The foundation of a strand: k, t and c. */
export interface Foundation {
  stiffness: number;
  thickness: number;
  second: number;
}

export function makeFoundation(): Foundation {
  const x = 0.5; // as in makeStrandPoint
  return { stiffness: x, thickness: x, second: x };
}

export function makeStrandPoint(): StrandPoint {
  const x = 0.5; // not a whole number: see makeSlip
  const given = { area: x, chord: x, depth: x, distance: x, touching: x, speed: x, stiffness: x, dissipation: x };
  return { ...given, thickness: 0, second: x, radiusA: x, radiusB: x, slice: x };
}

export function strandForce(out: NormalForce, at: StrandPoint): void {
  const { area, chord, depth, distance, touching, speed, stiffness, dissipation } = at;
  const y = 1 + dissipation * speed;
  damping.y = y;
  smoothCorner(damping);
  const { s } = damping;
  if (at.thickness > 0) {
    pressColumns(columns, at);
    const scale = stiffness * at.slice;
    const { thickness } = at;
    out.force = scale * thickness * columns.pressure * s;
    out.byDepth = scale * columns.slope * s;
    out.bySpeed = scale * thickness * columns.pressure * dissipation * damping.slope;
    out.stored = scale * thickness * thickness * columns.energy;
    return;
  }
  const edge = 0.5 * touching;
  let stiffening = 1;
  let slope = 0; // by depth
  let stiffened = 0; // integral of g - 1 over the distance [m]
  if (distance < edge) {
    const near = Math.max(distance, CLOSEST * edge);
    const x = edge / near - 1;
    stiffening = 1 + x * x;
    stiffened = (edge * edge) / near - near - 2 * edge * log(edge / near) + x * x * (near - distance);
    slope = distance > CLOSEST * edge ? (2 * x * edge) / (near * near) : 0;
  }
  const elastic = stiffness * area * stiffening;
  out.force = elastic * s;
  out.byDepth = stiffness * (chord * stiffening + area * slope) * s;
  out.bySpeed = elastic * dissipation * damping.slope;
  // integral of A over the depth, where it grows as the power 3/2 + e of it: 2/5 A d (1 - 2 e/7), and of A (g - 1) with A as it is
  const power = area > 0 ? (chord * depth) / area : 1.5;
  out.stored = stiffness * area * (depth * (4 / 35 + 5 / (7 * (1 + power))) + stiffened);
}
