/** Energy over whole runs with automatic and with fixed steps: none comes from nowhere, and what is lost is booked to who lost it. */
import { describe, expect, test } from 'vitest';
import { cable } from '../../test/cables.ts';
import { action, body, CONTACT, Draw, FLOOR, joint, model, NO_CONTACT, place, run, shape } from '../../test/support.ts';
import type { RopeSpec } from '../bodies/index.ts';
import { bodyMass, type ShapeSpec } from '../geometry/index.ts';
import type { ContactParametersSpec } from '../model/index.ts';
import { Simulation } from './simulation.ts';

test('a box on a stiff wire that is given a push: what moves and is stretched never grows', () => {
  const rope: RopeSpec = { massPerLength: 1.8, axialStiffness: 96e6, axialDamping: 1.3e-3, diameter: 0.044 };
  const line = {
    ...cable('line', 3.23, 27, {
      start: { body: 0, point: [-0.78, 0.48, 4.47] },
      end: { body: 1, point: [0, 0, 0] },
    }),
    pieces: [{ rope, length: 3.23, elements: 27 }],
  };
  const box = body('box', { mass: 1, placement: place([0, 0, 1.6]), velocity: [2.7, 1.8, 2.7] });
  const s = new Simulation(model([box], { cables: [line], contacts: NO_CONTACT, solver: { step: 'auto' } }));
  const start = s.energy.total;
  const { kinetic } = s.energy;
  let { dissipated } = s.energy;
  let fall = 0;
  while (s.time < 0.5) {
    const result = s.step(0.5);
    if (!result.ok) throw new Error(result.message);
    fall = Math.max(fall, dissipated - s.energy.dissipated);
    dissipated = s.energy.dissipated;
    expect(s.energy.total).toBeLessThan(start + 2e-3 * kinetic); // it ended 0.7 of it above
  }
  expect(fall).toBeLessThan(1e-9);
  expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.01 * kinetic);
});

test('a slider on its stop, in steps much longer than the blow: the joint dissipated what was lost', () => {
  const mass = 0.02;
  const drop = 0.4;
  const slider = body('slider', { mass, inertia: [1e-5, 1e-5, 1e-5, 0, 0, 0] });
  const limits = { lower: -drop, upper: 0.1, stiffness: 1e6, restitution: 0.05 };
  const s = new Simulation(
    model([slider], {
      contacts: NO_CONTACT,
      gravity: [0, 0, -9.81],
      joints: [joint('rail', 'prismatic', 0, 1, { actions: [action('displacement', { limits })] })],
      solver: { step: 2e-3 },
    }),
  );
  run(s, 1);
  const lost = mass * 9.81 * drop;
  expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-3 * lost);
  const own = s.dissipationByElement().find(({ name }) => name === 'joint.rail')?.dissipated ?? 0;
  expect(Math.abs(own / lost - 1)).toBeLessThan(1e-3);
});

/** Box, tetrahedron or L of random edges up to 1 m, outward faces. */
function solid(random: Draw): ShapeSpec {
  const [a, b, c] = [0, 1, 2].map(() => random.between(0.2, 1.2));
  const kind = Math.floor(random.between(0, 3));
  if (kind === 0) {
    const positions = [...Array(8).keys()].flatMap((i) => [
      (i & 1 ? a : -a) / 2,
      (i & 2 ? b : -b) / 2,
      (i & 4 ? c : -c) / 2,
    ]);
    const faces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
    const triangles = [...Array(6).keys()].flatMap((f) => [0, 1, 2, 0, 2, 3].map((k) => faces[4 * f + k]));
    return { kind: 'mesh', positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
  }
  if (kind === 1) {
    const positions = [0, 0, 0, a, 0, 0, 0, b, 0, 0.1, 0.1, c].map((x, i) => x - [a, b, c][i % 3] / 4);
    const triangles = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
    return { kind: 'mesh', positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
  }
  const t = random.between(0.3, 0.7);
  const outline = [0, 0, a, 0, a, t * b, t * a, t * b, t * a, b, 0, b];
  const positions = [0, c].flatMap((z) =>
    [...Array(6).keys()].flatMap((i) => [outline[2 * i] - a / 2, outline[2 * i + 1] - b / 2, z - c / 2]),
  );
  const caps = [0, 1, 2, 3].flatMap((i) => [0, i + 2, i + 1, 6, i + 7, i + 8]);
  const sides = [0, 1, 2, 3, 4, 5].flatMap((i) => {
    const j = (i + 1) % 6;
    return [i, j, 6 + j, i, 6 + j, 6 + i];
  });
  return { kind: 'mesh', positions: Float64Array.from(positions), triangles: Int32Array.from([...caps, ...sides]) };
}

/** Energy unaccounted for, over what was dissipated and moves, of a solid that falls on a floor; whether it gained any. */
function drop(seed: number): { part: number; dissipated: number } {
  const random = new Draw(seed);
  const mesh = solid(random);
  const { mass, inertia, centreOfMass } = bodyMass([{ shape: mesh, placement: place([0, 0, 0]), density: 500 }]);
  const law: ContactParametersSpec = seed % 3 === 0 ? { restitution: random.between(0.05, 0.8) } : {};
  const thing = body('thing', {
    mass,
    inertia,
    placement: place([0, 0, random.between(1.2, 2.2)], random.quaternion()),
    velocity: random.vector(1),
    angularVelocity: random.vector(3),
    shapes: [shape(mesh, place([-centreOfMass[0], -centreOfMass[1], -centreOfMass[2]]))],
  });
  const defaults = { method: 'volume' as const, foundation: 1e9, ...law };
  const s = new Simulation(
    model([FLOOR, thing], { contacts: { ...CONTACT, defaults }, gravity: [0, 0, -9.81], solver: { step: 'auto' } }),
  );
  run(s, 1);
  const { imbalance, dissipated, kinetic } = s.energy;
  return { part: Math.abs(imbalance) / (dissipated + kinetic), dissipated };
}

describe('solids that fall on a floor by volume', () => {
  test('the ledger closes, whatever falls', () => {
    const parts: number[] = [];
    for (let seed = 1; seed <= 5; seed++) {
      const { part, dissipated } = drop(seed);
      expect(dissipated).toBeGreaterThan(0);
      parts.push(part);
    }
    parts.sort((a, b) => a - b);
    expect(parts[2]).toBeLessThan(5e-4);
    expect(parts[4]).toBeLessThan(0.01); // it missed up to a quarter
  });
});
