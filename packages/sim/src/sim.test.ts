import { describe, expect, test } from 'vitest';
import { open, type OpenOptions, type Sim, SimError } from './index.ts';

function opened(source: string | object, options: OpenOptions = {}): Sim {
  const result = open(source, options);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.sim;
}

const SWING = `hawser: 1
title: A swing
bodies:
  bob: { mass: 3 kg, inertia: [0.1, 0.1, 0.1], position: [1 m, 0, 0], points: { tip: [0, 0, -0.2 m] } }
joints:
  pin: { type: revolute, between: [world, bob], at: [0, 0, 0], axis: [0, 1, 0] }
run: { duration: 5 s }
`;

/** A ship that carries a load on a rope. */
const SHIP = (motion: string): string => `hawser: 1
title: A load under a ship
environment: { gravity: 9.81 m/s^2 }
ropes:
  wire: { mass: 4 kg/m, stiffness: 2 MN, diameter: 30 mm, axial damping: 20 ms }
bodies:
  ship:
    position: [3 m, -1 m, 20 m]
    rotation: { yaw: 25 deg }
    motion: ${motion}
  load: { mass: 900 kg, inertia: [200, 200, 200], position: [3 m, -1 m, 5 m] }
cables:
  hoist: { rope: wire, length: 14.99 m, elements: 10, from: { body: ship }, to: { body: load } }
solver: { step: 10 ms }
run: { duration: 12 s }
`;

describe('a model in a program', () => {
  test('a thousand small calls are one long one: times that are sums of steps leave no scraps of a step behind', () => {
    const text = `hawser: 1
bodies: { bob: { mass: 3 kg, inertia: [0.1, 0.1, 0.1], position: [1 m, 0, 0] } }
joints: { pin: { type: revolute, between: [world, bob], at: [0, 0, 0], axis: [0, 1, 0] } }
solver: { step: 1 ms }
run: { duration: 20 s }
`;
    const [small, long] = [opened(text), opened(text)];
    while (small.time < 9) expect(small.step(0.001).ok).toBe(true); // after 8 s the sums are 1e-12 s off
    const other = opened(text);
    while (other.time < 3) expect(other.step(0.00037).ok).toBe(true); // meets whole steps but for rounding
    expect(Math.abs(other.read('energy.imbalance'))).toBeLessThan(1e-4);
    long.stepTo(small.time);
    expect(Math.abs(small.read('bob.position.z') - long.read('bob.position.z'))).toBeLessThan(1e-6);
    expect(Math.abs(small.read('energy.imbalance'))).toBeLessThan(1e-4); // 29 J are exchanged; it was 18.7 J
  });

  test('steps meet the time asked for; what makes no sense is refused with a reason and changes nothing', () => {
    const sim = opened(SWING);
    expect(sim.step(0.25)).toEqual({ ok: true, time: 0.25 });
    expect(sim.stepTo(0.4)).toEqual({ ok: true, time: 0.4 });
    const before = sim.hash();
    for (const dt of [
      0,
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined as unknown as number,
      '1' as unknown as number,
    ]) {
      expect(sim.step(dt)).toMatchObject({ ok: false, reason: 'refused' });
    }
    for (const t of [0.3, Number.NaN, undefined as unknown as number, Number.POSITIVE_INFINITY]) {
      expect(sim.stepTo(t)).toMatchObject({ ok: false, reason: 'refused', time: 0.4 });
    }
    expect(sim.hash()).toBe(before);
  });

  test('channels are read whole or by component; a name that is not there is a SimError with what was expected', () => {
    const sim = opened(SWING);
    sim.step(0.3);
    const position = sim.readVector('bob.position');
    expect(sim.read('bob.position.z')).toBe(position[2]);
    expect(Math.hypot(...position)).toBeCloseTo(1, 8);
    expect(sim.channels.find(({ name }) => name === 'bob.position')).toEqual({
      name: 'bob.position',
      unit: 'm',
      components: ['x', 'y', 'z'],
    });
    for (const name of ['bob.position', 'bobb.position.x', 'bob.position.w', '']) {
      expect(() => sim.read(name)).toThrow(SimError);
    }
    expect(() => sim.read('bob.position')).toThrow(/bob\.position\.x/);
    expect([...sim.poses().subarray(0, 3)]).toEqual([...position]);
  });

  test('a scenario with faults comes back as issues with their places', () => {
    const result = open(SWING.replace('mass: 3 kg', 'mass: -3 kg').replace('revolute', 'revolut'));
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.issues.map(({ line, path }) => [line, path])).toEqual([
      [4, 'bodies.bob.mass'],
      [6, 'joints.pin.type'],
    ]);
  });

  test('plain data opens as a file does', () => {
    const data = {
      hawser: 1,
      title: 'A swing',
      bodies: {
        bob: { mass: '3 kg', inertia: [0.1, 0.1, 0.1], position: ['1 m', 0, 0], points: { tip: [0, 0, '-0.2 m'] } },
      },
      joints: { pin: { type: 'revolute', between: ['world', 'bob'], at: [0, 0, 0], axis: [0, 1, 0] } },
      run: { duration: '5 s' },
    };
    const [a, b] = [opened(data), opened(SWING)];
    a.stepTo(1);
    b.stepTo(1);
    expect(a.hash()).toBe(b.hash());
  });

  test('a snapshot goes on with the same bits, in the same model and in another', () => {
    const sim = opened(SHIP('outside'));
    sim.lead('ship', { position: [3, -1, 20.4], rotation: [0.97629600711993, 0, 0, 0.2164396139381] });
    sim.push('load', [0, 0, 0], [500, 0, 0]);
    sim.step(0.7);
    const kept = sim.snapshot();
    sim.step(1.3);
    const [hash, time] = [sim.hash(), sim.time];
    const other = opened(SHIP('outside'));
    for (const one of [sim, other]) {
      expect(one.restore(kept).ok).toBe(true);
      one.stepTo(time);
      expect(one.hash()).toBe(hash);
    }
    expect(sim.restore(new Uint8Array(10))).toMatchObject({ ok: false });
    expect(sim.hash()).toBe(hash);
  });

  test('a recording has the rows that the scenario asks for, whatever the steps of the program', () => {
    const sim = opened(SWING, { record: true, set: ['output.rate=20 Hz'] });
    for (let k = 1; k <= 7; k++) sim.stepTo(0.07 * k);
    const { time } = sim.recording;
    expect([...time].map((t) => Number(t.toFixed(9)))).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45]);
    expect(() => opened(SWING).recording).toThrow(/record: true/);
  });
});

