/**
 * The common volume of two closed meshes, region by region, without constructing it (Vilela 2018, s. 4.2.3, clips polygons against trees of
 * half-spaces instead): its boundary is the surface of each body inside the other, from which all integrals follow. Steps and reasons:
 * README of the room.
 *
 * The frame of a pair has world axes and its origin at the centre of the smaller mesh, so neither a remote position nor a large neighbour
 * costs digits of a small mesh.
 */
import { collectPairs, gapOfMeshes, type PreparedMesh } from '../../geometry/index.ts';
import type { PlacedMeshes } from '../pair-pose.ts';
import { ContourList } from './contours.ts';
import { splitEdges } from './edges.ts';
import { FanList } from './fans.ts';
import { fillInside } from './fill.ts';
import { findCrossings } from './find-crossings.ts';
import { RegionMeasures } from './measures.ts';
import { numberLoops, tracePolygons } from './polygons.ts';
import { RegionSums } from './regions.ts';
import { MeshWorkspace } from './workspace.ts';

const shared = new MeshWorkspace();
/** Part of a gap whose knowledge suffices: the caller repeats the search after that much motion. */
export const ENOUGH = 0.5;

export class MeshIntersection {
  readonly meshA: PreparedMesh;
  readonly meshB: PreparedMesh;
  /** [m] origin of the pair in the world */
  readonly originW: Float64Array = new Float64Array(3);
  /** number of regions of the last computation; the fields below are valid for 0 ... count - 1 */
  count = 0;
  readonly regions: RegionMeasures = new RegionMeasures();
  /** A's surface inside B, B's inside A */
  readonly fansA: FanList = new FanList();
  readonly fansB: FanList = new FanList();
  readonly contours: ContourList = new ContourList();
  readonly work: MeshWorkspace;
  /** which side A is: 0 the smaller mesh */
  readonly sideOfA: 0 | 1;
  /** true: omit contours, contact planes and depths, which patches do not need */
  lean = false;
  private readonly sums = new RegionSums();
  private readonly given: PlacedMeshes = {
    pos: new Float64Array(6),
    rot: new Float64Array(18),
    centre: new Float64Array(6),
  };
  /** where the two are */
  private pose: PlacedMeshes = this.given;

  constructor(meshA: PreparedMesh, meshB: PreparedMesh, work: MeshWorkspace = shared) {
    this.meshA = meshA;
    this.meshB = meshB;
    this.work = work;
    const smaller =
      meshA.radius === meshB.radius ? meshA.source.length <= meshB.source.length : meshA.radius < meshB.radius;
    this.sideOfA = smaller ? 0 : 1;
  }

  /**
   * Positions [m] of the two body frames and rotations from them to the world, row by row. Returns the number of regions.
   * A pose that is not finite has none.
   */
  compute(posA: Float64Array, rotA: Float64Array, posB: Float64Array, rotB: Float64Array): number {
    const { pos, rot, centre } = this.given;
    for (let k = 0; k < 3; k++) {
      pos[k] = posA[k];
      pos[3 + k] = posB[k];
      centre[k] = this.meshA.centre[k];
      centre[3 + k] = this.meshB.centre[k];
    }
    for (let k = 0; k < 9; k++) {
      rot[k] = rotA[k];
      rot[9 + k] = rotB[k];
    }
    return this.computeAt(this.given);
  }

  /** The same for meshes placed by a pair of shapes. */
  computeAt(pose: PlacedMeshes): number {
    this.pose = pose;
    return this.run();
  }

  /**
   * [m] lower bound of the distance of the two surfaces, up to `most`; one solid may still be inside the other. trials: as in gapOfMeshes.
   */
  gapAt(pose: PlacedMeshes, most: number, trials: number): number {
    const { work } = this;
    this.pose = pose;
    this.count = 0;
    work.owner = undefined;
    if (!this.placeSides()) return 0;
    const [side0, side1] = work.sides;
    const { candidates, relativeRot, relativeShift, margin } = work;
    const gap = gapOfMeshes(candidates, side0.mesh, side1.mesh, relativeRot, relativeShift, most, ENOUGH, trials);
    return Math.max(0, gap - margin);
  }

