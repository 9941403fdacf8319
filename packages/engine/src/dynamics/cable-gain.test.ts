/** Fixed steps too long for what cables do in them: nothing comes from nowhere, and what is lost is told. */
import { beforeAll, describe, expect, test } from 'vitest';
import { cable } from '../../test/cables.ts';
import { body, model, place } from '../../test/support.ts';
import type { RopeSpec } from '../bodies/index.ts';
import type { CableSpec, ModelSpec } from '../model/index.ts';
import { Simulation } from './simulation.ts';

/** Largest gain of a step over what it put in, as a part of all that moves or is stretched; largest fall of what is dissipated [J]. */
function watch(simulation: Simulation, until: number): { gain: number; fall: number } {
  let gain = 0;
  let fall = 0;
  let { total, work, dissipated } = simulation.energy;
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    const now = simulation.energy;
    gain = Math.max(gain, (now.total - total - now.work + work) / (now.kinetic + now.elastic));
    fall = Math.max(fall, dissipated - now.dissipated);
    ({ total, work, dissipated } = now);
  }
  return { gain, fall };
}

describe('50 kg fall on 10 m of slack rope and are caught, in steps of 5 ms', () => {
  const cases: [number, number, number][] = [
    [1e7, 1e-3, 30],
    [1e8, 1e-3, 30],
    [1e9, 0, 30],
    [1e9, 1e-2, 30],
    [1e10, 0, 30],
    [1e10, 1e-3, 30],
  ];
  test.each(cases)('EA %f N, damping %f s, %i elements', (axialStiffness, axialDamping, elements) => {
    const rope: RopeSpec = { massPerLength: 0.5, axialStiffness, axialDamping, diameter: 0.02, bendingStiffness: 2 };
    const line = {
      ...cable('line', 10, elements, { start: { body: 0, point: [0, 0, 5] }, end: { body: 1, point: [0, 0, 0.2] } }),
      pieces: [{ rope, length: 10, elements }],
    };
    const load = body('load', { mass: 50, placement: place([6, 0, 0]) });
    const simulation = new Simulation(model([load], { cables: [line], solver: { step: 5e-3 } }));
    const { gain, fall } = watch(simulation, 4);
    expect(gain).toBeLessThan(0.03); // what Weighing lets pass; before, up to all of it
    expect(fall).toBeLessThan(1e-9);
    const { imbalance, dissipated, kinetic } = simulation.energy;
    expect(Math.abs(imbalance)).toBeLessThan(0.15 * (dissipated + kinetic)); // before 0.16 to 1
  });
});

test('a rope with bending that is let go under load and folds gains nothing', () => {
  const rope: RopeSpec = {
    massPerLength: 0.5,
    axialStiffness: 1e6,
    axialDamping: 2e-3,
    diameter: 0.02,
    bendingStiffness: 3,
  };
  const line = {
    ...cable('line', 5.7, 20, { start: { body: 0, point: [0, 0, 0] }, end: { body: 0, point: [0.4, 0, -5.78] } }),
    pieces: [{ rope, length: 5.7, elements: 20 }],
  };
  const far = body('far', { placement: place([50, 0, 0]) });
  const simulation = new Simulation(model([far], { cables: [line], solver: { step: 5e-3, assemble: true } }));
  watch(simulation, 0.1);
  simulation.detach('line', 'end');
  const { gain, fall } = watch(simulation, 0.6);
  expect(gain).toBeLessThan(0.03);
  expect(fall).toBeLessThan(1e-9);
});

describe('a load snaps into a stiff slack wire in steps of 5 ms: what goes on beside it changes nothing of its books', () => {
  const wire: RopeSpec = {
    massPerLength: 0.5,
    axialStiffness: 1e9,
    axialDamping: 1e-2,
    diameter: 0.02,
    bendingStiffness: 2,
  };
  const line = {
    ...cable('line', 10, 30, { start: { body: 0, point: [0, 0, 5] }, end: { body: 1, point: [0, 0, 0.2] } }),
    pieces: [{ rope: wire, length: 10, elements: 30 }],
  };
  const load = body('load', { mass: 50, placement: place([6, 0, 0]) });
  const hook = body('hook', { mass: 100, placement: place([20, 0, -10]) });
  const fall = (fields: Partial<CableSpec>): CableSpec =>
    cable('fall', 10, 10, { start: { body: 0, point: [20, 0, 0] }, end: { body: 2, point: [0, 0, 0] }, ...fields });
  const fields = { solver: { step: 5e-3 } } as const;
  const feed = { kind: 'ramp', from: 10, to: 8, start: 0.1, duration: 4 } as const;
  const besides: [string, ModelSpec, number][] = [
    ['another line', model([load, hook], { cables: [line, fall({})], ...fields }), 0],
    [
      'a line that a winch hauls in',
      model([load, hook], { cables: [line, fall({ pay: { end: 'start', length: feed, longest: 10 } })], ...fields }),
      2052, // 105 kg by 2 m, less the rope that came in
    ],
    [
      'a line that hangs into water',
      model([load, hook], {
        cables: [line, fall({})],
        water: { density: 1025, surface: -6, current: [0, 0, 0] },
        ...fields,
      }),
      0,
    ],
  ];
  let alone = 0;
  beforeAll(() => {
    const simulation = new Simulation(model([load], { cables: [line], ...fields }));
    watch(simulation, 4);
    alone = simulation.energy.dissipated;
  });
  test.each(besides)('%s', (_name, spec, work) => {
    const simulation = new Simulation(spec);
    const { gain, fall: fell } = watch(simulation, 4);
    const { energy } = simulation;
    expect(gain).toBeLessThan(0.03);
    expect(fell).toBeLessThan(1e-4 * (energy.work + energy.dissipated)); // what sums of powers of a winch and water leave
    expect(Math.abs(energy.work - work)).toBeLessThan(0.01 * 2052);
    // as much as beside nothing, 510 J; before, a tenth of it beside a winch, and none asked where anything touches
    expect(energy.dissipated).toBeGreaterThan(0.9 * alone);
    expect(energy.dissipated).toBeLessThan(1.1 * alone);
  });
});
