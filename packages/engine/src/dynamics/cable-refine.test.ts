/** Elements that come where a cable bends and go where it is straight. */
import { describe, expect, test } from 'vitest';
import { ROPE, workspace } from '../../test/cables.ts';
import { CONTACT, FLOOR, model, read, STEEL } from '../../test/support.ts';
import { compileFunction, type TimeFunction } from '../math/index.ts';
import type { CableRefineSpec } from '../model/spec.ts';
import type { CableSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const REFINE: CableRefineSpec = { sharp: 0.35, straight: 0.08, shortest: 0.02, longest: 1, most: 120 };
const rope = { ...ROPE, bendingStiffness: 0.05, bendingDamping: 0.05, axialDamping: 5e-3 };
const held = { body: 0, point: [0, 0, 0] as const };

/** 10 m let go level from one end: it swings down and whips. */
function whip(elements: number, fields: Partial<CableSpec> = {}, solver = {}): Simulation {
  const shape = Array.from({ length: elements + 1 }, (_, i) => [(10 * i) / elements, 0, 0]).flat();
  const cable = { name: 'rope', pieces: [{ rope, length: 10, elements }], start: held, shape, ...fields };
  return new Simulation(model([], { cables: [cable], solver: { step: 5e-3, ...solver } }));
}

function go(s: Simulation, until: number, each: () => void = () => {}): void {
  while (s.time < until) {
    const result = s.step(until);
    if (!result.ok) throw new Error(result.message);
    each();
  }
}

const elementsOf = (s: Simulation): number => workspace(s).cables.items[0].cable.elementCount;

test('a whipping rope gets elements where it bends, keeps length and mass, and loses them when it hangs', () => {
  const s = whip(10, { refine: REFINE });
  let most = 0;
  let sharpest = 0;
  go(s, 2.5, () => {
    const { cable } = workspace(s).cables.items[0];
    most = Math.max(most, cable.elementCount);
    sharpest = Math.max(sharpest, read(s, 'cable.rope.curvature-max')[0]);
    let mass = 0;
    for (let i = 0; i < cable.nodeCount; i++) mass += cable.mass[i];
    expect(mass).toBeCloseTo(5, 9);
    expect(cable.totalLength).toBeCloseTo(10, 9);
  });
  expect(most).toBeGreaterThan(15);
  // elements of 1 m bend by no more than 2 rad a metre
  expect(sharpest).toBeGreaterThan(2);
  // 160 J fall and 50 J move at the end; splits that struck at the dampers inside the rope would leave 18 J unexplained
  expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.5);
});

test('the tip follows a fine rope closer than ten even elements do', () => {
  const [fine, coarse, refined] = [
    whip(160),
    whip(10),
    whip(10, { refine: { ...REFINE, sharp: 0.1, straight: 0.03 } }),
  ];
  let [plain, better] = [0, 0];
  for (const t of [0.9, 1, 1.1, 1.2, 1.3]) {
    for (const s of [fine, coarse, refined]) go(s, t);
    const tip = (s: Simulation): Float64Array => read(s, 'cable.rope.end.position');
    const [a, b, c] = [tip(fine), tip(coarse), tip(refined)];
    plain = Math.max(plain, Math.hypot(b[0] - a[0], b[2] - a[2]));
    better = Math.max(better, Math.hypot(c[0] - a[0], c[2] - a[2]));
  }
  expect(better).toBeLessThan(0.5 * plain);
});

test('idle, nothing changes: the same motion to the last bit', () => {
  const loose = { ...REFINE, sharp: 1.9, straight: 0.01, longest: 0.5 };
  const [without, withIt] = [whip(20), whip(20, { refine: { ...loose, most: 20 } })];
  for (const s of [without, withIt]) go(s, 0.5);
  expect(elementsOf(withIt)).toBe(20);
  expect([...read(withIt, 'cable.rope.end.position')]).toEqual([...read(without, 'cable.rope.end.position')]);
});

test('a checkpoint taken among splits goes on with the same bits', () => {
  const s = whip(10, { refine: REFINE });
  go(s, 0.9);
  expect(elementsOf(s)).toBeGreaterThan(10);
  const bytes = s.save();
  const other = whip(10, { refine: REFINE });
  other.load(bytes);
  for (const each of [s, other]) go(each, 1.1);
  expect(other.hash()).toBe(s.hash());
});

