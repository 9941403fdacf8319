/** CB-09: a rope drawn over a drum: tensions at both ends, and what the drum carries. */
import type { CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['CB-09-capstan', 'Euler, Eytelwein: T2 = T1 exp(mu theta)'];
const row = { id, source };
const LEG = 0.2; // [m] straight rope at both ends
const RADIUS = 2e-3; // of the rope [m]
const ELEMENT = 0.15; // [rad] most turning of an element
const PITCH = 0.012; // [m] along the drum a turn
const DRAWN = 0.06; // [m]
const [FROM, TO] = [0.25, 0.45]; // [s] while it is drawn

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly mu: number;
      readonly wrap_rad: number;
      readonly T_low: number;
      readonly R: number;
      readonly ratio: number;
    }[];
  };
}

/** Up one side, `wrap` round a drum about y, and off along the tangent. */
function path(R: number, wrap: number): { points: number[][]; length: number; off: number[] } {
  const points: number[][] = [[-R, 0, -LEG]];
  const n = Math.ceil(wrap / ELEMENT);
  for (let i = 0; i <= n; i++) {
    const a = (wrap * i) / n;
    points.push([-R * Math.cos(a), (PITCH * a) / (2 * Math.PI), R * Math.sin(a)]);
  }
  const off = [Math.sin(wrap), 0, Math.cos(wrap)];
  const last = points[points.length - 1];
  points.push(last.map((x, k) => x + LEG * off[k]));
  let length = 0;
  for (let i = 1; i < points.length; i++) length += Math.hypot(...points[i].map((x, k) => x - points[i - 1][k]));
  return { points, length, off };
}

function mean({ recording }: CaseRun, column: string): number {
  const time = recording.time;
  const values = recording.column(column);
  let [sum, count] = [0, 0];
  for (let i = 0; i < time.length; i++) {
    if (time[i] < FROM || time[i] > TO) continue;
    sum += values[i];
    count++;
  }
  return sum / count;
}

export const validationCase: ValidationCase = {
  id,
  title: 'Rope drawn over a drum',
  source,
  async run(context): Promise<ValidationRow[]> {
    const { reference } = context.readJson('reference.json') as Reference;
    const rows: ValidationRow[] = [];
    for (const { mu, wrap_rad: wrap, T_low: low, R, ratio } of reference.results) {
      const { points, length, off } = path(R, wrap);
      const draw = (k: number) => ({ ramp: { to: DRAWN * off[k], start: 0.1, duration: 0.5 } });
      const found = completed(
        await context.runScenario('scenario.yaml', {
          'bodies.drum.shapes[0].cylinder.radius': R - RADIUS,
          'bodies.weight.mass': low / 9.81,
          'bodies.weight.position': points[0],
          'bodies.hand.position': points[points.length - 1],
          'bodies.hand.motion': { x: draw(0), z: draw(2) },
          'cables.line.length': length,
          'cables.line.elements': Math.round(length / (ELEMENT * R)),
          'cables.line.shape': points,
          'contacts.pairs[0].friction coefficient': mu,
        }),
      );
      const turns = `mu ${mu}, ${(wrap / Math.PI).toPrecision(2)} pi`;
      const [held, drawn] = [mean(found, 'cable.line.start.tension'), mean(found, 'cable.line.end.tension')];
      rows.push(
        compareRelative(row, {
          quantity: `${turns}: ratio of tensions`,
          unit: '1',
          expected: ratio,
          measured: drawn / held,
          relative: 0.02,
        }),
        compareRelative(row, {
          quantity: `${turns}: pressed on the drum`,
          unit: 'N',
          expected: (low * (ratio - 1)) / mu, // of T along the wrap
          measured: mean(found, 'contact.line~drum.normal-force'),
          relative: 0.02,
        }),
      );
    }
    return rows;
  },
};
