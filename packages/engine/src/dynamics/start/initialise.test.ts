import { describe, expect, test } from 'vitest';
import { cable } from '../../../test/cables.ts';
import { BAR, jointAt, PIN, parallelogram, rod, spatialLoop } from '../../../test/mechanisms.ts';
import {
  body,
  constant,
  difference,
  joint,
  model,
  place,
  read,
  run,
  sine,
  turn,
  WORLD,
} from '../../../test/support.ts';
import { BuildError } from '../../base/index.ts';
import type { BodySpec, JointSpec, ModelSpec } from '../../model/index.ts';
import { Simulation } from '../index.ts';

function refusal(spec: ModelSpec): BuildError {
  try {
    new Simulation(spec);
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
  throw new Error('accepted');
}

const DOOR = body('door', { mass: 20, inertia: [4, 5, 1.2, 0, 0, 0], placement: place([0.5, 0, 1]) });
const LEAF = [WORLD, DOOR];
const hinge = (name: string, height: number): JointSpec => jointAt(name, 'revolute', LEAF, 0, 1, [0, 0, height]);

describe('joints that repeat each other', () => {
  const push = { gravity: [0.5, 1, -9.81] as const };
  const two = new Simulation(
    model([DOOR], { ...push, joints: [hinge('lower hinge', 0.2), hinge('upper hinge', 1.8)] }),
  );
  const one = new Simulation(model([DOOR], { ...push, joints: [hinge('lower hinge', 0.2)] }));

  test('a door on two hinges works, and says which hinge repeats what', () => {
    expect(two.repeated).toEqual({ rows: 10, joints: [{ name: 'upper hinge', count: 5 }] });
    expect(one.repeated).toBeUndefined();
  });

  test('it swings as on one', () => {
    run(two, 1);
    run(one, 1);
    expect(two.stats.rejected).toBe(0);
    expect(Math.abs(read(one, 'joint.lower hinge.angle')[0])).toBeGreaterThan(0.3);
    // the same differential equation, so the same error of integration; what is left is Newton's 1e-10
    expect(difference(read(two, 'door.position'), read(one, 'door.position'))).toBeLessThan(1e-7);
    // and together the two hinges carry what the one carries
    const sum = read(two, 'joint.lower hinge.reaction').map((x, i) => x + read(two, 'joint.upper hinge.reaction')[i]);
    expect(difference(sum, read(one, 'joint.lower hinge.reaction'))).toBeLessThan(1e-3); // of 200 N
  });

  test('equal hinges share the weight equally, and go on doing so', () => {
    const share = (regularisation: number): number[] => {
      const joints = [hinge('lower hinge', 0.2), hinge('upper hinge', 1.8)];
      const s = new Simulation(model([DOOR], { ...push, joints, solver: { regularisation } }));
      run(s, 2);
      return ['lower hinge', 'upper hinge'].map((name) => read(s, `joint.${name}.reaction`)[2]);
    };
    for (const regularisation of [1e-10, 1e-8]) {
      const [lower, upper] = share(regularisation);
      expect(Math.abs(lower + upper - 20 * 9.81)).toBeLessThan(1e-2);
      // rounding of the joints' positions, 1e-16 m, is held apart by eps: 1e-16/(b eps), b = 8.6e-8 s^2; a few of them
      expect(Math.abs(lower - upper)).toBeLessThan((4 * 1.2e-9) / regularisation);
    }
  });

  test('a plane loop of four hinges repeats three conditions', () => {
    const { bodies, joints } = parallelogram(WORLD, 0.3, 0);
    expect(new Simulation(model(bodies, { joints })).repeated).toEqual({ rows: 20, joints: [{ name: 'D', count: 3 }] });
  });

  test('a driver that asks for what a joint already holds is found too', () => {
    const angle = [{ coordinate: 'angle' as const, target: constant(0) }];
    const joints = [
      { ...hinge('motor', 0.2), drivers: angle },
      { ...hinge('second motor', 1), drivers: angle },
    ];
    expect(new Simulation(model([DOOR], { joints })).repeated?.joints).toEqual([{ name: 'second motor', count: 6 }]);
  });
});

/** A double pendulum whose second bar hangs 0.1 m beside its joint. */
const CHAIN: BodySpec[] = [WORLD, rod('upper', [0, 0, 0], [1, 0, 0]), rod('lower', [1, 0, 0], [1, 0, -1])];
const CHAIN_JOINTS: JointSpec[] = [
  jointAt('top', 'revolute', CHAIN, 0, 1, [0, 0, 0], [0, 1, 0]),
  jointAt('knee', 'revolute', CHAIN, 1, 2, [1, 0, 0], [0, 1, 0]),
];
function displaced(by: readonly [number, number, number], angle = 0): BodySpec[] {
  return CHAIN.map((b) => {
    if (b.name !== 'lower') return b;
    const [x, y, z] = b.placement.position;
    const q = b.placement.rotation;
    const t = turn([0, 0, 1], angle);
    // small turn about world z in front of the placement
    const rotation = [
      t[0] * q[0] - t[3] * q[3],
      t[0] * q[1] - t[3] * q[2],
      t[0] * q[2] + t[3] * q[1],
      t[0] * q[3] + t[3] * q[0],
    ] as const;
    return { ...b, placement: place([x + by[0], y + by[1], z + by[2]], rotation) };
  });
}

describe('positions that do not fit', () => {
  test('are refused with the joint, the gap and what to do', () => {
    const error = refusal(model(displaced([0.1, 0, 0]), { joints: CHAIN_JOINTS }));
    expect(error.code).toBe('not-assembled');
    expect(error.path).toEqual(['joints', 1]);
    expect(error.message).toMatch(/joint "knee" do not fit together.*0\.1 m or rad apart.*let the solver assemble/);
  });

  test('are moved together when asked, and by little', () => {
    const rough = displaced([0.1, 0.05, -0.08], 0.2);
    const s = new Simulation(model(rough, { joints: CHAIN_JOINTS, solver: { assemble: true } }));
    expect(difference(read(s, 'upper.end.position'), read(s, 'lower.start.position'))).toBeLessThan(1e-12);
    expect(read(s, 'upper.start.position').every((x) => Math.abs(x) < 1e-12)).toBe(true);
    // the second axis is again along y: no roll, no yaw of the lower bar but its 90 degrees of pitch
    expect(difference(read(s, 'lower.end.position'), [1, 0, -1])).toBeLessThan(0.2);
    run(s, 0.2);
  });

  test('that no motion can bring together are refused too', () => {
    const bodies = [WORLD, rod('strut', [0, 0, 0], [1, 0, 0])];
    const joints = [
      jointAt('left', 'point', bodies, 0, 1, [0, 0, 0]),
      { ...jointAt('right', 'point', bodies, 0, 1, [1, 0, 0]), frameA: place([1.5, 0, 0]) },
    ];
    const error = refusal(model(bodies, { joints, solver: { assemble: true } }));
    expect(error.code).toBe('cannot-assemble');
    expect(error.message).toMatch(/"(left|right)" is left with/);
  });

  test('a driver sets the position at t = 0: the crank is assembled to its target', () => {
    const driven = { ...PIN, drivers: [{ coordinate: 'angle' as const, target: constant(0.3) }] };
    const s = new Simulation(model([BAR], { joints: [driven], solver: { assemble: true } }));
    expect(Math.abs(read(s, 'joint.pin.angle')[0] - 0.3)).toBeLessThan(1e-12);
    expect(refusal(model([BAR], { joints: [driven] })).message).toMatch(/"pin"/);
  });
});

describe('velocities at the start', () => {
  test('given to one body they go on to the others through the joints', () => {
    const { bodies, joints } = spatialLoop(WORLD, 4);
    const still = new Simulation(model(bodies, { joints }));
    // turn the crank about its hinge, whose axis is the z axis of the joint frame
    const crank = bodies[1];
    const spin = spinAbout(joints[0], 2);
    const origin = joints[0].frameA.position;
    const r = crank.placement.position.map((x, i) => x - origin[i]);
    const velocity = cross(spin, r);
    const turned = bodies.map((b, k) => (k === 1 ? { ...b, velocity, angularVelocity: spin } : b));
    const s = new Simulation(model(turned, { joints }));
    expect(difference(read(s, 'crank.angular-velocity'), spin)).toBeLessThan(1e-4); // held with a weight of 1e6
    expect(difference(read(s, 'rod.end.velocity'), read(s, 'rocker.end.velocity'))).toBeLessThan(1e-11);
    expect(difference(read(s, 'crank.end.velocity'), read(s, 'rod.start.velocity'))).toBeLessThan(1e-11);
    expect(Math.hypot(...read(s, 'rocker.angular-velocity'))).toBeGreaterThan(0.1);
    expect(still.energy.kinetic).toBe(0);
  });

  test('that the joints do not allow are refused with the body and the nearest that fits', () => {
    const pulled = { ...BAR, velocity: [1, 0, 0] as const }; // along the bar
    const error = refusal(model([pulled], { joints: [PIN] }));
    expect(error.code).toBe('inconsistent-velocity');
    expect(error.path).toEqual(['bodies', 1, 'velocity']);
    expect(error.message).toMatch(/body "bar" this velocity at the start; the nearest that fits/);
    expect(new Simulation(model([pulled], { joints: [PIN], solver: { assemble: true } })).energy.kinetic).toBeLessThan(
      1e-9,
    );
  });

  test('that contradict each other are refused', () => {
    const bodies = CHAIN.map((b) =>
      b.name === 'upper'
        ? { ...b, velocity: [0, 0, 0.5] as const, angularVelocity: [0, -1, 0] as const }
        : b.name === 'lower'
          ? { ...b, velocity: [0, 0, -3] as const }
          : b,
    );
    expect(refusal(model(bodies, { joints: CHAIN_JOINTS })).message).toMatch(/body "(upper|lower)"/);
  });

  test('of a driven joint come from its driver', () => {
    const driven = { ...PIN, drivers: [{ coordinate: 'angle' as const, target: sine(0.5, 3) }] };
    const s = new Simulation(model([BAR], { joints: [driven] }));
    expect(Math.abs(read(s, 'joint.pin.rate')[0] - 1.5)).toBeLessThan(1e-11);
    expect(Math.abs(read(s, 'bar.velocity')[2] + 1.5)).toBeLessThan(1e-11); // 1 m out, turning about +y
  });

  test('of bodies on a moving base come from the base', () => {
    const base = body('base', { kind: 'prescribed', motion: { x: sine(1, 2), yaw: sine(0.5, 3) } });
    const bodies = [WORLD, base, rod('bar', [0.5, 0, 0], [1.5, 0, 0])];
    const s = new Simulation(model(bodies, { joints: [jointAt('weld', 'fixed', bodies, 1, 2, [0.5, 0, 0])] }));
    expect(difference(read(s, 'bar.velocity'), [2, 1.5, 0])).toBeLessThan(1e-11);
    expect(difference(read(s, 'bar.angular-velocity'), [0, 0, 1.5])).toBeLessThan(1e-11);
  });
});

describe('accelerations and reactions at the start', () => {
  test('of a level bar on a pin: alpha = m g l / I, the pin carries what is left', () => {
    for (const constraints of ['kkt', 'augmented-lagrangian'] as const) {
      const s = new Simulation(model([BAR], { joints: [PIN], solver: { constraints } }));
      const alpha = (2 * 9.81 * 1) / 2.3;
      expect(Math.abs(read(s, 'bar.acceleration')[2] + alpha)).toBeLessThan(1e-8);
      // on the bar: m (g - alpha l) upwards
      expect(Math.abs(read(s, 'joint.pin.reaction')[2] - 2 * (9.81 - alpha))).toBeLessThan(1e-5); // the penalty's last digits
    }
  });

  test('of a spinning bar: the pin pulls with m omega^2 l', () => {
    const spun = { ...BAR, velocity: [0, 0, -4] as const, angularVelocity: [0, 4, 0] as const };
    const s = new Simulation(model([spun], { gravity: [0, 0, 0], joints: [PIN] }));
    expect(Math.abs(read(s, 'joint.pin.reaction')[0] + 2 * 16)).toBeLessThan(1e-7);
    expect(Math.abs(read(s, 'bar.acceleration')[0] + 16)).toBeLessThan(1e-8);
  });

  test('a welded bracket: the moment at the weld is that of the weight', () => {
    const s = new Simulation(model([BAR], { joints: [joint('weld', 'fixed', 0, 1, { frameB: place([-1, 0, 0]) })] }));
    expect(difference(read(s, 'joint.weld.reaction'), [0, 0, 2 * 9.81])).toBeLessThan(1e-8);
    expect(difference(read(s, 'joint.weld.moment'), [0, -2 * 9.81, 0])).toBeLessThan(1e-8);
  });
});

function cross(a: readonly number[], b: readonly number[]): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** `rate` about the z axis of a joint's frame in the world (body a must be the world). */
function spinAbout(j: JointSpec, rate: number): [number, number, number] {
  const [w, x, y, z] = j.frameA.rotation;
  return [rate * 2 * (x * z + w * y), rate * 2 * (y * z - w * x), rate * (1 - 2 * (x * x + y * y))];
}

describe('bodies whose motion does not begin where they were placed', () => {
  const crane = body('crane', { kind: 'prescribed', motion: { x: constant(2), z: constant(1.5) } });

  test('hold their cables where the motion begins: these hang at rest, and nothing is put in by the first step', () => {
    const rope = cable('rope', 4, 8, { start: { body: 1, point: [0, 0, 0] } });
    const simulation = new Simulation(model([WORLD, crane], { cables: [rope], solver: { step: 5e-3 } }));
    expect(difference(read(simulation, 'cable.rope.node-0.position'), [2, 0, 1.5])).toBeLessThan(1e-12);
    const tension = read(simulation, 'cable.rope.start.tension')[0];
    expect(tension).toBeCloseTo(4 * 0.5 * 9.81, 6);
    run(simulation, 0.05);
    expect(Math.abs(simulation.energy.imbalance)).toBeLessThan(1e-9); // jerked by 2.5 m it held kilojoules
    expect(read(simulation, 'cable.rope.tension-max')[0]).toBeLessThan(1.000001 * tension);
  });

  test('have not moved before the first step', () => {
    const simulation = new Simulation(model([WORLD, crane], {}));
    expect(difference(read(simulation, 'crane.position'), [2, 0, 1.5])).toBeLessThan(1e-12);
  });
});

describe('bodies that move with another at the start', () => {
  const ship = body('ship', {
    kind: 'prescribed',
    motion: { z: sine(0.2, 0.7), roll: sine(0.1, 0.5), yaw: sine(0.05, 0.9) },
  });

  test('have the velocity of the point of it they are at, and its rate of turn, on top of their own', () => {
    const at = [2, 3, 5] as const;
    const boat = body('boat', { placement: place(at), centreOfMass: [0.5, 0, 0.2], velocity: [1, 0, 0], movesWith: 1 });
    const simulation = new Simulation(model([ship, boat], { gravity: [0, 0, 0] }));
    const [vz, p, r] = [0.2 * 0.7, 0.1 * 0.5, 0.05 * 0.9]; // rates of the motion at t = 0
    const wanted = [1 - r * at[1], r * at[0] - p * at[2], vz + p * at[1]];
    expect(difference(read(simulation, 'boat.velocity'), wanted)).toBeLessThan(1e-12);
    expect(difference(read(simulation, 'boat.angular-velocity'), [p, 0, r])).toBeLessThan(1e-12);
  });

  test('with one that is free: its velocity as given', () => {
    const float = body('float', { velocity: [0, 2, 0] });
    const crate = body('crate', { placement: place([1, 0, 0]), movesWith: 1 });
    const simulation = new Simulation(model([float, crate], { gravity: [0, 0, 0] }));
    expect(difference(read(simulation, 'crate.velocity'), [0, 2, 0])).toBe(0);
  });
});
