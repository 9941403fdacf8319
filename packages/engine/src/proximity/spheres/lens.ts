/**
 * Common volume of two balls, or of a ball and a half-space: a lens, made of two caps on the plane of the circle in which the surfaces
 * intersect (Vilela 2018, s. 4.3.1).
 *
 * With d the distance of the centres, e = Ra + Rb - d the depth and s = Ra + Rb, everything follows from products:
 *   h_A = e (2 Rb - e)/(2 d)          height of the cap of ball A beyond the plane, R_A - d_A of eq. 4.12
 *   m_A = (2 Ra - e)(2 s - e)/(2 d)   rest of its diameter, 2 Ra - h_A
 *   a^2 = e (2 Ra - e)(2 Rb - e)(2 s - e)/(4 d^2)   radius of the circle
 * and the same with A and B exchanged. While the surfaces cut, 0 < e < 2 min(Ra, Rb): every factor is positive. A cap is then
 *   V = pi h^2 (R + m)/3                                       eq. 4.19
 *   first moment about the plane   pi h^3 (2 R + m)/12         with 4.20
 *   integral of x^2 (beside the axis)  pi h^3 (2 R^2 + 3 R m + 3 m^2)/60     half of 4.23
 *   integral of z^2 about its own centroid  pi h^4 (4 R^2 + 12 R m + 3 m^2)/(240 (R + m))
 * All are sums of positive terms, so each is accurate to a few units in the last place however thin or full the lens is. Case D of the
 * source is not needed (a cap larger than half its ball is no special case). Departure from eqs. 4.24-4.27, which only reorder 4.12-4.20:
 * there the difference of two nearly equal numbers stays, and a depth of 1e-12 R has four digits left.
 */
import { PI } from '../../math/index.ts';

/** Filled by the functions below. Density one; moments about the centroid. */
export interface Lens {
  /** [m^3] */
  volume: number;
  /** [m] from the centre of ball A towards ball B (half-space: into it) */
  centroid: number;
  /** [m] the plane of the circle, on the same axis */
  plane: number;
  /** [m^2] of the circle; minus the derivative of the volume by the distance */
  area: number;
  /** [m] derivative of the area by the distance */
  areaSlope: number;
  /** [m] depth of overlap of the surfaces; for a ball inside the other its diameter */
  depth: number;
  /** [m^5] integral of z^2 along the axis */
  axial: number;
  /** [m^5] integral of x^2 across the axis; the moment of inertia about the axis is twice this, across it axial + transverse */
  transverse: number;
}

export function makeLens(): Lens {
  return { volume: 0, centroid: 0, plane: 0, area: 0, areaSlope: 0, depth: 0, axial: 0, transverse: 0 };
}

/** Balls whose centres are `distance` apart [m]. No overlap: volume and area 0, the plane between the surfaces. */
export function sphereLens(out: Lens, radiusA: number, radiusB: number, distance: number): void {
  lensOfDepth(out, radiusA, radiusB, distance, radiusA + radiusB - distance);
}

/**
 * The same for a depth that is known more accurately than the difference of radii and distance [m]. The three must agree to rounding: depth
 * = radiusA + radiusB - distance.
 */
