/** What decks of other programs need: ends that part above a force, a current by time and depth. */
import { expect, test } from 'vitest';
import { openWith } from './open.ts';
import type { Sim } from './sim.ts';

function opened(text: string, files: Readonly<Record<string, string>> = {}): Sim {
  const result = openWith(text, { files });
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.sim;
}

/** 10 kg on a wire; from 1 s on it is drawn down, by 200 N after 3 s. */
const HUNG = (most: string): string => `hawser: 1
ropes: { wire: { mass: 0.01 kg/m, stiffness: 1 MN, diameter: 5 mm, axial damping: 10 ms } }
bodies: { load: { mass: 10 kg, inertia: [1, 1, 1], position: [0, 0, -5 m] } }
cables:
  hoist: { rope: wire, length: 5 m, elements: 5, from: { body: world${most} }, to: { body: load } }
forces:
  pull: { type: load, body: load, force: [0, 0, { ramp: { from: 0, to: -200 N, start: 1 s, duration: 2 s } }] }
solver: { start from equilibrium: true }
run: { duration: 5 s }
`;

test('parting: an end bears its weight, and parts when more than it can bear hangs on it; energy is in the ledger', () => {
  const sim = opened(HUNG(', parts above: 200 N'));
  sim.stepTo(1);
  expect(sim.read('cable.hoist.start.tension') / (10.05 * 9.81)).toBeCloseTo(1, 2);
  let last = 0;
  while (sim.time < 3.5 && sim.read('cable.hoist.start.tension') > 1) {
    last = sim.read('cable.hoist.start.tension');
    sim.step(0.005);
  }
  // 101 N more than its weight: half way up the ramp, at 2 s
  expect(last).toBeGreaterThan(195);
  expect(last).toBeLessThan(201);
  expect(sim.time).toBeGreaterThan(1.9);
  expect(sim.time).toBeLessThan(2.1);
  sim.stepTo(3.2);
  // 10 kg under its weight and 200 N, with 0.05 kg of wire behind it
  expect(sim.readVector('load.acceleration')[2]).toBeCloseTo(-9.81 - 200 / 10.05, 1);
});

test('parting: a stronger end holds; the same bits from a snapshot', () => {
  const strong = opened(HUNG(', parts above: 400 N'));
  strong.stepTo(4);
  expect(strong.read('cable.hoist.start.tension') / (10.05 * 9.81 + 200)).toBeCloseTo(1, 2);
  const weak = opened(HUNG(', parts above: 200 N'));
  weak.stepTo(1.5);
  const kept = weak.snapshot();
  weak.stepTo(3);
  const z = weak.read('load.position.z');
  weak.restore(kept);
  weak.stepTo(3);
  expect(weak.read('load.position.z')).toBe(z);
});

test('current by time and depth: between depths and times it is what its functions say', () => {
  const sim = opened(
    `hawser: 1
environment:
  water:
    surface: 0
    profile:
      - { depth: 0, velocity: [{ sine: { amplitude: 1 m/s, period: 8 s } }, 0.5 m/s, 0] }
      - { depth: 20 m, velocity: [{ table: flow.csv, column: deep, interpolation: linear }, 0, 0] }
  sea: { waves: [], gauges: { half: [0, 0, -10 m] } }
bodies: { rock: { fixed: true } }
run: { duration: 10 s }
`,
    { 'flow.csv': 'time [s],deep [m/s]\n0,0.4\n10,1.4\n' },
  );
  for (const t of [0.5, 2, 7]) {
    sim.stepTo(t);
    const [x, y] = sim.readVector('sea.half.velocity');
    expect(x).toBeCloseTo(0.5 * Math.sin((2 * Math.PI * t) / 8) + 0.5 * (0.4 + 0.1 * t), 9);
    expect(y).toBeCloseTo(0.25, 9);
  }
});

/** A tube of 4 m by 10 m and 20 t, held at its lower end 5 m under water: rho g (A h^2/2 + I) - m g L/2 rights it, I of its water plane. */
test.each([1, 3, 10])('a tube through the surface in %i segments swings as its water plane says', (segments) => {
  const [m, L, d, h, rho, g] = [20_000, 10, 4, 5, 1025, 9.81];
  const across = m * (L ** 2 / 12 + d ** 2 / 16);
  const sim = opened(`hawser: 1
environment: { gravity: ${g} m/s^2, water: { density: ${rho} kg/m^3, surface: 0 } }
bodies:
  tube:
    mass: ${m} kg
    inertia: [${across}, ${across}, ${(m * d ** 2) / 8}]
    centre: [0, 0, ${L / 2} m]
    position: [0, 0, ${-h} m]
    rotation: { pitch: 0.5 deg }
    hydro:
      hull: none
      members: [{ from: [0, 0, 0], to: [0, 0, ${L} m], diameter: ${d} m, drag: { normal: 0 }, added mass: 0, ends: {}, segments: ${segments} }]
joints: { pin: { type: point, between: [world, tube], at: [0, 0, ${-h} m] } }
solver: { step: 10 ms }
run: { duration: 20 s }
`);
  const zeros: number[] = [];
  for (let k = 1, before = 1; zeros.length < 3 && k < 2000; k++) {
    sim.stepTo(0.01 * k);
    const pitch = sim.read('tube.angles.pitch');
    if (before < 0 && pitch >= 0) zeros.push(0.01 * (k - pitch / (pitch - before)));
    before = pitch;
  }
  const plane = (Math.PI * d ** 4) / 64;
  const righting = rho * g * (Math.PI * 0.25 * d ** 2 * 0.5 * h ** 2 + plane) - 0.5 * m * g * L;
  const period = 2 * Math.PI * Math.sqrt((across + (m * L ** 2) / 4) / righting);
  expect(zeros[2] - zeros[1]).toBeGreaterThan(period * 0.999);
  expect(zeros[2] - zeros[1]).toBeLessThan(period * 1.001);
});
