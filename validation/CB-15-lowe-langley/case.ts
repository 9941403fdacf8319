/** CB-15: forces at the ends of a flexible jumper, at rest and under motion of its upper end. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['CB-15-lowe-langley', 'Lowe & Langley 2006, as digitised by the developers of MoorDyn'];
const row = { id, source };
const PERIOD = 27; // [s]
const AFTER = 2 * PERIOD; // the start from rest has died away
const WAVE = 10; // [s]
const SETTLED = 40; // [s] waves have grown over 20 s

interface Reference {
  readonly reference: {
    readonly static_top_force_kN: readonly [number, number, number];
    readonly static_bottom_force_kN: readonly [number, number, number];
  };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference } = context.readJson('reference.json') as Reference;
  const published = context.readCsv('case1.csv');
  const rest = completed(
    await context.runScenario('scenario.yaml', { 'bodies.top.motion': { x: 0 }, 'run.duration': 0.1 }),
  );
  const rows: ValidationRow[] = [];
  // theirs is what holds the end, ours what the end pulls with
  for (const [end, theirs] of [
    ['end', reference.static_top_force_kN],
    ['start', reference.static_bottom_force_kN],
  ] as const) {
    for (const [i, axis] of ['x', 'y', 'z'].entries()) {
      rows.push(
        compare(row, {
          quantity: `${end === 'end' ? 'upper' : 'lower'} end at rest: ${axis} of its force, size`,
          unit: 'kN',
          expected: Math.abs(theirs[i]),
          measured: Math.abs(rest.final(`cable.jumper.${end}.force.${axis}`)) / 1000,
          tolerance: 0.2,
        }),
      );
    }
  }
  const { recording } = completed(await context.runScenario('scenario.yaml'));
  const [x, z] = ['x', 'z'].map((axis) => recording.column(`cable.jumper.end.force.${axis}`));
  const force = x.map((value, i) => Math.hypot(value, z[i]) / 1000);
  let worst = 0;
  published.t.forEach((t, i) => {
    const difference = Math.abs(interpolate(recording.time, force, t + AFTER) - published.top_tension_kN[i]);
    if (!(difference <= worst)) worst = difference;
  });
  rows.push(
    compare(row, {
      quantity: 'force on the upper end under motion: largest difference over three periods',
      unit: 'kN',
      expected: 0,
      measured: worst,
      tolerance: 1,
    }),
  );
  rows.push(await inWaves(context));
  return rows;
}

/** Case 4. Where the wave was at the start of their time is not told: the shift that fits best is taken. */
async function inWaves(context: CaseContext): Promise<ValidationRow> {
  const published = context.readCsv('case4.csv');
  const { recording } = completed(await context.runScenario('waves.yaml'));
  const [x, z] = ['x', 'z'].map((axis) => recording.column(`cable.jumper.end.force.${axis}`));
  const force = x.map((value, i) => Math.hypot(value, z[i]) / 1000);
  let best = Number.POSITIVE_INFINITY;
  for (let shift = 0; shift < WAVE; shift += 0.02) {
    let worst = 0;
    published.t.forEach((t, i) => {
      const difference = Math.abs(
        interpolate(recording.time, force, SETTLED + shift + t) - published.top_tension_kN[i],
      );
      if (!(difference <= worst)) worst = difference;
    });
    best = Math.min(best, worst);
  }
  return compare(row, {
    quantity:
      'force on the upper end in waves of 5 m amplitude: largest difference over three periods, time origin fitted',
    unit: 'kN',
    expected: 0,
    measured: best,
    tolerance: 1,
  });
}

export const validationCase: ValidationCase = { id, title: 'Flexible jumper under motion of its end', source, run };
