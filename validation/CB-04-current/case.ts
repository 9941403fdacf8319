/** CB-04: shape and tension of cables in a uniform current. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-04-current', 'planar statics of a cable (Berteaux 1976), integrated to 1e-12'];
const row = { id, source };
const G = 9.81;

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly L: number;
      readonly w: number;
      readonly d: number;
      readonly rho: number;
      readonly Cn: number;
      readonly Ct: number;
      readonly U: number;
      readonly Fx_end: number;
      readonly Fz_end: number;
      readonly top_tension: number;
      readonly lower_end_relative_to_top: readonly [number, number];
    }[];
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const set of reference.results) rows.push(...(await oneCable(context, set)));
  return rows;
}

async function oneCable(
  context: CaseContext,
  set: Reference['reference']['results'][number],
): Promise<readonly ValidationRow[]> {
  const { name, L, w, d, rho, Cn, Ct, U, Fx_end, Fz_end, top_tension } = set;
  const [x, z] = set.lower_end_relative_to_top;
  // begin somewhere else: half way between straight down and straight out
  const result = completed(
    await context.runScenario('scenario.yaml', {
      'environment.water.density': rho,
      'environment.water.current': [U, 0, 0],
      'ropes.tether.mass': w / G + (rho * Math.PI * d * d) / 4,
      'ropes.tether.diameter': d,
      'ropes.tether.drag': { normal: Cn, tangential: Ct },
      'bodies.clump.position': [0.6 * L, 0, -0.6 * L],
      // the body's own weight is 0.01 N
      'forces.pull.force': [Fx_end, 0, -Fz_end + 1e-3 * G],
      'cables.line.length': L,
    }),
  );
  const force = Math.hypot(result.final('cable.line.start.force.x'), result.final('cable.line.start.force.z'));
  const off = Math.hypot(result.final('cable.line.end.position.x') - x, result.final('cable.line.end.position.z') - z);
  return [
    compareRelative(row, {
      quantity: `${name}: tension at the top`,
      unit: 'N',
      expected: top_tension,
      measured: force,
      relative: 1e-3,
    }),
    compare(row, {
      quantity: `${name}: distance of the lower end from where it should be`,
      unit: 'm',
      expected: 0,
      measured: off,
      tolerance: 0.1,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Cables in a current', source, run };
