/** Water on meshes against closed forms, and derivatives against differences. */
import { describe, expect, test } from 'vitest';
import { boxMesh, sphereMesh } from '../../geometry/index.ts';
import { Sea } from '../sea/sea.ts';
import type { WaveSpec } from '../sea/spec.ts';
import { hullMesh } from './hull-mesh.ts';
import { WettedHull } from './hull.ts';

const RHO = 1025;
const G = 9.81;
const calm = new Sea({ density: RHO, current: [0, 0, 0], surface: 0 }, G);
calm.setTime(0);
const NO_DRAG = { normal: 0, tangential: 0 };
const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function turnedBy(x: number, y: number, z: number): Float64Array {
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  return Float64Array.of(
    cz * cy,
    cz * sy * sx - sz * cx,
    cz * sy * cx + sz * sx,
    sz * cy,
    sz * sy * sx + cz * cx,
    sz * sy * cx - cz * sx,
    -sy,
    cy * sx,
    cy * cx,
  );
}

/** exp of a small rotation vector, times R */
function nudge(R: Float64Array, axis: number, angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const E = [
    [1, 0, 0, 0, c, -s, 0, s, c],
    [c, 0, s, 0, 1, 0, -s, 0, c],
    [c, -s, 0, s, c, 0, 0, 0, 1],
  ][axis];
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) out[3 * i + j] += E[3 * i + k] * R[3 * k + j];
  }
  return out;
}

const still = new Float64Array(6);

