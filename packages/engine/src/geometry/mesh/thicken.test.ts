import { describe, expect, test } from 'vitest';
import { boxMesh, integrateMesh, surveyMesh } from '../index.ts';
import { thickenMesh } from './thicken.ts';

/** A box of 2 by 3 by 4 m without its lid. */
function open() {
  const { positions, triangles } = boxMesh(2, 3, 4);
  const kept: number[] = [];
  for (let h = 0; h < triangles.length; h += 3) {
    const top = [0, 1, 2].every((k) => positions[3 * triangles[h + k] + 2] > 1.9);
    if (!top) kept.push(...triangles.slice(h, h + 3));
  }
  return { positions, triangles: Int32Array.from(kept) };
}

describe('a surface as a plate', () => {
  test.each([0.05, 0.4])('an open box has walls and a floor exactly so thick (%f m), inside or outside', (t) => {
    for (const [side, volume] of [
      [t, 2 * 3 * 4 - (2 - 2 * t) * (3 - 2 * t) * (4 - t)],
      [-t, (2 + 2 * t) * (3 + 2 * t) * (4 + t) - 2 * 3 * 4],
    ]) {
      const plate = thickenMesh(open(), side);
      if (plate === undefined) throw new Error('nothing was thickened');
      const { faults, solid, euler } = surveyMesh(plate);
      expect(faults).toEqual([]);
      expect([solid, euler]).toEqual([true, 2]);
      expect(integrateMesh(plate.positions, plate.triangles).volume).toBeCloseTo(volume, 12);
    }
  });

  test('half a sphere has the volume of its plate to a thousandth: at the rim the faces of one side alone say where inwards is', () => {
    for (const n of [16, 48]) {
      const plate = thickenMesh(dome(n), 0.1);
      if (plate === undefined) throw new Error('nothing was thickened');
      expect(surveyMesh(plate).solid).toBe(true);
      const exact = ((2 * Math.PI) / 3) * (1 - 0.9 ** 3);
      expect(Math.abs(integrateMesh(plate.positions, plate.triangles).volume / exact - 1)).toBeLessThan(1e-3);
    }
  });

  test('what is closed, or disagrees at an edge, is left alone', () => {
    expect(thickenMesh(boxMesh(1, 1, 1), 0.1)).toBeUndefined();
    const { positions, triangles } = open();
    const turned = Int32Array.from(triangles);
    [turned[1], turned[2]] = [turned[2], turned[1]];
    expect(thickenMesh({ positions, triangles: turned }, 0.1)).toBeUndefined();
  });
});

/** The upper half of the unit sphere, n rings. */
function dome(n: number) {
  const positions = [0, 0, 1];
  const triangles: number[] = [];
  const m = 4 * n;
  for (let i = 1; i <= n; i++) {
    const polar = (0.5 * Math.PI * i) / n;
    for (let j = 0; j < m; j++) {
      const turn = (2 * Math.PI * j) / m;
      positions.push(Math.sin(polar) * Math.cos(turn), Math.sin(polar) * Math.sin(turn), Math.cos(polar));
    }
  }
  const at = (i: number, j: number): number => (i === 0 ? 0 : 1 + (i - 1) * m + (j % m));
  for (let i = 1; i <= n; i++) {
    for (let j = 0; j < m; j++) {
      triangles.push(at(i - 1, j), at(i, j), at(i, j + 1));
      if (i > 1) triangles.push(at(i - 1, j), at(i, j + 1), at(i - 1, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}
