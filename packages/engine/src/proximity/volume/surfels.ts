/**
 * Contact of two packed solids by the surface shares of their balls. Balls touch flat faces at points, and balls of two layers meet head-on
 * at some places and side by side at others; lenses of balls therefore push in proportion to h^2 instead of h, and vary as the bodies
 * slide. But each ball that lies against a face has a share of it, the middle of that share (the foot) and its normal
 * (geometry/spheres/areas.ts).
 *
 * The solid with far fewer directions, or otherwise the one with larger shares, is the floor. The depth of each foot of the other under the
 * planes of the floor's feet around it is
 *   depth = sum phi h / sum phi,  h the height of a plane over the foot,  phi = (1 - rho^2 / H^2)^2 c,  H^2 = WIDTH share
 * with rho the distance along the plane and c the cosine between the two surfaces. Its share is a column of this depth (in the direction of
 * the floor). Flat faces are represented exactly, others to the order of (distance of the feet)^2 over their radius. Planes have no edges:
 * a body that overhangs the edge of a floor so far that its own edge comes within a share of it is pushed sideways.
 */
import { buildSphereTree, type SpherePacking, type SphereTree } from '../../geometry/index.ts';
import type { RelativePose, SpherePairSet } from '../spheres/pair-set.ts';
import type { PatchList } from './patch-list.ts';

/** Square of the reach of a foot over its share: in a triangular pattern three to six feet reach every point. */
const WIDTH = 1.6;
/** A foot with a smaller sum of weights is beyond the edge of the floor and fades out. */
const COVERED = 0.25;
/** Cosine between outward normals of surfaces that cannot meet within the margin of a search: a twentieth of a ball's radius. */
const AWAY = 0.2;
/**
 * Share over the squared depth at which a foot is ignored: depths up to 0.6 of the width of a share, or of the thickness of a thinner
 * solid.
 */
const DEEP = 2.5;
/** Cosine below which a face is a wall up to rounding. */
const UPRIGHT = 1e-9;
/** Cosine between columns of one patch. */
const SAME_WAY = 0.7;
const MOST_GROUPS = 12;

/** Numbers of a foot: place (3) [m], outward normal (3), share [m^2], share by which depths are limited (thicknesses) [m^2]. */
const FOOT = 8;
/** Cosine between the normals of two faces of a plate. */
const OPPOSITE = -0.9;
/** Cosine between the normals of two faces that meet at an edge, at most. */
const ANOTHER_WAY = 0.5;
/** Part of the distance to the nearest foot on such a face: deeper places are nearer to that face. */
const BEYOND = 2;

/** Feet of a packing as balls for the search. */
export interface Surfels {
  readonly data: Float64Array;
  /** as a floor: balls as wide as the feet reach; over it: points */
  readonly wide: SphereTree;
  readonly points: SphereTree;
  /** number of directions of the faces, mean share [m^2] */
  readonly directions: number;
  readonly share: number;
}

/** see PatchList.addColumn */
const column = new Float64Array(12);

/** Undefined where no ball lies against a face. */
export function makeSurfels(packing: SpherePacking): Surfels | undefined {
  const balls: number[] = [];
  for (let i = 0; i < packing.count; i++) if (packing.faces[i] >= 0 && packing.areas[i] > 0) balls.push(i);
  if (balls.length === 0) return undefined;
  const data = new Float64Array(FOOT * balls.length);
  balls.forEach((i, foot) => {
    data.set(packing.feet.subarray(3 * i, 3 * i + 3), FOOT * foot);
    data.set(packing.normals.subarray(3 * packing.faces[i], 3 * packing.faces[i] + 3), FOOT * foot + 3);
    data[FOOT * foot + 6] = packing.areas[i];
  });
  limitDepths(data);
  const tree = (part: number): SphereTree => {
    const centres = Float64Array.from(balls.flatMap((i) => [...packing.feet.subarray(3 * i, 3 * i + 3)]));
    const radii = Float64Array.from(balls, (i) => part * Math.sqrt(WIDTH * packing.areas[i]));
    const ones = new Float64Array(balls.length).fill(1);
    return buildSphereTree({ ...packing, count: balls.length, centres, radii, weights: ones });
  };
  const directions = new Set(balls.map((i) => packing.faces[i])).size;
  const sum = balls.reduce((area, i) => area + packing.areas[i], 0);
  // points get a millionth of the reach as radius, because trees need balls
  return { data, wide: tree(1), points: tree(1e-6), directions, share: sum / balls.length };
}

/**
 * Depths are limited by shares, but a depth in a plate cannot exceed its thickness: with few balls the shares of its lower face are so wide
 * that a body on the upper face would count as deep under the lower one. The share is therefore limited so that depths end at the nearest
 * face of opposite orientation under the foot. Depths under a narrow rim, whose whole area may belong to one foot, are limited as well:
 * otherwise the rim of a plate of 6 m pushed a body on it sideways by a depth of 0.7 m.
 */
