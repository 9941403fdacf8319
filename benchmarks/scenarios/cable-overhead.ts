/**
 * What watching a cable for contact costs while nothing touches: the three settings of Roy et al. 2013, table 3 (their ratios
 * 1 : 1.30 : 2.17). A cable of ten segments sways beside a box: not watched, watched and far from it, watched and beside it along
 * most of its length. The same with forty segments. Details: ratios of processor time a step.
 */
import type { BenchCase, CaseContext } from 'hawser/cases';

const STEP = 5e-3; // [s]
const RUNS = 9;
const [FEW, MANY] = [40, 840]; // steps
const SETTINGS = ['not watched', 'far', 'near'] as const;
const GAP = 0.004; // [m] from the surface of the cable to the box, less than the radius

/** The box turned by 45 degrees about z, one of its sides along the vertical plane of the cable. */
function scene(setting: (typeof SETTINGS)[number], elements: number): string {
  const diagonal = Math.SQRT1_2;
  const away = setting === 'far' ? 50 : 2 + 0.015 + GAP;
  const half = 4 * diagonal;
  return JSON.stringify({
    hawser: 1,
    ropes: { rope: { mass: 2, stiffness: 1e6, diameter: 0.03, bending: 20, 'axial damping': '1 ms' } },
    bodies: {
      box: {
        fixed: true,
        position: [away * diagonal, -away * diagonal, -2],
        rotation: { axis: [0, 0, 1], angle: '45 deg' },
        shapes: [{ box: [12, 4, 8] }],
      },
      // the end moves up and down, in the plane of the cable
      end: { position: [half, half, 0], motion: { z: { sine: { amplitude: 0.1, period: 3 } } } },
    },
    cables: {
      line: {
        rope: 'rope',
        length: 10,
        elements,
        from: { body: 'world', point: [-half, -half, 0] },
        to: { body: 'end' },
      },
    },
    contacts: { enabled: setting !== 'not watched' },
    solver: { step: STEP },
    output: { rate: 1, channels: ['cable.line.start.tension'] },
  }).concat('\n');
}

/** [s] of processor time for a step in each setting: the best of runs taken in turn, long less short. */
async function costs(context: CaseContext, elements: number): Promise<number[]> {
  const short = SETTINGS.map(() => Number.POSITIVE_INFINITY);
  const long = SETTINGS.map(() => Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < RUNS; repeat++) {
    for (const [i, setting] of SETTINGS.entries()) {
      const text = scene(setting, elements);
      short[i] = Math.min(short[i], (await context.runScenario(text, { 'run.duration': FEW * STEP })).cpuSeconds);
      const run = await context.runScenario(text, { 'run.duration': MANY * STEP });
      if (run.status !== 'complete') throw new Error(run.failure);
      long[i] = Math.min(long[i], run.cpuSeconds);
    }
  }
  return long.map((seconds, i) => (seconds - short[i]) / (MANY - FEW));
}

export const benchCase: BenchCase = {
  name: 'cable-overhead',
  title: 'cable beside a box that it does not touch: cost of watching for contact',
  async run(context) {
    await costs(context, 20); // so that the compiler is done with its work
    const details: Record<string, number> = {};
    let seconds = 0;
    for (const elements of [10, 40]) {
      const found = await costs(context, elements);
      if (elements === 10) seconds = found[0];
      details[`${elements} segments: us a step, not watched`] = 1e6 * found[0];
      details[`${elements} segments: far, ratio`] = found[1] / found[0];
      details[`${elements} segments: near, ratio`] = found[2] / found[0];
    }
    const cpuSeconds = seconds / STEP;
    return { name: 'cable-overhead', simulatedSeconds: 1, cpuSeconds, realTimeRatio: 1 / cpuSeconds, details };
  },
};
