/** Orders to cranes that follow, winches that compensate, hands that walk, and a sea that changes, as they stand in files. */
import { readMesh, readTable } from '@hawser/formats';
import { describe, expect, test } from 'vitest';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

const readers = { mesh: readMesh, table: readTable };

function open(text: string) {
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': text }), readers, set: [] });
  if (!result.ok) return { messages: result.issues.map(formatIssue) };
  const run = prepareRun(result.compiled);
  return run.ok ? { messages: [], prepared: run.prepared } : { messages: run.issues.map(formatIssue) };
}

function played(text: string) {
  const { messages, prepared } = open(text);
  if (prepared === undefined) throw new Error(messages.join('\n'));
  return runScenario(prepared);
}

/** A buoy in waves, a crate on a line from a heaving tip, and a hand on deck with a rope. */
const scene = (script: string): string => `hawser: 1
environment:
  water: { surface: 0 m, current: [1 m/s, 0, 0] }
  sea: { waves: [{ regular: { height: 1 m, period: 8 s } }] }
ropes: { line: { mass: 0.2 kg/m, stiffness: 100 kN, diameter: 14 mm, axial damping: 20 ms } }
bodies:
  ship: { motion: { z: { sine: { amplitude: 0.5 m, period: 8 s } } }, points: { tip: [0, 0, 20 m], post: [20 m, 0, 16 m] } }
  crate: { mass: 200 kg, inertia: [10, 10, 10], position: [0, 0, 15 m] }
  arm: { mass: 20 kg, inertia: [1, 1, 1], position: [40 m, 0, 20 m] }
joints: { swing: { type: revolute, between: [world, arm], at: [40 m, 0, 20 m], axis: [0, 1, 0], driver: { angle: 0 } } }
forces:
  fall: { type: spring, between: [ship, crate], points: [tip, [0, 0, 0]], stiffness: 200 kN/m, damping: 2 kN s/m, length: 5 m, tension only: true }
  strop: { type: spring, between: [ship, crate], points: [tip, [0, 0, 0]], stiffness: 1 kN/m, length: 9 m, tension only: true, hooked: false }
cables: { tag: { rope: line, length: 8.1 m, elements: 4, from: { body: ship, point: [12 m, 0, 16 m] }, to: { body: ship, point: post } } }
winches: { hoist: { line: fall, rope: 18 m, acceleration: 2 m/s^2, speed: 2 m/s } }
deckhands: { bow: { cable: tag, rope: 20 m } }
cranes: { davit: { axes: { swing: { joint: swing, from: 0, to: 90 deg, rate: 5 deg/s, acceleration: 5 deg/s^2 } } } }
contacts: { enabled: false }
solver: { step: 20 ms, assemble: true }
run: { duration: 12 s }
output: { channels: [sea.elevation, crate.position, hand.bow.place, winch.hoist.length], rate: 10 Hz }
director:
${script}`;

