/** One cable in motion (test-world.ts, TR-BDF2): CB-06, CB-10, CB-11, CB-13, orders, energy, and snaps at every stiffness. */
import { describe, expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, START } from './cable.ts';
import type { RopeSpec } from './rope.ts';
import { CableWorld, hold, type WorldOptions } from './test-world.ts';

const gravity = Float64Array.of(0, 0, -9.81);
const none = new Float64Array(3);

function straight(rope: RopeSpec, length: number, elements: number, to: readonly number[]): Cable {
  const cable = makeCable({ pieces: [{ rope, length, elements }] });
  const points = new Float64Array(3 * (elements + 1));
  for (let i = 0; i <= elements; i++) for (let r = 0; r < 3; r++) points[3 * i + r] = (to[r] * i) / elements;
  placeNodes(cable, points);
  return cable;
}

function mass(nodes: number, value: number): Float64Array {
  const out = new Float64Array(nodes);
  out[nodes - 1] = value;
  return out;
}

test('CB-06 step load on a bar: peak and arrival to 2 % with 50 elements and steps of half an element\u2019s travel', () => {
  const cable = straight(
    { massPerLength: 0.1, axialStiffness: 1e5, diameter: 0.01, slackRatio: 1 },
    10,
    50,
    [10, 0, 0],
  );
  const load: WorldOptions['load'] = (force) => {
    force[200] += 500;
  };
  const world = new CableWorld(cable, { gravity: none }, { held: hold(cable, [0]), load });
  let peak = 0;
  let arrival = 0;
  while (world.time < 0.022) {
    const before = cable.tension[0];
    world.step(1e-4);
    peak = Math.max(peak, cable.q[200] - 10);
    // half of the wall's 2P, between two steps
    const after = cable.tension[0];
    if (arrival === 0 && after > 500) arrival = world.time - (1e-4 * (after - 500)) / (after - before);
  }
  expect(Math.abs(peak / 0.1 - 1)).toBeLessThan(0.02);
  expect(Math.abs(arrival / 0.01 - 1)).toBeLessThan(0.02);
});

test('CB-10 folded chain falls 95 % in 0.38016 s, faster than freely: to 1 % with 40 elements at 1 ms', () => {
  const n = 40;
  const cable = makeCable({
    pieces: [{ rope: { massPerLength: 0.5, axialStiffness: 1e6, diameter: 0.002 }, length: 1, elements: n }],
  });
  const points = new Float64Array(3 * (n + 1));
  for (let i = 1; i <= n; i++) {
    // down, four elements round, up
    const turn = Math.min(5, Math.max(0, i - (n / 2 - 2)));
    const heading = -Math.PI / 2 + (Math.PI * turn) / 5;
    points[3 * i] = points[3 * i - 3] + Math.cos(heading) / n;
    points[3 * i + 2] = points[3 * i - 1] + Math.sin(heading) / n;
  }
  placeNodes(cable, points);
  const world = new CableWorld(cable, { gravity }, { held: hold(cable, [0]) });
  const from = cable.q[4 * n + 2];
  let before = 0;
  let fallen = 0;
  while (fallen < 0.95) {
    expect(world.step(1e-3)).toBe(true);
    before = fallen;
    fallen = from - cable.q[4 * n + 2];
  }
  const time = world.time - (1e-3 * (fallen - 0.95)) / (fallen - before);
  expect(Math.abs(time / 0.3801557218 - 1)).toBeLessThan(0.01);
});

/** Ten rigid links, 0.1 kg at every joint, let go level. */
function links(h: number, until: number, EA = 1e7) {
  const cable = straight({ massPerLength: 1, axialStiffness: EA, diameter: 0.01, slackRatio: 1 }, 1, 10, [1, 0, 0]);
  const world = new CableWorld(cable, { gravity }, { held: hold(cable, [0]), pointMass: mass(11, 0.05) });
  expect(world.run(until, h)).toBe(true);
  return { cable, world };
}

describe('CB-11 ten links let go level', () => {
  test('tip to 1.2 mm after 1.5 s at 2 ms and to 0.3 mm at 1 ms, with links (EA 1e7) stiffer than steps can follow', () => {
    const { cable, world } = links(2e-3, 1.5);
    expect(Math.hypot(cable.q[40] - 0.2761809470997442, cable.q[42] + 0.7272460544036534)).toBeLessThan(1.2e-3);
    const fine = links(1e-3, 1.5);
    expect(Math.hypot(fine.cable.q[40] - 0.2761809470997442, fine.cable.q[42] + 0.7272460544036534)).toBeLessThan(3e-4);
    expect(world.iterations / world.steps / 2).toBeLessThan(2.5);
  });

  test('second order in time, positions and velocities', () => {
    // soft enough for the steps to follow the stretching of a link (300 rad/s)
    const [a, b, c] = [2e-3, 1e-3, 5e-4].map((h) => links(h, 0.4, 1e3).cable);
    for (const name of ['q', 'v'] as const) {
      const change = (x: Cable, y: Cable) =>
        Math.hypot(...[36, 38, 40, 42, 20, 22].map((i) => x[name][i] - y[name][i]));
      expect(Math.log2(change(a, b) / change(b, c))).toBeGreaterThan(1.8);
    }
  });

  test('energy is kept to 1e-4 of what has moved until the whip, and lost, not gained, after', () => {
    const { world } = links(1e-3, 0.4, 1e5);
    const now = world.measure();
    expect(now.kinetic).toBeGreaterThan(2);
    expect(Math.abs(now.kinetic + now.potential + now.elastic)).toBeLessThan(1e-4 * now.kinetic);
    expect(world.run(1.5, 1e-3)).toBe(true);
    const then = world.measure();
    expect(then.kinetic + then.potential + then.elastic).toBeLessThan(1e-4);
  });
});