describe('pushes', () => {
  const TWO = `hawser: 1
environment: { gravity: 0 }
bodies:
  a: { mass: 2 kg, inertia: [1, 1, 1] }
  b: { mass: 5 kg, inertia: [1, 1, 1], position: [10 m, 0, 0] }
`;
  test('two bodies pushed at once: v = F t / m and omega = r x F t / I; let go, they keep it', () => {
    const sim = opened(TWO);
    expect(sim.push('a', [0, 0, 0], [4, 0, 0]).ok).toBe(true);
    expect(sim.push('b', [0, 1, 0], [0, 0, 0.1]).ok).toBe(true);
    sim.step(0.5);
    expect(sim.read('a.velocity.x')).toBeCloseTo(1, 9);
    expect(sim.read('b.angular-velocity.x')).toBeCloseTo(0.05, 4); // the lever turns by 0.7 deg meanwhile
    sim.push('a', [0, 0, 0], null);
    sim.step(0.5);
    expect(sim.read('a.velocity.x')).toBeCloseTo(1, 9);
    expect(sim.read('b.velocity.z')).toBeCloseTo(0.02, 9);
  });

  test('a push on what is not there, or not finite, is refused and changes nothing', () => {
    const sim = opened(TWO);
    expect(sim.push('c', [0, 0, 0], [1, 0, 0])).toMatchObject({ ok: false, reason: 'no-body' });
    expect(sim.push('a', [0, 0, 0], [Number.NaN, 0, 0])).toMatchObject({ ok: false, reason: 'not-finite' });
    sim.step(0.1);
    expect(sim.read('a.velocity.x')).toBe(0);
  });
});

