/** Sorts joints in the order of the chains that they form. */
import { type Joints, POINT } from '../../joints/index.ts';

/** A joint in its chain: the bodies on either side; -1: a body that is fixed or has a given motion. */
export interface Link {
  readonly joint: number;
  readonly before: number;
  readonly after: number;
}

/** Chains of point joints, one after the other; undefined if a joint is of another kind, or if they branch or close a loop. */
export function chainsOfPoints(joints: Joints, dynamicCount: number): readonly Link[] | undefined {
  if (joints.count === 0) return undefined;
  const at: number[][] = Array.from({ length: dynamicCount }, () => []);
  const sidesOf = (k: number): [number, number] => [side(joints.slotA[k]), side(joints.slotB[k])];
  const side = (slot: number): number => (slot < dynamicCount ? slot : -1);
  for (let k = 0; k < joints.count; k++) {
    const isPoint = joints.kinds[joints.kindStart[k]] === POINT && joints.rowStart[k + 1] - joints.rowStart[k] === 3;
    if (!isPoint) return undefined;
    for (const body of sidesOf(k)) if (body >= 0) at[body].push(k);
  }
  if (at.some((list) => list.length > 2)) return undefined;
  const beyond = (body: number, k: number): number => (body < 0 ? -1 : (at[body].find((other) => other !== k) ?? -1));
  const links: Link[] = [];
  const done = new Uint8Array(joints.count);
  for (let k = 0; k < joints.count; k++) {
    // a chain begins at a joint one of whose bodies has no other joint
    const first = sidesOf(k).findIndex((body) => beyond(body, k) < 0);
    if (done[k] === 1 || first < 0) continue;
    let before = sidesOf(k)[first];
    let after = sidesOf(k)[1 - first];
    for (let joint = k; joint >= 0; ) {
      done[joint] = 1;
      links.push({ joint, before, after });
      joint = beyond(after, joint);
      if (joint < 0) break;
      before = after;
      const [a, b] = sidesOf(joint);
      after = a === before ? b : a;
    }
  }
  return links.length === joints.count ? links : undefined;
}
