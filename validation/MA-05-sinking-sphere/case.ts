/** MA-05: a sphere let go in water sinks or rises. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['MA-05-sinking-sphere', 'closed form with added mass and quadratic drag'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly r: number;
      readonly rho_body: number;
      readonly rho: number;
      readonly Cd: number;
      readonly Ca: number;
      readonly initial_acceleration: number;
      /** t, speed downward, distance */
      readonly samples: readonly (readonly [number, number, number])[];
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { name, r, rho_body, rho, Cd, Ca, initial_acceleration, samples } of reference.results) {
    const volume = (4 / 3) * Math.PI * r ** 3;
    const mass = rho_body * volume;
    const inertia = 0.4 * mass * r * r;
    const added = Ca * rho * volume;
    const drag = 0.5 * rho * Cd * Math.PI * r * r;
    const { recording } = completed(
      await context.runScenario('scenario.yaml', {
        'environment.water.density': rho,
        'bodies.ball.mass': mass,
        'bodies.ball.inertia': [inertia, inertia, inertia],
        'bodies.ball.shapes[0].sphere': r,
        'bodies.ball.hydro.added mass.diagonal': [added, added, added, 0, 0, 0],
        'bodies.ball.hydro.damping.quadratic': [drag, drag, drag, 0, 0, 0],
      }),
    );
    const { time } = recording;
    const [z, v] = ['ball.position.z', 'ball.velocity.z'].map((column) => recording.column(column));
    const add = (quantity: string, unit: string, expected: number, measured: number): void => {
      rows.push(
        compareRelative(row, { quantity: `${name}: ${quantity}`, unit, expected, measured, relative: tolerance.rel }),
      );
    };
    add('acceleration when let go', 'm/s^2', initial_acceleration, -recording.column('ball.acceleration.z')[0]);
    for (const [t, speed, distance] of samples) {
      add(`speed at ${t} s`, 'm/s', speed, -interpolate(time, v, t));
      add(`way at ${t} s`, 'm', distance, -interpolate(time, z, t));
    }
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Sphere let go in water', source, run };
