/** The smallest scene: what a step costs apart from the number of bodies. */
import type { BenchCase } from 'hawser/cases';

const text = `hawser: 1
bodies:
  bar:
    density: 7850 kg/m^3
    position: [1 m, 0, 0]
    shapes: [{ box: [2 m, 5 cm, 5 cm] }]
joints:
  pin: { type: revolute, between: [world, bar], at: [0, 0, 0], axis: [0, 1, 0] }
contacts: { enabled: false }
solver: { step: 2 ms }
run: { duration: 20 s }
output: { channels: [bar.position] }
`;

export const benchCase: BenchCase = {
  name: 'pendulum',
  title: 'one bar on a pin, 2 ms steps',
  async run(context) {
    await context.runScenario(text, { 'run.duration': '2 s' }); // so that the compiler is done with its work
    const { simulatedSeconds, cpuSeconds, steps, iterations } = await context.runScenario(text);
    const details = {
      steps,
      'iterations a step': iterations / steps,
      'microseconds a step': (1e6 * cpuSeconds) / steps,
    };
    return { name: 'pendulum', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
  },
};
