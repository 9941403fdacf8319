import { describe, expect, test } from 'vitest';
import {
  ANCHOR_TYPES,
  anchorHeadMesh,
  anchorShankMesh,
  anchorSizes,
  binMesh,
  boatMesh,
  bowAxes,
  bowMesh,
  type BowSpec,
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

describe('anchors by type and mass', () => {
  const cases = ANCHOR_TYPES.flatMap((type) => [240, 3_060, 17_800].map((mass) => [type, mass] as const));
  test.each(cases)('%s of %i kg weighs that, its head its share, and both parts are closed', (type, mass) => {
    const sizes = anchorSizes(type, mass, 7850);
    const [head, shank] = [anchorHeadMesh(sizes), anchorShankMesh(sizes)];
    for (const mesh of [head, shank]) expect(surveyMesh(mesh)).toMatchObject({ solid: true, faults: [] });
    const total = 7850 * (volume(head) + volume(shank));
    expect(total / mass).toBeCloseTo(1, 9);
    expect((7850 * volume(head)) / total).toBeCloseTo(sizes.head, 9);
    expect(sizes.head).toBeGreaterThanOrEqual(0.6);
    // crown to the top of the shank
    const tall = (mesh: TriangleMesh, low: boolean) =>
      mesh.positions.filter((_, i) => i % 3 === 2).reduce((a, b) => (low ? Math.min(a, b) : Math.max(a, b)));
    expect(tall(shank, false) + sizes.shank - tall(head, true)).toBeCloseTo(sizes.overall, 9);
  });

  test('lengths grow with the cube root of the mass', () => {
    const [small, large] = [anchorSizes('hall', 1000, 7850), anchorSizes('hall', 8000, 7850)];
    for (const key of ['overall', 'width', 'fluke', 'shank', 'bar', 'half'] as const) {
      expect(large[key] / small[key]).toBeCloseTo(2, 9);
    }
  });
});

describe('bow with a hawse pipe', () => {
  const deg = Math.PI / 180;
  const bow: BowSpec = {
    flare: 10 * deg,
    entrance: 12 * deg,
    length: 6,
    above: 2.5,
    below: 3,
    thickness: 0.3,
    pipe: { radius: 0.3, angle: 38 * deg, lead: 15 * deg, length: 3 },
    mouth: 0.35,
    mesh: 0.3,
    sides: 48,
    bends: 12,
  };
  const variants: [string, Partial<BowSpec>][] = [
    ['plain', {}],
    ['with a bolster', { bolster: { radius: 1.3, height: 0.15, edge: 0.2 } }],
    ['with a pocket', { pocket: { radius: 1.4, depth: 0.4, wall: 0.35 } }],
    ['with both', { bolster: { radius: 1.2, height: 0.1, edge: 0.1 }, pocket: { radius: 1.5, depth: 0.5, wall: 0.2 } }],
    ['across a vertical shell', { flare: 0, entrance: 0, pipe: { radius: 0.2, angle: 90 * deg, lead: 0, length: 2 } }],
    ['of few facets', { sides: 8, bends: 2, mesh: 5 }],
  ];
  test.each(variants)('%s: closed, nothing crosses', (_, part) => {
    const survey = surveyMesh(bowMesh({ ...bow, ...part }));
    expect(survey).toMatchObject({ solid: true, faults: [], euler: 0 });
  });

  /** every vertex as radius from the axis of the pipe and way along it */
  const across = (mesh: TriangleMesh, p: readonly number[]) =>
    Array.from({ length: mesh.positions.length / 3 }, (_, i) => {
      const [x, y, z] = mesh.positions.subarray(3 * i, 3 * i + 3);
      const t = x * p[0] + y * p[1] + z * p[2];
      return { r: Math.hypot(x - t * p[0], y - t * p[1], z - t * p[2]), t, at: [x, y, z] };
    });

  test('no vertex is nearer to the axis than the bore, and the shell is where its angles say', () => {
    const { pipe, shell } = bowAxes(bow);
    const points = across(bowMesh(bow), pipe);
    expect(Math.min(...points.map(({ r }) => r))).toBeCloseTo(0.3, 12);
    const off = points.map(({ at }) => at[0] * shell[0] + at[1] * shell[1] + at[2] * shell[2]);
    expect(Math.max(...off)).toBeCloseTo(0, 12); // a plain shell: nothing stands outboard of it
    expect(Math.hypot(...pipe)).toBeCloseTo(1, 12);
    expect(pipe[2]).toBeCloseTo(Math.cos(38 * deg), 12);
  });

  test('the bell mouth has its radius: in each half plane its corners lie on a circle that touches pipe and shell', () => {
    const square: BowSpec = { ...bow, flare: 0, entrance: 0, pipe: { ...bow.pipe, angle: 90 * deg, lead: 0 } };
    const { pipe } = bowAxes(square);
    const bell = across(bowMesh(square), pipe).filter(
      ({ r, t }) => r > 0.3 + 1e-9 && r < 0.65 - 1e-9 && t < 0.35 - 1e-9,
    );
    expect(bell.length).toBeGreaterThan(100);
    for (const { r, t } of bell) expect(Math.hypot(r - 0.65, t - 0.35)).toBeCloseTo(0.35, 9);
  });

  test('sizes that do not fit are named', () => {
    expect(() => bowMesh({ ...bow, bolster: { radius: 0.5, height: 0.1, edge: 0.1 } })).toThrow(/bolster/);
    expect(() => bowMesh({ ...bow, pipe: { ...bow.pipe, length: 0.5 } })).toThrow(/length of the pipe/);
    expect(() => bowMesh({ ...bow, pipe: { ...bow.pipe, angle: 1 * deg } })).toThrow(/leads inboard/);
    expect(() => bowMesh({ ...bow, length: 1 })).toThrow(/edge of the shell/);
  });
});
