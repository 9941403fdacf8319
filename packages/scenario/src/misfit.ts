/** Why the two bodies of a joint do not fit together at the start, in the words of the scenario file. For messages only. */
import { type BodySpec, compileFunction, type JointSpec, type JointType, type Placement } from '@hawser/engine';
import { matrixOf } from './build/placement.ts';
import { standing } from './build/start.ts';
import type { IssueText } from './issues.ts';

/** One misfit of the bodies. */
interface Deviation {
  /** [m] or [rad] */
  readonly size: number;
  readonly found: string;
  readonly cure: string;
}

/** Undefined when nothing is off by more than `tolerance` [m, rad]. */
export function misfit(joint: JointSpec, bodies: readonly BodySpec[], tolerance: number): IssueText | undefined {
  const a = frameInWorld(bodies[joint.a], joint.frameA);
  const b = frameInWorld(bodies[joint.b], joint.frameB);
  if (!(openBy(joint, a, b) > tolerance)) return undefined;
  const worst = deviations(joint, a, b, tolerance).sort((p, q) => q.size - p.size)[0];
  if (worst === undefined || !(worst.size > tolerance)) return undefined; // the engine has a word for it
  const hint = `${worst.cure}, or set solver.assemble: true`;
  return { expected: 'two bodies that fit together at the start', found: worst.found, message: worst.found, hint };
}

export interface Frame {
  readonly origin: readonly number[];
  /** axes x, y, z in the world */
  readonly axes: readonly (readonly number[])[];
}

/** A joint frame at t = 0. */
export function frameInWorld(
  body: BodySpec & { readonly start?: Placement },
  { position, rotation }: Placement,
): Frame {
  const start = body.start ?? standing(body, undefined, 0).start;
  const [R, F] = [matrixOf(start.rotation), matrixOf(rotation)];
  const turned = (v: readonly number[]): number[] =>
    [0, 3, 6].map((i) => R[i] * v[0] + R[i + 1] * v[1] + R[i + 2] * v[2]);
  return {
    origin: turned(position).map((x, i) => x + start.position[i]),
    axes: [0, 1, 2].map((k) => turned([F[k], F[k + 3], F[k + 6]])),
  };
}

/** Pairs of axes, one in each body, that a joint holds perpendicular to each other (engine: joints/joint.ts, DOT rows). */
const PERPENDICULAR: Readonly<Record<JointType, readonly (readonly [number, number])[]>> = {
  point: [],
  distance: [],
  universal: [[2, 0]],
  revolute: [
    [0, 2],
    [1, 2],
  ],
  cylindrical: [
    [0, 2],
    [1, 2],
  ],
  planar: [
    [0, 2],
    [1, 2],
  ],
  prismatic: [
    [0, 2],
    [1, 2],
    [0, 1],
  ],
  fixed: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
};

/** [m or rad] the largest of the conditions as the engine counts them: axes turned about by half a turn fit as well. */
function openBy(joint: JointSpec, a: Frame, b: Frame): number {
  const d = b.origin.map((x, i) => x - a.origin[i]);
  if (joint.type === 'distance') return lengthDeviation(joint, Math.hypot(...d)).size;
  const [xA, yA, zA] = a.axes;
  const kind = OFFSET[joint.type];
  const offsets = kind === 'all' ? d : kind === 'along' ? [dot(d, zA)] : [dot(d, xA), dot(d, yA)];
  const turns = PERPENDICULAR[joint.type].map(([i, j]) => dot(a.axes[i], b.axes[j]));
  const driven = driverDeviations(joint, Math.atan2(dot(b.axes[0], yA), dot(b.axes[0], xA)), dot(d, zA));
  return Math.max(...[...offsets, ...turns].map(Math.abs), ...driven.map(({ size }) => size));
}

/** The joint origin must coincide; off the axis only; along the axis only. */
const OFFSET: Readonly<Partial<Record<JointType, 'all' | 'across' | 'along'>>> = {
  point: 'all',
  revolute: 'all',
  universal: 'all',
  fixed: 'all',
  prismatic: 'across',
  cylindrical: 'across',
  planar: 'along',
};

