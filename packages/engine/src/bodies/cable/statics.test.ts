/** Equilibria against closed forms and published numbers (ids of the reference cases), found without a guess of the shape. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { makeCable, placeNodes } from './build.ts';
import { type Cable, START } from './cable.ts';
import type { CableSurroundings } from './evaluate.ts';
import { FluidSamples } from './fluid.ts';
import { chooseElements } from './resolution.ts';
import type { RopeLength, RopeSpec } from './rope.ts';
import { Seabed } from './seabed.ts';
import { startShape } from './start-shape.ts';
import { type StaticsOptions, type StaticsResult, solveStatics } from './statics.ts';
import { hold } from './test-world.ts';

const g = 9.81;
const gravity = Float64Array.of(0, 0, -g);
const none = new Float64Array(3);

function pull(cable: Cable, node: number): number {
  return Math.hypot(cable.force[4 * node], cable.force[4 * node + 1], cable.force[4 * node + 2]);
}

interface Span {
  readonly span: number;
  readonly rise: number;
  readonly L0: number;
  readonly w: number;
  readonly EA: number;
}

function hang(
  pieces: readonly RopeLength[],
  set: Span,
  around: CableSurroundings = { gravity },
  bed?: number,
  drag?: number[],
) {
  const cable = makeCable({ pieces });
  const result = settle(cable, set, around, bed, drag);
  return { cable, result };
}

function settle(cable: Cable, set: Span, around: CableSurroundings, bed?: number, drag?: number[]): StaticsResult {
  const points = new Float64Array(3 * cable.nodeCount);
  const loads = { weight: [0, 0, -set.w], ...(bed === undefined ? {} : { bed }), ...(drag ? { drag } : {}) };
  startShape(points, cable.tension, cable, { start: [0, 0, 0], end: [set.span, 0, set.rise] }, loads);
  placeNodes(cable, points);
  return solveStatics(cable, around, { held: hold(cable, [0, cable.nodeCount - 1]) });
}

/** CB-01: H, mid-point; Irvine 1981, s. 1.4 in 30 digits. */
const catenaries: readonly (Span & { name: string; H: number; mid: [number, number]; N: number })[] = [
  {
    name: 'level slack',
    span: 80,
    rise: 0,
    L0: 100,
    w: 100,
    EA: 1e6,
    H: 3335.4808619795,
    mid: [40, -26.8746276396],
    N: 128,
  },
  {
    name: 'level near-taut',
    span: 100,
    rise: 0,
    L0: 100.1,
    w: 7.5,
    EA: 1e7,
    H: 4078.0065968488,
    mid: [50, -2.29959799369],
    N: 80,
  },
  {
    name: 'inclined',
    span: 60,
    rise: 40,
    L0: 75,
    w: 12,
    EA: 2e5,
    H: 588.7258718244,
    mid: [34.8519656498, 12.2051426663],
    N: 80,
  },
  {
    name: 'stretched',
    span: 50,
    rise: 10,
    L0: 50.5,
    w: 20,
    EA: 5e5,
    H: 5413.6654193553,
    mid: [25.2213221556, 3.87906447723],
    N: 40,
  },
  {
    name: 'steep',
    span: 10,
    rise: 90,
    L0: 92,
    w: 30,
    EA: 1e6,
    H: 69.754587008885,
    mid: [8.39063015707, 43.9337215214],
    N: 640,
  },
];

