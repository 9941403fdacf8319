/**
 * A run for the report's tests, made without the engine: two bars hang on a pin and swing, a box falls beside them,
 * bounces and slides to rest. Bars: Lagrange's equations with bearing damping; box: spring-damper contact and
 * regularised Coulomb friction. Classical Runge-Kutta at 0.1 ms, so the energy ledger closes for a real reason.
 */
import {
  type Channel,
  type Frames,
  Recording,
  type RunEvent,
  type RunManifest,
  SCALAR,
  type Scenery,
  summarise,
  VECTOR,
} from '../../record/src/index.ts';
import { box, cylinder } from './shapes.ts';

const g = 9.81;
const bar = { m1: 4, m2: 2.5, l1: 1.1, l2: 0.9, c1: 0.25, c2: 0.12, pin: [0, 0, 2.4] as const };
const crate = { m: 12, half: 0.2, k: 6e5, c: 700, mu: 0.35, y: -0.9, slip: 2e-2 };
const H = 1e-4;

/** th1, th2, w1, w2 | x, z, yaw, vx, vz, wyaw | lost in pin, elbow, contact normal, contact friction */
type State = Float64Array;

function bars(s: State): { a1: number; a2: number } {
  const { m1, m2, l1, l2, c1, c2 } = bar;
  const [th1, th2, w1, w2] = s;
  const d = th1 - th2;
  const I1 = (m1 * l1 * l1) / 3 + m2 * l1 * l1;
  const I2 = (m2 * l2 * l2) / 3;
  const k = 0.5 * m2 * l1 * l2;
  const r1 = -k * Math.sin(d) * w2 * w2 - (m1 / 2 + m2) * g * l1 * Math.sin(th1) - c1 * w1 - c2 * (w1 - w2);
  const r2 = k * Math.sin(d) * w1 * w1 - 0.5 * m2 * g * l2 * Math.sin(th2) - c2 * (w2 - w1);
  const off = k * Math.cos(d);
  const det = I1 * I2 - off * off;
  return { a1: (r1 * I2 - r2 * off) / det, a2: (I1 * r2 - off * r1) / det };
}

function contact(s: State): { normal: number; friction: number; depth: number } {
  const depth = crate.half - s[5];
  if (depth <= 0) return { normal: 0, friction: 0, depth: 0 };
  const normal = Math.max(0, crate.k * depth - crate.c * s[8] * Math.min(1, depth / 1e-4));
  return { normal, friction: -crate.mu * normal * Math.tanh(s[7] / crate.slip), depth };
}

function rate(out: State, s: State): void {
  const { a1, a2 } = bars(s);
  const { normal, friction, depth } = contact(s);
  const spin = -0.12 * crate.mu * normal * Math.tanh(s[9] / 0.02);
  const inertia = (crate.m * 2 * (2 * crate.half) ** 2) / 12;
  out.set([s[2], s[3], a1, a2, s[7], s[8], s[9], friction / crate.m, normal / crate.m - g, spin / inertia]);
  out[10] = bar.c1 * s[2] * s[2];
  out[11] = bar.c2 * (s[2] - s[3]) ** 2;
  out[12] = -(normal - crate.k * depth) * s[8];
  out[13] = -friction * s[7] - spin * s[9];
}

