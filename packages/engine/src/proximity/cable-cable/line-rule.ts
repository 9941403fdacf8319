/**
 * Quadrature rules on 0 .. 1 for what is integrated along a cable: weights add up to 1.
 *
 * At the ends of a contact the integrand behaves as x^(3/2); at the end of an element it is smooth. One rule serves both, so that nothing
 * jumps when one kind of end becomes the other. 3 to 5 points: Gauss-Legendre (7e-3, 1.6e-3, 5e-4 of a crossing's volume). 8 and 12 points:
 * Gauss-Legendre after the substitution x = (3 t - t^3)/2, which makes x^(3/2) analytic (a crossing 0.1 r deep: 1e-6 and 8e-11; 0.5 r deep:
 * 6e-5 and 2e-7).
 */
export interface LineRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

export type LineRulePoints = 3 | 4 | 5 | 8 | 12;

export function lineRule(points: LineRulePoints): LineRule {
  return RULES[points];
}

const RULES: Readonly<Record<LineRulePoints, LineRule>> = {
  3: symmetric([0.1127016653792583, 0.5], [0.2777777777777778, 0.4444444444444444], 3),
  4: symmetric([0.06943184420297371, 0.33000947820757187], [0.17392742256872687, 0.32607257743127305], 4),
  5: symmetric(
    [0.04691007703066802, 0.23076534494715845, 0.5],
    [0.1184634425280945, 0.23931433524968324, 0.28444444444444444],
    5,
  ),
  8: symmetric(
    [0.0011670169361213123, 0.02890670926118466, 0.14213664457537428, 0.3639670826341529],
    [0.0059099794366706876, 0.060930600558044216, 0.17029934334665314, 0.2628600766586319],
    8,
  ),
  12: symmetric(
    [
      0.00025344026388474106, 0.006674750880947655, 0.03666297147165393, 0.11015924744305411, 0.23656827727677016,
      0.40656596523302735,
    ],
    [
      0.001292794851245542, 0.014643093905149984, 0.04889390913916957, 0.09981477834529953, 0.15142574521747643,
      0.183929678541659,
    ],
    12,
  ),
};

/** The lower half of nodes and weights, the middle one included when the number is odd. */
function symmetric(lowerNodes: readonly number[], lowerWeights: readonly number[], count: number): LineRule {
  const nodes = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let k = 0; k < lowerNodes.length; k++) {
    nodes[k] = lowerNodes[k];
    weights[k] = lowerWeights[k];
    nodes[count - 1 - k] = 1 - lowerNodes[k];
    weights[count - 1 - k] = lowerWeights[k];
  }
  return { nodes, weights };
}