describe('CB-01 elastic catenary', () => {
  test.each(catenaries)('$name: H to 1e-4, position to 1 mm at $N elements', (set) => {
    const rope = { massPerLength: set.w / g, axialStiffness: set.EA, diameter: 0.02 };
    const { cable, result } = hang([{ rope, length: set.L0, elements: set.N }], set);
    expect(result.ok).toBe(true);
    expect(result.iterations).toBeLessThan(15);
    expect(Math.abs(cable.force[0] / set.H - 1)).toBeLessThan(1e-4);
    const middle = 4 * (set.N / 2);
    expect(Math.abs(cable.q[middle] - set.mid[0])).toBeLessThan(1e-3);
    expect(Math.abs(cable.q[middle + 2] - set.mid[1])).toBeLessThan(1e-3);
  });

  test('second order: halving the elements leaves a quarter of the error', () => {
    const set = catenaries[2];
    const rope = { massPerLength: set.w / g, axialStiffness: set.EA, diameter: 0.02 };
    const errors = [20, 40, 80].map((elements) => {
      const { cable } = hang([{ rope, length: set.L0, elements }], set);
      return Math.abs(cable.force[0] / set.H - 1);
    });
    expect(Math.log2(errors[0] / errors[1])).toBeCloseTo(2, 1);
    expect(Math.log2(errors[1] / errors[2])).toBeCloseTo(2, 1);
  });

  test('elements chosen for a tolerance keep it, graded towards the bend of a steep line', () => {
    const set = catenaries[4];
    const rope = { massPerLength: set.w / g, axialStiffness: set.EA, diameter: 0.02 };
    const ropes = [{ rope, length: set.L0 }];
    const found = chooseElements({
      ropes,
      settle: (cable) => settle(cable, set, { gravity }).ok,
      position: 1e-3,
      force: 1e-4,
    });
    expect(found.reached).toBe(true);
    const { cable } = hang(found.pieces, set);
    expect(Math.abs(cable.force[0] / set.H - 1)).toBeLessThan(40 * 1e-4); // of 2765 N, the larger end force
    expect(found.elements).toBeLessThan(160); // even elements need more than 160 for 1 mm
  });
});

test('CB-02 point load on a slack cable: displacement to 5 mm with 80 elements', () => {
  const rope = { massPerLength: 46.12 / g, axialStiffness: 71840400, diameter: 0.02 };
  const pieces = [
    { rope, length: 125.88, elements: 32 },
    { rope, length: 186.85, elements: 48 },
  ];
  const { cable } = hang(pieces, { span: 304.8, rise: 0, L0: 312.73, w: 46.12, EA: 71840400 });
  const [x, z] = [cable.q[4 * 32], cable.q[4 * 32 + 2]];
  const load = new Float64Array(4 * 81);
  load[4 * 32 + 2] = -35586;
  const result = solveStatics(cable, { gravity }, { held: hold(cable, [0, 80]), load });
  expect(result.ok).toBe(true);
  expect(Math.abs(cable.q[4 * 32] - x + 0.8614515801)).toBeLessThan(0.005);
  expect(Math.abs(cable.q[4 * 32 + 2] - z + 5.63127689)).toBeLessThan(0.005);
});

describe('CB-03 line on a frictionless bed', () => {
  test.each([
    { name: 'MoorPy 2', span: 400, rise: 200, L0: 500, w: 800, EA: 7.51e12, H: 96643.45354712, T: 256643.4497837 },
    {
      name: 'WD0200 chain',
      span: 700,
      rise: 200,
      L0: 760,
      w: 3323.249866918941,
      EA: 1.674e9,
      H: 1406150.291663,
      T: 2070110.868283,
    },
    {
      name: 'OC3 spar',
      span: 848.67,
      rise: 250,
      L0: 902.2,
      w: 698.094,
      EA: 3.84243e8,
      H: 736938.3235308,
      T: 911088.3568686,
    },
  ])('$name: H and fairlead tension to 1e-4 with 200 elements', (set) => {
    const rope = { massPerLength: set.w / g, axialStiffness: set.EA, diameter: 0.2 };
    // a stiff bed at the height at which the line sinks in by 0.1 mm
    const stiffness = set.w / 0.2 / 1e-4;
    const spec = { normal: [0, 0, 1] as const, height: -0.1 + 1e-4, stiffness, damping: 0, friction: 0, give: 0.01 };
    const { cable, result } = hang(
      [{ rope, length: set.L0, elements: 200 }],
      set,
      { gravity, seabed: new Seabed(spec, 201) },
      0,
    );
    expect(result.ok).toBe(true);
    expect(Math.abs(-cable.force[800] / set.H - 1)).toBeLessThan(1e-4);
    expect(Math.abs(pull(cable, 200) / set.T - 1)).toBeLessThan(1e-4);
  });
});

