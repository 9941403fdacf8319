/** What the work of a run was for: counts add up to those of the run, point at what is stiff, and change nothing. */
import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, shape } from '../../test/support.ts';
import { effortIndex, effortKind, FOR_PAIR } from '../base/index.ts';
import type { BodySpec, ModelSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const ball = (name: string, x: number, height: number): BodySpec =>
  body(name, {
    mass: 2,
    inertia: [0.032, 0.032, 0.032, 0, 0, 0],
    placement: place([x, 0, height]),
    shapes: [shape({ kind: 'sphere', radius: 0.2 })],
  });

/** Two balls that bounce on a floor from one height, one of them a hundred times as stiff. */
function twoBalls(): ModelSpec {
  const law = { restitution: 0.9, exponent: 1 };
  return model([FLOOR, ball('hard', 0, 0.5), ball('soft', 2, 0.5)], {
    contacts: {
      ...CONTACT,
      pairs: [
        { a: { body: 1 }, b: 'any', ...law, stiffness: 1e8 },
        { a: { body: 2 }, b: 'any', ...law, stiffness: 1e6 },
      ],
    },
    solver: { step: 'auto', integrator: 'auto' },
  });
}

function go(simulation: Simulation, until: number): void {
  while (simulation.time < until) {
    const result = simulation.step(until);
    if (!result.ok) throw new Error(result.message);
  }
}

const sum = (s: Simulation, what: 'steps' | 'retries' | 'iterations'): number =>
  s.costs().reduce((total, cost) => total + cost[what], 0);

describe('effort', () => {
  test('steps, repeated ones and iterations are each counted for somebody', () => {
    const s = new Simulation(twoBalls());
    go(s, 1.5);
    expect(sum(s, 'steps')).toBe(s.stats.steps);
    expect(sum(s, 'retries')).toBe(s.stats.rejected);
    expect(sum(s, 'iterations')).toBe(s.stats.iterations);
  });

  test('each of two contacts shortens the steps of its blow, the stiffer one first: both blows take as many', () => {
    const s = new Simulation(twoBalls());
    go(s, 0.3); // both touch at 0.247 s: the hard one for 0.4 ms, the soft one for 4 ms
    const steps = (name: string): number => s.costs().find((cost) => cost.name === name)?.steps ?? 0;
    const [hard, soft] = [steps('contact.hard~world'), steps('contact.soft~world')];
    // pi/0.045 steps of a fraction of 1/omega each, less what was done by the steps of the hard one: a tenth
    expect(hard).toBeGreaterThan(50);
    expect(Math.abs(soft / hard - 0.95)).toBeLessThan(0.2);
    const looks = s.costs().filter(({ name, looks }) => name.startsWith('contact.') && looks > 0);
    expect(looks.map(({ name }) => name).sort()).toEqual(['contact.hard~world', 'contact.soft~world']);
    expect(looks.every(({ laws }) => laws > 0)).toBe(true);
  });

  test('for whom the engine works can be seen from outside, and seeing it changes no bit', () => {
    const plain = new Simulation(twoBalls());
    const seen = new Simulation(twoBalls());
    const cell = new Int32Array(new SharedArrayBuffer(4));
    seen.effort.now = cell;
    go(plain, 0.6);
    go(seen, 0.6);
    expect(seen.hash()).toBe(plain.hash());
    expect(seen.costs()).toEqual(plain.costs());
    expect(seen.effortName(cell[0])).toBe('recording'); // between steps it is the caller's turn
    const { limiter } = seen.effort;
    expect(effortKind(limiter) !== FOR_PAIR || effortIndex(limiter) < 3).toBe(true);
  });

  test('counts go on from a checkpoint', () => {
    const whole = new Simulation(twoBalls());
    go(whole, 0.5);
    const saved = whole.save();
    const resumed = new Simulation(twoBalls());
    resumed.load(saved);
    for (const s of [whole, resumed]) go(s, 1);
    expect(resumed.costs().map(({ name, steps, retries, iterations }) => [name, steps, retries, iterations])).toEqual(
      whole.costs().map(({ name, steps, retries, iterations }) => [name, steps, retries, iterations]),
    );
  });
});
