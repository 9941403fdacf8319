/** GE-05: volume, centroid and inertia of what two polyhedra share, in general and in degenerate poses. */
import { boxMesh, quaternionToMatrix, type TriangleMesh } from '@hawser/engine';
import { MeshIntersection, prepareMesh } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';

const [id, source] = ['GE-05-mesh-intersection', 'clipping in exact rational arithmetic, both orders'];
const row = { id, source };

interface Result {
  readonly name: string;
  readonly A: string;
  readonly B: string;
  readonly quaternion_wxyz: readonly number[];
  readonly translation: readonly string[];
  readonly volume: number;
  readonly centroid?: readonly number[];
  readonly inertia_about_centroid_unit_density?: readonly (readonly number[])[];
}

interface Reference {
  readonly reference: {
    readonly results: readonly Result[];
    readonly closed_form: { readonly cube_rotated_45_about_z: number };
  };
  readonly tolerance: { readonly volume_rel: number; readonly centroid_abs: number };
}

const BODIES: Readonly<Record<string, TriangleMesh>> = {
  'unit cube (side 1, centred)': boxMesh(1, 1, 1),
  'box 2 x 1 x 0.5 centred': boxMesh(2, 1, 0.5),
  'tetrahedron (1,1,1),(1,-1,-1),(-1,1,-1),(-1,-1,1)': {
    positions: Float64Array.of(1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1),
    triangles: Int32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2),
  },
};

function number(fraction: string): number {
  const [over, under = '1'] = fraction.split('/');
  return Number(over) / Number(under);
}

function shared(A: string, B: string, quaternion: readonly number[], translation: readonly number[]): MeshIntersection {
  const pair = new MeshIntersection(prepareMesh(BODIES[A]), prepareMesh(BODIES[B]));
  const rotation = new Float64Array(9);
  quaternionToMatrix(rotation, 0, quaternion, 0);
  const straight = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  pair.compute(new Float64Array(3), straight, Float64Array.from(translation), rotation);
  return pair;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const result of reference.results) {
    const { name, A, B, volume, centroid, inertia_about_centroid_unit_density: inertia } = result;
    const pair = shared(A, B, result.quaternion_wxyz, result.translation.map(number));
    const { regions, originW, count } = pair;
    const add = (quantity: string, unit: string, expected: number, measured: number, allowed: number): void => {
      rows.push(compare(row, { quantity: `${name}: ${quantity}`, unit, expected, measured, tolerance: allowed }));
    };
    add('regions', '', volume > 0 ? 1 : 0, count, 0);
    add('volume', 'm^3', volume, count > 0 ? regions.volume[0] : 0, tolerance.volume_rel * volume);
    if (centroid === undefined || inertia === undefined) continue;
    const second = regions.second;
    const trace = second[0] + second[1] + second[2];
    // xx yy zz xy xz yz of the inertia from the integrals of products
    const ours = [trace - second[0], trace - second[1], trace - second[2], -second[3], -second[4], -second[5]];
    const theirs = [inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1], inertia[0][2], inertia[1][2]];
    ['x', 'y', 'z'].forEach((axis, k) => {
      add(`centroid ${axis}`, 'm', centroid[k], originW[k] + regions.centroid[k], tolerance.centroid_abs);
    });
    ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'].forEach((axes, k) => {
      add(
        `inertia ${axes}`,
        'm^5',
        theirs[k],
        ours[k],
        tolerance.volume_rel * Math.abs(theirs[0] + theirs[1] + theirs[2]),
      );
    });
  }
  const cube = 'unit cube (side 1, centred)';
  const octagon = shared(cube, cube, [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)], [0, 0, 0]);
  const expected = reference.closed_form.cube_rotated_45_about_z;
  const quantity = 'cube and itself turned 45 deg about z: volume';
  const measured = octagon.regions.volume[0];
  rows.push(compare(row, { quantity, unit: 'm^3', expected, measured, tolerance: tolerance.volume_rel * expected }));
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'What two polyhedra share', source, run };
