/**
 * An anchor chain swings: n links of 0.4 m and 30 kg with universal joints, a 5 t anchor at the end, let go 20 degrees
 * off the vertical. Details say how the cost of a step grows with the number of links: exponent p of cost ~ n^p, by least
 * squares over the logarithms of 50 to 1600 links.
 */
import type { BenchCase, CaseContext, CaseRun } from 'hawser/cases';

const LINK = 0.4; // [m] pitch
const MASS = 30; // [kg]
const ACROSS = (MASS * LINK * LINK) / 12; // [kg m^2] a slender rod
const ALONG = 0.05; // [kg m^2]
const DOWN = [Math.sin(Math.PI / 9), 0, -Math.cos(Math.PI / 9)]; // 20 degrees off the vertical
const STEP = 2e-3; // [s]

const along = (distance: number): number[] => DOWN.map((d) => d * distance);

/** The scenario as plain data; JSON is YAML. */
function chain(links: number): string {
  const bodies: Record<string, unknown> = {};
  const joints: Record<string, unknown> = {};
  // body z points down the chain, so that the inertia of a rod is diagonal
  const rotation = { axis: [0, 1, 0], angle: '160 deg' };
  let above = 'world';
  for (let k = 0; k < links; k++) {
    const name = `link ${k + 1}`;
    bodies[name] = { mass: MASS, inertia: [ACROSS, ACROSS, ALONG], position: along((k + 0.5) * LINK), rotation };
    // neighbouring links stand across each other: the two axes of the cross change places from joint to joint
    const axes = [
      [0, 1, 0],
      [DOWN[2], 0, -DOWN[0]],
    ];
    const [axis, second] = k % 2 === 0 ? axes : [axes[1], axes[0]];
    joints[`joint ${k + 1}`] = {
      type: 'universal',
      between: [above, name],
      at: along(k * LINK),
      axis,
      'second axis': second,
    };
    above = name;
  }
  bodies.anchor = { mass: 5000, inertia: [2500, 2500, 1500], position: along(links * LINK + 1), rotation };
  joints.shackle = { type: 'point', between: [above, 'anchor'], at: along(links * LINK) };
  return JSON.stringify(
    {
      hawser: 1,
      bodies,
      joints,
      contacts: { enabled: false },
      // increments below 2.5e-9 of the length, 0.1 um for 100 links: `newton effect` tells what that changes against 1 nm
      solver: { step: STEP, 'newton tolerance': 2.5e-9 * links * LINK },
      output: { rate: 10, channels: ['anchor.position', 'energy.*'] },
    },
    null,
    1,
  );
}

/** [s] of processor time for a step, the best of a few runs: a shared machine only ever adds to it. */
async function stepCost(context: CaseContext, links: number): Promise<number> {
  const text = chain(links);
  const steps = Math.max(120, Math.round(24000 / links));
  let best = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < 5; repeat++) {
    best = Math.min(best, costOf(await context.runScenario(text, { 'run.duration': steps * STEP })));
  }
  return best;
}

const costOf = ({ cpuSeconds, steps }: CaseRun): number => cpuSeconds / steps;

function exponent(sizes: readonly number[], costs: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = costs.map(Math.log);
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const over = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return over / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}

async function run(context: CaseContext): Promise<Awaited<ReturnType<BenchCase['run']>>> {
  const text = chain(100);
  await context.runScenario(text, { 'run.duration': '4 s' }); // so that the compiler is done with its work
  let result = await context.runScenario(text, { 'run.duration': '2 s' });
  for (let repeat = 0; repeat < 8; repeat++) {
    const again = await context.runScenario(text, { 'run.duration': '2 s' });
    if (again.cpuSeconds < result.cpuSeconds) result = again;
  }
  if (result.status !== 'complete') throw new Error(result.failure);
  const sizes = [50, 100, 200, 400, 800, 1600];
  const costs: number[] = [];
  for (const links of sizes) costs.push(await stepCost(context, links));
  const details: Record<string, number> = {
    links: 100,
    steps: result.steps,
    'iterations a step': result.iterations / result.steps,
    'energy unaccounted for [J]': result.energy.imbalance,
    exponent: exponent(sizes, costs), // of the cost of a step, 50 to 1600 links
    'newton effect [m]': await newtonEffect(context, text),
  };
  for (const [i, links] of sizes.entries()) details[`ms a step, ${links} links`] = 1e3 * costs[i];
  const { simulatedSeconds, cpuSeconds } = result;
  return { name: 'chain', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
}

/** How far the anchor is from where it is with a Newton tolerance of 1 nm, after 2 s. */
async function newtonEffect(context: CaseContext, text: string): Promise<number> {
  const end = async (tolerance: number): Promise<number[]> => {
    const { recording } = await context.runScenario(text, {
      'run.duration': '2 s',
      'solver.newton tolerance': tolerance,
    });
    return ['x', 'y', 'z'].map((axis) => recording.column(`anchor.position.${axis}`).at(-1) ?? Number.NaN);
  };
  const [loose, tight] = [await end(1e-7), await end(1e-9)];
  return Math.max(...loose.map((x, i) => Math.abs(x - tight[i])));
}

export const benchCase: BenchCase = {
  name: 'chain',
  title: '100 links with universal joints and a 5 t anchor, 2 ms steps; cost against length',
  run,
};
