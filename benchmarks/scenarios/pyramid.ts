/** Six cubes of 7 t fall into a pyramid and come to rest (Roy et al. 2013, s. 10.1), automatic steps. */
import type { BenchCase } from 'hawser/cases';

export const benchCase: BenchCase = {
  name: 'pyramid',
  title: 'six cubes fall into a pyramid and come to rest, 5 s',
  async run(context) {
    const file = '../../validation/pyramid/scenario.yaml';
    await context.runScenario(file); // warms up
    const result = await context.runScenario(file);
    const { simulatedSeconds, cpuSeconds, steps, iterations, rejected } = result;
    const speed = Math.hypot(...['x', 'y', 'z'].map((axis) => result.final(`top.velocity.${axis}`)));
    const details = { steps, rejected, iterations, topSpeedAtEnd: speed };
    return { name: 'pyramid', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
  },
};