test('where it touches it gets short elements, loses none of its weight on the way, and sticks through the splits', () => {
  // a rope of 1 m elements on a floor that slopes by 0.2, where friction holds 0.3
  const fine: CableRefineSpec = { sharp: 0.5, straight: 0.1, shortest: 0.05, longest: 1, inContact: 0.3, most: 40 };
  const flat = { ...rope, bendingStiffness: 1, diameter: 0.04 };
  const s = new Simulation(
    model([FLOOR], {
      gravity: [9.81 * 0.2, 0, -9.81],
      contacts: { ...CONTACT, defaults: { frictionStatic: 0.3, frictionKinetic: 0.3 } },
      materials: [STEEL],
      cables: [
        {
          name: 'rope',
          pieces: [{ rope: flat, length: 4, elements: 4 }],
          shape: Array.from({ length: 5 }, (_, i) => [i, 0, 0.02]).flat(),
          refine: fine,
        },
      ],
      solver: { step: 2e-3 },
    }),
  );
  go(s, 0.1);
  const { cable } = workspace(s).cables.items[0];
  expect(cable.elementCount).toBe(16); // 0.25 m each
  expect(cable.totalLength).toBeCloseTo(4, 9);
  const before = Array.from({ length: 3 }, (_, r) => read(s, 'cable.rope.end.position')[r]);
  go(s, 0.3);
  expect(read(s, 'contact.rope~world.normal-force')[0]).toBeCloseTo(0.5 * 4 * 9.81, 3);
  const after = read(s, 'cable.rope.end.position');
  for (let r = 0; r < 3; r++) expect(Math.abs(after[r] - before[r])).toBeLessThan(1e-5);
});

test('what cannot be is refused with the cable and what is expected', () => {
  expect(() => whip(10, { refine: { ...REFINE, most: 5 } })).toThrow(/at least its 10 elements/);
  expect(() => whip(10, { refine: { ...REFINE, straight: 0.3 } })).toThrow(/2 straight <= sharp/);
});

describe('a rope that a winch feeds gets elements where it bends as well', () => {
  const wound = (to: number): TimeFunction => ({ kind: 'ramp', from: 10, to, start: 0.2, duration: 2 });
  const winding = (to: number): Partial<CableSpec> => ({ pay: { end: 'start', length: wound(to), longest: 16 } });

  test.each([
    ['paid out', 15],
    ['hauled in', 5],
  ] as const)(
    "%s while it whips: length and mass are the winch's, nothing is gained, the ledger closes",
    (_name, to) => {
      const s = whip(10, { ...winding(to), refine: REFINE });
      const length = compileFunction(wound(to));
      const f = new Float64Array(3);
      let [finer, dropped, most] = [0, 0, 0];
      go(s, 1.6, () => {
        const { cable } = workspace(s).cables.items[0];
        length.evaluate(s.time, f, 0);
        let mass = 0;
        for (let i = 0; i < cable.nodeCount; i++) mass += cable.mass[i];
        expect(Math.abs(mass - 0.5 * f[0])).toBeLessThan(1e-9);
        expect(Math.abs(cable.totalLength - f[0])).toBeLessThan(1e-9);
        finer = Math.max(finer, cable.elementCount - f[0]); // the winch's own are 1 m long
        most = Math.max(most, s.energy.dissipated);
        dropped = Math.max(dropped, most - s.energy.dissipated);
      });
      expect(finer).toBeGreaterThan(4);
      const { kinetic, work, imbalance } = s.energy;
      const exchanged = kinetic + Math.abs(work);
      expect(dropped).toBeLessThan(1e-3 * exchanged);
      expect(Math.abs(imbalance)).toBeLessThan(0.01 * exchanged);
    },
  );

  test('a checkpoint taken among splits goes on with the same bits', () => {
    const make = (): Simulation => whip(10, { ...winding(15), refine: REFINE });
    const s = make();
    go(s, 1.1);
    const other = make();
    other.load(s.save());
    for (const each of [s, other]) go(each, 1.3);
    expect(other.hash()).toBe(s.hash());
  });
});
