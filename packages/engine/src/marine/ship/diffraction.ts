/**
 * Diffraction: the linear forces of scattered waves on a hull, added to those of the undisturbed waves (which act on the mesh).
 *   F(t) = Re sum A_n X(w_n, mu_n) exp(i (k_n.x - w_n t))
 * with x the present position of the point of the data. The data hold for zero speed, body axes and the mean heading. Panel programs print
 * the whole exciting force; the Froude-Krylov force of the undisturbed waves is then subtracted, integrated over our own mesh at rest: F_FK
 * = -int rho g cs(z) exp(i k.x) n dA. Comparing the two also shows whether file and mesh agree in hull and phases.
 */
import { BuildError } from '../../base/index.ts';
import { cos, exp, sin, sincos, type Vec3 } from '../../math/index.ts';
import type { HullShape } from '../loads/hull.ts';
import { waveNumber } from '../sea/dispersion.ts';
import type { Sea } from '../sea/sea.ts';
import { RaoTable } from './rao.ts';

export interface DiffractionSpec {
  readonly frequencies: readonly number[];
  /** [rad] direction of travel of the waves relative to the bow, as in RaoSpec */
  readonly headings: readonly number[];
  /** by heading, then frequency: real and imaginary part of three forces [N/m] and three moments [N m/m], time factor e^-iwt */
  readonly values: readonly number[];
  /** [m] body frame */
  readonly point: Vec3;
  /** [rad] mean direction of the bow */
  readonly heading: number;
}

export class Diffraction {
  readonly point: Vec3;
  private readonly sea: Sea;
  private readonly force: Float64Array; // a X, 12 a component
  private readonly turn: Float64Array = new Float64Array(2);
  private askedAt = Number.NaN;
  /** six, axes of the ship at its mean heading */
  readonly now: Float64Array = new Float64Array(6);

  constructor(spec: DiffractionSpec, sea: Sea) {
    this.sea = sea;
    this.point = spec.point;
    const table = new RaoTable(spec);
    const { count, omega, direction, amplitude } = sea.components;
    this.force = new Float64Array(12 * count);
    for (let n = 0; n < count; n++) {
      table.at(this.force, 12 * n, omega[n], direction[n] - spec.heading);
      for (let i = 0; i < 12; i++) this.force[12 * n + i] *= amplitude[n];
    }
  }

  /** Forces with the point over (x, y) at the time of the sea; called once for each instant. */
  ask(x: number, y: number): void {
    const { sea, force, now, turn } = this;
    if (sea.time === this.askedAt) return;
    this.askedAt = sea.time;
    now.fill(0);
    const { count, k, omega, phase, direction } = sea.components;
    const size = sea.levels.waves(sea.time);
    for (let n = 0; n < count; n++) {
      sincos(turn, 0, k[n] * (cos(direction[n]) * x + sin(direction[n]) * y) - omega[n] * sea.time + phase[n]);
      for (let i = 0; i < 6; i++) {
        now[i] += size * (force[12 * n + 2 * i] * turn[1] - force[12 * n + 2 * i + 1] * turn[0]);
      }
    }
  }
}

/**
 * Froude-Krylov force of a wave on a hull at rest: real and imaginary part of three forces and three moments about `point`, for a unit
 * amplitude. waterline: height of the still surface in the body frame.
 */
export function froudeKrylov(
  hull: HullShape,
  waterline: number,
  point: Vec3,
  omega: number,
  heading: number,
  depth: number,
  density: number,
  gravity: number,
): Float64Array {
  const k = waveNumber(omega, depth, gravity);
  const [dx, dy] = [cos(heading), sin(heading)];
  const out = new Float64Array(12);
  const { positions: p, triangles } = hull;
  const fade = exp(-2 * k * depth);
  const pressure = (x: readonly number[]): [number, number] => {
    const z = Math.min(0, x[2] - waterline);
    const back = depth < Number.POSITIVE_INFINITY ? exp(-2 * k * (z + depth)) : 0;
    const size = (density * gravity * exp(k * z) * (1 + back)) / (1 + fade);
    const angle = k * (dx * (x[0] - point[0]) + dy * (x[1] - point[1]));
    return [size * cos(angle), size * sin(angle)];
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((i) => [0, 1, 2].map((r) => p[3 * triangles[t + i] + r]));
    const wet = below(corners, waterline);
    for (let i = 1; i + 1 < wet.length; i++) addTriangle(out, [wet[0], wet[i], wet[i + 1]], point, pressure);
  }
  return out;
}

/** The part of a triangle below z = level: up to four corners. */
function below(corners: readonly number[][], level: number): number[][] {
  const out: number[][] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % 3];
    if (a[2] <= level) out.push(a);
    if (a[2] < level !== b[2] < level && a[2] !== b[2]) {
      const s = (level - a[2]) / (b[2] - a[2]);
      if (s > 0 && s < 1) out.push(a.map((x, r) => x + s * (b[r] - x)));
    }
  });
  return out;
}

function addTriangle(
  out: Float64Array,
  [a, b, c]: readonly number[][],
  point: Vec3,
  pressure: (x: readonly number[]) => [number, number],
): void {
  const u = b.map((x, r) => x - a[r]);
  const v = c.map((x, r) => x - a[r]);
  // normal times twice the area
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ];
  for (const [from, to] of sides) {
    const x = from.map((value, r) => 0.5 * (value + to[r]));
    const [re, im] = pressure(x);
    const r = x.map((value, i) => value - point[i]);
    const arm = [...n, r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]];
    for (let i = 0; i < 6; i++) {
      out[2 * i] -= (re * arm[i]) / 6;
      out[2 * i + 1] -= (im * arm[i]) / 6;
    }
  }
}

/** Throws BuildError where the exciting force of the file and the wave pressure on the mesh cannot belong to the same ship. */
export function refuseOtherShip(excited: readonly number[], undisturbed: ArrayLike<number>, waterplane: number): void {
  // long waves: the heave force is the waterplane area times the wave, real and upwards
  const [re, im] = [excited[4] / waterplane, excited[5] / waterplane];
  const [ours, other] = [undisturbed[4] / waterplane, undisturbed[5] / waterplane];
  const off = Math.sqrt((re - ours) * (re - ours) + (im - other) * (im - other));
  if (off <= 0.5) return;
  throw new BuildError(
    'other-ship',
    `the exciting force in heave at the lowest frequency is ${show(re)} + ${show(im)} i of the waterplane, the mesh says ` +
      `${show(ours)} + ${show(other)} i; check the units (length L of the file), the point and that both are the same hull`,
  );
}

function show(x: number): string {
  return String(Number(x.toPrecision(3)));
}
