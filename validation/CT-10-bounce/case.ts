/** CT-10: times of impact, heights and time of rest of a bouncing ball. */
import type { CaseContext, CaseRun, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CT-10-bounce', 'Newton restitution: t_n = t0 (1 + 2 sum e^i), rest at t0 (1 + e)/(1 - e)'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly h0: number;
      readonly e: number;
      readonly impact_times_s: readonly number[];
      readonly apex_heights_m: readonly number[];
      readonly stop_time_s: number;
      readonly total_path_m: number;
    }[];
  };
  readonly tolerance: { readonly time_rel: number };
}

const G = 9.81; // [m/s^2]
const RADIUS = 0.1; // [m]
/** The ball rests once it no longer rises by more than this [m]; a ball that goes on as before has 0.6 to 2.9 ms to go. */
const AT_REST = 1e-7;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const expected of reference.results) {
    const { h0, e, impact_times_s: times, apex_heights_m: heights } = expected;
    const ball: Overrides = {
      'bodies.ball.position[2]': RADIUS + h0,
      'contacts.defaults.restitution': e,
      'run.duration': 1.02 * expected.stop_time_s,
    };
    const { impacts, apexes, rest } = bounces(completed(await context.runScenario('scenario.yaml', ball)));
    const add = (quantity: string, unit: string, of: number, measured: number): void => {
      const text = `e = ${e}, from ${h0} m: ${quantity}`;
      rows.push(compareRelative(row, { quantity: text, unit, expected: of, measured, relative: tolerance.time_rel }));
    };
    for (const [i, time] of times.entries()) add(`impact ${i + 1}`, 's', time, impacts[i]);
    for (const [i, height] of heights.entries()) add(`height after impact ${i + 1}`, 'm', height, apexes[i]);
    const path = apexes.reduce((sum, height) => sum + 2 * height, h0);
    add('path', 'm', expected.total_path_m, path);
    add('time of rest', 's', expected.stop_time_s, rest);
  }
  return rows;
}

interface Bounces {
  /** [s] */
  readonly impacts: readonly number[];
  /** [m] */
  readonly apexes: readonly number[];
  /** [s] last time higher than AT_REST */
  readonly rest: number;
}

/** Between two touches the motion is a parabola, so any row of a flight gives its end and its height. */
function bounces(result: CaseRun): Bounces {
  const { time } = result.recording;
  const height = result.recording.column('ball.position.z').map((z) => z - RADIUS);
  const speed = result.recording.column('ball.velocity.z');
  const impacts: number[] = [];
  const apexes: number[] = [];
  let rest = 0;
  let last = 0; // the last row in flight
  for (let i = 1; i < time.length; i++) {
    if (!(height[i] > AT_REST)) continue;
    if (speed[last] < 0 && speed[i] > 0) {
      const energy = speed[last] * speed[last] + 2 * G * height[last];
      impacts.push(time[last] + (speed[last] + Math.sqrt(energy)) / G);
      apexes.push(height[i] + (speed[i] * speed[i]) / (2 * G));
    }
    last = i;
    rest = time[i];
  }
  return { impacts, apexes, rest };
}

export const validationCase: ValidationCase = { id, title: 'Bouncing ball, down to rest', source, run };
