/** GE-04: volume, surface, centroid and inertia of polyhedra, regular and not, convex and not. */
import { hullToTriangles, type MeshStudy, studyMesh, triangulatePolygon, weldVertices } from '@hawser/engine';
import { convexHull } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';

const [id, source] = ['GE-04-mass-properties', 'textbook; exact rational sums over tetrahedra'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly regular: readonly {
      readonly name: string;
      readonly volume: number;
      readonly inertia_about_centroid_per_mass: number;
      readonly surface: number;
    }[];
    readonly irregular: readonly {
      readonly name: string;
      /** polygons of corners, each coordinate a fraction */
      readonly faces: readonly (readonly (readonly string[])[])[];
      readonly volume: number;
      readonly centroid: readonly number[];
      readonly inertia_unit_density: readonly (readonly number[])[];
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

const GOLDEN = (1 + Math.sqrt(5)) / 2;

/** Corners of the regular solids, and the length of their edges. */
const CORNERS: Readonly<Record<string, { readonly points: readonly (readonly number[])[]; readonly edge: number }>> = {
  tetrahedron: {
    points: [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ],
    edge: 2 * Math.SQRT2,
  },
  cube: { points: signs([1, 1, 1]), edge: 2 },
  octahedron: { points: turns(signs([1, 0, 0])), edge: Math.SQRT2 },
  icosahedron: { points: turns(signs([0, 1, GOLDEN])), edge: 2 },
  dodecahedron: { points: [...signs([1, 1, 1]), ...turns(signs([0, 1 / GOLDEN, GOLDEN]))], edge: 2 / GOLDEN },
};

function signs([x, y, z]: readonly number[]): number[][] {
  const both = (value: number): number[] => (value === 0 ? [0] : [value, -value]);
  return both(x).flatMap((a) => both(y).flatMap((b) => both(z).map((c) => [a, b, c])));
}

function turns(points: readonly (readonly number[])[]): number[][] {
  return points.flatMap(([x, y, z]) => [
    [x, y, z],
    [y, z, x],
    [z, x, y],
  ]);
}

function regular(name: string): MeshStudy {
  const { points, edge } = CORNERS[name];
  const hull = convexHull(points.flatMap((point) => point.map((x) => x / edge)));
  return studyMesh({ positions: hull.vertices, triangles: hullToTriangles(hull) });
}

function irregular(faces: Reference['reference']['irregular'][number]['faces']): MeshStudy {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const face of faces) {
    const first = positions.length / 3;
    for (const corner of face) positions.push(...corner.map(fraction));
    triangulatePolygon(
      triangles,
      positions,
      face.map((_, i) => first + i),
    );
  }
  return studyMesh(weldVertices({ positions, triangles }, 0).mesh);
}

function fraction(text: string): number {
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  const add = (quantity: string, unit: string, expected: number, measured: number): void => {
    rows.push(compareRelative(row, { quantity, unit, expected, measured, relative: tolerance.rel }));
  };
  for (const { name, volume, surface, inertia_about_centroid_per_mass: inertia } of reference.regular) {
    const { properties, survey } = regular(name);
    const found = properties ?? { volume: Number.NaN, inertia: [Number.NaN, Number.NaN, Number.NaN] };
    add(`${name}: volume`, 'm^3', volume, found.volume);
    add(`${name}: surface`, 'm^2', surface, survey.area);
    for (const [k, axis] of ['x', 'y', 'z'].entries()) {
      add(`${name}: inertia about ${axis}, per mass`, 'm^2', inertia, found.inertia[k] / found.volume);
    }
  }
  for (const { name, faces, volume, centroid, inertia_unit_density: inertia } of reference.irregular) {
    const { properties } = irregular(faces);
    add(`${name}: volume`, 'm^3', volume, properties?.volume ?? Number.NaN);
    for (const [k, axis] of ['x', 'y', 'z'].entries()) {
      add(`${name}: ${axis} of the centroid`, 'm', centroid[k], properties?.centroid[k] ?? Number.NaN);
    }
    const trace = inertia[0][0] + inertia[1][1] + inertia[2][2]; // what zero is compared with
    for (const [k, [i, j]] of [
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 2],
      [1, 2],
    ].entries()) {
      const measured = properties?.inertia[k] ?? Number.NaN;
      const quantity = `${name}: inertia ${'xyz'[i]}${'xyz'[j]} at density 1`;
      rows.push(
        compare(row, { quantity, unit: 'm^5', expected: inertia[i][j], measured, tolerance: tolerance.rel * trace }),
      );
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Mass properties of polyhedra', source, run };
