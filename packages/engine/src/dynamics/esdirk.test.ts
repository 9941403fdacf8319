import { describe, expect, test } from 'vitest';
import { line } from '../../test/cables.ts';
import { BAR, PIN, spatialLoop, spinningTop } from '../../test/mechanisms.ts';
import { body, CONTACT, difference, FLOOR, model, place, read, run, shape, WORLD } from '../../test/support.ts';
import type { ModelSpec, SolverSpec } from '../model/index.ts';
import { BEFORE, ERROR_2, GAMMA, INSTANTS } from './esdirk.ts';
import { Simulation } from './index.ts';

const WEIGHTS = [BEFORE[9], BEFORE[10], BEFORE[11], GAMMA];
const sum = (weights: ArrayLike<number>, of: (stage: number) => number): number =>
  Array.from(weights).reduce((s, b, i) => s + b * of(i), 0);
/** sum over earlier stages and the stage itself of a_ij of(j) */
const inStage = (i: number, of: (stage: number) => number): number =>
  i === 0 ? 0 : sum(BEFORE.slice(3 * i, 3 * i + 3), of) + GAMMA * of(i);

describe('the method', () => {
  test('conditions of third order hold, and stages are of second', () => {
    const near = 1e-15;
    for (let q = 0; q < 3; q++)
      expect(Math.abs(sum(WEIGHTS, (i) => INSTANTS[i] ** q) - 1 / (q + 1))).toBeLessThan(near);
    const two = sum(WEIGHTS, (i) => inStage(i, (j) => INSTANTS[j]));
    expect(Math.abs(two - 1 / 6)).toBeLessThan(near);
    for (let i = 1; i < 4; i++) {
      expect(Math.abs(inStage(i, () => 1) - INSTANTS[i])).toBeLessThan(near);
      expect(Math.abs(inStage(i, (j) => INSTANTS[j]) - INSTANTS[i] ** 2 / 2)).toBeLessThan(near);
    }
  });

  test('the estimate is one of second order: it vanishes on straight lines, and not on parabolas', () => {
    expect(Math.abs(sum(ERROR_2, () => 1))).toBeLessThan(1e-15);
    expect(Math.abs(sum(ERROR_2, (i) => INSTANTS[i]))).toBeLessThan(1e-15);
    expect(Math.abs(sum(ERROR_2, (i) => INSTANTS[i] ** 2))).toBeGreaterThan(0.01);
  });

  test('vibrations never grow, and those far too fast for the step are gone after one', () => {
    // R(i y) of the test equation, stage by stage, in complex numbers
    const growth = (y: number): number => {
      const k: [number, number][] = [];
      for (let i = 0; i < 4; i++) {
        let re = 1;
        let im = 0;
        for (let j = 0; j < i; j++) {
          re -= y * BEFORE[3 * i + j] * k[j][1];
          im += y * BEFORE[3 * i + j] * k[j][0];
        }
        const g = i === 0 ? 0 : GAMMA * y;
        const d = 1 + g * g;
        k.push([(re - g * im) / d, (im + g * re) / d]);
      }
      return Math.hypot(k[3][0], k[3][1]); // stiffly accurate: the last stage is the result
    };
    for (let y = 0.01; y < 1e4; y *= 1.1) expect(growth(y)).toBeLessThan(1 + 1e-14);
    expect(growth(1e6)).toBeLessThan(1e-5);
  });
});

function end(spec: ModelSpec, until: number): number[] {
  const simulation = new Simulation(spec);
  run(simulation, until);
  const names = spec.bodies.slice(1).map((b) => b.name);
  return names.flatMap((n) => [...read(simulation, `${n}.position`), ...read(simulation, `${n}.velocity`)]);
}

/** Errors at steps h, h/2, h/4 against the explicit method. */
function errors(make: (solver: Partial<SolverSpec>) => ModelSpec, until: number, h: number): number[] {
  const reference = end(make({ integrator: 'runge-kutta', step: h / 10 }), until);
  return [h, h / 2, h / 4].map((step) =>
    difference(end(make({ integrator: 'esdirk3', step, newtonTolerance: 1e-13 }), until), reference),
  );
}

/** Eight, within what the next term of the error leaves at these steps. */
function expectThirdOrder([coarse, middle, fine]: readonly number[], size: number): void {
  for (const ratio of [coarse / middle, middle / fine]) expect(Math.abs(ratio - 8)).toBeLessThan(1);
  expect(coarse).toBeLessThan(size);
}

