/**
 * An elastic layer bonded to a rigid base under a rigid frictionless indenter: what an elastic solid would answer with, against which contact by pressure
 * fields is an approximation. A pressure p(r) moves the surface by
 *   w(r) = 2 (1 - nu^2)/E  integral of L(k H) P(k) J0(k r) dk,   P(k) = integral of p(s) J0(k s) s ds,
 *   L(x) = (2 kappa sinh 2x - 4x)/(2 kappa cosh 2x + 1 + kappa^2 + 4 x^2),   kappa = 3 - 4 nu.
 * The pressure is even on each of n rings, and w is met in the mean of each. Lengths over the diameter D of the indenter's contact as a foundation has it,
 * forces over E D d.
 */

const NU = 0.3;
const KAPPA = 3 - 4 * NU;
/** Gauss-Legendre, 8 points. */
const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];

/** A flat punch of diameter 1, pressed by 1, over a layer of this thickness. */
export function punchForce(thickness: number, rings: number): number {
  // finer towards the rim, where the pressure has no bound
  const edges = Array.from({ length: rings + 1 }, (_, i) => 0.5 * (1 - (1 - i / rings) ** 1.6));
  const p = solve(matrix(edges, thickness), new Array<number>(rings).fill(1));
  return p.reduce((sum, x, i) => sum + x * Math.PI * (edges[i + 1] ** 2 - edges[i] ** 2), 0);
}

/** A paraboloid 1 - 4 r^2, which a foundation would touch over a diameter of 1: over the circle that gives the largest force, where p is 0 at its rim. */
export function ballForce(thickness: number, rings: number): number {
  const over = (radius: number): number => {
    const edges = Array.from({ length: rings + 1 }, (_, i) => radius * (1 - (1 - i / rings) ** 1.3));
    const rhs = Array.from({ length: rings }, (_, i) => 1 - 2 * (edges[i] ** 2 + edges[i + 1] ** 2));
    const p = solve(matrix(edges, thickness), rhs);
    return p.reduce((sum, x, i) => sum + x * Math.PI * (edges[i + 1] ** 2 - edges[i] ** 2), 0);
  };
  // golden section
  const part = 0.5 * (Math.sqrt(5) - 1);
  let [low, high] = [0.3, 0.52];
  let [a, b] = [high - part * (high - low), low + part * (high - low)];
  let [atA, atB] = [over(a), over(b)];
  while (high - low > 2e-3) {
    if (atA > atB) {
      [high, b, atB] = [b, a, atA];
      a = high - part * (high - low);
      atA = over(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + part * (high - low);
      atB = over(b);
    }
  }
  return Math.max(atA, atB);
}

/** Mean of w over ring i for p = 1 on ring j. */
function matrix(edges: readonly number[], H: number): number[][] {
  const n = edges.length - 1;
  const R = edges[n];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) least = Math.min(least, edges[i + 1] - edges[i]);
  const last = 25 / least;
  const panels = Math.floor((last * R) / 3) + 50;
  const ends = [0];
  for (let i = 0; i < 20; i++) ends.push((1e-4 / R) * 1e4 ** (i / 19));
  for (let i = 1; i < panels; i++) ends.push(1 / R + ((last - 1 / R) * i) / (panels - 1));
  const G = Array.from({ length: n }, () => new Float64Array(n));
  const B = new Float64Array(n);
  for (let q = 1; q < ends.length; q++) {
    const [m, h] = [0.5 * (ends[q] + ends[q - 1]), 0.5 * (ends[q] - ends[q - 1])];
    for (let s = 0; s < 8; s++) {
      const k = m + (s < 4 ? -1 : 1) * NODES[s % 4] * h;
      const w = h * WEIGHTS[s % 4] * giving(k * H);
      let before = edges[0] * besselJ1(k * edges[0]);
      for (let i = 0; i < n; i++) {
        const after = edges[i + 1] * besselJ1(k * edges[i + 1]);
        B[i] = (after - before) / k;
        before = after;
      }
      for (let i = 0; i < n; i++) {
        const x = w * B[i];
        for (let j = 0; j <= i; j++) G[i][j] += x * B[j];
      }
    }
  }
  return G.map((_, i) =>
    Array.from(
      { length: n },
      (__, j) => (4 * (1 - NU * NU) * G[Math.max(i, j)][Math.min(i, j)]) / (edges[i + 1] ** 2 - edges[i] ** 2),
    ),
  );
}

function giving(x: number): number {
  if (x > 18) return 1;
  return (2 * KAPPA * Math.sinh(2 * x) - 4 * x) / (2 * KAPPA * Math.cosh(2 * x) + 1 + KAPPA * KAPPA + 4 * x * x);
}

function solve(A: number[][], b: readonly number[]): number[] {
  const n = b.length;
  const M = A.map((r, i) => [...r, b[i]]);
  for (let c = 0; c < n; c++) {
    let best = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(M[r][c]) > Math.abs(M[best][c])) best = r;
    [M[c], M[best]] = [M[best], M[c]];
    for (let r = c + 1; r < n; r++) {
      const f = M[r][c] / M[c][c];
      for (let k = c; k <= n; k++) M[r][k] -= f * M[c][k];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    let sum = M[r][n];
    for (let k = r + 1; k < n; k++) sum -= M[r][k] * x[k];
    x[r] = sum / M[r][r];
  }
  return x;
}

/** Rational approximations, 1e-8 (Hart 1968, as in Press et al., Numerical Recipes, s. 6.5). */
function besselJ1(x: number): number {
  const a = Math.abs(x);
  const y = a < 8 ? x * x : (8 / a) ** 2;
  const poly = (c: readonly number[]): number => c.reduceRight((sum, v) => sum * y + v, 0);
  if (a < 8) {
    const top = poly([72362614232, -7895059235, 242396853.1, -2972611.439, 15704.4826, -30.16036606]);
    return (x * top) / poly([144725228442, 2300535178, 18583304.74, 99447.43394, 376.9991397, 1]);
  }
  const [z, phase] = [8 / a, a - 2.356194491];
  const p = poly([1, 0.00183105, -3.516396496e-5, 2.457520174e-6, -2.40337019e-7]);
  const q = poly([0.04687499995, -2.002690873e-4, 8.449199096e-6, -8.8228987e-7, 1.05787412e-7]);
  return Math.sign(x) * Math.sqrt(0.636619772 / a) * (Math.cos(phase) * p - z * Math.sin(phase) * q);
}
