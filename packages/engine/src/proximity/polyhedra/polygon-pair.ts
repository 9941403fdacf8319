/**
 * The common volume of two closed meshes as few points, from their faces as polygons: far fewer pairs, edges and crossings than with
 * triangles, in the frame of one of them, without outlines. It serves scenes with many pairs, which need sums only.
 *
 * All decisions use rounded numbers, where they are certain. Otherwise, and where a region has a hole, surrounds something or is a whole
 * solid, the function reports doubt, and the caller uses the exact computation (mesh-mesh).
 */
import { collectPairs, gapOfMeshes, makePairList, type PreparedMesh } from '../../geometry/index.ts';
import { ENOUGH } from '../mesh-mesh/mesh-intersection.ts';
import type { PlacedMeshes } from '../pair-pose.ts';
import { addFivePoints, makePatchSums } from '../volume/five-points.ts';
import type { PatchList } from '../volume/patch-list.ts';
import { PolygonCrossings } from './polygon-crossings.ts';
import { type PolygonMesh, polygonsOf, ROUND } from './polygon-mesh.ts';
import { PolygonRegions, REGION } from './polygon-regions.ts';
import { PolygonSide } from './polygon-side.ts';

/** Part of the reach by which boxes are enlarged: more than rounding. */
const MARGIN = 1e-11;
/** Ratio of vector area to area below which a region has no direction. */
const NOWHERE = 1e-6;
/** A direction along no axis and along no usual face. */
const RAY = [0.7836, 0.5361, 0.3139];

const side0 = new PolygonSide();
const side1 = new PolygonSide();
const sides: readonly [PolygonSide, PolygonSide] = [side0, side1];
const crossings = new PolygonCrossings();
const regions = new PolygonRegions();
const candidates = makePairList();
const sums = makePatchSums();
const origin = new Float64Array(3);
let tick = 0;

export class PolygonPair {
  /** the smaller mesh, whose frame is that of the pair, and the other */
  private readonly first: PolygonMesh;
  private readonly second: PolygonMesh;
  /** 1: the smaller is A */
  private readonly sign: number;
  /** [m] distance at the last call of gap() */
  private reach = 0.5;

  private constructor(first: PolygonMesh, second: PolygonMesh, sign: number) {
    this.first = first;
    this.second = second;
    this.sign = sign;
  }

  /** undefined where one of the two is better handled as triangles. */
  static of(meshA: PreparedMesh, meshB: PreparedMesh): PolygonPair | undefined {
    const a = polygonsOf(meshA);
    const b = polygonsOf(meshB);
    if (a === undefined || b === undefined) return undefined;
    return meshA.radius <= meshB.radius ? new PolygonPair(a, b, 1) : new PolygonPair(b, a, -1);
  }

  /**
   * Adds the common volume of two meshes, a patch of five points for each region; false: in doubt, nothing was added. thin, around: a
   * region whose volume is below `thin` times its area to the power 3/2, and whose vector area is below `around` times its area, is in
   * doubt.
   */
  add(out: PatchList, pose: PlacedMeshes, thin: number, around: number): boolean {
    const reach = this.place(pose);
    if (!(reach < Number.POSITIVE_INFINITY)) return false;
    this.open();
    const margin = MARGIN * reach;
    if (!collectPairs(candidates, this.first.tree, this.second.tree, side1.rot, side1.shift, margin)) return true;
    if (!crossings.find(side0, side1, candidates, reach, tick)) return false;
    // without crossings one may be inside the other
    if (crossings.count === 0) return outside(side0, this.second, reach) && outside(side1, this.first, reach);
    if (!regions.sum(crossings, sides, tick)) return false;
    for (let r = 0; r < regions.count; r++) {
      const t = regions.sums;
      const q = REGION * r;
      const surface = 0.5 * Math.min(t[q + 13], t[q + 14]);
      const size = 0.5 * Math.sqrt(t[q + 15] * t[q + 15] + t[q + 16] * t[q + 16] + t[q + 17] * t[q + 17]);
      // a pin through a plate has no direction of separation
      if (!(surface > 0 && size > NOWHERE * surface)) return false;
      if (t[q + 3] / 6 < thin * surface * Math.sqrt(surface) && size < around * surface) return false;
    }
    const { pos, rot: R, centre: c } = pose;
    const at = this.sign > 0 ? 0 : 3;
    const o = 3 * at;
    for (let k = 0; k < 3; k++) {
      const i = o + 3 * k;
      origin[k] = pos[at + k] + R[i] * c[at] + R[i + 1] * c[at + 1] + R[i + 2] * c[at + 2];
    }
    for (let r = 0; r < regions.count; r++) {
      measure(r, this.sign);
      addFivePoints(out, sums, R, o, origin);
    }
    return true;
  }

