/**
 * Fills a closed mesh with balls that do not overlap, the largest first (the inner sphere packing of Vilela 2018, s. 4.3;
 * there by the prototypes of R. Weller, G. Zachmann, "ProtoSphere: a GPU-assisted prototype guided sphere packing algorithm
 * for arbitrary objects", ACM SIGGRAPH ASIA 2010 Sketches).
 *
 * Departure: instead of many prototypes that drift through free space, branch and bound over a grid of cells. The radius of a ball centred
 * in a cell has an upper bound. The cell with the largest bound is examined again (balls may have been added since), divided into eight,
 * or, once it is small compared with the room at its centre, used as the start of a climb (`fill.ts`, `ascent.ts`). Each ball is therefore
 * within a known factor of the largest possible, and the result depends on nothing but the input.
 */
import { assert, BuildError, Random } from '../../base/index.ts';
import { checkMesh } from '../mesh/check.ts';
import { integrateMesh } from '../mesh/integrals.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { surfaceShares } from './areas.ts';
import { findFaces } from './faces.ts';
import { fill } from './fill.ts';
import { FreeSpace } from './free-space.ts';
import type { SpherePacking } from './packing.ts';
import { addShell } from './shell.ts';
import { cellWeights, uniformWeights } from './weights.ts';

export interface PackOptions {
  /** at most this many balls; default 1000 */
  readonly count?: number;
  /** no ball smaller than this [m]; default 0: until `count` is reached */
  readonly minRadius?: number;
  /**
   * Radius [m] of a layer of equal balls laid against the flat faces in a triangular pattern before the rest is filled;
   * default 0: no layer.
   */
  readonly shell?: number;
  /**
   * none: each ball has its own volume. uniform: all have the same weight, and their sum is the volume of the solid. cells (default): each
   * has the volume of the part of the solid nearest to it; the sum is the same, and thinly filled places weigh as much as dense ones.
   */
  readonly weights?: 'none' | 'uniform' | 'cells';
  /** 0 (default): the search grid is centred on the mesh; other integers shift it, which gives other packings */
  readonly seed?: number;
}

/** Throws BuildError when the mesh is not closed, is inside out, runs through itself, or has no room for balls. */
export function packSpheres(mesh: TriangleMesh, options: PackOptions = {}): SpherePacking {
  const { count = 1000, minRadius = 0, shell = 0, weights = 'cells', seed = 0 } = options;
  checkOptions(count, minRadius, shell);
  const [fault] = checkMesh(mesh.positions, mesh.triangles);
  if (fault !== undefined) throw new BuildError(fault.code, fault.message, fault.path);
  const meshVolume = integrateMesh(mesh.positions, mesh.triangles).volume;
  if (!(meshVolume > 0)) {
    const message = `the solid must have a volume above 0 m^3, found ${meshVolume}; turn its triangles round if it is inside out`;
    throw new BuildError('mesh-volume', message);
  }
  const box = boxOf(mesh);
  const largest = Math.max(box.half[0], box.half[1], box.half[2]);
  const smallest = Math.min(box.half[0], box.half[1], box.half[2]);
  const step = powerOfTwoBelow(largest / 1073741824); // coordinates then fit 32-bit integers
  const local: TriangleMesh = {
    positions: mesh.positions.map((x, i) => x - box.centre[i % 3]),
    triangles: mesh.triangles,
  };
  // the largest ball fits into the box
  const space = new FreeSpace(local, smallest);
  if (shell > 0) addShell(space, local, shell, step, count);
  const end = fill(space, { half: box.half, count, minRadius: Math.max(minRadius, 4 * step), step, seed });
  if (end === 'not-sound') {
    throw new BuildError(
      'packing-crossed',
      'parts of the surface run through or lie in each other; join them (see hawser mesh)',
    );
  }
  if (end === 'too-long') {
    const message = `found room for ${space.count} of ${count} balls: the rest is too thin; ask for fewer, or take the method volume`;
    throw new BuildError('packing-search', message);
  }
  if (space.count === 0) {
    const message = `no ball fits: expected room for a radius of ${Math.max(minRadius, 4 * step)} m or more; lower minRadius`;
    throw new BuildError('packing-empty', message);
  }

  const n = space.count;
  const balls = space.balls.data;
  const radii = new Float64Array(n);
  const centres = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    radii[i] = balls[4 * i + 3];
    for (let k = 0; k < 3; k++) centres[3 * i + k] = box.centre[k] + balls[4 * i + k];
  }
  const random = new Random(seed);
  const weight =
    weights === 'none'
      ? new Float64Array(n).fill(1)
      : weights === 'uniform'
        ? uniformWeights(radii, meshVolume)
        : cellWeights(space, box.half, meshVolume, random);
  for (let i = 0; i < n; i++) weight[i] = Math.fround(weight[i]); // as files hold them
  const { faces, normals } = findFaces(space);
  const shares = surfaceShares(space, local, faces, normals, random);
  const areas = shares.areas.map(Math.fround);
  const feet = shares.feet.map((x, i) => box.centre[i % 3] + step * Math.round(x / step));
  return {
    count: n,
    centres,
    radii,
    weights: weight,
    faces,
    normals,
    areas,
    feet,
    meshVolume,
    origin: box.centre,
    step,
  };
}

function checkOptions(count: number, minRadius: number, shell: number): void {
  assert(Number.isInteger(count) && count > 0, `count must be an integer above 0, found ${count}`);
  assert(minRadius >= 0 && Number.isFinite(minRadius), `minRadius must be 0 m or more, found ${minRadius}`);
  assert(shell >= 0 && Number.isFinite(shell), `shell must be 0 m or more, found ${shell}`);
}

interface Box {
  readonly centre: readonly [number, number, number];
  readonly half: readonly [number, number, number];
}

function boxOf(mesh: TriangleMesh): Box {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const v of mesh.triangles) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], mesh.positions[3 * v + k]);
      high[k] = Math.max(high[k], mesh.positions[3 * v + k]);
    }
  }
  return {
    centre: [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])],
    half: [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1]), 0.5 * (high[2] - low[2])],
  };
}

function powerOfTwoBelow(x: number): number {
  let p = 1;
  while (p > x) p *= 0.5;
  while (2 * p <= x) p *= 2;
  return p;
}
