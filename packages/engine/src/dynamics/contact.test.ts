import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, read, run, shape, turn, WORLD } from '../../test/support.ts';
import { cos, sin } from '../math/index.ts';
import type { BodySpec, ContactParametersSpec, ModelSpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const ball = (height: number, vz: number): BodySpec =>
  body('ball', {
    mass: 2,
    inertia: [0.032, 0.032, 0.032, 0, 0, 0],
    placement: place([0, 0, height]),
    velocity: [0, 0, vz],
    shapes: [shape({ kind: 'sphere', radius: 0.2 })],
  });
const drop = (law: ContactParametersSpec, solver: Partial<SolverSpec>): ModelSpec =>
  model([FLOOR, ball(0.7, 0)], { contacts: { ...CONTACT, defaults: law }, solver });
const APPROACH = Math.sqrt(2 * 9.81 * 0.5); // 3.13 m/s

/** Largest upward speed after the ball has met the floor. */
function reboundSpeed(simulation: Simulation, until: number): number {
  let most = 0;
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    most = Math.max(most, read(simulation, 'ball.velocity')[2]);
  }
  return most;
}

describe('impacts', () => {
  test.each([0.2, 0.5, 0.8])(
    'automatic steps follow them: a steel ball dropped 0.5 m returns %d of its speed',
    (restitution) => {
      const s = new Simulation(drop({ restitution }, { step: 'auto', tolerance: 1e-5 }));
      // steps are a seventh of 1/omega of the impact: a percent or two
      expect(Math.abs(reboundSpeed(s, 0.4) / APPROACH - restitution)).toBeLessThan(0.02);
      expect(s.stats.absorbedImpacts).toBe(0);
      // 0.4 s are over in few steps, though the impact takes 0.1 ms
      expect(s.stats.steps).toBeLessThan(400);
    },
  );

  test.each([1, 1.05, 1.5, 2, 2.5, 3])(
    'a law with exponent %d is followed in 60 to 150 steps and returns half of the speed',
    (exponent) => {
      const law: ContactParametersSpec = { restitution: 0.5, exponent, stiffness: 1e9 };
      const s = new Simulation({ ...drop(law, { step: 'auto' }), gravity: [0, 0, 0], bodies: [FLOOR, ball(0.21, -1)] });
      let touching = 0;
      while (s.time < 0.05) {
        const result = s.step(0.05);
        if (!result.ok) throw new Error(result.message);
        if (s.stats.contacts > 0) touching++;
      }
      expect(touching).toBeGreaterThanOrEqual(60);
      expect(touching).toBeLessThanOrEqual(150);
      // steps of 0.05/omega, omega at the deepest point: second order leaves a ten-thousandth, the smooth corner of the law as much
      expect(Math.abs(read(s, 'ball.velocity')[2] - 0.5)).toBeLessThan(3e-4);
    },
  );

  test.each([1e-3, 3e-3, 1e-2])(
    'fixed steps of %d s, longer than the impact: never more speed than it came with, and the loss is booked',
    (step) => {
      for (const phase of [0, 0.0007, 0.0013, 0.0021]) {
        const spec = drop({ restitution: 0.9 }, { step });
        const bodies = [FLOOR, ball(0.7 + phase, 0)];
        const s = new Simulation({ ...spec, bodies });
        expect(reboundSpeed(s, 0.6)).toBeLessThanOrEqual(APPROACH * 1.01);
        expect(s.stats.absorbedImpacts).toBeGreaterThan(0);
        expect(s.energy.dissipated).toBeGreaterThan(-0.01);
        expect(Math.abs(s.energy.imbalance)).toBeLessThan(0.05 * 9.81); // of the 9.81 J it fell with
      }
    },
  );

  test('energy only ever goes down while a ball bounces to rest, and ends in the contact', () => {
    const s = new Simulation(drop({ restitution: 0.5 }, { step: 'auto', tolerance: 1e-5 }));
    let total = s.energy.total;
    for (let k = 1; k <= 30; k++) {
      run(s, k * 0.1);
      expect(s.energy.total).toBeLessThan(total + 2e-3);
      total = s.energy.total;
    }
    expect(s.energy.kinetic).toBeLessThan(1e-6);
    expect(Math.abs(s.energy.dissipated - 2 * 9.81 * 0.5)).toBeLessThan(0.05);
    // the last, tiny bounces are shorter than their steps and booked apart
    const parts = s.dissipationByElement();
    expect(parts[0].name).toMatch(/^contact\.(world~ball|ball~world)$/);
    expect(Math.abs(parts.reduce((sum, p) => sum + p.dissipated, 0) - s.energy.dissipated)).toBeLessThan(1e-9);
  });
});

