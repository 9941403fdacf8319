/**
 * Contact search on scenes of one kind of pair each; the name says how many pairs are near and how many elements they give.
 * Run: npx vitest bench benchmarks/kernels/proximity.bench.ts
 * The test runner makes calls between modules dearer; bundled code is faster.
 */
import { bench, describe } from 'vitest';
import type { CollisionShape } from '../../packages/engine/src/proximity/index.ts';
import {
  CollisionScene,
  ContactSet,
  ELEMENT_STRIDE,
  makeContactPoint,
  refreshElement,
} from '../../packages/engine/src/proximity/index.ts';

type Shape = CollisionShape['shape'];

/** Park and Miller 1988; uniform in -1 .. 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Rotation of a quaternion w, x, y, z of any length, row-major. */
function rotation(w: number, x: number, y: number, z: number): number[] {
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}

class World {
  readonly scene: CollisionScene;
  readonly set: ContactSet = new ContactSet();
  readonly posW: Float64Array;
  readonly rotWB: Float64Array;
  readonly zero: Float64Array;

  constructor(
    shapes: readonly Shape[],
    positions: readonly (readonly number[])[],
    rotations: readonly (readonly number[])[],
  ) {
    this.posW = Float64Array.from(positions.flat());
    this.rotWB = Float64Array.from(rotations.flat());
    this.zero = new Float64Array(this.posW.length);
    const placed = shapes.map(
      (shape, body): CollisionShape => ({ shape, body, position: [0, 0, 0], rotation: IDENTITY }),
    );
    this.scene = new CollisionScene(placed, shapes.length, () => true);
    this.search();
  }

  search(): void {
    this.scene.search(this.set, this.posW, this.rotWB, this.zero, this.zero, 0, 1e-3);
  }

  get label(): string {
    return `${this.scene.pairCount} pairs, ${this.set.count} elements`;
  }
}

/** Columns of eight, each body on the one below, 0.1 mm deep and shaken by a micrometre. */
function stacks(shape: Shape, height: number): World {
  const random = generator(1);
  const positions: number[][] = [];
  const rotations: number[][] = [];
  for (let column = 0; column < 64; column++) {
    for (let k = 0; k < 8; k++) {
      const at = [2 * (column & 7), 2 * (column >> 3), (height - 1e-4) * k];
      positions.push(at.map((x) => x + 1e-6 * random()));
      rotations.push(rotation(1, 1e-6 * random(), 1e-6 * random(), 1e-6 * random()));
    }
  }
  return new World(
    positions.map(() => shape),
    positions,
    rotations,
  );
}

/** Bodies at random, many overlapping, many near. */
function crowd(shapes: readonly Shape[]): World {
  const random = generator(7);
  const count = 512;
  const positions = Array.from({ length: count }, () => [4 * random(), 4 * random(), 4 * random()]);
  const rotations = positions.map(() => rotation(random(), random(), random(), random()));
  return new World(
    positions.map((_, i) => shapes[i % shapes.length]),
    positions,
    rotations,
  );
}

function floor(shape: Shape, height: number): World {
  const positions = Array.from({ length: 1000 }, (_, i) => [2 * (i % 40), 2 * Math.floor(i / 40), height - 1e-4]);
  const shapes: Shape[] = [{ kind: 'half-space' }, ...positions.map(() => shape)];
  return new World(
    shapes,
    [[0, 0, 0], ...positions],
    shapes.map(() => IDENTITY),
  );
}

const BOX: Shape = { kind: 'box', half: [0.5, 0.5, 0.5] };
const CYLINDER: Shape = { kind: 'cylinder', radius: 0.4, halfLength: 0.5 };
const SPHERE: Shape = { kind: 'sphere', radius: 0.5 };
const random = generator(9);
const HULL: Shape = {
  kind: 'hull',
  points: Array.from({ length: 40 }, () => {
    const v = [random(), random(), random()];
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return v.map((x) => (0.6 * x) / length);
  }).flat(),
};

const WORLDS: readonly (readonly [string, World])[] = [
  ['boxes on a floor', floor(BOX, 0.5)],
  ['spheres, crowd', crowd([SPHERE])],
  ['boxes and spheres, crowd', crowd([BOX, SPHERE])],
  ['boxes, stacks', stacks(BOX, 1)],
  ['boxes, crowd', crowd([BOX])],
  ['hulls of 40 vertices, crowd', crowd([HULL])],
  ['cylinders on end, stacks', stacks(CYLINDER, 1)],
  ['cylinders, crowd', crowd([CYLINDER])],
  ['boxes and cylinders, crowd', crowd([BOX, CYLINDER])],
];

describe('search', () => {
  for (const [name, world] of WORLDS) bench(`${name}: ${world.label}`, () => world.search());
});

describe('refresh', () => {
  const out = makeContactPoint();
  for (const [name, world] of WORLDS) {
    const { set } = world;
    bench(`${name}: ${set.count} elements`, () => {
      for (let i = 0; i < set.count; i++) {
        const o = ELEMENT_STRIDE * i;
        refreshElement(out, set.kind[i], set.data, o, world.posW, world.rotWB, set.bodyA[i], set.bodyB[i]);
      }
    });
  }
});
