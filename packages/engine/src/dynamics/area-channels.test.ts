import { expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, read, shape } from '../../test/support.ts';
import { Simulation } from './index.ts';

test('a block sliding on its face: point, normal, area, volume, depth and friction of the contact as channels', () => {
  const depth = 1e-4;
  const block = body('block', {
    mass: 1,
    inertia: [0.01, 0.01, 0.01, 0, 0, 0],
    placement: place([0.3, -0.2, 0.1 - depth]),
    velocity: [1, 0, 0],
    shapes: [shape({ kind: 'box', half: [0.3, 0.2, 0.1] })],
  });
  const contacts = {
    ...CONTACT,
    defaults: { method: 'volume' as const, foundation: 1e6, dissipation: 0, frictionStatic: 0.5, frictionKinetic: 0.5 },
  };
  const s = new Simulation(model([FLOOR, block], { contacts, solver: { step: 1e-5 } }));
  for (let i = 0; i < 200; i++) expect(s.step(1).ok).toBe(true);
  const of = (name: string): number[] => [...read(s, `contact.world~block.${name}`)];
  const [x, y, z] = read(s, 'block.position');
  const [push, sunk] = [of('normal-force')[0], 0.1 - z];
  // friction acts 0.1 m below the centre: pressure moves forward by 0.05 m, twice that while the block rocks
  const [px, py, pz] = of('point');
  expect(px - x).toBeGreaterThan(0);
  expect(px - x).toBeLessThan(0.1);
  expect(Math.abs(py - y)).toBeLessThan(1e-6);
  expect(Math.abs(pz)).toBeLessThan(2 * sunk);
  of('normal').forEach((n, k) => {
    expect(Math.abs(n - [0, 0, 1][k])).toBeLessThan(1e-9);
  });
  expect(of('area')[0]).toBeCloseTo(0.6 * 0.4, 3);
  expect(of('volume')[0]).toBeCloseTo(push / 1e6, 9);
  expect(of('depth')[0]).toBeGreaterThan(0);
  expect(Math.abs(of('friction-force')[0] / (0.5 * push) - 1)).toBeLessThan(1e-6);
});
