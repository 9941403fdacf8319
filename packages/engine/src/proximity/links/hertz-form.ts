/**
 * Shape factor of the contact stiffness of two curved surfaces: F = E* G depth^1.5 (Hertz; Johnson, Contact Mechanics, eqs 4.26-4.32). With
 * relative curvatures k_min <= k_max [1/m], beta = b/a of the ellipse of contact, e^2 = 1 - beta^2 and K, E the complete elliptic integrals
 * of e:
 *   k_min/k_max = (K - E)/(E/beta^2 - K),   G = (2 pi/3) sqrt(2 (K - E)/(k_min e^2)) / K^1.5
 * Equal curvatures k: G = 4/(3 sqrt k), the sphere of radius 1/k on a plane.
 */
import { PI } from '../../math/index.ts';

/** The ratio of curvatures falls from 1 to about 1e-5 over these places; G sqrt(k_min) stands beside it. */
const PLACES = 400;
const THINNEST = 1e-3; // beta of the last one

const ratios = new Float64Array(PLACES);
const forms = new Float64Array(PLACES);
/** K and E */
const integrals: [number, number] = [0, 0];
fill();

function fill(): void {
  ratios[0] = 1;
  forms[0] = 4 / 3;
  const last = PLACES - 1;
  for (let i = 1; i < PLACES; i++) {
    const part = i / last;
    // crowded where the ellipse is thin
    const beta = 1 - (1 - THINNEST) * part * (2 - part);
    const e2 = 1 - beta * beta;
    ellipticIntegrals(beta);
    const [K, E] = integrals;
    ratios[i] = (K - E) / (E / (beta * beta) - K);
    forms[i] = (((2 * PI) / 3) * Math.sqrt((2 * (K - E)) / e2)) / (K * Math.sqrt(K));
  }
}

/** K and E by the arithmetic-geometric mean (Abramowitz and Stegun, s. 17.6); beta = sqrt(1 - e^2). */
function ellipticIntegrals(beta: number): void {
  let a = 1;
  let g = beta;
  let sum = 0.5 * (1 - beta * beta);
  let power = 0.5;
  for (let k = 0; k < 12; k++) {
    const c = 0.5 * (a - g);
    const next = 0.5 * (a + g);
    g = Math.sqrt(a * g);
    a = next;
    power *= 2;
    sum += power * c * c;
  }
  integrals[0] = PI / (2 * a);
  integrals[1] = integrals[0] * (1 - sum);
}

const asked = new Float64Array(2);

/** G [m^0.5]; the smaller curvature is at least a thousandth of the larger one. */
export function hertzForm(least: number, most: number): number {
  asked[0] = least;
  asked[1] = most;
  findHertzForm(asked);
  return asked[0];
}

/** The same for two curvatures, written over the first: separate number arguments would be boxed. */
export function findHertzForm(curvatures: Float64Array): void {
  const least = curvatures[0];
  const most = curvatures[1];
  const floor = ratios[PLACES - 1] * most;
  const low = least > floor ? least : floor;
  const ratio = low / most;
  let from = 0;
  let to = PLACES - 1;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (ratios[middle] > ratio) from = middle;
    else to = middle;
  }
  const part = (ratios[from] - ratio) / (ratios[from] - ratios[to]);
  curvatures[0] = (forms[from] + part * (forms[to] - forms[from])) / Math.sqrt(low);
}

/**
 * Factor on (pi/4) E* (force per length over depth, the law of a round bar on a plane) for a bar with distributed contact, so that the
 * force over the contact ellipse, where the depth is k_min x^2/2 below its largest value, is that of Hertz: integral = (4/3) depth sqrt(2
 * depth/k_min).
 */
export function linePart(least: number, most: number): number {
  return (hertzForm(least, most) * Math.sqrt(least)) / (PI / 4) / ((4 / 3) * Math.SQRT2);
}

/**
 * The same for a straight bar that lies on a plate as thick as itself: force per length P = pi E* depth/(2 ln(4r/a) + 2 ln(4r/a) - 1 - nu/(1 - nu))
 * x 2, the bar by Johnson's eq. 5.57, the plate by eq. 5.56, with a/r = 1/125, a 62 mm link flat on its two bars under 50 kN, and nu = 0.3. The
 * logarithm makes it 12 % less at a tenth of that load.
 */
export const STRAIGHT_PART = 0.34;
