import { describe, expect, test } from 'vitest';
import { jointAt, rod } from '../../../test/mechanisms.ts';
import {
  action,
  body,
  CONTACT,
  difference,
  FLOOR,
  model,
  place,
  read,
  run,
  shape,
  spring,
  WORLD,
} from '../../../test/support.ts';
import { BuildError } from '../../base/index.ts';
import type { BodySpec, JointSpec } from '../../model/index.ts';
import { Simulation } from '../index.ts';

const LINKS = 12;
const LENGTH = 0.5;

/** Bars on balls between two supports 4 m apart, laid out as a flat zigzag that fits the span. */
function hangingChain(): { bodies: BodySpec[]; joints: JointSpec[] } {
  const step = 4 / LINKS;
  const up = Math.sqrt(LENGTH * LENGTH - step * step);
  const corner = (k: number): [number, number, number] => [k * step, 0, k % 2 === 0 ? 0 : up];
  const bodies: BodySpec[] = [WORLD];
  for (let k = 0; k < LINKS; k++) bodies.push(rod(`link ${k}`, corner(k), corner(k + 1)));
  const joints: JointSpec[] = [];
  for (let k = 0; k <= LINKS; k++)
    joints.push(jointAt(`ball ${k}`, 'point', bodies, k, k === LINKS ? 0 : k + 1, corner(k)));
  return { bodies, joints };
}

describe('start from static equilibrium', () => {
  test('a hanging chain of bars: every bar lies along the mean force of its two ends, the discrete catenary', () => {
    const { bodies, joints } = hangingChain();
    const s = new Simulation(model(bodies, { joints, solver: { startFromEquilibrium: true } }));
    const weight = 2 * LENGTH * 9.81;
    const force = joints.map((j) => read(s, `joint.${j.name}.reaction`)); // on body b of each ball
    const pull = force[0][0];
    expect(pull).toBeLessThan(-5); // the support pulls the first link back
    for (let k = 0; k < LINKS; k++) {
      const start = force[k];
      const after = force[k + 1];
      // balance of one bar: what comes in at its start leaves at its end, but for its weight
      expect(Math.abs(start[0] - after[0])).toBeLessThan(1e-6);
      expect(Math.abs(start[2] - after[2] - weight)).toBeLessThan(1e-6);
      // no moment about its middle: it lies along the mean of the two forces
      const p = read(s, `link ${k}.start.position`);
      const q = read(s, `link ${k}.end.position`);
      const slope = (q[2] - p[2]) / (q[0] - p[0]);
      expect(Math.abs(slope - (0.5 * (start[2] + after[2])) / start[0])).toBeLessThan(1e-6);
      expect(Math.abs(q[1] - p[1])).toBeLessThan(1e-9);
    }
    // the same from both sides
    for (let k = 0; k < LINKS; k++) {
      const left = read(s, `link ${k}.position`);
      const right = read(s, `link ${LINKS - 1 - k}.position`);
      expect(Math.abs(left[0] + right[0] - 4)).toBeLessThan(1e-7);
      expect(Math.abs(left[2] - right[2])).toBeLessThan(1e-7);
    }
    // and it stays: nothing moves over a second
    const before = bodies.slice(1).flatMap((b) => [...read(s, `${b.name}.position`)]);
    run(s, 1);
    expect(
      difference(
        bodies.slice(1).flatMap((b) => [...read(s, `${b.name}.position`)]),
        before,
      ),
    ).toBeLessThan(1e-6);
  });

  test('a weight on a spring hangs m g/k below, from anywhere', () => {
    const weight = body('weight', { mass: 3, placement: place([0.3, 0.2, -1]) });
    const hanger = spring('hanger', 0, 1, { stiffness: 500, length: 1 });
    const s = new Simulation(model([weight], { forces: [hanger], solver: { startFromEquilibrium: true } }));
    expect(difference(read(s, 'weight.position'), [0, 0, -1 - (3 * 9.81) / 500])).toBeLessThan(1e-8);
    expect(s.energy.kinetic).toBe(0);
  });

  test('a pendulum with a joint spring stands where the moments balance', () => {
    const bodies = [WORLD, rod('bar', [0, 0, 0], [2, 0, 0])];
    const hinge = jointAt('pin', 'revolute', bodies, 0, 1, [0, 0, 0], [0, 1, 0], {
      actions: [action('angle', { spring: { stiffness: 100, rest: 0 } })],
    });
    const s = new Simulation(model(bodies, { joints: [hinge], solver: { startFromEquilibrium: true } }));
    const angle = read(s, 'joint.pin.angle')[0];
    expect(Math.abs(100 * angle - 4 * 9.81 * Math.cos(angle))).toBeLessThan(1e-6);
  });

  test('a ball settles into the floor by Hertz: m g = K depth^1.5', () => {
    const ball = body('ball', {
      mass: 2,
      placement: place([0, 0, 0.25]),
      shapes: [shape({ kind: 'sphere', radius: 0.2 })],
    });
    const contacts = { ...CONTACT, defaults: { stiffness: 1e7, exponent: 1.5 } };
    const s = new Simulation(model([FLOOR, ball], { contacts, solver: { startFromEquilibrium: true } }));
    const depth = 0.2 - read(s, 'ball.position')[2];
    expect(Math.abs((1e7 * depth ** 1.5) / (2 * 9.81) - 1)).toBeLessThan(1e-5);
  });

  test('what has none is refused, by name', () => {
    const falling = model([body('stone')], { solver: { startFromEquilibrium: true } });
    expect(() => new Simulation(falling)).toThrow(BuildError);
    expect(() => new Simulation(falling)).toThrow(/no static equilibrium found; body stone keeps moving/);
  });
});
