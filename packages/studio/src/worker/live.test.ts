import { compileValue, type PreparedRun, prepareRun, Run } from '@hawser/scenario';
import { expect, test } from 'vitest';
import { Hands } from '@hawser/scenario';
import { targetsOf, winchesOf } from './targets.ts';

/** A hinge that its file holds still, and a free block beside it. */
const MODEL = {
  hawser: 1,
  bodies: {
    arm: { mass: 2, inertia: [0.1, 0.2, 0.2], position: [0.5, 0, 0] },
    block: { mass: 3, inertia: [0.1, 0.1, 0.1], position: [0, 5, 0] },
  },
  joints: {
    pin: { type: 'revolute', between: ['world', 'arm'], at: [0, 0, 0], axis: [0, 1, 0], driver: { angle: 0 } },
  },
  environment: { gravity: 0 },
  run: { duration: 4 },
  output: { channels: ['joint.*', 'energy.*'] },
};

function prepared(model: unknown = MODEL): PreparedRun {
  const compiled = compileValue(model);
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const result = prepareRun(compiled.compiled);
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.prepared;
}

function handsOn({ simulation }: PreparedRun): Hands {
  return new Hands(
    simulation,
    targetsOf(simulation, 4).map(({ name }) => name),
  );
}

function probesOf({ simulation }: PreparedRun): Map<string, (typeof simulation.probes)[number]> {
  return new Map(simulation.probes.map((probe) => [probe.name, probe]));
}

function read(of: PreparedRun, name: string): Float64Array {
  const out = new Float64Array(4);
  probesOf(of).get(name)?.read(out, 0);
  return out;
}

test('hands that touch nothing leave no trace: the same bits with and without them', () => {
  const plain = new Run(prepared());
  while (plain.advance()) {}
  const held = prepared();
  const hands = handsOn(held);
  const run = new Run(held);
  for (;;) {
    hands.update();
    if (!run.advance()) break;
  }
  expect(run.simulation.hash()).toBe(plain.simulation.hash());
  expect(hands.used).toBe(false);
});

test('what can be led is offered with its unit and a range around what the file asks for', () => {
  const { simulation } = prepared();
  const [pin] = targetsOf(simulation, 4);
  expect(pin).toMatchObject({ name: 'joint.pin.angle', unit: 'rad', start: 0, main: true });
  expect([pin.low, pin.high]).toEqual([-Math.PI / 4, Math.PI / 4]);
});

test('a driver led by hand starts and ends at rest, reaches its mark, and its work is in the ledger', () => {
  const held = prepared();
  const hands = handsOn(held);
  const run = new Run(held);
  while (run.simulation.time < 0.5) run.advance();
  hands.act({ do: 'lead', target: 'joint.pin.angle', value: 0.6 });
  let fastest = 0;
  while (run.advance()) fastest = Math.max(fastest, Math.abs(read(held, 'joint.pin.rate')[0]));
  expect(read(held, 'joint.pin.angle')[0]).toBeCloseTo(0.6, 6);
  expect(Math.abs(read(held, 'joint.pin.rate')[0])).toBeLessThan(1e-6); // at rest again
  expect(fastest).toBeLessThan(0.51); // [rad/s] the limit for hands is 0.5
  // what was put in to set it going was taken out again; the ledger closes to the error of its quadrature
  expect(Math.abs(held.simulation.energy.imbalance)).toBeLessThan(1e-3 * 0.5 * 0.7 * 0.25);
  hands.rewind(0.4);
  expect(hands.used).toBe(false); // it happened after that
});

function pullUntil(hands: Hands, run: Run, time: number): void {
  while (run.simulation.time < time) {
    hands.update();
    run.advance();
  }
}

