import { describe, expect, test } from 'vitest';
import {
  body,
  CONTACT,
  constant,
  FLOOR,
  joint,
  load,
  model,
  place,
  shape,
  spring,
  sine,
  WORLD,
} from '../../test/support.ts';
import type { BodySpec, ForceSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const ball = (name: string, x: number, z: number, vz = 0, mass = 1): BodySpec =>
  body(name, {
    mass,
    inertia: [0.016, 0.016, 0.016, 0, 0, 0],
    placement: place([x, 0, z]),
    velocity: [0.1, 0, vz],
    shapes: [shape({ kind: 'sphere', radius: 0.2 })],
  });

/** Everything that can be read, by name. */
function readAll(simulation: Simulation): Map<string, number[]> {
  return new Map(
    simulation.probes.map((probe) => {
      const out = new Float64Array(probe.size);
      probe.read(out, 0);
      return [probe.name, [...out]];
    }),
  );
}

function stepUntilFailure(spec: ModelSpec, until: number) {
  const simulation = new Simulation(spec);
  for (;;) {
    const before = { hash: simulation.hash(), probes: readAll(simulation), energy: { ...simulation.energy } };
    const result = simulation.step(until);
    if (!result.ok) return { simulation, before, result };
    if (simulation.time >= until) throw new Error('it did not fail');
  }
}

/**
 * A resting ball, a falling one that comes within reach of the floor just then, and a stone on which something impossible
 * acts from t = 0.05 s on.
 */
function scene(forces: ForceSpec[], step: number | 'auto'): ModelSpec {
  return model(
    [
      FLOOR,
      ball('resting', 0, 0.2 - 1e-5),
      ball('falling', 1, 0.243, -0.5),
      body('stone', { placement: place([0, 0, 9]) }),
    ],
    {
      contacts: { ...CONTACT, defaults: { stiffness: 1e6 } },
      forces,
      solver: { step, minStep: 1e-4, maxStep: 0.02 },
    },
  );
}
const exploding = load('blast', 3, {
  force: [
    { kind: 'table', times: [0, 0.05, 0.051], values: [0, 0, 1e300], interpolation: 'linear' },
    constant(0),
    constant(0),
  ],
});

describe('a step that fails', () => {
  for (const step of ['auto', 0.005] as const) {
    test(`step ${step}: leaves the state untouched, to the last bit, and everything that can be read`, () => {
      const { simulation, before, result } = stepUntilFailure(scene([exploding], step), 1);
      expect(result.time).toBeGreaterThan(0.04);
      expect(simulation.time).toBe(result.time);
      expect(simulation.hash()).toBe(before.hash);
      const after = readAll(simulation);
      for (const [name, values] of before.probes) {
        if (name.startsWith('solver.')) continue;
        const found = after.get(name) as number[];
        values.forEach((value, i) => {
          // slipping contacts are evaluated anew from the committed history: the same law, another direction in its last digits
          const scale = name.startsWith('contact.') ? 1e-3 : 1e-9;
          expect(Math.abs(found[i] - value), `${name}: ${value} -> ${found[i]}`).toBeLessThanOrEqual(
            scale * (1 + Math.abs(value)),
          );
        });
      }
      expect(Math.abs(simulation.energy.imbalance - before.energy.imbalance)).toBeLessThan(1e-9);
      // and it fails again in the same way
      const again = simulation.step(1);
      expect(again).toEqual(result);
      expect(simulation.hash()).toBe(before.hash);
    });
  }

  test('names the body, the time and what to do', () => {
    const { result } = stepUntilFailure(scene([exploding], 'auto'), 1);
    expect(result.subject).toBe('body stone');
    expect(result.message).toMatch(/^at t = 0\.0\d+ s, .* it showed first at body stone\. .*smaller minimum step/);
    expect(['diverged', 'not-finite']).toContain(result.reason);
  });

  test('names the body too when numbers overflow', () => {
    const bodies = [ball('first', 0, 5), ball('second', 1, 5), ball('third', 2, 5, 0, 1e-6)];
    const grows = { kind: 'polynomial', coefficients: [0, 1.7e308] } as const; // over a mass of 1e-6 kg
    const push = load('push', 3, { force: [grows, constant(0), constant(0)] });
    const { result } = stepUntilFailure(model(bodies, { forces: [push], solver: { minStep: 1e-3 } }), 1);
    expect(result.reason).toBe('not-finite');
    expect(result.subject).toBe('body third');
  });

  test('of an absurdly stiff spring under a large smallest step is a failure, not a wrong answer', () => {
    const bodies = [
      WORLD,
      body('a', { placement: place([1, 0, 0]) }),
      body('b', { placement: place([4, 0, 0]), velocity: [0, 30, 0] }),
    ];
    const spec = model(bodies, {
      forces: [spring('bolt', 1, 2, { stiffness: 1e18, length: 2.9 })],
      solver: { minStep: 1e-3 },
    });
    const { result, before, simulation } = stepUntilFailure(spec, 1);
    expect(result.subject).toMatch(/^body [ab]$/);
    expect(simulation.hash()).toBe(before.hash);
  });

  test('of a driver that joints cannot follow: the loop cannot close, and the failure says where', () => {
    const bodies = [WORLD, body('arm', { placement: place([0.5, 0, 0]) })];
    const joints = [
      joint('pivot', 'point', 0, 1, { frameB: place([-0.5, 0, 0]) }),
      joint('pull', 'distance', 0, 1, {
        frameA: place([3, 0, 0]),
        frameB: place([0.5, 0, 0]),
        length: 2,
        drivers: [{ coordinate: 'length', target: sine(1.5, 2, 0, 2) }],
      }),
    ];
    // the end of the arm is 2 to 4 m from (3, 0, 0); the driver asks for less
    const { result } = stepUntilFailure(
      model(bodies, { joints, solver: { step: 'auto', minStep: 1e-6, assemble: true } }),
      3,
    );
    expect(result.subject).toMatch(/^(body arm|joint (pivot|pull))$/);
  });
});

test('steps that would have to be shorter than the smallest, thousands in a row: it ends and says so', () => {
  // a speck between a floor and a mass 1e18 times its own rings at 1e12 rad/s
  const speck = ball('speck', 0, 0.2, 0, 1e-9);
  const weight = { ...ball('weight', 0, 0.6, 0, 1e9), name: 'weight' };
  const spec = model([FLOOR, speck, weight], { contacts: CONTACT, solver: { step: 'auto', minStep: 1e-8 } });
  const simulation = new Simulation(spec);
  for (let i = 0; i < 50_000; i++) {
    const result = simulation.step(1);
    if (result.ok) continue;
    expect(result.reason).toBe('step-too-small');
    expect(result.message).toContain('min');
    return;
  }
  throw new Error('it crawls on');
});

describe('a step whose length is no number is a failure, and time does not stand still', () => {
  const bodies = [FLOOR, ball('falling', 0, 1)];
  const scene = (solver: Partial<ModelSpec['solver']>): ModelSpec => model(bodies, { contacts: CONTACT, solver });
  test.each([
    ['a fixed step of NaN', { step: Number.NaN }, 1],
    ['a fixed step of 0', { step: 0 }, 1],
    ['a longest step of NaN', { step: 'auto', maxStep: Number.NaN }, 1],
    ['a smallest step of NaN', { step: 'auto', minStep: Number.NaN }, 1],
    ['a tolerance of NaN', { step: 'auto', tolerance: Number.NaN, minStep: 1e-4 }, 1],
    ['fixed steps to NaN', { step: 0.01 }, Number.NaN],
    ['automatic steps to NaN', { step: 'auto' }, Number.NaN],
  ] as const)('%s', (_, solver, until) => {
    const simulation = new Simulation(scene(solver));
    let before = -1;
    for (;;) {
      const result = simulation.step(until);
      if (!result.ok) {
        expect(result.reason).toBe('not-finite');
        expect(result.message).toMatch(
          /the next step would be (NaN|0) s long, expected more than 0 s; look at the step/,
        );
        return;
      }
      expect(simulation.time).toBeGreaterThan(before);
      before = simulation.time;
    }
  });

  test('an estimate of the error that is no number', () => {
    const simulation = new Simulation(scene({ step: 'auto' }));
    const { stepper } = simulation as unknown as {
      stepper: { method: { integrator: { advance(inner: unknown): boolean; error: number } } };
    };
    const { integrator } = stepper.method;
    const advance = integrator.advance.bind(integrator);
    integrator.advance = (inner) => {
      const good = advance(inner);
      integrator.error = Number.NaN;
      return good;
    };
    expect(simulation.step(1)).toMatchObject({ ok: false, reason: 'not-finite', time: 0 });
  });
});
