/** Loads between knots against sums over all triangles at every time. */
import { expect, test } from 'vitest';
import { Sea } from '../sea/sea.ts';
import type { WaterSpec } from '../sea/spec.ts';
import { WettedHull } from './hull.ts';
import { hullMesh } from './hull-mesh.ts';

const water: WaterSpec = {
  density: 1025,
  current: [0, 0, 0],
  surface: 0,
  waves: [
    {
      kind: 'irregular',
      spectrum: { kind: 'jonswap', height: 1.88, period: 8.8 },
      direction: 2.6,
      spreading: 10,
      seed: 4,
    },
  ],
};

/** A box of the size of a ship that surges, heaves, rolls and pitches as ships do. */
function motion(t: number): { position: Float64Array; rotation: Float64Array; velocity: Float64Array } {
  const [roll, pitch] = [0.03 * Math.sin(0.6 * t), 0.01 * Math.sin(0.9 * t)];
  const [rollRate, pitchRate] = [0.018 * Math.cos(0.6 * t), 0.009 * Math.cos(0.9 * t)];
  const [cr, sr, cp, sp] = [Math.cos(roll), Math.sin(roll), Math.cos(pitch), Math.sin(pitch)];
  return {
    position: Float64Array.of(t, 0.2 * Math.sin(0.5 * t), 0.3 * Math.sin(0.8 * t) - 2.5),
    rotation: Float64Array.of(cp, sp * sr, sp * cr, 0, cr, -sr, -sp, cp * sr, cp * cr),
    velocity: Float64Array.of(
      1,
      0.1 * Math.cos(0.5 * t),
      0.24 * Math.cos(0.8 * t),
      cp * rollRate,
      pitchRate,
      -sp * rollRate,
    ),
  };
}

const box = {
  shape: { kind: 'box' as const, half: [70, 9.5, 6] as const },
  placement: { position: [0, 0, 0] as const, rotation: [1, 0, 0, 0] as const },
};
const mesh = hullMesh([box], 12);
const make = (): WettedHull => new WettedHull(mesh, { normal: 0.6, tangential: 0.002 }, [0, 0, 0]);

/** Forces of a hull at every 10 ms; mayFollow: as iterates of stages are evaluated. */
function forces(hull: WettedHull, sea: Sea, from: number, to: number, mayFollow: boolean): number[][] {
  const rows: number[][] = [];
  for (let n = from; n < to; n++) {
    const { position, rotation, velocity } = motion(0.01 * n);
    sea.setTime(0.01 * n);
    hull.evaluate(sea, position, 0, rotation, 0, velocity, 0, true, mayFollow);
    rows.push([...hull.pressureForce, ...hull.dragForce, hull.volume, hull.growth, hull.draft, ...hull.flow]);
  }
  return rows;
}

test('loads summed ahead are those of every time, within 0.05 % of how much they change, and seldom summed', () => {
  const sea = new Sea(water, 9.81);
  const hull = make();
  const sum = hull.sum.bind(hull);
  let sums = 0;
  hull.sum = (...args): void => {
    sums++;
    sum(...args);
  };
  const found = forces(hull, sea, 0, 600, true);
  expect(sums).toBeLessThan(60); // every 0.13 s, four more at the start
  const wanted = forces(make(), sea, 0, 600, false);
  // drag bends where panels begin to move outward, and the deepest corner is now this one, now that
  const limit = (i: number): number => (i >= 6 && i < 12 ? 0.01 : i === 14 ? 0.03 : 5e-4);
  for (let i = 0; i < wanted[0].length; i++) {
    const column = wanted.map((row) => row[i]);
    const range = Math.max(...column) - Math.min(...column);
    const off = Math.max(...column.map((x, n) => Math.abs(x - found[n][i])));
    expect(off / range, `number ${i}`).toBeLessThan(limit(i));
  }
});

test('what is saved goes on with the same bits', () => {
  const sea = new Sea(water, 9.81);
  const [one, other] = [make(), make()];
  forces(one, sea, 0, 333, true);
  const saved: number[] = [];
  one.save(saved);
  expect(other.restore(Float64Array.from([...saved, 1, 2, 3]))).toBe(saved.length);
  expect(forces(other, sea, 333, 400, true)).toEqual(forces(one, sea, 333, 400, true));
});
