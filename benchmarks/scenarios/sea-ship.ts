/**
 * A free ship of the size of a frigate (142 m, 8600 t, DTMB 5415's main sizes as a round-bilged block) in a spreading sea state 4 of
 * 105 waves in seven directions, with damping at its six motions.
 */
import type { BenchCase } from 'hawser/cases';
import { bestRun } from './sea-boat.ts';

/** Half breadths of three stations, keel to deck, and the block they make: points of a convex hull. */
function hullPoints(): string {
  const points: string[] = [];
  for (const [x, full] of [
    [-71, 0.75],
    [-40, 1],
    [25, 1],
    [55, 0.55],
    [71, 0.04],
  ]) {
    for (const [z, wide] of [
      [-6.15, 0.35],
      [-4, 0.8],
      [0, 1],
      [7, 1.02],
    ]) {
      for (const side of [-1, 1]) points.push(`[${x}, ${side * full * wide * 9.53}, ${z}]`);
    }
  }
  return points.join(', ');
}

const text = `hawser: 1
environment:
  sea: { waves: [{ jonswap: { height: 1.9 m, period: 8.8 s, direction: 150 deg, spreading: 10, components: 105 } }] }
bodies:
  ship:
    mass: 9000 t
    inertia: [4.5e8, 1.13e10, 1.13e10]
    centre: [-4 m, 0, 1.2 m]
    shapes: [{ hull: { points: [${hullPoints()}] } }]
    hydro:
      panel size: 25 m
      drag: { normal: 0.5, tangential: 0.003 }
      added mass: { estimate: true }
      damping: { linear: [1e5, 1e6, 6e6, 6e7, 6e9, 1e9], quadratic: [0, 0, 0, 5e8, 0, 0] }
contacts: { enabled: false }
solver: { step: 40 ms, start from equilibrium: false }
run: { duration: 120 s }
output: { rate: 10 Hz, channels: [ship.position, ship.angles] }
`;

const spread = (values: ArrayLike<number>): number => {
  const list = Array.from(values);
  const mean = list.reduce((sum, x) => sum + x, 0) / list.length;
  return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / list.length);
};

export const benchCase: BenchCase = {
  name: 'sea-ship',
  title: 'free ship of 142 m in a spreading sea of 105 waves, 40 ms steps',
  async run(context) {
    const { recording, simulatedSeconds, cpuSeconds, steps, iterations, energy } = await bestRun(context, text);
    const details = {
      steps,
      'iterations a step': iterations / steps,
      'microseconds a step': (1e6 * cpuSeconds) / steps,
      'roll, root mean square [deg]': (180 / Math.PI) * spread(recording.column('ship.angles.roll')),
      'pitch, root mean square [deg]': (180 / Math.PI) * spread(recording.column('ship.angles.pitch')),
      'energy unaccounted for over work': Math.abs(energy.imbalance / energy.work),
    };
    return { name: 'sea-ship', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
  },
};
