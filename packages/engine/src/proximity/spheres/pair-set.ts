/**
 * Pairs of balls of two packings, with the common volume of each pair at the present pose: flat arrays over which a contact law integrates.
 * Everything in the frame of A. n points from A to B.
 *
 * Volumes, areas and moments carry the weights of the two balls: w_a w_b V (`geometry/spheres/weights.ts`).
 */
import type { SpherePacking } from '../../geometry/index.ts';
import { type Lens, lensOfDepth, makeLens, sphereCap } from './lens.ts';

/** Pose of B relative to A. */
export interface RelativePose {
  /** row-major, takes B to A */
  readonly rotAB: Float64Array;
  /** [m] origin of B in A */
  readonly posAB: Float64Array;
}

/** The solid n.x <= offset, in the frame of the packing; n is a unit vector. */
export interface HalfSpace {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  /** [m] */
  readonly offset: number;
}

const ROOM = 64;

export class SpherePairSet {
  count = 0;
  /** numbers of the balls; ballB is -1 for a half-space */
  ballA: Int32Array = new Int32Array(ROOM);
  ballB: Int32Array = new Int32Array(ROOM);
  /** weighted [m^3] */
  volume: Float64Array = new Float64Array(ROOM);
  /** weighted, of the circle in which the surfaces cut [m^2]: minus the derivative of the volume along n */
  area: Float64Array = new Float64Array(ROOM);
  /** weighted derivative of the area by the distance of the centres [m] */
  areaSlope: Float64Array = new Float64Array(ROOM);
  /** depth of overlap of the surfaces [m], 0 for a pair that does not touch; half-space: depth of the lowest point */
  depth: Float64Array = new Float64Array(ROOM);
  /** distance of the centres [m] */
  distance: Float64Array = new Float64Array(ROOM);
  /** weighted integrals of z^2 along and x^2 across the line of centres, about the centroid [m^5] */
  axial: Float64Array = new Float64Array(ROOM);
  transverse: Float64Array = new Float64Array(ROOM);
  /** x, y, z of the lens' centroid [m] */
  centroid: Float64Array = new Float64Array(3 * ROOM);
  /** along the centres, from A to B; zero for concentric balls */
  normal: Float64Array = new Float64Array(3 * ROOM);
  /**
   * Direction from A to B across the faces against which the balls lie, where they have one (both: the mean); otherwise `normal`. Between
   * flat faces it is the normal of the faces, whereas `normal` varies from pair to pair.
   */
  faceNormal: Float64Array = new Float64Array(3 * ROOM);

  /**
   * Half-spaces only: the share of the surface represented by the ball, projected on the plane [m^2], 0 where the surface faces away from
   * it; and depth of the middle of that share (`feet` of the packing) [m], 0 above. The sum of share times shareDepth is the volume the
   * flat solid has in the half-space, where `volume` is that of the balls, which meet a face in points only.
   */
  share: Float64Array = new Float64Array(ROOM);
  shareDepth: Float64Array = new Float64Array(ROOM);

  readonly #lens: Lens = makeLens();

  clear(): void {
    this.count = 0;
  }

  add(ballA: number, ballB: number): void {
    if (this.count === this.ballA.length) this.#grow();
    this.ballA[this.count] = ballA;
    this.ballB[this.count++] = ballB;
  }

  /** Evaluates all pairs at this pose; the list itself does not change. */
  evaluate(a: SpherePacking, b: SpherePacking, pose: RelativePose): void {
    const R = pose.rotAB;
    const p = pose.posAB;
    const lens = this.#lens;
    for (let i = 0; i < this.count; i++) {
      const ia = this.ballA[i];
      const ib = this.ballB[i];
      const ax = a.centres[3 * ia];
      const ay = a.centres[3 * ia + 1];
      const az = a.centres[3 * ia + 2];
      const bx = b.centres[3 * ib];
      const by = b.centres[3 * ib + 1];
      const bz = b.centres[3 * ib + 2];
      const dx = R[0] * bx + R[1] * by + R[2] * bz + p[0] - ax;
      const dy = R[3] * bx + R[4] * by + R[5] * bz + p[1] - ay;
      const dz = R[6] * bx + R[7] * by + R[8] * bz + p[2] - az;
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const radiusA = a.radii[ia];
      const radiusB = b.radii[ib];
      lensOfDepth(lens, radiusA, radiusB, d, radiusA + radiusB - d);
      const by1 = d > 0 ? 1 / d : 0;
      this.#write(i, a.weights[ia] * b.weights[ib], ax, ay, az, dx * by1, dy * by1, dz * by1, d);
      this.#faceNormal(i, a, ia, b, ib, R);
      this.share[i] = 0;
      this.shareDepth[i] = 0;
    }
  }

