/** CT-11: a ball or a cylinder that hits the floor obliquely, grips it or slides along it. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = [
  'CT-11-oblique',
  'rigid-body impact (Brach; Stronge): Jt = min(mu Jn, |vt - R w| beta/(1 + beta))',
];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly beta: number;
      readonly R: number;
      readonly vn: number;
      readonly vt: number;
      readonly omega: number;
      readonly e: number;
      readonly mu: number;
      readonly vn_after: number;
      readonly vt_after: number;
      readonly omega_after: number;
    }[];
  };
  readonly tolerance: { readonly velocity_rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { name, beta, R, vn, vt, omega, e, mu, ...after } of reference.results) {
    const lying = { axis: [1, 0, 0], angle: '90 deg' };
    const result = completed(
      await context.runScenario('scenario.yaml', {
        'bodies.ball': {
          mass: 1,
          position: [0, 0, R + 1e-4],
          velocity: [vt, 0, -vn],
          'angular velocity': [0, omega, 0],
          shapes: [beta === 0.4 ? { sphere: R } : { cylinder: { radius: R, length: 1 }, rotation: lying }],
        },
        'contacts.defaults.restitution': e,
        'contacts.defaults.friction coefficient': mu,
      }),
    );
    const add = (quantity: string, unit: string, expected: number, measured: number): void => {
      const allowed = tolerance.velocity_rel * Math.abs(expected);
      rows.push(compare(row, { quantity: `${name}: ${quantity}`, unit, expected, measured, tolerance: allowed }));
    };
    add('speed off the floor', 'm/s', after.vn_after, result.final('ball.velocity.z'));
    add('speed along the floor', 'm/s', after.vt_after, result.final('ball.velocity.x'));
    add('angular velocity', 'rad/s', after.omega_after, result.final('ball.angular-velocity.y'));
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Oblique impact with friction', source, run };