function limitDepths(f: Float64Array): void {
  for (let i = 0; i < f.length; i += FOOT) {
    let most2 = Number.POSITIVE_INFINITY; // [m^2] squared depth at which this foot is ignored
    for (let j = 0; j < f.length; j += FOOT) {
      const along = f[i + 3] * f[j + 3] + f[i + 4] * f[j + 4] + f[i + 5] * f[j + 5];
      if (along > ANOTHER_WAY) continue;
      const dx = f[i] - f[j];
      const dy = f[i + 1] - f[j + 1];
      const dz = f[i + 2] - f[j + 2];
      const apart2 = dx * dx + dy * dy + dz * dz;
      most2 = Math.min(most2, BEYOND * BEYOND * apart2);
      if (along > OPPOSITE) continue;
      const under = dx * f[i + 3] + dy * f[i + 4] + dz * f[i + 5];
      if (!(under > 0) || under * under >= most2) continue;
      if (apart2 - under * under <= WIDTH * Math.max(f[i + 6], f[j + 6])) most2 = under * under;
    }
    f[i + 7] = Math.min(f[i + 6], DEEP * most2);
  }
}

export class SurfelContact {
  private readonly floor: Float64Array;
  private readonly other: Float64Array;
  private readonly floorIsB: boolean;
  /** from the frame of the other to that of the floor */
  private readonly rot = new Float64Array(9);
  private readonly pos = new Float64Array(3);
  /** feet of the other in the floor's frame, and sums for each: phi, phi h, phi n (3); valid where tick is the present */
  private readonly placed: Float64Array;
  private readonly sums: Float64Array;
  private readonly ticks: Int32Array;
  /** as ticks, set where a plane of the floor counted for the foot */
  private readonly counted: Int32Array;
  private readonly touched: Int32Array;
  private readonly group: Int32Array;
  private readonly leaders = new Float64Array(3 * MOST_GROUPS);
  private tick = 0;
  /** [m^3] of the last contact */
  volume = 0;

  constructor(a: Surfels, b: Surfels, floorIsB: boolean) {
    this.floorIsB = floorIsB;
    this.floor = (floorIsB ? b : a).data;
    this.other = (floorIsB ? a : b).data;
    const count = this.other.length / FOOT;
    this.placed = new Float64Array(6 * count);
    this.sums = new Float64Array(5 * count);
    this.ticks = new Int32Array(count);
    this.counted = new Int32Array(count);
    this.touched = new Int32Array(count);
    this.group = new Int32Array(count);
  }

