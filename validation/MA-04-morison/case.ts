/** MA-04: force and moment of a wave on a vertical pile. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, interpolate, largest } from '../series.ts';

const [id, source] = ['MA-04-morison', "Morison's formula, closed depth integrals"];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly D: number;
      readonly H: number;
      readonly T: number;
      readonly h: number;
      readonly rho: number;
      readonly CD: number;
      readonly CM: number;
      readonly inertia_amplitude_N: number;
      readonly drag_amplitude_N: number;
      readonly inertia_moment_amplitude_about_bed_Nm: number;
      readonly max_total_N: number;
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const [i, set] of reference.results.entries()) {
    const { D, H, T, h, rho, CD, CM } = set;
    const { recording } = completed(
      await context.runScenario('scenario.yaml', {
        'environment.water.density': rho,
        'environment.water.depth': h,
        'environment.sea.waves[0].regular': { height: H, period: T },
        'bodies.pile.position': [0, 0, -h],
        'bodies.pile.hydro.members[0].to': [0, 0, h],
        'bodies.pile.hydro.members[0].diameter': D,
        'bodies.pile.hydro.members[0].drag.normal': CD,
        'bodies.pile.hydro.members[0].added mass': CM - 1,
        'run.duration': T,
        'output.rate': 1200 / T,
      }),
    );
    const { time } = recording;
    const force = recording.column('pile.water-force.x');
    const moment = recording.column('pile.water-moment.y');
    const add = (quantity: string, unit: string, expected: number, measured: number): void => {
      rows.push(
        compareRelative(row, {
          quantity: `pile ${i + 1}: ${quantity}`,
          unit,
          expected,
          measured,
          relative: tolerance.rel,
        }),
      );
    };
    // a crest passes at t = 0: drag alone; a quarter of a period earlier the water accelerates most
    add('drag under the crest', 'N', set.drag_amplitude_N, force[0]);
    add('inertia before the crest', 'N', set.inertia_amplitude_N, interpolate(time, force, 0.75 * T));
    add(
      'moment of inertia about the bed',
      'N m',
      set.inertia_moment_amplitude_about_bed_Nm,
      interpolate(time, moment, 0.75 * T),
    );
    add('largest force', 'N', set.max_total_N, largest(force));
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Morison force on a pile', source, run };
