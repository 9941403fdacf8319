import { describe, expect, test } from 'vitest';
import { boxMesh, cylinderMesh, extrudedMesh, type ShapeSpec } from '../../geometry/index.ts';
import type { CableCurves } from '../cable-cable/curves.ts';
import { lensOfDiscs, makeLens, segmentOfDisc } from '../cable-cable/lens.ts';
import { ContactPatches } from '../cable-cable/patches.ts';
import { splineCables, straightNodes } from '../cable-cable/test-world.ts';
import { CableSolidContact, type CableSolidOptions } from './cable-solid-contact.ts';
import { CableSolid } from './solid.ts';

const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function contacts(
  curves: CableCurves,
  solids: readonly CableSolid[],
  options: CableSolidOptions = { points: 12 },
): ContactPatches {
  const contact = new CableSolidContact(curves, solids, options);
  const patches = new ContactPatches(4);
  contact.search(new Float64Array(curves.count), new Float64Array(solids.length));
  contact.refresh(patches);
  return patches;
}

/** Sum of weight lens n: the force of a law by volume, per unit stiffness. */
function force(patches: ContactPatches): number[] {
  const sum = [0, 0, 0];
  for (let q = 0; q < patches.pointCount; q++) {
    for (let d = 0; d < 3; d++) sum[d] += patches.weight[q] * patches.lens[q] * patches.pointNormal[3 * q + d];
  }
  return sum;
}

const floor = (z: number): CableSolid => {
  const solid = new CableSolid({ kind: 'half-space' });
  solid.setPose([0, 0, z], IDENTITY);
  return solid;
};
const asMesh = (mesh: { positions: Float64Array; triangles: Int32Array }): ShapeSpec => ({
  kind: 'mesh',
  positions: mesh.positions,
  triangles: mesh.triangles,
});

describe('closed forms', () => {
  test('a straight cable lying 0.1 r deep in a floor: a circular segment times its length, pushed straight up', () => {
    const { curves } = splineCables([straightNodes(7, [0, 0, 0.9], [0.6, 0.8, 0], 10)], [1]);
    const patches = contacts(curves, [floor(0)], { points: 3 });
    const lens = makeLens();
    segmentOfDisc(lens, 1, 0.1);
    expect(patches.totalVolume()).toBeCloseTo(10 * lens.area, 12);
    expect(force(patches)[2]).toBeCloseTo(-10 * lens.area, 12); // on the floor
    expect(patches.count).toBe(7);
    expect(patches.depth[0]).toBeCloseTo(0.1, 12);
  });

  test('a cable on a drum: the lens of a disc and a plane along the circle of its centroid', () => {
    const R = 10;
    const nodes = Array.from({ length: 65 }, (_, i) => (1.5 * Math.PI * i) / 64).flatMap((t) => [
      (R + 0.8) * Math.cos(t),
      (R + 0.8) * Math.sin(t),
      0,
    ]);
    const { curves } = splineCables([nodes], [1]);
    const drum = new CableSolid({ kind: 'cylinder', radius: R, halfLength: 4 });
    const patches = contacts(curves, [drum], { points: 5 });
    const lens = makeLens();
    segmentOfDisc(lens, 1, 0.2);
    let volume = 0;
    for (let p = 0; p < patches.count; p++) {
      if (patches.elementA[p] >= 16 && patches.elementA[p] < 48) volume += patches.volume[p]; // away from the straightened ends
    }
    expect(volume / (0.75 * Math.PI * lens.area * (R + 0.8 - lens.centroid))).toBeCloseTo(1, 4);
  });

  test('a cable across a fixed round bar far thicker than itself: the volume of skew cylinders, nearly', () => {
    // a half-plane stands in for the bar's section: right to the ratio of the radii
    const { curves } = splineCables([straightNodes(6, [0, 0, 20.8], [1, 0, 0], 30)], [1]);
    const bar = new CableSolid({ kind: 'cylinder', radius: 20, halfLength: 30 });
    bar.setPose([0, 0, 0], [1, 0, 0, 0, 0, -1, 0, 1, 0]); // axis along y
    const volume = contacts(curves, [bar]).totalVolume();
    const lens = makeLens();
    lensOfDiscs(lens, 1, 20, 20.8);
    expect(volume).toBeGreaterThan(0);
    // exact, with 64 slices: 4 int sqrt(1 - z^2) sqrt(400 - (20.8 - z)^2) dz
    let exact = 0;
    const n = 20000;
    for (let k = 0; k < n; k++) {
      const z = 0.8 + (0.2 * (k + 0.5)) / n;
      exact += (4 * 0.2 * Math.sqrt(1 - z * z) * Math.sqrt(400 - (20.8 - z) ** 2)) / n;
    }
    expect(Math.abs(volume / exact - 1)).toBeLessThan(0.03);
  });
});

