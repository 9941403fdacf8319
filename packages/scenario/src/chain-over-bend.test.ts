/** A chain of links drawn over a round bend, held back by a constant force: what friction of its bars on the bend leaves of the pull. */
import { Simulation } from '@hawser/engine';
import { expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';

/** [m] bar; half of the width of a link, on which every second link stands; [N] at the far end; [m] straight, before and behind the bend */
const BAR = 0.062;
const STANDS = 1.8 * BAR;
const BACK = 50e3;
const STRAIGHT = 2;

/** A chain from a windlass over the top of a cylinder of radius R, down by `turn`. */
function drawnOver(R: number, turn: number, friction: number): Simulation {
  const line = R + STANDS + 0.004;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const bend = Array.from({ length: 13 }, (_, i) => (turn * i) / 12).map((a) => [
    line * Math.sin(a),
    0,
    line * Math.cos(a),
  ]);
  const end = [line * s + 2.5 * c, 0, line * c - 2.5 * s];
  const steel = { youngs: '200 GPa', poisson: 0.3, density: 7850, restitution: 0.1, friction };
  const made = compileValue({
    hawser: 1,
    environment: { gravity: 0 },
    materials: { steel },
    bodies: {
      bend: {
        fixed: true,
        material: 'steel',
        shapes: [{ cylinder: { radius: R, length: 1.2 }, rotation: { roll: '90 deg' } }],
      },
      frame: { fixed: true, position: [-STRAIGHT, 0, line] },
      load: { mass: 50, inertia: [5, 5, 5] },
    },
    forces: { back: { type: 'load', body: 'load', force: [BACK * c, 0, -BACK * s] } },
    chains: {
      cable: {
        links: Math.floor((STRAIGHT + line * turn + 2.5) / (4 * BAR)) - 1,
        diameter: BAR,
        material: 'steel',
        touches: 'links',
        from: { body: 'frame' },
        to: { body: 'load', carried: true },
        shape: [[-STRAIGHT, 0, line], ...bend, end],
      },
    },
    winches: {
      windlass: {
        chain: 'cable',
        speed: 0.2,
        acceleration: 0.2,
        drum: { radius: 0.395 },
        torque: 200e3,
        start: { haul: 0.1 },
      },
    },
    contacts: { ignore: [['cable', 'load']] },
    output: { rate: 10 },
    run: { duration: 6 },
  });
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  return new Simulation(made.compiled.spec);
}

/** Work of friction: bars rub at R, the chain runs at the line of its middles, so of mu N only R over that is felt by the pull. */
test.each([
  [1, 60, 0.3],
  [1, 60, 0.15],
])(
  'a chain drawn over a bend of %s m by %s degrees, friction %s: e^(-mu theta R/(R + half its width)) within a fiftieth',
  (R, degrees, friction) => {
    const turn = (degrees * Math.PI) / 180;
    const simulation = drawnOver(R, turn, friction);
    const probe = simulation.probes.find(({ name }) => name === 'chain.cable.start.tension');
    const out = new Float64Array(1);
    let [sum, count] = [0, 0];
    // five seconds of hauling, two links' way; the first second is left out, in which the chain lies down on the bend
    for (let k = 1; k <= 150; k++) {
      while (simulation.time < 0.04 * k) {
        const step = simulation.step(0.04 * k);
        if (!step.ok) throw new Error(step.message);
      }
      if (0.04 * k <= 1) continue;
      probe?.read(out, 0);
      sum += out[0];
      count++;
    }
    const left = BACK / (sum / count);
    expect(left / Math.exp((-friction * turn * R) / (R + STANDS))).toBeGreaterThan(0.98);
    expect(left / Math.exp((-friction * turn * R) / (R + STANDS))).toBeLessThan(1.02);
  },
);