describe('a script', () => {
  test('leads the sea to a part of itself', () => {
    const { recording, status } = played(scene('  - { sea: { waves: 0.25, current: 0.5 }, over: 2 s }\n'));
    expect(status).toBe('complete');
    const elevation = recording.column('sea.elevation');
    const late = elevation.filter((_, i) => recording.time[i] > 2);
    // crests of 0.5 m are 0.125 m high once it is done; 8 s of rows a tenth of a second apart find them within 0.2 %
    expect(Math.max(...late)).toBeCloseTo(0.125, 3);
    expect(elevation[0]).toBeCloseTo(0.5, 9);
  });

  test('has a winch hold its load in the world, and a hand walk', () => {
    const { recording, status } = played(
      scene(`
  - { winch: hoist, compensate: world }
  - { winch: hoist, pay out: 0 m/s }
  - { hand: bow, walk to: [13 m, 1 m, 16 m] }
`),
    );
    expect(status).toBe('complete');
    const z = recording.column('crate.position.z').filter((_, i) => recording.time[i] > 4);
    expect(Math.max(...z) - Math.min(...z)).toBeLessThan(0.05);
    const last = recording.time.length - 1;
    expect(recording.column('hand.bow.place.x')[last]).toBe(13);
  });

  test('hooks several springs by one step', () => {
    const { status, failure } = played(scene('  - { hook: [strop] }\n  - { unhook: [strop, fall] }\n'));
    expect([status, failure]).toEqual(['complete', undefined]);
  });

  test('what cannot be is told at once, before the run, with its place', () => {
    const { messages } = open(
      scene(`
  - { crane: davit, follow: { body: crate } }
  - { crane: davit, pose: { swing: 3 deg }, stop: true }
  - { winch: hoist, compensate: boat }
  - { winch: hoist, compensate: world, hold: true }
  - { hand: bow, walk to: here }
  - { hook: [strop, stropp] }
  - { sea: { wind: 0.5 } }
  - { sea: {} }
  - { sea: { swell: 2 } }
`),
    );
    const found = messages.join('\n');
    expect(found).toMatch(/a\.yaml:\d+:\d+: director\[0\]\.follow: expected a crane with a geometry, found "davit"/);
    expect(found).toMatch(/director\[1\]: expected exactly one of pose, tip, follow, stop, found pose and stop/);
    expect(found).toMatch(/director\[2\]\.compensate: expected the name of a body, found "boat"/);
    expect(found).toMatch(/director\[3\]: expected no order beside compensate, found hold/);
    expect(found).toMatch(/director\[4\]\.walk to: expected a list of 3/);
    expect(found).toMatch(/director\[5\]\.hook\[1\]: expected the name of a spring, found "stropp".*strop/);
    expect(found).toMatch(/director\[6\]\.sea\.wind: expected wind in the environment, found none/);
    expect(found).toMatch(/director\[7\]\.sea: expected waves, current or wind/);
    expect(found).toMatch(/director\[8\]\.sea\.swell/);
  });

  test('a strop out of reach ends the run with the distance, the reach and what to do; results are kept', () => {
    const { status, failure, recording } = played(
      scene('  - { wait: 1 s }\n  - { hook: strop }\n').replace('length: 9 m', 'length: 3 m'),
    );
    expect(status).toBe('failed');
    expect(failure?.message).toMatch(
      /hook strop on: the ends of "strop" are .* m apart.*within reach is 3.05 m.*Bring them together/,
    );
    expect(recording.length).toBeGreaterThan(5);
  });

  test('an end of a cable out of reach, the same', () => {
    const { failure } = played(
      scene(`
  - { detach: { cable: tag, end: to } }
  - { attach: { cable: tag, end: to, body: crate, reach: 0.5 m } }
`),
    );
    expect(failure?.message).toMatch(/attach the end of cable tag: .*0.5 m/);
  });

  test('a drum that has run out of rope says so, and what waits for more fails with what it was', () => {
    const { failure, events } = played(
      scene(`
  - { winch: hoist, pay out: 2 m/s }
  - { wait until: { channel: winch.hoist.length, above: 19 m }, within: 10 s }
`),
    );
    expect(failure?.message).toMatch(/winch.hoist.length above 19 m, found 18 m.*10 s, the time allowed/);
    expect(events.map(({ message }) => message).join('\n')).toMatch(/winch hoist has no rope left/);
  });
});