describe('a box of 20 x 6 x 3 m', () => {
  const hull = new WettedHull(boxMesh(20, 6, 3), NO_DRAG, [0, 0, 0.5]);
  const place = (z: number, R = UPRIGHT): void =>
    hull.evaluate(calm, Float64Array.of(0, 0, z), 0, R, 0, still, 0, true);

  test('at a draught of 1.5 m: weight of the water it displaces, at its centre', () => {
    place(0.5); // centre of mass 0.5 m above the middle, which lies in the surface
    expect(hull.volume).toBeCloseTo(180, 9);
    expect(hull.pressureForce[2]).toBeCloseTo(180 * RHO * G, 3);
    for (const i of [0, 1, 3, 4, 5]) expect(Math.abs(hull.pressureForce[i])).toBeLessThan(1e-6);
    expect(hull.centre[2]).toBeCloseTo(-0.75, 12);
    expect(hull.draft).toBeCloseTo(1.5, 12);
  });

  test('stiffness: rho g A in heave, rho g V GM in roll and pitch', () => {
    place(0.5);
    const weight = 180 * RHO * G;
    expect(hull.stiffness[14] / (RHO * G * 120)).toBeCloseTo(1, 12);
    // KB + BM - KG, heights from the keel: 0.75 + 2 - 2, and 0.75 + 400/18 - 2
    expect(hull.stiffness[21] / (weight * 0.75)).toBeCloseTo(1, 10);
    expect(hull.stiffness[28] / (weight * (0.75 + 400 / 18 - 2))).toBeCloseTo(1, 10);
  });

  test('heeled by 5 degrees: righting arm of the wall-sided formula, exact until the deck dips in', () => {
    const angle = (5 * Math.PI) / 180;
    // heel about the point where the old waterline meets the middle keeps the volume
    place(0.5 * Math.cos(angle), turnedBy(angle, 0, 0));
    expect(hull.volume).toBeCloseTo(180, 9);
    const arm = Math.sin(angle) * (0.75 + 0.5 * 2 * Math.tan(angle) ** 2);
    expect(-hull.pressureForce[3] / (180 * RHO * G)).toBeCloseTo(arm, 9);
  });

  test('clear of the water nothing acts, and the draught says by how much', () => {
    place(5);
    expect([...hull.pressureForce]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(hull.draft).toBeCloseTo(-3, 12);
  });
});

describe('derivatives are those of the forces', () => {
  const waves: WaveSpec[] = [
    { kind: 'irregular', spectrum: { kind: 'jonswap', height: 2, period: 9 }, direction: 1, seed: 3 },
  ];
  test.each<[string, Sea, number]>([
    ['in still water', calm, 1e-6],
    // the gradient of pressure is taken as constant over a triangle, and the surface that stretches it is not followed
    ['in waves', new Sea({ density: RHO, current: [0.5, 0, 0], surface: 0, waves }, G), 0.02],
  ])('%s', (_, sea, tolerance) => {
    sea.setTime(13);
    const hull = new WettedHull(sphereMesh(2.5, 2), { normal: 0.8, tangential: 0.01 }, [0.1, -0.2, -0.6]);
    const R = turnedBy(0.2, -0.1, 0.7);
    const position = Float64Array.of(0.3, -0.4, 0.2);
    const velocity = Float64Array.of(0.7, -0.3, -0.9, 0.2, -0.1, 0.15);
    const total = (p: Float64Array, rot: Float64Array, v: Float64Array): number[] => {
      hull.evaluate(sea, p, 0, rot, 0, v, 0, false);
      return [...hull.pressureForce];
    };
    const drag = (v: Float64Array): number[] => {
      hull.evaluate(sea, position, 0, R, 0, v, 0, false);
      return [...hull.dragForce];
    };
    hull.evaluate(sea, position, 0, R, 0, velocity, 0, true);
    const stiffness = [...hull.stiffness];
    const damping = [...hull.damping];
    const h = 1e-5;
    const largest = Math.max(...stiffness.map(Math.abs));
    const strongest = Math.max(...damping.map(Math.abs));
    for (let k = 0; k < 6; k++) {
      const moved = (sign: number): number[] => {
        const p = position.slice();
        if (k < 3) p[k] += sign * h;
        return total(p, k < 3 ? R : nudge(R, k - 3, sign * h), velocity);
      };
      const [ahead, behind] = [moved(1), moved(-1)];
      const quick = (sign: number): number[] => {
        const v = velocity.slice();
        v[k] += sign * h;
        return drag(v);
      };
      const [faster, slower] = [quick(1), quick(-1)];
      for (let i = 0; i < 6; i++) {
        const slope = (behind[i] - ahead[i]) / (2 * h);
        expect(Math.abs(stiffness[6 * i + k] - slope) / largest).toBeLessThan(tolerance);
        const resistance = (slower[i] - faster[i]) / (2 * h);
        expect(Math.abs(damping[6 * i + k] - resistance) / strongest).toBeLessThan(1e-6);
      }
    }
  });
});

test('a small box in a long wave: rho V (g + acceleration of the water), within 1 %', () => {
  const sea = new Sea(
    {
      density: RHO,
      current: [0, 0, 0],
      surface: 0,
      waves: [{ kind: 'regular', height: 0.2, period: 12, direction: 0, phase: 0.3 }],
    },
    G,
  );
  sea.setTime(2);
  const hull = new WettedHull(boxMesh(2, 2, 2), NO_DRAG, [0, 0, 0]);
  hull.evaluate(sea, Float64Array.of(0, 0, -4), 0, UPRIGHT, 0, still, 0, false);
  const [ax, , az] = [hull.flow[3], hull.flow[4], hull.flow[5]];
  expect(hull.volume).toBeCloseTo(8, 6); // of the column under the surface
  expect(hull.pressureForce[0] / (RHO * 8 * ax)).toBeCloseTo(1, 2);
  expect(Math.abs(hull.pressureForce[2] - RHO * 8 * (G + az))).toBeLessThan(0.01 * RHO * 8 * Math.abs(az));
});

test('a plate pushed broadside has its drag coefficient, a sphere half of it', () => {
  const plate = new WettedHull(boxMesh(0.01, 2, 2), { normal: 1.2, tangential: 0 }, [0, 0, 0]);
  const v = Float64Array.of(3, 0, 0, 0, 0, 0);
  plate.evaluate(calm, Float64Array.of(0, 0, -5), 0, UPRIGHT, 0, v, 0, false);
  expect(plate.dragForce[0]).toBeCloseTo(-0.5 * RHO * 1.2 * 4 * 9, 6);
  const ball = new WettedHull(sphereMesh(1, 4), { normal: 1, tangential: 0 }, [0, 0, 0]);
  ball.evaluate(calm, Float64Array.of(0, 0, -5), 0, UPRIGHT, 0, v, 0, false);
  expect(ball.dragForce[0] / (-0.5 * RHO * 0.5 * Math.PI * 9)).toBeCloseTo(1, 2); // 5120 facets
});

test('near a pose whose triangles were summed, loads follow by derivatives: what is left falls with the square of the move', () => {
  const hull = new WettedHull(sphereMesh(2.5, 2), { normal: 0.8, tangential: 0.01 }, [0.1, -0.2, -0.6]);
  const exact = new WettedHull(sphereMesh(2.5, 2), { normal: 0.8, tangential: 0.01 }, [0.1, -0.2, -0.6]);
  const R = turnedBy(0.2, -0.1, 0.7);
  const from = Float64Array.of(0.3, -0.4, 0.2);
  const velocity = Float64Array.of(0.7, -0.3, -0.9, 0.2, -0.1, 0.15);
  /** largest difference of pressure over its change, of the volume, of its growth */
  const left = (move: number): number[] => {
    hull.evaluate(calm, from, 0, R, 0, velocity, 0, true, true);
    const [before, volume, growth] = [[...hull.pressureForce], hull.volume, hull.growth];
    const to = from.map((x, i) => x + [0.3, 0.2, -0.7][i] * move);
    const turned = nudge(R, 1, 0.1 * move);
    const faster = velocity.map((v, i) => v + 100 * move * (i < 3 ? 0.5 : 0.1));
    hull.evaluate(calm, to, 0, turned, 0, faster, 0, false, true);
    exact.evaluate(calm, to, 0, turned, 0, faster, 0, false);
    const change = Math.max(...before.map((x, i) => Math.abs(exact.pressureForce[i] - x)));
    const off = Math.max(...before.map((_, i) => Math.abs(exact.pressureForce[i] - hull.pressureForce[i])));
    return [
      off / change,
      Math.abs((exact.volume - hull.volume) / (exact.volume - volume)),
      Math.abs((exact.growth - hull.growth) / (exact.growth - growth)),
    ];
  };
  // within 1e-4 of the size of the hull; the change itself is of the first order, so half the move leaves half
  const [pressure, volume, growth] = left(2e-4);
  const halves = left(1e-4);
  expect(pressure).toBeGreaterThan(0); // it has not been summed anew
  expect(pressure).toBeLessThan(2e-4);
  expect(volume).toBeLessThan(2e-4);
  expect(growth).toBeLessThan(2e-2); // that of the pose is left out
  expect(halves[0] / pressure).toBeLessThan(0.6);
  expect(halves[1] / volume).toBeLessThan(0.6);
  // farther away it is summed anew, and exact
  expect(left(1e-2)).toEqual([0, 0, 0]);
});

test('in a mirror: panels, what the surface cuts of them, and drag that acts on one side of a panel alone', () => {
  const points = [
    -0.03, -0.01, 0.21, -0.02, -0.17, -0.13, 0.01, -0.18, -0.11, 0.03, -0.2, 0.07, 0.11, -0.07, 0.17, 0.04, 0.03, 0.21,
  ];
  const flipped = points.map((x, i) => (i % 3 === 1 ? -x : x));
  const [one, other] = [points, flipped].map(
    (corners) =>
      new WettedHull(
        hullMesh(
          [{ shape: { kind: 'hull', points: corners }, placement: { position: [0, 0, 0], rotation: [1, 0, 0, 0] } }],
          0.07,
        ),
        { normal: 1.5, tangential: 0.01 },
        [0, 0, 0],
      ),
  );
  const evaluate = (hull: WettedHull, y: 1 | -1): Float64Array => {
    const velocity = Float64Array.of(3, y * -2, -4, y * 30, 20, y * -40); // turns: an axial vector
    hull.evaluate(calm, Float64Array.of(0, 0, -0.02), 0, turnedBy(y * 0.3, 0.2, y * 0.5), 0, velocity, 0, false);
    return Float64Array.of(...hull.pressureForce, ...hull.dragForce);
  };
  const [a, b] = [evaluate(one, 1), evaluate(other, -1)];
  const sign = [1, -1, 1, -1, 1, -1];
  const size = Math.max(...a.map(Math.abs));
  expect(Math.max(...a.map((x, i) => Math.abs(x - sign[i % 6] * b[i]) / size))).toBeLessThan(1e-12);
});
