/**
 * A bed under a cable, with friction. A flat bed is the plane n.x = h; an element touches it over the part [s0, s1] of its
 * chord where the depth D = r + h - n.x is positive, and D is linear along it, so the nodal forces
 *   N_a = int k d D (1 + a D')_+ phi_a ds                                       k [Pa/m], d diameter, phi_a linear shape
 * are exact with three Gauss points on that part. They have continuous slopes as the touchdown point moves: no node jumps onto the bed. Law
 * in depth: Hunt and Crossley 1975 with exponent 1, as a cable is a line contact. Friction is the bristle of contact/bristle.ts at each
 * node (Dopico et al. 2011 call it so) with s0 = mu/give, s1 = tau mu/give: slip begins after `give` metres, whatever the load, and tau
 * lets a stuck cable come to rest. Friction across a cable may differ from that along it: with the directions at the start of the step,
 * motion is scaled by the two coefficients, the bristle has coefficient 1, and its force is scaled back. The limit is thus an ellipse, slip
 * is normal to it, and friction never adds energy.
 *
 * On a bed of heights z = H(x, y) (bed-grid.ts) each node has the plane that touches the bed below it: D = r + (H - z)/s with s^2 = 1 +
 * H_x^2 + H_y^2, and its own normal; D is linear between nodes, as chords are straight. The tangent includes the rotation of normals, N/s P
 * H'' P with P = 1 - n n^T; omitted terms are of the order of depth over radius of the bed.
 */
import { bristleFriction, makeFrictionForce, makeSlip } from '../../contact/index.ts';
import { BedGrid, type BedGridSpec } from './bed-grid.ts';
import type { Cable } from './cable.ts';
import type { Evaluation } from './evaluation.ts';

export interface SeabedSpec {
  /** unit normal, up */
  readonly normal: readonly [number, number, number];
  /** n.x of the bed [m]; with a grid, an offset of its heights */
  readonly height: number;
  /** heights by x and y; the normal is then that of the grid */
  readonly grid?: BedGridSpec;
  /** [Pa/m] */
  readonly stiffness: number;
  /** a of (1 + a D') [s/m] */
  readonly damping: number;
  /** along a cable, and across it if that differs */
  readonly friction: number;
  readonly frictionAcross?: number;
  /** displacement at which friction slips [m] */
  readonly give: number;
  /** tau of the bristles [s]; default 0.6 sqrt(give/g), a third of critical for a friction of 1 */
  readonly bristleTime?: number;
}

const slip = makeSlip();
const rub = makeFrictionForce();

export class Seabed {
  readonly spec: SeabedSpec;
  /** bristles (3 numbers a node): trial and accepted, and the positions they were accepted at */
  readonly bristle: Float64Array;
  readonly bristle0: Float64Array;
  readonly position0: Float64Array;
  /** load of each node [N] and its derivatives by the unknown of nodes i-1, i, i+1, along n */
  readonly load: Float64Array;
  readonly loadSlope: Float64Array;
  /** power of damping and slip [W], at the last evaluation */
  dampingPower = 0;
  frictionPower = 0;
  /** energy of the squeezed bed [J] */
  energy = 0;
  withFriction = true;
  readonly bristleTime: number;
  /**
   * Normals of nodes (3 numbers each), then the direction of slip at the present node, then the factor of a block: separate number
   * arguments would be boxed.
   */
  readonly frame: Float64Array;
  readonly slip: number;
  readonly factor: number;
  /** -n.x of nodes, or its equivalent on a grid: with h and the radius, their depth [m] */
  readonly level: Float64Array;
  readonly grid: BedGrid | undefined;
  /** at the present node: see BedGrid.sample; direction of the cable in the bed */
  readonly below: Float64Array = new Float64Array(6);
  readonly along: Float64Array = new Float64Array(3);
  readonly turn: Float64Array = new Float64Array(9);
  /** coefficient of friction across */
  readonly across: number;
  /** of the stage */
  b = 0;
  c = 0;

  constructor(spec: SeabedSpec, capacity: number) {
    this.spec = spec;
    this.frame = new Float64Array(3 * capacity + 4);
    for (let i = 0; i < capacity; i++) this.frame.set(spec.normal, 3 * i);
    this.slip = 3 * capacity;
    this.factor = 3 * capacity + 3;
    this.level = new Float64Array(capacity);
    this.grid = spec.grid && new BedGrid(spec.grid);
    this.across = spec.frictionAcross ?? spec.friction;
    this.bristleTime = spec.bristleTime ?? 0.6 * Math.sqrt(spec.give / 9.81);
    this.bristle = new Float64Array(3 * capacity);
    this.bristle0 = new Float64Array(3 * capacity);
    this.position0 = new Float64Array(3 * capacity);
    this.load = new Float64Array(capacity);
    this.loadSlope = new Float64Array(3 * capacity);
  }

