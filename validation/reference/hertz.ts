/**
 * Hertz contact of two crossed cylinders (Roy 2007, appendix C), with the constants from elliptic integrals instead of his
 * table C.1, which is 1 to 2.6 % off at 10 and 20 degrees.
 *
 *   A = (1/R1 + 1/R1' + 1/R2 + 1/R2')/2, B by eq. C.7, cos(phi) = B/A
 *   [(1 + q^2) E - 2 q^2 K]/[(1 - q^2) E] = cos(phi), q = b/a, modulus^2 = 1 - q^2
 *   k_a = (2 E/(pi q^2))^(1/3), k_b = q k_a, k_delta = 2 K/(pi k_a)
 *   a = k_a (3 F m/(4 A))^(1/3), b likewise, approach = k_delta ((3 F m/4)^2 A)^(1/3), m = m1 + m2 (eqs. C.2-C.5)
 */
import { acos, cbrt, cos, PI } from '@hawser/engine/parts';

export interface HertzConstants {
  readonly ka: number;
  readonly kb: number;
  readonly kDelta: number;
}

/** phi [rad] in 0 .. pi/2, above 1e-3. */
export function hertzConstants(phi: number): HertzConstants {
  const target = cos(phi);
  if (target < 1e-14) return { ka: 1, kb: 1, kDelta: 1 };
  // the left side falls from 1 at q = 0 to 0 at q = 1: bisection in q is safe, and this is no inner loop
  let low = 0;
  let high = 1;
  const integrals = { K: 0, E: 0 };
  for (let k = 0; k < 60; k++) {
    const q = 0.5 * (low + high);
    elliptic(integrals, q);
    const { K, E } = integrals;
    const value = ((1 + q * q) * E - 2 * q * q * K) / ((1 - q * q) * E);
    if (value > target) low = q;
    else high = q;
  }
  const q = 0.5 * (low + high);
  elliptic(integrals, q);
  const ka = cbrt((2 * integrals.E) / (PI * q * q));
  return { ka, kb: q * ka, kDelta: (2 * integrals.K) / (PI * ka) };
}

/** Complete elliptic integrals for the complementary modulus q: arithmetic-geometric mean. */
function elliptic(out: { K: number; E: number }, q: number): void {
  let a = 1;
  let g = q;
  let c2 = 1 - q * q;
  let sum = c2;
  let power = 1;
  while (c2 > 1e-32) {
    const mean = 0.5 * (a + g);
    const c = 0.5 * (a - g);
    g = Math.sqrt(a * g);
    a = mean;
    c2 = c * c;
    power *= 2;
    sum += power * c2;
  }
  out.K = PI / (2 * a);
  out.E = out.K * (1 - 0.5 * sum);
}

export interface HertzPatch {
  /** [m] semi-axes */
  readonly a: number;
  readonly b: number;
  /** [m] */
  readonly approach: number;
  /** [Pa] */
  readonly peak: number;
}

/** Straight cylinders of radii r1, r2 [m] crossing at alpha [rad] under a force [N]; compliance m1 + m2 [1/Pa], eqs. C.4-C.5. */
export function hertzCrossedCylinders(
  r1: number,
  r2: number,
  alpha: number,
  force: number,
  compliance: number,
): HertzPatch {
  const c1 = 1 / r1;
  const c2 = 1 / r2;
  const A = 0.5 * (c1 + c2);
  const B = 0.5 * Math.sqrt(Math.max(0, c1 * c1 + c2 * c2 + 2 * c1 * c2 * cos(2 * alpha)));
  const { ka, kb, kDelta } = hertzConstants(acos(Math.min(1, B / A)));
  const size = cbrt((3 * force * compliance) / (4 * A));
  const load = 0.75 * force * compliance;
  const [a, b] = [ka * size, kb * size];
  return { a, b, approach: kDelta * cbrt(load * load * A), peak: (1.5 * force) / (PI * a * b) };
}
