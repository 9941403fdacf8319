import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BuildError, Random } from '../base/index.ts';
import { expRotation, matrixToQuaternion, type Quaternion, rotateSym3, type Vec3 } from '../math/index.ts';
import { bodyMass, checkMesh, type MassProperties, type ShapeSpec, shapeMassProperties, tessellate } from './index.ts';
import { mulVec33 } from '../../test/algebra.ts';

type Mesh = Extract<ShapeSpec, { kind: 'mesh' }>;

/** Loops of corners, simple but not always convex, as fans: signed areas make a fan right for either. */
function meshOf(faces: readonly (readonly (readonly number[])[])[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const face of faces) {
    const first = positions.length / 3;
    for (const corner of face) positions.push(...corner);
    for (let k = 1; k < face.length - 1; k++) triangles.push(first, first + k, first + k + 1);
  }
  return { kind: 'mesh', positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

function expectClose(found: MassProperties, expected: MassProperties, relative: number): void {
  const size = Math.cbrt(expected.volume);
  const inertia = Math.max(...expected.inertia.map(Math.abs));
  expect(Math.abs(found.volume / expected.volume - 1)).toBeLessThan(relative);
  for (let k = 0; k < 3; k++) {
    const reach = Math.max(size, Math.abs(expected.centroid[k]));
    expect(Math.abs(found.centroid[k] - expected.centroid[k])).toBeLessThan(relative * reach);
  }
  for (let k = 0; k < 6; k++) expect(Math.abs(found.inertia[k] - expected.inertia[k])).toBeLessThan(relative * inertia);
}

const golden = (1 + Math.sqrt(5)) / 2;
const signs = [-1, 1];
const cube = signs.flatMap((x) => signs.flatMap((y) => signs.flatMap((z) => [x, y, z])));

describe('GE-04: mass properties of polyhedra, to 1e-12', () => {
  // edge of the points as written, so that they can be scaled to edge 1
  const regular: [string, number[], number, number, number][] = [
    ['tetrahedron', [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1], 2 * Math.SQRT2, 0.117851130197758, 0.05],
    ['cube', cube, 2, 1, 0.166666666666667],
    ['octahedron', [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1], Math.SQRT2, 0.471404520791032, 0.1],
    [
      'icosahedron',
      signs.flatMap((s) => signs.flatMap((t) => [0, s, t * golden, s, t * golden, 0, s * golden, 0, t])),
      2,
      2.18169499062491,
      0.261803398874989,
    ],
    [
      'dodecahedron',
      [
        ...cube,
        ...signs.flatMap((s) =>
          signs.flatMap((t) => [0, s / golden, t * golden, s / golden, t * golden, 0, s * golden, 0, t / golden]),
        ),
      ],
      2 / golden,
      7.66311896062463,
      0.607355503741639,
    ],
  ];
  test.each(regular)('regular %s, edge 1, as a hull', (_, points, edge, volume, perMass) => {
    const i = perMass * volume;
    const found = shapeMassProperties({ kind: 'hull', points: points.map((x) => x / edge) });
    // the reference is printed with 15 digits
    expectClose(found, { volume, centroid: [0, 0, 0], inertia: [i, i, i, 0, 0, 0] }, 1e-12);
  });

  const irregular: [string, number[][][], MassProperties][] = [
    [
      'tetrahedron',
      [
        [
          [0, 0, 0],
          [1, 4, 1],
          [3, 1, 0],
        ],
        [
          [0, 0, 0],
          [3, 1, 0],
          [1, 1, 5],
        ],
        [
          [3, 1, 0],
          [1, 4, 1],
          [1, 1, 5],
        ],
        [
          [0, 0, 0],
          [1, 1, 5],
          [1, 4, 1],
        ],
      ],
      {
        volume: 8.833333333333334,
        centroid: [1.25, 1.5, 1.5],
        inertia: [11.483333333333333, 9.60625, 6.072916666666667, -0.22083333333333333, 0.6625, 0],
      },
    ],
    [
      'L-prism, not convex',
      [
        [
          [0, 0, 0],
          [0, 2, 0],
          [1, 2, 0],
          [1, 1, 0],
          [3, 1, 0],
          [3, 0, 0],
        ],
        [
          [0, 0, 0.5],
          [3, 0, 0.5],
          [3, 1, 0.5],
          [1, 1, 0.5],
          [1, 2, 0.5],
          [0, 2, 0.5],
        ],
        [
          [0, 0, 0],
          [3, 0, 0],
          [3, 0, 0.5],
          [0, 0, 0.5],
        ],
        [
          [3, 0, 0],
          [3, 1, 0],
          [3, 1, 0.5],
          [3, 0, 0.5],
        ],
        [
          [3, 1, 0],
          [1, 1, 0],
          [1, 1, 0.5],
          [3, 1, 0.5],
        ],
        [
          [1, 1, 0],
          [1, 2, 0],
          [1, 2, 0.5],
          [1, 1, 0.5],
        ],
        [
          [1, 2, 0],
          [0, 2, 0],
          [0, 2, 0.5],
          [1, 2, 0.5],
        ],
        [
          [0, 2, 0],
          [0, 0, 0],
          [0, 0, 0.5],
          [0, 2, 0.5],
        ],
      ],
      {
        volume: 2,
        centroid: [1.25, 0.75, 0.25],
        inertia: [0.5833333333333334, 1.5833333333333333, 2.0833333333333335, 0.375, 0, 0],
      },
    ],
    [
      'box 2 x 3 x 4 at (5, -1, 2)',
      [
        [
          [4, -2.5, 0],
          [4, 0.5, 0],
          [6, 0.5, 0],
          [6, -2.5, 0],
        ],
        [
          [4, -2.5, 4],
          [6, -2.5, 4],
          [6, 0.5, 4],
          [4, 0.5, 4],
        ],
        [
          [4, -2.5, 0],
          [6, -2.5, 0],
          [6, -2.5, 4],
          [4, -2.5, 4],
        ],
        [
          [4, 0.5, 0],
          [4, 0.5, 4],
          [6, 0.5, 4],
          [6, 0.5, 0],
        ],
        [
          [4, -2.5, 0],
          [4, -2.5, 4],
          [4, 0.5, 4],
          [4, 0.5, 0],
        ],
        [
          [6, -2.5, 0],
          [6, 0.5, 0],
          [6, 0.5, 4],
          [6, -2.5, 4],
        ],
      ],
      { volume: 24, centroid: [5, -1, 2], inertia: [50, 40, 26, 0, 0, 0] },
    ],
  ];
  test.each(irregular)('%s, as a mesh', (_, faces, expected) => {
    expectClose(shapeMassProperties(meshOf(faces)), expected, 1e-12);
  });

  test('the same bodies far from the origin keep their inertia: 1 km away costs no more than the last 4 digits of position', () => {
    for (const [, faces, expected] of irregular) {
      const far = faces.map((face) => face.map(([x, y, z]) => [x + 1000, y - 500, z + 200]));
      const [x, y, z] = expected.centroid;
      expectClose(shapeMassProperties(meshOf(far)), { ...expected, centroid: [x + 1000, y - 500, z + 200] }, 1e-12);
    }
  });
});

describe('closed forms', () => {
  test('sphere, box, cylinder per mass: 2/5 r^2; (b^2 + c^2)/3; r^2/4 + h^2/3 and r^2/2', () => {
    const sphere = shapeMassProperties({ kind: 'sphere', radius: 3 });
    expect(sphere.volume).toBeCloseTo(36 * Math.PI, 12);
    expect(sphere.inertia[0] / sphere.volume).toBeCloseTo(3.6, 13);
    const box = shapeMassProperties({ kind: 'box', half: [1, 2, 3] });
    expect(box.volume).toBe(48);
    expect(box.inertia.map((i) => i / 48)).toEqual([13 / 3, 10 / 3, 5 / 3, 0, 0, 0]);
    const cylinder = shapeMassProperties({ kind: 'cylinder', radius: 2, halfLength: 3 });
    expect(cylinder.volume).toBeCloseTo(24 * Math.PI, 12);
    expect(cylinder.inertia[0] / cylinder.volume).toBeCloseTo(4, 13);
    expect(cylinder.inertia[2] / cylinder.volume).toBeCloseTo(2, 13);
  });

  test('a box, as eight points and as the mesh that is drawn, is the same box', () => {
    const half: Vec3 = [0.5, 1.25, 2]; // exact in single precision, which the drawing uses
    const box = shapeMassProperties({ kind: 'box', half });
    expectClose(shapeMassProperties({ kind: 'hull', points: cube.map((x, i) => x * half[i % 3]) }), box, 1e-14);
    const { positions, indices } = tessellate({ kind: 'box', half });
    expectClose(
      shapeMassProperties({
        kind: 'mesh',
        positions: Float64Array.from(positions),
        triangles: Int32Array.from(indices),
      }),
      box,
      1e-14,
    );
  });

  test('drawn spheres and cylinders approach the closed forms with the square of the number of facets', () => {
    for (const shape of [
      { kind: 'sphere', radius: 1.5 },
      { kind: 'cylinder', radius: 1.5, halfLength: 2 },
    ] as const) {
      const exact = shapeMassProperties(shape);
      const errors = [24, 48].map((segments) => {
        const { positions, indices } = tessellate(shape, { segments });
        const mesh = shapeMassProperties({
          kind: 'mesh',
          positions: Float64Array.from(positions),
          triangles: Int32Array.from(indices),
        });
        expect(mesh.volume).toBeLessThan(exact.volume); // inscribed
        return [exact.volume - mesh.volume, exact.inertia[0] - mesh.inertia[0], exact.inertia[2] - mesh.inertia[2]];
      });
      for (let k = 0; k < 3; k++) {
        const ratio = errors[0][k] / errors[1][k];
        expect(ratio).toBeGreaterThan(3.9);
        expect(ratio).toBeLessThan(4.1);
      }
    }
  });
});

/** a few points, their hull and a turn */
const cloud = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 })
  .map((p) => p.map((x, i) => x + 1.5 * cube[i % 24])); // spread, so that no hull is thin
