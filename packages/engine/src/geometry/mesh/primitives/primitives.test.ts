import { describe, expect, test } from 'vitest';
import {
  binMesh,
  boatMesh,
  boxMesh,
  cradleMesh,
  cylinderMesh,
  extrudedMesh,
  gearMesh,
  integrateMesh,
  linkMesh,
  pocketMesh,
  sphereMesh,
  surveyMesh,
  torusMesh,
  type TriangleMesh,
  tubeMesh,
} from '../../index.ts';

const volume = ({ positions, triangles }: TriangleMesh) => integrateMesh(positions, triangles).volume;
const polygon = (n: number) => (n / 2) * Math.sin((2 * Math.PI) / n); // area of a regular n-gon of radius 1

/** each with the volume it must have, where a formula gives it */
const all: [string, TriangleMesh, number | undefined][] = [
  ['box', boxMesh(1, 2, 3), 6],
  ['pocket', pocketMesh({ size: [2, 2, 2], pocket: [1, 1, 1] }), 7],
  ['bin', binMesh({ inside: [2, 3, 4], wall: 0.5 }), 3 * 4 * 4.5 - 24],
  ['cylinder', cylinderMesh({ radius: 0.5, length: 2, sides: 24 }), polygon(24) * 0.25 * 2],
  ['odd cylinder', cylinderMesh({ radius: 0.5, length: 2, sides: 7 }), polygon(7) * 0.25 * 2],
  ['disc', cylinderMesh({ radius: 1, length: 0.01, sides: 96 }), polygon(96) * 0.01],
  ['tube', tubeMesh({ outer: 2, inner: 1, length: 3, sides: 32 }), polygon(32) * 3 * 3],
  ['torus', torusMesh({ ring: 2, tube: 0.5, sides: 24, tubeSides: 12 }), 2 * polygon(24) * 2 * polygon(12) * 0.25],
  ['icosahedron', sphereMesh(1, 0), undefined],
  ['sphere', sphereMesh(2, 3), undefined],
  ['L', extrudedMesh([0, 0, 3, 0, 3, 1, 1, 1, 1, 2, 0, 2], 0.5), 2],
  [
    'plate with two holes',
    extrudedMesh([0, 0, 9, 0, 9, 5, 0, 5], 2, [
      [1, 1, 3, 1, 3, 4, 1, 4],
      [5, 2, 5, 3, 8, 3, 8, 2],
    ]),
    72,
  ],
  ['gear', gearMesh({ module: 0.01, teeth: 20, width: 0.02 }), undefined],
  ['small gear with bore', gearMesh({ module: 0.01, teeth: 9, width: 0.02, bore: 0.01 }), undefined],
  ['link', linkMesh({ bar: 1, length: 6, width: 3.6, bends: 6, barSides: 8 }), undefined],
  ['ring', linkMesh({ bar: 1, length: 6, width: 6, bends: 6, barSides: 8 }), 2 * polygon(12) * 2.5 * polygon(8) * 0.25],
  ['boat', boatMesh({ length: 6, beam: 2.2, depth: 1 }), undefined],
  ['cradle', cradleMesh({ length: 1, width: 2, base: 0.3, deadrise: 0.35 }), undefined],
]; // prettier-ignore