describe('CB-04 cable in a uniform current', () => {
  test.each([
    {
      name: 'ROV tether',
      L: 100,
      w: 0.5,
      d: 0.02,
      Cn: 1.2,
      Ct: 0.01,
      U: 0.5,
      F: [0, 0.001],
      T: 26.20423912150576,
      at: [92.19958581343683, -38.719666882001476],
    },
    {
      name: 'clump',
      L: 200,
      w: 10,
      d: 0.03,
      Cn: 1.2,
      Ct: 0.02,
      U: 1,
      F: [0, 500],
      T: 2040.2858471251693,
      at: [133.07315706749034, -145.03719629314907],
    },
    {
      name: 'tow',
      L: 300,
      w: 8,
      d: 0.025,
      Cn: 1.5,
      Ct: 0.015,
      U: 3,
      F: [400, 100],
      T: 2480.0481330497673,
      at: [293.1021211073155, -63.95609540198017],
    },
  ])('$name: tension to 1e-3, position to 0.1 m with 50 elements, started well and started straight down', (set) => {
    const N = 50;
    const area = (Math.PI * set.d * set.d) / 4;
    const rope = {
      massPerLength: set.w / g + 1025 * area,
      axialStiffness: 1e8,
      diameter: set.d,
      dragNormal: set.Cn,
      dragTangential: set.Ct,
    };
    const fluid = new FluidSamples(N + 1);
    fluid.density.fill(1025);
    for (let i = 0; i <= N; i++) fluid.velocity[3 * i] = set.U;
    const load = new Float64Array(4 * (N + 1));
    load[4 * N] = set.F[0];
    load[4 * N + 2] = -set.F[1];
    for (const drag of [0.5 * 1025 * set.d * set.Cn * set.U * set.U, 0]) {
      const cable = makeCable({ pieces: [{ rope, length: set.L, elements: N }] });
      const points = new Float64Array(3 * (N + 1));
      const loads = { weight: [0, 0, -set.w], endLoad: [0, 0, -set.F[1]], drag: [drag, 0, 0] };
      startShape(points, cable.tension, cable, { start: [0, 0, 0] }, loads);
      placeNodes(cable, points);
      const result = solveStatics(cable, { gravity, fluid }, { held: hold(cable, [0]), load });
      expect(result.ok).toBe(true);
      expect(Math.abs(pull(cable, 0) / set.T - 1)).toBeLessThan(1e-3);
      expect(Math.abs(cable.q[4 * N] - set.at[0])).toBeLessThan(0.1);
      expect(Math.abs(cable.q[4 * N + 2] - set.at[1])).toBeLessThan(0.1);
    }
  });
});

/** A straight rod along x, clamped at its start, loaded at its end. */
function cantilever(
  rope: RopeSpec,
  length: number,
  elements: number,
  force: readonly number[],
  options: Partial<StaticsOptions> = {},
) {
  const cable = makeCable({ pieces: [{ rope, length, elements }] });
  cable.clamp(START, [1, 0, 0]);
  placeNodes(
    cable,
    Float64Array.from({ length: 3 * (elements + 1) }, (_, i) => (i % 3 === 0 ? (length * i) / 3 / elements : 0)),
  );
  const load = new Float64Array(4 * (elements + 1));
  load.set(force, 4 * elements);
  const result = solveStatics(cable, { gravity: none }, { held: hold(cable, [0]), load, ...options });
  return { cable, result };
}

const rod = { massPerLength: 1, axialStiffness: 1e7, diameter: 0.02, slackRatio: 1, bendingStiffness: 1 };

describe('CB-07 elastica', () => {
  test.each([
    [0.2, 0.0663644821448305, 0.0026465483405227687],
    [1, 0.30172077379981355, 0.05643323628337688],
    [5, 0.7137915236119128, 0.38762836072442985],
    [10, 0.8106090248802964, 0.5549955977537513],
  ])('P L^2/EI = %f: tip to 1e-4 with 160 elements', (P, w, u) => {
    const { cable, result } = cantilever(rod, 1, 160, [0, 0, -P]);
    expect(result.ok).toBe(true);
    expect(Math.abs(-cable.q[642] / w - 1)).toBeLessThan(1e-4);
    expect(Math.abs((1 - cable.q[640]) / u - 1)).toBeLessThan(1e-4 + 1e-6 / u); // EA gives 1e-6 at the largest load
  });

  test('second order, and the moment on the clamp is load times arm', () => {
    const errors = [20, 40, 80].map((n) => {
      const { cable } = cantilever(rod, 1, n, [0, 0, -5]);
      expect(cable.endMoment[1]).toBeCloseTo(5 * cable.q[4 * n], 6);
      return Math.abs((1 - cable.q[4 * n]) / 0.38762836072442985 - 1);
    });
    expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(1.8);
    expect(Math.log2(errors[1] / errors[2])).toBeGreaterThan(1.8);
  });
});

