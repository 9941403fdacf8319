/**
 * What watching a cable for contact costs while nothing touches: the three settings of Roy et al. 2013, table 3 (their ratios
 * 1 : 1.30 : 2.17), and of table 4 by their stochastic search (1 : 12.9 : 13.0). A cable of ten segments sways beside a box: not watched, watched and far from it, watched and beside it along
 * most of its length. The same with forty segments. Details: ratios of the time a step takes. The runs go on in turn, a few steps
 * each, and ratios are medians over the turns: what else the machine does meets all of them alike.
 */
import type { BenchCase, CaseContext } from 'hawser/cases';

const STEP = 5e-3; // [s]
const LIFE = 840; // steps of a run: 4.2 s
const TURN = 640e-6; // [s] about, of a run before it is the next one's turn
const LIVES = 24;
const WARM = 4; // runs before which nothing counts: compilers are at work
const SETTINGS = ['not watched', 'far', 'near', 'far, stochastic', 'near, stochastic'] as const;
const GAP = 0.004; // [m] from the surface of the cable to the box, less than the radius

/** The box turned by 45 degrees about z, one of its sides along the vertical plane of the cable. */
function scene(setting: (typeof SETTINGS)[number], elements: number): string {
  const diagonal = Math.SQRT1_2;
  const away = setting.startsWith('far') ? 50 : 2 + 0.015 + GAP;
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
    contacts: {
      enabled: setting !== 'not watched',
      ...(setting.endsWith('stochastic') && { 'solid search': 'stochastic' }),
    },
    solver: { step: STEP },
    run: { duration: LIFE * STEP },
  }).concat('\n');
}

/** [s] a step takes when the cable is not watched, and what it takes in each setting as a part of that. */
function costs(context: CaseContext, elements: number): { seconds: number; ratios: number[] } {
  const texts = SETTINGS.map((setting) => scene(setting, elements));
  const turn = Math.max(1, Math.round(TURN / (4e-6 * elements)));
  const turns = Math.floor(LIFE / turn);
  const times: number[][] = SETTINGS.map(() => []);
  for (let life = 0; life < LIVES; life++) {
    const runs = texts.map((text) => context.openScenario(text));
    for (let k = 0; k < turns; k++) {
      for (let j = 0; j < runs.length; j++) {
        const i = (j + k) % runs.length; // each comes first once
        const start = process.hrtime.bigint();
        for (let n = k * turn + 1; n <= (k + 1) * turn; n++) {
          const result = runs[i].step(n * STEP);
          if (!result.ok) throw new Error(result.message);
        }
        if (life >= WARM) times[i].push(Number(process.hrtime.bigint() - start) / (1e9 * turn));
      }
    }
  }
  const [bare] = times;
  return { seconds: median(bare), ratios: times.map((one) => median(one.map((t, k) => t / bare[k]))) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

export const benchCase: BenchCase = {
  name: 'cable-overhead',
  title: 'cable beside a box that it does not touch: cost of watching for contact',
  async run(context) {
    const details: Record<string, number> = {};
    let seconds = 0;
    for (const elements of [10, 40]) {
      const found = costs(context, elements);
      if (elements === 10) seconds = found.seconds;
      details[`${elements} segments: us a step, not watched`] = 1e6 * found.seconds;
      for (let i = 1; i < SETTINGS.length; i++)
        details[`${elements} segments: ${SETTINGS[i]}, ratio`] = found.ratios[i];
    }
    const cpuSeconds = seconds / STEP;
    return { name: 'cable-overhead', simulatedSeconds: 1, cpuSeconds, realTimeRatio: 1 / cpuSeconds, details };
  },
};
