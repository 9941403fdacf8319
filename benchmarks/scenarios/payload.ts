/**
 * 500 kg on 10 m of light rope (0.1 kg/m, EA 1e6 N), let go unstretched, 5 ms steps: it bounces about its static stretch, and the
 * mean over whole periods is that stretch. Details: how far the mean is from theory, and how much of the bounce is lost in 6 s.
 */
import type { BenchCase } from 'hawser/cases';

const [M, L, W, EA, G] = [500, 10, 0.1, 1e6, 9.81];
const STRETCH = ((M + 0.5 * W * L) * G * L) / EA; // [m]
const PERIOD = 2 * Math.PI * Math.sqrt(((M + (W * L) / 3) * L) / EA); // [s]

const text = `hawser: 1
environment: { gravity: ${G} m/s^2 }
ropes:
  rope: { mass: ${W} kg/m, stiffness: ${EA} N, diameter: 1 cm }
bodies:
  load: { mass: ${M} kg, position: [0, 0, ${-L}], shapes: [{ sphere: 0.3 m }] }
cables:
  rope: { rope: rope, length: ${L} m, elements: 40, from: { body: world }, to: { body: load }, shape: [[0, 0, 0], [0, 0, ${-L}]] }
contacts: { enabled: false }
solver: { step: 5 ms }
run: { duration: 6 s }
output: { rate: 200 Hz, channels: [load.position] }
`;

export const benchCase: BenchCase = {
  name: 'payload',
  title: '500 kg bouncing on 10 m of rope, 40 elements, 5 ms steps; stretch against theory',
  async run(context) {
    let result = await context.runScenario(text);
    for (let repeat = 0; repeat < 6; repeat++) {
      const again = await context.runScenario(text);
      if (again.cpuSeconds < result.cpuSeconds) result = again;
    }
    if (result.status !== 'complete') throw new Error(result.failure);
    const { recording, simulatedSeconds, cpuSeconds, steps, iterations } = result;
    const stretch = recording.column('load.position.z').map((z) => -z - L);
    const periods = Math.floor(6 / PERIOD);
    const details = {
      elements: 40,
      'microseconds a step': (1e6 * cpuSeconds) / steps,
      'iterations a step': iterations / steps,
      'static stretch [mm]': 1e3 * STRETCH,
      'mean stretch against theory [%]': 100 * (mean(recording.time, stretch, 0, periods * PERIOD) / STRETCH - 1),
      'bounce lost in 6 s [%]':
        100 * (1 - swing(recording.time, stretch, 6 - PERIOD, 6) / swing(recording.time, stretch, 0, PERIOD)),
    };
    return { name: 'payload', simulatedSeconds, cpuSeconds, realTimeRatio: simulatedSeconds / cpuSeconds, details };
  },
};

/** Trapezoidal mean between two times; the last part of an interval is cut off straight. */
function mean(time: Float64Array, values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = 1; i < time.length; i++) {
    const end = Math.min(to, time[i]);
    if (time[i - 1] < from || end <= time[i - 1]) continue;
    const share = (end - time[i - 1]) / (time[i] - time[i - 1]);
    const last = values[i - 1] + share * (values[i] - values[i - 1]);
    sum += 0.5 * (values[i - 1] + last) * (end - time[i - 1]);
  }
  return sum / (to - from);
}

function swing(time: Float64Array, values: Float64Array, from: number, to: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < time.length; i++) {
    if (time[i] < from || time[i] > to) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return high - low;
}
