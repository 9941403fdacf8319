/** MA-06: a floating box: draught, righting arm, stiffness, periods. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, crossings } from '../series.ts';

const [id, source] = ['MA-06-box-barge', 'wall-sided formulas, exact until an edge dips in'];
const row = { id, source };
const G = 9.81;

interface Barge {
  readonly name: string;
  readonly L: number;
  readonly B: number;
  readonly D: number;
  readonly T: number;
  readonly KG: number;
  readonly rho: number;
  readonly kxx: number;
  readonly displaced_mass: number;
  readonly GM_longitudinal: number;
  readonly heave_stiffness: number;
  readonly heave_period_no_added_mass: number;
  readonly roll_period_no_added_mass: number;
  readonly GZ_at_5deg_wall_sided: number;
}

interface Reference {
  readonly reference: { readonly results: readonly Barge[] };
  readonly tolerance: { readonly rel: number };
}

/** Pitching radius of gyration; the reference has none. */
const KYY = 0.25;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const barge of reference.results) rows.push(...(await oneBarge(context, barge, tolerance.rel)));
  return rows;
}

async function oneBarge(context: CaseContext, barge: Barge, relative: number): Promise<readonly ValidationRow[]> {
  const { name, L, B, D, T, KG, rho, kxx } = barge;
  const mass = rho * L * B * T;
  const kyy = KYY * L;
  const float = async (start: Readonly<Record<string, unknown>>): Promise<CaseRun> =>
    completed(
      await context.runScenario('scenario.yaml', {
        'environment.water.density': rho,
        'bodies.barge.mass': mass,
        'bodies.barge.inertia': [mass * kxx * kxx, mass * kyy * kyy, mass * kyy * kyy],
        'bodies.barge.position': [0, 0, KG - T],
        'bodies.barge.hydro.hull': { box: [L, B, D], at: [0, 0, D / 2 - KG] },
        ...start,
      }),
    );
  const add = (quantity: string, unit: string, expected: number, measured: number, within = relative): ValidationRow =>
    compareRelative(row, { quantity: `${name}: ${quantity}`, unit, expected, measured, relative: within });
  const first = (run: CaseRun, column: string): number => run.recording.column(column)[0];
  const period = (run: CaseRun, column: string, level: number): number => {
    const times = crossings(run.recording.time, run.recording.column(column), level, 1);
    return (times[times.length - 1] - times[0]) / (times.length - 1);
  };
  const level = await float({ 'run.duration': '10 ms' });
  const angle = (5 * Math.PI) / 180;
  // heeled about the middle of its waterline a box keeps its volume
  const heeled = await float({
    'bodies.barge.rotation': { roll: '5 deg' },
    'bodies.barge.position': [0, -(KG - T) * Math.sin(angle), (KG - T) * Math.cos(angle)],
    'run.duration': '10 ms',
  });
  const deep = await float({ 'bodies.barge.position': [0, 0, KG - T - 0.01], 'run.duration': '10 ms' });
  const heave = await float({ 'bodies.barge.position': [0, 0, KG - T - 0.01] });
  const roll = await float({ 'bodies.barge.rotation': { roll: '0.2 deg' } });
  const pitch = await float({ 'bodies.barge.rotation': { pitch: '0.05 deg' } });
  return [
    add('buoyancy at its draught', 'N', barge.displaced_mass * G, first(level, 'barge.buoyancy')),
    add('draught', 'm', T, first(level, 'barge.draft')),
    add(
      'righting arm at 5 degrees',
      'm',
      barge.GZ_at_5deg_wall_sided,
      -first(heeled, 'barge.water-moment.x') / (mass * G),
    ),
    add('stiffness in heave', 'N/m', barge.heave_stiffness, (first(deep, 'barge.buoyancy') - mass * G) / 0.01),
    add('heave period', 's', barge.heave_period_no_added_mass, period(heave, 'barge.position.z', KG - T), 1e-3),
    add('roll period', 's', barge.roll_period_no_added_mass, period(roll, 'barge.angles.roll', 0), 1e-3),
    add(
      'pitch period',
      's',
      (2 * Math.PI * kyy) / Math.sqrt(G * barge.GM_longitudinal),
      period(pitch, 'barge.angles.pitch', 0),
      1e-2,
    ),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Hydrostatics of a box barge', source, run };
