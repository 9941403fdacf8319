/**
 * Checks whether driven joints follow their drivers. Contradictory conditions are satisfied as well as possible, by unbounded forces; such
 * a result must not pass unnoticed.
 */
import type { ModelSpec } from '@hawser/engine';
import type { Watched } from './contact-watch.ts';

/** [m or rad] far above solver errors, far below any intended value */
const ASTRAY = 1e-3;

interface Driven {
  readonly joint: string;
  readonly turning: boolean;
  /** of the engine: the present target of the driver */
  readonly target: string;
  readonly coordinate: Watched['probes'][number];
  /** worst so far: [m or rad] and when [s] */
  worst: number;
  time: number;
}

interface Steered extends Watched {
  readonly controls: { target(name: string): number };
}

export class DriverWatch {
  readonly #simulation: Steered;
  readonly #driven: readonly Driven[];
  readonly #now: Float64Array = new Float64Array(1);

  constructor(simulation: Steered, spec: ModelSpec) {
    const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    this.#simulation = simulation;
    this.#driven = spec.joints.flatMap(({ name, drivers }) =>
      drivers.flatMap(({ coordinate }) => {
        const probe = byName.get(`joint.${name}.${coordinate}`);
        const turning = coordinate === 'angle';
        const start = { joint: name, turning, target: `joint.${name}.${coordinate}`, worst: 0, time: 0 };
        return probe === undefined ? [] : [{ ...start, coordinate: probe }];
      }),
    );
  }

  look(): void {
    const { time } = this.#simulation;
    for (let i = 0; i < this.#driven.length; i++) {
      const driven = this.#driven[i];
      driven.coordinate.read(this.#now, 0);
      let off = this.#simulation.controls.target(driven.target) - this.#now[0];
      if (driven.turning) off -= 2 * Math.PI * Math.round(off / (2 * Math.PI)); // the same place after any number of turns
      if (!(Math.abs(off) > driven.worst)) continue;
      driven.worst = Math.abs(off);
      driven.time = time;
    }
  }

  /** A warning for every driver that was not followed. */
  doubts(): string[] {
    return this.#driven
      .filter(({ worst }) => worst > ASTRAY)
      .map(({ joint, turning, worst, time }) => {
        const size = turning ? `${short((worst * 180) / Math.PI)} deg` : `${short(worst)} m`;
        return (
          `The driver of joint "${joint}" was missed by ${size} at t = ${short(time)} s: do not trust this run. ` +
          'Another joint or driver contradicts it; take one of them out.'
        );
      });
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
