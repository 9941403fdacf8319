/** Probes of strand contacts: one set for each pair of a cable with a body, another cable, or itself. Forces are those on the second. */
import { held, type Probe, scalar, vector } from '../base/index.ts';
import {
  H_AREA,
  H_COUNTED,
  H_FORCE,
  H_FRICTION,
  H_NORMAL,
  H_PAIR,
  H_SLIP_SPEED,
  H_STRIDE,
  H_VOLUME,
  type TouchHistory,
  touchName,
} from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Largest number of pairs with probes. */
const MOST_LISTED = 200;

export function touchProbes(w: Workspace): Probe[] {
  const probes: Probe[] = [];
  if (!w.touch.any || w.touch.pairs.length > MOST_LISTED) return probes;
  w.touch.pairs.forEach(({ slot }, pair) => {
    const name = touchName(w.touch, pair);
    const sums = new Float64Array(10); // force on the second (3), normal, friction, depth, count, slip, area, volume
    const collect = (): void => sumUp(sums, slot >= 0 ? w.touch.solidHistory : w.touch.strandHistory, pair);
    probes.push(
      vector(`${name}.force`, 'N', (out, o) => {
        collect();
        for (let i = 0; i < 3; i++) out[o + i] = sums[i];
      }),
    );
    const fields: [string, string, number][] = [
      ['normal-force', 'N', 3],
      ['friction-force', 'N', 4],
      ['depth', 'm', 5],
      ['count', '1', 6],
      ['slip', 'm/s', 7],
      ['area', 'm^2', 8],
      ['volume', 'm^3', 9],
    ];
    for (const [field, unit, at] of fields) {
      const probe = scalar(`${name}.${field}`, unit, () => {
        collect();
        return sums[at];
      });
      probes.push(field === 'count' ? held(probe) : probe);
    }
  });
  return probes;
}

function sumUp(sums: Float64Array, history: TouchHistory, pair: number): void {
  const h = history.trial.data;
  sums.fill(0);
  for (let o = 0; o < history.trial.length; o += H_STRIDE) {
    if (h[o + H_PAIR] !== pair) continue;
    for (let i = 0; i < 3; i++) sums[i] += h[o + H_FORCE + i];
    sums[3] += h[o + H_NORMAL];
    sums[4] += h[o + H_FRICTION];
    if (h[o + H_COUNTED] > sums[5]) sums[5] = h[o + H_COUNTED];
    sums[6] += 1;
    if (h[o + H_SLIP_SPEED] > sums[7]) sums[7] = h[o + H_SLIP_SPEED];
    sums[8] += h[o + H_AREA];
    sums[9] += h[o + H_VOLUME];
  }
}
