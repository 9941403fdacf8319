/** A patch of overlap as a whole, for held contacts (pile-find.ts): force and slope of all its points together. */
import type { ContactPatches } from '../proximity/index.ts';
import type { CableTouch } from '../contacts/index.ts';

/** Sums over the points of a patch: volume times places and normal, d volume/d depth, length, of all and of what counts; range of u. */
export const sums: Float64Array = new Float64Array(11);
export const SUM_VOLUME = 0;
export const SUM_U = 1;
export const SUM_V = 2;
export const SUM_NORMAL = 3; // 3..5
export const SUM_AREA = 6;
export const SUM_LENGTH = 7;
export const SUM_WHOLE = 8;
export const SUM_FROM = 9;
export const SUM_TO = 10;

/** Fills `sums` for patch p. */
export function sumPatch(touch: CableTouch, patches: ContactPatches, p: number, solid: boolean): void {
  const { ends, curves } = touch;
  const a = patches.elementA[p];
  const b = patches.elementB[p];
  const edge = 0.5 * (solid ? curves.radius[a] : curves.radius[a] + curves.radius[b]);
  let volume = 0;
  let area = 0;
  let length = 0;
  let whole = 0;
  let from = 1;
  let to = 0;
  let atU = 0;
  let atV = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = patches.pointStart[p]; i < patches.pointStart[p + 1]; i++) {
    const u = patches.pointU[i];
    const part = solid
      ? ends.onSolid(a, patches.pointU, i, b)
      : ends.between(a, patches.pointU, i, b, patches.pointW, i);
    whole += patches.weight[i];
    if (part === 0) continue;
    const slice = part * patches.weight[i];
    let g = 1;
    let steeper = 0;
    const distance = patches.distance[i];
    if (distance < edge) {
      // contact/strand.ts
      const near = Math.max(distance, 0.05 * edge);
      const s = edge / near - 1;
      g = 1 + s * s;
      steeper = distance > 0.05 * edge ? (2 * s * edge) / (near * near) : 0;
    }
    const v = slice * patches.lens[i] * g;
    volume += v;
    area += slice * (patches.chord[i] * g + patches.lens[i] * steeper);
    length += slice;
    if (u < from) from = u;
    if (u > to) to = u;
    atU += v * u;
    atV += v * patches.pointW[i];
    x += v * patches.pointNormal[3 * i];
    y += v * patches.pointNormal[3 * i + 1];
    z += v * patches.pointNormal[3 * i + 2];
  }
  sums[SUM_VOLUME] = volume;
  sums[SUM_U] = atU;
  sums[SUM_V] = atV;
  sums[SUM_NORMAL] = x;
  sums[SUM_NORMAL + 1] = y;
  sums[SUM_NORMAL + 2] = z;
  sums[SUM_AREA] = area;
  sums[SUM_LENGTH] = length;
  sums[SUM_WHOLE] = whole;
  sums[SUM_FROM] = from;
  sums[SUM_TO] = to;
}
