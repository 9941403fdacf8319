import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import { boxMesh, type ShapeSpec } from '../../geometry/index.ts';
import { splineCables, straightNodes } from '../cable-cable/test-world.ts';
import { CableSolid } from './solid.ts';
import { makeSolidPassage, SolidPassageCheck, type SolidPoses } from './solid-passage.ts';
import { StochasticSearch } from './stochastic.ts';
import { signedDistance } from './surface.ts';

const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const at = (x: number, y: number, z: number, R = IDENTITY): SolidPoses => ({
  posW: Float64Array.of(x, y, z),
  rotWS: Float64Array.from(R),
});
const moved = (control: Float64Array, d: readonly number[]): Float64Array => control.map((x, i) => x + d[i % 3]);
const random = new Random(9);

describe('fast cables and thin solids', () => {
  const plate = boxMesh(1, 1, 0.002);
  const shapes: [string, ShapeSpec][] = [
    ['a plate of 2 mm', { kind: 'box', half: [0.5, 0.5, 0.001] }],
    ['a mesh of it', { kind: 'mesh', positions: plate.positions, triangles: plate.triangles }],
    ['a wire of 4 mm', { kind: 'cylinder', radius: 0.002, halfLength: 0.5 }],
    ['a ball of 10 mm', { kind: 'sphere', radius: 0.005 }],
    ['a floor', { kind: 'half-space' }],
  ];

  test.each(shapes)('%s, met at 50 m/s within 1 ms: seen, and at the right time', (name, shape) => {
    const passage = makeSolidPassage();
    const thin = name.includes('ball') || name.includes('wire');
    for (let k = 0; k < 60; k++) {
      const angle = random.between(-0.6, 0.6);
      const height = random.between(0.006, 0.045);
      const { layout, control } = splineCables(
        [
          straightNodes(
            3 + Math.floor(random.between(0, 3)),
            [0, thin ? 0 : random.between(-0.2, 0.2), height],
            [Math.cos(angle), Math.sin(angle), 0],
            0.5,
          ),
        ],
        [0.01],
      );
      // the wire lies across the cable
      const pose = name.includes('wire') ? at(0, 0, 0, [1, 0, 0, 0, 0, -1, 0, 1, 0]) : at(0, 0, 0);
      const check = new SolidPassageCheck(layout, [new CableSolid(shape)]);
      expect(check.check(passage, control, moved(control, [0, 0, -0.05]), pose, pose)).toBe(false);
      const top = name.includes('floor') ? 0 : name.includes('ball') ? 0.005 : name.includes('wire') ? 0.002 : 0.001;
      const expected = (height - top) / 0.05;
      expect(Math.abs(passage.time - expected)).toBeLessThan(thin ? 0.01 : 1e-9); // facets of ball and wire
      expect(check.check(passage, control, moved(control, [0.01, 0, -0.9 * (height - top)]), pose, pose)).toBe(true);
    }
  });

  test('the solid may be what moves, and may turn; a cable inside may leave', () => {
    const { layout, control } = splineCables([straightNodes(3, [0, 0, 0.02], [1, 0, 0], 0.3)], [0.01]);
    const check = new SolidPassageCheck(layout, [new CableSolid({ kind: 'box', half: [0.5, 0.5, 0.001] })]);
    const passage = makeSolidPassage();
    expect(check.check(passage, control, control, at(0, 0, 0), at(0, 0, 0.05))).toBe(false);
    expect(passage.time).toBeCloseTo(0.38, 6); // the top, 1 mm above the middle, has to rise by 19 of 50 mm
    const c = Math.cos(0.3);
    const s = Math.sin(0.3);
    expect(check.check(passage, control, control, at(0, 0, 0), at(0, 0, 0, [c, 0, s, 0, 1, 0, -s, 0, c]))).toBe(false);
    const inside = new SolidPassageCheck(layout, [new CableSolid({ kind: 'box', half: [1, 1, 0.1] })]);
    expect(inside.check(passage, control, moved(control, [0, 0, 0.2]), at(0, 0, 0), at(0, 0, 0))).toBe(true);
    expect(inside.check(passage, moved(control, [0, 0, 0.2]), control, at(0, 0, 0), at(0, 0, 0))).toBe(false);
  });
});

describe('stochastic search (Roy et al. 2013, 3.2)', () => {
  test('collects the minima of a wavy cable over a box within some calls, and keeps them', () => {
    const nodes = Array.from({ length: 41 }, (_, i) => 0.1 * (i - 20)).flatMap((x) => [
      x,
      0,
      0.35 + 0.1 * Math.cos(6 * x),
    ]);
    const { curves } = splineCables([nodes], [0.02]);
    const hull = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [1.5 * x, y, 0.2 * z])));
    const solid = new CableSolid({ kind: 'hull', points: hull });
    const search = new StochasticSearch(curves, solid, { seed: 4 });
    let found = search.find(0.1);
    for (let k = 0; k < 40; k++) found = search.find(0.1);
    // truth: minima of a fine scan of the exact distance
    const scan: number[] = [];
    const p = new Float64Array(3);
    const n = 8000;
    const d = Array.from({ length: n + 1 }, (_, i) => {
      const place = (i * curves.count) / n;
      const e = Math.min(curves.count - 1, Math.floor(place));
      for (let k = 0; k < 3; k++) {
        const [a0, a1, a2, a3] = curves.coefficients.subarray(12 * e + 4 * k, 12 * e + 4 * k + 4);
        const u = place - e;
        p[k] = a0 + u * (a1 + u * (a2 + u * a3));
      }
      return signedDistance(solid.surface as NonNullable<typeof solid.surface>, p);
    });
    for (let i = 1; i < n; i++)
      if (d[i] < d[i - 1] && d[i] <= d[i + 1] && d[i] < 0.1) scan.push((i * curves.count) / n);
    expect(scan.length).toBeGreaterThan(2);
    for (const place of scan) expect(found.some((m) => Math.abs(m.place - place) < 0.02)).toBe(true);
    for (const m of found) expect(m.distance).toBeLessThan(0.1);
    const count = found.length;
    expect(search.find(0.1).length).toBeGreaterThanOrEqual(count);
  });
});