function deviations(joint: JointSpec, a: Frame, b: Frame, tolerance: number): Deviation[] {
  const d = b.origin.map((x, i) => x - a.origin[i]);
  const [xA, yA, zA] = a.axes;
  const along = dot(d, zA);
  if (joint.type === 'distance') return [lengthDeviation(joint, Math.hypot(...d))];
  const kind = OFFSET[joint.type];
  const gap =
    kind === 'all' ? Math.hypot(...d) : kind === 'along' ? Math.abs(along) : Math.hypot(dot(d, xA), dot(d, yA));
  const tilt = tiltOf(joint.type, a, b);
  return [
    {
      size: gap,
      found: `the two bodies do not fit together at the start: ${short(gap)} m apart (allowed ${power(tolerance)} m)`,
      cure: 'move one of them',
    },
    {
      size: tilt,
      found: `the two bodies do not fit together at the start: turned by ${degrees(tilt)} against each other (allowed ${power(tolerance)} rad)`,
      cure: 'turn one of them',
    },
    ...driverDeviations(joint, Math.atan2(dot(b.axes[0], yA), dot(b.axes[0], xA)), along),
  ];
}

function lengthDeviation(joint: JointSpec, apart: number): Deviation {
  const driver = joint.drivers.find(({ coordinate }) => coordinate === 'length');
  const wanted = driver === undefined ? (joint.length ?? apart) : atStart(driver);
  const who = driver === undefined ? 'the joint keeps them at' : 'its driver begins at';
  return {
    size: Math.abs(apart - wanted),
    found: `the two points are ${digits(apart, wanted)} m apart at the start, but ${who} ${digits(wanted, apart)} m`,
    cure: driver === undefined ? 'change the length, move a body' : 'let the driver begin there, move a body',
  };
}

/** [rad] misfit of the axes constrained by the joint. */
function tiltOf(type: JointType, a: Frame, b: Frame): number {
  if (type === 'point') return 0;
  if (type === 'universal') return Math.abs(Math.PI / 2 - angle(dot(a.axes[2], b.axes[0])));
  if (type === 'revolute' || type === 'cylindrical' || type === 'planar') return angle(dot(a.axes[2], b.axes[2]));
  const trace = dot(a.axes[0], b.axes[0]) + dot(a.axes[1], b.axes[1]) + dot(a.axes[2], b.axes[2]);
  return angle((trace - 1) / 2);
}

function driverDeviations(joint: JointSpec, turned: number, along: number): Deviation[] {
  return joint.drivers.map((driver) => {
    const wanted = atStart(driver);
    const turning = driver.coordinate === 'angle';
    const now = turning ? turned + 2 * Math.PI * Math.round((wanted - turned) / (2 * Math.PI)) : along;
    const shown = (value: number): string => (turning ? degrees(value) : `${short(value)} m`);
    return {
      size: Math.abs(wanted - now),
      found: `the driver begins at ${shown(wanted)}, but the two bodies stand at ${shown(turning ? turned : along)}`,
      cure: `let it begin at ${shown(turning ? turned : along)}`,
    };
  });
}

function atStart({ target }: JointSpec['drivers'][number]): number {
  const values = new Float64Array(3);
  compileFunction(target).evaluate(0, values, 0);
  return values[0];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function angle(cosine: number): number {
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

function degrees(value: number): string {
  return `${short((value * 180) / Math.PI)} deg`;
}

function short(value: number): string {
  const rounded = Number(value.toPrecision(4));
  return rounded !== 0 && Math.abs(rounded) < 1e-3 ? rounded.toExponential() : String(rounded);
}

/** 0.000001 as 1e-6 */
function power(value: number): string {
  return value < 1e-3 ? value.toExponential() : String(value);
}

/** Enough digits to distinguish it from the other number. */
function digits(value: number, other: number): string {
  for (let n = 4; n < 15; n++)
    if (value.toPrecision(n) !== other.toPrecision(n)) return String(Number(value.toPrecision(n + 1)));
  return String(value);
}
