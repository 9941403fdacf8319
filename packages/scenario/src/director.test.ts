/** Gear and script in scenario files: what they become, what is told about them before a run, and how a run goes. */
import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

function messages(text: string): string[] {
  const readers = { mesh: readMesh, table: readTable };
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
  if (!result.ok) return result.issues.map(formatIssue);
  const prepared = prepareRun(result.compiled);
  return prepared.ok ? [] : prepared.issues.map(formatIssue);
}

function prepared(text: string) {
  const readers = { mesh: readMesh, table: readTable };
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  const run = prepareRun(result.compiled);
  if (!run.ok) throw new Error(run.issues.map(formatIssue).join('\n'));
  return run.prepared;
}

const scene = (script: string): string => `hawser: 1
ropes: { wire: { mass: 0.5 kg/m, stiffness: 1 MN, diameter: 12 mm, axial damping: 2 ms } }
bodies:
  load: { mass: 100 kg, inertia: [1, 1, 1], position: [0, 0, -10.01 m], points: { eye: [0, 0, 0] } }
  arm: { mass: 20 kg, inertia: [1, 1, 1], position: [20 m, 0, 0] }
joints:
  swing: { type: revolute, between: [world, arm], at: [20 m, 0, 0], axis: [0, 1, 0], driver: { angle: 0 } }
cables:
  fall: { rope: wire, length: 10 m, elements: 6, from: { body: world }, to: { body: load, point: eye } }
winches:
  hoist: { cable: fall, rope: 30 m, drum: { inertia: 40 kg m^2 } }
cranes:
  davit: { axes: { swing: { joint: swing, from: 0, to: 90 deg, rate: 5 deg/s, acceleration: 5 deg/s^2 } } }
solver: { assemble: true, start from equilibrium: true, step: 10 ms }
run: { duration: 12 s }
output: { channels: [winch.hoist.length, winch.hoist.tension], rate: 10 Hz }
director:
${script}`;

describe('a script', () => {
  test('is played, and its phases stand in the results', () => {
    const run = prepared(
      scene(`
  - phase: lift
    steps:
      - { winch: hoist, length: 8 m, speed: 0.5 m/s }
  - phase: swing out
    together:
      - { crane: davit, pose: { swing: 15 deg } }
      - { wait until: { channel: winch.hoist.tension, above: 0.9 kN, below: 1.1 kN }, for: 0.5 s, within: 5 s }
`),
    );
    const result = runScenario(run);
    expect(result.status).toBe('complete');
    const phases = result.events.filter(({ kind }) => kind === 'phase');
    expect(phases.map(({ subject }) => subject)).toEqual(['lift', 'lift', 'swing out', 'swing out']);
    expect(result.extremes['winch.hoist.length'].final).toBeCloseTo(8, 2);
  });

  test('everything that is wrong with it is told at once, before the run', () => {
    const found = messages(
      scene(`
  - { winch: host, length: 8 m }
  - { winch: hoist, length: 80 m }
  - { winch: hoist, haul: 1 m/s, hold: true }
  - { crane: davit, pose: { swing: 120 deg, slew: 3 deg } }
  - { wait: 1 s, at: 3 s }
  - { wait until: { channel: winch.hoist.tension, above: 3 m } }
  - { hook: strop }
  - { detach: { cable: fal, end: to } }
  - { wait until: { channel: load.position.z, above: 1 m }, for: 20 s, within: 10 s }
  - { wait: 1 s, speed: 1 m/s }
`),
    ).join('\n');
    expect(found).toMatch(/name of a winch, found "host".*hoist/);
    expect(found).toMatch(/can have out, 1 to 30 m, found 80 m/);
    expect(found).toMatch(/exactly one of haul.*found haul and hold/);
    expect(found).toMatch(/swing from 0 deg to 90 deg, found 120 deg/);
    expect(found).toMatch(/an axis of "davit", found "slew"/);
    expect(found).toMatch(/one thing a step.*found wait and at/);
    expect(found).toMatch(/a force.*found "3 m" \(a length\)/);
    expect(found).toMatch(/name of a spring, found "strop"/);
    expect(found).toMatch(/name of a cable, found "fal".*fall/);
    expect(found).toMatch(/less than the 10 s it may take, found 20 s/);
    expect(found).toMatch(/beside wait: nothing else, found "speed"/);
  });

  test('channels that are not there are told, all of them', () => {
    const found = messages(
      scene(`
  - { wait until: { channel: winch.hoist.tensoin, above: 3 } }
  - { phase: b, steps: [ { wait until: { channel: boat.position.z, above: 3 m } } ] }
`),
    );
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/a channel of this model, found "winch.hoist.tensoin".*winch.hoist.tension/);
    expect(found[1]).toMatch(/found "boat.position"/);
  });

  test('what never comes fails with the phase, the channel and what it was; results are kept', () => {
    const run = prepared(
      scene(`
  - phase: hope
    steps:
      - { wait until: { channel: winch.hoist.tension, above: 9 kN }, within: 3 s }
`),
    );
    const result = runScenario(run);
    expect(result.status).toBe('failed');
    expect(result.failure).toMatchObject({ subject: 'phase hope', time: 3 });
    expect(result.failure?.message).toMatch(/winch.hoist.tension above 9000 N, found 10\d\d N.*3 s, the time allowed/);
    expect(result.recording.length).toBeGreaterThan(20);
  });

  test('a winch without rope for what is out, and one that feeds nothing, are told', () => {
    const text = scene('  - { wait: 1 s }\n').replace('rope: 30 m', 'rope: 5 m');
    expect(messages(text)[0]).toMatch(/room for the 10 m that are out at the start, found 1 to 5 m/);
    expect(messages(text.replace('cable: fall, ', ''))[0]).toMatch(
      /either cable or line: what it feeds, found neither/,
    );
  });
});

