/**
 * Distance between two bodies, for reports: the smallest distance between triangles of their shapes, at most 1e-7 of an edge below the
 * exact value (geometry/bvh/triangle-gap.ts). Cylinders and spheres are polyhedra with corners on the true surface. Overlapping bodies have
 * distance zero.
 */
import { BuildError, type Probe, scalar } from '../base/index.ts';
import { type CentredMesh, distanceOf, gapOfMeshes, makePairList, solidOf } from '../geometry/index.ts';
import { quaternionToMatrix } from '../math/index.ts';
import type { Model } from '../model/index.ts';
import { type CollisionShape, PairPose } from '../proximity/index.ts';

/** [m] the search ends at this distance */
const FARTHEST = 50;

interface View {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

export function clearanceProbes(model: Model, view: View): Probe[] {
  return (model.spec.clearances ?? []).map(([a, b], i) => {
    const { bodies } = model.spec;
    if (!bodies[a] || !bodies[b]) throw new BuildError('no-body', 'must name two bodies', ['clearances', i]);
    const [ofA, ofB] = [a, b].map((body) => shapesOf(model, body));
    const pairs = ofA.flatMap((one) => ofB.map((other) => new ShapeGap(one, other)));
    const distance = scalar(`clearance.${bodies[a].name}~${bodies[b].name}`, 'm', () => {
      let least = FARTHEST;
      for (const pair of pairs) least = pair.find(view, least);
      return least;
    });
    return { ...distance, dear: true, within: 'motion' };
  });
}

/** Shapes of a body that take part in contact, even if nothing can touch in this model, relative to its centre of mass. */
function shapesOf(model: Model, body: number): CollisionShape[] {
  const slot = model.slotOfBody[body];
  const { centre } = model;
  const { name, shapes } = model.spec.bodies[body];
  const placed = shapes
    .filter(({ collide }) => collide)
    .map(({ shape, placement: { position: p, rotation } }): CollisionShape => {
      const turn = new Float64Array(9);
      quaternionToMatrix(turn, 0, rotation, 0);
      const at = (k: number): number => p[k] - centre[3 * slot + k];
      return { shape, body: slot, position: [at(0), at(1), at(2)], rotation: [...turn] };
    });
  if (placed.length > 0) return placed;
  throw new BuildError('no-shape', `body "${name}" must have shapes that touch, to measure a clearance`, [
    'clearances',
  ]);
}

const pairList = makePairList();
const rotAB = new Float64Array(9);
const posAB = new Float64Array(3);

class ShapeGap {
  private readonly pose: PairPose;
  /** undefined: a half-space */
  private readonly a: CentredMesh | undefined;
  private readonly b: CentredMesh | undefined;

  constructor(one: CollisionShape, other: CollisionShape) {
    [this.a, this.b] = [one, other].map(({ shape }) =>
      shape.kind === 'half-space' ? undefined : solidOf(shape).surface,
    );
    this.pose = new PairPose(one, other, this.a?.centre, this.b?.centre);
  }

  /** Distance of the bodies at their present poses [m], at most `most`. */
  find({ position, rotation }: View, most: number): number {
    const { pose, a, b } = this;
    pose.place(position, rotation);
    if (a && b) return this.betweenMeshes(a, b, most);
    if (a) return this.overPlane(a, 0, most);
    return b ? this.overPlane(b, 1, most) : most;
  }

  private betweenMeshes(a: CentredMesh, b: CentredMesh, most: number): number {
    const { pos, rot, centre } = this.pose;
    // position of the centre of B's mesh relative to that of A's
    for (let i = 0; i < 3; i++) {
      posAB[i] = -centre[i];
      for (let j = 0; j < 3; j++) {
        rotAB[3 * i + j] = rot[i] * rot[9 + j] + rot[3 + i] * rot[12 + j] + rot[6 + i] * rot[15 + j];
        posAB[i] += rot[3 * j + i] * (pos[3 + j] - pos[j]) + rotAB[3 * i + j] * centre[3 + j];
      }
    }
    const gap = gapOfMeshes(pairList, a, b, rotAB, posAB, most, 1);
    return gap > 0 && (holds(a, b, rotAB, posAB, false) || holds(b, a, rotAB, posAB, true)) ? 0 : gap;
  }

  /** The lowest vertex of a mesh over the plane of the other. */
  private overPlane({ positions: p }: CentredMesh, side: number, most: number): number {
    const { pos, rot, centre } = this.pose;
    const f = 9 * (1 - side);
    const s = 9 * side;
    const n = [0, 0, 0]; // normal of the plane, seen from the mesh
    let height = -centre[5 - 3 * side];
    for (let i = 0; i < 3; i++) {
      const up = rot[f + 3 * i + 2];
      height += up * (pos[3 * side + i] - pos[3 - 3 * side + i]);
      for (let k = 0; k < 3; k++) n[k] += up * rot[s + 3 * i + k];
    }
    for (let k = 0; k < 3; k++) height += n[k] * centre[3 * side + k];
    let lowest = most;
    for (let i = 0; i < p.length; i += 3) {
      lowest = Math.min(lowest, height + n[0] * p[i] + n[1] * p[i + 1] + n[2] * p[i + 2]);
    }
    return Math.max(0, lowest);
  }
}

/**
 * Is the first vertex of `inner`, which crosses nothing, inside `outer`? rot, pos move the second mesh into the frame of the first; back:
 * inner is the first.
 */
function holds(outer: CentredMesh, inner: CentredMesh, rot: Float64Array, pos: Float64Array, back: boolean): boolean {
  const [x, y, z] = inner.positions;
  const p = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    p[i] = back
      ? rot[i] * (x - pos[0]) + rot[3 + i] * (y - pos[1]) + rot[6 + i] * (z - pos[2])
      : rot[3 * i] * x + rot[3 * i + 1] * y + rot[3 * i + 2] * z + pos[i];
  }
  const { radius } = outer;
  if (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > radius * radius) return false;
  return distanceOf(outer).inside(p[0], p[1], p[2]) > 0;
}
