/**
 * A cable hung over a span sways, cut into 50 to 1600 elements of 0.25 m: how the cost of a step grows with the number of nodes
 * when nothing touches. Details: exponent p of cost ~ n^p, by least squares over the logarithms. Steps are short enough for the
 * same number of iterations at every length, which the details show.
 */
import type { BenchCase, CaseContext } from 'hawser/cases';

const ELEMENT = 0.25; // [m]
const STEP = 5e-3; // [s]
const SIZES = [50, 100, 200, 400, 800, 1600];
const RUNS = 7;

function hanging(nodes: number): string {
  const length = ELEMENT * (nodes - 1);
  return JSON.stringify({
    hawser: 1,
    ropes: { rope: { mass: 2, stiffness: 1e6, diameter: 0.03, bending: 20, 'axial damping': '1 ms' } },
    bodies: { end: { position: [0.8 * length, 0, 0], motion: { x: { sine: { amplitude: 0.2, period: 3 } } } } },
    cables: { line: { rope: 'rope', length, elements: nodes - 1, from: { body: 'world' }, to: { body: 'end' } } },
    contacts: { enabled: false },
    solver: { step: STEP, 'newton tolerance': 1e-7 },
    output: { rate: 10, channels: ['cable.line.start.tension'] },
  }).concat('\n');
}

/** [s] of processor time for a step, the best of a few runs: a shared machine only ever adds to it. */
async function cost(context: CaseContext, nodes: number): Promise<{ seconds: number; iterations: number }> {
  const text = hanging(nodes);
  // long runs less a short one: what building and the first shape of rest take falls out
  const [few, many] = [20, 20 + Math.max(60, Math.round(20000 / nodes))];
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let iterations = 0;
  for (let repeat = 0; repeat < RUNS; repeat++) {
    short = Math.min(short, (await context.runScenario(text, { 'run.duration': few * STEP })).cpuSeconds);
    const run = await context.runScenario(text, { 'run.duration': many * STEP });
    if (run.status !== 'complete') throw new Error(run.failure);
    long = Math.min(long, run.cpuSeconds);
    iterations = run.iterations / run.steps;
  }
  return { seconds: (long - short) / (many - few), iterations };
}

/** Slope of log y over log x, by least squares. */
function slope(sizes: readonly number[], costs: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = costs.map(Math.log);
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const over = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return over / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}

export const benchCase: BenchCase = {
  name: 'cable-length',
  title: 'hanging cable of 50 to 1600 nodes, 5 ms steps; cost of a step against the number of nodes',
  async run(context) {
    await context.runScenario(hanging(200), { 'run.duration': '1 s' }); // so that the compiler is done with its work
    const found: { seconds: number; iterations: number }[] = [];
    for (const nodes of SIZES) found.push(await cost(context, nodes));
    const costs = found.map(({ seconds }) => seconds);
    const details: Record<string, number> = { exponent: slope(SIZES, costs) };
    for (const [i, nodes] of SIZES.entries()) {
      details[`ms a step, ${nodes} nodes`] = 1e3 * costs[i];
      details[`iterations a step, ${nodes} nodes`] = found[i].iterations;
    }
    const cpuSeconds = costs[1] / STEP;
    return { name: 'cable-length', simulatedSeconds: 1, cpuSeconds, realTimeRatio: 1 / cpuSeconds, details };
  },
};