describe('results of an operation', () => {
  const lifting = (limit: string): string =>
    `${scene(`
  - phase: lift
    steps: [ { winch: hoist, length: 8 m, speed: 0.5 m/s } ]
  - phase: hold
    steps: [ { winch: hoist, hold: true }, { wait: 2 s } ]
`)}limits:
  - { name: hoist wire, channel: winch.hoist.tension, below: ${limit} }
  - { name: quiet, channel: winch.hoist.tension, below: 1.5 kN, during: hold }
`;

  test('within its limits: go, with phases, tensions and amplification', () => {
    const { operation } = runScenario(prepared(lifting('2 kN')));
    expect(operation?.verdict).toBe('go');
    expect(operation?.phases.map(({ name }) => name)).toEqual(['lift', 'hold']);
    const [line] = operation?.lines ?? [];
    // 100 kg and a metre or two of wire below the middle of the first element
    expect(line.mean / (104 * 9.81)).toBeCloseTo(1, 1);
    expect(line.phases[0].amplification).toBeGreaterThan(1.02);
    expect(operation?.limits[0]).toMatchObject({ kept: true, wanted: 'below 2000 N', unit: 'N' });
  });

  test('amplification is over the static load, also in a phase whose line hangs loose most of the time', () => {
    // set down on a floor 0.7 m below, then 1.3 m of slack
    const text = scene(`
  - phase: hold
    steps: [ { winch: hoist, hold: true }, { wait: 3 s } ]
  - phase: set down
    steps: [ { winch: hoist, length: 12 m, speed: 0.5 m/s }, { wait: 4 s } ]
`)
      .replace('points: { eye', 'shapes: [ { sphere: 0.3 m } ], $&')
      .replace('bodies:', '$&\n  floor: { fixed: true, position: [0, 0, -12 m], shapes: [ { box: [4, 4, 2] } ] }');
    const { operation } = runScenario(prepared(text));
    const [line] = operation?.lines ?? [];
    expect(Number(line.static) / (104 * 9.81)).toBeCloseTo(1, 1);
    expect(line.staticPhase).toBe('hold');
    const [, down] = line.phases;
    expect(down.mean).toBeLessThan(0.5 * Number(line.static));
    expect(down.amplification).toBe(down.most / Number(line.static));
    expect(down.amplification).toBeLessThan(1.5);
  });

  test('from equilibrium the static load is the tension at rest, though the load goes into the water in its only phase', () => {
    const text = scene(`
  - phase: lower
    steps: [ { winch: hoist, length: 12 m, speed: 1 m/s } ]
`)
      .replace('points: { eye', 'shapes: [ { sphere: 0.25 m } ], hydro: {}, $&')
      .replace('bodies:', 'environment: { water: { surface: -11 m } }\n$&');
    const { operation } = runScenario(prepared(text));
    const [line] = operation?.lines ?? [];
    expect(line.staticPhase).toBe('at the start, at rest');
    // the load with its wire of 5 kg, less the half element above the middle of the first; 65 kg of water lighter once it is under
    expect(Number(line.static) / ((105 - 0.5 * (5 / 6)) * 9.81)).toBeCloseTo(1, 3);
  });

  test('beyond one: no-go, with the reason', () => {
    const { operation } = runScenario(prepared(lifting('1.05 kN')));
    expect(operation?.verdict).toBe('no-go');
    expect(operation?.reasons).toHaveLength(1);
    expect(operation?.reasons[0]).toMatch(/^hoist wire came to 1\d\d\d N at t = .* s, wanted below 1050 N$/);
  });

  test('a limit on a channel or in a phase that is not there is told', () => {
    const text = lifting('2 kN').replace(
      'channel: winch.hoist.tension, below: 2 kN',
      'channel: winch.host.tension, below: 2 kN',
    );
    expect(messages(text)[0]).toMatch(/a channel of this model, found "winch.host.tension"/);
    expect(messages(lifting('2 kN').replace('during: hold', 'during: holt'))[0]).toMatch(
      /name of a phase, found "holt".*hold/,
    );
  });
});
