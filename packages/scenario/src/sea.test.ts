/** Water, waves and wind in scenario files. */
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { type CompileResult, compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

function compile(text: string, files: Readonly<Record<string, string>> = {}): CompileResult {
  const readers = { mesh: readMesh, table: readTable };
  const loader = memoryLoader({ 'a.yaml': `hawser: 1\n${text}`, ...files });
  return compileScenario({ file: 'a.yaml', loader, readers, set: [] });
}

function start(text: string, files: Readonly<Record<string, string>> = {}): Simulation {
  const result = compile(text, files);
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return new Simulation(result.compiled.spec);
}

function messages(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  const result = compile(text, files);
  return result.ok ? [] : result.issues.map(formatIssue);
}

function read(simulation: Simulation, name: string): number[] {
  const probe = simulation.probes.find((each) => each.name === name);
  if (!probe) throw new Error(`no channel ${name}`);
  const out = new Float64Array(probe.size);
  probe.read(out, 0);
  return [...out];
}

const regular = 'regular: { height: 2 m, period: 8 s, direction: 90 deg, phase: 30 deg }';

describe('waves', () => {
  test('at gauges: a regular wave along y, by its formula', () => {
    const simulation = start(`environment: { sea: { waves: [{ ${regular} }], gauges: { buoy: [3 m, 10 m, -2 m] } } }
bodies: { stone: { mass: 1 kg, inertia: [1, 1, 1] } }
run: { duration: 1 s }`);
    while (simulation.time < 1) simulation.step(1);
    const k = (2 * Math.PI) ** 2 / 64 / 9.81;
    const phase = k * 10 - (2 * Math.PI) / 8 + Math.PI / 6;
    const eta = Math.cos(phase);
    expect(read(simulation, 'sea.buoy.elevation')[0]).toBeCloseTo(eta, 12);
    const depth = Math.exp(k * (-2 - eta)); // Wheeler
    const [x, y, z] = read(simulation, 'sea.buoy.velocity');
    expect(x).toBeCloseTo(0, 12);
    expect(y).toBeCloseTo((Math.PI / 4) * depth * Math.cos(phase), 12);
    expect(z).toBeCloseTo((Math.PI / 4) * depth * Math.sin(phase), 12);
  });

  test('move a cable with them: a light rope follows the water', () => {
    const simulation = start(`environment: { gravity: 9.81 m/s^2, sea: { waves: [{ ${regular} }], ramp: 8 s } }
ropes: { tape: { mass: 1 kg/m, stiffness: 1 kN, diameter: 35.2 mm, drag: { normal: 20, tangential: 5 }, added mass: {} } }
cables: { tape: { rope: tape, length: 4 m, elements: 4, from: { body: world, point: [0, 0, -2 m] } } }
run: { duration: 12 s }`);
    let [least, most] = [0, 0];
    while (simulation.time < 12) {
      const step = simulation.step(12);
      if (!step.ok) throw new Error(step.message);
      const y = read(simulation, 'cable.tape.end.position')[1];
      [least, most] = [Math.min(least, y), Math.max(most, y)];
    }
    // the water there swings by a exp(-k 5 m) = 0.73 m to either side
    expect(most - least).toBeGreaterThan(0.8);
    expect(most - least).toBeLessThan(1.6);
  });

  test('are lower in the lee of a ship, which goes with it and which it does not see itself', () => {
    const simulation = start(`environment:
  sea:
    waves: [{ ${regular} }]
    gauges: { lee: [4 m, 5 m, 0], outside: [4 m, -5 m, 0] }
    shelters: [{ behind: ship, from: [-10 m, 2 m], to: [10 m, 12 m], factor: 0.5 }]
bodies:
  ship: { motion: { x: { ramp: { to: 100 m, start: 1 s, duration: 1 s } } } }
run: { duration: 3 s }`);
    const open = (y: number, t: number): number =>
      Math.cos(((2 * Math.PI) ** 2 / 64 / 9.81) * y - (2 * Math.PI * t) / 8 + Math.PI / 6);
    expect(read(simulation, 'sea.lee.elevation')[0]).toBeCloseTo(0.5 * open(5, 0), 12);
    expect(read(simulation, 'sea.outside.elevation')[0]).toBeCloseTo(open(-5, 0), 12);
    while (simulation.time < 3) simulation.step(3);
    expect(read(simulation, 'sea.lee.elevation')[0]).toBeCloseTo(open(5, 3), 12); // the ship has gone
  });

  test('of a spectrum in a file: its height', () => {
    const simulation = start(
      `environment: { sea: { waves: [{ spectrum: { table: s.csv, components: 60 } }] } }
bodies: { stone: { mass: 1 kg, inertia: [1, 1, 1] } }`,
      { 's.csv': 'frequency [rad/s],density\n0.4,0\n0.8,2\n1.2,0\n' },
    );
    expect(simulation.spec.water?.waves?.[0]).toMatchObject({ kind: 'irregular', seed: 1 });
  });
});

describe('what is wrong is told', () => {
  test.each([
    [
      'sea: { waves: [{ regular: { height: 20 m, period: 5 s } }] }',
      /height: expected a height below a seventh.*found 20 m/,
    ],
    ['sea: { waves: [{ regular: { height: 2 m } }] }', /period/],
    [
      'sea: { waves: [{ regular: { height: 2 m, period: 5 s }, jonswap: { height: 1 m, period: 5 s } }] }',
      /exactly one of regular/,
    ],
    [
      'sea: { waves: [{ spectrum: { table: [[1, 1], [0.5, 1]] } }] }',
      /frequencies above 0 rad.s that increase.*0.5 rad.s/,
    ],
    ['sea: { waves: [{ jonswap: { height: 1 m, period: 5 s, gamma: 30 } }] }', /gamma: expected a number from 1 to 20/],
    ['sea: { waves: [], shelters: [{ behind: nobody, from: [0, 0], to: [1 m, 1 m], factor: 0.5 }] }', /nobody/],
    ['wind: { speed: 10 m/s }', /surface that heights are measured from/],
    [
      'water: { surface: 0 m, profile: [{ depth: 5 m, velocity: [1, 0, 0] }, { depth: 2 m, velocity: [1, 0, 0] }] }',
      /depths that increase.*2 m after 5 m/,
    ],
  ])('%s', (environment, message) => {
    const found = messages(`environment: { ${environment} }`);
    expect(found.join('\n')).toMatch(message);
    expect(found).toHaveLength(1);
  });
});
