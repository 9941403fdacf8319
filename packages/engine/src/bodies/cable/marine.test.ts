/** Lines in water against other people's programs: CB-15, CB-16, CB-17. Time series are thinned out. */
import { describe, expect, test } from 'vitest';
import { makeCable, placeNodes } from './build.ts';
import type { Cable } from './cable.ts';
import { FluidSamples } from './fluid.ts';
import { Seabed } from './seabed.ts';
import { startShape } from './start-shape.ts';
import { solveStatics } from './statics.ts';
import { CableWorld, hold, type WorldOptions } from './test-world.ts';

function pull(cable: Cable, node: number): number {
  return Math.hypot(cable.force[4 * node], cable.force[4 * node + 1], cable.force[4 * node + 2]);
}

interface Line {
  readonly g: number;
  readonly rho: number;
  readonly m: number;
  readonly EA: number;
  readonly EI?: number;
  readonly d: number;
  readonly drag: readonly [number, number];
  readonly tau: number;
  readonly L: number;
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly elements: number;
  /** height, stiffness [Pa/m], damping [s/m], friction */
  readonly bed?: readonly [number, number, number, number];
}

/** A line at rest in still water, and a clock for it. */
function settle(line: Line, options: (n: number, fluid: FluidSamples) => WorldOptions) {
  const n = line.elements;
  const gravity = Float64Array.of(0, 0, -line.g);
  const rope = {
    massPerLength: line.m,
    axialStiffness: line.EA,
    diameter: line.d,
    dragNormal: line.drag[0],
    dragTangential: line.drag[1],
    addedMassNormal: 1,
    axialDamping: line.tau,
    bendingStiffness: line.EI ?? 0,
  };
  const cable = makeCable({ pieces: [{ rope, length: line.L, elements: n }] });
  const fluid = new FluidSamples(n + 1);
  fluid.density.fill(line.rho);
  const weight = (line.m - (line.rho * Math.PI * line.d * line.d) / 4) * line.g;
  const points = new Float64Array(3 * (n + 1));
  const bed = line.bed;
  startShape(points, cable.tension, cable, line, { weight: [0, 0, -weight], ...(bed ? { bed: bed[0] } : {}) });
  placeNodes(cable, points);
  let around = { gravity, fluid } as { gravity: Float64Array; fluid: FluidSamples; seabed?: Seabed };
  if (bed) {
    // the centre line rests on the bed, as the programs compared with have it
    const spec = {
      normal: [0, 0, 1] as const,
      height: bed[0] - line.d / 2,
      stiffness: bed[1],
      damping: bed[2],
      friction: bed[3],
      give: 0.05,
    };
    around = { gravity, fluid, seabed: new Seabed(spec, n + 1) };
  }
  const held = hold(cable, [0, n]);
  const result = solveStatics(cable, around, { held });
  expect(result.ok).toBe(true);
  return { cable, world: new CableWorld(cable, around, { held, tolerance: 1e-5, ...options(n, fluid) }) };
}

/** Node n moves by amplitude sin(w t) in coordinate r about where it is, from rest over `ramp` seconds. */
function sway(n: number, r: number, centre: number, amplitude: number, period: number, ramp: number): WorldOptions {
  const w = (2 * Math.PI) / period;
  const i = 4 * n + r;
  return {
    drive: (cable, t) => {
      const grown = ramp > 0 ? Math.min(1, t / ramp) : 1;
      const growth = t < ramp ? 1 / ramp : 0;
      cable.q[i] = centre + grown * amplitude * Math.sin(w * t);
      cable.v[i] = amplitude * (grown * w * Math.cos(w * t) + growth * Math.sin(w * t));
      cable.a[i] = amplitude * (-grown * w * w * Math.sin(w * t) + 2 * growth * w * Math.cos(w * t));
    },
  };
}

const jumper: Line = {
  g: 9.807,
  rho: 1000,
  m: 165,
  EA: 5e8,
  EI: 120800,
  d: 0.396,
  drag: [1, 0],
  tau: 1e-3,
  L: 170,
  start: [-100, 0, -55],
  end: [0, 0, -5],
  elements: 40,
};

