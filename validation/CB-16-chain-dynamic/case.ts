/** CB-16: tension of a mooring chain at rest and under heave, against Orcaflex as MoorDyn's tests have it. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['CB-16-chain-dynamic', 'MoorDyn, tests/quasi_static_chain.cpp ("Validation against Orcaflex")'];
const row = { id, source };
const BEFORE = 10; // [s] the motion begins this long before the tensions; motion.csv counts from its own start

interface Reference {
  readonly reference: { readonly static_fairlead_kN: number; readonly static_anchor_kN: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const tensions = context.readCsv('reference.csv');
  const rest = completed(
    await context.runScenario('scenario.yaml', { 'bodies.fairlead.motion': { z: 0 }, 'run.duration': 0.1 }),
  );
  const moving = completed(await context.runScenario('scenario.yaml'));
  const rows: ValidationRow[] = [];
  const ends = [
    ['fairlead', 'end', reference.static_fairlead_kN, tensions.T_fairlead_kN],
    ['anchor', 'start', reference.static_anchor_kN, tensions.T_anchor_kN],
  ] as const;
  for (const [name, end, still, theirs] of ends) {
    rows.push(
      compareRelative(row, {
        quantity: `tension at the ${name}, at rest`,
        unit: 'kN',
        expected: still,
        measured: rest.final(`cable.chain.${end}.tension`) / 1000,
        relative: 0.02,
      }),
    );
    const ours = moving.recording.column(`cable.chain.${end}.tension`);
    let worst = 0;
    tensions.t.forEach((t, i) => {
      const kN = interpolate(moving.recording.time, ours, t + BEFORE) / 1000;
      worst = Math.max(worst, Math.abs(kN / theirs[i] - 1)) || (Number.isNaN(kN) ? Number.NaN : worst);
    });
    rows.push(
      compare(row, {
        quantity: `tension at the ${name} under heave: largest difference in 20 s`,
        unit: '%',
        expected: 0,
        measured: 100 * worst,
        tolerance: 15,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Mooring chain under heave', source, run };
