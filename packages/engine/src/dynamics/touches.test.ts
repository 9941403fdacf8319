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

test('contact by volume on a floor: the polygon of the base has its area, and its pressure carries the weight', () => {
  const touches = after(lying({ method: 'volume', restitution: 0.2 }), 0.5, false).touches(100);
  expect(touches.length).toBe(1);
  const [{ area, outline, faces = new Float64Array(0) }] = touches;
  expect(Math.abs(area / 0.24 - 1)).toBeLessThan(0.01);
  expect([outline.length, faces.length, faces[0]]).toEqual([0, 17, 4]);
  let twice = 0;
  let pressure = 0;
  for (let k = 0; k < 4; k++) {
    const [o, next] = [1 + 4 * k, 1 + 4 * ((k + 1) % 4)];
    twice += faces[o] * faces[next + 1] - faces[o + 1] * faces[next];
    pressure += 0.25 * faces[o + 3];
    expect(Math.abs(faces[o + 2])).toBeLessThan(1e-12); // on the floor
  }
  expect(Math.abs(Math.abs(0.5 * twice) / 0.24 - 1)).toBeLessThan(1e-6);
  expect(Math.abs((pressure * 0.24) / (MASS * 9.81) - 1)).toBeLessThan(0.01); // what is left of settling
});

test('contact by volume of two bent solids: an outline with the area of the patch', () => {
  const ball = (name: string, z: number) =>
    body(name, {
      mass: MASS,
      inertia: [0.1, 0.1, 0.1, 0, 0, 0],
      placement: place([0, 0, z]),
      shapes: [shape({ kind: 'sphere', radius: 0.2 })],
    });
  const simulation = new Simulation(
    model([ball('a', 0), ball('b', 0.39)], { contacts: { ...CONTACT, defaults: { method: 'volume' } } }),
  );
  simulation.step(1e-4);
  const [{ area, outline, faces }] = simulation.touches(100);
  expect(area).toBeGreaterThan(0);
  expect(faces).toBeUndefined();
  expect(outline.length).toBeGreaterThanOrEqual(9);
});

test.each([[{}], [{ method: 'volume' } as const]])('looking at touches leaves the bits as they are: %o', (law) => {
  expect(after(lying(law), 0.05, true).hash()).toBe(after(lying(law), 0.05, false).hash());
});