const vector = fc.tuple(
  ...([0, 1, 2].map(() => fc.double({ min: -2, max: 2, noNaN: true })) as [
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
    fc.Arbitrary<number>,
  ]),
);

test('turning and moving the points turns and moves the properties: V same, c -> R c + d, I -> R I R^T', () => {
  fc.assert(
    fc.property(cloud, vector, vector, (points, theta, shift) => {
      const R = new Float64Array(9);
      const p = new Float64Array(3);
      expRotation(R, 0, theta, 0);
      const carry = (source: ArrayLike<number>, i: number): Vec3 => {
        mulVec33(p, 0, R, 0, source, i);
        return [p[0] + shift[0], p[1] + shift[1], p[2] + shift[2]];
      };
      const before = shapeMassProperties({ kind: 'hull', points });
      const turned: number[] = [];
      for (let i = 0; i < points.length; i += 3) turned.push(...carry(points, i));
      const after = shapeMassProperties({ kind: 'hull', points: turned });
      const I = new Float64Array(6);
      rotateSym3(I, 0, R, 0, before.inertia, 0);
      const expected = {
        volume: before.volume,
        centroid: carry(before.centroid, 0),
        inertia: [...I] as unknown as MassProperties['inertia'],
      };
      // merging faces by the hull's tolerance of 2e-7 may differ between the two
      expectClose(after, expected, 1e-6);
    }),
  );
});

