/** Winches and a crane for tests. */
import type { Quaternion, Vec3 } from '../src/math/index.ts';
import type { BodySpec, JointSpec, ModelSpec, MotionSpec, CraneAxisSpec, FeedWinchSpec } from '../src/model/index.ts';
import { body, constant, joint, model, place, turn } from './support.ts';

export function winchSpec(name: string, line: FeedWinchSpec['line'], rest: Partial<FeedWinchSpec> = {}): FeedWinchSpec {
  return {
    name,
    line,
    radius: 0.25,
    width: 0,
    ropeDiameter: 0.02,
    ropeMass: 0,
    inertia: 0,
    speedOut: 1,
    speedIn: 1,
    acceleration: 1,
    torque: Number.POSITIVE_INFINITY,
    power: Number.POSITIVE_INFINITY,
    brake: Number.POSITIVE_INFINITY,
    drag: 0,
    loss: 0,
    proportional: 0,
    integral: 0,
    derivative: 0,
    renderAt: 1.2,
    recoverAt: 0.8,
    slackBelow: 0,
    overloadAbove: Number.POSITIVE_INFINITY,
    longest: 100,
    shortest: 0.1,
    start: { mode: 'brake', target: 0 },
    ...rest,
  };
}

const [HEEL, BOOM, JIB] = [2.5, 6, 5];
const START = { luff: (60 * Math.PI) / 180, knuckle: (-100 * Math.PI) / 180 };
const ACROSS: Quaternion = turn([1, 0, 0], Math.PI / 2);
const ALONG: Quaternion = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

/** A knuckle-boom crane on body 1 (a ship that follows `motion`), its parts the bodies 2 to 5; the tip is body 5's "tip". */
export function craneModel(
  motion: MotionSpec,
  more: Partial<ModelSpec> = {},
  bodies: readonly BodySpec[] = [],
): ModelSpec {
  const { luff, knuckle } = START;
  const elbow: Vec3 = [BOOM * Math.cos(luff), 0, HEEL + BOOM * Math.sin(luff)];
  const part = (name: string, mass: number, at: Vec3, angle: number, length: number): BodySpec =>
    body(name, {
      mass,
      inertia: [mass / 20, (mass * length * length) / 12, (mass * length * length) / 12, 0, 0, 0],
      centreOfMass: [length / 2, 0, 0],
      placement: place(at, turn([0, -1, 0], angle)),
      points: [{ name: 'tip', position: [length, 0, 0] }],
    });
  const driven = (coordinate: 'angle' | 'displacement', value: number): Partial<JointSpec> => ({
    drivers: [{ coordinate, target: constant(value) }],
  });
  const frames = (a: Vec3, rotation: Quaternion): Partial<JointSpec> => ({
    frameA: place(a, rotation),
    frameB: place([0, 0, 0], rotation),
  });
  const axis = (joint: number, name: string, lower: number, upper: number, rate: number): CraneAxisSpec => ({
    name,
    joint,
    coordinate: name === 'telescope' ? 'displacement' : 'angle',
    lower,
    upper,
    rate,
    acceleration: rate,
  });
  return model(
    [
      body('ship', { kind: 'prescribed', motion }),
      body('king', { mass: 500, inertia: [100, 100, 50, 0, 0, 0] }),
      part('boom', 600, [0, 0, HEEL], luff, BOOM),
      part('jib', 300, elbow, luff + knuckle, JIB),
      part('extension', 100, elbow, luff + knuckle, JIB),
      ...bodies,
    ],
    {
      joints: [
        joint('slew', 'revolute', 1, 2, driven('angle', 0)),
        joint('luff', 'revolute', 2, 3, { ...driven('angle', luff), ...frames([0, 0, HEEL], ACROSS) }),
        joint('knuckle', 'revolute', 3, 4, { ...driven('angle', knuckle), ...frames([BOOM, 0, 0], ACROSS) }),
        joint('telescope', 'prismatic', 4, 5, { ...driven('displacement', 0), ...frames([0, 0, 0], ALONG) }),
      ],
      cranes: [
        {
          name: 'crane',
          axes: [
            axis(0, 'slew', -4, 4, 0.3),
            axis(1, 'luff', 0, 1.5, 0.3),
            axis(2, 'knuckle', -2.7, -0.05, 0.3),
            axis(3, 'telescope', 0, 3, 0.5),
          ],
          geometry: { heelRadius: 0, heelHeight: HEEL, mainBoom: BOOM, outerBoom: JIB },
        },
      ],
      ...more,
    },
  );
}