export function lensOfDepth(out: Lens, radiusA: number, radiusB: number, distance: number, depth: number): void {
  const d = distance;
  const e = depth;
  if (!(e > 0)) {
    clear(out);
    out.plane = radiusA - 0.5 * e; // halfway between the surfaces, e <= 0 apart
    out.centroid = out.plane;
    return;
  }
  const diameterA = 2 * radiusA;
  const diameterB = 2 * radiusB;
  if (e >= diameterB || e >= diameterA) {
    inside(out, radiusA, radiusB, d);
    return;
  }
  const outer = 2 * (radiusA + radiusB) - e; // Ra + Rb + d
  const byD = 0.5 / d;
  const hA = e * (diameterB - e) * byD;
  const hB = e * (diameterA - e) * byD;
  const mA = (diameterA - e) * outer * byD;
  const mB = (diameterB - e) * outer * byD;
  const hA2 = hA * hA;
  const hB2 = hB * hB;
  const volumeA = (PI / 3) * hA2 * (radiusA + mA);
  const volumeB = (PI / 3) * hB2 * (radiusB + mB);
  const volume = volumeA + volumeB;
  // distances of the caps' own centroids from the plane, on both sides of it
  const zA = (hA * (diameterA + mA)) / (4 * (radiusA + mA));
  const zB = (hB * (diameterB + mB)) / (4 * (radiusB + mB));
  const apart = zA + zB;
  out.volume = volume;
  // d_A = Ra - h_A has no digits to lose that matter: it is known to eps Ra, as the centres are
  out.plane = radiusA - hA;
  out.centroid = out.plane + (volumeA * zA - volumeB * zB) / volume;
  out.area = PI * hA * mA;
  out.areaSlope = (-2 * PI * (radiusA - hA) * (radiusB - hB)) / d; // a^2 = Ra^2 - d_A^2, d_A' = d_B/d
  out.depth = e;
  out.axial =
    (PI / 240) *
      ((hA2 * hA2 * (4 * radiusA * radiusA + 12 * radiusA * mA + 3 * mA * mA)) / (radiusA + mA) +
        (hB2 * hB2 * (4 * radiusB * radiusB + 12 * radiusB * mB + 3 * mB * mB)) / (radiusB + mB)) +
    ((volumeA * volumeB) / volume) * apart * apart;
  out.transverse =
    (PI / 60) *
    (hA2 * hA * (2 * radiusA * radiusA + 3 * radiusA * mA + 3 * mA * mA) +
      hB2 * hB * (2 * radiusB * radiusB + 3 * radiusB * mB + 3 * mB * mB));
}

/**
 * The volume alone [m^3], with g = d - |Ra - Rb| and D = |Ra - Rb|:
 *   V = pi e^2 (g^2 + 2 g (D + s) + 2 D (s - D))/(12 d)
 * which is the usual pi e^2 (d^2 + 2 d s - 3 D^2)/(12 d) written as a sum of positive terms.
 */
export function lensVolume(radiusA: number, radiusB: number, distance: number): number {
  const sum = radiusA + radiusB;
  const e = sum - distance;
  if (!(e > 0)) return 0;
  const apart = Math.abs(radiusA - radiusB);
  const g = distance - apart;
  if (g <= 0) {
    const r = Math.min(radiusA, radiusB);
    return (4 / 3) * PI * r * r * r;
  }
  return ((PI / 12) * e * e * (g * (g + 2 * (apart + sum)) + 2 * apart * (sum - apart))) / distance;
}

/**
 * A ball whose lowest point is `depth` inside a half-space [m]; more than its diameter: all of it. The axis runs from the
 * centre into the half-space.
 */
export function sphereCap(out: Lens, radius: number, depth: number): void {
  if (!(depth > 0)) {
    clear(out);
    out.plane = radius - depth;
    out.centroid = out.plane;
    return;
  }
  if (depth >= 2 * radius) {
    wholeBall(out, radius, 0);
    out.plane = radius - depth;
    return;
  }
  const h = depth;
  const m = 2 * radius - h;
  const h2 = h * h;
  out.volume = (PI / 3) * h2 * (radius + m);
  out.plane = radius - h;
  out.centroid = out.plane + (h * (2 * radius + m)) / (4 * (radius + m));
  out.area = PI * h * m;
  out.areaSlope = -2 * PI * (radius - h); // by the distance of the centre, which is radius - h
  out.depth = h;
  out.axial = ((PI / 240) * (h2 * h2 * (4 * radius * radius + 12 * radius * m + 3 * m * m))) / (radius + m);
  out.transverse = (PI / 60) * h2 * h * (2 * radius * radius + 3 * radius * m + 3 * m * m);
}

function inside(out: Lens, radiusA: number, radiusB: number, distance: number): void {
  if (radiusB <= radiusA) wholeBall(out, radiusB, distance);
  else wholeBall(out, radiusA, 0);
  out.plane = out.centroid;
}

function wholeBall(out: Lens, radius: number, centre: number): void {
  const r2 = radius * radius;
  out.volume = (4 / 3) * PI * r2 * radius;
  out.centroid = centre;
  out.area = 0;
  out.areaSlope = 0;
  out.depth = 2 * radius;
  out.axial = (4 / 15) * PI * r2 * r2 * radius;
  out.transverse = out.axial;
}

function clear(out: Lens): void {
  out.volume = 0;
  out.area = 0;
  out.areaSlope = 0;
  out.depth = 0;
  out.axial = 0;
  out.transverse = 0;
}
