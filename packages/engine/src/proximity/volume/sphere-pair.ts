/**
 * Contact of two solids by the balls packed into them (Vilela 2018, s. 4.3). Balls against faces represent their shares of the surface
 * (surfels.ts); against a half-space a share is as deep as the ball's lowest point. Where no share is under the other surface, at edges and
 * corners, the lenses of overlapping balls form patches by direction and place (spheres/regions.ts), which fade out as shares appear.
 */
import { BuildError } from '../../base/index.ts';
import {
  buildSphereTree,
  packSpheres,
  type PreparedSolid,
  solidOf,
  type SpherePacking,
  type SphereTree,
  type TriangleMesh,
} from '../../geometry/index.ts';
import type { CollisionShape } from '../built-shape.ts';
import { PairPose } from '../pair-pose.ts';
import { type RelativePose, SpherePairSet } from '../spheres/pair-set.ts';
import { PairRegions } from '../spheres/regions.ts';
import { SphereTraversal } from '../spheres/traverse.ts';
import type { PatchList } from './patch-list.ts';
import type { SolidPair } from './solid-pair.ts';
import { makeSurfels, SurfelContact, type Surfels } from './surfels.ts';

export interface PackedSolid {
  readonly packing: SpherePacking;
  readonly tree: SphereTree;
  readonly surfels: Surfels | undefined;
}

/**
 * Recent packings, for the next model of the same bodies: ten thousand balls take seconds to pack, and depend on the triangles and the
 * number of balls only.
 */
const MOST_KEPT = 8;
const kept = new Map<string, PackedSolid>();
const made = new WeakMap<PreparedSolid, Map<number, PackedSolid>>();

/** A solid packed with a number of balls, relative to the centre of its mesh, along the axes of its shape; made once. */
export function packedSolid(solid: PreparedSolid, count: number): PackedSolid {
  let packings = made.get(solid);
  if (packings === undefined) {
    packings = new Map();
    made.set(solid, packings);
  }
  let packed = packings.get(count);
  if (packed !== undefined) return packed;
  const key = `${count} ${solid.digest}`;
  packed = kept.get(key);
  if (packed === undefined) {
    const { centre } = solid.mesh;
    const { positions, triangles } = solid.triangles;
    const mesh: TriangleMesh = { positions: positions.map((x, i) => x - centre[i % 3]), triangles };
    const packing = packSpheres(mesh, { count, shell: shellRadius(mesh.positions, count) });
    checkCover(packing, mesh, count);
    packed = { packing, tree: buildSphereTree(packing), surfels: makeSurfels(packing) };
  }
  packings.set(count, packed);
  kept.delete(key);
  kept.set(key, packed);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
  return packed;
}

/** Part of the surface that must have balls against it. */
const COVER = 0.5;

/**
 * The largest balls of a wide plate touch both of its faces and represent neither; with these balls alone, a body that meets the plate
 * between them falls through.
 */
function checkCover({ areas, faces }: SpherePacking, { positions, triangles }: TriangleMesh, count: number): void {
  let covered = 0;
  for (let i = 0; i < areas.length; i++) if (faces[i] >= 0) covered += areas[i];
  const surface = areaOf(positions, triangles);
  if (covered >= COVER * surface) return;
  const side = sidesOf(positions);
  const enough = 100 * Math.ceil(ballsForLayer(side) / (100 * LAYER));
  const bare = Math.round(100 * (1 - covered / surface));
  const size = side.map((x) => x.toPrecision(3)).join(' x ');
  const message = `expected balls against most of its surface (${size} m), found none against ${bare} % of it: others would fall through; with about ${enough} balls instead of ${count} there is a layer against each face, or take the method volume`;
  throw new BuildError('packing-cover', message);
}

function areaOf(p: Float64Array, triangles: Int32Array): number {
  let twice = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    twice += Math.sqrt(x * x + y * y + z * z);
  }
  return 0.5 * twice;
}

/** Largest part of the balls used for a layer against flat faces. */
const LAYER = 0.9;
/** Radius of the balls of a layer, at most, over the smallest side of the solid: two layers, with room between them. */
const THICKEST = 0.24;

/** Balls of the thickest layer; each takes 2 sqrt(3) r^2 of a triangular pattern. */
function ballsForLayer(side: readonly number[]): number {
  const most = THICKEST * Math.min(...side);
  return surfaceOf(side) / (2 * Math.sqrt(3) * most * most);
}

function surfaceOf(side: readonly number[]): number {
  return 2 * (side[0] * side[1] + side[1] * side[2] + side[2] * side[0]);
}

/** Of the box around a solid [m]. */
function sidesOf(positions: Float64Array): number[] {
  return [0, 1, 2].map((k) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  });
}

/** Radius of the layer against flat faces that takes about half of the balls: their discs cover the box around the solid. */
function shellRadius(positions: Float64Array, count: number): number {
  const side = sidesOf(positions);
  const radius = Math.sqrt(surfaceOf(side) / (0.5 * count * 2 * Math.sqrt(3)));
  const most = THICKEST * Math.min(...side);
  // too few balls for a layer as thin as the solid allows: none at all
  return radius <= most ? radius : ballsForLayer(side) < LAYER * count ? most : 0;
}

