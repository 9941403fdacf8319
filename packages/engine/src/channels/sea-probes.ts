/** Probes of the sea: elevation at the origin, and at gauges the readings of a wave buoy and a current meter. */
import { FLOW, FLOW_RATE, HEAD, SAMPLE } from '../marine/index.ts';
import { ofMotion, type Probe, scalar, vector } from '../base/index.ts';
import type { Workspace } from '../stage/index.ts';

export function seaProbes(w: Workspace): Probe[] {
  const { sea } = w;
  if (!sea || sea.level === Number.POSITIVE_INFINITY) return [];
  const elevation = (x: number, y: number): number => {
    sea.setTime(w.time);
    return sea.elevation(x, y);
  };
  const probes: Probe[] = [scalar('sea.elevation', 'm', () => elevation(0, 0))];
  for (const { name, position } of w.model.spec.water?.gauges ?? []) {
    const point = Float64Array.from(position);
    const sample = new Float64Array(SAMPLE);
    const ask = (): void => {
      sea.setTime(w.time);
      sea.sample(sample, point, 3, 1);
    };
    const three =
      (from: number) =>
      (out: Float64Array, o: number): void => {
        ask();
        for (let i = 0; i < 3; i++) out[o + i] = sample[from + i];
      };
    probes.push(
      scalar(`sea.${name}.elevation`, 'm', () => elevation(point[0], point[1])),
      vector(`sea.${name}.velocity`, 'm/s', three(FLOW)),
      vector(`sea.${name}.acceleration`, 'm/s^2', three(FLOW_RATE)),
      scalar(`sea.${name}.pressure`, 'Pa', () => {
        ask();
        const head = sea.level - point[2] + sample[HEAD];
        return point[2] <= sample[0] ? sea.density * sea.gravity * head : 0;
      }),
    );
  }
  return ofMotion(probes);
}