describe('third order, under constraints too', () => {
  test('a pendulum released level, 4 m/s fast', () => {
    expectThirdOrder(
      errors((solver) => model([BAR], { joints: [PIN], solver }), 2, 0.01),
      1e-4,
    );
  });

  test('a top, turning about all axes', () => {
    const { bodies, joints } = spinningTop();
    expectThirdOrder(
      errors((solver) => model(bodies, { joints, solver }), 0.2, 1e-3),
      1e-4,
    );
  });

  test('a closed loop in space', () => {
    const { bodies, joints } = spatialLoop(WORLD, 1);
    expectThirdOrder(
      errors((solver) => model(bodies, { joints, solver }), 1, 4e-3),
      1e-4,
    );
  });
});

/** 500 kg bouncing on 10 m of rope that carries compression, as the spring of theory does. */
function hoist(solver: Partial<SolverSpec>): ModelSpec {
  const rope = { massPerLength: 0.1, axialStiffness: 1e6, diameter: 0.01, slackRatio: 1 };
  return model([body('load', { mass: 500, placement: place([0, 0, -10]) })], {
    cables: [
      {
        name: 'fall',
        pieces: [{ rope, length: 10, elements: 10 }],
        shape: line([0, 0, 0], [0, 0, -10], 10),
        start: { body: 0, point: [0, 0, 0] },
        end: { body: 1, point: [0, 0, 0] },
      },
    ],
    solver: { step: 2e-3, ...solver },
  });
}

describe('a load on a rope', () => {
  test('bounces with the period of theory within 3e-6; tr-bdf2 with the same steps within 4e-5', () => {
    // T^2 = 4 pi^2 (M + m/3) L/EA for a light rope; ten elements, the next term of the series and waves in the rope change it by 2e-6
    const period = 2 * Math.PI * Math.sqrt(((500 + 1 / 3) * 10) / 1e6);
    const found = (integrator: SolverSpec['integrator']): number => {
      const simulation = new Simulation(hoist({ integrator }));
      const [count, half] = [8, 0.5 * period];
      // a quarter of a period past the eighth turn the load passes its middle with the most speed: when, from where it is
      run(simulation, count * period + 0.5 * half);
      const z = -10 - ((500 * 9.81 + 0.5 * 9.81) * 10) / 1e6;
      const late = (read(simulation, 'load.position')[2] - z) / -read(simulation, 'load.velocity')[2];
      return Math.abs(late / (count + 0.25) / period);
    };
    expect(found('esdirk3')).toBeLessThan(3e-6);
    expect(found('tr-bdf2')).toBeGreaterThan(2e-5);
    expect(found('tr-bdf2')).toBeLessThan(4e-5);
  });

  test('the ledger closes: what the method loses is below 1e-4 of the exchanged energy in 2 s', () => {
    const simulation = new Simulation(hoist({ integrator: 'esdirk3' }));
    run(simulation, 2);
    const { imbalance, dissipated, work } = simulation.energy;
    expect(work).toBe(0);
    const little = 1e-4 * 500 * 9.81 * 0.05;
    expect(Math.abs(dissipated)).toBeLessThan(little); // nothing does; the sum of powers has its own error
    expect(Math.abs(imbalance)).toBeLessThan(little);
  });

  test('a run goes on from a checkpoint with the same bits', () => {
    const whole = new Simulation(hoist({ integrator: 'esdirk3', step: 'auto' }));
    run(whole, 0.1);
    const saved = whole.save();
    run(whole, 0.2);
    const rest = new Simulation(hoist({ integrator: 'esdirk3', step: 'auto' }));
    rest.load(saved);
    run(rest, 0.2);
    expect(rest.hash()).toBe(whole.hash());
  });
});

test('contacts: a ball thrown on a floor comes to rest on it', () => {
  const ball = body('ball', { placement: place([0, 0, 0.6]), shapes: [shape({ kind: 'sphere', radius: 0.5 })] });
  for (const step of ['auto', 2e-3] as const) {
    const soft = { ...CONTACT, defaults: { stiffness: 1e5, exponent: 1, restitution: 0.2 } };
    const simulation = new Simulation(
      model([FLOOR, ball], { contacts: soft, solver: { integrator: 'esdirk3', step } }),
    );
    run(simulation, 3);
    // 9.81 N on 1e5 N/m
    expect(Math.abs(read(simulation, 'ball.position')[2] - (0.5 - 9.81e-5))).toBeLessThan(1e-6);
    expect(Math.abs(read(simulation, 'ball.velocity')[2])).toBeLessThan(1e-5);
  }
});
