/** Water and bed around a cable: terminal speeds, added mass, moving water, settling, sticking and sliding. */
import { describe, expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import { END, START } from './cable.ts';
import { evaluateCable } from './evaluate.ts';
import { FluidSamples } from './fluid.ts';
import { frequencies, massRows, stiffness } from './modes/test-world.ts';
import type { RopeSpec } from './rope.ts';
import { Seabed, type SeabedSpec } from './seabed.ts';
import { CableWorld, hold } from './test-world.ts';

const g = 9.81;
const gravity = Float64Array.of(0, 0, -g);
const plain = { b: 0, c: 0, withTangent: false, mixed: false };
const rope: RopeSpec = {
  massPerLength: 2,
  axialStiffness: 1e6,
  diameter: 0.03,
  dragNormal: 1.2,
  dragTangential: 0.02,
  addedMassNormal: 1,
  addedMassTangential: 0.1,
};
const displaced = (1000 * Math.PI * 0.03 * 0.03) / 4;

function lying(spec: RopeSpec, n: number, axis: readonly number[]) {
  const cable = makeCable({ pieces: [{ rope: spec, length: n, elements: n }] });
  placeNodes(
    cable,
    Float64Array.from({ length: 3 * n + 3 }, (_, i) => Math.floor(i / 3) * axis[i % 3]),
  );
  return cable;
}

describe('water', () => {
  test.each([
    ['across', [1, 0, 0], 0.5 * 1000 * 0.03 * 1.2],
    ['along', [0, 0, 1], 0.5 * 1000 * Math.PI * 0.03 * 0.02],
  ])('a rope sinking %s reaches the speed at which drag carries its weight', (_, axis, perSpeed2) => {
    const cable = lying(rope, 4, axis);
    const fluid = new FluidSamples(5);
    fluid.density.fill(1000);
    const world = new CableWorld(cable, { gravity, fluid }, { held: hold(cable, []) });
    expect(world.run(40, 0.1)).toBe(true);
    const speed = Math.sqrt(((2 - displaced) * g) / perSpeed2);
    // 1 mm/s of smoothing in the square root
    for (let i = 0; i < 5; i++) expect(Math.abs(-cable.v[4 * i + 2] / speed - 1)).toBeLessThan(1e-5);
  });

  test('let go, it accelerates with the water it takes along; the same mass by blocks', () => {
    const cable = lying(rope, 2, [0.6, 0, 0.8]);
    const fluid = new FluidSamples(3);
    fluid.density.fill(1000);
    evaluateCable(cable, { gravity, fluid, fluidInertiaAsForce: false }, plain);
    // rho A l (Ca_n (1 - t t^T) + Ca_t t t^T), t = (0.6, 0, 0.8), for the middle node: whole length 1
    const blocks = [0.64 + 0.036, 0, -0.48 + 0.048, 0, 1, 0, -0.48 + 0.048, 0, 0.36 + 0.064].map((x) => displaced * x);
    const without = Float64Array.from(cable.force);
    const a = [0.3, -0.2, 0.5];
    for (let i = 0; i < 3; i++) cable.a.set(a, 4 * i);
    evaluateCable(cable, { gravity, fluid }, plain);
    for (let r = 0; r < 3; r++) {
      const inertia = blocks[3 * r] * a[0] + blocks[3 * r + 1] * a[1] + blocks[3 * r + 2] * a[2];
      expect(without[4 + r] - cable.force[4 + r]).toBeCloseTo(inertia, 12);
    }
    const flat = lying(rope, 4, [1, 0, 0]);
    const calm = new FluidSamples(5);
    calm.density.fill(1000);
    const world = new CableWorld(flat, { gravity, fluid: calm }, { held: hold(flat, []) });
    world.run(1e-3, 1e-4);
    const start = ((2 - displaced) * g) / (2 + displaced);
    expect(Math.abs(-flat.v[2] / 1e-3 / start - 1)).toBeLessThan(1e-3); // drag has begun, 3e-4 of it
  });

  test('a rope as heavy as water goes where the water goes', () => {
    const neutral = { ...rope, massPerLength: displaced };
    const cable = lying(neutral, 4, [0.6, 0, 0.8]);
    const fluid = new FluidSamples(5);
    fluid.density.fill(1000);
    const sample = (_: unknown, t: number) => {
      for (let i = 0; i < 5; i++) {
        fluid.velocity.set([Math.sin(t), 0.5 * Math.sin(2 * t), 0], 3 * i);
        fluid.acceleration.set([Math.cos(t), Math.cos(2 * t), 0], 3 * i);
      }
    };
    const world = new CableWorld(cable, { gravity, fluid }, { held: hold(cable, []), sample });
    world.run(2, 0.01);
    for (let i = 0; i < 5; i++) {
      expect(cable.v[4 * i]).toBeCloseTo(Math.sin(2), 4);
      expect(cable.v[4 * i + 1]).toBeCloseTo(0.5 * Math.sin(4), 4);
    }
  });

  test('at a surface it floats where buoyancy is weight', () => {
    const cork = { ...rope, massPerLength: 0.4 * displaced, addedMassNormal: 0.5 };
    const cable = lying(cork, 4, [1, 0, 0]);
    const fluid = new FluidSamples(5);
    // wet part of a node by its height, over one diameter
    const sample = () => {
      for (let i = 0; i < 5; i++) {
        const wet = 0.5 - cable.q[4 * i + 2] / 0.03;
        fluid.density[i] = 1000 * Math.min(1, Math.max(0, wet));
        fluid.densitySlope[i] = wet > 0 && wet < 1 ? -1000 / 0.03 : 0;
      }
    };
    const world = new CableWorld(cable, { gravity, fluid }, { held: hold(cable, []), sample });
    expect(world.run(20, 0.02)).toBe(true);
    for (let i = 0; i < 5; i++) expect(cable.q[4 * i + 2]).toBeCloseTo(0.1 * 0.03, 3); // 0.4 wet
  });
});

const bed: SeabedSpec = { normal: [0, 0, 1], height: 0, stiffness: 1e6, damping: 2, friction: 0.5, give: 0.005 };

/** A rope of 4 m at rest on the bed, pulled along by a force on its last node. */
function pulled(force: number) {
  const cable = lying({ massPerLength: 2, axialStiffness: 1e6, diameter: 0.03, axialDamping: 2e-3 }, 4, [1, 0, 0]);
  const depth = (2 * g) / (1e6 * 0.03);
  for (let i = 0; i < 5; i++) cable.q[4 * i + 2] = 0.015 - depth;
  const seabed = new Seabed(bed, 5);
  seabed.commit(cable);
  const load = (f: Float64Array, t: number) => {
    f[16] += force * Math.min(1, t);
  };
  const world = new CableWorld(cable, { gravity, seabed }, { held: hold(cable, []), load });
  return { cable, seabed, world, depth };
}

describe('bed', () => {
  test('dropped on it, a rope comes to rest at the depth that carries its weight', () => {
    const cable = lying({ massPerLength: 2, axialStiffness: 1e6, diameter: 0.03 }, 4, [1, 0, 0]);
    for (let i = 0; i < 5; i++) cable.q[4 * i + 2] = 0.1;
    const seabed = new Seabed({ ...bed, damping: 20 }, 5);
    const world = new CableWorld(cable, { gravity, seabed }, { held: hold(cable, []) });
    expect(world.run(6, 2e-3)).toBe(true);
    for (let i = 0; i < 5; i++) {
      expect(Math.abs(0.015 - cable.q[4 * i + 2] - (2 * g) / 3e4)).toBeLessThan(2e-5);
      expect(Math.abs(cable.v[4 * i + 2])).toBeLessThan(2e-3);
    }
    let load = 0;
    for (const value of seabed.load) load += value;
    expect(Math.abs(load / (8 * g) - 1)).toBeLessThan(0.05);
  });

  test('a pull below mu W holds it, with no creep', () => {
    const { cable, world } = pulled(0.8 * 0.5 * 8 * g);
    expect(world.run(3, 0.01)).toBe(true);
    const before = cable.q[16];
    expect(before - 4).toBeLessThan(bed.give + 1e-3);
    expect(world.run(6, 0.01)).toBe(true);
    expect(Math.abs(cable.q[16] - before)).toBeLessThan(1e-6);
  });

  test('a pull above it slides it, with what is left over mass', () => {
    const { cable, world, seabed } = pulled(1.5 * 0.5 * 8 * g);
    expect(world.run(2, 0.01)).toBe(true);
    const v = cable.v[8];
    expect(world.run(3, 0.01)).toBe(true);
    expect(Math.abs((cable.v[8] - v) / (0.5 * 0.5 * g) - 1)).toBeLessThan(0.01);
    expect(seabed.frictionPower).toBeCloseTo(0.5 * 8 * g * cable.v[8], 0);
  });
});

test('torsion: a straight rod, one end held, swings at (2k-1)/(4L) sqrt(GJ/I)', () => {
  const spec = {
    massPerLength: 2,
    axialStiffness: 1e6,
    diameter: 0.03,
    slackRatio: 1,
    bendingStiffness: 5,
    torsionalStiffness: 4,
  };
  const n = 60;
  const cable = makeCable({ pieces: [{ rope: spec, length: 3, elements: n }] });
  cable.clamp(START, [1, 0, 0], [0, 1, 0]);
  placeNodes(
    cable,
    Float64Array.from({ length: 3 * n + 3 }, (_, i) => (i % 3 === 0 ? i / 60 : 0)),
  );
  const held = new Uint8Array(4 * n + 4).fill(1);
  for (let j = 0; j < n; j++) held[4 * j + 3] = 0;
  const inertia = (2 * 0.03 * 0.03) / 8;
  const f = frequencies(stiffness(cable, { gravity: new Float64Array(3) }, held), massRows(cable, held), 3, 1e4);
  f.forEach((value, k) => {
    expect(Math.abs(value / (((2 * k + 1) / 12) * Math.sqrt(4 / inertia)) - 1)).toBeLessThan(1e-3);
  });
});

test('a held end led round a closed path and back leaves no torque behind', () => {
  const spec: RopeSpec = {
    massPerLength: 0.2,
    axialStiffness: 2e4,
    diameter: 0.02,
    slackRatio: 1,
    bendingStiffness: 0.5,
    torsionalStiffness: 0.4,
    bendingDamping: 0.05,
    torsionalDamping: 0.05,
  };
  const n = 16;
  const cable = makeCable({ pieces: [{ rope: spec, length: 1.6, elements: n }] });
  cable.clamp(START, [1, 0, 0], [0, 0, 1]);
  cable.clamp(END, [1, 0, 0], [0, 0, 1]);
  placeNodes(
    cable,
    Float64Array.from({ length: 3 * n + 3 }, (_, i) =>
      i % 3 === 0 ? (1.5 * i) / 3 / n : i % 3 === 1 ? 0.1 * Math.sin((Math.PI * Math.floor(i / 3)) / n) : 0,
    ),
  );
  const fluid = new FluidSamples(n + 1);
  fluid.density.fill(1000);
  const torque = () => cable.twistRatio[8] * (cable.q[35] - cable.q[31] + cable.refTwist[8]);
  const drive = (_: unknown, t: number) => {
    // the end is tilted by up to 0.5 rad about an axis across x that goes once round
    const s = Math.min(1, Math.max(0, t / 4));
    const a = 2 * Math.PI * s * s * (3 - 2 * s);
    const tilt = 0.5 * Math.min(1, 4 * s, 4 * (1 - s));
    const axis = [0, Math.cos(a), Math.sin(a)];
    const direction = turned([1, 0, 0], axis, tilt);
    const director = turned([0, 0, 1], axis, tilt);
    cable.turnEnd(END, direction, director);
  };
  const world = new CableWorld(
    cable,
    { gravity: new Float64Array(3), fluid },
    { held: hold(cable, [0, n]), drive, tolerance: 1e-8 },
  );
  expect(world.run(2, 0.02)).toBe(true);
  expect(world.run(8, 0.02)).toBe(true);
  expect(Math.abs(torque())).toBeLessThan(1e-3 * 0.4);
});

function turned(x: readonly number[], axis: readonly number[], angle: number): number[] {
  const cross = [axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2], axis[0] * x[1] - axis[1] * x[0]];
  const along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
  return x.map((v, r) => Math.cos(angle) * v + Math.sin(angle) * cross[r] + (1 - Math.cos(angle)) * along * axis[r]);
}
