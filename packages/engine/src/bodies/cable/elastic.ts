/**
 * Internal forces of a cable: evaluateElastic fills slotForce (gradients by element vector e and twist angle theta, with dampers) and, on
 * request, their derivatives b d/dq + c d/dv by slots. assemble.ts distributes them to nodes.
 *
 * Tension, mixed: T_j is an unknown of its own with the residual g = l (z - z(T)), z of axial.ts. Linearised,
 *   dT = k (p . de + g),   k = 1/(l dz/dT),   p = b (t + tau P e'/L) + c tau t         de: change of the stage's unknown
 * so the element contributes force (T + k g) t and matrix k t p^T + b (T/L) P, and advanceTension moves T after the solve. Plain: T = T(z)
 * at every iterate, g = 0. The mixed form converges at any EA, because T does not follow the second-order changes of length in the iterates
 * of a stiff line.
 */
import { strainAt, strainOf, tensionAt, tensionOf, tensionSlope } from './axial.ts';
import { addBending } from './bending.ts';
import type { Cable } from './cable.ts';
import type { Evaluation } from './evaluation.ts';
import { updateElements, updateFrames } from './frames.ts';
import { NodeWork } from './node-work.ts';
import { nodeBends, nodeTwists } from './properties.ts';
import { addNaturalBend, addTwist } from './twist.ts';

/**
 * A slack element has almost no stiffness, and a whipping rope would push its nodes through each other: the direction then reverses
 * abruptly, and bending, which is proportional to 1/L, throws the nodes. Below this part of its unstretched length a chord is therefore
 * pushed open,
 *   E = SHORT_FORCE EA l (SHORT - L/l)^3 / 3
 * which is a 48th of EA l at zero length. This applies only with bending, and not to the end elements: the holder of a slack rope may come
 * arbitrarily close to the next node.
 */
export const SHORT: number = 1 / 4;
export const SHORT_FORCE = 4;

export function isBetween(cable: Cable, j: number): boolean {
  return cable.hasBending && j > 0 && j < cable.nodeCount - 2;
}

/** False when two neighbouring nodes coincide. */
export function evaluateElastic(cable: Cable, how: Evaluation): boolean {
  if (!updateElements(cable)) return false;
  if (cable.hasTwist) updateFrames(cable);
  const slots = cable.nodeCount + 1;
  cable.slotForce.fill(0, 0, 4 * slots);
  if (how.withTangent) clearTangents(cable, slots);
  addTension(cable, how);
  if (!cable.hasBending && !cable.hasTwist) return true;
  const from = nodeBends(cable, 0) ? 0 : 1;
  const to = nodeBends(cable, cable.nodeCount - 1) ? cable.nodeCount : cable.nodeCount - 1;
  addBending(cable, from, to, how);
  if (cable.hasTwist) addTurns(cable, how);
  return true;
}

/** addTension writes the diagonals of elements, addBending the blocks beside them: only the entries of held ends must be cleared. */
function clearTangents(cable: Cable, slots: number): void {
  const { slotDiagonal, slotUpper, slotLower } = cable;
  const end = 16 * (slots - 1);
  for (let r = 0; r < 16; r++) {
    slotDiagonal[r] = 0;
    slotDiagonal[end + r] = 0;
  }
  // a twist angle may be held without the direction
  for (let r = 0; r < 16; r++) {
    slotUpper[r] = 0;
    slotLower[r] = 0;
    slotUpper[end - 16 + r] = 0;
    slotLower[end - 16 + r] = 0;
  }
}

const work = new NodeWork();
/** tension or strain of an element with a curve, and its slope */
const law = new Float64Array(2);

function addTurns(cable: Cable, how: Evaluation): void {
  work.b = how.b;
  work.c = how.c;
  work.withTangent = how.withTangent;
  addTwist(cable, work);
  if (!cable.hasNaturalBend) return;
  for (let i = 0; i < cable.nodeCount; i++) {
    const B = nodeBends(cable, i) && nodeTwists(cable, i) ? cable.bendRatio[i] : 0;
    if (B > 0) addNaturalBend(work, cable, i, B);
  }
}