  /** Pose of B relative to A. */
  place({ rotAB: R, posAB: p }: RelativePose): void {
    const { rot, pos } = this;
    if (!this.floorIsB) {
      rot.set(R);
      pos.set(p);
      return;
    }
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) rot[3 * i + j] = R[3 * j + i];
      pos[i] = -(R[i] * p[0] + R[3 + i] * p[1] + R[6 + i] * p[2]);
    }
  }

  /** Adds the patches of the placed pairs of feet; rot (row-major at r) and origin take the floor's frame to the world. */
  add(out: PatchList, pairs: SpherePairSet, rot: Float64Array, r: number, origin: Float64Array): void {
    const count = this.gather(pairs);
    const groups = this.sort(count);
    this.volume = 0;
    for (let g = 0; g < groups; g++) {
      out.beginColumns();
      for (let k = 0; k < count; k++) if (this.group[k] === g) this.addColumn(out, this.touched[k], rot, r);
      out.endColumns(origin);
    }
  }

  /** Drops pairs of surfaces that face away from each other by more than nearby poses can change. */
  sift(pairs: SpherePairSet): void {
    const { floor, other, rot: R } = this;
    const floors = this.floorIsB ? pairs.ballB : pairs.ballA;
    const others = this.floorIsB ? pairs.ballA : pairs.ballB;
    let kept = 0;
    for (let k = 0; k < pairs.count; k++) {
      const n = FOOT * floors[k] + 3;
      const m = FOOT * others[k] + 3;
      const x = R[0] * other[m] + R[1] * other[m + 1] + R[2] * other[m + 2];
      const y = R[3] * other[m] + R[4] * other[m + 1] + R[5] * other[m + 2];
      const z = R[6] * other[m] + R[7] * other[m + 1] + R[8] * other[m + 2];
      if (x * floor[n] + y * floor[n + 1] + z * floor[n + 2] > AWAY) continue;
      floors[kept] = floors[k];
      others[kept++] = others[k];
    }
    pairs.count = kept;
  }

  /**
   * Sums over the planes of the floor around each foot of the other; returns the number of feet. Their order is that of the first
   * contributing pair: pairs found only because of the search margin have no effect, not even on the order of sums.
   */
  private gather(pairs: SpherePairSet): number {
    const { floor, sums, ticks, counted, touched, placed } = this;
    const floors = this.floorIsB ? pairs.ballB : pairs.ballA;
    const others = this.floorIsB ? pairs.ballA : pairs.ballB;
    this.tick += 1;
    const { tick } = this;
    let count = 0;
    for (let k = 0; k < pairs.count; k++) {
      const foot = others[k];
      if (ticks[foot] !== tick) {
        ticks[foot] = tick;
        this.placeFoot(foot);
      }
      const i = 6 * foot;
      const j = FOOT * floors[k];
      const nx = floor[j + 3];
      const ny = floor[j + 4];
      const nz = floor[j + 5];
      const c = -(nx * placed[i + 3] + ny * placed[i + 4] + nz * placed[i + 5]);
      if (!(c > UPRIGHT)) continue;
      const dx = floor[j] - placed[i];
      const dy = floor[j + 1] - placed[i + 1];
      const dz = floor[j + 2] - placed[i + 2];
      // from the other's foot up to the plane
      const h = dx * nx + dy * ny + dz * nz;
      const rest = 1 - (dx * dx + dy * dy + dz * dz - h * h) / (WIDTH * floor[j + 6]);
      if (!(rest > 0)) continue;
      // a foot deeper than the width of shares is not under this face but beside its body
      const deep = h > 0 ? 1 - (DEEP * h * h) / floor[j + 7] : 1;
      if (!(deep > 0)) continue;
      if (counted[foot] !== tick) {
        counted[foot] = tick;
        touched[count++] = foot;
      }
      const phi = rest * rest * c * deep;
      const o = 5 * foot;
      sums[o] += phi;
      sums[o + 1] += phi * h;
      sums[o + 2] += phi * nx;
      sums[o + 3] += phi * ny;
      sums[o + 4] += phi * nz;
    }
    return count;
  }

  private placeFoot(foot: number): void {
    const { other: f, placed, rot: R, pos: p, sums } = this;
    const i = FOOT * foot;
    const o = 6 * foot;
    for (let k = 0; k < 3; k++) {
      placed[o + k] = R[3 * k] * f[i] + R[3 * k + 1] * f[i + 1] + R[3 * k + 2] * f[i + 2] + p[k];
      placed[o + 3 + k] = R[3 * k] * f[i + 3] + R[3 * k + 1] * f[i + 4] + R[3 * k + 2] * f[i + 5];
    }
    for (let k = 5 * foot; k < 5 * foot + 5; k++) sums[k] = 0;
  }

  /** Sorts feet under the floor into groups of one direction; returns the number of groups. */
  private sort(count: number): number {
    const { sums, touched, group, leaders } = this;
    let groups = 0;
    for (let k = 0; k < count; k++) {
      const o = 5 * touched[k];
      group[k] = -1;
      if (!(sums[o + 1] > 0)) continue;
      const size = Math.sqrt(sums[o + 2] * sums[o + 2] + sums[o + 3] * sums[o + 3] + sums[o + 4] * sums[o + 4]);
      let g = 0;
      for (; g < groups; g++) {
        const dot = sums[o + 2] * leaders[3 * g] + sums[o + 3] * leaders[3 * g + 1] + sums[o + 4] * leaders[3 * g + 2];
        if (dot >= SAME_WAY * size) break;
      }
      if (g === MOST_GROUPS) g--;
      if (g === groups) {
        for (let i = 0; i < 3; i++) leaders[3 * g + i] = sums[o + 2 + i] / size;
        groups++;
      }
      group[k] = g;
    }
    return groups;
  }

  private addColumn(out: PatchList, foot: number, m: Float64Array, r: number): void {
    const { placed, sums } = this;
    const sense = this.floorIsB ? -1 : 1; // A's surface faces from A to B, B's in the opposite direction
    const o = 5 * foot;
    const i = 6 * foot;
    const depth = sums[o + 1] / sums[o];
    const size = Math.sqrt(sums[o + 2] * sums[o + 2] + sums[o + 3] * sums[o + 3] + sums[o + 4] * sums[o + 4]);
    const nx = sums[o + 2] / size;
    const ny = sums[o + 3] / size;
    const nz = sums[o + 4] / size;
    const sx = placed[i + 3];
    const sy = placed[i + 4];
    const sz = placed[i + 5];
    const facing = -(sx * nx + sy * ny + sz * nz);
    if (!(facing > 0)) return;
    const area = this.other[FOOT * foot + 6] * Math.min(1, sums[o] / COVERED);
    // the middle of the column
    const x = placed[i] + 0.5 * depth * nx;
    const y = placed[i + 1] + 0.5 * depth * ny;
    const z = placed[i + 2] + 0.5 * depth * nz;
    const volume = area * facing * depth;
    this.volume += volume;
    for (let k = 0; k < 3; k++) {
      const a = m[r + 3 * k];
      const b = m[r + 3 * k + 1];
      const c = m[r + 3 * k + 2];
      column[k] = a * x + b * y + c * z;
      column[4 + k] = -sense * area * (a * sx + b * sy + c * sz);
      column[7 + k] = sense * (a * nx + b * ny + c * nz);
    }
    column[3] = volume;
    column[10] = depth;
    column[11] = volume * depth;
    out.addColumn(column);
  }
}
