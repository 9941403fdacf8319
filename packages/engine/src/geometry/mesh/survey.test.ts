import fc from 'fast-check';
import { insideOut, together } from '../../../test/meshes.ts';
import { describe, expect, test } from 'vitest';
import { Random } from '../../base/index.ts';
import {
  boxMesh,
  integrateMesh,
  type MeshFaultCode,
  pocketMesh,
  repairMesh,
  sphereMesh,
  surveyMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '../index.ts';
import { extraFans, halfEdges, nextHalfEdge, NO_TWIN, tipOf } from './half-edge.ts';

const volume = ({ positions, triangles }: TriangleMesh) => integrateMesh(positions, triangles).volume;
const codes = (mesh: TriangleMesh) => surveyMesh(mesh).counts;
const moved = (mesh: TriangleMesh, x: number, y = 0, z = 0, scale = 1): TriangleMesh => ({
  positions: mesh.positions.map((value, i) => scale * value + [x, y, z][i % 3]),
  triangles: mesh.triangles,
});
const without = ({ positions, triangles }: TriangleMesh, ...faces: number[]): TriangleMesh => ({
  positions,
  triangles: triangles.filter((_, i) => !faces.includes(Math.floor(i / 3))),
});
const box = boxMesh(2, 2, 2);

describe('half-edges', () => {
  test('in a closed mesh the twin of the twin is the half-edge, and runs the other way', () => {
    for (const mesh of [box, sphereMesh(1, 2), torusMesh({ ring: 2, tube: 1, sides: 9, tubeSides: 7 })]) {
      const { twin, edgeCount } = halfEdges(mesh);
      twin.forEach((g, h) => {
        expect(twin[g]).toBe(h);
        expect(mesh.triangles[g]).toBe(tipOf(mesh.triangles, h));
      });
      expect(edgeCount).toBe(mesh.triangles.length / 2);
      expect(extraFans(mesh, halfEdges(mesh)).length).toBe(0);
    }
  });

  test('the half-edges around a vertex come back to the first', () => {
    const mesh = sphereMesh(1, 2);
    const { twin } = halfEdges(mesh);
    for (let h = 0; h < mesh.triangles.length; h += 7) {
      let g = h;
      let steps = 0;
      do {
        expect(mesh.triangles[g]).toBe(mesh.triangles[h]);
        g = nextHalfEdge(twin[g]);
        steps++;
      } while (g !== h && steps < 10);
      expect(steps === 5 || steps === 6).toBe(true);
    }
  });

  test('an edge with one face, two turned alike, or four has no twin, and says why', () => {
    expect([...halfEdges(without(box, 0)).twin].filter((g) => g === NO_TWIN.open).length).toBe(3);
    const turned = box.triangles.slice();
    turned.set([turned[1], turned[0]], 0);
    expect([...halfEdges({ ...box, triangles: turned }).twin].filter((g) => g === NO_TWIN.turned).length).toBe(6);
    const joined = repairMesh(together(box, moved(box, 2, 2))).mesh;
    expect([...halfEdges(joined).twin].filter((g) => g === NO_TWIN.crowded).length).toBe(4);
  });
});

describe('survey: what is wrong, and where', () => {
  const fault = (mesh: TriangleMesh, code: MeshFaultCode) => {
    const found = surveyMesh(mesh).faults.find((candidate) => candidate.code === code);
    if (found === undefined) throw new Error(`expected ${code}, found ${JSON.stringify(codes(mesh))}`);
    return found;
  };

  test('a hole: its edges in order, its length, the coordinates of an edge', () => {
    const open = without(box, 8, 9); // the top
    const found = fault(open, 'open-edge');
    expect(found.edges.length / 2).toBe(4);
    expect(found.message).toMatch(
      /^a hole of 4 edges, 8 round: edge \d+-\d+ from \(-?1, -?1, 1\) to \(-?1, -?1, 1\) has one face/,
    );
    expect(codes(open)).toEqual({ 'open-edge': 1 });
    expect(surveyMesh(open)).toMatchObject({ closed: false, solid: false });
    const torus = torusMesh({ ring: 2, tube: 1, sides: 9, tubeSides: 7 });
    expect(codes(without(torus, 0, 60))).toEqual({ 'open-edge': 2 });
    expect(codes(without(box, 0, 8))).toEqual({ 'open-edge': 2, 'pinched-vertex': 1 }); // two holes that meet at a corner
  });

  test('one face turned over, and its place', () => {
    const turned = box.triangles.slice();
    [turned[25], turned[26]] = [turned[26], turned[25]]; // a half of the top
    const found = fault({ ...box, triangles: turned }, 'flipped-face');
    expect(found.faces).toEqual([8]);
    expect(found.place[2]).toBe(1);
    expect(codes({ ...box, triangles: turned })).toEqual({ 'flipped-face': 1 });
  });

  test('a mesh inside out, told once with its volume; a cavity is none', () => {
    expect(codes(insideOut(box))).toEqual({ inverted: 1 });
    expect(fault(insideOut(box), 'inverted').message).toContain('volume -8');
    const hollow = together(box, moved(insideOut(box), 0, 0, 0, 0.5));
    expect(surveyMesh(hollow)).toMatchObject({ solid: true, faults: [] });
    expect(surveyMesh(hollow).shells.map((shell) => [shell.depth, shell.volume])).toEqual([
      [0, 8],
      [1, -1],
    ]);
    expect(codes(insideOut(hollow))).toEqual({ inverted: 1 }); // the cavity belongs to the shell it lies in
    expect(codes(together(box, moved(box, 0, 0, 0, 0.5)))).toEqual({ 'nested-shell': 1 });
  });

  test('a closed surface that encloses nothing: a flat one, and parts that cancel; a thin plate is none', () => {
    const flat = { ...box, positions: box.positions.map((x, i) => (i % 3 === 2 ? 0 : x)) };
    expect(surveyMesh(flat)).toMatchObject({ closed: true, solid: false });
    expect(fault(flat, 'no-volume')).toMatchObject({ severity: 'error' });
    expect(codes(together(box, moved(insideOut(box), 3)))).toEqual({ inverted: 1, 'no-volume': 1 });
    const plate = { ...box, positions: box.positions.map((x, i) => (i % 3 === 2 ? 1e-9 * x : x)) };
    expect(codes(plate)).toEqual({ sliver: 8 });
  });

  test('boxes by half in each other run through each other, though their faces meet along diagonals only', () => {
    const crossed = together(box, moved(box, 1, 1, 1));
    expect(surveyMesh(crossed).counts['self-intersection']).toBe(6);
    expect(surveyMesh(together(box, moved(box, 2, 1, 1))).counts['self-intersection']).toBeUndefined();
  });

  test('parts that share an edge or a vertex only; a fin on an edge', () => {
    const edge = repairMesh(together(box, moved(box, 2, 2))).mesh;
    expect(codes(edge)).toEqual({ 'crowded-edge': 1 });
    expect(fault(edge, 'crowded-edge')).toMatchObject({ severity: 'warning' });
    expect(surveyMesh(edge)).toMatchObject({ closed: true, solid: true });
    const corner = repairMesh(together(box, moved(box, 2, 2, 2))).mesh;
    expect(codes(corner)).toEqual({ 'pinched-vertex': 1 });
    expect(fault(corner, 'pinched-vertex').place).toEqual([1, 1, 1]);
    const fin = {
      positions: Float64Array.from([...box.positions, 3, 0, 0]),
      triangles: Int32Array.from([...box.triangles, box.triangles[0], box.triangles[1], 8]),
    };
    expect(fault(fin, 'crowded-edge')).toMatchObject({ severity: 'error' });
    expect(surveyMesh(fin).closed).toBe(false);
  });

  test('faces that run through each other are found, whatever the pose; parts that only touch are told apart', () => {
    const random = new Random(7);
    for (let n = 0; n < 20; n++) {
      const shift = [random.between(-1.9, 1.9), random.between(-1.9, 1.9), random.between(-1.9, 1.9)] as const;
      const pair = together(box, moved(box, ...shift));
      expect(codes(pair)['self-intersection'], `seed 7, pass ${n}`).toBeGreaterThan(0);
      expect(codes(together(box, moved(box, 2.1 + n, ...shift.slice(1))))).toEqual({});
    }
    const stacked = codes(together(box, moved(box, 0, 0, 2)));
    expect(stacked['self-intersection']).toBe(undefined);
    expect(stacked['self-touch']).toBeGreaterThan(0);
    const half = codes(together(box, moved(box, 1))); // faces in one plane, overlapping
    expect(half['self-intersection']).toBeGreaterThan(0);
  });

  test('faces without area, slivers, faces twice, vertices nobody uses', () => {
    const p = [...box.positions, 0, -1, -1, 5, 5, 5]; // 8 is the middle of an edge, 9 lies apart
    const t = [...box.triangles];
    const found = surveyMesh({
      positions: Float64Array.from(p),
      triangles: Int32Array.from([...t, 0, 1, 8, t[0], t[1], t[2], 3, 3, 4]),
    });
    expect(found.counts['zero-area']).toBe(2);
    expect(found.counts['duplicate-face']).toBe(1);
    expect(found.counts['isolated-vertex']).toBe(1);
    const sliver = surveyMesh(boxMesh(1, 1, 1e-5));
    expect(sliver.counts).toEqual({ sliver: 8 });
    expect(sliver.solid).toBe(true);
  });

  test('a Moebius strip has one side only', () => {
    const positions: number[] = [];
    const n = 9;
    for (let i = 0; i < n; i++) {
      const a = (2 * Math.PI * i) / n;
      for (const s of [-0.3, 0.3]) {
        const r = 1 + s * Math.cos(a / 2);
        positions.push(r * Math.cos(a), r * Math.sin(a), s * Math.sin(a / 2));
      }
    }
    const triangles: number[] = [];
    for (let i = 0; i < n; i++) {
      const [a, b] = [2 * i, 2 * i + 1];
      const [c, d] = i === n - 1 ? [1, 0] : [2 * i + 2, 2 * i + 3];
      triangles.push(a, c, b, b, c, d);
    }
    const found = codes({ positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) });
    expect(found.twisted).toBe(1);
  });

  test('bad numbers are named; nothing throws', () => {
    const nan = { positions: Float64Array.of(0, 0, Number.NaN), triangles: Int32Array.of(0, 0, 0) };
    expect(surveyMesh(nan).faults[0].message).toBe('coordinate z of vertex 0 must be a finite number, found NaN');
    expect(codes({ positions: new Float64Array(9), triangles: Int32Array.of(0, 1, 7) })).toEqual({ 'bad-index': 1 });
    expect(codes({ positions: new Float64Array(0), triangles: new Int32Array(0) })).toEqual({ 'no-triangles': 1 });
    expect(codes(moved(box, 0, 0, 0, 1e70))).toHaveProperty('too-large');
    expect(codes(moved(box, 0, 0, 0, 1e-120))).toEqual({ 'too-small': 1 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 12, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 36 }),
        (xyz, faces) => {
          const positions = Float64Array.from(xyz.slice(0, 3 * Math.floor(xyz.length / 3)));
          const mesh = { positions, triangles: Int32Array.from(faces.slice(0, 3 * Math.floor(faces.length / 3))) };
          const { mesh: repaired } = repairMesh(mesh, { fillHoles: true });
          for (const m of [mesh, repaired]) {
            for (const one of surveyMesh(m).faults) expect(one.message).not.toMatch(/NaN|undefined|Infinity/);
          }
          expect(repaired.positions.every(Number.isFinite)).toBe(true);
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  test('a millimetre a kilometre away, and coordinates of 1e9: the same findings as at the origin', () => {
    const tube = tubeMesh({ outer: 1e-3, inner: 5e-4, length: 1e-3, sides: 16 });
    const far = moved(tube, 1000, -1000, 1000);
    expect(surveyMesh(far)).toMatchObject({ solid: true, faults: [] });
    // 1e3 in a double is good to 1e-13 m: 1e-10 of the millimetre, three lengths
    expect(volume(far) / volume(tube)).toBeCloseTo(1, 8);
    expect(codes(without(far, 3))).toEqual({ 'open-edge': 1 });
    expect(surveyMesh(moved(box, 1e9, 1e9, 0))).toMatchObject({ solid: true, faults: [] });
    expect(volume(moved(box, 1e9, 1e9, 0))).toBe(8); // all coordinates are whole numbers
    expect(codes(moved(box, 1e10, 0, 0))).toEqual({ coarse: 1 });
    const large = moved(box, 0, 0, 0, 1e9);
    expect(surveyMesh(large)).toMatchObject({ solid: true, faults: [] });
  });
});

describe('repair: what has one right answer', () => {
  const said = (mesh: TriangleMesh, options = {}) => repairMesh(mesh, options).repairs.map((repair) => repair.message);

  test('a sound mesh is left as it is, and nothing is said', () => {
    for (const mesh of [box, pocketMesh({ size: [2, 2, 2], pocket: [1, 1, 1] }), sphereMesh(1, 2)]) {
      const { mesh: same, repairs } = repairMesh(mesh);
      expect(repairs).toEqual([]);
      expect(volume(same)).toBeCloseTo(volume(mesh), 14);
      expect(same.triangles.length).toBe(mesh.triangles.length);
    }
  });

  test('faces turned at random, then all inside out: the solid comes back, with every face turned counted', () => {
    const random = new Random(11);
    for (const mesh of [box, sphereMesh(1, 2), torusMesh({ ring: 2, tube: 1, sides: 9, tubeSides: 7 })]) {
      for (let n = 0; n < 5; n++) {
        const all = insideOut(mesh).triangles;
        const triangles = mesh.triangles.map((v, i) => (Math.floor(i / 3) % 3 === n % 3 ? all[i] : v));
        const broken = n === 4 ? insideOut({ ...mesh, triangles }) : { ...mesh, triangles };
        const positions = broken.positions.map((x) => x + random.between(-1e-3, 1e-3));
        const { mesh: repaired, repairs } = repairMesh({ ...broken, positions });
        expect(surveyMesh(repaired)).toMatchObject({ solid: true });
        expect(volume(repaired)).toBeCloseTo(volume({ ...mesh, positions }), 12);
        expect(repairs.map((repair) => repair.code)).toContain('turned');
      }
    }
    expect(said(insideOut(box))).toEqual(['turned the shell around (0, 0, 0) outwards (12 faces)']);
  });

  test('triangles with corners of their own, a hair apart: joined, on open edges only', () => {
    const random = new Random(5);
    const soup: number[] = [];
    for (const v of sphereMesh(1, 2).triangles) {
      const p = sphereMesh(1, 2).positions;
      for (let k = 0; k < 3; k++) soup.push(p[3 * v + k] + random.between(-1e-8, 1e-8));
    }
    const mesh = {
      positions: Float64Array.from(soup),
      triangles: Int32Array.from(soup.slice(0, soup.length / 3).keys()),
    };
    const { mesh: repaired, repairs } = repairMesh(mesh);
    expect(repaired.positions.length / 3).toBe(162);
    expect(surveyMesh(repaired).solid).toBe(true);
    expect(repairs[0].message).toMatch(/^joined 798 vertices on open edges with another within 0\.000002$/);
    expect(repairMesh(mesh, { weld: 0 }).mesh.positions.length / 3).toBe(960);
  });

  test('a corner on an open edge: the face behind the edge is cut there, and the mesh closes', () => {
    // each face of the box cut by itself into fans from its middle, sides in n pieces: no two faces agree
    const random = new Random(9);
    const positions: number[] = [];
    const triangles: number[] = [];
    const at = (p: number[]) => positions.push(...p) / 3 - 1;
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [-1, 1]) {
        const point = (u: number, v: number) => {
          const p = [0, 0, 0];
          p[axis] = side;
          p[(axis + 1) % 3] = side * u;
          p[(axis + 2) % 3] = v;
          return p;
        };
        const corners = [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ];
        const rim: number[] = [];
        corners.forEach(([u, v], i) => {
          const [u2, v2] = corners[(i + 1) % 4];
          const pieces = 1 + Math.floor(random.between(0, 4));
          for (let k = 0; k < pieces; k++)
            rim.push(at(point(u + (k / pieces) * (u2 - u), v + (k / pieces) * (v2 - v))));
        });
        const centre = at(point(0, 0));
        for (const [i, a] of rim.entries()) triangles.push(a, rim[(i + 1) % rim.length], centre);
      }
    }
    const split = { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
    const { mesh, repairs } = repairMesh(split);
    expect(new Set(repairs.map((repair) => repair.code))).toEqual(new Set(['welded', 'seamed']));
    expect(repairs.at(-1)?.message).toMatch(/^cut faces at \d+ corners that lay on their open edges, first at \(/);
    expect(surveyMesh(mesh)).toMatchObject({ solid: true, faults: [] });
    expect(volume(mesh)).toBeCloseTo(8, 13);
  });

  test('a face given two hundred thousand times is there once', () => {
    const again = Array.from({ length: 200_000 }, () => [...box.triangles.subarray(0, 3)]).flat();
    const { mesh, repairs } = repairMesh({ ...box, triangles: Int32Array.from([...box.triangles, ...again]) });
    expect(repairs.map(({ code, count }) => [code, count])).toEqual([['duplicates', 200_000]]);
    expect(volume(mesh)).toBe(8);
  });

  test('flat holes are closed when asked, and only then; a rim that is not flat is left', () => {
    const open = without(box, 8, 9);
    expect(said(open)).toEqual([]);
    expect(said(open, { fillHoles: true })).toEqual([
      expect.stringMatching(/^closed 1 flat hole with 2 faces, first at \(-?1, -?1, 1\)$/),
    ]);
    expect(volume(repairMesh(open, { fillHoles: true }).mesh)).toBe(8);
    const around = without(box, 8, 9, 0, 1); // a rim over an edge
    expect(repairMesh(around, { fillHoles: true }).repairs).toEqual([]);
    const pocket = pocketMesh({ size: [4, 4, 2], pocket: [1, 1, 1] });
    expect(volume(repairMesh(without(pocket, 26, 27), { fillHoles: true }).mesh)).toBeCloseTo(31, 12);
  });

  test('faces twice, both ways, or without area go; the surface stays closed', () => {
    const t = [...box.triangles];
    const p = [...box.positions, 0, 0, 9];
    const doubled = { positions: Float64Array.from(p), triangles: Int32Array.from([...t, ...t.slice(0, 3), 4, 4, 5]) };
    const { mesh, repairs } = repairMesh(doubled);
    expect(repairs.map((repair) => [repair.code, repair.count])).toEqual([
      ['dropped', 1],
      ['dropped', 1],
      ['duplicates', 1],
    ]);
    expect(surveyMesh(mesh).faults).toEqual([]);
    // an edge of the box cut in two on one side, and a face without area in between on the other
    const cut = {
      positions: Float64Array.from([...box.positions, 0, -1, -1]),
      triangles: Int32Array.from(box.triangles),
    };
    const side = [...cut.triangles];
    const edge = [...side.keys()].find((h) => sameEnds(side, h, 0, 1)) as number;
    const [a, b, c] = [side[edge], tipOf(side, edge), tipOf(side, nextHalfEdge(edge))];
    side.splice(3 * Math.floor(edge / 3), 3);
    const flat = { positions: cut.positions, triangles: Int32Array.from([...side, a, 8, c, 8, b, c, a, b, 8]) };
    expect(codes(flat)['zero-area']).toBe(1);
    expect(surveyMesh(flat).closed).toBe(true);
    const fixed = repairMesh(flat);
    expect(fixed.repairs.map((repair) => repair.code)).toEqual(['flattened']);
    expect(surveyMesh(fixed.mesh).faults).toEqual([]);
    expect(volume(fixed.mesh)).toBeCloseTo(8, 14);
  });
});

function sameEnds(triangles: readonly number[], h: number, a: number, b: number): boolean {
  const [p, q] = [triangles[h], tipOf(triangles, h)];
  return (p === a && q === b) || (p === b && q === a);
}