function addTension(cable: Cable, how: Evaluation): void {
  const { b, c, withTangent, mixed } = how;
  const { restLength, restRate, EA, slackRatio, bucklingStrain, bendWidth, axialDamping, curveOf } = cable;
  const { length, direction, rate, tension, gap, strain, axialRate, axialGradient, slotForce, slotDiagonal } = cable;
  const count = cable.nodeCount - 1;
  const withTurns = cable.hasTwist;
  const symmetric = how.symmetric === true;
  const perStep = symmetric ? c / b : 0;
  for (let j = 0; j < count; j++) {
    const k = 3 * j + 3;
    const l = restLength[j];
    const L = length[j + 1];
    const tau = axialDamping[j];
    const tx = direction[k];
    const ty = direction[k + 1];
    const tz = direction[k + 2];
    const vx = rate[k];
    const vy = rate[k + 1];
    const vz = rate[k + 2];
    const along = symmetric ? (L - cable.length0[j]) * perStep : tx * vx + ty * vy + tz * vz;
    const z = (L + tau * (along - (L * restRate[j]) / l)) / l - 1;
    let zT = z;
    let slope = 0;
    if (curveOf[j] >= 0) {
      law[0] = z;
      if (!mixed) tensionAt(law, 0, cable, j);
      else law[0] = tension[j];
      tension[j] = law[0];
      strainAt(law, 0, cable, j);
      if (mixed) zT = law[0];
      slope = law[1];
    } else {
      if (mixed) zT = strainOf(tension[j], EA[j], slackRatio[j], bucklingStrain[j], bendWidth[j]);
      else tension[j] = tensionOf(z, EA[j], slackRatio[j], bucklingStrain[j], bendWidth[j]);
      slope = tensionSlope(zT, EA[j], slackRatio[j], bucklingStrain[j], bendWidth[j]);
    }
    const T = tension[j];
    const g = l * (z - zT);
    const stiffness = slope / l;
    gap[j] = g;
    strain[j] = z;
    axialRate[j] = stiffness;
    // p: b (t (1 - tau l'/l) + tau P e'/L) + c tau t
    const w = symmetric ? 0 : (b * tau) / L;
    const s = b * (1 - (tau * restRate[j]) / l) + c * tau - w * along;
    const px = s * tx + w * vx;
    const py = s * ty + w * vy;
    const pz = s * tz + w * vz;
    axialGradient[3 * j] = px;
    axialGradient[3 * j + 1] = py;
    axialGradient[3 * j + 2] = pz;
    const room = isBetween(cable, j) ? Math.max(0, SHORT - L / l) : 0;
    const push = SHORT_FORCE * EA[j] * room;
    const f = T + stiffness * g - push * room;
    const o = 4 * j + 4;
    slotForce[o] += f * tx;
    slotForce[o + 1] += f * ty;
    slotForce[o + 2] += f * tz;
    if (!withTangent) continue;
    const d = 16 * j + 16;
    const turn = (b * (symmetric ? T : T - push * room)) / L;
    const own = (2 * b * push) / l - turn;
    const kx = stiffness * px + own * tx;
    const ky = stiffness * py + own * ty;
    const kz = stiffness * pz + own * tz;
    slotDiagonal[d] = tx * kx + turn;
    slotDiagonal[d + 1] = tx * ky;
    slotDiagonal[d + 2] = tx * kz;
    slotDiagonal[d + 4] = ty * kx;
    slotDiagonal[d + 5] = ty * ky + turn;
    slotDiagonal[d + 6] = ty * kz;
    slotDiagonal[d + 8] = tz * kx;
    slotDiagonal[d + 9] = tz * ky;
    slotDiagonal[d + 10] = tz * kz + turn;
    if (!withTurns) continue;
    slotDiagonal[d + 3] = 0;
    slotDiagonal[d + 7] = 0;
    slotDiagonal[d + 11] = 0;
    slotDiagonal[d + 12] = 0;
    slotDiagonal[d + 13] = 0;
    slotDiagonal[d + 14] = 0;
    slotDiagonal[d + 15] = 0;
  }
}

/**
 * Moves the tensions by `part` of what belongs to the increment dx of the stage's unknown (`stride` numbers a node, from `at`), with the
 * gradients of the last evaluation, made with this b. Returns the largest remaining gap between length and tension [m]: from a shortened
 * step, from the curvature of the law, and from the second order of the rotation, (b dx across)^2/(2 L). An element that is slack
 * afterwards takes the tension of its length: the tangent of a taut element would overshoot far below the law, and a soft element needs no
 * separate unknown.
 */
export function advanceTension(cable: Cable, dx: Float64Array, at: number, part: number, b: number): number {
  own.part = part;
  own.b = b;
  own.gap = 0;
  advanceTensionBy(own, cable, dx, at);
  return own.gap;
}

/** Part of an increment to take and its factor b [s^2]; the largest remaining gap [m], accumulated over cables. */
export class TensionStep {
  part = 0.5;
  b = 0.5;
  gap = 0.5;
}

const own = new TensionStep();

/** The same, with numbers in arrays to avoid boxing. */
export function advanceTensionBy(step: TensionStep, cable: Cable, dx: Float64Array, at: number): void {
  const { part, b } = step;
  const { tension, gap, strain, axialRate, axialGradient, restLength, length, direction } = cable;
  const { EA, slackRatio, bucklingStrain, bendWidth, curveOf } = cable;
  const move = part * b;
  let most = step.gap;
  for (let j = 0; j < cable.nodeCount - 1; j++) {
    const a = at + 4 * j;
    const n = a + 4;
    const p = 3 * j;
    const x = dx[n] - dx[a];
    const y = dx[n + 1] - dx[a + 1];
    const w = dx[n + 2] - dx[a + 2];
    const along = axialGradient[p] * x + axialGradient[p + 1] * y + axialGradient[p + 2] * w;
    const l = restLength[j];
    const z = strain[j] + (part * along) / l;
    const lengthwise = direction[p + 3] * x + direction[p + 4] * y + direction[p + 5] * w;
    const across = x * x + y * y + w * w - lengthwise * lengthwise;
    let left = (0.5 * move * move * Math.max(0, across)) / length[j + 1];
    if (z < bendWidth[j] - bucklingStrain[j])
      tension[j] = tensionOf(z, EA[j], slackRatio[j], bucklingStrain[j], bendWidth[j]);
    else {
      const T = tension[j] + part * axialRate[j] * (along + gap[j]);
      tension[j] = T;
      if (curveOf[j] >= 0) {
        law[0] = T;
        strainAt(law, 0, cable, j);
        left += l * Math.abs(z - law[0]);
      } else left += l * Math.abs(z - strainOf(T, EA[j], slackRatio[j], bucklingStrain[j], bendWidth[j]));
    }
    if (left > most) most = left;
  }
  step.gap = most;
}
