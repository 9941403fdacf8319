/** Rolling: resistance is a number of its own. */
import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { prepareRun, runScenario } from './run.ts';

function run(text: string) {
  const readers = { mesh: readMesh, table: readTable };
  const compiled = compileScenario({
    file: 'a.yaml',
    loader: memoryLoader({ 'a.yaml': `hawser: 1\n${text}` }),
    readers,
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.issues));
  const { recording, summary } = runScenario(prepared.prepared);
  return { final: (column: string) => recording.column(column)[recording.length - 1], energy: summary.energy };
}

const BALL = 'sphere: 0.2 m';
const MESH = 'solid: { ball: { radius: 0.2 m, level: 4 } }';

const slope = (shape: string, degrees: number, rho: string): string => {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return `bodies:
  floor: { fixed: true, rotation: { axis: [0, 1, 0], angle: ${degrees} deg }, shapes: [{ half-space: true }] }
  ball: { mass: 2 kg, inertia: [0.032, 0.032, 0.032], position: [${0.2 * s}, 0, ${0.2 * c}], shapes: [{ ${shape} }] }
contacts: { defaults: { dissipation: 0, rolling resistance: ${rho}, friction coefficient: 0.6 } }
run: { duration: 1 s }
output: { rate: 10 Hz }`;
};

/** [m/s^2] of a ball of radius R that rolls down a slope: (g sin a - g cos a rho/R)/(1 + 2/5) */
const acceleration = (degrees: number, rho: number): number => {
  const a = (degrees * Math.PI) / 180;
  return (9.81 * (Math.sin(a) - (Math.cos(a) * rho) / 0.2)) / 1.4;
};

describe('rolling resistance', () => {
  test.each([
    ['sphere', BALL, 5e-3], // let go at once it first sinks in, and has nothing to roll on for a millisecond
    ['mesh', MESH, 3e-2], // of 1280 flat faces, 0.1 % smaller than the ball, which comes down on one after another
  ])('%s: it stays below the slope rho/R and accelerates by what is above it', (_, shape, part) => {
    // tan 2 deg = 0.0349, rho/R = 0.05
    const still = run(slope(shape, 2, '10 mm'));
    expect(Math.abs(still.final('ball.velocity.x'))).toBeLessThan(1e-3); // undamped, the mesh swings on its face
    const rolls = run(slope(shape, 6, '10 mm'));
    const speed = Math.hypot(rolls.final('ball.velocity.x'), rolls.final('ball.velocity.z'));
    const expected = acceleration(6, 0.01);
    expect(Math.abs(speed / expected - 1)).toBeLessThan(part);
    // and what it takes stands under dissipated: rho N times the angle rolled
    const lost = 0.01 * 2 * 9.81 * Math.cos((6 * Math.PI) / 180) * (expected / 2 / 0.2);
    expect(Math.abs(rolls.energy.dissipated / lost - 1)).toBeLessThan(2 * part + 0.01);
    expect(Math.abs(rolls.energy.imbalance)).toBeLessThan(1e-4 * lost);
  });

  test('none is zero: a ball on a level floor rolls on', () => {
    const text = (restitution: number, shape: string): string => `
materials: { rubber: { youngs: 100 MPa, density: 1000, restitution: ${restitution}, friction: 0.5 } }
bodies:
  floor: { fixed: true, material: rubber, shapes: [{ half-space: true }] }
  ball: { material: rubber, position: [0, 0, 0.2], velocity: [1, 0, 0], angular velocity: [0, 5, 0], shapes: [{ ${shape} }] }
run: { duration: 3 s }
output: { rate: 10 Hz }`;
    expect(Math.abs(run(text(0.3, BALL)).final('ball.velocity.x') - 1)).toBeLessThan(1e-4);
  });
});

/** A plate of 1 kg that slides without friction but for a drag of 2 N s/m: v = exp(-2 t). */
test.each(['points', 'volume'])('viscous friction is a total of the pair, by %s', (method) => {
  const plate = run(`bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  plate: { mass: 1 kg, position: [0, 0, 0.01], velocity: [1, 0, 0], shapes: [{ box: [1, 1, 0.02] }] }
contacts: { defaults: { method: ${method}, friction coefficient: 0, viscous: 2 N s/m } }
run: { duration: 1 s }
output: { rate: 10 Hz }`);
  expect(Math.abs(plate.final('plate.velocity.x') / Math.exp(-2) - 1)).toBeLessThan(2e-3);
});
