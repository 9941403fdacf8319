import { describe, expect, test } from 'vitest';
import { B, begin, C, compare, TIME, three } from '../../test/stage.ts';
import { action, body, constant, Draw, joint, load, place, sine, spring } from '../../test/support.ts';
import { evaluateForces } from './evaluate.ts';
import type { JointActionSpec } from '../model/index.ts';
import { moveTrial } from '../trial/index.ts';
import { Workspace } from './workspace.ts';

describe('the stage matrix M + c C + b K is the derivative of the residual by x', () => {
  test('of bodies alone: mass and turning momentum', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { error, size } = compare(begin(three(seed)));
      // differences: (B h)^2/6 of third derivatives, 1e-16 |P|/(C h): 1e-10 both
      expect(error).toBeLessThan(1e-8 * size);
    }
  });

  test('of springs and dampers between bodies, to the world, and to a moving body', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const draw = new Draw(100 + seed);
      const ends = () => ({ pointA: draw.vector(), pointB: draw.vector() });
      const spec = three(seed, {
        forces: [
          spring('soft', 1, 2, { ...ends(), stiffness: 1e4, damping: 30, length: 1 }),
          spring('pressed', 2, 3, { ...ends(), stiffness: 1e5, length: 9 }),
          spring('damper', 3, 0, { ...ends(), damping: 500 }),
        ],
      });
      const moving = { ...body('mover'), kind: 'prescribed' as const, motion: { x: sine(1, 2), yaw: sine(1, 3) } };
      const w = begin({
        ...spec,
        bodies: [...spec.bodies, moving],
        forces: [...spec.forces, spring('towed', 4, 1, { ...ends(), stiffness: 1e4, length: 0.5 })],
      });
      // left out: how the direction n turns within the rate n . w that the dampers see, b c |w| / L
      const { error, size } = compare(w);
      expect(size).toBeGreaterThan(5); // b k = 2.5 and its levers: the spring is there to be seen
      expect(error).toBeLessThan(B * 550 * 10 * 25);
      w.velocity.fill(0);
      const still = compare(w);
      expect(still.error).toBeLessThan(1e-7 * still.size);
    }
  });

  test('of ropes, taut, slack and at the corner between', () => {
    for (const length of [0.2, 50, 'just'] as const) {
      for (let seed = 1; seed <= 3; seed++) {
        const draw = new Draw(200 + seed);
        const rope = { pointA: draw.vector(), pointB: draw.vector(), stiffness: 1e5, damping: 40, tensionOnly: true };
        const probe = begin(three(seed, { forces: [spring('rope', 1, 2, { ...rope, length: 1 })] }));
        evaluateForces(probe, false, B, C);
        const free = length === 'just' ? probe.springs.length[0] : length;
        const spec = three(seed, { forces: [spring('rope', 1, 2, { ...rope, length: free })] });
        const still = {
          ...spec,
          bodies: spec.bodies.map((b) => ({ ...b, velocity: [0, 0, 0] as const, angularVelocity: [0, 0, 0] as const })),
        };
        // the corner is 1e-6 of the length wide: a step must stay well inside it
        const { error, size } = compare(begin(still), { h: length === 'just' ? 1e-4 : 1e-2 });
        expect(error).toBeLessThan(2e-6 * size);
      }
    }
  });

  test('of loads: fixed directions turn their moment, following ones do not', () => {
    for (const axes of ['world', 'body'] as const) {
      const draw = new Draw(300);
      const parts = () =>
        [1, 2, 3].map(() => constant(draw.one(5e4))) as [
          ReturnType<typeof constant>,
          ReturnType<typeof constant>,
          ReturnType<typeof constant>,
        ];
      const w = begin(
        three(1, { forces: [load('push', 2, { axes, point: draw.vector(), force: parts(), torque: parts() })] }),
      );
      const { error, size } = compare(w);
      if (axes === 'world') expect(error).toBeLessThan(1e-7 * size);
      // a following load turns with its body; that stiffness, b |F| r and b |M|, is left out, as is usual for follower loads
      else expect(error).toBeLessThan(B * 2 * 5e4 * Math.sqrt(3) * (1 + Math.sqrt(3)));
    }
  });

  test('of joints: J in the multiplier rows, and the turning of point forces', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const draw = new Draw(400 + seed);
      const frames = () => ({ frameA: draw.placement(), frameB: draw.placement() });
      const w = begin(
        three(seed, {
          joints: [
            joint('ball', 'point', 1, 2, frames()),
            joint('hinge', 'revolute', 2, 3, frames()),
            joint('wall', 'point', 0, 1, frames()),
          ],
        }),
      );
      // forces on the point rows, none on the two rows that hold the hinge's axis
      w.lambda.set([3e4, -2e4, 1e4, 2e4, 2e4, -3e4, 0, 0, 1e4, 1e4, -2e4]);
      const { error, size } = compare(w);
      expect(size).toBeGreaterThan(1);
      expect(error).toBeLessThan(1e-7 * size);
    }
  });

  test('of joints: what is left out for the other rows is b lambda times levers, nothing more', () => {
    for (const type of ['revolute', 'universal', 'prismatic', 'cylindrical', 'fixed', 'planar'] as const) {
      const draw = new Draw(500);
      const w = begin(
        three(1, { joints: [joint('one', type, 1, 2, { frameA: draw.placement(), frameB: draw.placement() })] }),
      );
      const before = compare(w);
      expect(before.error).toBeLessThan(1e-7 * before.size);
      draw.fill(w.lambda, 1e4);
      const { error } = compare(w);
      const d = Math.hypot(...[0, 1, 2].map((i) => w.position[i] - w.position[3 + i])) + 4; // levers up to sqrt 3 each
      // a row's Jacobian turns by at most its own size (1, or the lever) a radian
      expect(error).toBeLessThan(B * 1e4 * w.multiplierCount * d * d);
    }
  });

  test('of the augmented Lagrangian: S + b alpha J^T J', () => {
    const draw = new Draw(600);
    const inA = draw.vector();
    const spec = three(1, {
      joints: [joint('ball', 'point', 1, 2, { frameA: place(inA) })],
      solver: { constraints: 'augmented-lagrangian' },
    });
    const w = begin(spec);
    // on the joint: where rows are violated their turning enters too
    const R = w.rotation0;
    for (let i = 0; i < 3; i++) {
      w.position0[3 + i] = w.position0[i] + R[3 * i] * inA[0] + R[3 * i + 1] * inA[1] + R[3 * i + 2] * inA[2];
    }
    moveTrial(w, TIME);
    w.lambda.set([3e4, -2e4, 1e4]);
    const { error, size } = compare(w, { penalty: 1e9 });
    expect(size).toBeGreaterThan(2e4); // b alpha
    expect(error).toBeLessThan(1e-7 * size);
  });
});

