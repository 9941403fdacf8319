/**
 * Water on a closed mesh: pressure over the wetted part of every triangle, and drag. With heights s = z - eta above the
 * instantaneous surface at its corners a triangle is cut at s = 0 into none, one or three wet ones; pressure
 *   p = rho g (level - z + head)       hydrostatic and undisturbed waves (Froude and Krylov)
 * is linear over each part and zero on the cut, so the missing lid adds no force:
 *   F = -int p n dA,   M = -int p (r x n) dA     three mid-edge points, exact for a product of two linear functions
 *   V = int s n_z dA                             div (0, 0, z - eta) = 1
 * Because pressure vanishes where the wet part ends, the force changes with a small move (dx, dth) by
 *   dF = dth x F - int (grad p . (dx + dth x r)) n dA,   dM = dth x M - int (grad p . (dx + dth x r)) (r x n) dA
 * This one matrix holds waterplane stiffness, metacentric height and all other hydrostatic stiffness. Drag: a panel that moves outward
 * through the water, u_n = (v - U).n > 0, feels -1/2 rho Cd u_n^2 n dA; a panel that slides along the water feels -1/2 rho Cf |u_t| u_t dA.
 * A plate broadside to the flow thus has Cd, a sphere half of it. Waves shorter than two mean edges would appear as noise only; the hull
 * leaves them out. The sea is evaluated once for each instant, at the first iterate (hull-sea.ts); later iterates move its surface and head
 * by their gradients. A pose near an earlier one takes its loads from there by derivatives (near-sum.ts), and the loads of large hulls are
 * summed ahead of time (hull-ahead.ts).
 */
import { PI, type Vec3 } from '../../math/index.ts';
import { HullAhead } from './hull-ahead.ts';
import { HullSea } from './hull-sea.ts';
import { meanEdge } from './hull-mesh.ts';
import { NearSum } from './near-sum.ts';
import { addTurn6 } from './six.ts';
import { AREA, DRAG, GROWTH, GROWTH_BY, MOMENT, PRESSURE, VOLUME, WATER, WetSum } from './wet-sum.ts';
import { FLOW, HEAD, HEAD_GRADIENT, SAMPLE, type Sea, SLOPE } from '../sea/sea.ts';

export interface HullShape {
  /** [m] body frame, x y z a vertex */
  readonly positions: ArrayLike<number>;
  /** three vertices each, anticlockwise seen from outside; closed */
  readonly triangles: ArrayLike<number>;
}

export interface HullDrag {
  /** Cd of panels that move outward, Cf of panels that slide */
  readonly normal: number;
  readonly tangential: number;
}

export class WettedHull {
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** from the centre of mass, body axes [m] */
  private readonly local: Float64Array;
  private readonly triangles: Int32Array;
  private readonly drag: HullDrag;
  /** in the world: from the centre of mass, and where the sea was asked */
  private readonly lever: Float64Array;
  private readonly asked: Float64Array;
  private readonly samples: Float64Array;
  private readonly water: HullSea;
  /** height above the surface [m], pressure [Pa] */
  private readonly height: Float64Array;
  private readonly pressure: Float64Array;
  /** results, at the centre of mass, world axes: pressure force and moment, drag force and moment */
  readonly pressureForce: Float64Array = new Float64Array(6);
  readonly dragForce: Float64Array = new Float64Array(6);
  /** -dF/dq of pressure and -dF/dv of drag, row-major 6 x 6 */
  readonly stiffness: Float64Array = new Float64Array(36);
  readonly damping: Float64Array = new Float64Array(36);
  /** [m^3], its centre [m, world], wetted area [m^2], growth of the volume [m^3/s] and its derivative by the velocity */
  volume = 0;
  readonly centre: Float64Array = new Float64Array(3);
  area = 0;
  growth = 0;
  readonly growthBy: Float64Array = new Float64Array(6);
  /** deepest point below the surface [m]; negative: clear of the water by so much */
  draft = 0;
  /** velocity and acceleration of the water around it, mean over the wetted surface */
  readonly flow: Float64Array = new Float64Array(6);
  private readonly near: NearSum;
  private readonly ahead: HullAhead;

  constructor(shape: HullShape, drag: HullDrag, centreOfMass: Vec3) {
    const n = shape.positions.length / 3;
    this.vertexCount = n;
    this.triangleCount = shape.triangles.length / 3;
    this.local = Float64Array.from(shape.positions, (x, i) => x - centreOfMass[i % 3]);
    this.triangles = Int32Array.from(shape.triangles);
    this.drag = drag;
    this.near = new NearSum(this.local);
    // triangles of this size resolve waves down to two mean edges
    this.water = new HullSea(n, PI / meanEdge(this.local, this.triangles), this.near.radius);
    this.ahead = new HullAhead(this.water.finest, this.near.radius);
    this.lever = new Float64Array(3 * n);
    this.asked = this.water.asked;
    this.samples = this.water.samples;
    this.height = new Float64Array(n);
    this.pressure = new Float64Array(n);
  }