test('a pulled body comes to where the pointer is, and the pull ends when it is let go', () => {
  const held = prepared();
  const hands = handsOn(held);
  const run = new Run(held);
  hands.act({ do: 'grab', grab: { body: 'block', point: [0, 0, 0], target: [1, 5, 0], strength: 1 } });
  pullUntil(hands, run, 0.15);
  const { kinetic, work } = held.simulation.energy;
  expect(kinetic).toBeGreaterThan(1);
  // the pull changes from step to step while the ledger takes it to be smooth: that costs a few percent
  expect(Math.abs(work / kinetic - 1)).toBeLessThan(0.05);
  pullUntil(hands, run, 4);
  // a spring of 9 rad/s with 0.9 of critical damping has lost all but exp(-0.9 * 9 * 4) of the way
  expect(read(held, 'block.position')[0]).toBeCloseTo(1, 3);
  hands.act({ do: 'grab', grab: null });
  expect([hands.pull, hands.used]).toEqual([0, true]);
});

/** A line between two points, slack enough to be drawn aside. */
const LINE = {
  hawser: 1,
  bodies: { weight: { mass: 1, inertia: [1, 1, 1], position: [50, 0, 0] } },
  ropes: { line: { mass: 1, stiffness: 1e5, diameter: 0.02, 'axial damping': 0.01 } },
  cables: {
    stay: {
      rope: 'line',
      length: 5,
      elements: 10,
      from: { body: 'world', point: [0, 0, 3] },
      to: { body: 'world', point: [4, 0, 3] },
    },
  },
  run: { duration: 3 },
  output: { channels: ['cable.*'] },
};

test('a cable is drawn aside by a node, towards the pointer, and hangs back when let go', () => {
  const held = prepared(LINE);
  const hands = handsOn(held);
  const run = new Run(held);
  const aside = (): number => read(held, 'cable.stay.node-5.position')[1];
  hands.act({ do: 'grab', grab: { body: 'stay#4', point: [0, 0, 0.1], target: [2, 0.5, 2], strength: 1 } });
  pullUntil(hands, run, 1.5);
  expect(aside()).toBeGreaterThan(0.1);
  expect(hands.pull).toBeGreaterThan(0);
  hands.act({ do: 'grab', grab: null });
  pullUntil(hands, run, 3);
  expect(Math.abs(aside())).toBeLessThan(0.6); // it swings
});

test('a cable taken beside a held end is pulled by its nearest free node', () => {
  const held = prepared(LINE);
  const hands = handsOn(held);
  const run = new Run(held);
  hands.act({ do: 'grab', grab: { body: 'stay#0', point: [0, 0, -0.1], target: [0, 1, 2], strength: 1 } });
  pullUntil(hands, run, 0.3);
  expect(read(held, 'cable.stay.node-1.position')[1]).toBeGreaterThan(0.005); // of 0 before
});

/** A load on a line that a winch feeds. */
const WINCH = {
  hawser: 1,
  bodies: { load: { mass: 100, inertia: [5, 5, 5], position: [0, 0, -5] } },
  ropes: { wire: { mass: 1, stiffness: 1e6, diameter: 0.02, 'axial damping': 0.02 } },
  cables: {
    fall: {
      rope: 'wire',
      length: 5,
      elements: 5,
      from: { body: 'world', point: [0, 0, 0] },
      to: { body: 'load', point: [0, 0, 0] },
    },
  },
  winches: { hoist: { cable: 'fall', rope: 30, drum: { inertia: 40 } } },
  solver: { step: 0.01, 'start from equilibrium': true },
  run: { duration: 3 },
};

test('a winch pays out at the speed a hand gives it, brakes in the middle, and keeps its line to itself', () => {
  const held = prepared(WINCH);
  const { simulation } = held;
  const targets = targetsOf(simulation, 3);
  expect(targets.map(({ name }) => name)).not.toContain('cable.fall.length');
  expect(winchesOf(simulation.spec)[0].name).toBe('hoist');
  const hands = new Hands(simulation, targets);
  const run = new Run(held);
  const [before] = hands.winches();
  hands.act({ do: 'winch', winch: 'hoist', speed: 0.2 });
  pullUntil(hands, run, 1.5);
  const [out] = hands.winches();
  expect(out.length).toBeGreaterThan(before.length + 0.1);
  expect(out.tension).toBeGreaterThan(0.5 * 100 * 9.81);
  hands.act({ do: 'winch', winch: 'hoist', speed: 0 });
  pullUntil(hands, run, 3);
  const [stopped] = hands.winches();
  expect(Math.abs(stopped.speed)).toBeLessThan(0.01);
  expect(hands.used).toBe(true);
});
