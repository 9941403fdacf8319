/**
 * The rescue boat of scenarios/launch-recovery goes into the water and back, 215 s with its script and all contacts: how fast, and how
 * much it matters how long the steps are. Details: largest tensions, how the energy adds up.
 *   --refine     once more with half the step: the change of the largest tensions
 *   --irregular  the same in an irregular sea with the ship free to move (scenarios/launch-recovery-irregular)
 */
import type { BenchCase, BenchFlag, CaseContext, CaseRun, Overrides } from 'hawser/cases';

const LINES: Readonly<Record<string, string>> = {
  'hoist wire': 'winch.hoist.tension',
  'bow line': 'hand.bow.tension',
  'stern line': 'hand.stern.tension',
};
/** Peaks are looked for at every step of 20 ms; what is not looked at is not recorded. */
const OUTPUT = {
  'output.rate': '50 Hz',
  'output.animation rate': '1 Hz',
  'output.channels': [...Object.values(LINES), 'energy.work', 'energy.imbalance'],
};

async function run(context: CaseContext, file: string, overrides: Overrides = {}): Promise<CaseRun> {
  const result = await context.runScenario(file, { ...OUTPUT, ...overrides });
  if (result.status !== 'complete') throw new Error(`${file}: ${result.failure}`);
  return result;
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, x), 0);

/** [s] as the scenario has it, of `10 ms` or a number. */
function stepOf(text: string): number {
  const found = /^\s*solver:.*\bstep:\s*([\d.]+)\s*(ms|s)\b/m.exec(text);
  if (found === null) throw new Error('the scenario must have a fixed step in one line with `solver:`');
  return Number(found[1]) * (found[2] === 'ms' ? 1e-3 : 1);
}

export const benchCase: BenchCase = {
  name: 'launch-recovery',
  title: 'a rescue boat is launched and recovered in waves, 215 s by script',
  flags: ['refine', 'irregular'],
  async run(context, flags: ReadonlySet<BenchFlag> = new Set()) {
    const folder = flags.has('irregular') ? 'launch-recovery-irregular' : 'launch-recovery';
    const file = `../../scenarios/${folder}/scenario.yaml`;
    await run(context, file, { 'run.duration': '10 s' }); // so that the compiler is done with its work
    const result = await run(context, file);
    const { simulatedSeconds, cpuSeconds, steps, rejected, iterations, energy, recording } = result;
    const details: Record<string, number | string> = {
      steps,
      rejected,
      'iterations a step': iterations / steps,
      'microseconds a step': (1e6 * cpuSeconds) / steps,
      'energy unaccounted for [J]': energy.imbalance,
      'work done [J]': energy.work,
    };
    for (const [line, channel] of Object.entries(LINES)) {
      details[`largest tension, ${line} [N]`] = largest(recording.column(channel));
    }
    if (flags.has('refine')) {
      const half = 0.5 * stepOf(context.readText(file));
      const finer = await run(context, file, { 'solver.step': half });
      details['half the step [ms]'] = 1e3 * half;
      for (const [line, channel] of Object.entries(LINES)) {
        const change = largest(recording.column(channel)) / largest(finer.recording.column(channel)) - 1;
        details[`largest tension, ${line}, change with half the step [%]`] = 100 * Math.abs(change);
      }
      details['energy unaccounted for with half the step [J]'] = finer.energy.imbalance;
    }
    return {
      name: 'launch-recovery',
      simulatedSeconds,
      cpuSeconds,
      realTimeRatio: simulatedSeconds / cpuSeconds,
      details,
    };
  },
};