describe('CB-14 45-degree bend (natural curvature, bending and torsion in space)', () => {
  const angle = Math.PI / 4;
  const rope: RopeSpec = {
    massPerLength: 1,
    axialStiffness: 1e7,
    diameter: 1,
    slackRatio: 1,
    bendingStiffness: 1e7 / 12,
    torsionalStiffness: 5e6 / 6,
    naturalCurvature: [0, -0.01],
  };
  test.each([
    [300, 58.77912248968829, 22.244780945369435, 40.191891670143576],
    [450, 52.23855801115965, 18.508178925371347, 48.502927344138],
    [600, 47.15043857363224, 15.68480053404032, 53.474858791824445],
  ])('%f lb: tip to 0.5 %% with 8 elements, to 0.05 %% with 32', (P, x, y, z) => {
    for (const [n, tolerance] of [
      [8, 5e-3],
      [32, 5e-4],
    ]) {
      const cable = makeCable({ pieces: [{ rope, length: 100 * angle, elements: n }] });
      const points = new Float64Array(3 * (n + 1));
      for (let i = 0; i <= n; i++) {
        points[3 * i] = 100 * Math.sin((angle * i) / n);
        points[3 * i + 1] = 100 * (1 - Math.cos((angle * i) / n));
      }
      cable.clamp(START, [1, 0, 0], [0, 0, 1]);
      placeNodes(cable, points);
      const load = new Float64Array(4 * (n + 1));
      load[4 * n + 2] = P;
      expect(solveStatics(cable, { gravity: none }, { held: hold(cable, [0]), load }).ok).toBe(true);
      [x, y, z].forEach((exact, r) => {
        expect(Math.abs(cable.q[4 * n + r] / exact - 1)).toBeLessThan(tolerance);
      });
    }
  });
});

test('random lines, slack to taut, light to heavy, on a bed or not, in a current: all settle', () => {
  const random = new Random(11);
  const log = (low: number, high: number) => low * (high / low) ** random.uniform();
  for (let trial = 0; trial < 60; trial++) {
    const N = 10 + Math.floor(40 * random.uniform());
    const L = log(5, 1000);
    const reach = L * (0.2 + 0.82 * random.uniform());
    const tilt = (random.uniform() - 0.3) * Math.PI * 0.45;
    const w = log(0.5, 2000);
    const EA = log(1e5, 1e9);
    const wet = trial % 3 === 0;
    const onBed = trial % 4 === 1;
    const rope: RopeSpec = {
      massPerLength: w / g,
      axialStiffness: EA,
      diameter: 0.02,
      displacedArea: 0,
      bendingStiffness: trial % 5 === 0 ? log(0.1, 100) : 0,
      dragNormal: 1.2,
      dragTangential: 0.02,
    };
    const set = { span: reach * Math.cos(tilt), rise: Math.abs(reach * Math.sin(tilt)), L0: L, w, EA };
    const fluid = new FluidSamples(N + 1);
    if (wet) fluid.density.fill(1000);
    for (let i = 0; i <= N; i++) fluid.velocity.set([0.3, 1.1 * random.uniform(), 0], 3 * i);
    const spec = {
      normal: [0, 0, 1] as const,
      height: -0.01,
      stiffness: w / 0.02 / 0.01,
      damping: 1,
      friction: 0.5,
      give: 0.01,
    };
    const around = { gravity, fluid, ...(onBed ? { seabed: new Seabed(spec, N + 1) } : {}) };
    const { result } = hang(
      [{ rope, length: L, elements: N }],
      set,
      around,
      onBed ? 0 : undefined,
      wet ? [3.6 * 0.3, 3.6 * 0.55, 0] : undefined,
    );
    expect({ trial, ...result }).toMatchObject({ ok: true });
  }
});