const traversal = new SphereTraversal();

/** Margin of the pair search, as a part of the mean radius of the smaller balls; pairs are kept while no ball has moved that far. */
const MARGIN = 0.05;
/** Ratio of the numbers of directions from which the body with more counts as bent and the other as flat. */
const BY_FAR = 2;
/** Volume of shares, over the mean share times the mean radius, from which lenses are ignored. */
const ENOUGH = 0.01;

export class SpherePair implements SolidPair {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly radiusA: number;
  readonly radiusB: number;
  readonly thins: boolean = false;
  slipMoved(): boolean {
    return false;
  }
  private readonly a: PackedSolid | undefined;
  private readonly b: PackedSolid | undefined;
  private readonly frames: PairPose;
  private readonly centres = new Float64Array(6);
  private readonly pairs = new SpherePairSet();
  private readonly feet = new SpherePairSet();
  private readonly surface: SurfelContact | undefined;
  /** [m^3] volume of shares from which lenses are ignored */
  private readonly enough: number = 0;
  private floorIsB = false;
  private readonly regions = new PairRegions();
  private readonly pose = { rotAB: new Float64Array(9), posAB: new Float64Array(3) };
  private readonly plane = { nx: 0, ny: 0, nz: 1, offset: 0 };
  private readonly searched = new KeptSearch();
  private readonly searchedFeet = new KeptSearch();
  private readonly origin = new Float64Array(3);

  constructor(shapeA: CollisionShape, shapeB: CollisionShape, ballsA: number, ballsB: number) {
    this.bodyA = shapeA.body;
    this.bodyB = shapeB.body;
    const flatA = shapeA.shape.kind === 'half-space';
    const flatB = shapeB.shape.kind === 'half-space';
    const [solidA, solidB] = [shapeA, shapeB].map(({ shape }) => solidOf(shape));
    this.a = flatA ? undefined : packedSolid(solidA, ballsA);
    this.b = flatB ? undefined : packedSolid(solidB, ballsB);
    this.frames = new PairPose(
      shapeA,
      shapeB,
      flatA ? undefined : solidA.mesh.centre,
      flatB ? undefined : solidB.mesh.centre,
    );
    this.radiusA = this.farthest(this.a, 0);
    this.radiusB = this.farthest(this.b, 1);
    const { a, b } = this;
    if (a === undefined || b === undefined) return;
    const radius = Math.min(meanRadius(a.packing), meanRadius(b.packing));
    this.searched.use(b.tree, MARGIN * radius);
    this.searchedFeet.use(b.tree, MARGIN * radius);
    if (a.surfels === undefined || b.surfels === undefined) return;
    // far fewer directions, otherwise larger shares: a plate with a ball against its rim is no less flat than a disc without one
    const { directions: ofA } = a.surfels;
    const { directions: ofB } = b.surfels;
    const alike = ofA < BY_FAR * ofB && ofB < BY_FAR * ofA;
    this.floorIsB = alike ? b.surfels.share > a.surfels.share : ofB < ofA;
    this.surface = new SurfelContact(a.surfels, b.surfels, this.floorIsB);
    this.enough = ENOUGH * radius * Math.min(a.surfels.share, b.surfels.share);
  }

  /** [m] from the centre of mass of a body to its farthest ball; infinite for a half-space */
  private farthest(solid: PackedSolid | undefined, side: number): number {
    if (solid === undefined) return Number.POSITIVE_INFINITY;
    const { spheres } = solid.tree;
    const own = Math.sqrt(spheres[0] * spheres[0] + spheres[1] * spheres[1] + spheres[2] * spheres[2]);
    return this.frames.reach(side) + own + spheres[3];
  }

  meet(out: PatchList, posW: Float64Array, rotWB: Float64Array): void {
    out.apart = 0;
    const { a, b } = this;
    this.frames.place(posW, rotWB);
    this.findCentres();
    if (a && b) this.meetSolids(out, a, b);
    else if (a) this.meetHalfSpace(out, a, 0);
    else if (b) this.meetHalfSpace(out, b, 1);
  }