  /** The same against a half-space; `distance` is then from the centre to its plane, negative inside it. */
  evaluateHalfSpace(a: SpherePacking, solid: HalfSpace): void {
    const { nx, ny, nz, offset } = solid;
    const lens = this.#lens;
    for (let i = 0; i < this.count; i++) {
      const ia = this.ballA[i];
      const ax = a.centres[3 * ia];
      const ay = a.centres[3 * ia + 1];
      const az = a.centres[3 * ia + 2];
      const d = nx * ax + ny * ay + nz * az - offset;
      sphereCap(lens, a.radii[ia], a.radii[ia] - d);
      this.#write(i, a.weights[ia], ax, ay, az, -nx, -ny, -nz, d);
      this.faceNormal[3 * i] = -nx;
      this.faceNormal[3 * i + 1] = -ny;
      this.faceNormal[3 * i + 2] = -nz;
      const f = 3 * a.faces[ia];
      const facing = f < 0 ? 0 : -(nx * a.normals[f] + ny * a.normals[f + 1] + nz * a.normals[f + 2]);
      this.share[i] = a.areas[ia] * Math.max(0, facing);
      const foot = nx * a.feet[3 * ia] + ny * a.feet[3 * ia + 1] + nz * a.feet[3 * ia + 2];
      this.shareDepth[i] = Math.max(0, offset - foot);
      this.depth[i] = Math.max(0, a.radii[ia] - d);
    }
  }

  #write(
    i: number,
    w: number,
    ax: number,
    ay: number,
    az: number,
    nx: number,
    ny: number,
    nz: number,
    d: number,
  ): void {
    const lens = this.#lens;
    this.volume[i] = w * lens.volume;
    this.area[i] = w * lens.area;
    this.areaSlope[i] = w * lens.areaSlope;
    this.axial[i] = w * lens.axial;
    this.transverse[i] = w * lens.transverse;
    this.depth[i] = lens.depth;
    this.distance[i] = d;
    this.normal[3 * i] = nx;
    this.normal[3 * i + 1] = ny;
    this.normal[3 * i + 2] = nz;
    this.centroid[3 * i] = ax + lens.centroid * nx;
    this.centroid[3 * i + 1] = ay + lens.centroid * ny;
    this.centroid[3 * i + 2] = az + lens.centroid * nz;
  }

  #faceNormal(i: number, a: SpherePacking, ia: number, b: SpherePacking, ib: number, R: Float64Array): void {
    const fa = a.faces[ia];
    const fb = b.faces[ib];
    let x = 0;
    let y = 0;
    let z = 0;
    if (fa >= 0) {
      x = a.normals[3 * fa];
      y = a.normals[3 * fa + 1];
      z = a.normals[3 * fa + 2];
    }
    if (fb >= 0) {
      const ux = b.normals[3 * fb];
      const uy = b.normals[3 * fb + 1];
      const uz = b.normals[3 * fb + 2];
      x -= R[0] * ux + R[1] * uy + R[2] * uz;
      y -= R[3] * ux + R[4] * uy + R[5] * uz;
      z -= R[6] * ux + R[7] * uy + R[8] * uz;
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    const o = 3 * i;
    if (length < 0.5) {
      // no face, or two with the same orientation: one ball is beyond the face of the other
      this.faceNormal[o] = this.normal[o];
      this.faceNormal[o + 1] = this.normal[o + 1];
      this.faceNormal[o + 2] = this.normal[o + 2];
      return;
    }
    this.faceNormal[o] = x / length;
    this.faceNormal[o + 1] = y / length;
    this.faceNormal[o + 2] = z / length;
  }

  #grow(): void {
    const room = 2 * this.ballA.length;
    this.ballA = enlarged(this.ballA, new Int32Array(room));
    this.ballB = enlarged(this.ballB, new Int32Array(room));
    this.volume = new Float64Array(room);
    this.area = new Float64Array(room);
    this.areaSlope = new Float64Array(room);
    this.depth = new Float64Array(room);
    this.distance = new Float64Array(room);
    this.axial = new Float64Array(room);
    this.transverse = new Float64Array(room);
    this.centroid = new Float64Array(3 * room);
    this.normal = new Float64Array(3 * room);
    this.faceNormal = new Float64Array(3 * room);
    this.share = new Float64Array(room);
    this.shareDepth = new Float64Array(room);
  }
}

function enlarged(from: Int32Array, to: Int32Array): Int32Array {
  to.set(from);
  return to;
}
