/** MA-03: ordinates and moments of the Pierson-Moskowitz and JONSWAP spectra, and of the seas made of them. */
import { makeComponents } from '@hawser/engine';
import { makeSpectrum } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compareRelative } from '../rows.ts';

const [id, source] = ['MA-03-spectra', 'DNV-RP-C205, integrated in 25 digits'];
const row = { id, source };

interface Reference {
  readonly reference: {
    /** gamma, normaliser, DNV's, m0 ratio with DNV's, Tz/Tp ... */
    readonly table: readonly (readonly number[])[];
    readonly samples: readonly {
      readonly Hs: number;
      readonly Tp: number;
      readonly gamma: number;
      readonly S_values: readonly (readonly [number, number])[];
      readonly m0_of_DNV_formula: number;
      readonly m0_target: number;
    }[];
  };
  readonly tolerance: { readonly S_rel: number; readonly m0_rel: number };
}

/** Moment of order n, Simpson over w = wp tan(x), so that the tail is in it. */
function moment(density: (w: number) => number, peak: number, n: number): number {
  const count = 20000;
  let sum = 0;
  for (let i = 1; i < count; i++) {
    const x = (0.5 * Math.PI * i) / count;
    const w = peak * Math.tan(x);
    sum += ((i % 2 === 1 ? 4 : 2) * density(w) * w ** n * peak) / Math.cos(x) ** 2;
  }
  return (sum * 0.5 * Math.PI) / count / 3;
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  for (const { Hs, Tp, gamma, S_values, m0_of_DNV_formula, m0_target } of reference.samples) {
    const spectrum = makeSpectrum({ kind: 'jonswap', height: Hs, period: Tp, gamma }, 9.81);
    const name = `Hs ${Hs} m, Tp ${Tp} s, gamma ${gamma}`;
    for (const [w, S] of S_values) {
      rows.push(
        compareRelative(row, {
          quantity: `${name}: S at ${w} rad/s`,
          unit: 'm^2 s',
          expected: S,
          measured: spectrum.density(w),
          relative: tolerance.S_rel,
        }),
      );
    }
    rows.push(
      compareRelative(row, {
        quantity: `${name}: m0 of the formula`,
        unit: 'm^2',
        expected: m0_of_DNV_formula,
        measured: moment(spectrum.density, spectrum.peak, 0),
        relative: tolerance.m0_rel,
      }),
    );
    const { amplitude } = makeComponents(
      [{ kind: 'irregular', spectrum: { kind: 'jonswap', height: Hs, period: Tp, gamma }, direction: 0, seed: 1 }],
      Number.POSITIVE_INFINITY,
      9.81,
    );
    rows.push(
      compareRelative(row, {
        quantity: `${name}: m0 of the sea made of it`,
        unit: 'm^2',
        expected: m0_target,
        measured: amplitude.reduce((sum, a) => sum + 0.5 * a * a, 0),
        relative: tolerance.m0_rel,
      }),
    );
  }
  for (const [gamma, , , , Tz] of reference.table) {
    const { density, peak } = makeSpectrum({ kind: 'jonswap', height: 1, period: 10, gamma }, 9.81);
    const measured = (2 * Math.PI * Math.sqrt(moment(density, peak, 0) / moment(density, peak, 2))) / 10;
    rows.push(
      compareRelative(row, {
        quantity: `gamma ${gamma}: Tz/Tp`,
        unit: '1',
        expected: Tz,
        measured,
        relative: tolerance.m0_rel,
      }),
    );
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Wave spectra', source, run };
