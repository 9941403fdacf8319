/** `hawser run --trust`: repeats the scenario with half of the error and compares the results. */
import { compareTrust, isQuoted, type RunManifest, type TrustSummary, trustedDigits } from '@hawser/record';
import {
  finerWords,
  numbersNodes,
  type Override,
  type PreparedRun,
  type RunResult,
  runScenarioAsync,
} from '@hawser/scenario';
import { cpuSeconds, wallSeconds } from './clock.ts';
import { CommandError } from './exit.ts';
import type { Interrupt } from './interrupt.ts';
import { type Output, plural, short, table } from './output.ts';
import { Progress, progressOf } from './progress.ts';
import { neededScenario } from './scenario-file.ts';

/** [s] wall-clock time between two checks of signals and progress */
const BREATHE_EVERY = 0.05;

/** Number of printed lines of the table; run.json and the report have all. */
const MOST_LINES = 40;

/** Extremes with fewer reliable digits are printed first. */
const ENOUGH_DIGITS = 3;

/** Part of the largest value of a unit below which a column counts as rounding. */
const ROUNDING = 1e-7;
/** ... and so is, in any SI unit, a value below this. */
const LEAST = 1e-12;

export interface Repeat {
  readonly file: string;
  readonly set: readonly (Override | string)[];
  readonly allow: readonly string[];
}

/** A summary, or the reason of its absence; and the second run, if it was made and finished. */
export type Repeated = ({ readonly trust: TrustSummary } | { readonly none: string }) & { readonly second?: RunResult };

/** Runs the scenario again, finer, in memory. */
export async function repeatFiner(
  { file, set, allow }: Repeat,
  prepared: PreparedRun,
  result: RunResult,
  interrupt: Interrupt,
): Promise<Repeated> {
  if (result.status !== 'complete')
    return { none: `the run was ${result.status}: it was not repeated to see how far it may be trusted` };
  let finer: PreparedRun;
  try {
    finer = neededScenario(file, set, allow, true);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { none: `the run could not be repeated with half of the error allowed: ${error.message}` };
  }
  const { simulation, compiled } = finer;
  const progress = new Progress(process.stderr);
  const begun = wallSeconds();
  let breathed = begun;
  let second: RunResult;
  try {
    second = await runScenarioAsync(finer, {
      cpuSeconds,
      due: () => wallSeconds() - breathed >= BREATHE_EVERY,
      breathe: async () => {
        progress.update(progressOf(simulation, 0, compiled.scenario.run.duration, wallSeconds() - begun));
        await new Promise((resolve) => setImmediate(resolve)); // signals arrive here
        breathed = wallSeconds();
        return !interrupt.asked;
      },
    });
  } finally {
    progress.close();
  }
  if (second.status === 'interrupted')
    return { none: 'the second run was stopped: how far the first may be trusted is not known' };
  if (second.status === 'failed') {
    return {
      none:
        `repeated with half of the error allowed, the run failed at ${short(second.failure?.time ?? 0)} s ` +
        `(${second.failure?.message}): do not trust this run`,
      second,
    };
  }
  const sameNodes = numbersNodes(compiled.scenario);
  return {
    second,
    trust: {
      finer: finerWords(prepared.compiled.spec.solver, compiled.spec.solver, compiled.scenario),
      steps: second.summary.steps,
      ...(second.summary.cpuSeconds !== undefined && { cpuSeconds: second.summary.cpuSeconds }),
      ...compareTrust(result, second, sameNodes),
    },
  };
}

/** Comparison with the second run, column by column, the least certain first. */
export function printTrust(out: Output, { trust, extremes }: RunManifest): void {
  if (trust === undefined) return;
  out.print(`trust: repeated with ${trust.finer.join(', ')} (${plural(trust.steps, 'step')})`);
  const { position } = trust;
  if (position !== undefined && position.motion > 0) {
    const part = (error: number): string =>
      `${short(error, 2)} m (${(error / position.motion).toExponential(1)} of the motion)`;
    out.print(
      `positions: off by about ${part(position.final)} at the end, ${part(position.largest)} at most on the way`,
    );
  }
  const rows = trustRows(trust, extremes);
  if (rows.length === 0) return;
  const few = rows.filter(({ digits }) => digits < ENOUGH_DIGITS).length;
  out.print(
    `extremes: ${rows.length - few} of ${rows.length} hold to ${ENOUGH_DIGITS} digits or more${rows.length > MOST_LINES ? `; the ${MOST_LINES} least certain, all in run.json` : ''}`,
  );
  const lines = rows
    .slice(0, MOST_LINES)
    .map(({ name, unit, which, value, error, digits }) => [
      name,
      which,
      short(value),
      short(error, 2),
      unit,
      digits === 0 ? 'none' : String(digits),
      digits === 0 ? '-' : String(Number(value.toPrecision(digits))),
    ]);
  for (const line of table(['channel', '', 'value', 'error', 'unit', 'digits', 'quote'], lines, [2, 3, 5, 6]))
    out.print(line);
}

interface TrustRow {
  readonly name: string;
  readonly unit: string;
  readonly which: string;
  readonly value: number;
  readonly error: number;
  readonly digits: number;
}

/** For every column the extreme with the larger magnitude, which users quote. Constant columns and rounding are skipped. */
function trustRows(trust: TrustSummary, extremes: RunManifest['extremes']): TrustRow[] {
  const rows: TrustRow[] = [];
  const largest = new Map<string, number>(); // by unit
  for (const { unit, min, max } of Object.values(extremes)) {
    largest.set(unit, Math.max(largest.get(unit) ?? 0, Math.abs(min ?? 0), Math.abs(max ?? 0)));
  }
  for (const [name, { min, max }] of Object.entries(trust.columns)) {
    const { unit, min: low, max: high } = extremes[name];
    if (low === null || high === null || min === null || max === null || !isQuoted(name, extremes)) continue;
    if (low === high && max === 0) continue; // never changes
    const upper = Math.abs(high) >= Math.abs(low);
    const [value, error, which] = upper ? [high, max, 'max'] : [low, min, 'min'];
    if (Math.abs(value) <= Math.max(LEAST, ROUNDING * (largest.get(unit) ?? 0))) continue;
    rows.push({ name, unit, which, value, error, digits: trustedDigits(value, error) });
  }
  return rows.sort((a, b) => a.digits - b.digits);
}