describe('led from outside', () => {
  const [HEAVE, PERIOD, ROLL] = [1.2, 7, 0.15];
  const w = (2 * Math.PI) / PERIOD;
  /** From rest: heave and roll about world x, a (1 - cos w t), on top of a ship turned by 25 deg. */
  const pose = (t: number): Parameters<Sim['lead']>[1] => {
    const [c, s] = [Math.cos(w * t), Math.sin(w * t)];
    const half = 0.5 * ROLL * (1 - c);
    const yaw = (25 * Math.PI) / 360;
    const [qw, qx] = [Math.cos(half), Math.sin(half)];
    return {
      position: [3, -1, 20 + HEAVE * (1 - c)],
      rotation: [qw * Math.cos(yaw), qx * Math.cos(yaw), -qx * Math.sin(yaw), qw * Math.sin(yaw)],
      velocity: [0, 0, HEAVE * w * s],
      angularVelocity: [ROLL * w * s, 0, 0],
    };
  };

  test('every 0.1 s: tensions within 0.5 % of the largest of those of the same motion as a table', () => {
    const sine = (a: number): string => `{ sine: { amplitude: ${a}, period: ${PERIOD}, phase: -90 deg, mean: ${a} } }`;
    const given = opened(SHIP(`{ z: ${sine(HEAVE)}, roll: ${sine(ROLL)} }`));
    const led = opened(SHIP('outside'));
    let [worst, largest] = [0, 0];
    for (let k = 1; k <= 120; k++) {
      const t = k / 10;
      given.stepTo(t);
      led.lead('ship', pose(t));
      led.stepTo(t);
      const tension = given.read('cable.hoist.start.tension');
      largest = Math.max(largest, tension);
      worst = Math.max(worst, Math.abs(led.read('cable.hoist.start.tension') - tension));
      for (const axis of 'xyz') {
        expect(led.read(`ship.position.${axis}`)).toBeCloseTo(given.read(`ship.position.${axis}`), 9);
        expect(led.read(`ship.angular-velocity.${axis}`)).toBeCloseTo(given.read(`ship.angular-velocity.${axis}`), 9);
      }
    }
    expect(largest).toBeGreaterThan(1.05 * 9.81 * 960); // it is dynamic
    expect(worst / largest).toBeLessThan(0.005);
  });

  test('what holds it: the weight below, and its moment about the origin of the ship', () => {
    const sim = opened(
      SHIP('outside')
        .replace('from: { body: ship }', 'from: { body: ship, point: [0, 2 m, 0] }')
        .replace('position: [3 m, -1 m, 5 m]', 'position: [2.154763 m, 0.812616 m, 5 m]')
        .replace('step: 10 ms', 'step: 10 ms, start from equilibrium: true'),
    );
    sim.step(0.5);
    const { force, moment } = sim.load('ship');
    const weight = 9.81 * (900 + 4 * 14.99);
    expect(force[2] / weight).toBeCloseTo(1, 4);
    // r = Rz(25 deg) (0, 2, 0), M = r x F
    expect(moment[0] / (2 * Math.cos((25 * Math.PI) / 180) * weight)).toBeCloseTo(1, 4);
    expect(moment[1] / (2 * Math.sin((25 * Math.PI) / 180) * weight)).toBeCloseTo(1, 4);
    expect(sim.channels.map(({ name }) => name)).toContain('ship.load-force');
    expect(() => sim.load('load')).toThrow(SimError);
  });

  test('without another lead it goes on at the velocity it was given; a lead that is none is refused at once', () => {
    const sim = opened(SHIP('outside'));
    const still: [number, number, number, number] = [
      Math.cos((12.5 * Math.PI) / 180),
      0,
      0,
      Math.sin((12.5 * Math.PI) / 180),
    ];
    sim.lead('ship', { position: [3.1, -1, 20], rotation: still, velocity: [1, 0, 0] });
    sim.step(0.2);
    sim.step(0.3);
    expect(sim.read('ship.position.x')).toBeCloseTo(3.4, 12);
    const wrong = [
      sim.lead('load', { position: [0, 0, 0], rotation: still }),
      sim.lead('ship', { position: [Number.NaN, 0, 0], rotation: still }),
      sim.lead('ship', { position: [0, 0, 0], rotation: [1, 1, 1, 1] }),
      sim.lead('ship', {
        position: [0, 0, 0],
        rotation: still.map((_, i) => Math.SQRT1_2 * still[[0, 3, 0, 3][i]]) as typeof still,
      }),
    ];
    expect(wrong.map((result) => !result.ok && result.reason)).toEqual([
      'not-led',
      'not-finite',
      'not-unit',
      'upright',
    ]);
  });

  test('a driven run replays to the same bits from its log: leads, pushes, orders, controllers', () => {
    const drive = (log: boolean): Sim =>
      opened(SHIP('outside').replace('  load: {', '  buoy: { mass: 3 kg, inertia: [1, 1, 1] }\n  load: {'), { log });
    const sim = drive(true);
    let calls = 0;
    sim.every(0.04, (one) => {
      calls++;
      one.push('load', [0, 0, 0], [-300 * one.read('load.velocity.x'), 40, 0]);
    });
    for (let k = 1; k <= 20; k++) {
      sim.lead('ship', pose(0.1 * k));
      if (k === 7) expect(sim.order({ detach: 'hoist', end: 'to' }).ok).toBe(true);
      expect(sim.stepTo(0.1 * k).ok).toBe(true);
    }
    expect(calls).toBe(50);
    const again = drive(false);
    const log = JSON.parse(JSON.stringify(sim.log)) as typeof sim.log;
    expect(again.replay(log)).toEqual({ ok: true, time: sim.time });
    expect(again.hash()).toBe(sim.hash());
  });
});

