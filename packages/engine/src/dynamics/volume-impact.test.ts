import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, read, run, shape } from '../../test/support.ts';
import { deliveredRestitution } from '../contact/index.ts';
import type { ContactParametersSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

/** A box 2 mm above a floor comes down flat at a speed, nothing else acts; the speed it leaves with over that one. */
function returned(speed: number, law: ContactParametersSpec): number {
  const box = body('box', {
    mass: 2,
    inertia: [0.01, 0.01, 0.01, 0, 0, 0],
    placement: place([0.1, 0.05, 0.052]),
    velocity: [0, 0, -speed],
    shapes: [shape({ kind: 'box', half: [0.1, 0.075, 0.05] })],
  });
  const defaults = { method: 'volume' as const, foundation: 1e9, ...law };
  const contacts = { ...CONTACT, defaults };
  const s = new Simulation(model([FLOOR, box], { contacts, gravity: [0, 0, 0], solver: { step: 'auto' } }));
  run(s, 0.01 / speed + 0.02);
  expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.005 * speed * speed); // of the energy it came with
  return read(s, 'box.velocity')[2] / speed;
}

// the impact takes 0.8 ms and goes 8 um deep at the slowest, less than the error allowed a step
describe('solids that meet by volume return the restitution asked for, however slow', () => {
  test.each([0.05, 0.1, 0.3, 0.5, 0.8, 1])('%d', (restitution) => {
    for (const speed of [0.03, 0.1, 0.3, 1, 3]) {
      expect(Math.abs(returned(speed, { restitution }) - restitution)).toBeLessThan(0.002);
    }
  });
});

test('a constant dissipation returns less the faster solids meet', () => {
  for (const speed of [0.03, 0.3, 3]) {
    expect(Math.abs(returned(speed, { dissipation: 3 }) - deliveredRestitution(3 * speed))).toBeLessThan(0.002);
  }
});

test('a box that starts within the floor, never having met it, is thrown out', () => {
  const [sunk, half] = [1e-3, 0.05];
  const box = body('box', {
    mass: 2,
    inertia: [0.01, 0.01, 0.01, 0, 0, 0],
    placement: place([0, 0, half - sunk]),
    shapes: [shape({ kind: 'box', half: [0.1, 0.075, half] })],
  });
  const contacts = { ...CONTACT, defaults: { method: 'volume' as const, foundation: 1e9, dissipation: 0 } };
  const s = new Simulation(model([FLOOR, box], { contacts, gravity: [0, 0, 0], solver: { step: 'auto' } }));
  run(s, 0.01);
  const rate = Math.sqrt((1e9 * 0.2 * 0.15) / 2);
  expect(Math.abs(read(s, 'box.velocity')[2] / (rate * sunk) - 1)).toBeLessThan(0.01);
});