  /**
   * Forces at a pose and velocity (of the centre of mass), at the time of the sea. mayFollow: this is an iterate of a stage and may take
   * its loads from a nearby one; the derivatives are those of that iterate, or of the stage before.
   */
  evaluate(
    sea: Sea,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
    withDerivatives: boolean,
    mayFollow: boolean = false,
  ): void {
    const { near, ahead } = this;
    if (!mayFollow) near.forget();
    else if (near.reaches(sea.time, position, p, rotation, r)) {
      near.follow(this, velocity, v);
      return;
    } else if (ahead.serve(this, sea, position, p, rotation, r, velocity, v)) return;
    this.sum(sea, position, p, rotation, r, velocity, v, withDerivatives || near.time === sea.time);
    if (mayFollow) near.keep(this, sea.time, position, p, rotation, r, velocity, v);
  }

  /** Sums over all triangles. */
  sum(
    sea: Sea,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
    withDerivatives: boolean,
  ): void {
    this.place(rotation, r);
    this.water.look(sea, position, p, this.lever, velocity, v);
    const { sums } = wetSum;
    sums.fill(0);
    wetSum.normalDrag = 0.5 * sea.density * this.drag.normal;
    wetSum.tangentialDrag = 0.5 * sea.density * this.drag.tangential;
    if (withDerivatives) {
      this.stiffness.fill(0);
      this.damping.fill(0);
    }
    if (this.readHeights(sea, position, p)) {
      const { triangles } = this;
      for (let t = 0; t < triangles.length; t += 3) {
        this.cut(sea, triangles[t], triangles[t + 1], triangles[t + 2], velocity, v, withDerivatives);
      }
    }
    const volume = sums[VOLUME];
    const area = sums[AREA];
    for (let i = 0; i < 6; i++) {
      this.pressureForce[i] = sums[PRESSURE + i];
      this.dragForce[i] = sums[DRAG + i];
      this.growthBy[i] = sums[GROWTH_BY + i];
      this.flow[i] = area > 0 ? sums[WATER + i] / area : 0;
    }
    for (let i = 0; i < 3; i++) this.centre[i] = volume > 0 ? position[p + i] + sums[MOMENT + i] / volume : 0;
    this.volume = volume;
    this.area = area;
    this.growth = sums[GROWTH];
    if (withDerivatives) addTurn6(this.stiffness, this.pressureForce);
  }

  /** Adds all numbers that a restart needs to continue with the same bits. */
  save(out: number[]): void {
    this.water.save(out);
    this.ahead.save(out);
  }

  /** saved: the numbers from the place where `save` wrote; returns the count of those that belong here. */
  restore(saved: Float64Array): number {
    const first = this.water.restore(saved);
    return first + this.ahead.restore(saved.subarray(first));
  }

  private place(R: Float64Array, r: number): void {
    const { local, lever } = this;
    for (let i = 0; i < local.length; i += 3) {
      const x = local[i];
      const y = local[i + 1];
      const z = local[i + 2];
      lever[i] = R[r] * x + R[r + 1] * y + R[r + 2] * z;
      lever[i + 1] = R[r + 3] * x + R[r + 4] * y + R[r + 5] * z;
      lever[i + 2] = R[r + 6] * x + R[r + 7] * y + R[r + 8] * z;
    }
  }

