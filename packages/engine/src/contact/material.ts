/**
 * Mixing rules of two materials, for values that the contact table does not give.
 *   1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2                     series stiffness (Johnson, Contact Mechanics)
 *   share of body i in the deflection: chi_i = k_j / (k1 + k2), k = E/(1 - nu^2)
 *   e = sqrt(chi1 e1^2 + chi2 e2^2)                            energy share; the softer body rules
 *   mu = 2 mu1 mu2 / (mu1 + mu2)
 */
export interface Material {
  /** [Pa] */
  readonly youngs: number;
  readonly poisson: number;
  readonly restitution: number;
  readonly frictionStatic: number;
  readonly frictionKinetic: number;
}

export interface MixedMaterial {
  /** E* [Pa] */
  readonly modulus: number;
  readonly restitution: number;
  readonly frictionStatic: number;
  readonly frictionKinetic: number;
}

export function mixMaterials(p: Material, q: Material): MixedMaterial {
  const kp = p.youngs / (1 - p.poisson * p.poisson);
  const kq = q.youngs / (1 - q.poisson * q.poisson);
  const shareP = kq / (kp + kq);
  const shareQ = kp / (kp + kq);
  return {
    modulus: 1 / (1 / kp + 1 / kq),
    restitution: Math.sqrt(shareP * p.restitution * p.restitution + shareQ * q.restitution * q.restitution),
    frictionStatic: harmonic(p.frictionStatic, q.frictionStatic),
    frictionKinetic: harmonic(p.frictionKinetic, q.frictionKinetic),
  };
}

/** Hertz, sphere on sphere or plane: K = 4/3 E* sqrt(R*), exponent 3/2. Radius Infinity for a plane. */
export function hertzStiffness(modulus: number, radiusA: number, radiusB: number): number {
  const curvature = 1 / radiusA + 1 / radiusB;
  return (4 / 3) * modulus * Math.sqrt(1 / curvature);
}

/**
 * One of four corners of a flat face of side l: a rigid flat punch of radius l/2 has 2 E* (l/2); a quarter of it a point.
 * Linear in depth.
 */
export function cornerStiffness(modulus: number, side: number): number {
  return 0.25 * modulus * side;
}

/** One end of a cylinder of length l lying on a plane: half of the line law (pi/4) E* l (Johnson: nearly linear). */
export function rimStiffness(modulus: number, length: number): number {
  return (Math.PI / 8) * modulus * length;
}

function harmonic(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0;
}
