/**
 * A flat bed under a cable, with friction. The bed is the plane n.x = h; an element touches it over the part [s0, s1] of its
 * chord where the depth D = r + h - n.x is positive, and D is linear along it, so the nodal forces
 *   N_a = int k d D (1 + a D')_+ phi_a ds                                       k [Pa/m], d diameter, phi_a linear shape
 * are exact with three Gauss points on that part. They have continuous slopes as the touch-down moves: no node jumps onto the
 * bed. Law in depth: Hunt and Crossley 1975 with exponent 1, as a cable is a line contact.
 * Friction is the bristle of contact/bristle.ts at each node (Dopico et al. 2011 call it so) with s0 = mu/give, s1 = tau mu/give: slip
 * begins after `give` metres, whatever the load, and tau lets a stuck cable come to rest.
 */
import { bristleFriction, makeFrictionForce, makeSlip } from '../../contact/index.ts';
import type { Cable } from './cable.ts';
import type { Evaluation } from './evaluation.ts';

export interface SeabedSpec {
  /** unit normal, up */
  readonly normal: readonly [number, number, number];
  /** n.x of the bed [m] */
  readonly height: number;
  /** [Pa/m] */
  readonly stiffness: number;
  /** a of (1 + a D') [s/m] */
  readonly damping: number;
  readonly friction: number;
  /** displacement at which friction slips [m] */
  readonly give: number;
  /** tau of the bristles [s]; default 0.6 sqrt(give/g), a third of critical for a friction of 1 */
  readonly bristleTime?: number;
}

const slip = makeSlip();
const rub = makeFrictionForce();

const NORMAL = 0;
const SLIP = 3;
const FACTOR = 6;

export class Seabed {
  readonly spec: SeabedSpec;
  /** bristles (3 numbers a node): trial and accepted, and the positions they were accepted at */
  readonly bristle: Float64Array;
  readonly bristle0: Float64Array;
  readonly position0: Float64Array;
  /** load of each node [N] and its derivatives by the unknown of nodes i-1, i, i+1, along n */
  readonly load: Float64Array;
  readonly loadSlope: Float64Array;
  /** power of the damping and of slip [W], of the last evaluation */
  dampingPower = 0;
  frictionPower = 0;
  /** energy of the squeezed bed [J] */
  energy = 0;
  withFriction = true;
  readonly bristleTime: number;
  /** n, direction of slip at the node at hand, factor of a block: handed over one by one they would be boxed */
  readonly frame: Float64Array = new Float64Array(7);
  /** of the stage */
  b = 0;
  c = 0;

  constructor(spec: SeabedSpec, capacity: number) {
    this.spec = spec;
    this.frame.set(spec.normal, NORMAL);
    this.bristleTime = spec.bristleTime ?? 0.6 * Math.sqrt(spec.give / 9.81);
    this.bristle = new Float64Array(3 * capacity);
    this.bristle0 = new Float64Array(3 * capacity);
    this.position0 = new Float64Array(3 * capacity);
    this.load = new Float64Array(capacity);
    this.loadSlope = new Float64Array(3 * capacity);
  }

  /** Accepts the bristles of the last evaluation. */
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
  for (let j = 0; j < cable.nodeCount - 1; j++) touchElement(cable, bed, j, withTangent);
  const nx = frame[NORMAL];
  const ny = frame[NORMAL + 1];
  const nz = frame[NORMAL + 2];
  const { force, tangent } = cable;
  for (let i = 0; i < cable.nodeCount; i++) {
    const N = load[i];
    if (N === 0) {
      for (let r = 0; r < 3; r++) bed.bristle[3 * i + r] = 0;
      continue;
    }
    const o = 4 * i;
    force[o] += N * nx;
    force[o + 1] += N * ny;
    force[o + 2] += N * nz;
    if (withTangent) {
      for (let k = -1; k <= 1; k++) {
        const at = 80 * i + 16 * (k + 2);
        // load falls as the node rises: loadSlope is dN by n.x of the unknown
        frame[FACTOR] = -loadSlope[3 * i + k + 1];
        addOuter(tangent, at, frame, NORMAL, NORMAL);
      }
    }
    if (bed.withFriction && bed.spec.friction > 0) addFriction(cable, bed, i, withTangent);
  }
}

function touchElement(cable: Cable, bed: Seabed, j: number, withTangent: boolean): void {
  const { q, v } = cable;
  const { frame, b, c } = bed;
  const { height, stiffness, damping } = bed.spec;
  const nx = frame[NORMAL];
  const ny = frame[NORMAL + 1];
  const nz = frame[NORMAL + 2];
  const o = 4 * j;
  const reach = 0.5 * cable.diameter[j] + height;
  const d0 = reach - (nx * q[o] + ny * q[o + 1] + nz * q[o + 2]);
  const d1 = reach - (nx * q[o + 4] + ny * q[o + 5] + nz * q[o + 6]);
  if (d0 <= 0 && d1 <= 0) return;
  const r0 = -(nx * v[o] + ny * v[o + 1] + nz * v[o + 2]);
  const r1 = -(nx * v[o + 4] + ny * v[o + 5] + nz * v[o + 6]);
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

function addFriction(cable: Cable, bed: Seabed, i: number, withTangent: boolean): void {
  const { q, v, force, tangent } = cable;
  const { friction, give } = bed.spec;
  const { bristle, bristle0, position0, bristleTime: tau, frame, b, c } = bed;
  const N = bed.load[i];
  const nx = frame[NORMAL];
  const ny = frame[NORMAL + 1];
  const nz = frame[NORMAL + 2];
  const o = 4 * i;
  const k = 3 * i;
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
  slip.s1 = tau * slip.s0;
  slip.b = b;
  slip.c = c;
  bristleFriction(rub, slip);
  const { gx, gy, gz } = rub;
  force[o] -= N * gx;
  force[o + 1] -= N * gy;
  force[o + 2] -= N * gz;
  bristle[k] = rub.zx;
  bristle[k + 1] = rub.zy;
  bristle[k + 2] = rub.zz;
  // what slips loses all of it, what sticks what the damper takes
  const drag = slip.s1 * (slip.vx * slip.vx + slip.vy * slip.vy + slip.vz * slip.vz);
  bed.frictionPower += N * (rub.slips ? gx * v[o] + gy * v[o + 1] + gz * v[o + 2] : drag);
  if (!withTangent) return;
  frame[SLIP] = gx;
  frame[SLIP + 1] = gy;
  frame[SLIP + 2] = gz;
  for (let side = -1; side <= 1; side++) {
    const at = 80 * i + 16 * (side + 2);
    frame[FACTOR] = bed.loadSlope[k + side + 1];
    addOuter(tangent, at, frame, SLIP, NORMAL);
  }
  const d = 80 * i + 32;
  // along (1 - n n^T) - across u u^T
  tangent[d] += rub.along;
  tangent[d + 5] += rub.along;
  tangent[d + 10] += rub.along;
  frame[FACTOR] = -rub.along;
  addOuter(tangent, d, frame, NORMAL, NORMAL);
  if (!rub.slips) return;
  frame[SLIP] = rub.ux;
  frame[SLIP + 1] = rub.uy;
  frame[SLIP + 2] = rub.uz;
  frame[FACTOR] = -rub.across;
  addOuter(tangent, d, frame, SLIP, SLIP);
}

/** out += factor a b^T, a and b from p[i] and p[j] on */
function addOuter(out: Float64Array, o: number, p: Float64Array, i: number, j: number): void {
  const scale = p[FACTOR];
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