  private meetSolids(out: PatchList, a: PackedSolid, b: PackedSolid): void {
    const { rotAB, posAB } = this.pose;
    const { rot } = this.frames;
    const { pairs, regions, centres: pos } = this;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        rotAB[3 * i + j] = rot[i] * rot[9 + j] + rot[3 + i] * rot[12 + j] + rot[6 + i] * rot[15 + j];
      }
      posAB[i] = 0;
      for (let k = 0; k < 3; k++) posAB[i] += rot[3 * k + i] * (pos[3 + k] - pos[k]);
    }
    let part = 1;
    const { feet, surface, origin } = this;
    if (surface !== undefined && a.surfels && b.surfels) {
      const treeA = this.floorIsB ? a.surfels.points : a.surfels.wide;
      const treeB = this.floorIsB ? b.surfels.wide : b.surfels.points;
      const floor = this.floorIsB ? 1 : 0;
      surface.place(this.pose);
      if (this.searchedFeet.collect(feet, treeA, treeB, this.pose)) surface.sift(feet);
      for (let i = 0; i < 3; i++) origin[i] = pos[3 * floor + i];
      surface.add(out, feet, rot, 9 * floor, origin);
      part = 1 - surface.volume / this.enough;
      if (!(part > 0)) return;
    }
    this.searched.collect(pairs, a.tree, b.tree, this.pose);
    if (pairs.count === 0) return;
    pairs.evaluate(a.packing, b.packing, this.pose);
    regions.find(pairs);
    for (let r = 0; r < regions.count; r++) {
      out.beginPoints(rot, 0, pos, 0, regions.normal, 3 * r);
      for (let i = 0; i < pairs.count; i++) {
        if (regions.region[i] !== r) continue;
        out.addPoint(pairs.centroid, 3 * i, part * pairs.volume[i], part * pairs.area[i], pairs.normal, 3 * i);
      }
      out.endPoints(regions.depth[r]);
    }
  }

  /** [m] of the balls of A and of B, or a point of the half-space, world. */
  private findCentres(): void {
    const { pos, rot, centre: c } = this.frames;
    for (let k = 0; k < 6; k++) {
      const o = k < 3 ? 0 : 3;
      this.centres[k] = pos[k] + rot[3 * k] * c[o] + rot[3 * k + 1] * c[o + 1] + rot[3 * k + 2] * c[o + 2];
    }
  }

  /** side: 0 where the solid is A and the half-space B. */
  private meetHalfSpace(out: PatchList, solid: PackedSolid, side: number): void {
    const { plane, pairs, centres: pos } = this;
    const { rot } = this.frames;
    const f = 9 * (1 - side);
    const s = 9 * side;
    // outward normal of the plane through the origin of the half-space, in the world, then seen from the solid
    const nx = rot[f + 2];
    const ny = rot[f + 5];
    const nz = rot[f + 8];
    const p = 3 * side;
    const q = 3 - p;
    const distance = nx * (pos[q] - pos[p]) + ny * (pos[q + 1] - pos[p + 1]) + nz * (pos[q + 2] - pos[p + 2]);
    plane.nx = rot[s] * nx + rot[s + 3] * ny + rot[s + 6] * nz;
    plane.ny = rot[s + 1] * nx + rot[s + 4] * ny + rot[s + 7] * nz;
    plane.nz = rot[s + 2] * nx + rot[s + 5] * ny + rot[s + 8] * nz;
    plane.offset = distance;
    traversal.collectHalfSpace(pairs, solid.tree, plane, 0);
    if (pairs.count === 0) return;
    pairs.evaluateHalfSpace(solid.packing, plane);
    const sign = 1 - 2 * side;
    normal3[0] = -sign * plane.nx;
    normal3[1] = -sign * plane.ny;
    normal3[2] = -sign * plane.nz;
    let deepest = 0;
    out.beginPoints(rot, s, pos, p, normal3, 0);
    for (let i = 0; i < pairs.count; i++) {
      const share = pairs.share[i];
      if (!(share > 0 && pairs.depth[i] > 0)) continue;
      deepest = Math.max(deepest, pairs.depth[i]);
      out.addPoint(solid.packing.centres, 3 * pairs.ballA[i], share * pairs.depth[i], share, normal3, 0);
    }
    out.endPoints(deepest);
  }
}

/**
 * Pairs found at one pose serve nearby poses. Their order does not depend on the pose, and pairs that do not touch are skipped: a new and a
 * kept list give the same bits.
 */
class KeptSearch {
  private readonly pose = new Float64Array(12).fill(Number.NaN);
  private margin = 0;
  /** [m] from B's frame to its farthest ball */
  private reach = 0;

  use({ spheres }: SphereTree, margin: number): void {
    this.margin = margin;
    this.reach = Math.sqrt(spheres[0] * spheres[0] + spheres[1] * spheres[1] + spheres[2] * spheres[2]) + spheres[3];
  }

  /** True when it searched. */
  collect(out: SpherePairSet, a: SphereTree, b: SphereTree, pose: RelativePose): boolean {
    const { rotAB, posAB } = pose;
    const before = this.pose;
    let turn = 0;
    let shift = 0;
    for (let i = 0; i < 9; i++) turn += (rotAB[i] - before[i]) * (rotAB[i] - before[i]);
    for (let i = 0; i < 3; i++) shift += (posAB[i] - before[9 + i]) * (posAB[i] - before[9 + i]);
    if (Math.sqrt(shift) + Math.sqrt(turn) * this.reach < this.margin) return false;
    traversal.collect(out, a, b, pose, this.margin);
    before.set(rotAB);
    before.set(posAB, 9);
    return true;
  }
}

function meanRadius({ radii }: SpherePacking): number {
  let sum = 0;
  for (let i = 0; i < radii.length; i++) sum += radii[i];
  return sum / radii.length;
}

const normal3 = new Float64Array(3);
