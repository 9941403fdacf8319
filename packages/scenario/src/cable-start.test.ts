import { describe, expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, type RunResult, runScenario } from './run.ts';

function run(scene: Record<string, unknown>): RunResult {
  const compiled = compileValue({ hawser: 1, ...scene });
  if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
  const made = prepareRun(compiled.compiled);
  if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
  return runScenario(made.prepared);
}

const WIRE = { mass: '1.5 kg/m', stiffness: '20 MN', diameter: '20 mm' };
const [mass, L, EA, g] = [130, 30, 20e6, 9.80665];
// the load hangs at rest on L of stretched rope: unstretched it is shorter by the mean tension over EA
const top = (mass + 1.5 * L) * g;
const unstretched = L / (1 + (mass * g + 0.5 * 1.5 * L * g) / EA);
const load = (velocity: readonly number[]) => ({
  mass,
  inertia: [10, 10, 10],
  position: [0, 0, -L],
  velocity,
});
const from0 = (v: number, x = 0) => ({ polynomial: [x, v] });

/** Both ends within so much of a steady pull at every step. */
function expectSteady(result: RunResult, cable: string, start: number, end: number, slack: number): void {
  for (const [channel, wanted] of [
    ['start', start],
    ['end', end],
  ] as const) {
    const { min, max } = result.extremes[`cable.${cable}.${channel}.tension`];
    expect((min ?? 0) / wanted).toBeGreaterThan(1 - slack);
    expect((max ?? 0) / wanted).toBeLessThan(1 + slack);
  }
}

describe('a cable starts as its ends move: no blow (EA v/c would be 15 kN for 2 m/s)', () => {
  const quiet = { run: { duration: 0.2 }, output: { rate: 100 } };

  test('hoist: a winch hauls a load that rises with it', () => {
    const hoist = {
      rope: 'wire',
      length: unstretched,
      from: { body: 'world' },
      to: { body: 'load' },
      'pay out': { from: { polynomial: [unstretched, -2] } },
    };
    const scene = { ropes: { wire: WIRE }, bodies: { load: load([0, 0, 2]) }, cables: { hoist }, ...quiet };
    expectSteady(run(scene), 'hoist', top, mass * g, 0.01);
  });

  test('hang: a crane tip and its load move sideways together', () => {
    const scene = {
      ropes: { wire: WIRE },
      bodies: { tip: { motion: { x: from0(2) } }, load: load([2, 0, 0]) },
      cables: { hoist: { rope: 'wire', length: unstretched, from: { body: 'tip' }, to: { body: 'load' } } },
      ...quiet,
    };
    expectSteady(run(scene), 'hoist', top, mass * g, 0.01);
  });

  test('tow: a line sags between a tug and a barge of one speed, and keeps its tension', () => {
    const scene = (v: number) => ({
      ropes: { wire: WIRE },
      bodies: {
        tug: { motion: { x: from0(v), z: from0(0, 10) } },
        barge: { motion: { x: from0(v, -80), z: from0(0, 8) } },
      },
      cables: { tow: { rope: 'wire', length: 84, from: { body: 'tug' }, to: { body: 'barge' } } },
      ...quiet,
    });
    const still = run(scene(0)).recording;
    const at = (channel: string) => still.column(`cable.tow.${channel}.tension`)[0];
    expectSteady(run(scene(3)), 'tow', at('start'), at('end'), 1e-4);
  });

  test('two ends that turn about each other turn the line between them', () => {
    const turn = { position: [0, 0, 0], motion: { yaw: from0(0.5) } };
    const scene = {
      environment: { gravity: 0 },
      ropes: { wire: WIRE },
      bodies: { arm: turn },
      cables: { line: { rope: 'wire', length: 9.9, from: { body: 'world' }, to: { body: 'arm', point: [10, 0, 0] } } },
      ...quiet,
    };
    const result = run(scene);
    const stretched = (20e6 * 0.1) / 9.9;
    const spun = (1.5 * 0.25 * 10 * 10) / 2; // mu omega^2 (R^2 - r^2)/2 between the ends
    expectSteady(result, 'line', stretched, stretched, (3 * spun) / stretched);
  });

  test('a line of one element between two held ends has nothing that could move', () => {
    const line = {
      rope: 'wire',
      length: 10,
      elements: 1,
      from: { body: 'world' },
      to: { body: 'tip', point: [0, 0, -10] },
    };
    const scene = { ropes: { wire: WIRE }, bodies: { tip: { motion: { x: from0(1) } } }, cables: { line }, ...quiet };
    expect(run(scene).status).toBe('complete');
  });

  test('a velocity that is given is taken: a free line keeps it', () => {
    const scene = {
      environment: { gravity: 0 },
      ropes: { wire: WIRE },
      cables: {
        line: {
          rope: 'wire',
          length: 4,
          shape: [
            [0, 0, 0],
            [4, 0, 0],
          ],
          velocity: [0, 3, 1],
        },
      },
      ...quiet,
      output: { rate: 100, channels: ['cable.line.end.position'] },
    };
    const { recording } = run(scene);
    expect(recording.column('cable.line.end.position.y').at(-1)).toBeCloseTo(0.6, 9);
    expect(recording.column('cable.line.end.position.z').at(-1)).toBeCloseTo(0.2, 9);
  });
});

