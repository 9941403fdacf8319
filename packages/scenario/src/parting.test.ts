import { Simulation } from '@hawser/engine';
import { describe, expect, test } from 'vitest';
import { compileValue } from './compile.ts';
import { formatIssue } from './issues.ts';
import { prepareRun, runScenario } from './run.ts';

function compiled(scene: object) {
  const result = compileValue({ hawser: 1, environment: { gravity: 0 }, output: { rate: 100 }, ...scene });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return result.compiled;
}

const reader = (simulation: Simulation) => {
  const out = new Float64Array(4);
  return (name: string, component = 0): number => {
    const probe = simulation.probes.find((each) => each.name === name);
    if (probe === undefined) throw new Error(name);
    probe.read(out, 0);
    return out[component];
  };
};

// EA, mass by length, strain and length of a nylon line at its break load of 200 kN
const [EA, mu, strain, length] = [1e6, 0.93, 0.2, 20];
const c = Math.sqrt(EA / mu);

/** Drawn out straight to the strain; the one element in the middle bears a little less than that. */
const drawnLine = (elements: number, more: object = {}) => {
  // 5 us smear the front over three elements of 800; without, a slack element cannot hold back the node at the end, which overshoots
  const rope = { mass: mu, stiffness: EA, diameter: '38 mm', 'axial damping': '5 us' };
  const l = length / elements;
  const rest = { rope: 'strong', length: 0.5 * (length - l), elements: elements / 2 };
  const far = length * (1 + strain);
  return {
    ropes: { strong: rope, weak: { ...rope, 'break load': 0.999 * EA * strain, parts: true } },
    cables: {
      line: {
        sections: [rest, { rope: 'weak', length: l, elements: 1 }, rest],
        from: { body: 'world' },
        to: { body: 'world', point: [far, 0, 0] },
        mass: 'consistent',
        shape: [
          [0, 0, 0],
          [far, 0, 0],
        ],
      },
    },
    ...more,
  };
};

describe('a parted line springs back by the wave solution', () => {
  // d'Alembert: behind fronts that run off at c the rope is slack and moves at c strain; its strain energy has become motion
  test('speed of the ends and kinetic energy within 2 %, ledger within 1e-4', () => {
    const simulation = new Simulation(compiled(drawnLine(800)).spec);
    const read = reader(simulation);
    const elements = 800;
    const held = 0.5 * EA * strain * strain * length;
    const t = 0.008;
    while (simulation.time < t) expect(simulation.step(t).ok).toBe(true);
    const [left, right] = [elements / 2 + 1, elements / 2 + 2]; // nodes at the gap
    for (const [end, way] of [
      [left, -1],
      [right, 1],
    ]) {
      const at = (k: number): number => (way * read(`cable.line.node-${end + way * k}.velocity`)) / (c * strain);
      expect(Math.abs(at(0) - 1)).toBeLessThan(0.02);
      let mean = 0;
      for (let k = 0; k < 40; k++) mean += at(k) / 40;
      expect(Math.abs(mean - 1)).toBeLessThan(0.01);
    }
    const { kinetic, imbalance } = simulation.energy;
    expect(Math.abs(kinetic / (held * ((2 * c * t) / length)) - 1)).toBeLessThan(0.02);
    expect(Math.abs(imbalance)).toBeLessThan(1e-4 * held);
    expect(simulation.partings).toHaveLength(1);
    expect(simulation.partings[0].from).toBeCloseTo(length / 2, 9);
  });

  test('mass stays, momentum of the two halves is equal and opposite, ends hold half of it each', () => {
    const simulation = new Simulation(compiled(drawnLine(100)).spec);
    const read = reader(simulation);
    const elements = 100;
    while (simulation.time < 0.006) expect(simulation.step(0.006).ok).toBe(true);
    expect(read('cable.line.length')).toBeCloseTo(length, 9);
    const [first, last] = ['start', 'end'].map((end) => read(`cable.line.${end}.tension`));
    expect(first).toBeCloseTo(last, 0);
    // the front is 3.8 m away; short waves of a consistent mass run ahead of it
    expect(first / (EA * strain)).toBeCloseTo(1, 2);
    let sum = 0;
    for (let i = 0; i <= elements + 3; i++) sum += read(`cable.line.node-${i}.velocity`);
    expect(Math.abs(sum)).toBeLessThan(1e-3 * elements * c * strain);
  });

  test('saved and restored after it parted, it runs to the same bits', () => {
    const make = () => new Simulation(compiled(drawnLine(100, { solver: { step: 1e-4 } })).spec);
    const one = make();
    while (one.time < 0.002) one.step(0.002);
    const saved = one.save();
    while (one.time < 0.004) one.step(0.004);
    const other = make();
    other.load(saved);
    while (other.time < 0.004) other.step(0.004);
    expect(reader(other)('cable.line.node-40.velocity')).toBe(reader(one)('cable.line.node-40.velocity'));
    expect(other.partings).toHaveLength(0); // told once, by the run that saw it
  });
});