  /** Heights and pressures of all vertices; true when any is wet. */
  private readHeights(sea: Sea, position: Float64Array, p: number): boolean {
    const { lever, asked, samples, height, pressure } = this;
    const weight = sea.density * sea.gravity;
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < height.length; i++) {
      const o = SAMPLE * i;
      const k = 3 * i;
      const z = position[p + 2] + lever[k + 2];
      const dx = position[p] + lever[k] - asked[k];
      const dy = position[p + 1] + lever[k + 1] - asked[k + 1];
      const dz = z - asked[k + 2];
      const g = o + HEAD_GRADIENT;
      const head = samples[o + HEAD] + samples[g] * dx + samples[g + 1] * dy + samples[g + 2] * dz;
      const s = z - samples[o] - samples[o + SLOPE] * dx - samples[o + SLOPE + 1] * dy;
      height[i] = s;
      pressure[i] = s < 0 ? weight * (sea.level - z + head) : 0;
      if (s < lowest) lowest = s;
    }
    this.draft = -lowest;
    return lowest < 0;
  }

  /** The wet part of a triangle. */
  private cut(
    sea: Sea,
    a: number,
    b: number,
    c: number,
    velocity: Float64Array,
    v: number,
    derivatives: boolean,
  ): void {
    const { height } = this;
    const wet = (height[a] < 0 ? 1 : 0) + (height[b] < 0 ? 1 : 0) + (height[c] < 0 ? 1 : 0);
    if (wet === 0) return;
    this.normalOf(a, b, c);
    this.waterOf(sea, a, b, c);
    if (wet === 3) {
      this.corner(0, a);
      this.corner(1, b);
      this.corner(2, c);
      wetSum.add(velocity, v, derivatives, this.stiffness, this.damping);
      return;
    }
    // rotate the indices so that the first corner is the one alone on its side of the surface
    const alone = wet === 1 ? height[a] < 0 : height[a] >= 0;
    const second = wet === 1 ? height[b] < 0 : height[b] >= 0;
    const i = alone ? a : second ? b : c;
    const j = alone ? b : second ? c : a;
    const k = alone ? c : second ? a : b;
    if (wet === 1) {
      this.corner(0, i);
      this.crossing(1, i, j);
      this.crossing(2, i, k);
      wetSum.add(velocity, v, derivatives, this.stiffness, this.damping);
      return;
    }
    // three triangles that meet in the middle of the wet side, so that a mirrored hull is cut into mirrored triangles
    this.crossing(0, i, j);
    this.corner(1, j);
    this.middle(2, j, k);
    wetSum.add(velocity, v, derivatives, this.stiffness, this.damping);
    this.middle(1, j, k);
    this.crossing(2, i, k);
    wetSum.add(velocity, v, derivatives, this.stiffness, this.damping);
    this.middle(0, j, k);
    this.corner(1, k);
    wetSum.add(velocity, v, derivatives, this.stiffness, this.damping);
  }

  private normalOf(a: number, b: number, c: number): void {
    const { lever } = this;
    const ux = lever[3 * b] - lever[3 * a];
    const uy = lever[3 * b + 1] - lever[3 * a + 1];
    const uz = lever[3 * b + 2] - lever[3 * a + 2];
    const wx = lever[3 * c] - lever[3 * a];
    const wy = lever[3 * c + 1] - lever[3 * a + 1];
    const wz = lever[3 * c + 2] - lever[3 * a + 2];
    const x = uy * wz - uz * wy;
    const y = uz * wx - ux * wz;
    const z = ux * wy - uy * wx;
    const size = Math.sqrt(x * x + y * y + z * z);
    const inverse = size > 0 ? 1 / size : 0;
    normal[0] = x * inverse;
    normal[1] = y * inverse;
    normal[2] = z * inverse;
  }

  /** Gradient of pressure and flow of the water, mean of the corners; a corner in the air takes the values on the surface. */
  private waterOf(sea: Sea, a: number, b: number, c: number): void {
    const { samples } = this;
    const i = SAMPLE * a;
    const j = SAMPLE * b;
    const k = SAMPLE * c;
    const third = (sea.density * sea.gravity) / 3;
    for (let r = 0; r < 3; r++) {
      const o = HEAD_GRADIENT + r;
      gradient[r] = third * (samples[i + o] + samples[j + o] + samples[k + o]);
    }
    gradient[2] -= sea.density * sea.gravity;
    for (let r = 0; r < 6; r++) {
      const o = FLOW + r; // and FLOW_RATE after it
      water[r] = (samples[i + o] + samples[j + o] + samples[k + o]) / 3;
    }
  }

  /** corners[5 slot ..] = lever, height, pressure of vertex i */
  private corner(slot: number, i: number): void {
    const o = 5 * slot;
    corners[o] = this.lever[3 * i];
    corners[o + 1] = this.lever[3 * i + 1];
    corners[o + 2] = this.lever[3 * i + 2];
    corners[o + 3] = this.height[i];
    corners[o + 4] = this.pressure[i];
  }

  /** The same half way between vertices i and j, both wet. */
  private middle(slot: number, i: number, j: number): void {
    const { height, lever, pressure } = this;
    const o = 5 * slot;
    for (let r = 0; r < 3; r++) corners[o + r] = 0.5 * (lever[3 * i + r] + lever[3 * j + r]);
    corners[o + 3] = 0.5 * (height[i] + height[j]);
    corners[o + 4] = 0.5 * (pressure[i] + pressure[j]);
  }

  /** The same of the point of the surface between vertices i and j. */
  private crossing(slot: number, i: number, j: number): void {
    const { height, lever } = this;
    const t = height[i] / (height[i] - height[j]);
    const o = 5 * slot;
    for (let r = 0; r < 3; r++) corners[o + r] = lever[3 * i + r] + t * (lever[3 * j + r] - lever[3 * i + r]);
    corners[o + 3] = 0;
    corners[o + 4] = 0;
  }
}

const wetSum = new WetSum();
const { corners, normal, gradient, water } = wetSum;
