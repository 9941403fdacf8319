/**
 * Tubes of rigid bodies in water, in segments, by the formula of Morison et al. (1950) for relative motion. With t along the axis, n across
 * it, u = v - U the velocity relative to the water, d the diameter, A = pi d^2/4, l the length and f the wet part of a segment:
 *   F = f [rho A l ((1 + Ca) U'_n - Ca a_n) - 1/2 rho d l Cd |u_n| u_n - 1/2 rho pi d l Ct |u_t| u_t + rho A l (g + U'_t)]
 * The caller adds the term in a, the acceleration of the body, as an added mass. A member that only adds drag to a hull has no buoyancy,
 * and Ca in place of 1 + Ca. A segment that crosses the surface is wet in proportion, and its forces act in the middle of its wet part. On
 * each end that is a disc, for motion along the axis alone; the added mass of a disc is half a ball of water:
 *   F = f [rho pi d^3 / 12 Ca_e (U'_t - a_t) - 1/2 rho A Cd_e |u_t| u_t]
 * and the moment of still water's pressure, f rho g pi d^4/64 (z x n) with n out of the end: ends under water cancel, and one
 * alone rights a tube that floats upright, as its water plane does.
 */
import { PI, type Vec3 } from '../../math/index.ts';
import { FLOW, FLOW_RATE, SAMPLE, type Sea } from '../sea/sea.ts';
import { addPoint6 } from './six.ts';
import type { MemberSpec } from './spec.ts';

const MOVED = 0.02; // [m] distance after which the sea is evaluated again
const SLOW = 1e-3; // [m/s] speed below which drag is linear
/** Part of the diameter: height over which the force on an end that enters level builds up. */
const RIM = 0.1;

export class Members {
  readonly count: number;
  /**
   * for a segment: middle from the centre of mass (3), axis (3), length, diameter, Cd, Ct, Ca, 1 if buoyant; for an end: length 0,
   * diameter, Cd_e, 0, Ca_e, and if buoyant -1 or 1 where n points against or along the axis
   */
  private readonly data: Float64Array;
  private readonly lever: Float64Array;
  private readonly asked: Float64Array;
  private readonly samples: Float64Array;
  private askedAt = Number.NaN;
  /** buoyancy with the force of the water's acceleration; drag; world axes at the centre of mass */
  readonly pressureForce: Float64Array = new Float64Array(6);
  readonly dragForce: Float64Array = new Float64Array(6);
  /** -dF/dq of buoyancy at the surface, -dF/dv of drag, added mass: 6 x 6 */
  readonly stiffness: Float64Array = new Float64Array(36);
  readonly damping: Float64Array = new Float64Array(36);
  readonly added: Float64Array = new Float64Array(36);
  /** wet volume [m^3] */
  volume = 0;

  constructor(members: readonly MemberSpec[], centreOfMass: Vec3) {
    const data: number[] = [];
    for (const m of members) {
      const axis = m.to.map((x, r) => x - m.from[r]);
      const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
      for (let k = 0; k < m.segments; k++) {
        const s = (k + 0.5) / m.segments;
        data.push(...axis.map((x, r) => m.from[r] + s * x - centreOfMass[r]), ...axis.map((x) => x / length));
        data.push(length / m.segments, m.diameter, m.dragNormal, m.dragTangential, m.addedMass, m.buoyant ? 1 : 0);
      }
      if (m.endDrag === undefined && m.endAddedMass === undefined) continue;
      const { endDrag = 0, endAddedMass = 0 } = m; // discs without coefficients still feel the pressure
      for (const end of [m.from, m.to]) {
        data.push(...end.map((x, r) => x - centreOfMass[r]), ...axis.map((x) => x / length));
        const out = end === m.to ? 1 : -1;
        data.push(0, m.diameter, endDrag, 0, endAddedMass, m.buoyant ? out : 0);
      }
    }
    this.data = Float64Array.from(data);
    this.count = data.length / STRIDE;
    this.lever = new Float64Array(3 * this.count);
    this.asked = new Float64Array(3 * this.count);
    this.samples = new Float64Array(SAMPLE * this.count);
  }

  evaluate(
    sea: Sea,
    position: Float64Array,
    p: number,
    rotation: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): void {
    this.pressureForce.fill(0);
    this.dragForce.fill(0);
    this.stiffness.fill(0);
    this.damping.fill(0);
    this.added.fill(0);
    this.volume = 0;
    this.ask(sea, position, p, rotation, r);
    for (let i = 0; i < this.count; i++) this.segment(sea, i, position, p, rotation, r, velocity, v);
  }

