/** Fixed steps that are divided where the ledger would not close, and after something was let go. */
import { expect, test } from 'vitest';
import { cable } from '../../test/cables.ts';
import { body, model, place, run } from '../../test/support.ts';
import type { ForceSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from './simulation.ts';

/** A load that falls 0.2 m and is brought up by a strop whose swing with it takes 0.1 s. */
function snatch(energyError: number | undefined): Simulation {
  const strop: ForceSpec = {
    kind: 'spring',
    name: 'strop',
    a: 0,
    b: 1,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    stiffness: 4e5,
    damping: 500,
    length: 2,
    tensionOnly: true,
  };
  const spec: ModelSpec = model([body('load', { mass: 100, placement: place([0, 0, -1.8]) })], {
    forces: [strop],
    solver: { step: 0.02, ...(energyError !== undefined && { energyError }) },
  });
  return new Simulation(spec);
}

/** [J] largest gap in the ledger on the way */
function worst(simulation: Simulation, until: number): number {
  let most = 0;
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    most = Math.max(most, Math.abs(simulation.energy.imbalance));
  }
  return most;
}

test('a snatch in fixed steps: divided where the energy does not add up, and nowhere else', () => {
  const plain = snatch(undefined);
  const divided = snatch(1e-3);
  const [before, after] = [worst(plain, 0.5), worst(divided, 0.5)];
  expect(plain.stats.rejected).toBe(0);
  expect(before).toBeGreaterThan(5); // of the 196 J of the fall
  // halves and quarters of a second-order step: the gap falls by four a halving, at most by eight steps for one
  expect(after).toBeLessThan(before / 4);
  expect(divided.stats.steps).toBeLessThan(8 * plain.stats.steps);
  // it falls freely for 0.2 s: nothing to divide
  const falling = snatch(1e-3);
  run(falling, 0.18);
  expect(falling.stats.steps).toBe(9);
  expect(falling.stats.rejected).toBe(0);
});

test('a rope let go under load: the ledger closes within a fiftieth of what it held', () => {
  const rope = { massPerLength: 0.1, axialStiffness: 2e4, diameter: 0.014, axialDamping: 0.02 };
  const line = {
    ...cable('line', 5, 5, { start: { body: 0, point: [0, 0, 0] }, end: { body: 0, point: [5.1, 0, 0] } }),
    pieces: [{ rope, length: 5, elements: 5 }],
  };
  const simulation = new Simulation(
    model([body('far', { placement: place([50, 0, 0]) })], {
      gravity: [0, 0, -1],
      cables: [line],
      solver: { step: 0.02, assemble: true },
    }),
  );
  run(simulation, 0.2);
  const held = simulation.energy.elastic; // EA (0.1/5)^2 5/2 = 20 J
  expect(Math.abs(held - 20)).toBeLessThan(0.5);
  const before = simulation.energy.imbalance;
  simulation.detach('line', 'end');
  run(simulation, 0.5);
  expect(Math.abs(simulation.energy.imbalance - before)).toBeLessThan(held / 50);
});