/** [s, kN] of the top, Lowe & Langley 2006 as digitised by others */
const case1 = [
  [0, 49.7278],
  [2.6, 44.8009],
  [5.2, 41.613],
  [7.8, 42.418],
  [10.5, 45.123],
  [13.1, 47.0228],
  [15.8, 46.4754],
  [18.6, 47.0228],
  [21.2, 49.8244],
  [23.8, 52.2073],
  [26.4, 50.9514],
  [29, 46.1212],
  [31.6, 41.9994],
  [34.2, 41.9672],
  [36.9, 44.2857],
  [39.5, 46.8296],
  [42.5, 46.5398],
  [45.4, 46.7974],
  [48, 49.6311],
  [50.6, 52.0463],
  [53.2, 51.1446],
  [55.8, 46.7974],
  [58.4, 42.3214],
  [61, 41.8706],
  [63.8, 44.2213],
  [66.4, 46.733],
];
const case4 = [
  [-0, 44.4134],
  [1.5, 42.4106],
  [2.9, 43.5169],
  [4.3, 52.1197],
  [5.7, 53.0353],
  [7.1, 49.3538],
  [8.5, 45.7105],
  [9.9, 43.9175],
  [11.3, 42.4678],
  [12.7, 43.4978],
  [14.1, 51.2422],
  [15.5, 52.8255],
  [16.9, 50.1741],
  [18.4, 45.9203],
  [19.8, 44.0701],
  [21.3, 42.4678],
  [22.7, 43.4025],
  [24.1, 51.0133],
  [25.5, 52.8445],
  [26.9, 50.2694],
  [28.3, 46.0539],
  [29.7, 44.2227],
];

describe('CB-15 flexible jumper (Lowe & Langley 2006)', () => {
  test('at rest: forces of both ends to 0.2 kN', () => {
    const { cable } = settle(jumper, () => ({}));
    [11.4, 0, 45.71].forEach((force, r) => {
      expect(Math.abs(-cable.force[160 + r] / 1000 - force)).toBeLessThan(0.2);
    });
    [-11.4, 0, 24.04].forEach((force, r) => {
      expect(Math.abs(-cable.force[r] / 1000 - force)).toBeLessThan(0.2);
    });
  });

  test('top end moved by 10 m in 27 s: top tension to 1 kN throughout, 40 elements at 0.1 s', () => {
    const { cable, world } = settle(jumper, (n) => sway(n, 0, 0, 10, 27, 27));
    const series: number[] = [];
    while (world.time < 81 - 1e-6) {
      expect(world.step(0.1)).toBe(true);
      series.push(pull(cable, 40) / 1000);
    }
    // the last period, 270 steps
    for (const [t, kN] of case1)
      expect(Math.abs(series[540 + ((Math.round(t / 0.1) - 1 + 270) % 270)] - kN)).toBeLessThan(1);
  });

  test('regular wave of 5 m and 10 s: top tension to 1 kN throughout once the unknown start of time is fitted', () => {
    const w = (2 * Math.PI) / 10;
    const k = (w * w) / 9.807;
    const { cable, world } = settle(jumper, (n, fluid) => ({
      sample: (line, t) => {
        for (let i = 0; i <= n; i++) {
          const a = Math.min(1, t / 20) * 5 * w * Math.exp(k * line.q[4 * i + 2]);
          const phase = k * line.q[4 * i] - w * t;
          fluid.velocity.set([a * Math.cos(phase), 0, a * Math.sin(phase)], 3 * i);
          fluid.acceleration.set([a * w * Math.sin(phase), 0, -a * w * Math.cos(phase)], 3 * i);
        }
      },
    }));
    const series: number[] = [];
    while (world.time < 60 - 1e-6) {
      expect(world.step(0.1)).toBe(true);
      series.push(pull(cable, 40) / 1000);
    }
    const period = series.slice(-100);
    const worst = (shift: number) =>
      Math.max(...case4.map(([t, kN]) => Math.abs(period[(Math.round(t / 0.1) + shift) % 100] - kN)));
    expect(Math.min(...Array.from({ length: 100 }, (_, shift) => worst(shift)))).toBeLessThan(1);
  });
});

