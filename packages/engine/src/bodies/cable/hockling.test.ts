/** Twist that turns into loops: what makes a tether hockle when it goes slack. */
import { expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, END, START } from './cable.ts';
import { FluidSamples } from './fluid.ts';
import { CableWorld, hold } from './test-world.ts';

const n = 30;
const L = 3;
const smooth = (x: number) => {
  const t = Math.min(1, Math.max(0, x));
  return t * t * (3 - 2 * t);
};

function torques(cable: Cable): number[] {
  const out: number[] = [];
  for (let i = 1; i < n; i++) {
    out.push(cable.twistRatio[i] * (cable.q[4 * i + 3] - cable.q[4 * i - 1] + cable.refTwist[i]));
  }
  return out;
}

/** Twists a rod of 3 m by `turns` in 1 s and brings its ends together by 35 % in the next 2.5 s, in water, at 10 ms. */
function twistAndSlacken(turns: number) {
  const rope = {
    massPerLength: 0.1,
    axialStiffness: 2e4,
    diameter: 0.01,
    slackRatio: 0.01,
    bendingStiffness: 0.05,
    torsionalStiffness: 0.035,
    bendingDamping: 0.02,
    torsionalDamping: 0.02,
    dragNormal: 1.2,
    dragTangential: 0.05,
    addedMassNormal: 1,
  };
  const cable = makeCable({ pieces: [{ rope, length: L, elements: n }] });
  cable.clamp(START, [1, 0, 0], [0, 0, 1]);
  cable.clamp(END, [1, 0, 0], [0, 0, 1]);
  const points = new Float64Array(3 * (n + 1));
  // a crookedness of 0.1 mm to choose a side
  for (let i = 0; i <= n; i++) points.set([(L * i) / n, 1e-4 * Math.sin(5 * i), 1e-4 * Math.cos(3 * i)], 3 * i);
  placeNodes(cable, points);
  const fluid = new FluidSamples(n + 1);
  fluid.density.fill(1000);
  const world = new CableWorld(
    cable,
    { gravity: new Float64Array(3), fluid },
    {
      held: hold(cable, [0, n]),
      tolerance: 1e-7,
      drive: (line, t) => {
        const h = 1e-4;
        line.endTurn[1] = 2 * Math.PI * turns * smooth(t);
        line.endTurnRate[1] = (2 * Math.PI * turns * (smooth(t + h) - smooth(t - h))) / (2 * h);
        const x = (time: number) => L - 0.35 * L * smooth((time - 1) / 2.5);
        line.q[4 * n] = x(t);
        line.v[4 * n] = (x(t + h) - x(t - h)) / (2 * h);
        line.q[4 * n + 1] = 0;
        line.q[4 * n + 2] = 0;
      },
    },
  );
  return { cable, world };
}

test('a twisted rod stays straight while it is taut; slack, it winds into a loop and gives half of its torque away', () => {
  const { cable, world } = twistAndSlacken(6);
  expect(world.run(1, 1e-2)).toBe(true);
  const taut = torques(cable);
  // 6 turns over 3 m: GJ 2 pi 6/3 = 0.44 N m, the same everywhere
  for (const torque of taut) expect(Math.abs(torque / 0.4398 - 1)).toBeLessThan(0.02);
  expect(Math.max(...[...Array(n).keys()].map((i) => Math.abs(cable.q[4 * i + 1])))).toBeLessThan(0.02);
  expect(world.run(4.5, 1e-2)).toBe(true);
  const slack = torques(cable);
  const mean = slack.reduce((sum, torque) => sum + torque, 0) / slack.length;
  expect(mean).toBeLessThan(0.55 * 0.4398);
  for (const torque of slack) expect(Math.abs(torque / mean - 1)).toBeLessThan(0.2);
  // a loop: somewhere the rod runs backwards
  let least = 1;
  for (let j = 0; j < n; j++) least = Math.min(least, cable.direction[3 * j + 3]);
  expect(least).toBeLessThan(0);
  expect(world.halved).toBeLessThan(5);
  expect(world.iterations / world.steps / 2).toBeLessThan(5);
});

test('without twist the same rod buckles in a bow, not in a loop', () => {
  const { cable, world } = twistAndSlacken(0);
  expect(world.run(4.5, 1e-2)).toBe(true);
  for (let j = 0; j < n; j++) expect(cable.direction[3 * j + 3]).toBeGreaterThan(-0.6);
  const torque = Math.max(...torques(cable).map(Math.abs));
  expect(torque).toBeLessThan(0.05); // a bow out of plane has a little
});

test('a rod turned at one end passes the turn on: steady torque along it, whatever its shape', () => {
  const { cable, world } = twistAndSlacken(1);
  expect(world.run(1.5, 1e-2)).toBe(true);
  const all = torques(cable);
  expect(Math.max(...all) - Math.min(...all)).toBeLessThan(0.05 * Math.max(...all));
});
