/**
 * Did a contact open or close in this step that is too stiff for the step to follow?
 * Resolved means b k / m < RESOLVED with m the effective mass of the pair: about four steps to a bounce.
 */
import { CONTACT_EXPONENT, contactStiffness, TRIAL, type Workspace } from '../system/index.ts';

const RESOLVED = 0.05;

export function unresolvedEvent(w: Workspace, b: number): boolean {
  const { set } = w.contacts;
  const trial = w.contacts.trial.data;
  const { mass, dynamicCount } = w.model;
  for (let i = 0; i < set.count; i++) {
    const before = set.depth[i];
    const now = trial[TRIAL * i + 4];
    if (before > 0 === now > 0) continue;
    const A = set.bodyA[i];
    const B = set.bodyB[i];
    const lightness = (A < dynamicCount ? 1 / mass[A] : 0) + (B < dynamicCount ? 1 / mass[B] : 0);
    const depth = Math.max(before, now);
    const stiffness = contactStiffness(w, i);
    const exponent = w.contacts.laws.data[CONTACT_EXPONENT + w.contacts.lawStride * set.pair[i]];
    const slope = exponent === 1 ? stiffness : exponent * stiffness * Math.sqrt(depth); // exact for 1 and 3/2
    if (b * slope * lightness > RESOLVED) return true;
  }
  return false;
}
