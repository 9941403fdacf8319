/** Accelerations and angles of bodies that float, followed through an operation. */
import type { ModelSpec, Probe, Simulation } from '@hawser/engine';
import type { MotionSummary } from '@hawser/record';

interface Moved {
  readonly name: string;
  readonly acceleration: Probe;
  readonly angles: Probe;
  most: number;
  time: number;
  square: number;
  seconds: number;
  roll: number;
  pitch: number;
}

export class MotionWatch {
  readonly #moved: readonly Moved[];
  readonly #value = new Float64Array(4);

  constructor(simulation: Simulation, spec: ModelSpec) {
    const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
    this.#moved = spec.bodies.flatMap(({ name, kind, hydro }): Moved[] => {
      const acceleration = byName.get(`${name}.acceleration`);
      const angles = byName.get(`${name}.angles`);
      if (kind !== 'dynamic' || !hydro || !acceleration || !angles) return [];
      return [{ name, acceleration, angles, most: 0, time: 0, square: 0, seconds: 0, roll: 0, pitch: 0 }];
    });
  }

  /** A step of h has ended at time t. */
  look(t: number, h: number): void {
    const v = this.#value;
    for (const body of this.#moved) {
      body.acceleration.read(v, 0);
      const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
      body.square += h * square;
      body.seconds += h;
      if (square > body.most * body.most) {
        body.most = Math.sqrt(square);
        body.time = t;
      }
      body.angles.read(v, 0);
      body.roll = Math.max(body.roll, Math.abs(v[0]));
      body.pitch = Math.max(body.pitch, Math.abs(v[1]));
    }
  }

  summary(): MotionSummary[] {
    return this.#moved.map(({ name, most, time, square, seconds, roll, pitch }) => ({
      name,
      acceleration: most,
      time,
      rms: seconds > 0 ? Math.sqrt(square / seconds) : 0,
      roll,
      pitch,
    }));
  }
}
