/**
 * Contribution of a strand contact as a whole to the stage matrix, in addition to its points: slices grow with the stretch of A, and the
 * foot slides along B, which also rotates n. Both are of the order of the depth over the length of an element. Omitted on solids, where the
 * body would have to be included and the error is negligible (4e-4).
 */
import { LOCAL_STRIDE, localSlopes, localWeights } from '../../geometry/index.ts';
import type { ContactPatches } from '../../proximity/index.ts';
import { addFootBlocks, addStretchBlocks } from './touch-blocks.ts';
import { tangentOf } from './touch-motion.ts';
import type { Trial } from '../../trial/index.ts';
import type { CableTouch } from './cable-touch.ts';

const weightA = new Float64Array(4);
const weightB = new Float64Array(4);
const slopes = new Float64Array(4);
const tangent = new Float64Array(3);
const scaled = new Float64Array(3);
const foot = new Float64Array(2);

/** Patch p with its blocks. force: on B [N]; turned: normal force, times the part of the rotation of normals included, times share [N]. */
export function addPatchTangent(
  touch: CableTouch,
  { matrix, b }: Trial,
  patches: ContactPatches,
  p: number,
  blocks: Int32Array,
  force: Float64Array,
  { turned }: { turned: number },
): void {
  const { curves, cables, starts, map } = touch;
  const { values } = matrix.lu;
  const a = patches.elementA[p];
  const other = patches.elementB[p];
  const A = cables.items[curves.cable[a]];
  const B = cables.items[curves.cable[other]];
  localWeights(weightA, 0, map, LOCAL_STRIDE * a, patches.uA, p);
  localWeights(weightB, 0, map, LOCAL_STRIDE * other, patches.uB, p);
  localSlopes(slopes, 0, map, LOCAL_STRIDE * a, patches.uA, p);
  tangentOf(tangent, A.cable.q, slopes, a - starts[curves.cable[a]], A.cable.nodeCount);
  const onA = b / (tangent[0] * tangent[0] + tangent[1] * tangent[1] + tangent[2] * tangent[2]);
  for (let k = 0; k < 3; k++) scaled[k] = onA * force[k];
  addStretchBlocks(values, blocks, weightA, weightB, slopes, scaled, tangent, A.width);
  localSlopes(slopes, 0, map, LOCAL_STRIDE * other, patches.uB, p);
  tangentOf(tangent, B.cable.q, slopes, other - starts[curves.cable[other]], B.cable.nodeCount);
  const onB = b / (tangent[0] * tangent[0] + tangent[1] * tangent[1] + tangent[2] * tangent[2]);
  for (let k = 0; k < 3; k++) scaled[k] = patches.normal[3 * p + k];
  const slide = onB * turned;
  const apart = curves.radius[a] + curves.radius[other] + patches.separation[p];
  foot[0] = slide;
  foot[1] = slide * apart;
  addFootBlocks(values, blocks, weightA, weightB, slopes, scaled, tangent, foot, A.width, B.width);
}
