/** Bodies afloat: periods of theory, long waves, sinking, entering, energy, restart. */
import { describe, expect, test } from 'vitest';
import { body, model, place, read, turn, WORLD } from '../../test/support.ts';
import { boxMesh, sphereMesh, type TriangleMesh } from '../geometry/index.ts';
import type { HydroSpec, WaterSpec } from '../marine/index.ts';
import type { BodySpec, SolverSpec } from '../model/index.ts';
import { Simulation } from './index.ts';

const RHO = 1025;
const G = 9.81;
const calm: WaterSpec = { density: RHO, current: [0, 0, 0], surface: 0 };
const asHull = (mesh: TriangleMesh): HydroSpec['hull'] => ({
  positions: mesh.positions,
  triangles: mesh.triangles,
});

/** A box barge; the body frame is at its centre of mass, `rise` above the middle of the box. */
function barge(fields: Partial<BodySpec> = {}, hydro: Partial<HydroSpec> = {}): BodySpec {
  const mesh = boxMesh(20, 6, 3);
  const positions = mesh.positions.map((x, i) => (i % 3 === 2 ? x - 0.5 : x));
  const mass = RHO * 20 * 6 * 1.5;
  return body('barge', {
    mass,
    inertia: [mass * 2.1 * 2.1, mass * 36, mass * 36, 0, 0, 0],
    placement: place([0, 0, 0.5]),
    hydro: { hull: { positions, triangles: mesh.triangles }, ...hydro },
    ...fields,
  });
}

function start(bodies: BodySpec[], water: WaterSpec, solver: Partial<SolverSpec> = {}): Simulation {
  return new Simulation(
    model([WORLD, ...bodies], { water, solver: { step: 'auto', maxStep: 0.05, tolerance: 1e-6, ...solver } }),
  );
}

function advance(s: Simulation, until: number, each: () => void = () => {}): void {
  while (s.time < until - 1e-12) {
    const step = s.step(until);
    if (!step.ok) throw new Error(step.message);
    each();
  }
}

/** Mean time between upward crossings of zero. */
function period(s: Simulation, until: number, value: () => number): number {
  const crossings: number[] = [];
  let [before, t] = [value(), s.time];
  advance(s, until, () => {
    const now = value();
    if (before < 0 && now >= 0) crossings.push(t + ((s.time - t) * -before) / (now - before));
    [before, t] = [now, s.time];
  });
  return (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
}

describe('free decay of a box barge', () => {
  test('heaves with 2 pi sqrt(T/g), within 0.1 %', () => {
    const s = start([barge({ placement: place([0, 0, 0.6]) })], calm);
    const found = period(s, 25, () => read(s, 'barge.position')[2] - 0.5);
    expect(Math.abs(found / (2 * Math.PI * Math.sqrt(1.5 / G)) - 1)).toBeLessThan(1e-3);
  });

  test.each([
    ['rolls', [1, 0, 0] as const, 0, 2.1, 0.75],
    ['pitches', [0, 1, 0] as const, 1, 6, 0.75 + 400 / 18 - 2],
  ])('%s with 2 pi k/sqrt(g GM), within 1 %', (_, axis, index, k, GM) => {
    const s = start([barge({ placement: place([0, 0, 0.5], turn(axis, 0.02)) })], calm);
    const found = period(s, 25, () => read(s, 'barge.angles')[index]);
    expect(Math.abs(found / ((2 * Math.PI * k) / Math.sqrt(G * GM)) - 1)).toBeLessThan(1e-2);
  });

  test('with added mass in heave: 2 pi sqrt((m + A)/c)', () => {
    const matrix = Array.from({ length: 36 }, (_, i) => (i === 14 ? 150000 : 0));
    const addedMass = { matrix, point: [0, 0, 0] as const, slamming: false };
    const s = start([barge({ placement: place([0, 0, 0.6]) }, { addedMass })], calm);
    const found = period(s, 25, () => read(s, 'barge.position')[2] - 0.5);
    const wanted = 2 * Math.PI * Math.sqrt((RHO * 180 + 150000) / (RHO * G * 120));
    expect(Math.abs(found / wanted - 1)).toBeLessThan(1e-3);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(2e-3 * Math.abs(s.energy.work) + 50);
  });
});

test('in waves much longer than itself a barge goes with the surface, within 1 % of the amplitude', () => {
  const water: WaterSpec = {
    ...calm,
    ramp: 60,
    waves: [{ kind: 'regular', height: 1, period: 30, direction: 0, phase: 0 }],
  };
  // a little damping, against the water, so that what the ramp leaves behind dies out
  const s = start([barge({}, { linearDamping: [0, 0, 1e5, 0, 4e6, 0] })], water, { tolerance: 1e-4, maxStep: 0.1 });
  advance(s, 120);
  let worst = 0;
  advance(s, 150, () => {
    const [x, , z] = read(s, 'barge.position');
    const k = (2 * Math.PI) ** 2 / 900 / G;
    const eta = 0.5 * Math.cos(k * x - (2 * Math.PI * s.time) / 30);
    worst = Math.max(worst, Math.abs(z - 0.5 - eta));
  });
  expect(worst).toBeLessThan(0.005);
});

test('a steel ball sinks as v = v_t tanh(t/tau)', () => {
  const r = 0.1;
  const mesh = sphereMesh(r, 1);
  const scale = Math.cbrt(((4 / 3) * Math.PI * r ** 3) / volumeOf(mesh));
  const hull = { positions: mesh.positions.map((x) => x * scale), triangles: mesh.triangles };
  const V = (4 / 3) * Math.PI * r ** 3;
  const mass = 7850 * V;
  const matrix = Array.from({ length: 36 }, (_, i) => (i % 7 === 0 && i < 18 ? 0.5 * RHO * V : 0));
  const B2 = 0.5 * RHO * 0.47 * Math.PI * r * r;
  const ball = body('ball', {
    mass,
    inertia: [0.4 * mass * r * r, 0.4 * mass * r * r, 0.4 * mass * r * r, 0, 0, 0],
    placement: place([0, 0, -1]),
    hydro: { hull, addedMass: { matrix, point: [0, 0, 0], slamming: false }, quadraticDamping: [B2, B2, B2, 0, 0, 0] },
  });
  const s = start([ball], calm);
  const terminal = Math.sqrt(((mass - RHO * V) * G) / B2);
  const tau = ((mass + 0.5 * RHO * V) * terminal) / ((mass - RHO * V) * G);
  for (const t of [0.1, 0.5, 1, 2]) {
    advance(s, t);
    expect(-read(s, 'ball.velocity')[2] / (terminal * Math.tanh(t / tau))).toBeCloseTo(1, 4);
  }
  expect(Math.abs(s.energy.imbalance) / s.energy.dissipated).toBeLessThan(1e-3);
});

function volumeOf({ positions: p, triangles }: TriangleMesh): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    sum +=
      (p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
        p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
        p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])) /
      6;
  }
  return sum;
}

