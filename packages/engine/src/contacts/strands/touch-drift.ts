/** Motion of cable curves with resting nodes: where rope is fed, or lengths return to those of the material. */
import { LOCAL_STRIDE, localMap, localWeights } from '../../geometry/index.ts';
import type { ContactPatches } from '../../proximity/index.ts';
import type { CableItem } from '../../model/index.ts';

/** [s] over which the change of a curve is taken */
const AHEAD = 1e-4;
const ahead = new Float64Array(3);
const aheadMap = new Float64Array(LOCAL_STRIDE);
const aheadWeight = new Float64Array(4);
const gA = new Float64Array(3);
const gB = new Float64Array(3);

/** Does the curve of element m move so? */
export function curveChanges({ cable, feed, relaxing }: CableItem, m: number): boolean {
  if (feed === undefined && !relaxing) return false;
  const { restRate, elementCount } = cable;
  return (m > 0 && restRate[m - 1] !== 0) || restRate[m] !== 0 || (m + 1 < elementCount && restRate[m + 1] !== 0);
}

/**
 * out[0] += n.(gA - gB) at point i of a contact, with g the velocity of a curve with resting nodes due to changing lengths [m/s]. Only the
 * feeding end causes such a motion; a solid into which the curve is pushed must include it in the approach speed. B: none, or a cable.
 */
export function addDrifts(
  out: Float64Array,
  a: CableItem,
  weightA: Float64Array,
  mA: number,
  b: CableItem | undefined,
  weightB: Float64Array,
  mB: number,
  { pointU, pointW, pointNormal }: ContactPatches,
  i: number,
): void {
  driftOf(gA, a, weightA, mA, pointU, i);
  if (b) driftOf(gB, b, weightB, mB, pointW, i);
  for (let k = 0; k < 3; k++) out[0] += pointNormal[3 * i + k] * (gA[k] - (b ? gB[k] : 0));
}

function driftOf(
  out: Float64Array,
  { cable }: CableItem,
  weight: Float64Array,
  m: number,
  us: Float64Array,
  i: number,
): void {
  const { restLength, restRate, q, nodeCount, elementCount } = cable;
  const first = Math.max(0, m - 1);
  const end = Math.min(elementCount, m + 2);
  for (let j = first; j < end; j++) ahead[j - first] = restLength[j] + AHEAD * restRate[j];
  localMap(aheadMap, 0, ahead, m - first, end - first + 1);
  localWeights(aheadWeight, 0, aheadMap, 0, us, i);
  out.fill(0);
  for (let j = 0; j < 4; j++) {
    const node = m - 1 + j;
    if (node < 0 || node >= nodeCount) continue;
    const rate = (aheadWeight[j] - weight[j]) / AHEAD;
    for (let k = 0; k < 3; k++) out[k] += rate * q[4 * node + k];
  }
}