describe('the same solid in other words', () => {
  const hull = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [2 * x, 1.5 * y, z])));
  const shapes: ShapeSpec[] = [
    { kind: 'box', half: [2, 1.5, 1] },
    { kind: 'hull', points: hull },
    asMesh(boxMesh(4, 3, 2)),
  ];
  // a cable that hangs over two edges of the box, oblique to all of them
  const nodes = Array.from({ length: 13 }, (_, i) => i / 2 - 3).flatMap((x) => [
    x,
    0.3 * x,
    1.28 - 0.02 * x * x - (Math.abs(x) > 2 ? 0.2 * (Math.abs(x) - 2) : 0),
  ]);

  test('box, hull and mesh give the same force', () => {
    const { curves } = splineCables([nodes], [0.3]);
    const forces = shapes.map((shape) => force(contacts(curves, [new CableSolid(shape)])));
    expect(Math.abs(forces[0][2])).toBeGreaterThan(0.01);
    for (const f of forces.slice(1)) {
      for (let d = 0; d < 3; d++) expect(Math.abs(f[d] - forces[0][d])).toBeLessThan(1e-6 * Math.abs(forces[0][2]));
    }
  });

  test('turning and moving the world turns the force and nothing else', () => {
    const R = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6];
    const turned = nodes.map((_, i) => {
      const at = i - (i % 3);
      const d = i % 3;
      return R[3 * d] * nodes[at] + R[3 * d + 1] * nodes[at + 1] + R[3 * d + 2] * nodes[at + 2] + 5 + d;
    });
    for (const shape of shapes) {
      const straight = force(contacts(splineCables([nodes], [0.3]).curves, [new CableSolid(shape)]));
      const solid = new CableSolid(shape);
      solid.setPose([5, 6, 7], R);
      const f = force(contacts(splineCables([turned], [0.3]).curves, [solid]));
      for (let d = 0; d < 3; d++) {
        const expected = R[3 * d] * straight[0] + R[3 * d + 1] * straight[1] + R[3 * d + 2] * straight[2];
        expect(f[d]).toBeCloseTo(expected, 9);
      }
    }
  });
});

describe('nothing jumps', () => {
  /** The largest change of any component that remains when an interval is halved 20 times. */
  function largestJump(f: (x: number) => number[], from: number, to: number, samples: number): number {
    const apart = (a: number[], b: number[]): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
    let worst = 0;
    for (let k = 0; k < samples; k++) {
      let low = from + ((to - from) * k) / samples;
      let high = from + ((to - from) * (k + 1)) / samples;
      let [fl, fh] = [f(low), f(high)];
      for (let b = 0; b < 20; b++) {
        const middle = 0.5 * (low + high);
        const fm = f(middle);
        if (apart(fm, fl) > apart(fh, fm)) [high, fh] = [middle, fm];
        else [low, fl] = [middle, fm];
      }
      worst = Math.max(worst, apart(fl, fh));
    }
    return worst;
  }

  /** A hanging cable with its vertex at x, drawn over the corner of a box whose top is z = 0 and whose side is x = 0. */
  const over = (x: number): CableCurves =>
    splineCables(
      [
        Array.from({ length: 11 }, (_, i) => 0.4 * (i - 5)).flatMap((s) => [
          s + 0.3 * x,
          0.2 * s,
          0.09 - 0.35 * Math.sqrt(0.01 + (s > 0 ? s * s : 0)) + 0.035 + 0.05 * x,
        ]),
      ],
      [0.1],
    ).curves;

  test.each<[string, ShapeSpec]>([
    ['box', { kind: 'box', half: [1, 1, 1] }],
    ['mesh', asMesh(boxMesh(2, 2, 2))],
  ])('a cable slides over the sharp edge of a %s: force without jumps (Roy et al. 2013, fig. 11)', (_, shape) => {
    const solid = new CableSolid(shape);
    solid.setPose([-1, 0, -1], IDENTITY);
    const f = (x: number): number[] => force(contacts(over(x), [solid], { points: 5 }));
    const size = Math.abs(f(0)[2]);
    expect(size).toBeGreaterThan(1e-4);
    // steps of 1/16/2^20 = 6e-8
    expect(largestJump(f, -0.5, 0.5, 16) / size).toBeLessThan(1e-5);
  });

  test('a cable is laid into the corner between floor and wall, into a blunt corner, and along facets of a hollow', () => {
    const corner = (opening: number): CableSolid => {
      // floor below z = 0 for x < 0, then a face rising at `opening` degrees of free space
      const a = Math.PI - (opening * Math.PI) / 180;
      const tip = [2 * Math.cos(a), 2 * Math.sin(a)];
      const outline = [-2, -1, 3, -1, 3, tip[1], tip[0], tip[1], 0, 0, -2, 0];
      const mesh = extrudedMesh(outline, 4);
      const solid = new CableSolid(asMesh(mesh));
      // the outline's y is up: x y -> x z, extruded along y
      solid.setPose([0, 0, 0], [1, 0, 0, 0, 0, -1, 0, 1, 0]);
      return solid;
    };
    for (const opening of [90, 120, 150, 170]) {
      const solid = corner(opening);
      // the centre goes round the corner, 0.9 r from its edge, from over the one face to over the other
      const f = (x: number): number[] => {
        const psi = ((20 + x * (opening - 40)) * Math.PI) / 180;
        const through = [-0.09 * Math.cos(psi), 0, 0.09 * Math.sin(psi)];
        return force(
          contacts(splineCables([straightNodes(3, through, [0, 1, 0], 2)], [0.1]).curves, [solid], { points: 4 }),
        );
      };
      const size = Math.abs(f(0)[2]);
      expect(size).toBeGreaterThan(1e-4);
      expect(largestJump(f, 0, 1, 12) / size).toBeLessThan(2e-5);
    }
  });
});

