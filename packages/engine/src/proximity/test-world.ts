/** For the tests of this room only: bodies with one shape each, a search at their poses, and the elements as records. */
import type { ShapeSpec } from '../geometry/index.ts';
import { cos, quaternionToMatrix, sin, type Vec3 } from '../math/index.ts';
import { ContactSet } from './contact-set.ts';
import { ELEMENT_STRIDE, makeContactPoint, refreshElement } from './element.ts';
import { CollisionScene } from './scene.ts';

export interface TestElement {
  readonly kind: number;
  readonly pair: number;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly feature: number;
  /** [m] as the search wrote it */
  readonly depth: number;
  /** as refreshElement gives them at the poses of the search */
  readonly fresh: number;
  readonly normal: Vec3;
  readonly point: Vec3;
}

export interface TestBody {
  readonly shape: ShapeSpec;
  readonly at: Vec3;
  /** row-major body to world; the identity if missing */
  readonly rotation?: readonly number[];
  /** shape frame in the body */
  readonly offset?: Vec3;
  readonly turned?: readonly number[];
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export class TestWorld {
  readonly posW: Float64Array;
  readonly rotWB: Float64Array;
  readonly velW: Float64Array;
  readonly omegaW: Float64Array;
  readonly scene: CollisionScene;
  readonly set: ContactSet = new ContactSet();

  constructor(bodies: readonly TestBody[]) {
    this.posW = Float64Array.from(bodies.flatMap((body) => body.at));
    this.rotWB = Float64Array.from(bodies.flatMap((body) => body.rotation ?? IDENTITY));
    this.velW = new Float64Array(3 * bodies.length);
    this.omegaW = new Float64Array(3 * bodies.length);
    const shapes = bodies.map((body, i) => ({
      shape: body.shape,
      body: i,
      position: body.offset ?? ([0, 0, 0] as const),
      rotation: body.turned ?? IDENTITY,
    }));
    this.scene = new CollisionScene(shapes, bodies.length, () => true);
  }

  /** Elements within `slack` [m] of bodies at rest. */
  search(slack: number, horizon = 0): TestElement[] {
    this.scene.search(this.set, this.posW, this.rotWB, this.velW, this.omegaW, { horizon, slack });
    return Array.from({ length: this.set.count }, (_, i) => this.element(i));
  }

  /** Element i of the last search at the present poses. */
  element(i: number): TestElement {
    const set = this.set;
    const out = makeContactPoint();
    const o = ELEMENT_STRIDE * i;
    refreshElement(out, set.kind[i], set.data, o, this.posW, this.rotWB, set.bodyA[i], set.bodyB[i]);
    return {
      kind: set.kind[i],
      pair: set.pair[i],
      bodyA: set.bodyA[i],
      bodyB: set.bodyB[i],
      feature: set.feature[i],
      depth: set.depth[i],
      fresh: out.depth,
      normal: [out.nx, out.ny, out.nz],
      point: [out.px, out.py, out.pz],
    };
  }

  move(body: number, at: Vec3, rotation: readonly number[]): void {
    this.posW.set(at, 3 * body);
    this.rotWB.set(rotation, 9 * body);
  }
}

/** Rotation about an axis (any length) by an angle [rad], row-major. */
export function turn(axis: Vec3, angle: number): number[] {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const s = sin(0.5 * angle) / length;
  return fromQuaternion([cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2]]);
}

/** Of a quaternion of any length but 0. */
export function fromQuaternion(q: readonly [number, number, number, number]): number[] {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const out = new Float64Array(9);
  quaternionToMatrix(
    out,
    0,
    q.map((x) => x / length),
    0,
  );
  return [...out];
}

export function times(r: readonly number[], v: Vec3): Vec3 {
  return [
    r[0] * v[0] + r[1] * v[1] + r[2] * v[2],
    r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
    r[6] * v[0] + r[7] * v[1] + r[8] * v[2],
  ];
}

export function product(r: readonly number[], s: readonly number[]): number[] {
  return IDENTITY.map((_, k) => {
    const i = 3 * Math.floor(k / 3);
    const j = k % 3;
    return r[i] * s[j] + r[i + 1] * s[3 + j] + r[i + 2] * s[6 + j];
  });
}

export function add(u: Vec3, v: Vec3): Vec3 {
  return [u[0] + v[0], u[1] + v[1], u[2] + v[2]];
}

export function dot(u: Vec3, v: Vec3): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

export function maxDepth(elements: readonly TestElement[]): number {
  return elements.reduce((most, e) => Math.max(most, e.depth), Number.NEGATIVE_INFINITY);
}
