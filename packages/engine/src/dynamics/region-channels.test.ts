import { describe, expect, test } from 'vitest';
import { body, CONTACT, FLOOR, model, place, read, shape, turn, WORLD } from '../../test/support.ts';
import { tubeMesh } from '../geometry/index.ts';
import type { BodyShapeSpec, BodySpec } from '../model/index.ts';
import { Simulation } from './index.ts';

/** A bridge of two legs, 0.2 m and 0.4 m wide in x, 0.6 m deep in y, its underside 0.5 m above their feet at z = 0. */
const PROFILE = [
  [-1, 0],
  [-0.8, 0],
  [-0.8, 0.5],
  [0.6, 0.5],
  [0.6, 0],
  [1, 0],
  [1, 0.7],
  [-1, 0.7],
];
const LEGS = (() => {
  const positions = [-0.3, 0.3].flatMap((y) => PROFILE.flatMap(([x, z]) => [x, y, z]));
  const triangles: number[] = [];
  // the caps: two legs and the beam between them, fans of convex pieces
  for (const piece of [
    [0, 1, 2, 7],
    [2, 3, 6, 7],
    [3, 4, 5, 6],
  ]) {
    for (let k = 2; k < piece.length; k++) {
      triangles.push(piece[0], piece[k - 1], piece[k], piece[0] + 8, piece[k] + 8, piece[k - 1] + 8);
    }
  }
  for (let i = 0; i < 8; i++) {
    const j = (i + 1) % 8;
    triangles.push(j, i, i + 8, j, i + 8, j + 8);
  }
  return { kind: 'mesh' as const, positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
})();

const bridge = (fields: Partial<BodySpec>, legs: BodyShapeSpec['shape'] = LEGS): BodySpec =>
  body('bridge', { mass: 420, inertia: [20, 40, 40, 0, 0, 0], shapes: [shape(legs)], ...fields });
const simulate = (floor: BodySpec, solid: BodySpec): Simulation =>
  new Simulation(model([floor, solid], { contacts: { ...CONTACT, defaults: { foundation: 1e8 } } }));

describe('regions of contact as channels: volume, area, contact plane, centroid and indentation of each', () => {
  const depth = 0.01;
  const floors: [string, BodySpec][] = [
    ['a half-space', FLOOR],
    ['a box', { ...WORLD, shapes: [shape({ kind: 'box', half: [3, 3, 1] }, place([0, 0, -1]))] }],
  ];

  test.each(floors)('a bridge of two legs on %s: the wider one first', (_, floor) => {
    const s = simulate(floor, bridge({ placement: place([0.3, -0.2, -depth]) }));
    const of = (name: string): number[] => [...read(s, `region.world~bridge.${name}`)];
    expect(of('count')).toEqual([2]);
    for (const [i, x, area] of [
      [1, 0.8, 0.24],
      [2, -0.9, 0.12],
    ]) {
      expect(of(`${i}.volume`)[0]).toBeCloseTo(area * depth, 12);
      expect(of(`${i}.area`)[0]).toBeCloseTo(area, 12);
      expect(of(`${i}.depth`)[0]).toBeCloseTo(depth, 12);
      const near = (name: string, expected: number[]): void =>
        of(`${i}.${name}`).forEach((value, k) => {
          expect(value, `${i}.${name}`).toBeCloseTo(expected[k], 10);
        });
      near('centroid', [0.3 + x, -0.2, -depth / 2]);
      near('point', [0.3 + x, -0.2, 0]);
      near('normal', [0, 0, 1]); // from the floor to the bridge
    }
    for (const name of ['3.volume', '3.depth', '4.area']) expect(of(name)).toEqual([0]);
  });

  test('a half-space that is tilted, on a body that is not at the origin; a body far below its plane is in it whole', () => {
    const tilt = turn([0, 1, 0], 0.4);
    const placement = place([5, 6, 7], tilt);
    const slope: BodySpec = { ...WORLD, shapes: [shape({ kind: 'half-space' }, placement)] };
    const s = simulate(slope, bridge({ placement }));
    expect(read(s, 'region.world~bridge.count')[0]).toBe(0); // the feet touch, nothing is shared
    const under = simulate(FLOOR, bridge({ placement: place([1e3, 0, -1e3]) }));
    expect(read(under, 'region.world~bridge.count')[0]).toBe(1);
    expect(read(under, 'region.world~bridge.1.volume')[0]).toBeCloseTo(0.42, 12);
    // 1 cm down the normal of the slope
    const [sin, cos] = [0.3894183423086505, 0.9210609940028851];
    const sunk = simulate(slope, bridge({ placement: place([5 - 0.01 * sin, 6, 7 - 0.01 * cos], tilt) }));
    expect(read(sunk, 'region.world~bridge.count')[0]).toBe(2);
    expect(read(sunk, 'region.world~bridge.1.volume')[0]).toBeCloseTo(0.0024, 10);
    [sin, 0, cos].forEach((n, k) => {
      expect(read(sunk, 'region.world~bridge.1.normal')[k]).toBeCloseTo(n, 9);
    });
  });

  test('more than four regions are counted, the largest told; they follow the bodies', () => {
    const teeth = Array.from({ length: 6 }, (_, i) =>
      shape({ kind: 'box', half: [0.05 + 0.01 * i, 0.1, 0.1] }, place([0.5 * i, 0, 0])),
    );
    const comb = bridge({ placement: place([0, 0, 0.09]), shapes: teeth });
    const contacts = { ...CONTACT, defaults: { foundation: 1e8, method: 'volume' as const } };
    const s = new Simulation(model([FLOOR, comb], { contacts }));
    const volumes = (): number[] => [1, 2, 3, 4].map((i) => read(s, `region.world~bridge.${i}.volume`)[0]);
    expect(read(s, 'region.world~bridge.count')[0]).toBe(6);
    volumes().forEach((volume, i) => {
      expect(volume).toBeCloseTo((0.2 - 0.02 * i) * 0.2 * 0.01, 12);
    });
    const before = volumes();
    for (let i = 0; i < 3; i++) expect(s.step(1).ok).toBe(true);
    expect(volumes()).not.toEqual(before);
  });

  test('reading them changes no bit of the run', () => {
    const { positions, triangles } = tubeMesh({ outer: 0.5, inner: 0.3, length: 0.4, sides: 12 });
    const tube = { kind: 'mesh' as const, positions, triangles };
    const run = (reads: boolean): number[] => {
      const s = simulate(FLOOR, bridge({ placement: place([0, 0, 0.21], turn([1, 2, 0], 0.1)) }, tube));
      for (let i = 0; i < 20; i++) {
        expect(s.step(1).ok).toBe(true);
        if (reads) read(s, 'region.world~bridge.1.depth');
      }
      return [...read(s, 'bridge.position'), ...read(s, 'bridge.velocity')];
    };
    expect(run(true)).toEqual(run(false));
  });
});
