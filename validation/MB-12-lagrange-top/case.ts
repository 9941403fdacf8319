/** MB-12: Lagrange's top: steady precession slow and fast, nutation after release, and the spin at which it sleeps. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { largestChange } from '../curves.ts';
import { compare, compareRelative } from '../rows.ts';

const [id, source] = [
  'MB-12-lagrange-top',
  'Goldstein, Classical Mechanics, s. 5.7 (closed forms; nutation by quadrature)',
];

interface Reference {
  readonly parameters: Readonly<Record<'I1_about_pivot' | 'I3' | 'mass' | 'l' | 'g' | 'theta_rad', number>>;
  readonly reference: {
    readonly sleeping_top_min_spin: number;
    /** spin, slow and fast precession [rad/s], largest tilt [deg] and period [s] of the nutation after release */
    readonly table: readonly (readonly [number, number | null, number | null, number, number])[];
  };
  readonly tolerance: { readonly rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const known = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const [spin, slow, fast, tilt, period] of known.reference.table) {
    if (slow !== null) rows.push(...(await precession(context, known, 'slow', spin, slow)));
    if (fast !== null) rows.push(...(await precession(context, known, 'fast', spin, fast)));
    rows.push(...(await nutation(context, known, spin, tilt, period)));
  }
  return [...rows, ...(await sleeping(context, known))];
}

/** Started in steady precession it must stay in it: one turn about the vertical, at least 0.25 s. */
async function precession(
  context: CaseContext,
  known: Reference,
  which: string,
  spin: number,
  rate: number,
): Promise<ValidationRow[]> {
  const { theta_rad: tilt } = known.parameters;
  // omega = rate z + (spin - rate cos tilt) e3, of which spin is the part along the axis e3
  const along = spin - rate * Math.cos(tilt);
  const result = await context.runScenario('scenario.yaml', {
    'bodies.top.angular velocity': [along * Math.sin(tilt), 0, rate + along * Math.cos(tilt)],
    'run.duration': Math.max(0.25, round((2 * Math.PI) / rate)),
  });
  const { time } = result.recording;
  const angle = azimuth(result);
  const last = time.length - 1;
  return [
    compareRelative(
      { id, source },
      {
        quantity: `spin ${spin} rad/s: ${which} precession`,
        unit: 'rad/s',
        expected: rate,
        measured: angle[last] / time[last],
        relative: known.tolerance.rel,
      },
    ),
    compare(
      { id, source },
      {
        quantity: `spin ${spin} rad/s: largest change of tilt in ${which} precession`,
        unit: 'rad',
        expected: 0,
        measured: largestChange(tilts(result)),
        tolerance: known.tolerance.rel * tilt,
      },
    ),
  ];
}

/** Released with nothing but its spin it falls, and comes back to where it was. */
async function nutation(
  context: CaseContext,
  known: Reference,
  spin: number,
  tilt: number,
  period: number,
): Promise<ValidationRow[]> {
  const { theta_rad: start } = known.parameters;
  const result = await context.runScenario('scenario.yaml', {
    'bodies.top.angular velocity': [spin * Math.sin(start), 0, spin * Math.cos(start)],
    'run.duration': round(1.2 * period),
  });
  const { time } = result.recording;
  const all = tilts(result);
  const lowest = vertex(time, all, extremum(all, 1, 1));
  const back = vertex(time, all, extremum(all, -1, lowest.row + 1));
  return [
    compareRelative(
      { id, source },
      {
        quantity: `spin ${spin} rad/s: largest tilt after release`,
        unit: 'deg',
        expected: tilt,
        measured: (lowest.value * 180) / Math.PI,
        relative: known.tolerance.rel,
      },
    ),
    compareRelative(
      { id, source },
      {
        quantity: `spin ${spin} rad/s: period of nutation`,
        unit: 's',
        expected: period,
        measured: back.time,
        relative: known.tolerance.rel,
      },
    ),
  ];
}