describe('CB-13 snap load T = W (1 + sqrt(1 + 2 h EA/(W L))) to 1e-3 at 1 ms', () => {
  test.each([
    [700, 0.5, 2e6, 8, 48865.87723499284, 0.0918],
    [100, 2, 5e5, 20, 10934.007635885746, 0.1056],
    [10, 0, 1e4, 1, 196.20000000000002, 0.0993],
  ])('%f kg falling %f m', (m, drop, EA, L, peak, rise) => {
    for (const n of [1, 5]) {
      const rope = { massPerLength: (1e-4 * m) / L, axialStiffness: EA, diameter: 0.01 };
      const cable = straight(rope, L, n, [0, 0, -(L - drop)]);
      const world = new CableWorld(cable, { gravity }, { held: hold(cable, [0]), pointMass: mass(n + 1, m) });
      let most = 0;
      const end = Math.sqrt((2 * drop) / 9.81) + 1.2 * rise;
      while (world.time < end) {
        expect(world.step(1e-3)).toBe(true);
        most = Math.max(most, cable.tension[0]);
      }
      expect(Math.abs(most / peak - 1)).toBeLessThan(1e-3);
    }
  });
});

/** A slack bight of 10 m with 200 kg at its end, dropped until it snaps tight and after. */
function dropped(rope: RopeSpec, options: WorldOptions, until: number) {
  const n = 20;
  const cable = makeCable({ pieces: [{ rope, length: 10, elements: n }] });
  const points = new Float64Array(3 * (n + 1));
  for (let i = 1; i <= n; i++) {
    const heading = -0.95 * (Math.PI / 2) * Math.cos((Math.PI * (i - 0.5)) / n);
    points[3 * i] = points[3 * i - 3] + 0.5 * Math.cos(heading);
    points[3 * i + 2] = points[3 * i - 1] + 0.5 * Math.sin(heading);
  }
  placeNodes(cable, points);
  const world = new CableWorld(
    cable,
    { gravity },
    { held: hold(cable, [0]), pointMass: mass(n + 1, 200), tolerance: 1e-6, ...options },
  );
  const ok = world.run(until, 5e-3);
  return { world, ok, cable };
}

test.each([1e4, 1e5, 1e6, 1e7, 1e8, 1e9])(
  '200 kg snap a slack rope of EA %f N tight at 5 ms: no step is halved',
  (EA) => {
    for (const bendingStiffness of [0, 20]) {
      const rope = {
        massPerLength: 0.6,
        axialStiffness: EA,
        diameter: 0.02,
        axialDamping: 1e-3,
        bendingStiffness,
        bendingDamping: 1e-3,
      };
      const { world, ok } = dropped(rope, {}, 2.5);
      expect(ok).toBe(true);
      expect(world.halved).toBe(0);
      expect(world.iterations / world.steps / 2).toBeLessThan(3);
    }
  },
);

test('tensions as unknowns of their own save iterations where EA is high: at 1e9 N half of them', () => {
  const rope = { massPerLength: 0.6, axialStiffness: 1e9, diameter: 0.02, axialDamping: 1e-3 };
  const mixed = dropped(rope, {}, 2).world;
  const plain = dropped(rope, { mixed: false }, 2).world;
  expect(mixed.iterations).toBeLessThan(0.6 * plain.iterations);
});

test('500 kg on 10 m of 0.1 kg/m rope, EA 1e6: stretch to 0.1 % of theory at 5 ms steps', () => {
  const cable = straight(
    { massPerLength: 0.1, axialStiffness: 1e6, diameter: 0.01, axialDamping: 2e-3 },
    10,
    20,
    [0, 0, -10],
  );
  const world = new CableWorld(
    cable,
    { gravity },
    { held: hold(cable, [0]), pointMass: mass(21, 500), tolerance: 1e-7 },
  );
  // let it ring down about its rest: the mean of a period without damping is the static stretch
  const theory = ((500 + 0.5) * 9.81 * 10) / 1e6;
  let sum = 0;
  let weight = 0;
  expect(world.run(6, 5e-3)).toBe(true);
  for (let k = 0; k < 89; k++) {
    world.step(5e-3); // two periods of 0.2222 s
    sum += -cable.q[82] - 10;
    weight++;
  }
  expect(Math.abs(sum / weight / theory - 1)).toBeLessThan(1e-3);
});

test('the ledger closes: what the dampers took and what is there add up to what was', () => {
  const rope: RopeSpec = {
    massPerLength: 0.6,
    axialStiffness: 1e4,
    diameter: 0.02,
    axialDamping: 5e-3,
    bendingStiffness: 5,
    bendingDamping: 0.02,
    torsionalStiffness: 3,
    torsionalDamping: 0.02,
  };
  const cable = makeCable({ pieces: [{ rope, length: 2, elements: 16 }] });
  cable.clamp(START, [1, 0, 0], [0, 0, 1]);
  placeNodes(
    cable,
    Float64Array.from({ length: 51 }, (_, i) => (i % 3 === 0 ? i / 24 : 0)),
  );
  const world = new CableWorld(cable, { gravity }, { held: hold(cable, [0]) });
  world.step(1e-6);
  const start = world.measure();
  const total = start.kinetic + start.potential + start.elastic;
  let taken = 0;
  let power = start.dissipation;
  while (world.time < 0.8) {
    world.step(1e-3);
    const now = world.measure();
    taken += 0.5e-3 * (power + now.dissipation);
    power = now.dissipation;
  }
  const end = world.measure();
  const change = total - (end.kinetic + end.potential + end.elastic);
  expect(taken).toBeGreaterThan(0.5);
  expect(Math.abs(change / taken - 1)).toBeLessThan(1e-5); // of second order in the step, 1e-6 at 1 ms
});