describe('friction', () => {
  const box = body('box', {
    mass: 2,
    inertia: [0.01, 0.01, 0.014, 0, 0, 0],
    shapes: [shape({ kind: 'box', half: [0.1, 0.1, 0.05] })],
  });
  /** A ramp falling towards +x, and a box laid on it. */
  function ramp(angle: number, law: ContactParametersSpec, solver: Partial<SolverSpec>): ModelSpec {
    const tilt = turn([0, 1, 0], angle);
    const depth = 1e-6;
    const h = 0.05 - depth;
    return model(
      [
        { ...WORLD, shapes: [shape({ kind: 'half-space' }, place([0, 0, 0], tilt))] },
        { ...box, placement: place([h * sin(angle), 0, h * cos(angle)], tilt) },
      ],
      { contacts: { ...CONTACT, defaults: law }, solver },
    );
  }
  const along = (s: Simulation, angle: number): number => {
    const [x, , z] = read(s, 'box.position');
    return x * cos(angle) - z * sin(angle);
  };

  test('a box on a slope below the friction angle stays where it is: no creep in 20 s', () => {
    const angle = 0.3; // tan = 0.31
    const s = new Simulation(
      ramp(angle, { frictionStatic: 0.4, frictionKinetic: 0.35 }, { step: 'auto', maxStep: 0.05 }),
    );
    run(s, 2);
    const settled = along(s, angle);
    run(s, 20);
    // the bristle holds it within its micrometre; without creep it does not use even that
    expect(Math.abs(along(s, angle) - settled)).toBeLessThan(1e-9);
    expect(Math.abs(settled)).toBeLessThan(2e-5); // laid 1 um too deep, it is lifted and slides while it lands
    expect(Math.abs(read(s, 'contact.world~box.friction-force')[0] - 2 * 9.81 * sin(angle))).toBeLessThan(1e-3);
  });

  test('above it, it slides with g (sin - mu cos)', () => {
    const angle = 0.5;
    const s = new Simulation(ramp(angle, { frictionStatic: 0.4, frictionKinetic: 0.35 }, { step: 2e-3 }));
    run(s, 1);
    const acceleration = 9.81 * (sin(angle) - 0.35 * cos(angle));
    expect(Math.abs(along(s, angle) / (0.5 * acceleration) - 1)).toBeLessThan(2e-3);
    expect(read(s, 'contact.world~box.count')[0]).toBe(4);
  });

  test('a ball thrown sliding rolls off with 5/7 of its speed', () => {
    const rolling = { ...ball(0.2 - 1e-6, 0), velocity: [2, 0, 0] as const };
    const s = new Simulation(
      model([FLOOR, rolling], { contacts: { ...CONTACT, defaults: { frictionKinetic: 0.3 } }, solver: { step: 1e-3 } }),
    );
    run(s, 1);
    // sliding ends after 2 v/(7 mu g) = 0.19 s
    const v = read(s, 'ball.velocity')[0];
    expect(Math.abs(v - (5 / 7) * 2)).toBeLessThan(5e-3);
    expect(Math.abs(read(s, 'ball.angular-velocity')[1] * 0.2 - v)).toBeLessThan(1e-3);
  });

  test('a pile of three boxes stands, and the floor carries them all', () => {
    const boxes = [0, 1, 2].map((k) => ({ ...box, name: `box ${k}`, placement: place([0.01 * k, 0, 0.05 + 0.1 * k]) }));
    const s = new Simulation(model([FLOOR, ...boxes], { contacts: CONTACT, solver: { step: 2e-3 } }));
    run(s, 1);
    const weight = 2 * 9.81;
    expect(Math.abs(read(s, 'contact.world~box 0.normal-force')[0] - 3 * weight)).toBeLessThan(0.05);
    expect(Math.abs(read(s, 'contact.box 0~box 1.force')[2] - 2 * weight)).toBeLessThan(0.05); // on box 1, upwards
    for (let k = 0; k < 3; k++) expect(Math.abs(read(s, `box ${k}.position`)[0] - 0.01 * k)).toBeLessThan(1e-5);
  });
});