/**
 * Upright with a small sideways rate e, spun 0.01 % below and above the limit. With z = 1 - cos(tilt), b = 2 m g l/I1 and
 * a = I3 spin/I1 the motion turns back where b z^2 - (2 b - a^2 - e^2) z - 2 e^2 = 0.
 */
async function sleeping(context: CaseContext, known: Reference): Promise<ValidationRow[]> {
  const { I1_about_pivot: I1, I3, mass, l, g } = known.parameters;
  const limit = known.reference.sleeping_top_min_spin;
  const sideways = 1e-3;
  const exact = (spin: number): number => {
    const b = (2 * mass * g * l) / I1;
    const a = (I3 * spin) / I1;
    const p = 2 * b - a * a - sideways * sideways;
    return Math.acos(1 - (p + Math.sqrt(p * p + 8 * b * sideways * sideways)) / (2 * b));
  };
  const spins = [limit * (1 - known.tolerance.rel), limit * (1 + known.tolerance.rel)];
  // half of what is between the two: closer than that the limit cannot be on the wrong side
  const tolerance = 0.5 * (exact(spins[0]) - exact(spins[1]));
  const rows: ValidationRow[] = [];
  for (const [i, spin] of spins.entries()) {
    const result = await context.runScenario('scenario.yaml', {
      'bodies.top.rotation.angle': 0,
      'bodies.top.angular velocity': [sideways, 0, spin],
      'solver.step': '0.5 ms',
      'run.duration': 40,
      'output.rate': 20,
    });
    rows.push(
      compare(
        { id, source },
        {
          quantity: `upright, spun 0.01 % ${i === 0 ? 'below' : 'above'} the limit of ${limit.toFixed(4)} rad/s: largest tilt`,
          unit: 'rad',
          expected: exact(spin),
          measured: Math.max(...tilts(result)),
          tolerance,
        },
      ),
    );
  }
  return rows;
}

/** Angle of the axis with the vertical [rad]. */
function tilts(result: CaseRun): Float64Array {
  const [x, y, z] = position(result);
  return x.map((_, i) => Math.atan2(Math.hypot(x[i], y[i]), z[i]));
}

/** Angle of the axis about the vertical [rad], turns counted. */
function azimuth(result: CaseRun): Float64Array {
  const [x, y] = position(result);
  const out = new Float64Array(x.length);
  for (let i = 1; i < x.length; i++) {
    const step = Math.atan2(x[i - 1] * y[i] - y[i - 1] * x[i], x[i - 1] * x[i] + y[i - 1] * y[i]);
    out[i] = out[i - 1] + step;
  }
  return out;
}

function position(result: CaseRun): Float64Array[] {
  if (result.status !== 'complete') throw new Error(`the run ended early: ${result.failure}`);
  return ['x', 'y', 'z'].map((axis) => result.recording.column(`top.centre.position.${axis}`));
}

/** First row from `from` on that is larger (sign 1) or smaller (sign -1) than its neighbours. */
function extremum(values: Float64Array, sign: number, from: number): number {
  for (let i = from; i < values.length - 1; i++) {
    if (sign * values[i] >= sign * values[i - 1] && sign * values[i] > sign * values[i + 1]) return i;
  }
  throw new Error('the tilt never turns back');
}

/** Vertex of the parabola through a row and its neighbours. The motion is the same forwards and backwards from there, so
 * what the parabola leaves out is of fourth order in the 1 ms between rows. */
function vertex(time: Float64Array, values: Float64Array, row: number): { row: number; time: number; value: number } {
  const [a, b, c] = [values[row - 1], values[row], values[row + 1]];
  const shift = (0.5 * (a - c)) / (a - 2 * b + c);
  return { row, time: time[row] + shift * (time[row + 1] - time[row]), value: b - 0.25 * (a - c) * shift };
}

/** Up to whole milliseconds, so that steps and rows fit. */
function round(seconds: number): number {
  return Math.ceil(1000 * seconds) / 1000;
}

export const validationCase: ValidationCase = {
  id,
  title: "Lagrange's top: precession, nutation, sleep",
  source,
  run,
};