  /** Commits the bristles of the last evaluation. */
  commit(cable: Cable): void {
    for (let i = 0; i < cable.nodeCount; i++) {
      for (let r = 0; r < 3; r++) {
        this.bristle0[3 * i + r] = this.bristle[3 * i + r];
        this.position0[3 * i + r] = cable.q[4 * i + r];
      }
    }
  }
}

const POINTS = [0.1127016653792583, 0.5, 0.8872983346207417]; // Gauss, three points on [0, 1]
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18];

/** force += bed; tangent += b, c times its derivatives. */
export function addSeabed(cable: Cable, bed: Seabed, { b, c, withTangent }: Evaluation): void {
  const { load, loadSlope, frame } = bed;
  bed.b = b;
  bed.c = c;
  load.fill(0, 0, cable.nodeCount);
  if (withTangent) loadSlope.fill(0, 0, 3 * cable.nodeCount);
  bed.dampingPower = 0;
  bed.frictionPower = 0;
  bed.energy = 0;
  placeBed(cable, bed);
  for (let j = 0; j < cable.nodeCount - 1; j++) touchElement(cable, bed, j, withTangent);
  const { force, tangent } = cable;
  for (let i = 0; i < cable.nodeCount; i++) {
    const N = load[i];
    if (N === 0) {
      for (let r = 0; r < 3; r++) bed.bristle[3 * i + r] = 0;
      continue;
    }
    const o = 4 * i;
    for (let r = 0; r < 3; r++) force[o + r] += N * frame[3 * i + r];
    if (withTangent) {
      for (let k = -1; k <= 1; k++) {
        if (i + k < 0 || i + k >= cable.nodeCount) continue;
        const at = 80 * i + 16 * (k + 2);
        // load falls as the node rises: loadSlope is dN by n.x of the unknown
        frame[bed.factor] = -loadSlope[3 * i + k + 1];
        addOuter(tangent, at, frame, bed.factor, 3 * i, 3 * (i + k));
      }
      if (bed.grid) addTurn(cable, bed, bed.grid, i);
    }
    if (bed.withFriction && (bed.spec.friction > 0 || bed.across > 0)) addFriction(cable, bed, i, withTangent);
  }
}

/** Normals of nodes, and height of the bed above them. */
function placeBed(cable: Cable, bed: Seabed): void {
  const { q } = cable;
  const { frame, level, below, grid } = bed;
  const { height } = bed.spec;
  for (let i = 0; i < cable.nodeCount; i++) {
    const o = 4 * i;
    const k = 3 * i;
    if (grid === undefined) {
      level[i] = -(frame[k] * q[o] + frame[k + 1] * q[o + 1] + frame[k + 2] * q[o + 2]);
      continue;
    }
    grid.sample(below, q[o], q[o + 1]);
    const steep = 1 / Math.sqrt(1 + below[1] * below[1] + below[2] * below[2]);
    frame[k] = -below[1] * steep;
    frame[k + 1] = -below[2] * steep;
    frame[k + 2] = steep;
    level[i] = (below[0] + height - q[o + 2]) * steep - height;
  }
}

/** Rotation of the normal as node i moves over the bed: tangent += b N/s P H'' P. */
function addTurn(cable: Cable, bed: Seabed, grid: BedGrid, i: number): void {
  const { q, tangent } = cable;
  const { frame, below, turn } = bed;
  const k = 3 * i;
  grid.sample(below, q[4 * i], q[4 * i + 1]);
  const scale = bed.b * bed.load[i] * frame[k + 2];
  turn.fill(0);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      for (let d = 0; d < 2; d++) {
        for (let e = 0; e < 2; e++) {
          const left = (r === d ? 1 : 0) - frame[k + r] * frame[k + d];
          const right = (c === e ? 1 : 0) - frame[k + c] * frame[k + e];
          turn[3 * r + c] += left * below[3 + d + e] * right;
        }
      }
      tangent[80 * i + 32 + 4 * r + c] += scale * turn[3 * r + c];
    }
  }
}