describe('elements of a cable that says nothing of them', () => {
  const cable = (L: number, x: number, z: number, extra: object = {}) => {
    const line = {
      rope: 'wire',
      length: L,
      from: { body: 'world' },
      to: { body: 'world', point: [x, 0, z] },
      ...extra,
    };
    const compiled = compileValue({ hawser: 1, ropes: { wire: WIRE }, cables: { line }, run: { duration: 1 } });
    if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
    const made = prepareRun(compiled.compiled);
    if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
    const out = new Float64Array(3);
    const ends = ['start', 'end'].map((end) => {
      made.prepared.simulation.probes.find(({ name }) => name === `cable.line.${end}.tension`)?.read(out, 0);
      return out[0];
    });
    const elements = compiled.compiled.spec.cables?.[0].pieces.reduce((sum, piece) => sum + piece.elements, 0) ?? 0;
    return { elements, ends };
  };

  test('as many as the tensions at its ends need for 1e-4, whatever hangs', () => {
    for (const [L, x, z] of [
      [84, 80, -2],
      [30, 2, -5],
      [7, 6.95, 1],
    ]) {
      const fine = cable(L, x, z, { elements: 1500 });
      const usual = cable(L, x, z);
      expect(usual.elements).toBeGreaterThanOrEqual(40);
      expect(usual.elements).toBeLessThanOrEqual(400);
      usual.ends.forEach((tension, i) => {
        expect(Math.abs(tension / fine.ends[i] - 1)).toBeLessThan(1.5e-4); // of forces, in parts of the larger end
      });
    }
    expect(cable(84, 80, -2).elements).toBeGreaterThan(40);
  });

  test('what is given is taken; a shape that winds gets one for every 5 degrees', () => {
    expect(cable(84, 80, -2, { elements: 13 }).elements).toBe(13);
    const turns = Array.from({ length: 241 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 80; // three turns
      return [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), 0.001 * i];
    });
    const length = turns.reduce(
      (sum, p, i) => (i === 0 ? 0 : sum + Math.hypot(...p.map((v, r) => v - turns[i - 1][r]))),
      0,
    );
    const line = { rope: 'wire', length, shape: turns };
    const compiled = compileValue({ hawser: 1, ropes: { wire: WIRE }, cables: { line }, run: { duration: 1 } });
    if (!compiled.ok) throw new Error(compiled.issues.map(formatIssue).join('\n'));
    const elements = compiled.compiled.spec.cables?.[0].pieces[0].elements ?? 0;
    expect(elements).toBeGreaterThanOrEqual(210); // 3 turns of 360 deg over 5 deg, less the ends of the polygon
    expect(elements).toBeLessThanOrEqual(217);
  });
});
