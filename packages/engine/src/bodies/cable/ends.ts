/**
 * Moments of a cable on the holders of its ends. A held end is an element of length 1 along the direction d that rotates with its holder: a
 * rotation phi moves it by phi x d and twists it by phi.d. With f, h the gradients by (e, theta) of its slot,
 *   moment = -d x f - h d                                       on the holder, about the end node
 * and E its slot blocks: d moment/d phi and the couplings with the first element follow from the same map.
 */
import type { Cable } from './cable.ts';

/** cable.endMoment from the slots of held ends; zero for others. */
export function addEndMoments(cable: Cable): void {
  const { endMoment, slotForce, direction, nodeCount } = cable;
  for (let end = 0; end < 2; end++) {
    const slot = end === 0 ? 0 : nodeCount;
    const f = 4 * slot;
    const k = 3 * slot;
    const o = 3 * end;
    if (!cable.holdsDirection[end]) {
      endMoment[o] = 0;
      endMoment[o + 1] = 0;
      endMoment[o + 2] = 0;
      continue;
    }
    const dx = direction[k];
    const dy = direction[k + 1];
    const dz = direction[k + 2];
    const h = slotForce[f + 3];
    endMoment[o] = -(dy * slotForce[f + 2] - dz * slotForce[f + 1]) - h * dx;
    endMoment[o + 1] = -(dz * slotForce[f] - dx * slotForce[f + 2]) - h * dy;
    endMoment[o + 2] = -(dx * slotForce[f + 1] - dy * slotForce[f]) - h * dz;
  }
}

/** Derivatives that couple a held end with its holder's rotation, of the last evaluation with a tangent (weights b, c). */
export class EndCoupling {
  /** -(d moment by the holder's rotation), 3 x 3 */
  readonly rotation: Float64Array = new Float64Array(9);
  /** -(d moment by the end element's e and turn), 3 x 4 */
  readonly momentByElement: Float64Array = new Float64Array(12);
  /** d gradient of the end element (e, turn) by the holder's rotation, 4 x 3 */
  readonly elementByRotation: Float64Array = new Float64Array(12);
  private readonly map: Float64Array = new Float64Array(12); // (e, turn) of the slot by rotation, 4 x 3
  private readonly scratch: Float64Array = new Float64Array(12);

  /**
   * b: weight of q, for the part from the rotation of the moment itself. The nodal blocks: a force gradient g by rotation acts as +g on the
   * element's first node and -g on its second (and -g_theta on the turn), as in assemble.ts.
   */
  fill(cable: Cable, end: 0 | 1, b: number): void {
    const { slotDiagonal, slotUpper, slotLower, slotForce, direction, nodeCount } = cable;
    const { map, scratch, rotation, momentByElement, elementByRotation } = this;
    const slot = end === 0 ? 0 : nodeCount;
    const k = 3 * slot;
    const d = [direction[k], direction[k + 1], direction[k + 2]];
    // phi x d = -[d]x phi
    map.set([0, d[2], -d[1], -d[2], 0, d[0], d[1], -d[0], 0, d[0], d[1], d[2]]);
    const diagonal = 16 * slot;
    const side = end === 0 ? 0 : 16 * (nodeCount - 1);
    // rows of the held slot; without turns only the upper blocks are filled, the lower ones are their transposes
    const turned = cable.hasTwist;
    const toElement = end === 0 || !turned ? slotUpper : slotLower;
    const fromElement = end === 1 || !turned ? slotUpper : slotLower;
    const toFlipped = end === 1 && !turned;
    const fromFlipped = end === 0 && !turned;
    for (let r = 0; r < 4; r++) {
      for (let s = 0; s < 3; s++) {
        let own = 0;
        let other = 0;
        for (let m = 0; m < 4; m++) {
          own += slotDiagonal[diagonal + 4 * r + m] * map[3 * m + s];
          other += fromElement[side + (fromFlipped ? 4 * m + r : 4 * r + m)] * map[3 * m + s];
        }
        scratch[3 * r + s] = own;
        elementByRotation[3 * r + s] = other;
      }
    }
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        let own = 0;
        for (let m = 0; m < 4; m++) own += map[3 * m + r] * scratch[3 * m + s];
        rotation[3 * r + s] = own;
      }
      for (let s = 0; s < 4; s++) {
        let other = 0;
        for (let m = 0; m < 4; m++) other += map[3 * m + r] * toElement[side + (toFlipped ? 4 * s + m : 4 * m + s)];
        momentByElement[4 * r + s] = other;
      }
    }
    // -(moment) = d x f + h d with f, h fixed and d turning: (phi x d) x f + h phi x d = d (phi.f) - phi (d.f) + h phi x d
    const f = [slotForce[4 * slot], slotForce[4 * slot + 1], slotForce[4 * slot + 2]];
    const h = slotForce[4 * slot + 3];
    const df = d[0] * f[0] + d[1] * f[1] + d[2] * f[2];
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) rotation[3 * r + s] += b * (d[r] * f[s] - (r === s ? df : 0) + h * map[3 * r + s]);
    }
  }
}
