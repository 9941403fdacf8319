import { describe, expect, test } from 'vitest';
import {
  AREA_LAW_NAMES,
  type AreaLawName,
  lumpedForce,
  makePatchForce,
  makePatchLaw,
  makePatchMotion,
  PATCH_POINT,
  type PatchForce,
  patchForce,
} from './index.ts';

/** A disc of radius 1 across z, uniform depth, as rings of points whose volumes integrate r exactly. */
const RINGS = 40;
const SECTORS = 48;
function disc(depth: number): Float64Array {
  const out: number[] = [];
  for (let i = 0; i < RINGS; i++) {
    const r = (i + 0.5) / RINGS;
    for (let j = 0; j < SECTORS; j++) {
      const phi = (2 * Math.PI * j) / SECTORS;
      const area = (2 * Math.PI * r) / (RINGS * SECTORS);
      out.push(r * Math.cos(phi), r * Math.sin(phi), 0, depth * area, 0, 0, area);
    }
  }
  return Float64Array.from(out);
}

const LAW = { ...makePatchLaw(), stiffness: 1e6, dissipation: 0.2, muStatic: 0.5, muKinetic: 0.5, s0: 1e4, s1: 1 };
const REGION = { stiffness: 1e7, exponent: 1.5, depth: 2e-3 };

function evaluate(
  form: AreaLawName,
  points: Float64Array,
  velocity: number[],
  move: number[],
  brush: number[],
  b = 0,
  c = 0,
  depth = 2e-3,
): PatchForce {
  const motion = makePatchMotion();
  motion.velocity.set(velocity);
  motion.displacement.set(move);
  motion.brush.set(brush);
  const out = makePatchForce();
  const last = points.length / PATCH_POINT;
  motion.normal[2] = 1;
  motion.b = b;
  motion.c = c;
  if (form === 'distributed') patchForce(out, points, 0, last, LAW, motion, false, true);
  else lumpedForce(out, points, 0, last, LAW, motion, form, { ...REGION, depth }, false);
  return out;
}

const still = [0, 0, 0, 0, 0, 0];
const none = [0, 0, 0, 0];

describe('lumped forms', () => {
  const points = disc(1e-3);
  const N = 1e6 * 1e-3 * Math.PI;

  test('a disc that spins: mu N R/sqrt 2 lumped, 2/3 mu N R summed; printed: N R^2/2 omega', () => {
    const moment = (form: AreaLawName): number => evaluate(form, points, [0, 0, 0, 0, 0, 10], still, none).wrench[5];
    // rings at the middle of their width: sum r^2 off by 1/(2 RINGS^2) = 3e-4
    expect(Math.abs(moment('lumped') / (-0.5 * N * Math.SQRT1_2) - 1)).toBeLessThan(4e-4);
    expect(Math.abs(moment('distributed') / ((-0.5 * N * 2) / 3) - 1)).toBeLessThan(4e-4);
    expect(Math.abs(moment('printed') / (-N * 0.5 * 10) - 1)).toBeLessThan(4e-4);
  });

  test('sliding without spin, all agree: mu N against the motion', () => {
    for (const form of ['distributed', 'lumped', 'printed'] as const) {
      const { wrench } = evaluate(form, points, [3, 4, 0, 0, 0, 0], still, none);
      expect(Math.abs(wrench[0] / (-0.5 * N * 0.6) - 1)).toBeLessThan(1e-3); // the rings again, and the smooth max
      expect(Math.abs(wrench[1] / (-0.5 * N * 0.8) - 1)).toBeLessThan(1e-3);
    }
  });

  test('indentation is the point law at the centre', () => {
    const { wrench, normal } = evaluate('indentation', points, [0, 0, -0.1, 0, 0, 0], still, none);
    expect(Math.abs(normal / (1e7 * 2e-3 ** 1.5 * 1.02) - 1)).toBeLessThan(1e-6);
    expect(wrench[2]).toBeCloseTo(normal, 9);
  });

  const lumped = AREA_LAW_NAMES.filter((name) => name !== 'distributed');
  test.each(
    lumped.flatMap((form) => [[form, 'sticking', 1e-7, 1e-3] as const, [form, 'slipping', 3e-4, 0.3] as const]),
  )('%s, %s: the matrix is the derivative of the wrench by the unknown of the stage', (form, _state, move, speed) => {
    const [b, c] = [1e-6, 1e-3];
    const v0 = [0.5, -0.3, 0.2, 0.4, 0.7, -0.6].map((x) => speed * x);
    const u0 = [1, -2, 0.5, 1.5, -1, 2].map((x) => move * x);
    const brush = [1e-6, 2e-6, 0, 1e-6];
    const at = (x: readonly number[]): Float64Array => {
      const moved = points.slice();
      for (let o = 0; o < moved.length; o += PATCH_POINT) moved[o + 3] -= b * x[2] * points[o + 6];
      const shifted = (from: number[], by: number): number[] => from.map((value, i) => value + by * x[i]);
      return evaluate(form, moved, shifted(v0, c), shifted(u0, b), brush, 0, 0, 2e-3 - b * x[2]).wrench;
    };
    const { matrix } = evaluate(form, points, v0, u0, brush, b, c);
    const size = Math.max(...matrix.map(Math.abs));
    for (let j = 0; j < 6; j++) {
      const e = (1e-4 * speed) / c;
      const step = (s: number): number[] => still.map((_, i) => (i === j ? s * e : 0));
      const [up, down] = [at(step(1)), at(step(-1))];
      // the volumes of this disc follow moves along the normal only; J of the rolling moment and r change with them, left out
      for (let i = 0; i < 6; i++) {
        expect(Math.abs(matrix[6 * i + j] + (up[i] - down[i]) / (2 * e)), `${i} ${j}`).toBeLessThan(2e-4 * size);
      }
    }
  });
});
