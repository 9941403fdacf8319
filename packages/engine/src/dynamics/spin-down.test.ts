/** A steel disc on a steel floor, 3e-11 m deep: the least depth a step of 16 ms has to deal with. */
import { describe, expect, test } from 'vitest';
import { body, CONTACT, constant, FLOOR, model, place, shape } from '../../test/support.ts';
import type { ForceSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const [RADIUS, MU, SPIN, G] = [0.25, 0.6, 15, 9.81];
/** 3 R w/(4 mu g) */
const STOP = (3 * RADIUS * SPIN) / (4 * MU * G);

function disc(
  integrator: 'auto' | 'bdf2',
  more: { readonly velocity?: readonly [number, number, number] } = {},
): Simulation {
  const inertia = RADIUS ** 2 / 4 + 0.05 ** 2 / 12;
  const spinning = body('disc', {
    mass: 1,
    inertia: [inertia, inertia, RADIUS ** 2 / 2, 0, 0, 0],
    placement: place([0, 0, 0.025]),
    angularVelocity: [0, 0, SPIN],
    shapes: [shape({ kind: 'cylinder', radius: RADIUS, halfLength: 0.025 })],
    ...more,
  });
  const contacts = { ...CONTACT, defaults: { method: 'volume' as const, frictionStatic: MU, frictionKinetic: MU } };
  const solver = { integrator, step: 'auto' as const, impacts: 'absorb' as const, maxStep: 0.016 };
  return new Simulation(model([FLOOR, spinning], { contacts, solver }));
}

function advance(s: Simulation, until: number): void {
  while (s.time < until) {
    const result = s.step(until);
    if (!result.ok) throw new Error(result.message);
  }
}

describe.each(['auto', 'bdf2'] as const)('a disc spinning down on its face, %s', (integrator) => {
  const stages = integrator === 'bdf2' ? 1 : 2;

  test('touches in a few iterations, though its first guess falls a hundred thousand times as deep as it will be', () => {
    const s = disc(integrator);
    advance(s, 0.004);
    expect(s.stats.deepestOverlap).toBeLessThan(1e-9);
    // by halves of the way it took 67 and 55
    expect(s.stats.iterations).toBeLessThan(25);
  });

  test('takes one iteration a stage while it slips: increments across the normal need not be small against the depth', () => {
    const s = disc(integrator);
    advance(s, 0.1);
    const { steps, iterations, factorisations } = s.stats;
    advance(s, 0.4);
    const taken = s.stats.steps - steps;
    expect(taken).toBeLessThan(22); // of 16 ms at most
    expect(s.stats.iterations - iterations).toBe(stages * taken);
    expect(s.stats.factorisations - factorisations).toBe(taken);
  });

  test('comes to rest in a few iterations a stage, when theory says, and stays', () => {
    const s = disc(integrator);
    advance(s, STOP - 0.005);
    const { iterations } = s.stats;
    advance(s, STOP + 0.02);
    // friction that turned round from iterate to iterate took 81 and 85; with two stages most of it are steps too long for the stop
    expect(s.stats.iterations - iterations).toBeLessThan(stages === 1 ? 35 : 72);
    advance(s, 1);
    const turned = s.probes.find(({ name }) => name === 'disc.angular-velocity');
    const spin = new Float64Array(3);
    turned?.read(spin, 0);
    expect(Math.abs(spin[2])).toBeLessThan(1e-12);
    const lost = (RADIUS ** 2 * SPIN ** 2) / 4;
    expect(Math.abs(s.energy.dissipated / lost - 1)).toBeLessThan(1e-4);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-4 * lost);
  });
});

test('a disc that slides as well goes on from a checkpoint with the same bits', () => {
  const once = disc('auto', { velocity: [1, 0, 0] });
  advance(once, 0.2);
  const again = disc('auto', { velocity: [1, 0, 0] });
  again.load(once.save());
  advance(once, 0.7);
  advance(again, 0.7);
  expect(again.hash()).toBe(once.hash());
});

describe('a disc under a torque about its normal', () => {
  /** Rate of turn after so long; fixed steps. */
  function rateAfter(
    time: number,
    step: number,
    torque: number,
    spin: number,
    integrator: 'auto' | 'convex' = 'auto',
  ): number {
    const inertia = RADIUS ** 2 / 4 + 0.05 ** 2 / 12;
    const twisted = body('disc', {
      mass: 1,
      inertia: [inertia, inertia, RADIUS ** 2 / 2, 0, 0, 0],
      placement: place([0, 0, 0.025]),
      angularVelocity: [0, 0, spin],
      shapes: [shape({ kind: 'cylinder', radius: RADIUS, halfLength: 0.025 })],
    });
    const contacts = { ...CONTACT, defaults: { method: 'volume' as const, frictionStatic: MU, frictionKinetic: MU } };
    const solver = { integrator, step, impacts: 'absorb' as const };
    const none = constant(0);
    const twist: ForceSpec = {
      kind: 'load',
      name: 'twist',
      body: 1,
      point: [0, 0, 0],
      axes: 'world',
      force: [none, none, none],
      torque: [none, none, constant(torque)],
    };
    const s = new Simulation(model([FLOOR, twisted], { contacts, solver, forces: [twist] }));
    advance(s, time);
    const rate = new Float64Array(3);
    s.probes.find(({ name }) => name === 'disc.angular-velocity')?.read(rate, 0);
    return rate[2];
  }
  const about = RADIUS ** 2 / 2;
  /** Coulomb torque of its points, from how it slows down. */
  const most = (about * (rateAfter(0.1, 1e-3, 0, SPIN) - rateAfter(0.2, 1e-3, 0, SPIN))) / 0.1;

  test('its Coulomb torque is two thirds of mu N R', () => {
    // 48 sides for a circle take 0.8e-3 off, three points for 22 degrees of it 0.7e-3
    expect(Math.abs(most / ((2 / 3) * MU * G * RADIUS) - 1)).toBeLessThan(2e-3);
  });

  test.each([5e-3, 1e-3])('convex steps of %f s have the same torque: still at 0.99 of it, sliding at 1.03', (step) => {
    const lost = rateAfter(0.1, step, 0, SPIN, 'convex') - rateAfter(0.2, step, 0, SPIN, 'convex');
    expect(Math.abs((about * lost) / (0.1 * most) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(rateAfter(0.3, step, 0.99 * most, 0, 'convex'))).toBeLessThan(1e-9);
    expect(rateAfter(0.3, step, 1.03 * most, 0, 'convex')).toBeGreaterThan(0.25 * ((0.3 * 0.03 * most) / about));
  });

  test.each([5e-3, 1e-3, 2e-4])('steps of %f s: stands still at 0.95 and 0.99 of it, slides at 1.03', (step) => {
    for (const share of [0.95, 0.99]) expect(Math.abs(rateAfter(0.3, step, share * most, 0))).toBeLessThan(1e-9);
    const gained = rateAfter(0.3, step, 1.03 * most, 0) - rateAfter(0.2, step, 1.03 * most, 0);
    expect(Math.abs(gained / ((0.1 * 0.03 * most) / about) - 1)).toBeLessThan(0.01);
  });
});
