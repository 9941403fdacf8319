/** Mechanisms used by several tests. */
import type { BodySpec, JointSpec, Placement } from '../src/model/index.ts';
import { cos, type Quaternion, matrixToQuaternion, quaternionToMatrix, sin, type Vec3 } from '../src/math/index.ts';
import { body, Draw, joint, place, turn, WORLD } from './support.ts';

/** The smallest turn that takes the direction a to the direction b; opposite ones by half a turn about any axis across a. */
function rotationBetween(out: Float64Array, a: readonly number[], b: readonly number[]): void {
  const unit = (v: readonly number[]): number[] => v.map((x) => x / Math.hypot(v[0], v[1], v[2]));
  const cross = (v: readonly number[], w: readonly number[]): number[] =>
    [0, 1, 2].map((k) => v[(k + 1) % 3] * w[(k + 2) % 3] - v[(k + 2) % 3] * w[(k + 1) % 3]);
  const [from, to] = [unit(a), unit(b)];
  const sum = from.map((x, k) => x + to[k]);
  const least = from.map(Math.abs).indexOf(Math.min(...from.map(Math.abs)));
  const across = cross(
    from,
    [0, 1, 2].map((k) => (k === least ? 1 : 0)),
  );
  const half = unit(Math.hypot(sum[0], sum[1], sum[2]) > 1e-7 ? sum : across);
  const turned = cross(from, half);
  const w = from[0] * half[0] + from[1] * half[1] + from[2] * half[2];
  quaternionToMatrix(out, 0, [w, turned[0], turned[1], turned[2]], 0);
}

/** Takes z to `axis`: a frame for hinges and slides. */
export function frameAlong(axis: Vec3): Quaternion {
  const R = new Float64Array(9);
  const q = new Float64Array(4);
  rotationBetween(R, [0, 0, 1], axis);
  matrixToQuaternion(q, 0, R, 0);
  return [q[0], q[1], q[2], q[3]];
}

export const ABOUT_Y: Quaternion = turn([1, 0, 0], -Math.PI / 2);

/** A bar of 2 kg whose centre is 1 m from its pin at the origin, level at the start; swings in the x-z plane. */
export const BAR: BodySpec = body('bar', { mass: 2, inertia: [0.05, 0.3, 0.3, 0, 0, 0], placement: place([1, 0, 0]) });
export const PIN: JointSpec = joint('pin', 'revolute', 0, 1, {
  frameA: place([0, 0, 0], ABOUT_Y),
  frameB: place([-1, 0, 0], ABOUT_Y),
});

/** A top of half a kilogram that spins and nods about its point, at the origin. */
export function spinningTop(): { bodies: BodySpec[]; joints: JointSpec[] } {
  const top = body('top', {
    mass: 0.5,
    inertia: [8e-4, 8e-4, 5e-4, 0, 0, 0],
    placement: place([0, 0.02, 0.05]),
    velocity: [0.2, 0, 0],
    angularVelocity: [0, 60, 140],
  });
  const bodies = [WORLD, top];
  return { bodies, joints: [jointAt('tip', 'point', bodies, 0, 1, [0, 0, 0])] };
}

/** A round bar from p (point `start`) to q (point `end`): 2 kg a metre, 0.1 m in radius, its x axis along it. */
export function rod(name: string, p: Vec3, q: Vec3, fields: Partial<BodySpec> = {}): BodySpec {
  const d: Vec3 = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const R = new Float64Array(9);
  const r = new Float64Array(4);
  rotationBetween(R, [1, 0, 0], d);
  matrixToQuaternion(r, 0, R, 0);
  const m = 2 * length;
  const across = m * ((length * length) / 12 + 0.0025);
  return body(name, {
    mass: m,
    inertia: [0.005 * m, across, across, 0, 0, 0],
    placement: place([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2], [r[0], r[1], r[2], r[3]]),
    points: [
      { name: 'start', position: [-length / 2, 0, 0] },
      { name: 'end', position: [length / 2, 0, 0] },
    ],
    ...fields,
  });
}

