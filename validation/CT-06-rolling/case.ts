/** CT-06: bodies that roll without slip, slide all the way, or go from sliding to rolling. */
import type { CaseContext, CaseRun, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed, crossings } from '../series.ts';

const [id, source] = ['CT-06-rolling', 'Vilela 2018, test 3; rigid-body dynamics: a = g sin/(1 + beta) while it rolls'];
const row = { id, source };

interface Expected {
  readonly name: string;
  readonly beta: number;
  readonly R: number;
  readonly mu: number;
  readonly angle_deg: number;
  readonly v0: number;
  readonly t: number;
  readonly v_T: number;
  readonly omega_T: number;
  readonly distance: number;
  readonly friction_per_mass?: number;
  readonly slip_end_time?: number;
  readonly v_at_roll?: number;
  readonly omega_at_roll?: number;
}

interface Reference {
  readonly reference: { readonly results: readonly Expected[] };
  readonly tolerance: { readonly speed_rel: number; readonly transition_time_rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const expected of reference.results) {
    const angle = (expected.angle_deg * Math.PI) / 180;
    const result = completed(await context.runScenario('scenario.yaml', overridesFor(expected, angle)));
    const { recording } = result;
    const down = (channel: string): Float64Array => {
      const [x, z] = ['x', 'z'].map((axis) => recording.column(`roller.${channel}.${axis}`));
      return x.map((value, i) => value * Math.cos(angle) - z[i] * Math.sin(angle));
    };
    const [along, speed, spin] = [down('position'), down('velocity'), recording.column('roller.angular-velocity.y')];
    const end = recording.length - 1;
    const add = (quantity: string, unit: string, of: number, measured: number, relative: number): void => {
      const text = `${expected.name}: ${quantity}`;
      rows.push(compareRelative(row, { quantity: text, unit, expected: of, measured, relative }));
    };
    const { speed_rel } = tolerance;
    add(`speed at ${expected.t} s`, 'm/s', expected.v_T, speed[end], speed_rel);
    add(`angular velocity at ${expected.t} s`, 'rad/s', expected.omega_T, spin[end], speed_rel);
    add(`distance in ${expected.t} s`, 'm', expected.distance, along[end] - along[0], speed_rel);
    if (expected.friction_per_mass !== undefined) {
      add('friction at the end', 'N', expected.friction_per_mass, frictionAtEnd(result), speed_rel);
    }
    if (expected.slip_end_time !== undefined) {
      const slip = speed.map((v, i) => v - expected.R * spin[i]);
      const rolls = crossings(recording.time, slip, 1e-3 * expected.v0, -1)[0];
      add('time at which slip has ended', 's', expected.slip_end_time, rolls, tolerance.transition_time_rel);
    }
  }
  return rows;
}

/** The mass is 1 kg, so a force in N is a force per mass. */
function frictionAtEnd(result: CaseRun): number {
  return result.final('contact.slope~roller.friction-force');
}

/** The roller of the set, just touching. */
function overridesFor({ beta, R, mu, angle_deg, v0, t }: Expected, angle: number): Overrides {
  const lying = { axis: [1, 0, 0], angle: '90 deg' };
  const shape = beta === 0.4 ? { sphere: R } : { cylinder: { radius: R, length: 1 }, rotation: lying };
  const across = 0.5 * R * R + 1 / 12; // of a hoop 1 m long; the motion does not ask for it
  return {
    'bodies.slope.rotation.angle': `${angle_deg} deg`,
    'bodies.roller': {
      mass: 1,
      ...(beta === 1 && { inertia: [across, R * R, across] }),
      position: [R * Math.sin(angle), 0, R * Math.cos(angle)],
      velocity: [v0 * Math.cos(angle), 0, -v0 * Math.sin(angle)],
      shapes: [shape],
    },
    'contacts.defaults.friction coefficient': mu,
    'run.duration': t,
    'output.rate': v0 > 0 ? 2000 : 200, // the end of slip is read off the rows
  };
}

export const validationCase: ValidationCase = { id, title: 'Rolling cylinder, sphere and hoop', source, run };
