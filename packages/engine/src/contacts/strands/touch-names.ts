/** Names of contact pairs with a cable. */
import type { CableTouch } from './cable-touch.ts';

/** contact.rope~body, contact.rope~other, contact.rope~rope */
export function touchName({ pairs, cables, model }: CableTouch, pair: number): string {
  const { cable, slot, other } = pairs[pair];
  const { items } = cables;
  const name = slot >= 0 ? model.spec.bodies[model.bodyOfSlot[slot]].name : items[other].name;
  return `contact.${items[cable].name}~${name}`;
}