  private open(): void {
    if (tick === 0x7ffffffe) {
      for (const side of sides) side.forget();
      crossings.forget();
      tick = 0;
    }
    tick++;
    side0.use(this.first);
    side1.use(this.second);
  }

  /** After gap() found a distance: is certainly neither of the two inside the other? */
  isOutside(): boolean {
    this.open();
    return outside(side0, this.second, this.reach) && outside(side1, this.first, this.reach);
  }

  /**
   * [m] lower bound of the distance of the two surfaces, up to `most`; one mesh may still be inside the other. trials: as in gapOfMeshes.
   */
  gap(pose: PlacedMeshes, most: number, trials: number): number {
    const reach = this.place(pose);
    if (!(reach < Number.POSITIVE_INFINITY)) return 0;
    this.reach = reach;
    const { mesh } = this.first;
    const gap = gapOfMeshes(candidates, mesh, this.second.mesh, side1.rot, side1.shift, most, ENOUGH, trials);
    return Math.max(0, gap - MARGIN * reach);
  }

  /** Transforms between the two sides; [m] largest distance of any two points of the pair. */
  private place({ pos, rot: R, centre: c }: PlacedMeshes): number {
    const a = this.sign > 0 ? 0 : 3;
    const b = 3 - a;
    const p = 3 * a;
    const q = 3 * b;
    let distance = 0;
    for (let k = 0; k < 3; k++) {
      const r = p + 3 * k;
      const s = q + 3 * k;
      const at0 = R[r] * c[a] + R[r + 1] * c[a + 1] + R[r + 2] * c[a + 2];
      const at1 = R[s] * c[b] + R[s + 1] * c[b + 1] + R[s + 2] * c[b + 2];
      between[k] = pos[b + k] - pos[a + k] + (at1 - at0);
      distance += between[k] * between[k];
    }
    const { rot: to0, shift: shift0 } = side1;
    const { rot: to1, shift: shift1 } = side0;
    for (let i = 0; i < 3; i++) {
      shift0[i] = R[p + i] * between[0] + R[p + 3 + i] * between[1] + R[p + 6 + i] * between[2];
      shift1[i] = -(R[q + i] * between[0] + R[q + 3 + i] * between[1] + R[q + 6 + i] * between[2]);
      for (let j = 0; j < 3; j++) {
        const dot = R[p + i] * R[q + j] + R[p + 3 + i] * R[q + 3 + j] + R[p + 6 + i] * R[q + 6 + j];
        to0[3 * i + j] = dot;
        to1[3 * j + i] = dot;
      }
    }
    return this.first.mesh.radius + this.second.mesh.radius + Math.sqrt(distance);
  }
}

const between = new Float64Array(3);

/**
 * Is this side, which has no crossings, certainly outside the other mesh? Tested by a vertex outside its box, or by a ray from a vertex.
 */