function step(s: State, k: readonly State[], trial: State): void {
  const weights = [0.5, 0.5, 1];
  rate(k[0], s);
  for (let stage = 1; stage < 4; stage++) {
    for (let i = 0; i < s.length; i++) trial[i] = s[i] + H * weights[stage - 1] * k[stage - 1][i];
    rate(k[stage], trial);
  }
  for (let i = 0; i < s.length; i++) s[i] += (H / 6) * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

function energies(s: State): { kinetic: number; potential: number; elastic: number; dissipated: number } {
  const { m1, m2, l1, l2, pin } = bar;
  const [th1, th2, w1, w2] = s;
  const coupling = 0.5 * m2 * l1 * l2 * Math.cos(th1 - th2) * w1 * w2;
  const swing = 0.5 * ((m1 / 3 + m2) * l1 * l1 * w1 * w1 + (m2 / 3) * l2 * l2 * w2 * w2) + coupling;
  const inertia = (crate.m * 2 * (2 * crate.half) ** 2) / 12;
  const { depth } = contact(s);
  const z1 = pin[2] - 0.5 * l1 * Math.cos(th1);
  const z2 = pin[2] - l1 * Math.cos(th1) - 0.5 * l2 * Math.cos(th2);
  return {
    kinetic: swing + 0.5 * crate.m * (s[7] ** 2 + s[8] ** 2) + 0.5 * inertia * s[9] ** 2,
    potential: g * (m1 * z1 + m2 * z2 + crate.m * s[5]),
    elastic: 0.5 * crate.k * depth * depth,
    dissipated: s[10] + s[11] + s[12] + s[13],
  };
}

const channels: readonly Channel[] = [
  { name: 'upper.position', unit: 'm', components: VECTOR },
  { name: 'upper.angular-velocity', unit: 'rad/s', components: VECTOR },
  { name: 'lower.position', unit: 'm', components: VECTOR },
  { name: 'lower.angular-velocity', unit: 'rad/s', components: VECTOR },
  { name: 'lower.tip.position', unit: 'm', components: VECTOR },
  { name: 'lower.tip.velocity', unit: 'm/s', components: VECTOR },
  { name: 'crate.position', unit: 'm', components: VECTOR },
  { name: 'crate.velocity', unit: 'm/s', components: VECTOR },
  { name: 'joint.pin.reaction', unit: 'N', components: VECTOR },
  { name: 'joint.pin.angle', unit: 'rad', components: SCALAR },
  { name: 'joint.elbow.reaction', unit: 'N', components: VECTOR },
  { name: 'joint.elbow.angle', unit: 'rad', components: SCALAR },
  { name: 'contact.crate~ground.normal-force', unit: 'N', components: SCALAR },
  { name: 'contact.crate~ground.friction-force', unit: 'N', components: SCALAR },
  { name: 'contact.crate~ground.depth', unit: 'm', components: SCALAR },
  ...['kinetic', 'potential', 'elastic', 'dissipated', 'work', 'total', 'imbalance'].map(
    (name): Channel => ({ name: `energy.${name}`, unit: 'J', components: SCALAR }),
  ),
  { name: 'solver.step', unit: 's', components: SCALAR },
  { name: 'solver.iterations', unit: '', components: SCALAR },
];

function row(s: State, initial: number): number[] {
  const { m1, m2, l1, l2, pin } = bar;
  const [th1, th2, w1, w2] = s;
  const { a1, a2 } = bars(s);
  const [s1, c1, s2, c2] = [Math.sin(th1), Math.cos(th1), Math.sin(th2), Math.cos(th2)];
  const elbow = [pin[0] + l1 * s1, 0, pin[2] - l1 * c1];
  const tip = [elbow[0] + l2 * s2, 0, elbow[2] - l2 * c2];
  const ax1 = 0.5 * l1 * (c1 * a1 - s1 * w1 * w1);
  const az1 = 0.5 * l1 * (s1 * a1 + c1 * w1 * w1);
  const ax2 = 2 * ax1 + 0.5 * l2 * (c2 * a2 - s2 * w2 * w2);
  const az2 = 2 * az1 + 0.5 * l2 * (s2 * a2 + c2 * w2 * w2);
  const elbowForce = [m2 * ax2, 0, m2 * (az2 + g)];
  const pinForce = [m1 * ax1 + elbowForce[0], 0, m1 * (az1 + g) + elbowForce[2]];
  const touch = contact(s);
  const e = energies(s);
  const total = e.kinetic + e.potential + e.elastic + e.dissipated;
  const busy = touch.depth > 0 && Math.abs(s[8]) > 0.01;
  return [
    ...pin,
    0,
    -w1,
    0,
    ...elbow,
    0,
    -w2,
    0,
    ...tip,
    l1 * c1 * w1 + l2 * c2 * w2,
    0,
    l1 * s1 * w1 + l2 * s2 * w2,
    s[4],
    crate.y,
    s[5],
    s[7],
    0,
    s[8],
    ...pinForce,
    th1,
    ...elbowForce,
    th2 - th1,
    touch.normal,
    touch.friction,
    touch.depth,
    e.kinetic,
    e.potential,
    e.elastic,
    e.dissipated,
    0,
    e.kinetic + e.potential + e.elastic,
    total - initial,
    busy ? 2.5e-4 : 4e-3 / (1 + 0.15 * Math.abs(w2)),
    busy ? 5 : 2 + (Math.abs(w2) > 6 ? 1 : 0),
  ];
}

function poses(s: State): number[] {
  const { l1, pin } = bar;
  const about = (angle: number, axis: 2 | 3): number[] => {
    const q = [Math.cos(angle / 2), 0, 0, 0];
    q[axis] = Math.sin(angle / 2);
    return q;
  };
  const elbow = [pin[0] + l1 * Math.sin(s[0]), 0, pin[2] - l1 * Math.cos(s[0])];
  return [
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    ...pin,
    ...about(-s[0], 2),
    ...elbow,
    ...about(-s[1], 2),
    s[4],
    crate.y,
    s[5],
    ...about(s[6], 3),
  ];
}

export interface ExampleRun {
  readonly manifest: RunManifest;
  readonly recording: Recording;
  readonly frames: Frames;
  readonly scenery: Scenery;
}

export function doublePendulum(duration = 10, sampleRate = 100, frameRate = 30): ExampleRun {
  const s = new Float64Array(14);
  s.set([1.9, 2.4, 0, 0, -1.6, 1.5, 0.3, 1.8, 0, 2.2]);
  const k = [0, 1, 2, 3].map(() => new Float64Array(14));
  const trial = new Float64Array(14);
  const start = energies(s);
  const initial = start.kinetic + start.potential + start.elastic;
  const rows: number[][] = [];
  const times: number[] = [];
  const frameTimes: number[] = [];
  const framePoses: number[] = [];
  const events: RunEvent[] = [{ time: 0, kind: 'phase', subject: 'swing', message: 'the bars are released' }];
  let touching = false;
  const steps = Math.round(duration / H);
  for (let i = 0; i <= steps; i++) {
    const t = i * H;
    if (i % Math.round(1 / (sampleRate * H)) === 0) {
      rows.push(row(s, initial));
      times.push(t);
    }
    if (frameTimes.length / frameRate <= t + 1e-9) {
      frameTimes.push(t);
      framePoses.push(...poses(s));
    }
    const now = contact(s).depth > 0;
    if (now !== touching) {
      const speed = Math.abs(s[8]).toFixed(2);
      const kind = now ? 'contact-begin' : 'contact-end';
      events.push({ time: t, kind, subject: 'crate~ground', message: `${now ? 'touches' : 'leaves'} at ${speed} m/s` });
      touching = now;
    }
    step(s, k, trial);
  }
  const columns = rows[0].map((_, c) => Float64Array.from(rows, (values) => values[c]));
  const recording = new Recording(channels, Float64Array.from(times), columns);
  const frames: Frames = {
    bodies: ['world', 'upper', 'lower', 'crate'],
    time: Float64Array.from(frameTimes),
    poses: Float64Array.from(framePoses),
  };
  return { manifest: manifestOf(recording, s, initial, events, duration), recording, frames, scenery: scenery() };
}

function manifestOf(
  recording: Recording,
  s: State,
  initial: number,
  events: RunEvent[],
  duration: number,
): RunManifest {
  const e = energies(s);
  const imbalance = e.kinetic + e.potential + e.elastic + e.dissipated - initial;
  return {
    hawser: '0.1.0',
    format: 1,
    scenario: {
      title: 'Double pendulum and crate',
      file: 'scenarios/double-pendulum/double-pendulum.yaml',
      source: SOURCE,
      resolved: {
        description:
          'Two bars swing from a pin while a crate is thrown onto the floor beside them. Bearings are damped, the floor is rough.',
        run: { duration },
      },
    },
    seed: 1,
    versions: { hawser: '0.1.0', node: '20.20.2' },
    started: '2026-11-15T20:30:00Z',
    status: 'complete',
    warnings: ['joint elbow: limits are missing; the lower bar may pass through the upper one'],
    summary: {
      simulatedTime: duration,
      steps: 4127,
      rejected: 38,
      iterations: 11893,
      cpuSeconds: 0.71,
      realTimeRatio: duration / 0.71,
      energy: { ...e, work: 0, initial, imbalance },
      dissipation: [
        { name: 'joint.pin', dissipated: s[10] },
        { name: 'joint.elbow', dissipated: s[11] },
        { name: 'contact.crate~ground (normal)', dissipated: s[12] },
        { name: 'contact.crate~ground (friction)', dissipated: s[13] },
      ],
      hash: '8c1f04d2a97be356',
    },
    extremes: summarise(recording),
    events,
    files: { series: 'series.parquet', animation: 'animation.glb', report: 'report.html' },
  };
}

function scenery(): Scenery {
  const { l1, l2 } = bar;
  return {
    bodies: [
      {
        name: 'world',
        fixed: true,
        parts: [
          box('floor', [40, 40, 0.1], [0, 0, -0.05], '#b9c4c9'),
          box('post', [0.12, 0.12, 2.55], [0, 0.32, 1.275], '#5b6b75'),
          cylinder('pin', 0.05, 0.5, [0, 0.14, 2.4], '#3d4a52'),
        ],
      },
      {
        name: 'upper',
        fixed: false,
        parts: [
          box('bar', [0.09, 0.05, l1], [0, 0, -l1 / 2], '#c2562d'),
          cylinder('eye', 0.07, 0.14, [0, 0, -l1], '#3d4a52'),
        ],
      },
      { name: 'lower', fixed: false, parts: [box('bar', [0.07, 0.05, l2], [0, -0.06, -l2 / 2], '#d9a441')] },
      { name: 'crate', fixed: false, parts: [box('crate', [0.4, 0.4, 0.4], [0, 0, 0], '#2f7d95')] },
    ],
  };
}

const SOURCE = `hawser: 1
title: Double pendulum and crate
description: >
  Two bars swing from a pin while a crate is thrown onto the floor beside them.
  Bearings are damped, the floor is rough.
environment: { gravity: 9.81 m/s^2 }
materials:
  steel: { youngs: 210 GPa, poisson: 0.3, density: 7850 kg/m^3, restitution: 0.4, friction: 0.35 }
bodies:
  upper:
    mass: 4 kg
    inertia: [0.4, 0.4, 0.01]
    position: [0, 0, 2.4 m]
    rotation: { axis: [0, 1, 0], angle: -108.9 deg }   # almost level
    shapes: [ { box: [90 mm, 50 mm, 1.1 m], at: [0, 0, -0.55 m], colour: '#c2562d' } ]
  lower:
    mass: 2.5 kg
    points: { tip: [0, 0, -0.9 m] }
  crate:
    mass: 12 kg
    position: [-1.6 m, -0.9 m, 1.5 m]
    velocity: [1.8 m/s, 0, 0]
joints:
  pin:   { type: revolute, between: [world, upper], at: [0, 0, 2.4 m], axis: [0, 1, 0], damping: 0.25 N m s }
  elbow: { type: revolute, between: [upper, lower], axis: [0, 1, 0], damping: 0.12 N m s }
run: { duration: 10 s, seed: 1 }
output: { rate: 100 Hz, channels: ['*'], animation rate: 30 Hz }
`;
