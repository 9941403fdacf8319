/** Bounces on a soft layer: without damping they keep their energy, with it they lose what the law says. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['elandt-energy', 'conservation of energy; impact under p (1 + chi v), Elandt 2022, eq. 5.12'];
const row = { id, source };

const KEEPS = 1e-4;
const RESTITUTION = 1e-3;

const FLOOR = '{ half-space: true, field: { layer: 10 mm, modulus: 1 MPa } }';
const BALL = '{ sphere: 100 mm }';
const PLAIN = '{ half-space: true }';
const SOFT = '{ solid: { ball: { radius: 100 mm, level: 4 } }, field: { layer: 10 mm, modulus: 1 MPa } }';

function scenario(floor: string, ball: string, gravity: number, chi: number, speed: number, duration: number): string {
  return `hawser: 1
title: A ball on a soft layer
environment: { gravity: [0, 0, ${-gravity}] }
bodies:
  floor: { fixed: true, shapes: [${floor}] }
  ball: { mass: 1 kg, position: [0, 0, ${speed > 0 ? 0.12 : 0.25}], velocity: [0, 0, ${-speed}], shapes: [${ball}] }
contacts: { defaults: { friction coefficient: 0, dissipation: ${chi} s/m } }
run: { duration: ${duration} }
output: { rate: 100 Hz, channels: [ball.velocity, energy.*] }
`;
}

/**
 * Restitution of m dv/dt = F(d) (1 + chi v) - whatever F is: v dv/(1 + chi v) = -F dd/m, so v/chi - ln(1 + chi v)/chi^2 is the same at v0 and at -e v0.
 * x = chi v0.
 */
function restitution(x: number): number {
  const lost = (e: number): number => x - Math.log1p(x) + e * x + Math.log1p(-e * x);
  let [low, high] = [0, Math.min(1, (1 - 1e-12) / x)];
  for (let i = 0; i < 100; i++) {
    const middle = 0.5 * (low + high);
    if (lost(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [name, floor, ball] of [
    ['rigid ball on a soft half-space', FLOOR, BALL],
    ['soft ball on a rigid half-space', PLAIN, SOFT],
  ]) {
    const { recording } = completed(await context.runScenario(scenario(floor, ball, 9.81, 0, 0, 3.7)));
    const speed = recording.column('ball.velocity.z');
    const energy = recording.column('energy.total');
    let bounces = 0;
    for (let i = 1; i < speed.length; i++) if (speed[i - 1] < 0 && speed[i] >= 0) bounces++;
    const last = energy[energy.length - 1];
    rows.push(
      compare(row, { quantity: `${name}: bounces`, unit: '1', expected: 10, measured: bounces, tolerance: 0 }),
      compare(row, {
        quantity: `${name}: energy after ten bounces over that before`,
        unit: '1',
        expected: 1,
        measured: last / energy[0],
        tolerance: KEEPS,
      }),
    );
    for (const x of [0.01, 0.1, 0.3]) {
      const run = completed(await context.runScenario(scenario(floor, ball, 0, x, 1, 0.1)));
      rows.push(
        compare(row, {
          quantity: `${name}: restitution at chi v0 = ${x}`,
          unit: '1',
          expected: restitution(x),
          measured: run.final('ball.velocity.z'),
          tolerance: RESTITUTION,
        }),
      );
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Bounces on a soft layer', source, run };
