/**
 * Weight, buoyancy, drag and the inertia of the water around a cable, each element giving half to either of its nodes. With u = v - U the
 * velocity relative to the fluid, t the element, d its diameter, A its displaced area and l its material length:
 *   weight and buoyancy   (m - rho A) l g                     T then is the effective tension, ends included
 *   normal drag           -1/2 rho d l Cn |u_n| u_n,          u_n = u - (u.t) t
 *   tangential drag       -1/2 rho pi d l Ct |u_t| u_t,       on the surface pi d, as Berteaux and MoorDyn have it
 *   inertia               rho A l [(1 + Ca_n)(U' - t t.U') + (1 + Ca_t) t t.U' - Ca_n (a - t t.a) - Ca_t t t.a]
 *                                                             (Morison et al. 1950, on relative acceleration)
 * |u| is sqrt(u^2 + u0^2) with u0 = 1 mm/s, so that the law has a slope at rest. The caller samples the fluid at the nodes; density is that
 * of the surrounding medium, times the wet part near a surface. The tangent omits the change of U, U' and of the direction in the added
 * mass with q; it includes the change of drag with t.
 */
import { PI } from '../../math/index.ts';
import type { Cable } from './cable.ts';
import type { Evaluation } from './evaluation.ts';

/** The medium around the nodes, filled by the caller. */
export class FluidSamples {
  /** U and U' (3 numbers a node) [m/s, m/s^2] */
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  /** [kg/m^3]; 0 in air */
  readonly density: Float64Array;
  /** d density / dz where a surface runs through the node [kg/m^4] */
  readonly densitySlope: Float64Array;

  constructor(capacity: number) {
    this.velocity = new Float64Array(3 * capacity);
    this.acceleration = new Float64Array(3 * capacity);
    this.density = new Float64Array(capacity);
    this.densitySlope = new Float64Array(capacity);
  }
}

/** Speed below which drag is linear [m/s]. */
const SLOW = 1e-3;

/** force += m l g on every node. */
export function addWeight(cable: Cable, gravity: Float64Array): void {
  const { force, mass, nodeCount } = cable;
  for (let i = 0; i < nodeCount; i++) {
    const o = 4 * i;
    force[o] += mass[i] * gravity[0];
    force[o + 1] += mass[i] * gravity[1];
    force[o + 2] += mass[i] * gravity[2];
  }
}

/**
 * force += buoyancy, drag and inertia of the fluid; tangent += b, c and 1 times what belongs to q, v and a. withAcceleration:
 * the force takes cable.a; otherwise the added mass is the caller's and only U' acts here.
 */
export function addFluid(
  cable: Cable,
  fluid: FluidSamples,
  gravity: Float64Array,
  how: Evaluation,
  withAcceleration: boolean,
): void {
  const { density } = fluid;
  const count = cable.nodeCount - 1;
  for (let j = 0; j < count; j++) {
    for (let side = 0; side < 2; side++) {
      const i = j + side;
      if (density[i] > 0) addHalf(cable, fluid, gravity, j, i, how, withAcceleration);
    }
  }
}

