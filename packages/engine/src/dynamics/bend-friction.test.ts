/** Friction of a bend: |M| <= mu |R| r in any direction, as of the crowns of two links (Dopico (anchor), s. 6). */
import { describe, expect, test } from 'vitest';
import {
  action,
  body,
  constant,
  joint,
  load,
  model,
  NO_CONTACT,
  place,
  read,
  run,
  sine,
  SOLVER,
  turn,
} from '../../test/support.ts';
import type { JointType, TimeFunction, Vec3 } from '../index.ts';
import { Simulation } from './simulation.ts';

const [MASS, LEVER, MU, RADIUS] = [40, 0.5, 0.4, 0.031];
const GIVE = 1e-4;
const INERTIA = 0.1;

/**
 * A bob on a joint at the origin, off the vertical by `angle` in the plane at `azimuth`. lengthwise: the length of both bodies is z at
 * the start of the hanging bob; for a cross joint, whose pins are z of its first frame and x of its second, frames are turned so that
 * their y is up.
 */
function pendulum(
  type: JointType,
  angle: number,
  azimuth: number,
  step: number,
  way: readonly number[] = [],
): Simulation {
  const across: Vec3 = [-Math.sin(azimuth), Math.cos(azimuth), 0];
  const rotation = turn(across, -angle);
  const reach = LEVER * Math.sin(angle);
  const position: Vec3 = [reach * Math.cos(azimuth), reach * Math.sin(azimuth), -LEVER * Math.cos(angle)];
  const upright = turn([1, 0, 0], -Math.PI / 2);
  const frame = type === 'universal' ? upright : undefined;
  const lengthwise = { a: turn([0, 0, 1], 0), b: turn([0, 0, 1], 0) };
  const friction = { constant: 0, coefficient: MU, radius: RADIUS, deflection: GIVE };
  return new Simulation(
    model(
      [
        body('bob', {
          mass: MASS,
          placement: place(position, rotation),
          inertia: [INERTIA, INERTIA, INERTIA, 0, 0, 0],
        }),
      ],
      {
        gravity: [0, 0, -9.81],
        contacts: NO_CONTACT,
        joints: [
          joint('crown', type, 0, 1, {
            frameA: place([0, 0, 0], frame),
            frameB: place([0, 0, LEVER], frame),
            actions: [action('bend', { friction, lengthwise })],
          }),
        ],
        forces: way.length === 0 ? [] : [load('draws', 1, { force: [aside(way[0]), aside(way[1]), constant(0)] })],
        solver: { ...SOLVER, step },
      },
    ),
  );
}

/** A quarter of a slow sine up to twice what friction holds. */
function aside(part: number): TimeFunction {
  return sine((part * 2 * MU * RADIUS * MASS * 9.81) / LEVER, Math.PI / 6);
}

describe.each(['point', 'universal'] as const)('%s joint', (type) => {
  // of a cross joint in the planes of its pins: askew its two turns do not add up to one plane
  const planes = type === 'point' ? [0, 0.7, 2.9] : [0, Math.PI / 2];
  test.each(planes)('drawn aside in the plane at %s rad, it holds and then resists by mu R r', (azimuth) => {
    // F rises to twice what is held, over a quarter of a slow sine; with the bob at theta, M = F L cos - m g L sin
    const most = (2 * MU * RADIUS * MASS * 9.81) / LEVER;
    const way = [Math.cos(azimuth), Math.sin(azimuth), 0];
    const drawn = pendulum(type, 0, azimuth, 4e-3, way);
    let slid = 0;
    for (let t = 0.05; t <= 3; t += 0.05) {
      run(drawn, t);
      const F = most * Math.sin((t * Math.PI) / 6);
      const bend = read(drawn, 'joint.crown.bend')[0];
      if (F < 0.49 * most) expect(bend, `t = ${t}`).toBeLessThan(1.1 * GIVE);
      // what is left of moments about the joint when weight, force and inertia are taken off
      const a = read(drawn, 'bob.acceleration');
      const tangential = (a[0] * way[0] + a[1] * way[1]) * Math.cos(bend) + a[2] * Math.sin(bend);
      const radial = a[2] * Math.cos(bend) - (a[0] * way[0] + a[1] * way[1]) * Math.sin(bend);
      const moment =
        LEVER * (F * Math.cos(bend) - MASS * 9.81 * Math.sin(bend)) - (MASS * LEVER + INERTIA / LEVER) * tangential;
      const R = Math.hypot(
        MASS * (9.81 * Math.cos(bend) + radial) + F * Math.sin(bend),
        F * Math.cos(bend) - MASS * 9.81 * Math.sin(bend) - MASS * tangential,
      );
      if (Math.hypot(...read(drawn, 'bob.angular-velocity')) < 5e-3 || bend < 3 * GIVE) continue;
      slid++;
      expect(Math.abs(moment / (MU * RADIUS * R) - 1), `t = ${t}`).toBeLessThan(0.01);
    }
    expect(slid).toBeGreaterThan(15);
  });
});

test('a swing loses 2 mu r R of its angle a half period, as a pendulum with a dry pin does', () => {
  // small angles: m g L (theta1 - theta2)(theta1 + theta2)/2 = M (theta1 + theta2), M = mu r m g: theta1 - theta2 = 2 mu r/L
  const start = 0.12;
  const swing = pendulum('point', start, 0.4, 1e-3);
  let [turned, before] = [0, -1];
  for (let i = 1; i < 2000 && turned === 0; i++) {
    run(swing, 1e-3 * i);
    const at = read(swing, 'joint.crown.bend')[0];
    if (i > 600 && at < before) turned = before; // past the lowest place and at its turn
    before = at;
  }
  const lost = (start - turned) / ((2 * MU * RADIUS) / LEVER);
  // R = m g (cos + v^2/gL) is within theta^2 of m g, and the bristle turns over a hundredth of the swing
  expect(Math.abs(lost - 1)).toBeLessThan(0.02);
});

test('what friction of a bend takes away stands in the ledger', () => {
  const swing = pendulum('point', 0.3, 1.1, 1e-3);
  run(swing, 1.5);
  const { energy } = swing;
  const released = MASS * 9.81 * LEVER * (1 - Math.cos(0.3));
  expect(energy.dissipated).toBeGreaterThan(0.3 * released);
  expect(Math.abs(energy.imbalance)).toBeLessThan(1e-3 * released);
});