function touchElement(cable: Cable, bed: Seabed, j: number, withTangent: boolean): void {
  const { v } = cable;
  const { frame, level, b, c } = bed;
  const { height, stiffness, damping } = bed.spec;
  const o = 4 * j;
  const n = 3 * j;
  const reach = 0.5 * cable.diameter[j] + height;
  const d0 = reach + level[j];
  const d1 = reach + level[j + 1];
  if (d0 <= 0 && d1 <= 0) return;
  const r0 = -(frame[n] * v[o] + frame[n + 1] * v[o + 1] + frame[n + 2] * v[o + 2]);
  const r1 = -(frame[n + 3] * v[o + 4] + frame[n + 4] * v[o + 5] + frame[n + 5] * v[o + 6]);
  const s0 = d0 > 0 ? 0 : d0 / (d0 - d1);
  const s1 = d1 > 0 ? 1 : d0 / (d0 - d1);
  const width = (s1 - s0) * cable.materialLength[j];
  const k = stiffness * cable.diameter[j];
  const { load, loadSlope } = bed;
  for (let p = 0; p < 3; p++) {
    const s = s0 + (s1 - s0) * POINTS[p];
    const depth = d0 + s * (d1 - d0);
    const rate = r0 + s * (r1 - r0);
    const drag = 1 + damping * rate;
    const weight = WEIGHTS[p] * width * k;
    bed.energy += 0.5 * weight * depth * depth;
    if (drag <= 0) {
      bed.dampingPower -= weight * depth * rate;
      continue;
    }
    const f = weight * depth * drag;
    bed.dampingPower += (f - weight * depth) * rate;
    load[j] += (1 - s) * f;
    load[j + 1] += s * f;
    if (!withTangent) continue;
    const slope = -weight * (b * drag + c * damping * depth); // by n.x
    loadSlope[3 * j + 1] += (1 - s) * (1 - s) * slope;
    loadSlope[3 * j + 2] += (1 - s) * s * slope;
    loadSlope[3 * j + 3] += (1 - s) * s * slope;
    loadSlope[3 * j + 4] += s * s * slope;
  }
}

/** Writes to bed.along the direction of the cable at node i in the bed at the start of the step: a unit vector, or zeros. */
function directionIn(cable: Cable, bed: Seabed, i: number): void {
  const { direction0 } = cable;
  const { along, frame } = bed;
  const last = cable.nodeCount - 1;
  const k = 3 * i;
  let rise = 0;
  for (let r = 0; r < 3; r++) {
    along[r] = (i > 0 ? direction0[k + r] : 0) + (i < last ? direction0[k + 3 + r] : 0);
    rise += along[r] * frame[k + r];
  }
  let square = 0;
  for (let r = 0; r < 3; r++) {
    along[r] -= rise * frame[k + r];
    square += along[r] * along[r];
  }
  const size = square > 1e-12 ? 1 / Math.sqrt(square) : 0;
  for (let r = 0; r < 3; r++) along[r] *= size;
}

