/** CT-04: a block on a slope holds below the angle of friction, slides above it, and does not creep. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate, threshold } from '../series.ts';

const [id, source] = ['CT-04-incline', 'Vilela 2018, test 1; Coulomb: a = g (sin - mu cos)'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly name: string;
      readonly mu: number;
      readonly angle_deg: number;
      readonly t: number;
      readonly critical_angle_deg: number;
      readonly acceleration: number;
      readonly speed: number;
      readonly distance: number;
      readonly friction_per_weight: number;
    }[];
  };
  readonly tolerance: { readonly angle_abs_deg: number; readonly speed_rel: number };
}

const WEIGHT = 9.81; // [N] of 1 kg
const HALF_HEIGHT = 0.25; // [m]
/** [s] the hand is off; the clock of the reference starts here */
const START = 0.1;
const CREEP = 1e-5; // [m/s] allowed by the reference
/** A block that slides at 0.001 degrees above the limit has gone 100 um after a second. */
const SLIDES = 2e-5; // [m]
const RESOLUTION = 0.002; // [deg]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const expected of reference.results) {
    const { mu, angle_deg: angle, t } = expected;
    const { along, speed, result } = await slide(context, angle, mu, t);
    const add = (quantity: string, unit: string, of: number, measured: number): void => {
      const text = `${expected.name} (${angle} deg): ${quantity}`;
      const relative = tolerance.speed_rel;
      rows.push(compareRelative(row, { quantity: text, unit, expected: of, measured, relative }));
    };
    if (expected.acceleration > 0) {
      add(`speed gained in ${t} s`, 'm/s', expected.speed, speed(START + t) - speed(START));
      add(`distance in ${t} s`, 'm', expected.distance, along(START + t) - along(START) - t * speed(START));
    } else {
      const measured = Math.abs(along(START + t) - along(START)) / t;
      const quantity = `${expected.name} (${angle} deg): mean creep over ${t} s`;
      rows.push(compare(row, { quantity, unit: 'm/s', expected: 0, measured, tolerance: CREEP }));
    }
    const friction = result.final('contact.slope~block.friction-force') / WEIGHT;
    add('friction over weight', '1', expected.friction_per_weight, friction);
  }
  for (const { mu, critical_angle_deg: critical } of [reference.results[0], reference.results[3]]) {
    const measured = await threshold(critical - 0.4, critical + 0.6, RESOLUTION, async (angle) => {
      const { along } = await slide(context, angle, mu, 1);
      return Math.abs(along(START + 1) - along(START)) < SLIDES;
    });
    const quantity = `mu = ${mu}: slope at which the block begins to slide`;
    rows.push(
      compare(row, { quantity, unit: 'deg', expected: critical, measured, tolerance: tolerance.angle_abs_deg }),
    );
  }
  return rows;
}

interface Slide {
  readonly result: CaseRun;
  /** [m], [m/s] down the slope at a time */
  along(t: number): number;
  speed(t: number): number;
}

/** Runs for `time` after the block is let go. */
async function slide(context: CaseContext, angle: number, mu: number, time: number): Promise<Slide> {
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const rotation = { axis: [0, 1, 0], angle: `${angle} deg` };
  const result = completed(
    await context.runScenario('scenario.yaml', {
      'bodies.slope.rotation': rotation,
      'bodies.block.rotation': rotation,
      'bodies.block.position': [HALF_HEIGHT * sine, 0, HALF_HEIGHT * cosine],
      'forces.hand.force[0].ramp.from': -WEIGHT * sine,
      'contacts.defaults.friction coefficient': mu,
      'run.duration': START + time,
    }),
  );
  const down = (channel: string): ((t: number) => number) => {
    const [x, z] = ['x', 'z'].map((axis) => result.recording.column(`block.${channel}.${axis}`));
    const values = x.map((value, i) => value * cosine - z[i] * sine);
    return (t) => interpolate(result.recording.time, values, t);
  };
  return { result, along: down('position'), speed: down('velocity') };
}

export const validationCase: ValidationCase = { id, title: 'Block on a slope: sticks, slides', source, run };