describe('joint actions in the stage matrix', () => {
  const COORDINATE = { revolute: 'angle', prismatic: 'displacement', distance: 'length' } as const;
  type Type = keyof typeof COORDINATE;

  function make(type: Type, act: JointActionSpec, effort: number, speed: number, bristle: number): Workspace {
    const draw = new Draw(700);
    const q = draw.quaternion();
    // an angle is one only where the two z axes are parallel
    const frameB = type === 'revolute' ? place(draw.vector(), q) : draw.placement();
    const actions = [{ ...act, effort: constant(effort) }];
    const one = joint('one', type, 1, 2, { frameA: place(draw.vector(), q), frameB, length: 1, actions });
    const spec = three(2, { joints: [one] });
    const rotation = spec.bodies[1].placement.rotation;
    const bodies = spec.bodies.map((b, k) => ({
      ...b,
      velocity: b.velocity.map((x) => speed * x) as [number, number, number],
      angularVelocity: b.angularVelocity.map((x) => speed * x) as [number, number, number],
      placement: type === 'revolute' && k === 2 ? place(b.placement.position, rotation) : b.placement,
    }));
    const w = begin({ ...spec, bodies });
    w.actions.state[1] = bristle;
    w.actions.state[3] = 0.5; // approach speed at the stop
    return w;
  }

  /** The generalised force, from the force it puts on body a along g. */
  function netForce(w: Workspace): number {
    const gravity = new Workspace(w.model, true);
    evaluateForces(w, false, B, C);
    const g = w.joints.coordinate.gA;
    gravity.force[2] = -9.81 * w.model.mass[0];
    let sum = 0;
    let square = 0;
    for (let i = 0; i < 6; i++) {
      sum += g[i] * (w.force[i] - gravity.force[i]);
      square += g[i] * g[i];
    }
    return sum / square;
  }

  const friction = { constant: 2e4, coefficient: 0, radius: 0, deflection: 1e-2 };
  const stop = { stiffness: 1e6, restitution: 0.5 };

  for (const type of ['revolute', 'prismatic', 'distance'] as const) {
    const coordinate = COORDINATE[type];
    const cases: [string, (chi: number) => JointActionSpec, number][] = [
      ['spring and damper', () => action(coordinate, { spring: { stiffness: 1e5, rest: 0.3 }, damping: 200 }), 0],
      ['friction that sticks', () => action(coordinate, { friction }), 2e-3],
      ['friction that slips', () => action(coordinate, { friction }), 5e-2],
      ['a lower stop', (chi) => action(coordinate, { limits: { lower: chi + 0.02, ...stop } }), 0],
      ['an upper stop', (chi) => action(coordinate, { limits: { upper: chi - 0.02, ...stop } }), 0],
    ];
    test.each(cases)(`${type}, %s: exact but for the turning of g`, (_name, choose, bristle) => {
      const start = make(type, action(coordinate, {}), 0, 0, 0);
      evaluateForces(start, false, B, C);
      const act = choose(start.joints.coordinate.value);
      // at rest, and with an effort that cancels the rest, nothing is left out
      const tau = netForce(make(type, act, 0, 0, bristle));
      const balanced = compare(make(type, act, -tau, 0, bristle));
      expect(balanced.error).toBeLessThan(1e-6 * balanced.size);
      // g turns by at most 1/length a metre and its lever a radian, and enters tau and the rate g . v:
      //   b (|tau| + damping |v|) times levers (up to 5 m) squared over lengths (above 1 m)
      const w = make(type, act, 0, 1, bristle);
      const moving = compare(w);
      const damping = 200 + (2e4 * 1e-3) / 1e-2 + (2e4 * 1.43) / 0.5; // damper, bristle, stop: elastic force times d/v0
      expect(moving.error).toBeLessThan(B * (Math.abs(tau) + damping * 10) * 25);
    });
  }
});
