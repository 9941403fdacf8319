/**
 * Appearance of a cable that represents a chain: links along its elements. Common links are 6 bars long and 3.6 wide (ISO 1704), so a link
 * as wide as the cable's diameter D is of bar D/3.6 and hangs 4 bars below the last.
 */
import type { Vec3 } from '../../schema/kit.ts';
import { type DrawnMesh, joined, tube } from '../drawn-tube.ts';

const WIDTH = 3.6;
const PITCH = 4;
const LENGTH = 6;
/** largest number of links drawn for an element; more could not be distinguished when the whole element is visible */
const MOST = 24;
/** corners around a bar, and rings around half of a link's bend */
const SIDES = 5;
const BEND = 4;

/** Links along z about the middle of an element, each rotated by 90 degrees to the previous one; undefined: too many. */
export function chainElement(diameter: number, length: number): DrawnMesh | undefined {
  const bar = diameter / WIDTH;
  // an even number, so that the next element begins as this one did
  const count = Math.max(2, 2 * Math.round(length / (PITCH * bar) / 2));
  if (count > MOST) return undefined;
  const pitch = length / count;
  return joined(
    Array.from({ length: count }, (_, k) => {
      const middle = (k + 0.5) * pitch - 0.5 * length;
      return tube(linkLine(bar, pitch, middle, k % 2 === 1), SIDES, true);
    }),
  );
}

/** Centre line of a link: two straights and two half circles. */
function linkLine(bar: number, pitch: number, middle: number, turned: boolean): { at: Vec3; radius: number }[] {
  const across = 0.5 * (WIDTH - 1) * bar;
  const straight = Math.max(0, 0.5 * (pitch + (LENGTH - PITCH - 1) * bar) - across);
  const points: { at: Vec3; radius: number }[] = [];
  for (const end of [1, -1] as const) {
    for (let i = 0; i <= BEND; i++) {
      const angle = (Math.PI * i) / BEND;
      const [u, z] = [end * across * Math.cos(angle), middle + end * (straight + across * Math.sin(angle))];
      points.push({ at: turned ? [0, u, z] : [u, 0, z], radius: 0.5 * bar });
    }
  }
  return points;
}
