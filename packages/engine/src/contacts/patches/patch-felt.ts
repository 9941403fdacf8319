/** Effect of a Newton increment on contacts by volume. */
import { PATCH_AREA, PATCH_KEPT, PATCH_NORMAL, PATCH_PAIR, PATCH_POINT_W } from './patch-contacts.ts';
import type { Contacts } from '../points/contacts.ts';
import { relativeMotion } from './patch-wrench.ts';
import type { Trial } from '../../trial/index.ts';

let increment = new Float64Array(0);
const levers = new Float64Array(6);
const motion = new Float64Array(6);

/** Does an increment x of the unknowns press or tilt a patch by more than the tolerance [m], measured along its normal? */
export function patchesFeel(
  { scene, patches }: Contacts,
  w: Trial,
  x: Float64Array,
  most: { readonly tolerance: number },
): boolean {
  const { position, rotation, b, bodySize } = w;
  if (increment.length < w.u.length) increment = new Float64Array(w.u.length);
  for (let i = 0; i < w.u.length; i++) increment[i] = i < bodySize ? b * x[i] : 0;
  const p = patches.trial.data;
  for (let o = 0; o < patches.trial.length; o += PATCH_KEPT) {
    const { bodyA, bodyB } = scene.solidPair(p[o + PATCH_PAIR]);
    for (let k = 0; k < 3; k++) {
      levers[k] = p[o + PATCH_POINT_W + k] - position[3 * bodyA + k];
      levers[3 + k] = p[o + PATCH_POINT_W + k] - position[3 * bodyB + k];
    }
    relativeMotion(motion, increment, 6 * bodyA, 6 * bodyB, levers, 0, 3);
    let along = 0;
    let about = 0;
    let turn = 0;
    for (let k = 0; k < 3; k++) {
      const r = 9 * bodyA + 3 * k;
      const i = o + PATCH_NORMAL;
      const n = rotation[r] * p[i] + rotation[r + 1] * p[i + 1] + rotation[r + 2] * p[i + 2];
      along += n * motion[k];
      about += n * motion[3 + k];
      turn += motion[3 + k] * motion[3 + k];
    }
    const tilt = Math.sqrt(Math.max(0, turn - about * about) * p[o + PATCH_AREA]);
    if (!(Math.abs(along) + tilt <= most.tolerance)) return true;
  }
  return false;
}