test('scaling by s: volume s^3, inertia s^5', () => {
  fc.assert(
    fc.property(cloud, (points) => {
      const one = shapeMassProperties({ kind: 'hull', points });
      const two = shapeMassProperties({ kind: 'hull', points: points.map((x) => 2 * x) });
      // doubling is exact, and so is everything made from it
      expect(two.volume).toBe(8 * one.volume);
      expect(two.inertia).toEqual(one.inertia.map((i) => 32 * i));
    }),
  );
});

describe('bodies of several shapes', () => {
  const identity: Quaternion = [1, 0, 0, 0];
  test('a box cut in two halves of the same density is the box', () => {
    const whole = bodyMass([
      { shape: { kind: 'box', half: [2, 1, 0.5] }, placement: { position: [1, 2, 3], rotation: identity }, density: 7 },
    ]);
    const halves = bodyMass(
      [0, 2].map((x) => ({
        shape: { kind: 'box', half: [1, 1, 0.5] },
        placement: { position: [x, 2, 3], rotation: identity },
        density: 7,
      })),
    );
    expect(halves.mass).toBe(whole.mass);
    expect(halves.centreOfMass).toEqual(whole.centreOfMass);
    halves.inertia.forEach((i, k) => {
      expect(i).toBeCloseTo(whole.inertia[k], 12);
    });
  });

  test('a dumb-bell of two densities by hand: I = sum of m r^2/2.5 and m d^2', () => {
    const { mass, centreOfMass, inertia } = bodyMass([
      { shape: { kind: 'sphere', radius: 0.5 }, placement: { position: [0, 0, 0], rotation: identity }, density: 3000 },
      { shape: { kind: 'sphere', radius: 0.5 }, placement: { position: [4, 0, 0], rotation: identity }, density: 1000 },
    ]);
    const ball = (4 / 3) * Math.PI * 0.125;
    expect(mass).toBeCloseTo(4000 * ball, 9);
    expect(centreOfMass).toEqual([1, 0, 0]);
    const own = 0.4 * 0.25 * mass;
    expect(inertia[0] / own).toBeCloseTo(1, 14);
    expect(inertia[1]).toBeCloseTo(own + 3000 * ball * 1 + 1000 * ball * 9, 9);
    expect(inertia[3]).toBeCloseTo(0, 12);
  });

  test('a placed shape is the same as its points placed', () => {
    fc.assert(
      fc.property(cloud, vector, vector, (points, theta, position) => {
        const R = new Float64Array(9);
        const q = new Float64Array(4);
        const p = new Float64Array(3);
        expRotation(R, 0, theta, 0);
        matrixToQuaternion(q, 0, R, 0);
        const placed: number[] = [];
        for (let i = 0; i < points.length; i += 3) {
          mulVec33(p, 0, R, 0, points, i);
          placed.push(p[0] + position[0], p[1] + position[1], p[2] + position[2]);
        }
        const rotation = [q[0], q[1], q[2], q[3]] as const;
        const a = bodyMass([{ shape: { kind: 'hull', points }, placement: { position, rotation }, density: 2 }]);
        const b = bodyMass([
          {
            shape: { kind: 'hull', points: placed },
            placement: { position: [0, 0, 0], rotation: identity },
            density: 2,
          },
        ]);
        expectClose(
          { volume: a.mass, centroid: a.centreOfMass, inertia: a.inertia },
          { volume: b.mass, centroid: b.centreOfMass, inertia: b.inertia },
          1e-6, // the tolerance of the hull, as above
        );
      }),
    );
  });

  test('refusals: no shapes, a density that is not positive, a half-space; with the index of the shape', () => {
    const place = { position: [0, 0, 0] as const, rotation: identity };
    const refusal = (shapes: Parameters<typeof bodyMass>[0]) => {
      try {
        bodyMass(shapes);
      } catch (error) {
        if (error instanceof BuildError) return [error.code, ...error.path];
      }
      return [];
    };
    const ball: ShapeSpec = { kind: 'sphere', radius: 1 };
    expect(refusal([])).toEqual(['no-shapes']);
    expect(refusal([{ shape: ball, placement: place, density: 0 }])).toEqual(['not-positive', 0, 'density']);
    expect(
      refusal([
        { shape: ball, placement: place, density: 1 },
        { shape: { kind: 'half-space' }, placement: place, density: 1 },
      ]),
    ).toEqual(['infinite-mass', 1, 'shape']);
    expect(refusal([{ shape: { kind: 'box', half: [1, -1, 1] }, placement: place, density: 1 }])).toEqual([
      'not-positive',
      0,
      'shape',
      'half',
      1,
    ]);
    expect(
      refusal([{ shape: { kind: 'cylinder', radius: 1, halfLength: NaN }, placement: place, density: 1 }]),
    ).toEqual(['not-positive', 0, 'shape', 'halfLength']);
    expect(refusal([{ shape: { kind: 'hull', points: [0, 0, 0] }, placement: place, density: 1 }])).toEqual([
      'hull-points',
      0,
      'shape',
      'points',
    ]);
  });
});