/** The frame at world point `at` with z along `axis`, as body `b` sees it. */
export function seen(b: BodySpec, at: Vec3, axis: Vec3 = [0, 0, 1]): Placement {
  const [w, x, y, z] = b.placement.rotation;
  const back: Quaternion = [w, -x, -y, -z];
  const d: Vec3 = [at[0] - b.placement.position[0], at[1] - b.placement.position[1], at[2] - b.placement.position[2]];
  return { position: rotated(back, d), rotation: product(back, frameAlong(axis)) };
}

function product(p: Quaternion, q: Quaternion): Quaternion {
  return [
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  ];
}

function rotated(q: Quaternion, v: Vec3): Vec3 {
  const [, x, y, z] = product(product(q, [0, v[0], v[1], v[2]]), [q[0], -q[1], -q[2], -q[3]]);
  return [x, y, z];
}

/** A joint between two bodies at a world point, z along `axis`. */
export function jointAt(
  name: string,
  type: JointSpec['type'],
  bodies: readonly BodySpec[],
  a: number,
  b: number,
  at: Vec3,
  axis: Vec3 = [0, 0, 1],
  fields: Partial<JointSpec> = {},
): JointSpec {
  return joint(name, type, a, b, { frameA: seen(bodies[a], at, axis), frameB: seen(bodies[b], at, axis), ...fields });
}

/** Crank, rod and rocker in space: hinge, ball, ball, hinge, axes and corners drawn from the seed. */
export function spatialLoop(world: BodySpec, seed: number): { bodies: BodySpec[]; joints: JointSpec[] } {
  const draw = new Draw(seed);
  const near = (p: Vec3): Vec3 => {
    const e = draw.vector(0.2);
    return [p[0] + e[0], p[1] + e[1], p[2] + e[2]];
  };
  const [p0, p1, p2, p3] = [near([0, 0, 0]), near([0, 0, 1]), near([1.5, 0.5, 1.2]), near([1.6, 0.4, 0])];
  const bodies = [world, rod('crank', p0, p1), rod('rod', p1, p2), rod('rocker', p3, p2)];
  const joints = [
    jointAt('first', 'revolute', bodies, 0, 1, p0, near([0, 1, 0])),
    jointAt('upper ball', 'point', bodies, 1, 2, p1),
    jointAt('far ball', 'point', bodies, 2, 3, p2),
    jointAt('last', 'revolute', bodies, 0, 3, p3, near([0.2, 1, 0.1])),
  ];
  return { bodies, joints };
}

/** Four bars in the x-z plane on four hinges along y: a parallelogram with cranks of 1 m, 2 m apart, at `angle` from upright. */
export function parallelogram(
  world: BodySpec,
  angle: number,
  rate: number,
): { bodies: BodySpec[]; joints: JointSpec[] } {
  const x = sin(angle);
  const z = cos(angle);
  const tip: Vec3 = [rate * z, 0, -rate * x]; // velocity of the crank's end
  const half: Vec3 = [tip[0] / 2, 0, tip[2] / 2];
  const spin: Vec3 = [0, rate, 0];
  const bodies = [
    world,
    rod('left', [0, 0, 0], [x, 0, z], { velocity: half, angularVelocity: spin }),
    rod('coupler', [x, 0, z], [x + 2, 0, z], { velocity: tip }),
    rod('right', [2, 0, 0], [x + 2, 0, z], { velocity: half, angularVelocity: spin }),
  ];
  const y: Vec3 = [0, 1, 0];
  const joints = [
    jointAt('A', 'revolute', bodies, 0, 1, [0, 0, 0], y),
    jointAt('B', 'revolute', bodies, 1, 2, [x, 0, z], y),
    jointAt('C', 'revolute', bodies, 2, 3, [x + 2, 0, z], y),
    jointAt('D', 'revolute', bodies, 0, 3, [2, 0, 0], y),
  ];
  return { bodies, joints };
}
