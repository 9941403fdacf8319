/** Contact by pressure fields beside contact by volume of the same bodies: a block that slides, a disc that spins, a peg in a hole. Ratios of processor time a simulated second. */
import type { BenchCase } from 'hawser/cases';

const FIELD = ', field: { layer: 5 mm, modulus: 5 MPa }';
const ROUNDS = 3;

const SCENES: Readonly<Record<string, (field: string) => string>> = {
  block: (field) => `  floor: { fixed: true, shapes: [{ half-space: true }] }
  block: { mass: 2 kg, position: [0, 0, 0.0499], velocity: [2, 0, 0], shapes: [{ box: [0.2, 0.1, 0.1]${field} }] }`,
  disc: (field) => `  floor: { fixed: true, shapes: [{ half-space: true }] }
  disc: { mass: 1 kg, position: [0, 0, 0.02499], angular velocity: [0, 0, 15.7], shapes: [{ solid: { prism: { radius: 0.25, length: 0.05, sides: 48 } }${field} }] }`,
  peg: (
    field,
  ) => `  block: { fixed: true, shapes: [{ solid: { tube: { outer: 60 mm, inner: 20.2 mm, length: 80 mm, sides: 48 } } }] }
  peg: { mass: 0.5 kg, position: [0.15 mm, 0, 30 mm], velocity: [0, 0, -0.2], shapes: [{ solid: { prism: { radius: 20 mm, length: 100 mm, sides: 48 } }${field} }] }`,
};

const text = (scene: string, field: string): string => `hawser: 1
title: By volume and by pressure
bodies:
${SCENES[scene](field)}
contacts: { defaults: { ${field === '' ? 'method: volume, foundation: 1e9, ' : ''}friction coefficient: 0.3, dissipation: 1 s/m } }
run: { duration: 0.4 s }
output: { rate: 100 Hz, channels: ['*.position'] }
`;

export const benchCase: BenchCase = {
  name: 'pressure-vs-volume',
  title: 'a block, a disc and a peg by pressure fields, over the same by volume',
  async run(context) {
    const details: Record<string, number> = {};
    let [all, simulated] = [0, 0];
    for (const scene of Object.keys(SCENES)) {
      const best = { volume: Number.POSITIVE_INFINITY, pressure: Number.POSITIVE_INFINITY };
      for (let round = 0; round < ROUNDS; round++) {
        for (const [method, field] of [
          ['volume', ''],
          ['pressure', FIELD],
        ] as const) {
          const run = await context.runScenario(text(scene, field));
          if (run.status !== 'complete') throw new Error(run.failure);
          best[method] = Math.min(best[method], run.cpuSeconds);
          details[`${scene}, ${method}: steps`] = run.steps;
          all += run.cpuSeconds;
          simulated += run.simulatedSeconds;
        }
      }
      details[`${scene}, volume: ms`] = 1000 * best.volume;
      details[`${scene}, pressure: ms`] = 1000 * best.pressure;
      details[`${scene}: pressure over volume`] = best.pressure / best.volume;
    }
    return {
      name: 'pressure-vs-volume',
      simulatedSeconds: simulated,
      cpuSeconds: all,
      realTimeRatio: simulated / all,
      details,
    };
  },
};
