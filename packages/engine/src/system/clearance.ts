/**
 * Distance between two bodies, for reports: from the points of the first (corners of its shapes, and of its meshes) to the
 * surface of the second and the other way round, the less of the two. Exact where a corner of one faces the other; two crossing
 * edges are seen too far apart by less than the spacing of the points. Overlap is zero.
 */
import { BuildError } from '../base/index.ts';
import { MeshDistance, tessellate, type TriangleMesh } from '../geometry/index.ts';
import { quaternionToMatrix } from '../math/index.ts';
import type { BodyShapeSpec } from './spec.ts';
import type { Model } from './model.ts';
import { type Probe, scalar } from './probe.ts';

/** More points a body are thinned out. */
const MOST_POINTS = 400;
/** [m] nothing farther is looked for */
const FARTHEST = 50;

interface Solid {
  readonly points: Float64Array;
  readonly surface: MeshDistance;
}

export function clearanceProbes(
  model: Model,
  view: { readonly position: Float64Array; readonly rotation: Float64Array },
): Probe[] {
  const solids = new Map<number, Solid>();
  const solid = (body: number): Solid => {
    const known = solids.get(body) ?? makeSolid(model, body);
    solids.set(body, known);
    return known;
  };
  return (model.spec.clearances ?? []).map(([a, b], i) => {
    const { bodies } = model.spec;
    if (!bodies[a] || !bodies[b]) throw new BuildError('no-body', 'must name two bodies', ['clearances', i]);
    const [one, other] = [solid(a), solid(b)];
    const [p, q] = [model.slotOfBody[a], model.slotOfBody[b]];
    return scalar(`clearance.${bodies[a].name}~${bodies[b].name}`, 'm', () => {
      const first = leastDistance(one, p, other, q, FARTHEST, view);
      return leastDistance(other, q, one, p, first, view);
    });
  });
}

const centreLine = new Float64Array(3);

function leastDistance(
  from: Solid,
  p: number,
  to: Solid,
  q: number,
  limit: number,
  { position: x, rotation: R }: { readonly position: Float64Array; readonly rotation: Float64Array },
): number {
  let least = limit;
  const { points } = from;
  for (let k = 0; k < points.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      const r = 9 * p + 3 * i;
      centreLine[i] =
        x[3 * p + i] - x[3 * q + i] + R[r] * points[k] + R[r + 1] * points[k + 1] + R[r + 2] * points[k + 2];
    }
    const [dx, dy, dz] = centreLine;
    const o = 9 * q;
    const lx = R[o] * dx + R[o + 3] * dy + R[o + 6] * dz;
    const ly = R[o + 1] * dx + R[o + 4] * dy + R[o + 7] * dz;
    const lz = R[o + 2] * dx + R[o + 5] * dy + R[o + 8] * dz;
    const depth = to.surface.inside(lx, ly, lz, least);
    if (to.surface.triangle < 0) continue; // farther than what is known
    if (depth > 0) return 0;
    least = Math.min(least, -depth);
  }
  return least;
}

/** All shapes of a body that touch, as one mesh from its centre of mass. */
function makeSolid(model: Model, body: number): Solid {
  const positions: number[] = [];
  const indices: number[] = [];
  const slot = model.slotOfBody[body];
  const centre = model.centre.subarray(3 * slot, 3 * slot + 3);
  for (const entry of model.spec.bodies[body].shapes) if (entry.collide) addShape(positions, indices, entry, centre);
  if (indices.length === 0) {
    const { name } = model.spec.bodies[body];
    throw new BuildError('no-shape', `body "${name}" must have shapes that touch, to measure a clearance`, [
      'clearances',
    ]);
  }
  const mesh: TriangleMesh = { positions: Float64Array.from(positions), triangles: Int32Array.from(indices) };
  const count = positions.length / 3;
  const every = Math.ceil(count / MOST_POINTS);
  const points: number[] = [];
  for (let i = 0; i < count; i += every) points.push(...positions.slice(3 * i, 3 * i + 3));
  return { points: Float64Array.from(points), surface: new MeshDistance(mesh) };
}

function addShape(positions: number[], indices: number[], entry: BodyShapeSpec, centre: Float64Array): void {
  const first = positions.length / 3;
  const drawn = tessellate(entry.shape, { segments: 12 });
  const R = new Float64Array(9);
  quaternionToMatrix(R, 0, entry.placement.rotation, 0);
  const at = entry.placement.position;
  for (let k = 0; k < drawn.positions.length; k += 3) {
    const [x, y, z] = [drawn.positions[k], drawn.positions[k + 1], drawn.positions[k + 2]];
    for (let i = 0; i < 3; i++) positions.push(at[i] - centre[i] + R[3 * i] * x + R[3 * i + 1] * y + R[3 * i + 2] * z);
  }
  for (const index of drawn.indices) indices.push(first + index);
}
