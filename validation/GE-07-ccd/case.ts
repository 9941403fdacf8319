/** GE-07: first time of contact within a step: edges, vertices and triangles, capsules. */
import { makeMeeting, sweptCapsules, sweptEdges, sweptVertexTriangle } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';

const [id, source] = ['GE-07-ccd', 'cubic roots in 30 digits; capsules by bisection of the exact distance'];
const row = { id, source };

type Vertices = readonly (readonly number[])[];

interface Sweep {
  readonly type: 'edge-edge' | 'vertex-triangle';
  readonly start: Vertices;
  readonly end: Vertices;
  readonly toi: number;
  readonly edge_parameters?: readonly number[];
  readonly barycentric_of_v2_v3?: readonly number[];
}

interface Capsules {
  readonly start: Vertices;
  readonly end: Vertices;
  /** of each capsule */
  readonly radius: number;
  readonly toi: number | null;
}

interface Reference {
  readonly reference: { readonly cases: readonly Sweep[]; readonly capsules: readonly Capsules[] };
  readonly tolerance: { readonly toi_abs: number };
}

const flat = (vertices: Vertices): Float64Array => Float64Array.from(vertices.flat());

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  const add = (quantity: string, expected: number, measured: number, allowed: number): void => {
    rows.push(compare(row, { quantity, unit: '1', expected, measured, tolerance: allowed }));
  };
  const out = makeMeeting();
  let late = 0;
  for (const [k, sweep] of reference.cases.entries()) {
    const meets = sweep.type === 'edge-edge' ? sweptEdges : sweptVertexTriangle;
    const time = meets(out, flat(sweep.start), flat(sweep.end)) ? out.time : Number.NaN;
    const name = `${sweep.type} ${k + 1}`;
    late = Math.max(late, time - sweep.toi);
    add(`${name}: time`, sweep.toi, time, tolerance.toi_abs);
    const [s, t] = sweep.edge_parameters ?? sweep.barycentric_of_v2_v3 ?? [];
    add(`${name}: first parameter of the place`, s, out.s, 1e-6);
    add(`${name}: second parameter of the place`, t, out.t, 1e-6);
  }
  for (const [k, { start, end, radius, toi }] of reference.capsules.entries()) {
    const met = sweptCapsules(out, flat(start), flat(end), 2 * radius);
    add(`capsules ${k + 1}: ${toi === null ? 'do not meet' : 'meet'}`, toi === null ? 0 : 1, met ? 1 : 0, 0);
    if (toi === null) continue;
    late = Math.max(late, out.time - toi);
    add(`capsules ${k + 1}: time`, toi, out.time, tolerance.toi_abs);
  }
  add('latest report after the true time', 0, Math.max(0, late), 1e-9);
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Continuous collision times', source, run };
