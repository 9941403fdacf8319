/** The part of the model that the solver names when it fails. */
import { effortFor, FOR_BODY, FOR_CABLE, FOR_JOINT, FOR_PART, PART_STEP } from '../base/index.ts';
import type { Workspace } from '../stage/index.ts';

/** A body, a joint, or a node of a cable: blocks of the stage matrix from 0, unknowns of cables as -1 - number. */
export function nameOfSubject(w: Workspace, subject: number): string {
  const { model, cables } = w;
  if (subject < 0) {
    const unknown = w.bodySize - 1 - subject;
    const item = cables.items.find(({ at, cable }) => unknown >= at && unknown < at + 4 * cable.nodeCount);
    return item ? `cable ${item.name}, node ${Math.floor((unknown - item.at) / 4)}` : 'a cable';
  }
  if (subject < model.dynamicCount) return `body ${model.spec.bodies[model.bodyOfSlot[subject]].name}`;
  const joint = subject - model.dynamicCount - cables.nodeCount;
  if (joint >= 0 && joint < model.joints.count) return `joint ${model.spec.joints[joint].name}`;
  const item = cables.items.find(({ block, cable }) => subject >= block && subject < block + cable.nodeCount);
  return item ? `cable ${item.name}, node ${subject - item.block}` : 'the end of a cable';
}

/** of a model in which nothing moves freely */
const NOBODY = effortFor(FOR_PART, PART_STEP);

/** Owner of an unknown, for the counts of base/effort.ts. */
export function whoHasUnknown({ bodySize, cables }: Workspace, unknown: number): number {
  if (unknown < bodySize) return effortFor(FOR_BODY, Math.floor(unknown / 6));
  let k = cables.items.length - 1;
  while (k > 0 && unknown < cables.items[k].at) k--;
  return k < 0 ? NOBODY : effortFor(FOR_CABLE, k);
}

/** The same for a subject. */
export function whoIsSubject(w: Workspace, subject: number): number {
  const { model, cables } = w;
  if (subject < 0) return whoHasUnknown(w, w.bodySize - 1 - subject);
  if (subject < model.dynamicCount) return effortFor(FOR_BODY, subject);
  const joint = subject - model.dynamicCount - cables.nodeCount;
  if (joint >= 0) return effortFor(FOR_JOINT, Math.min(joint, Math.max(0, model.joints.count - 1)));
  let k = cables.items.length - 1;
  while (k > 0 && subject < cables.items[k].block) k--;
  return k < 0 ? NOBODY : effortFor(FOR_CABLE, k);
}