test('entering: a box of little weight takes its water along, m v = (m + A) v after', () => {
  const A = 5000;
  const matrix = Array.from({ length: 36 }, (_, i) => (i === 14 ? A : 0));
  const addedMass = { matrix, point: [0, 0, 0] as const, fullVolume: 0.02, slamming: true };
  const box = body('box', {
    mass: 10000,
    inertia: [5000, 5000, 5000, 0, 0, 0],
    placement: place([0, 0, 0.51]),
    velocity: [0, 0, -4],
    hydro: { hull: asHull(boxMesh(2, 2, 1)), addedMass },
  });
  const s = start([box], calm, { tolerance: 1e-8, maxStep: 1e-3 });
  advance(s, 0.01); // full at 1.1 * 0.02 m^3, 5.5 mm deep
  // weight and buoyancy over 10 ms change the momentum by 2 %; the rest is the water's
  expect(read(s, 'box.velocity')[2]).toBeCloseTo((-4 * 10000) / (10000 + A) - (G * 0.01 * 10000) / 15000, 2);
  expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-3 * s.energy.dissipated);
});

describe('a checkpoint in a sea of many components', () => {
  const waves = [
    {
      kind: 'irregular' as const,
      spectrum: { kind: 'jonswap' as const, height: 1, period: 6 },
      direction: 0.3,
      seed: 5,
    },
  ];
  const steps: [string, Partial<SolverSpec>][] = [
    ['automatic steps', { tolerance: 1e-4 }],
    ['steps of 20 ms, so that loads are summed ahead', { step: 0.02 }],
  ];
  test.each(steps)('%s: loads as what was saved, and goes on with the same bits', (_name, solver) => {
    const make = (): Simulation =>
      start([barge({}, { drag: { normal: 1, tangential: 0.01 } })], { ...calm, waves }, solver);
    const whole = make();
    for (const at of [0.02, 1, 1.34]) {
      advance(whole, at);
      const [saved, hash] = [whole.save(), whole.hash()];
      advance(whole, at + 0.2);
      const again = make();
      again.load(saved);
      expect(again.hash()).toBe(hash); // what asks the sea while loading leaves no trace
      advance(again, at + 0.2);
      expect(again.hash()).toBe(whole.hash());
    }
  });
});

describe('waves sent out', () => {
  const [a, b] = [2e5, 0.8]; // K = a exp(-b t) in heave
  const step = 0.05;
  const kernel = Array.from({ length: 36 * 401 }, (_, i) =>
    i % 36 === 14 ? a * Math.exp(-b * step * Math.floor(i / 36)) : 0,
  );
  const ship = (): BodySpec =>
    barge({ placement: place([0, 0, 0.8]) }, { radiation: { step, kernel, point: [0, 0, 0], mean: [0, 0, 0] } });

  test('a barge let go decays as the equation with memory says, within 0.5 % of the start', () => {
    const s = start([ship()], calm, { tolerance: 1e-7 });
    // m z'' + y + c z = 0, y' = a z' - b y: the exponential memory as one more state
    const [m, c] = [RHO * 180, RHO * G * 120];
    let state = [0.3, 0, 0];
    const rate = ([z, v, y]: number[]): number[] => [v, -(y + c * z) / m, a * v - b * y];
    const h = 1e-3;
    let worst = 0;
    for (let n = 1; n <= 12000; n++) {
      const k1 = rate(state);
      const k2 = rate(state.map((x, i) => x + 0.5 * h * k1[i]));
      const k3 = rate(state.map((x, i) => x + 0.5 * h * k2[i]));
      const k4 = rate(state.map((x, i) => x + h * k3[i]));
      state = state.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
      if (n % 200 !== 0) continue;
      advance(s, n * h);
      worst = Math.max(worst, Math.abs(read(s, 'barge.position')[2] - 0.5 - state[0]));
    }
    expect(worst).toBeLessThan(0.005 * 0.3);
    expect(s.energy.dissipated).toBeGreaterThan(0);
    expect(Math.abs(s.energy.imbalance)).toBeLessThan(1e-3 * s.energy.dissipated);
  });

  test('a checkpoint keeps the past', () => {
    const whole = start([ship()], calm, { tolerance: 1e-4 });
    advance(whole, 1.3);
    const saved = whole.save();
    advance(whole, 3);
    const again = start([ship()], calm, { tolerance: 1e-4 });
    again.load(saved);
    advance(again, 3);
    expect(again.hash()).toBe(whole.hash());
  });
});
