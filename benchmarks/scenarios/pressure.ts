/** A scenario of pressure fields, whole: processor time a simulated second, and what its steps were like. */
import type { BenchCase } from 'hawser/cases';

export function pressureScene(name: string, title: string): BenchCase {
  return {
    name: `pressure-${name}`,
    title,
    async run(context) {
      const result = await context.runScenario(`../../scenarios/${name}/scenario.yaml`);
      if (result.status !== 'complete') throw new Error(result.failure);
      const { simulatedSeconds, cpuSeconds, steps, rejected, iterations, energy } = result;
      const details = {
        'processor seconds a simulated second': cpuSeconds / simulatedSeconds,
        'steps a second': steps / simulatedSeconds,
        rejected,
        'iterations a step': iterations / steps,
        'ms a step': (1000 * cpuSeconds) / steps,
        'energy unaccounted for [J]': energy.imbalance,
        'energy dissipated [J]': energy.dissipated,
      };
      return {
        name: `pressure-${name}`,
        simulatedSeconds,
        cpuSeconds,
        realTimeRatio: simulatedSeconds / cpuSeconds,
        details,
      };
    },
  };
}