describe('two models that exchange motions and forces', () => {
  const [M1, M2] = [4, 1];
  const bob = (name: string, mass: number, z: number, x: number): string =>
    `  ${name}: { mass: ${mass} kg, inertia: [0.001, 0.001, 0.001], position: [${x} m, 0, ${z} m] }\n`;
  const rod = (a: string, b: string): string =>
    `{ type: distance, between: [${a}, ${b}], points: [[0, 0, 0], [0, 0, 0]] }`;
  const whole = `hawser: 1
bodies:
${bob('one', M1, -1.9, 0.6)}${bob('two', M2, -3.8, 1.2)}joints: { a: ${rod('world', 'one')}, b: ${rod('one', 'two')} }
`;
  const upper = `hawser: 1
bodies:
${bob('one', M1, -1.9, 0.6)}joints: { a: ${rod('world', 'one')} }
`;
  const lower = `hawser: 1
bodies:
  held: { position: [0.6 m, 0, -1.9 m], motion: outside }
${bob('two', M2, -3.8, 1.2)}joints: { b: ${rod('held', 'two')} }
`;

  /** Largest error of the lower bob over its swing, in parts of its way. */
  function error(dt: number): number {
    const [all, a, b] = [opened(whole), opened(upper), opened(lower)];
    let [worst, way] = [0, 0];
    for (let k = 1; k * dt < 2.0001; k++) {
      const f = b.load('held').force;
      a.push('one', [0, 0, 0], [-f[0], -f[1], -f[2]]);
      a.stepTo(k * dt);
      const [p, v] = [a.readVector('one.position'), a.readVector('one.velocity')];
      b.lead('held', { position: [p[0], p[1], p[2]], rotation: [1, 0, 0, 0], velocity: [v[0], v[1], v[2]] });
      b.stepTo(k * dt);
      all.stepTo(k * dt);
      worst = Math.max(worst, Math.abs(b.read('two.position.x') - all.read('two.position.x')));
      way = Math.max(way, Math.abs(all.read('two.position.x')));
    }
    return worst / way;
  }

  test('a pendulum cut in two: first order in the exchange step, within 1 % at 10 ms', () => {
    const [coarse, fine] = [error(0.01), error(0.005)];
    expect(coarse).toBeLessThan(0.01);
    expect(coarse / fine).toBeGreaterThan(1.5); // 2 for the exchange alone; the two models' own steps add their part
    expect(coarse / fine).toBeLessThan(2.5);
  });
});
