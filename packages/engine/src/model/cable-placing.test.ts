/** Rest without a guess, of ropes that bend and twist, however their ends are held. */
import { expect, test } from 'vitest';
import { model, read } from '../../test/support.ts';
import { BuildError } from '../base/index.ts';
import { Simulation } from '../dynamics/index.ts';
import type { RopeSpec } from '../bodies/index.ts';
import type { CableSpec, ModelSpec } from './spec.ts';

const ROPES: Record<string, Partial<RopeSpec>> = {
  plain: {},
  bends: { bendingStiffness: 5 },
  twists: { bendingStiffness: 5, torsionalStiffness: 4 },
  stiff: { bendingStiffness: 500, torsionalStiffness: 400, axialStiffness: 1e9 },
  light: { bendingStiffness: 5, massPerLength: 0.1 },
};
type End = NonNullable<CableSpec['start']>;
const at = (x: number, z: number, direction?: readonly [number, number, number]): End => ({
  body: 0,
  point: [x, 0, z],
  ...(direction && { direction }),
});
const ENDS: Record<string, Pick<CableSpec, 'start' | 'end'>> = {
  'at one point': { start: at(0, -1), end: at(0, -1) },
  'nearly at one point': { start: at(0, -1), end: at(1e-3, -1) },
  'one below the other': { start: at(0, -1), end: at(0, -5) },
  'one above the other': { start: at(0, -5), end: at(0, -1) },
  'led upwards': { start: at(0, -1, [0, 0, 1]) },
  'led upwards to its end': { end: at(0, -1, [0, 0, -1]) },
  'led aside': { start: at(0, -1, [1, 0, 0]) },
  'led outwards at both ends': { start: at(0, -1, [-1, 0, 0]), end: at(5, -1, [-1, 0, 0]) },
  'led inwards at both ends': { start: at(0, -1, [1, 0, 0]), end: at(5, -1, [1, 0, 0]) },
  'held at its end': { end: at(0, -1) },
  'low down, an end of it in the bed': { start: at(0, -6.1), end: at(5, -4) },
  'drawn 5 % too far': { start: at(0, -1), end: at(10.5, -1) },
  'as far as it is long': { start: at(0, -1), end: at(10, -1) },
};
const STILL = { density: 1025, surface: 0, current: [0, 0, 0] } as const;
const AROUND: Record<string, { model: Partial<ModelSpec>; cable?: Partial<CableSpec> }> = {
  air: { model: {} },
  nothing: { model: { gravity: [0, 0, 0] } },
  current: { model: { water: { ...STILL, current: [1, 0, 0] } } },
  bed: {
    model: { water: STILL },
    cable: { seabed: { normal: [0, 0, 1], height: -6, stiffness: 1e6, damping: 1, friction: 0.5, give: 0.01 } },
  },
};

test.each(Object.keys(AROUND))('in %s: every rope comes to rest between any two ends, and stays', (where) => {
  const failed: string[] = [];
  for (const [kind, fields] of Object.entries(ROPES)) {
    for (const [how, ends] of Object.entries(ENDS)) {
      const rope = { massPerLength: 1, axialStiffness: 1e6, diameter: 0.02, dragNormal: 1.2, ...fields };
      const { model: around, cable } = AROUND[where];
      const spec: CableSpec = { name: 'rope', pieces: [{ rope, length: 10, elements: 40 }], ...ends, ...cable };
      try {
        const s = new Simulation(model([], { ...around, cables: [spec] }), { step: { fixed: 5e-3 } });
        for (let k = 0; k < 4; k++) s.step();
        const left = read(s, 'energy.kinetic')[0];
        if (!(left < 1e-6)) failed.push(`${kind}, ${how}: moves with ${left.toPrecision(2)} J`);
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        failed.push(`${kind}, ${how}: ${error.message}`);
      }
    }
  }
  expect(failed).toEqual([]);
});
