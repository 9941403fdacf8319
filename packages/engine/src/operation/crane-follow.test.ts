/** The tip of a crane on a ship that moves: held at a point of the world, and after a body. */
import { describe, expect, test } from 'vitest';
import { craneModel } from '../../test/gear.ts';
import { body, place, read, sine } from '../../test/support.ts';
import { Simulation } from '../dynamics/simulation.ts';

const w = (2 * Math.PI) / 10;
const motion = { z: sine(0.5, w), roll: sine(0.05, w, 1), y: sine(0.3, w, 0.5) };
const solver = { step: 0.02, assemble: true } as const;

function go(simulation: Simulation, until: number, look: () => void = () => {}): void {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
    look();
  }
}

const gap = (a: Float64Array, b: readonly number[]): number => Math.hypot(...b.map((x, i) => a[i] - x));

describe('tip of a crane', () => {
  test('held at a point of the world on a ship that heaves 0.5 m, sways and rolls: within 2 mm, axes within their bounds', () => {
    const simulation = new Simulation(craneModel(motion, { solver }));
    const point = [1, 6, 7] as const;
    simulation.controls.craneFollow('crane', 0, point);
    go(simulation, 12);
    expect(simulation.controls.gear.crane('crane').arrived(simulation.time)).toBe(true);
    let worst = 0;
    const fastest = [0, 0, 0, 0];
    go(simulation, 24, () => {
      worst = Math.max(worst, gap(read(simulation, 'extension.tip.position'), point));
      simulation.controls.gear.crane('crane').inputs.forEach((input, i) => {
        fastest[i] = Math.max(fastest[i], Math.abs(input.rate(simulation.time)));
      });
    });
    // what is foretold over a step of 20 ms is off by its jerk: 0.5 w^3 h^3 / 6 is a micrometre, taken up in tau = 0.1 s
    expect(worst).toBeLessThan(2e-3);
    expect(Math.max(...fastest)).toBeLessThanOrEqual(0.3 + 1e-9);
    expect(read(simulation, 'crane.crane.off')[0]).toBeLessThan(2e-3);
  });

  test('after a point of a body that moves, telescope out where it must be; then it stops', () => {
    const buoy = body('buoy', {
      kind: 'prescribed',
      placement: place([9, 3, 0]),
      motion: { x: sine(0.5, 0.5), z: sine(0.4, 0.9) },
    });
    const simulation = new Simulation(craneModel({ z: sine(0.3, w) }, { solver }, [buoy]));
    simulation.controls.craneFollow('crane', 6, [0, 0, 0.5], [0, 0, 6]);
    go(simulation, 15);
    const tip = read(simulation, 'extension.tip.position');
    const at = read(simulation, 'buoy.position');
    expect(gap(tip, [at[0], at[1], at[2] + 6.5])).toBeLessThan(3e-3);
    simulation.controls.craneStop('crane');
    go(simulation, 18);
    expect(simulation.controls.gear.crane('crane').arrived(simulation.time)).toBe(true);
    for (const input of simulation.controls.gear.crane('crane').inputs) expect(input.rate(simulation.time)).toBe(0);
  });

  test('out of reach it comes to rest as near as it can, and says how far it is off', () => {
    const simulation = new Simulation(craneModel({}, { solver }));
    simulation.controls.craneFollow('crane', 0, [40, 0, 5]);
    go(simulation, 20);
    // heel to point less 6 m, 5 m and 3 m of boom; a knuckle of 0.05 rad is as straight as it gets
    expect(read(simulation, 'crane.crane.off')[0]).toBeCloseTo(Math.hypot(40, 2.5) - 14, 1);
    expect(simulation.controls.gear.crane('crane').arrived(simulation.time)).toBe(false);
    expect(Math.abs(read(simulation, 'crane.crane.luff')[0])).toBeLessThanOrEqual(1.5);
  });

  test('a checkpoint taken while it follows goes on with the same bits', () => {
    const whole = new Simulation(craneModel(motion, { solver }));
    whole.controls.craneFollow('crane', 0, [1, 6, 7]);
    go(whole, 2);
    const other = new Simulation(craneModel(motion, { solver }));
    other.load(whole.save());
    go(whole, 3);
    go(other, 3);
    expect(other.hash()).toBe(whole.hash());
  });
});
