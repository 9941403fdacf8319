/** CT-01: elastic impact of Hertz contacts, sphere on sphere and on a plane, against the closed form. */
import type { CaseContext, CaseRun, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative, largestDifference } from '../rows.ts';
import { completed, crossings, interpolate, largest } from '../series.ts';

const [id, source] = ['CT-01-hertz-impact', 'Johnson, Contact Mechanics, s. 11.4; tests 1 and 2 of Chung & Ooi 2011'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly v_rel: number;
      readonly max_compression_m: number;
      readonly contact_time_s: number;
      readonly max_force_N: number;
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

const limestone = { youngs: '20 GPa', poisson: 0.25, density: 2500 };

/** What makes the five sets of the reference out of the two scenarios, in the order of the reference. */
const sets: readonly { readonly file: string; readonly reach: number; readonly overrides: Overrides }[] = [
  { file: 'spheres.yaml', reach: 0.02, overrides: {} },
  { file: 'spheres.yaml', reach: 0.02, overrides: { 'materials.elastic': limestone } },
  { file: 'scenario.yaml', reach: 0.1, overrides: heavyBall('70 GPa', 0.3, 2699) },
  { file: 'scenario.yaml', reach: 0.1, overrides: heavyBall('40 GPa', 0.35, 1800) },
  { file: 'scenario.yaml', reach: 0.05, overrides: {} },
];

/** Test 2 of Chung & Ooi: a ball of 0.1 m at 0.2 m/s. */
function heavyBall(youngs: string, poisson: number, density: number): Overrides {
  return {
    'materials.elastic': { youngs, poisson, density },
    'bodies.ball': {
      material: 'elastic',
      position: [0, 0, 0.10001],
      velocity: [0, 0, -0.2],
      shapes: [{ sphere: 0.1 }],
    },
  };
}

/** Rows over one contact: peaks are then within (pi/400)^2/2 = 3e-5 of the highest row. */
const ROWS = 200;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const [i, expected] of reference.results.entries()) {
    const { file, reach, overrides } = sets[i];
    const time = expected.contact_time_s;
    const result = completed(
      await context.runScenario(file, {
        ...overrides,
        'output.rate': ROWS / time,
        'solver.max step': time / ROWS,
        'run.duration': 1.5 * time + (file === 'scenario.yaml' ? 1e-3 : 1e-5),
      }),
    );
    const measured = measure(result, reach);
    const add = (quantity: string, unit: string, of: number, by: number): void => {
      const text = `${expected.name}: ${quantity}`;
      rows.push(compareRelative(row, { quantity: text, unit, expected: of, measured: by, relative: tolerance.rel }));
    };
    add('largest compression', 'm', expected.max_compression_m, largest(measured.compression));
    add('largest force', 'N', expected.max_force_N, largest(measured.force));
    add('time of contact', 's', time, measured.until - measured.from);
    add('speed of separation', 'm/s', expected.v_rel, measured.rebound);
    if (i === reference.results.length - 1) rows.push(...curve(context, result, measured, tolerance.rel));
  }
  return rows;
}

interface Impact {
  /** [m] < 0 where the bodies are apart */
  readonly compression: Float64Array;
  readonly force: Float64Array;
  /** [s] first and last touch */
  readonly from: number;
  readonly until: number;
  /** [m/s] */
  readonly rebound: number;
}

/** reach [m]: distance of the centres, or height of the centre, at first touch */
function measure(result: CaseRun, reach: number): Impact {
  const { recording } = result;
  const floor = recording.has('ball.position.z');
  const pair = floor ? 'contact.floor~ball' : 'contact.left~right';
  // read from the positions, as the recorded depth ends at zero where the bodies part
  const left = floor ? undefined : recording.column('left.position.x');
  const compression =
    left === undefined
      ? recording.column('ball.position.z').map((z) => reach - z)
      : recording.column('right.position.x').map((x, i) => reach - x + left[i]);
  const rebound = floor
    ? result.final('ball.velocity.z')
    : result.final('right.velocity.x') - result.final('left.velocity.x');
  return {
    compression,
    force: recording.column(`${pair}.normal-force`),
    from: crossings(recording.time, compression, 0, 1)[0],
    until: crossings(recording.time, compression, 0, -1)[0],
    rebound,
  };
}

/** The whole history of the last set, against the largest values. */
function curve(context: CaseContext, result: CaseRun, measured: Impact, relative: number): readonly ValidationRow[] {
  const { t, compression, force } = context.readCsv('reference.csv');
  const at = (column: Float64Array): Float64Array =>
    t.map((time) => interpolate(result.recording.time, column, measured.from + time));
  const differs = (quantity: string, unit: string, values: Float64Array, expected: Float64Array): ValidationRow =>
    compare(row, {
      quantity: `rubber-like ball: ${quantity}, largest difference over the impact`,
      unit,
      expected: 0,
      measured: largestDifference(values, expected),
      tolerance: relative * largest(expected),
    });
  return [
    differs('compression', 'm', at(measured.compression), compression),
    differs('force', 'N', at(measured.force), force),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Elastic Hertz impact', source, run };