function addHalf(
  cable: Cable,
  fluid: FluidSamples,
  gravity: Float64Array,
  j: number,
  i: number,
  { b, c, withTangent }: Evaluation,
  withAcceleration: boolean,
): void {
  const { v, a, force, tangent, direction } = cable;
  const { velocity: U, acceleration: dU } = fluid;
  const rho = fluid.density[i];
  const half = 0.5 * cable.materialLength[j];
  const k = 3 * j + 3;
  const o = 4 * i;
  const f = 3 * i;
  const tx = direction[k];
  const ty = direction[k + 1];
  const tz = direction[k + 2];
  const volume = half * cable.area[j];
  const displaced = rho * volume;
  const ux = v[o] - U[f];
  const uy = v[o + 1] - U[f + 1];
  const uz = v[o + 2] - U[f + 2];
  const along = ux * tx + uy * ty + uz * tz;
  const nx = ux - along * tx;
  const ny = uy - along * ty;
  const nz = uz - along * tz;
  const speed = Math.sqrt(nx * nx + ny * ny + nz * nz + SLOW * SLOW);
  const slide = Math.sqrt(along * along + SLOW * SLOW);
  const normal = 0.5 * rho * cable.diameter[j] * half * cable.dragNormal[j];
  const tangential = 0.5 * rho * PI * cable.diameter[j] * half * cable.dragTangential[j];
  const fn = -normal * speed;
  const ft = -tangential * slide * along;
  const addN = cable.addedNormal[j];
  const addT = cable.addedTangential[j];
  // force of the fluid's acceleration, minus the part due to the cable's own
  const ax = (1 + addN) * dU[f] - (withAcceleration ? addN * a[o] : 0);
  const ay = (1 + addN) * dU[f + 1] - (withAcceleration ? addN * a[o + 1] : 0);
  const az = (1 + addN) * dU[f + 2] - (withAcceleration ? addN * a[o + 2] : 0);
  const difference = addT - addN;
  let lengthwise = difference * (dU[f] * tx + dU[f + 1] * ty + dU[f + 2] * tz);
  if (withAcceleration) lengthwise -= difference * (a[o] * tx + a[o + 1] * ty + a[o + 2] * tz);
  const t = ft + displaced * lengthwise;
  force[o] += fn * nx + t * tx + displaced * (ax - gravity[0]);
  force[o + 1] += fn * ny + t * ty + displaced * (ay - gravity[1]);
  force[o + 2] += fn * nz + t * tz + displaced * (az - gravity[2]);
  if (!withTangent) return;
  const d = 80 * i + 32;
  // by v: normal (speed P + u_n u_n^T/speed), tangential 2 |u_t| t t^T smoothed
  const cn = c * normal;
  const outer = cn / speed;
  const ct = c * tangential * (slide + (along * along) / slide) - cn * speed;
  const inertia = withAcceleration ? displaced * addN : 0;
  const inertiaT = withAcceleration ? displaced * difference : 0;
  const self = cn * speed + inertia;
  const tt = ct + inertiaT;
  const slope = -fluid.densitySlope[i] * volume * b;
  tangent[d] += self + tt * tx * tx + outer * nx * nx;
  tangent[d + 1] += tt * tx * ty + outer * nx * ny;
  tangent[d + 2] += tt * tx * tz + outer * nx * nz - slope * gravity[0];
  tangent[d + 4] += tt * tx * ty + outer * nx * ny;
  tangent[d + 5] += self + tt * ty * ty + outer * ny * ny;
  tangent[d + 6] += tt * ty * tz + outer * ny * nz - slope * gravity[1];
  tangent[d + 8] += tt * tx * tz + outer * nx * nz;
  tangent[d + 9] += tt * ty * tz + outer * ny * nz;
  tangent[d + 10] += self + tt * tz * tz + outer * nz * nz - slope * gravity[2];
  drag[0] = nx;
  drag[1] = ny;
  drag[2] = nz;
  // of -dF by the direction: on itself, along t, along n
  const scale = b / cable.length[j + 1];
  drag[3] = scale * along * (normal * speed - tangential * slide);
  drag[4] = scale * (normal * speed - tangential * (slide + (along * along) / slide));
  drag[5] = (scale * normal * along) / speed;
  turnOfDrag(cable, j, i);
}

/** u_n and the three factors for turnOfDrag; numbers handed over as arguments would be boxed. */
const drag = new Float64Array(6);

/**
 * Drag by the direction t: u_n changes by -(t.u) dt - t (u.dt), u_t by u.dt, dt = P de/L. With s = n.dt (dt is across t):
 *   dF = normal (speed (along dt + s t) + along s n/speed) - tangential (w s t + slide along dt),  w = slide + along^2/slide
 */
function turnOfDrag(cable: Cable, j: number, i: number): void {
  const { tangent, direction } = cable;
  const k = 3 * j + 3;
  const tx = direction[k];
  const ty = direction[k + 1];
  const tz = direction[k + 2];
  const nx = drag[0];
  const ny = drag[1];
  const nz = drag[2];
  const self = drag[3];
  const alongT = drag[4];
  const alongN = drag[5];
  const gx = alongT * tx + alongN * nx;
  const gy = alongT * ty + alongN * ny;
  const gz = alongT * tz + alongN * nz;
  // dF/de = self P + g n^T (n is across t already)
  const to = 80 * i + 16 * (j + 1 - i) + 32; // block (i, j+1); block (i, j) lies 16 before
  for (let side = 0; side < 2; side++) {
    const sign = side === 0 ? -1 : 1;
    const o = to - 16 * side;
    tangent[o] += sign * (self * (1 - tx * tx) + gx * nx);
    tangent[o + 1] += sign * (-self * tx * ty + gx * ny);
    tangent[o + 2] += sign * (-self * tx * tz + gx * nz);
    tangent[o + 4] += sign * (-self * tx * ty + gy * nx);
    tangent[o + 5] += sign * (self * (1 - ty * ty) + gy * ny);
    tangent[o + 6] += sign * (-self * ty * tz + gy * nz);
    tangent[o + 8] += sign * (-self * tx * tz + gz * nx);
    tangent[o + 9] += sign * (-self * ty * tz + gz * ny);
    tangent[o + 10] += sign * (self * (1 - tz * tz) + gz * nz);
  }
}