describe('checkMesh', () => {
  const { positions, indices } = tessellate({ kind: 'box', half: [1, 1, 1] });
  const box = { positions: Float64Array.from(positions), triangles: Int32Array.from(indices) };
  const codes = (p: ArrayLike<number>, t: ArrayLike<number>) => checkMesh(p, t).map((issue) => issue.code);

  test('a box whose faces do not share their vertices is closed and oriented', () => {
    expect(checkMesh(box.positions, box.triangles)).toEqual([]);
  });

  test('a triangle removed: the mesh is open, and the message names an edge of it', () => {
    const [issue] = checkMesh(box.positions, box.triangles.slice(3));
    expect(issue.code).toBe('mesh-open');
    expect(issue.message).toMatch(/edge \d+-\d+ has one face \(and 2 more open edges\); the surface must be closed/);
  });

  test('a triangle turned over: the orientation is wrong at its three edges', () => {
    const [a, b, c, ...rest] = box.triangles;
    const [issue] = checkMesh(box.positions, [a, c, b, ...rest]);
    expect(issue.code).toBe('mesh-orientation');
    expect(issue.message).toMatch(/and 2 more such edges/);
  });

  test('all triangles turned over: closed and oriented, but with a negative volume, which is refused', () => {
    const reversed: number[] = [];
    for (let i = 0; i < box.triangles.length; i += 3)
      reversed.push(box.triangles[i], box.triangles[i + 2], box.triangles[i + 1]);
    expect(codes(box.positions, reversed)).toEqual([]);
    expect(() =>
      shapeMassProperties({ kind: 'mesh', positions: box.positions, triangles: Int32Array.from(reversed) }),
    ).toThrow(/-8 m\^3.*reverse them all/);
  });

  test('two boxes that share an edge are a sound surface: four faces meet there, two each way', () => {
    const second = box.positions.map((x, i) => (i % 3 === 2 ? x : x + 2));
    const shift = box.positions.length / 3;
    expect(codes([...box.positions, ...second], [...box.triangles, ...box.triangles.map((v) => v + shift)])).toEqual(
      [],
    );
  });

  test('indices and numbers that are not', () => {
    expect(codes(box.positions, [0, 1, 99])).toEqual(['mesh-index']);
    expect(codes(box.positions, [0, 1, 0.5])).toEqual(['mesh-index']);
    expect(codes(box.positions, [0, 1])).toEqual(['mesh-triangles']);
    expect(codes(box.positions, [])).toEqual(['mesh-triangles']);
    expect(codes([0, 0, NaN], [0, 0, 0])).toEqual(['not-finite']);
    expect(codes([0, 0], [0, 0, 0])).toContain('mesh-positions');
  });

  test('an open mesh has no mass: the refusal carries the edge', () => {
    const shape: ShapeSpec = { kind: 'mesh', positions: box.positions, triangles: box.triangles.slice(3) };
    expect(() => shapeMassProperties(shape)).toThrow(/edge \d+-\d+ has one face/);
  });
});

test('the inertia of any hull is that of a body: the sum of two principal moments is never below the third', () => {
  const random = new Random(6);
  for (let n = 0; n < 50; n++) {
    const points = Array.from({ length: 30 }, () => random.between(-1, 1));
    const { volume, inertia } = shapeMassProperties({ kind: 'hull', points });
    expect(volume).toBeGreaterThan(0);
    const [x, y, z] = inertia;
    expect(Math.min(x + y - z, y + z - x, z + x - y)).toBeGreaterThan(0);
  }
});
