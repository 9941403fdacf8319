import { describe, expect, test } from 'vitest';
import { boxMesh } from '../../geometry/index.ts';
import { Sea } from '../sea/sea.ts';
import { Diffraction, froudeKrylov } from './diffraction.ts';
import { Radiation } from './radiation.ts';
import { leastDamping, retardation } from './retardation.ts';

/**
 * K = a (1 + b t - b^2 t^2) exp(-b t) in heave: no slope at t = 0 and no area, as the damping of a ship has neither a heavy
 * tail nor anything at w = 0. Its transform, with z = 1/(b + i w), is a (z + b z^2 - 2 b^2 z^3) = B + i w (A - A_inf).
 */
const [a, b, infinite] = [4e4, 0.9, 3e4];
const retards = (t: number): number => a * (1 + b * t - b * b * t * t) * Math.exp(-b * t);
function transform(w: number): [number, number] {
  const size = b * b + w * w;
  const z = [b / size, -w / size];
  const z2 = [z[0] * z[0] - z[1] * z[1], 2 * z[0] * z[1]];
  const z3 = [z2[0] * z[0] - z2[1] * z[1], z2[0] * z[1] + z2[1] * z[0]];
  return [a * (z[0] + b * z2[0] - 2 * b * b * z3[0]), a * (z[1] + b * z2[1] - 2 * b * b * z3[1])];
}
const frequencies = Array.from({ length: 120 }, (_, i) => 0.05 * (i + 1));
const inHeave = (f: (w: number) => number): number[] =>
  frequencies.flatMap((w) => Array.from({ length: 36 }, (_, i) => (i === 14 ? f(w) : 0)));
const data = {
  frequencies,
  addedMass: inHeave((w) => infinite + transform(w)[1] / w),
  damping: inHeave((w) => transform(w)[0]),
};

describe('retardation functions from damping', () => {
  const made = retardation(data, 0.05, 25);
  test('are those the damping came from', () => {
    for (const t of [0.5, 1, 2, 5]) {
      const k = Math.round(t / 0.05);
      expect(Math.abs(made.kernel[36 * k + 14] - retards(t))).toBeLessThan(2e-3 * a);
    }
  });
  test('give the added mass of infinite frequency, where it is not given', () => {
    expect(Math.abs(made.infinite[14] / infinite - 1)).toBeLessThan(0.02);
  });
  test('take energy out at every frequency', () => {
    expect(leastDamping(made, frequencies)).toBeGreaterThan(-0.02);
  });
});

describe('memory', () => {
  const step = 0.1;
  const kernel = Array.from({ length: 36 * 201 }, (_, i) =>
    i % 36 === 14 ? a * Math.exp(-b * step * Math.floor(i / 36)) : 0,
  );
  const w = 1.3;
  const heave = (t: number): Float64Array => Float64Array.of(0, 0, Math.sin(w * t), 0, 0, 0);
  /** int_0^t a exp(-b tau) sin(w (t - tau)) dtau */
  const exact = (t: number): number =>
    (a / (b * b + w * w)) * (b * Math.sin(w * t) - w * Math.cos(w * t) + w * Math.exp(-b * t));

  test.each([0.02, 0.037, 0.1, 0.23])('steps of %s s: the integral over the past, within 0.5 %', (h) => {
    const radiation = new Radiation({ step, kernel, point: [0, 0, 0], mean: [0, 0, 0] });
    radiation.start(0, heave(0));
    const out = new Float64Array(6);
    let worst = 0;
    for (let n = 1; n * h < 12; n++) {
      radiation.prepare(n * h);
      radiation.resistance(out, heave(n * h));
      worst = Math.max(worst, Math.abs(out[2] - exact(n * h)));
      radiation.commit(n * h, heave(n * h));
    }
    expect(worst).toBeLessThan((0.005 * a) / Math.sqrt(b * b + w * w) + ((a / b) * w * w * h * h) / 8); // velocities are straight lines
  });

  test('the weight of the present is the derivative of the force, and a restart goes on alike', () => {
    const make = (): Radiation => new Radiation({ step, kernel, point: [0, 0, 0], mean: [0, 0, 0] });
    const first = make();
    first.start(0, heave(0));
    for (let n = 1; n <= 50; n++) first.commit(0.03 * n, heave(0.03 * n));
    const second = make();
    second.restore(first.save());
    const [one, two, more] = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
    for (const radiation of [first, second]) radiation.prepare(1.52);
    first.resistance(one, heave(1.52));
    second.resistance(two, heave(1.52));
    expect(two).toEqual(one);
    const faster = heave(1.52);
    faster[2] += 1;
    first.resistance(more, faster);
    expect(more[2] - one[2]).toBeCloseTo(first.present[14], 6);
  });
});

describe('undisturbed waves on a hull at rest', () => {
  const hull = boxMesh(40, 10, 6);
  test('long waves: the waterplane times the wave', () => {
    const found = froudeKrylov(hull, 0, [0, 0, 0], 0.05, 0.3, Number.POSITIVE_INFINITY, 1025, 9.81);
    expect(found[4] / (1025 * 9.81 * 400)).toBeCloseTo(1, 2);
    expect(Math.abs(found[5])).toBeLessThan(1e-3 * found[4]);
  });
  test('waves along a box: rho g B exp(-kT) 2 sin(kL/2)/k in heave', () => {
    const k = 0.6 ** 2 / 9.81;
    const long = boxMesh(40, 10, 6);
    const found = froudeKrylov(refine(long), 0, [0, 0, 0], 0.6, 0, Number.POSITIVE_INFINITY, 1025, 9.81);
    const wanted = (1025 * 9.81 * 10 * Math.exp(-3 * k) * 2 * Math.sin(20 * k)) / k;
    expect(Math.abs(found[4] / wanted - 1)).toBeLessThan(5e-3);
  });
  test('a force of diffraction follows the phase of the wave where the ship is', () => {
    const waves = [{ kind: 'regular' as const, height: 2, period: 8, direction: 0, phase: 0.5 }];
    const sea = new Sea({ density: 1025, current: [0, 0, 0], surface: 0, waves }, 9.81);
    const values = [0.2, 2].flatMap(() => [0, 0, 0, 0, 1000, 500, 0, 0, 0, 0, 0, 0]);
    const diffraction = new Diffraction(
      { frequencies: [0.2, 2], headings: [0], values, point: [0, 0, 0], heading: 0 },
      sea,
    );
    sea.setTime(3);
    diffraction.ask(20, 0);
    const T = (0.7853981633974483 ** 2 / 9.81) * 20 - 0.7853981633974483 * 3 + 0.5;
    expect(diffraction.now[2]).toBeCloseTo(1000 * Math.cos(T) - 500 * Math.sin(T), 9);
  });
});

/** Every triangle into four, four times: pressure is taken at three points of each. */
function refine(mesh: { positions: Float64Array; triangles: Int32Array }): {
  positions: number[];
  triangles: number[];
} {
  let positions = [...mesh.positions];
  let triangles = [...mesh.triangles];
  for (let round = 0; round < 4; round++) {
    const next: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const [p, q, r] = triangles.slice(t, t + 3);
      const middle = (i: number, j: number): number => {
        positions.push(...[0, 1, 2].map((c) => 0.5 * (positions[3 * i + c] + positions[3 * j + c])));
        return positions.length / 3 - 1;
      };
      const [pq, qr, rp] = [middle(p, q), middle(q, r), middle(r, p)];
      next.push(p, pq, rp, pq, q, qr, rp, qr, r, pq, qr, rp);
    }
    triangles = next;
  }
  positions = [...positions];
  return { positions, triangles };
}