/** [s, kN at the fairlead, kN at the anchor], MoorDyn's comparison with Orcaflex */
const chain = [
  [0, 2258.06, 1478.4],
  [0.5999999999999996, 2201.1, 1463.95],
  [1.1999999999999993, 2086.86, 1426.28],
  [1.8000000000000007, 1966, 1385.93],
  [2.4000000000000004, 1893.57, 1355.85],
  [3, 1858.63, 1338.7],
  [3.5999999999999996, 1842.34, 1326.45],
  [4.199999999999999, 1833.77, 1320.52],
  [4.800000000000001, 1849.13, 1321.42],
  [5.4, 1903.29, 1329.25],
  [6, 1992, 1355.55],
  [6.600000000000001, 2104.41, 1395.56],
  [7.199999999999999, 2193.53, 1432.94],
  [7.800000000000001, 2256.56, 1460.48],
  [8.399999999999999, 2298.37, 1475.54],
  [9, 2296.69, 1478.16],
  [9.600000000000001, 2277.78, 1476.92],
];

test('CB-16 mooring chain: at rest to 2 %, under fairlead heave to 15 % (reached: 4 % and 8 %), 50 elements at 0.1 s', () => {
  const tau = 1e-2;
  const line: Line = {
    g: 9.80665,
    rho: 1025,
    m: 390,
    EA: 1.674e9,
    d: 0.252,
    drag: [1.37, 0.64],
    tau,
    L: 760,
    start: [700, 0, -200],
    end: [0, 0, 0],
    elements: 50,
    bed: [-200, 1e5, 2, 0.5],
  };
  const { cable, world } = settle(line, (n) => sway(n, 2, 0, 2, 10, 0));
  expect(Math.abs(pull(cable, 50) / 2065.4e3 - 1)).toBeLessThan(0.02);
  expect(Math.abs(pull(cable, 0) / 1402.2e3 - 1)).toBeLessThan(0.02);
  let k = 0;
  while (k < chain.length && world.time < 40) {
    expect(world.step(0.1)).toBe(true);
    if (Math.abs(world.time - 10 - chain[k][0]) > 1e-6) continue;
    expect(Math.abs(pull(cable, 50) / 1000 / chain[k][1] - 1)).toBeLessThan(0.05);
    expect(Math.abs(pull(cable, 0) / 1000 / chain[k][2] - 1)).toBeLessThan(0.1);
    k++;
  }
  expect(k).toBe(chain.length);
});

/** [s, N] at the fairlead, MoorDyn 2.7.1 with 100 segments */
const moordyn = [
  [190, 1062666],
  [190.5, 1057191],
  [191, 1040451],
  [191.5, 1005967],
  [192, 954356],
  [192.5, 891604],
  [193, 830394],
  [193.5, 785990],
  [194, 764446],
  [194.5, 758404],
  [195, 757467],
  [195.5, 761629],
  [196, 778869],
  [196.5, 812846],
  [197, 864339],
  [197.5, 925890],
  [198, 984498],
  [198.5, 1029627],
  [199, 1053536],
  [199.5, 1061750],
];

test('CB-17 mooring line under fairlead heave against MoorDyn: extremes to 1 %, series to 2 % rms; 50 elements at 0.1 s', () => {
  const n = 50;
  const line: Line = {
    g: 9.80665,
    rho: 1025,
    m: 77.7066,
    EA: 384243000,
    d: 0.09,
    drag: [1.6, 0.1],
    tau: 0.8 * (902.2 / n) * Math.sqrt(77.7066 / 384243000),
    L: 902.2,
    start: [853.87, 0, -320],
    end: [5.2, 0, -70],
    elements: n,
    // damping: 0.1 s over the depth at rest, 2.6 mm
    bed: [-320, 3e6, 38, 0],
  };
  const { cable, world } = settle(line, () => sway(n, 2, -70, 2, 10, 0));
  expect(world.run(90, 0.1)).toBe(true);
  let sum = 0;
  let square = 0;
  let [most, least] = [0, 1e99];
  let k = 0;
  for (let step = 0; step < 100; step++) {
    const T = pull(cable, n);
    most = Math.max(most, T);
    least = Math.min(least, T);
    if (k < moordyn.length && Math.abs(world.time + 100 - moordyn[k][0]) < 1e-6) {
      sum += (T - moordyn[k][1]) ** 2;
      square += moordyn[k][1] ** 2;
      k++;
    }
    expect(world.step(0.1)).toBe(true);
  }
  expect(k).toBe(moordyn.length);
  expect(Math.sqrt(sum / square)).toBeLessThan(1e-3); // 0.05 %
  expect(Math.abs(most / 1062790 - 1)).toBeLessThan(1e-3);
  expect(Math.abs(least / 757285 - 1)).toBeLessThan(1e-3);
});