describe('parting in a run', () => {
  const drawn = (rope: object, more: object = {}) => ({
    environment: { gravity: 0 },
    ropes: { wire: { mass: 1.5, stiffness: '20 MN', diameter: '20 mm', 'axial damping': '0.5 ms', ...rope } },
    bodies: { hook: { motion: { x: { polynomial: [10, 0.01] } } } },
    cables: { line: { rope: 'wire', length: 10, elements: 10, from: { body: 'world' }, to: { body: 'hook' } } },
    run: { duration: 0.6 },
    ...more,
  });
  const run = (scene: object) => {
    const made = prepareRun(compiled(scene));
    if (!made.ok) throw new Error(made.issues.map(formatIssue).join('\n'));
    return runScenario(made.prepared, {});
  };

  test('the event says where and at what load; without parts the rope bears on', () => {
    const { events, status } = run(drawn({ 'break load': '10 kN', parts: true }));
    expect(status).toBe('complete');
    const parted = events.filter(({ message }) => /^parted/.test(message ?? ''));
    expect(parted).toHaveLength(1);
    expect(parted[0].time).toBeGreaterThan(0.49);
    expect(parted[0].time).toBeLessThan(0.53);
    expect(parted[0].message).toMatch(/^parted \d+(\.\d+)? m from its start, at 10\d{3} N$/);
    const kept = run(drawn({ 'break load': '10 kN' }));
    expect(kept.events.some(({ message }) => /parted/.test(message ?? ''))).toBe(false);
  });

  test('nothing touches in the gap: a ball is pressed by the taut line, and by nothing once that has parted beside it', () => {
    const x = 0.5 * length * (1 + strain);
    const scene = (load: number) => {
      const line = drawnLine(100);
      const weak = { ...line.ropes.weak, 'break load': load };
      // 1 mm into the line
      const ball = { fixed: true, position: [x, 0.218, 0], shapes: [{ sphere: 0.2 }] };
      return { ...line, ropes: { ...line.ropes, weak }, bodies: { ball } };
    };
    const force = (load: number): number => {
      const simulation = new Simulation(compiled(scene(load)).spec);
      while (simulation.time < 0.002) expect(simulation.step(0.002).ok).toBe(true);
      return simulation.touches(10).length;
    };
    expect(force(1e9)).toBeGreaterThan(0);
    expect(force(0.999 * EA * strain)).toBe(0);
  });

  test('a winch that keeps a tension stops when its line parts', () => {
    const scene = {
      ropes: {
        wire: {
          mass: 0.5,
          stiffness: '2 MN',
          diameter: '12 mm',
          'axial damping': '2 ms',
          'break load': '30 kN',
          parts: true,
        },
      },
      bodies: { load: { position: [0, 0, -20], motion: { z: { ramp: { to: -2, start: 0.2, duration: 0.5 } } } } },
      cables: { fall: { rope: 'wire', length: 20, elements: 8, from: { body: 'world' }, to: { body: 'load' } } },
      winches: { hoist: { cable: 'fall', rope: '45 m', speed: '0.5 m/s', start: { tension: '2 kN' } } },
    };
    const simulation = new Simulation(compiled({ ...scene, environment: {} }).spec);
    const read = reader(simulation);
    while (simulation.time < 2.2) expect(simulation.step(2.2).ok).toBe(true);
    expect(simulation.partings.length).toBeGreaterThan(0);
    expect(read('winch.hoist.tension')).toBeLessThan(2000);
    expect(read('winch.hoist.speed')).toBe(0);
  });

  test('a break load is asked for', () => {
    const result = compileValue({ hawser: 1, ropes: { r: { mass: 1, stiffness: 1e6, diameter: 0.02, parts: true } } });
    const said = result.ok ? '' : result.issues.map(formatIssue).join('\n');
    expect(said).toMatch(/ropes\.r: expected a break load, or a type of the catalogue/);
  });
});
