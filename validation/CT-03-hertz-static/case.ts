/** CT-03: depth, patch and pressure of a ball resting on a Hertz contact, and its small vibration. */
import type { CaseContext, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, crossings } from '../series.ts';

const [id, source] = ['CT-03-hertz-static', 'Johnson, Contact Mechanics: d = (m g/K)^(2/3), w^2 = 3/2 K sqrt(d)/m'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly m: number;
      readonly R: number;
      readonly E_star: number;
      readonly static_depth_m: number;
      readonly natural_frequency_Hz: number;
      readonly contact_radius_m: number;
      readonly max_pressure_Pa: number;
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

/** Swing over depth: the frequency of a Hertz contact falls with its square, 2e-7 here. */
const AMPLITUDE = 1e-3;
const PERIODS = 5;
const STEPS_A_PERIOD = 2000; // phase error of the default integrator falls with the square of the step: 5e-7 here

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { name, m, R, E_star, ...expected } of reference.results) {
    const ball: Overrides = {
      'materials.soft.youngs': E_star,
      'bodies.ball.mass': m,
      'bodies.ball.position': [0, 0, R],
      'bodies.ball.shapes[0].sphere': R,
    };
    const rest = completed(await context.runScenario('scenario.yaml', ball));
    const depth = rest.final('contact.floor~ball.depth');
    const radius = Math.sqrt(R * depth);
    const pressure = (1.5 * rest.final('contact.floor~ball.normal-force')) / (Math.PI * radius * radius);
    const add = (quantity: string, unit: string, of: number, measured: number): void => {
      const text = `${name}: ${quantity}`;
      rows.push(compareRelative(row, { quantity: text, unit, expected: of, measured, relative: tolerance.rel }));
    };
    add('depth at rest', 'm', expected.static_depth_m, depth);
    add('radius of the patch, from the depth', 'm', expected.contact_radius_m, radius);
    add('largest pressure, from force and patch', 'Pa', expected.max_pressure_Pa, pressure);
    const { natural_frequency_Hz: frequency } = expected;
    const level = R - depth;
    const swing = completed(
      await context.runScenario('scenario.yaml', {
        ...ball,
        'bodies.ball.position': [0, 0, level + AMPLITUDE * depth],
        'solver.start from equilibrium': false,
        'solver.step': 1 / (STEPS_A_PERIOD * frequency),
        'run.duration': (PERIODS + 1) / frequency,
        'output.rate': STEPS_A_PERIOD * frequency,
      }),
    );
    const passes = crossings(swing.recording.time, swing.recording.column('ball.position.z'), level, -1);
    add('frequency of small vibration', 'Hz', frequency, PERIODS / (passes[PERIODS] - passes[0]));
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Ball at rest on a Hertz contact', source, run };
