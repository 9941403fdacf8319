/** CT-05: friction spread over a disc that slides and spins: both motions end at the same instant, with one ratio. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, interpolate } from '../series.ts';

const [id, source] = ['CT-05-disc', 'Farkas, Bartels, Unger & Wolf 2003, PRL 90, 248302; Vilela 2018, test 2'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly pure_spin: { readonly omega0: number; readonly deceleration: number; readonly stop_time_s: number };
    readonly eps_star: number;
    readonly runs: readonly {
      readonly v0: number;
      readonly omega0: number;
      readonly stop_time_s: number;
      readonly path_m: number;
      readonly angle_rad: number;
    }[];
  };
  readonly tolerance: { readonly stop_time_rel: number; readonly ratio_abs: number };
}

const R = 0.25; // [m]

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const { pure_spin: spinning } = reference;
  const start = async (v0: number, omega0: number): Promise<CaseRun> =>
    completed(
      await context.runScenario('scenario.yaml', {
        'bodies.disc.velocity': [v0, 0, 0],
        'bodies.disc.angular velocity': [0, 0, omega0],
      }),
    );
  const rows: ValidationRow[] = [];
  const relative = tolerance.stop_time_rel;
  const alone = stop(await start(0, spinning.omega0));
  rows.push(
    compareRelative(row, {
      quantity: 'spin alone: stop',
      unit: 's',
      expected: spinning.stop_time_s,
      measured: alone.time,
      relative,
    }),
  );
  for (const { v0, omega0, stop_time_s, path_m, angle_rad } of reference.runs) {
    const name = `${v0} m/s, ${omega0} rad/s`;
    const end = stop(await start(v0, omega0));
    const add = (quantity: string, unit: string, expected: number, measured: number): void => {
      rows.push(compareRelative(row, { quantity: `${name}: ${quantity}`, unit, expected, measured, relative }));
    };
    add('stop', 's', stop_time_s, end.time);
    add('path', 'm', path_m, end.path);
    add('angle turned', 'rad', angle_rad, end.angle);
  }
  // the ratio every motion ends with is the one that a motion started with it keeps
  const { eps_star: star } = reference;
  const kept = stop(await start(10 * R * star, 10)).ratio;
  const quantity = 'v/(R omega) with which all motions end, kept from the start to 0.9 of the stop';
  rows.push(compare(row, { quantity, unit: '1', expected: star, measured: kept, tolerance: tolerance.ratio_abs }));
  return rows;
}

interface Stop {
  readonly time: number;
  readonly path: number;
  readonly angle: number;
  readonly ratio: number;
}

/** Near the end both speeds fall in straight lines: the stop is where the line through the last tenth of the speed ends. */
function stop({ recording }: CaseRun): Stop {
  const { time } = recording;
  const [x, y] = ['x', 'y'].map((axis) => recording.column(`disc.velocity.${axis}`));
  const spin = recording.column('disc.angular-velocity.z');
  const speed = x.map((value, i) => Math.hypot(value, y[i]));
  const size = spin.map((w, i) => Math.hypot(speed[i], R * w));
  const last = (part: number): number => size.findIndex((s) => s < part * size[0]);
  const [i, j] = [last(0.15), last(0.05)];
  const end = time[i] + ((time[j] - time[i]) * size[i]) / (size[i] - size[j]);
  let [path, angle] = [0, 0];
  for (let k = 1; k < time.length && time[k] <= end; k++) {
    path += 0.5 * (speed[k] + speed[k - 1]) * (time[k] - time[k - 1]);
    angle += 0.5 * (spin[k] + spin[k - 1]) * (time[k] - time[k - 1]);
  }
  const at = 0.9 * end;
  return { time: end, path, angle, ratio: interpolate(time, speed, at) / (R * interpolate(time, spin, at)) };
}

export const validationCase: ValidationCase = { id, title: 'Disc spinning and sliding on a block', source, run };