describe('primitives', () => {
  test.each(all)('%s: closed, outward, one shell, nothing crosses, no flaw at all', (_name, mesh, expected) => {
    const survey = surveyMesh(mesh);
    expect(survey.faults).toEqual([]);
    expect(survey.solid).toBe(true);
    expect(survey.shells.length).toBe(1);
    // rounding of some hundred products of numbers near 1
    if (expected !== undefined) expect(volume(mesh)).toBeCloseTo(expected, 12);
    expect(volume(mesh)).toBeGreaterThan(0);
  });

  test('a link has the volume of its bar, pi/4 d^2 along the middle line, and lies flat in x-z', () => {
    const mesh = linkMesh({ bar: 1, length: 6, width: 3.6, bends: 48, barSides: 96 });
    const exact = (Math.PI / 4) * (2 * Math.PI * 1.3 + 2 * 2.4);
    // chords of 1/48 of a half circle are short by pi^2/(6 48^2), sections of 96 sides by 2 pi^2/(3 96^2)
    expect(Math.abs(volume(mesh) / exact - 1)).toBeLessThan(2e-3);
    const most = (axis: number) => Math.max(...mesh.positions.filter((_, i) => i % 3 === axis).map(Math.abs));
    expect([most(0), most(1), most(2)].map((x) => x.toFixed(9))).toEqual(['1.800000000', '0.500000000', '3.000000000']);
  });

  test('Euler: V - E + F is 2, less 2 for each hole right through', () => {
    const euler = Object.fromEntries(all.map(([name, mesh]) => [name, surveyMesh(mesh).euler]));
    expect(euler).toMatchObject({
      box: 2,
      pocket: 2,
      tube: 0,
      torus: 0,
      sphere: 2,
      boat: 2,
      'plate with two holes': -2,
    });
  });

  test('spheres: twelve corners first, four times the faces a level, volume towards 4/3 pi r^3 by a quarter of the error', () => {
    expect(volume(sphereMesh(1, 0))).toBeCloseTo(2.53615, 5); // icosahedron of circumradius 1
    const missing = [2, 3, 4].map((level) => (4 / 3) * Math.PI - volume(sphereMesh(1, level)));
    expect(missing[1] / missing[0]).toBeCloseTo(0.25, 2);
    expect(missing[2] / missing[1]).toBeCloseTo(0.25, 2);
    expect(sphereMesh(1, 3).triangles.length / 3).toBe(20 * 64);
  });

  test('a boat is the same on both sides: its centroid lies on y = 0', () => {
    const { positions, triangles } = boatMesh({ length: 6, beam: 2.2, depth: 1, stations: 12 });
    const { centroid, inertia } = integrateMesh(positions, triangles);
    expect(Math.abs(centroid[1])).toBeLessThan(1e-14);
    expect(Math.abs(inertia[3])).toBeLessThan(1e-12); // xy
    expect(Math.abs(inertia[5])).toBeLessThan(1e-12); // yz
  });

  test('a boat lies in a cradle of its deadrise: bottom planes agree', () => {
    const boat = boatMesh({ length: 6, beam: 2.2, depth: 1, deadrise: 0.3 }).positions;
    // port chine of the transom against the slope of the V
    expect(boat[5] / boat[4]).toBeCloseTo(Math.tan(0.3), 14);
  });

  test('gear flanks lie on the involute: the tooth at the pitch circle takes half the pitch less half the backlash', () => {
    const [module, teeth] = [0.01, 30];
    const { positions } = gearMesh({ module, teeth, width: 0.02, backlash: 0.0004, flankSegments: 40 });
    const pitch = (module * teeth) / 2;
    let nearest = [Infinity, 0];
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y] = [positions[i], positions[i + 1]];
      const angle = Math.atan2(y, x);
      const off = Math.abs(Math.hypot(x, y) - pitch);
      if (angle > 0 && angle < Math.PI / teeth && off < nearest[0]) nearest = [off, angle];
    }
    const thickness = 2 * nearest[1] * pitch;
    // the nearest of 40 corners is within 1/80 of the flank
    expect(thickness).toBeCloseTo((Math.PI * module) / 2 - 0.0002, 3);
  });

  test('sizes that cannot be are refused with their name', () => {
    expect(() => boxMesh(1, -2, 3)).toThrow(/finite length > 0 m, found -2/);
    expect(() => tubeMesh({ outer: 1, inner: 1, length: 1, sides: 8 })).toThrow(
      /smaller than outer \(1 m\), found 1 m/,
    );
    expect(() => cylinderMesh({ radius: 1, length: 1, sides: 2 })).toThrow(/whole number from 3/);
    expect(() => sphereMesh(1, 9)).toThrow(/0 to 8, found 9/);
    expect(() => pocketMesh({ size: [1, 1, 1], pocket: [0.5, 0.5, 1] })).toThrow(/smaller than size z/);
    expect(() => extrudedMesh([0, 0, 1, 1, 2, 2], 1)).toThrow(/enclose an area/);
    expect(() => boxMesh(Number.NaN, 1, 1)).toThrow(/found NaN/);
  });
});