describe('derivatives and history', () => {
  test('volume by height: the area of the patches, on a floor, on a drum and over an edge', () => {
    const bow = Array.from({ length: 9 }, (_, i) => 0.5 * (i - 4)).flatMap((x) => [x, 0.2 * x, 0.03 * x * x]);
    const drum = new CableSolid({ kind: 'cylinder', radius: 3, halfLength: 4 });
    drum.setPose([0, 0, -3], [1, 0, 0, 0, 0, -1, 0, 1, 0]);
    const block = new CableSolid({ kind: 'box', half: [1, 3, 1] });
    block.setPose([-0.8, 0, -1], IDENTITY);
    for (const solid of [floor(0), drum, block]) {
      const at = (z: number): ContactPatches =>
        contacts(splineCables([bow.map((x, i) => (i % 3 === 2 ? x + z : x))], [0.2]).curves, [solid]);
      const h = 1e-5;
      const z = 0.17;
      const measured = (at(z + h).totalVolume() - at(z - h).totalVolume()) / (2 * h);
      let expected = 0;
      const patches = at(z);
      for (let q = 0; q < patches.pointCount; q++) {
        expected += patches.weight[q] * patches.chord[q] * patches.pointNormal[3 * q + 2];
      }
      // slices of a bent cable change their weight too: curvature x centroid of the volume
      expect(Math.abs(measured - expected)).toBeLessThan(3e-3 * Math.abs(expected));
    }
  });

  test('keys name element, solid and side: floor and wall of a corner have their own, and keep them while the cable slides', () => {
    const block = new CableSolid(asMesh(boxMesh(4, 4, 2)));
    block.setPose([0, 0, -1], IDENTITY);
    const wall = new CableSolid({ kind: 'box', half: [1, 2, 1] });
    wall.setPose([1, 0, 1], IDENTITY);
    const at = (x: number): number[] => {
      const { curves } = splineCables([straightNodes(2, [x, 0, 0.095], [0, 1, 0], 1)], [0.1]);
      const patches = contacts(curves, [block, wall]);
      return [...patches.key.subarray(0, patches.count)];
    };
    const keys = at(-0.095);
    expect(new Set(keys).size).toBe(4);
    expect(at(-0.09)).toEqual(keys);
  });

  test('over the edge of a prism points keep their patch while the cable moves by nanometres: both faces are equally near', () => {
    const prism = new CableSolid(asMesh(cylinderMesh({ radius: 0.1, length: 0.6, sides: 8 })));
    prism.setPose([0, 0, 0], IDENTITY);
    const first = new Map<number, number>();
    for (let shift = 0; shift < 20; shift++) {
      // round four edges, 45 degrees apart, and up to 0.1 mm deep in them
      const nodes = Array.from({ length: 17 }, (_, i) => 0.31 + 0.2 * i).flatMap((t) => [
        0.1049 * Math.cos(t) + shift * 1.1e-10,
        0.1049 * Math.sin(t) + shift * 1.7e-10,
        0.003 * t,
      ]);
      const { curves } = splineCables([nodes], [0.005]);
      const patches = contacts(curves, [prism], { points: 5 });
      for (let p = 0; p < patches.count; p++) {
        if (shift === 0) first.set(patches.key[p], patches.volume[p]);
        // 4e-9 m of 1e-4 m
        expect(Math.abs(patches.volume[p] / (first.get(patches.key[p]) ?? 0) - 1)).toBeLessThan(1e-3);
      }
      expect(patches.count).toBe(first.size);
    }
    expect(first.size).toBeGreaterThanOrEqual(4);
  });

  test('a drum of facets holds a cable like the round one, to the facets', () => {
    const nodes = Array.from({ length: 33 }, (_, i) => (Math.PI * i) / 32).flatMap((t) => [
      3.085 * Math.cos(t),
      3.085 * Math.sin(t),
      0.1,
    ]);
    const { curves } = splineCables([nodes], [0.1]);
    const round = contacts(curves, [new CableSolid({ kind: 'cylinder', radius: 3, halfLength: 1 })]);
    const facets = contacts(curves, [new CableSolid(asMesh(cylinderMesh({ radius: 3, length: 2, sides: 256 })))]);
    expect(Math.abs(force(facets)[1] / force(round)[1] - 1)).toBeLessThan(0.05); // sagitta 0.2 mm of 15 mm depth
  });
});