  private ask(sea: Sea, position: Float64Array, p: number, R: Float64Array, r: number): void {
    const { lever, asked, data } = this;
    let fresh = sea.time === this.askedAt;
    for (let i = 0; i < this.count; i++) {
      const o = STRIDE * i;
      let far = 0;
      for (let a = 0; a < 3; a++) {
        const s = r + 3 * a;
        const x = R[s] * data[o] + R[s + 1] * data[o + 1] + R[s + 2] * data[o + 2];
        lever[3 * i + a] = x;
        const move = position[p + a] + x - asked[3 * i + a];
        far += move * move;
      }
      if (far > MOVED * MOVED) fresh = false;
    }
    if (fresh) return;
    for (let i = 0; i < lever.length; i++) asked[i] = position[p + (i % 3)] + lever[i];
    sea.sample(this.samples, asked, 3, this.count);
    this.askedAt = sea.time;
  }

  private segment(
    sea: Sea,
    i: number,
    position: Float64Array,
    p: number,
    R: Float64Array,
    r: number,
    velocity: Float64Array,
    v: number,
  ): void {
    const { data, lever, samples } = this;
    const o = STRIDE * i;
    const s = SAMPLE * i;
    const tx = R[r] * data[o + 3] + R[r + 1] * data[o + 4] + R[r + 2] * data[o + 5];
    const ty = R[r + 3] * data[o + 3] + R[r + 4] * data[o + 4] + R[r + 5] * data[o + 5];
    const tz = R[r + 6] * data[o + 3] + R[r + 7] * data[o + 4] + R[r + 8] * data[o + 5];
    const length = data[o + 6];
    const d = data[o + 7];
    if (length === 0) {
      this.end(sea, i, position[p + 2], velocity, v, tx, ty, tz);
      return;
    }
    const broad = d * Math.sqrt(Math.max(0, 1 - tz * tz));
    const span = Math.abs(tz) * length + broad; // from its lowest to its highest point
    const height = position[p + 2] + lever[3 * i + 2] - samples[s];
    const wet = Math.min(1, Math.max(0, 0.5 - height / span));
    if (wet === 0) return;
    // the middle of the wet part, the dry one being above it; of a level tube, that of the segment
    const down = -0.5 * (1 - wet) * length * ((tz * length) / span) * (1 + broad / span);
    const rx = lever[3 * i] + down * tx;
    const ry = lever[3 * i + 1] + down * ty;
    const rz = lever[3 * i + 2] + down * tz;
    const rho = sea.density;
    const volume = 0.25 * PI * d * d * length;
    const mass = wet * rho * volume;
    const Ca = data[o + 10];
    const buoyant = data[o + 11];
    this.volume += wet * volume;
    const a = s + FLOW_RATE;
    const alongRate = samples[a] * tx + samples[a + 1] * ty + samples[a + 2] * tz;
    const across = mass * (buoyant + Ca);
    const lengthwise = (mass * buoyant - across) * alongRate;
    addForce6(
      this.pressureForce,
      across * samples[a] + lengthwise * tx,
      across * samples[a + 1] + lengthwise * ty,
      across * samples[a + 2] + lengthwise * tz + mass * buoyant * sea.gravity,
      rx,
      ry,
      rz,
    );
    const u = s + FLOW;
    const ux = velocity[v] + velocity[v + 4] * rz - velocity[v + 5] * ry - samples[u];
    const uy = velocity[v + 1] + velocity[v + 5] * rx - velocity[v + 3] * rz - samples[u + 1];
    const uz = velocity[v + 2] + velocity[v + 3] * ry - velocity[v + 4] * rx - samples[u + 2];
    const slide = ux * tx + uy * ty + uz * tz;
    const nx = ux - slide * tx;
    const ny = uy - slide * ty;
    const nz = uz - slide * tz;
    const speed = Math.sqrt(nx * nx + ny * ny + nz * nz + SLOW * SLOW);
    const slip = Math.sqrt(slide * slide + SLOW * SLOW);
    const normal = 0.5 * wet * rho * d * length * data[o + 8];
    const tangential = 0.5 * wet * rho * PI * d * length * data[o + 9];
    const along = -tangential * slip * slide;
    const push = -normal * speed;
    addForce6(this.dragForce, push * nx + along * tx, push * ny + along * ty, push * nz + along * tz, rx, ry, rz);
    // -dF/dv: normal (speed (1 - t t^T) + n n^T/speed) + tangential (slip + slide^2/slip) t t^T
    const self = normal * speed;
    const axial = tangential * (slip + (slide * slide) / slip) - self;
    const outer = normal / speed;
    setSymmetric(self, axial, tx, ty, tz, outer, nx, ny, nz);
    addPoint6(this.damping, D, rx, ry, rz);
    setSymmetric(mass * Ca, -mass * Ca, tx, ty, tz, 0, 0, 0, 0);
    addPoint6(this.added, D, rx, ry, rz);
    const turn = (mass * Ca * wet * wet * length * length) / 12; // of the wet part about its middle
    setSymmetric(turn, -turn, tx, ty, tz, 0, 0, 0, 0);
    for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) this.added[21 + 6 * row + k] += D[3 * row + k];
    if (wet === 1 || buoyant === 0) return;
    D.fill(0);
    D[8] = (rho * volume * sea.gravity) / span;
    addPoint6(this.stiffness, D, rx, ry, rz);
  }

  private end(
    sea: Sea,
    i: number,
    z: number,
    velocity: Float64Array,
    v: number,
    tx: number,
    ty: number,
    tz: number,
  ): void {
    const { data, lever, samples } = this;
    const o = STRIDE * i;
    const s = SAMPLE * i;
    const d = data[o + 7];
    const rx = lever[3 * i];
    const ry = lever[3 * i + 1];
    const rz = lever[3 * i + 2];
    const span = d * (RIM + Math.sqrt(Math.max(0, 1 - tz * tz)));
    const wet = Math.min(1, Math.max(0, 0.5 - (z + rz - samples[s]) / span));
    if (wet === 0) return;
    const rho = wet * sea.density;
    const mass = (rho * PI * d * d * d * data[o + 10]) / 12;
    const a = s + FLOW_RATE;
    const rate = mass * (samples[a] * tx + samples[a + 1] * ty + samples[a + 2] * tz);
    addForce6(this.pressureForce, rate * tx, rate * ty, rate * tz, rx, ry, rz);
    const righting = (data[o + 11] * rho * sea.gravity * PI * d * d * d * d) / 64;
    this.pressureForce[3] -= righting * ty;
    this.pressureForce[4] += righting * tx;
    const u = s + FLOW;
    const ux = velocity[v] + velocity[v + 4] * rz - velocity[v + 5] * ry - samples[u];
    const uy = velocity[v + 1] + velocity[v + 5] * rx - velocity[v + 3] * rz - samples[u + 1];
    const uz = velocity[v + 2] + velocity[v + 3] * ry - velocity[v + 4] * rx - samples[u + 2];
    const slide = ux * tx + uy * ty + uz * tz;
    const slip = Math.sqrt(slide * slide + SLOW * SLOW);
    const disc = 0.125 * rho * PI * d * d * data[o + 8];
    const push = -disc * slip * slide;
    addForce6(this.dragForce, push * tx, push * ty, push * tz, rx, ry, rz);
    setSymmetric(0, disc * (slip + (slide * slide) / slip), tx, ty, tz, 0, 0, 0, 0);
    addPoint6(this.damping, D, rx, ry, rz);
    setSymmetric(0, mass, tx, ty, tz, 0, 0, 0, 0);
    addPoint6(this.added, D, rx, ry, rz);
  }
}

const STRIDE = 12;
const D = new Float64Array(9);

/** D = a 1 + b t t^T + c n n^T */
function setSymmetric(
  a: number,
  b: number,
  tx: number,
  ty: number,
  tz: number,
  c: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  D[0] = a + b * tx * tx + c * nx * nx;
  D[1] = D[3] = b * tx * ty + c * nx * ny;
  D[2] = D[6] = b * tx * tz + c * nx * nz;
  D[4] = a + b * ty * ty + c * ny * ny;
  D[5] = D[7] = b * ty * tz + c * ny * nz;
  D[8] = a + b * tz * tz + c * nz * nz;
}

function addForce6(to: Float64Array, fx: number, fy: number, fz: number, rx: number, ry: number, rz: number): void {
  to[0] += fx;
  to[1] += fy;
  to[2] += fz;
  to[3] += ry * fz - rz * fy;
  to[4] += rz * fx - rx * fz;
  to[5] += rx * fy - ry * fx;
}
