import { expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, shape } from '../../test/support.ts';
import type { ContactParametersSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const MASS = 12;
/** A box of 0.4 x 0.6 x 0.2 m laid on the floor. */
const lying = (law: ContactParametersSpec): Simulation =>
  new Simulation(
    model(
      [
        FLOOR,
        body('box', {
          mass: MASS,
          inertia: [0.4, 0.2, 0.5, 0, 0, 0],
          placement: place([0, 0, 0.1]),
          shapes: [shape({ kind: 'box', half: [0.2, 0.3, 0.1] })],
        }),
      ],
      { contacts: { ...CONTACT, defaults: law } },
    ),
  );

function after(simulation: Simulation, until: number, look: boolean): Simulation {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    if (look) simulation.touches(100);
  }
  return simulation;
}

test('the forces of all touches carry the weight, upwards, at the corners of the box', () => {
  const touches = after(lying({ restitution: 0.2 }), 0.5, false).touches(100);
  expect(touches.length).toBe(4);
  // at rest but for what is left of settling: a hundredth of the weight
  const up = touches.reduce((sum, { b, force }) => sum + (b === 1 ? 1 : -1) * force[2], 0);
  expect(Math.abs(up / (MASS * 9.81) - 1)).toBeLessThan(0.01);
  for (const { point, normal, area, outline } of touches) {
    expect([Math.abs(Math.abs(point[0]) - 0.2) < 1e-6, Math.abs(Math.abs(point[1]) - 0.3) < 1e-6]).toEqual([
      true,
      true,
    ]);
    expect(Math.abs(Math.abs(normal[2]) - 1)).toBeLessThan(1e-9);
    expect([area, outline.length]).toEqual([0, 0]);
  }
  expect(lying({}).touches(2).length).toBeLessThanOrEqual(2);
});

test('contact by volume: the outline of the base has its area and lies in it', () => {
  const touches = after(lying({ method: 'volume', restitution: 0.2 }), 0.5, false).touches(100);
  const area = touches.reduce((sum, touch) => sum + touch.area, 0);
  expect(Math.abs(area / 0.24 - 1)).toBeLessThan(0.01);
  for (const { outline } of touches) {
    expect(outline.length).toBeGreaterThanOrEqual(9);
    let twice = 0;
    for (let i = 0; i < outline.length; i += 3) {
      const j = (i + 3) % outline.length;
      twice += outline[i] * outline[j + 1] - outline[i + 1] * outline[j];
      expect(Math.abs(outline[i + 2])).toBeLessThan(1e-4);
    }
    if (touches.length === 1) expect(Math.abs(Math.abs(0.5 * twice) / 0.24 - 1)).toBeLessThan(0.01);
  }
});

test.each([[{}], [{ method: 'volume' } as const]])('looking at touches leaves the bits as they are: %o', (law) => {
  expect(after(lying(law), 0.05, true).hash()).toBe(after(lying(law), 0.05, false).hash());
});