  /** Recomputes this pair's crossings in the workspace, if another pair has used it since. */
  restore(): void {
    if (this.work.owner !== this) this.run();
  }

  private run(): number {
    const { work, fansA, fansB, sideOfA } = this;
    this.count = 0;
    fansA.count = 0;
    fansB.count = 0;
    this.contours.count = 0;
    work.begin();
    work.owner = this;
    if (!this.placeSides()) return 0;
    const [side0, side1] = work.sides;
    const { relativeRot, relativeShift } = work;
    const { tree } = side0.mesh;
    if (!collectPairs(work.candidates, tree, side1.mesh.tree, relativeRot, relativeShift, work.margin)) return 0;
    findCrossings(work);
    const fans0 = sideOfA === 0 ? fansA : fansB;
    const fans1 = sideOfA === 0 ? fansB : fansA;
    if (work.crossings.count > 0) {
      numberLoops(work);
      splitEdges(work, 0);
      splitEdges(work, 1);
      tracePolygons(work, fans0, fans1);
    }
    fillInside(work, 0, fans0);
    fillInside(work, 1, fans1);
    if (fans0.count === 0 && fans1.count === 0) return 0;
    this.sums.sum(work, fans0, fans1);
    if (this.lean) this.regions.measureVolumes(this.sums, sideOfA);
    else {
      this.contours.take(work, this.sums, sideOfA === 1);
      this.regions.measure(work, this.sums, this.contours, sideOfA);
    }
    this.count = this.sums.count;
    return this.count;
  }

  /** Poses of the sides from the origin of the pair; false when something is not finite. */
  private placeSides(): boolean {
    const { pose, work, originW } = this;
    const [side0, side1] = work.sides;
    const { pos, rot, centre } = pose;
    const p = 3 * this.sideOfA; // of the smaller
    const q = 3 - p;
    side0.use(this.sideOfA === 0 ? this.meshA : this.meshB);
    side1.use(this.sideOfA === 0 ? this.meshB : this.meshA);
    for (let k = 0; k < 9; k++) {
      side0.rot[k] = rot[3 * p + k];
      side1.rot[k] = rot[3 * q + k];
    }
    const cx = centre[p];
    const cy = centre[p + 1];
    const cz = centre[p + 2];
    const dx = centre[q];
    const dy = centre[q + 1];
    const dz = centre[q + 2];
    let distance = 0;
    for (let k = 0; k < 3; k++) {
      const at0 = side0.rot[3 * k] * cx + side0.rot[3 * k + 1] * cy + side0.rot[3 * k + 2] * cz;
      const at1 = side1.rot[3 * k] * dx + side1.rot[3 * k + 1] * dy + side1.rot[3 * k + 2] * dz;
      originW[k] = pos[p + k] + at0;
      side0.shift[k] = 0;
      side1.shift[k] = pos[q + k] - pos[p + k] + (at1 - at0);
      distance += side1.shift[k] * side1.shift[k];
    }
    distance = Math.sqrt(distance);
    const { relativeRot, relativeShift } = work;
    let sum = distance;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const dot =
          side0.rot[i] * side1.rot[j] + side0.rot[3 + i] * side1.rot[3 + j] + side0.rot[6 + i] * side1.rot[6 + j];
        relativeRot[3 * i + j] = dot;
        sum += dot;
      }
      relativeShift[i] =
        side0.rot[i] * side1.shift[0] + side0.rot[3 + i] * side1.shift[1] + side0.rot[6 + i] * side1.shift[2];
    }
    work.reach = side0.mesh.radius + side1.mesh.radius + distance;
    side0.reach = work.reach;
    side1.reach = work.reach;
    // trees are compared with transposed rotations in place of inverse ones; rounding of coordinates is below 1e-15 of the reach
    work.margin = (1e-14 + 3 * (skewness(side0.rot) + skewness(side1.rot))) * work.reach;
    return Number.isFinite(sum);
  }
}

/** Sum of the sizes of R^T R - 1: how far a matrix is from a rotation. */
function skewness(r: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const dot = r[i] * r[j] + r[3 + i] * r[3 + j] + r[6 + i] * r[6 + j];
      sum += Math.abs(i === j ? dot - 1 : dot);
    }
  }
  return sum;
}
