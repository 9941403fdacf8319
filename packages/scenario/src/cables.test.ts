/** Cables in scenario files: fed at an end, let go and caught. */
import { readMesh, readTable } from '@hawser/formats';
import { Simulation } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

function compile(text: string) {
  const readers = { mesh: readMesh, table: readTable };
  return compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
}

const hoist = (cable: string, rest = ''): string => `hawser: 1
ropes: { wire: { mass: 0.5 kg/m, stiffness: 1 MN, diameter: 20 mm } }
bodies: { load: { mass: 100 kg, inertia: [1, 1, 1], position: [0, 0, -10 m], points: { eye: [0, 0, 0] } } }
cables:
  hoist: { rope: wire, length: 10 m, elements: 10, from: { body: world }, to: { body: load, point: eye }${cable} }
solver: { assemble: true }
run: { duration: 4 s }
${rest}`;

function messages(text: string): string[] {
  const result = compile(text);
  return result.ok ? [] : result.issues.map(formatIssue);
}

describe('pay out', () => {
  test('room for as much as the run asks for, drawn and fed at the end named', () => {
    const result = compile(hoist(', pay out: { from: { ramp: { from: 10 m, to: 12 m, start: 1 s, duration: 2 s } } }'));
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    const { spec, scenery } = result.compiled;
    expect(spec.cables?.[0].pay).toMatchObject({ end: 'start' });
    expect(spec.cables?.[0].pay?.longest).toBeCloseTo(12, 2);
    const elements = scenery.bodies.filter(({ name }) => name.startsWith('hoist#')).length;
    expect(elements).toBeGreaterThanOrEqual(12);
    const simulation = new Simulation(spec);
    while (simulation.time < 4) {
      const step = simulation.step(4);
      if (!step.ok) throw new Error(step.message);
    }
    const length = simulation.probes.find(({ name }) => name === 'cable.hoist.length');
    const out = new Float64Array(1);
    length?.read(out, 0);
    expect(out[0]).toBeCloseTo(12, 9);
  });

  test('a function that does not begin at the length, or feeds both ends, is told', () => {
    expect(messages(hoist(', pay out: { to: 9 m }'))).toEqual([
      expect.stringMatching(/the length of the cable, 10 m, at t = 0, found 9 m/),
    ]);
    expect(messages(hoist(', pay out: { to: 10 m, from: 10 m }'))[0]).toMatch(/either from or to.*both/);
  });
});

describe('events', () => {
  test('become those of the engine', () => {
    const events = `events:
  - { at: 1 s, detach: { cable: hoist, end: to } }
  - { at: 2 s, attach: { cable: hoist, end: to, body: load, point: eye, reach: 6 m, within: 500 ms } }
`;
    const result = compile(hoist('', events));
    if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
    expect(result.compiled.spec.events).toEqual([
      { at: 1, cable: 0, end: 'end' },
      { at: 2, cable: 0, end: 'end', attach: { body: 1, point: [0, 0, 0], reach: 6, within: 0.5 } },
    ]);
  });

  test('names that are unknown, and events that say nothing, are told', () => {
    const events = `events:
  - { at: 1 s, detach: { cable: hoits, end: to } }
  - { at: 2 s }
  - { at: 2 s, attach: { cable: hoist, end: to, body: laod } }
`;
    const found = messages(hoist('', events)).join('\n');
    expect(found).toMatch(/the name of a cable, found "hoits".*hoist/);
    expect(found).toMatch(/either detach or attach, found neither/);
    expect(found).toMatch(/the name of a body, found "laod".*load/);
  });
});