/** A knuckle-boom crane: booms of 6 m and 5 m on a heel 2.5 m above the deck. */
const crane = (script: string): string => `hawser: 1
bodies:
  ship: { motion: { z: { sine: { amplitude: 0.2 m, period: 9 s } } } }
  king: { mass: 500 kg, inertia: [100, 100, 50], moves with: ship }
  boom: { mass: 600 kg, inertia: [30, 1800, 1800], centre: [3, 0, 0], position: [0, 0, 2.5], rotation: { axis: [0, -1, 0], angle: 60 deg } }
  jib: { mass: 300 kg, inertia: [15, 600, 600], centre: [2.5, 0, 0], position: [3, 0, 7.696152422706632], rotation: { axis: [0, -1, 0], angle: -40 deg } }
  extension: { mass: 100 kg, inertia: [5, 200, 200], centre: [2.5, 0, 0], position: [3, 0, 7.696152422706632], rotation: { axis: [0, -1, 0], angle: -40 deg } }
joints:
  slew: { type: revolute, between: [ship, king], at: [0, 0, 0], axis: [0, 0, 1], driver: { angle: 0 } }
  luff: { type: revolute, between: [king, boom], frames: { a: { at: [0, 0, 2.5], axis: [0, -1, 0], x: [1, 0, 0] }, b: { at: [0, 0, 0], axis: [0, -1, 0], x: [1, 0, 0] } }, driver: { angle: 60 deg } }
  knuckle: { type: revolute, between: [boom, jib], frames: { a: { at: [6, 0, 0], axis: [0, -1, 0], x: [1, 0, 0] }, b: { at: [0, 0, 0], axis: [0, -1, 0], x: [1, 0, 0] } }, driver: { angle: -100 deg } }
  telescope: { type: prismatic, between: [jib, extension], frames: { a: { at: [0, 0, 0], axis: [1, 0, 0], x: [0, 0, 1] }, b: { at: [0, 0, 0], axis: [1, 0, 0], x: [0, 0, 1] } }, driver: { displacement: 0 m } }
cranes:
  crane:
    axes:
      slew: { joint: slew, from: -90 deg, to: 90 deg, rate: 9 deg/s, acceleration: 4 deg/s^2 }
      luff: { joint: luff, from: 0 deg, to: 82 deg, rate: 8 deg/s, acceleration: 4 deg/s^2 }
      knuckle: { joint: knuckle, from: -150 deg, to: 0 deg, rate: 10 deg/s, acceleration: 5 deg/s^2 }
      telescope: { joint: telescope, from: 0 m, to: 3 m, rate: 0.3 m/s, acceleration: 0.3 m/s^2 }
    geometry: { heel height: 2.5 m, main boom: 6 m, outer boom: 5 m }
solver: { step: 20 ms, assemble: true }
run: { duration: 1 s }
output: { channels: [extension.position], rate: 10 Hz }
director:
${script}`;

describe('a tip that a crane cannot reach', () => {
  test('too far, behind its stops, and a telescope beyond its range: told before the run, at their places', () => {
    const { messages } = open(
      crane(`  - { crane: crane, tip: [20, 0, 5], telescope: 0 m }
  - { crane: crane, tip: [-7, 1, 7], telescope: 0 m }
  - { crane: crane, tip: [7, 1, 7], telescope: 4 m }
  - { crane: crane, pose: { luff: 85 deg } }
`),
    );
    expect(messages).toHaveLength(5); // with 4 m of telescope the luff would be beyond its range too
    expect(messages[0]).toMatch(/^a\.yaml:\d+:\d+: director\[0\].*reach/);
    expect(messages[1]).toMatch(/director\[1\].*slew/);
    expect(messages.slice(2, 4).join('\n')).toMatch(/director\[2\].*telescope from 0 m to 3 m, found 4 m/);
    expect(messages[4]).toMatch(/director\[3\].*luff from 0 deg to 82 deg, found 85 deg/);
  });

  test('one within reach is gone to', () => {
    expect(played(crane('  - { crane: crane, tip: [7, 1, 7], telescope: 0 m, go on: true }\n')).status).toBe(
      'complete',
    );
  });
});

test('clearances are told for the run and for each phase', () => {
  const { operation } = played(`hawser: 1
bodies:
  ship: { fixed: true, shapes: [{ box: [2 m, 2 m, 2 m] }] }
  boat: { motion: { x: { table: [[0, 5], [1, 3], [2, 6], [3, 6]] } }, shapes: [{ box: [1 m, 1 m, 1 m] }] }
clearances: [[boat, ship]]
solver: { step: 20 ms }
run: { duration: 2 s }
output: { channels: [boat.position], rate: 50 Hz }
director:
  - { phase: In, steps: [{ wait: 1 s }] }
  - { phase: Out, steps: [{ at: 1.6 s }, { wait: 0.4 s }] }
`);
  const [clearance] = operation?.clearances ?? [];
  expect(clearance.between).toBe('boat~ship');
  const [first, second] = clearance.phases ?? [];
  expect([first.name, second.name]).toEqual(['In', 'Out']);
  expect(clearance.least).toBeCloseTo(Math.min(first.least, second.least), 12);
  // half of either box between the centres: 1.5 m less; the spline passes through 3 m at 1 s
  expect(first.least).toBeLessThanOrEqual(1.5);
  expect(first.time).toBeLessThanOrEqual(1);
  expect(second.time).toBeGreaterThan(1);
});