function addFriction(cable: Cable, bed: Seabed, i: number, withTangent: boolean): void {
  const { q, v, force, tangent } = cable;
  const { friction, give } = bed.spec;
  const { bristle, bristle0, position0, bristleTime: tau, frame, b, c, along } = bed;
  const N = bed.load[i];
  const o = 4 * i;
  const k = 3 * i;
  const nx = frame[k];
  const ny = frame[k + 1];
  const nz = frame[k + 2];
  let zx = bristle0[k] + q[o] - position0[k];
  let zy = bristle0[k + 1] + q[o + 1] - position0[k + 1];
  let zz = bristle0[k + 2] + q[o + 2] - position0[k + 2];
  const rises = zx * nx + zy * ny + zz * nz;
  zx -= rises * nx;
  zy -= rises * ny;
  zz -= rises * nz;
  const rise = v[o] * nx + v[o + 1] * ny + v[o + 2] * nz;
  slip.zx = zx;
  slip.zy = zy;
  slip.zz = zz;
  slip.vx = v[o] - rise * nx;
  slip.vy = v[o + 1] - rise * ny;
  slip.vz = v[o + 2] - rise * nz;
  slip.normal = N;
  slip.muStatic = friction;
  slip.muKinetic = friction;
  slip.s0 = friction / give;
  // stretch of motion along the cable; 0: isotropic friction
  let more = 0;
  if (bed.across !== friction) {
    directionIn(cable, bed, i);
    const whole = Math.max(bed.across, LEAST);
    more = Math.max(friction, LEAST) / whole - 1;
    stretch(slip, along, more);
    slip.muStatic = whole;
    slip.muKinetic = whole;
    slip.s0 = whole / give;
  }
  slip.s1 = tau * slip.s0;
  slip.b = b;
  slip.c = c;
  bristleFriction(rub, slip);
  if (more !== 0) {
    const back = rub.zx * along[0] + rub.zy * along[1] + rub.zz * along[2];
    const less = -more / (1 + more);
    rub.zx += less * back * along[0];
    rub.zy += less * back * along[1];
    rub.zz += less * back * along[2];
    const pull = more * (rub.gx * along[0] + rub.gy * along[1] + rub.gz * along[2]);
    rub.gx += pull * along[0];
    rub.gy += pull * along[1];
    rub.gz += pull * along[2];
  }
  const { gx, gy, gz } = rub;
  force[o] -= N * gx;
  force[o + 1] -= N * gy;
  force[o + 2] -= N * gz;
  bristle[k] = rub.zx;
  bristle[k + 1] = rub.zy;
  bristle[k + 2] = rub.zz;
  // in slip all of the power is lost, in stick only that of the damper
  const drag = slip.s1 * (slip.vx * slip.vx + slip.vy * slip.vy + slip.vz * slip.vz);
  bed.frictionPower += N * (rub.slips ? gx * v[o] + gy * v[o + 1] + gz * v[o + 2] : drag);
  if (!withTangent) return;
  const { slip: S, factor: F } = bed;
  frame[S] = gx;
  frame[S + 1] = gy;
  frame[S + 2] = gz;
  for (let side = -1; side <= 1; side++) {
    if (i + side < 0 || i + side >= cable.nodeCount) continue;
    const at = 80 * i + 16 * (side + 2);
    frame[F] = bed.loadSlope[k + side + 1];
    addOuter(tangent, at, frame, F, S, 3 * (i + side));
  }
  const d = 80 * i + 32;
  // A (along (1 - n n^T) - across u u^T) A, A the stretch: 1 + more t t^T
  tangent[d] += rub.along;
  tangent[d + 5] += rub.along;
  tangent[d + 10] += rub.along;
  frame[F] = -rub.along;
  addOuter(tangent, d, frame, F, k, k);
  if (more !== 0) {
    for (let r = 0; r < 3; r++) frame[S + r] = along[r];
    frame[F] = rub.along * more * (2 + more);
    addOuter(tangent, d, frame, F, S, S);
  }
  if (!rub.slips) return;
  const turned = more * (rub.ux * along[0] + rub.uy * along[1] + rub.uz * along[2]);
  frame[S] = rub.ux + turned * along[0];
  frame[S + 1] = rub.uy + turned * along[1];
  frame[S + 2] = rub.uz + turned * along[2];
  frame[F] = -rub.across;
  addOuter(tangent, d, frame, F, S, S);
}

/** Smallest coefficient in one direction: bristles need a positive one. */
const LEAST = 1e-6;

/** z and v of a slip, scaled by (1 + more) along a direction. */
function stretch(of: typeof slip, along: Float64Array, more: number): void {
  const z = more * (of.zx * along[0] + of.zy * along[1] + of.zz * along[2]);
  of.zx += z * along[0];
  of.zy += z * along[1];
  of.zz += z * along[2];
  const v = more * (of.vx * along[0] + of.vy * along[1] + of.vz * along[2]);
  of.vx += v * along[0];
  of.vy += v * along[1];
  of.vz += v * along[2];
}

/** out += p[factor] a b^T, a and b from p[i] and p[j] on */
function addOuter(out: Float64Array, o: number, p: Float64Array, factor: number, i: number, j: number): void {
  const scale = p[factor];
  const ax = p[i];
  const ay = p[i + 1];
  const az = p[i + 2];
  const bx = p[j];
  const by = p[j + 1];
  const bz = p[j + 2];
  out[o] += scale * ax * bx;
  out[o + 1] += scale * ax * by;
  out[o + 2] += scale * ax * bz;
  out[o + 4] += scale * ay * bx;
  out[o + 5] += scale * ay * by;
  out[o + 6] += scale * ay * bz;
  out[o + 8] += scale * az * bx;
  out[o + 9] += scale * az * by;
  out[o + 10] += scale * az * bz;
}
