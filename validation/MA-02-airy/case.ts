/** MA-02: elevation, velocity, acceleration and pressure in a regular wave. */
import { Sea } from '@hawser/engine';
import { FLOW, FLOW_RATE, HEAD, SAMPLE } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';

const [id, source] = ['MA-02-airy', 'closed forms of linear wave theory'];
const row = { id, source };

interface Reference {
  readonly reference: {
    readonly results: readonly {
      readonly H: number;
      readonly T: number;
      readonly h: number | null;
      readonly g: number;
      readonly rho: number;
      readonly x: number;
      readonly z: number;
      readonly t: number;
      readonly eta: number;
      readonly u: number;
      readonly w: number;
      readonly du_dt: number;
      readonly dw_dt: number;
      readonly dynamic_pressure: number;
    }[];
  };
  readonly tolerance: { readonly rel: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  return reference.results.flatMap((set, i) => {
    const sea = new Sea(
      {
        density: set.rho,
        current: [0, 0, 0],
        surface: 0,
        ...(set.h !== null && { depth: set.h }),
        stretching: 'none',
        waves: [{ kind: 'regular', height: set.H, period: set.T, direction: 0, phase: 0 }],
      },
      set.g,
    );
    sea.setTime(set.t);
    const out = new Float64Array(SAMPLE);
    sea.sample(out, Float64Array.of(set.x, 0, set.z), 3, 1);
    const scale = (0.5 * set.H * (2 * Math.PI)) / set.T;
    const add = (quantity: string, unit: string, expected: number, measured: number, size: number): ValidationRow =>
      compare(row, {
        quantity: `set ${i + 1}: ${quantity}`,
        unit,
        expected,
        measured,
        tolerance: tolerance.rel * size,
      });
    return [
      add('elevation', 'm', set.eta, sea.elevation(set.x, 0), 0.5 * set.H),
      add('horizontal velocity', 'm/s', set.u, out[FLOW], scale),
      add('vertical velocity', 'm/s', set.w, out[FLOW + 2], scale),
      add('horizontal acceleration', 'm/s^2', set.du_dt, out[FLOW_RATE], scale),
      add('vertical acceleration', 'm/s^2', set.dw_dt, out[FLOW_RATE + 2], scale),
      add('dynamic pressure', 'Pa', set.dynamic_pressure, set.rho * set.g * out[HEAD], set.rho * set.g * 0.5 * set.H),
    ];
  });
}

export const validationCase: ValidationCase = { id, title: 'Airy wave kinematics', source, run };
