/** A block that friction holds on a slope for a minute, automatic steps: what does rest cost? */
import type { BenchCase } from 'hawser/cases';

export const benchCase: BenchCase = {
  name: 'block',
  title: 'a block on a slope of 20 degrees, one minute',
  async run(context) {
    const file = '../../validation/block-creep/scenario.yaml';
    await context.runScenario(file); // warms up
    const result = await context.runScenario(file);
    const { simulatedSeconds, cpuSeconds, steps, iterations, rejected } = result;
    const creep = Math.abs(result.final('block.position.x') - result.at('block.position.x', 1));
    const details = { steps, rejected, iterations, creepInMetres: creep };
    return { name: 'block', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
  },
};
