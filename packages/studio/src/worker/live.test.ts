import { compileValue, type PreparedRun, prepareRun, Run } from '@hawser/scenario';
import { expect, test } from 'vitest';
import { Drivers, Pointer, withPointer } from './live.ts';

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

function prepared(pointer: boolean): PreparedRun {
  const compiled = compileValue(MODEL);
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const { spec } = compiled.compiled;
  const result = prepareRun({ ...compiled.compiled, spec: pointer ? withPointer(spec) : spec });
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.prepared;
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
  const plain = new Run(prepared(false));
  while (plain.advance()) {}
  const held = prepared(true);
  const pointer = new Pointer(held.simulation, probesOf(held));
  const drivers = new Drivers(held.simulation, [{ joint: 'pin', coordinate: 'angle', low: -1, high: 1, start: 0 }]);
  const run = new Run(held);
  for (;;) {
    pointer.update();
    if (!run.advance()) break;
  }
  expect(run.simulation.hash()).toBe(plain.simulation.hash());
  expect([pointer.used, drivers.used]).toEqual([false, false]);
});

test('a driver led by hand starts and ends at rest, reaches its mark, and its work is in the ledger', () => {
  const held = prepared(true);
  const drivers = new Drivers(held.simulation, [{ joint: 'pin', coordinate: 'angle', low: -1, high: 1, start: 0 }]);
  const run = new Run(held);
  while (run.simulation.time < 0.5) run.advance();
  drivers.lead('pin', 'angle', 0.6);
  let fastest = 0;
  while (run.advance()) fastest = Math.max(fastest, Math.abs(read(held, 'joint.pin.rate')[0]));
  expect(read(held, 'joint.pin.angle')[0]).toBeCloseTo(0.6, 6);
  expect(Math.abs(read(held, 'joint.pin.rate')[0])).toBeLessThan(1e-6); // at rest again
  expect(fastest).toBeLessThan(0.51); // [rad/s] the limit for hands is 0.5
  // what was put in to set it going was taken out again; the ledger closes to the error of its quadrature
  expect(Math.abs(held.simulation.energy.imbalance)).toBeLessThan(1e-3 * 0.5 * 0.7 * 0.25);
});

test('a pulled body comes to where the pointer is, and the pull ends when it is let go', () => {
  const held = prepared(true);
  const pointer = new Pointer(held.simulation, probesOf(held));
  const run = new Run(held);
  pointer.set({ body: 'block', point: [0, 0, 0], target: [1, 5, 0], strength: 1 });
  const pullUntil = (time: number): void => {
    while (run.simulation.time < time) {
      pointer.update();
      run.advance();
    }
  };
  pullUntil(0.15);
  const { kinetic, work } = held.simulation.energy;
  expect(kinetic).toBeGreaterThan(1);
  // the pull changes from step to step while the ledger takes it to be smooth: that costs a few percent
  expect(Math.abs(work / kinetic - 1)).toBeLessThan(0.05);
  pullUntil(4);
  // a spring of 9 rad/s with 0.9 of critical damping has lost all but exp(-0.9 * 9 * 4) of the way
  expect(read(held, 'block.position')[0]).toBeCloseTo(1, 3);
  pointer.set(null);
  expect([pointer.pull, pointer.used]).toEqual([0, true]);
});