function outside(side: PolygonSide, other: PolygonMesh, reach: number): boolean {
  const { boxes } = other.tree;
  const { seen, seenTick } = side;
  const margin = MARGIN * reach;
  const vertices = side.polygons.mesh.positions.length / 3;
  for (let v = 0; v < vertices; v++) {
    if (seenTick[v] !== tick) side.bring(v, tick);
    for (let k = 0; k < 3; k++) if (Math.abs(seen[3 * v + k] - boxes[k]) > boxes[3 + k] + margin) return true;
  }
  return seesOut(other, seen[0], seen[1], seen[2], margin);
}

/** Does a ray from a point pass through an even number of polygons? False also where a crossing is uncertain. */
function seesOut(
  { count, plane, border, round, start }: PolygonMesh,
  x: number,
  y: number,
  z: number,
  margin: number,
): boolean {
  let even = true;
  for (let f = 0; f < count; f++) {
    const p = 4 * f;
    const height = plane[p] * x + plane[p + 1] * y + plane[p + 2] * z - plane[p + 3];
    if (Math.abs(height) <= margin) return false;
    const slope = plane[p] * RAY[0] + plane[p + 1] * RAY[1] + plane[p + 2] * RAY[2];
    if (height > 0 === slope > 0) continue;
    const way = -height / slope;
    const hx = x + way * RAY[0];
    const hy = y + way * RAY[1];
    const hz = z + way * RAY[2];
    const c = ROUND * f;
    const ex = hx - round[c];
    const ey = hy - round[c + 1];
    const ez = hz - round[c + 2];
    const outer = round[c + 4] + margin;
    if (!(ex * ex + ey * ey + ez * ez <= outer * outer)) continue;
    let within = Number.POSITIVE_INFINITY;
    for (let o = 4 * start[f]; o < 4 * start[f + 1]; o += 4) {
      within = Math.min(within, border[o] * hx + border[o + 1] * hy + border[o + 2] * hz - border[o + 3]);
    }
    // a plane parallel to the ray gives no place
    const room = margin / Math.abs(slope);
    if (Math.abs(within) <= room) return false;
    if (within > 0) even = !even;
  }
  return even;
}

/** Region r into `sums`, as mesh-mesh/measures.ts and volume/patches.ts do. */
function measure(r: number, sign: number): void {
  const t = regions.sums;
  const q = REGION * r;
  const volume = t[q + 3] / 6;
  const gx = t[q + 4] / (24 * volume);
  const gy = t[q + 5] / (24 * volume);
  const gz = t[q + 6] / (24 * volume);
  const { second, centre, areaCentre, direction } = sums;
  second[0] = t[q + 7] / 120 - volume * gx * gx;
  second[1] = t[q + 8] / 120 - volume * gy * gy;
  second[2] = t[q + 9] / 120 - volume * gz * gz;
  second[3] = t[q + 10] / 120 - volume * gx * gy;
  second[4] = t[q + 11] / 120 - volume * gx * gz;
  second[5] = t[q + 12] / 120 - volume * gy * gz;
  const sx = 0.5 * t[q + 15];
  const sy = 0.5 * t[q + 16];
  const sz = 0.5 * t[q + 17];
  const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const nx = sx / size;
  const ny = sy / size;
  const nz = sz / size;
  // r x S = moment: the part of r across n is n x moment / |S|; all from the origin of the region
  const mx = t[q + 18] / (6 * size);
  const my = t[q + 19] / (6 * size);
  const mz = t[q + 20] / (6 * size);
  const along = gx * nx + gy * ny + gz * nz;
  sums.volume = volume;
  sums.area = size;
  sums.depth = (2 * volume) / size;
  centre[0] = t[q] + gx;
  centre[1] = t[q + 1] + gy;
  centre[2] = t[q + 2] + gz;
  areaCentre[0] = t[q] + ny * mz - nz * my + along * nx;
  areaCentre[1] = t[q + 1] + nz * mx - nx * mz + along * ny;
  areaCentre[2] = t[q + 2] + nx * my - ny * mx + along * nz;
  direction[0] = sign * nx;
  direction[1] = sign * ny;
  direction[2] = sign * nz;
}
