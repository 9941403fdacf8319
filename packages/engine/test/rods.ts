/** Chains of round rods, for tests of links that fall on things. */
import type { BodySpec, JointSpec } from '../src/model/index.ts';
import { body, joint, place, shape, turn } from './support.ts';

/** [m] */
export const ROD = 0.15;
export const RADIUS = 0.02;

/** A chain of round rods of 1 kg/m from `from` along x, or down, joined to the world there and to each other. */
export function chain(
  count: number,
  from: readonly [number, number, number],
  down = false,
): { rods: BodySpec[]; joints: JointSpec[] } {
  const mass = ROD;
  const across = mass * (RADIUS * RADIUS * 0.25 + (ROD * ROD) / 12);
  const rods = Array.from({ length: count }, (_, i) => {
    const way = (i + 0.5) * ROD;
    return body(`rod${i}`, {
      mass,
      inertia: [0.5 * mass * RADIUS * RADIUS, across, across, 0, 0, 0],
      placement: down
        ? place([from[0], from[1], from[2] - way], turn([0, 1, 0], Math.PI / 2))
        : place([from[0] + way, from[1], from[2]]),
      shapes: [
        shape(
          { kind: 'cylinder', radius: RADIUS, halfLength: 0.5 * ROD },
          place([0, 0, 0], turn([0, 1, 0], Math.PI / 2)),
        ),
      ],
    });
  });
  const at = (x: number) => ({ position: [x, 0, 0] as const, rotation: [1, 0, 0, 0] as const });
  const joints = rods.map((_, i) =>
    joint(`joint${i}`, 'point', i, i + 1, {
      frameA: i === 0 ? { ...at(0), position: from } : at(0.5 * ROD),
      frameB: at(-0.5 * ROD),
    }),
  );
  return { rods, joints };
}
