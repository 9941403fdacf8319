/** A quantity that can be recorded or read by name: a channel. */
export interface Probe {
  readonly name: string;
  readonly unit: string;
  readonly size: 1 | 3 | 4;
  readonly components: readonly string[];
  /**
   * one of many similar channels, such as a node of a cable: selected only by patterns that spell out the beginning of its name
   */
  readonly detail?: boolean;
  /** expensive to read, such as a distance between bodies: read for recorded rows only, not at every step */
  readonly dear?: boolean;
  /**
   * How the channel is read at an instant inside a step.
   *   motion: a function of time, poses and velocities alone; evaluated at that instant
   *   held:   a count, a flag or a place of contact; the value at the end of the step holds
   *   sum:    an integral over time; interpolated between step ends, even when all forces are evaluated inside the step
   * Left out: interpolated between step ends, or evaluated where all forces are evaluated at that instant.
   */
  readonly within?: 'motion' | 'held' | 'sum' | undefined;
  read(out: Float64Array, offset: number): void;
}

/** Component names of a scalar channel. */
export const SCALAR: readonly string[] = [''];
/** Component names of a vector channel. */
export const VECTOR: readonly string[] = ['x', 'y', 'z'];

/** What a channel is besides its name, unit and value. */
export type ProbeMarks = Pick<Probe, 'detail' | 'dear' | 'within'>;

export function scalar(name: string, unit: string, value: () => number): Probe {
  const read: Probe['read'] = (out, o) => {
    out[o] = value();
  };
  return { name, unit, size: 1, components: SCALAR, detail: false, dear: false, within: undefined, read };
}

export function vector(name: string, unit: string, read: Probe['read'], components: readonly string[] = VECTOR): Probe {
  return { name, unit, size: 3, components, detail: false, dear: false, within: undefined, read };
}

/** Writes the marks into a channel that was just made: a copy of thousands of channels costs more than the rest of making them. */
export function marked(probe: Probe, marks: ProbeMarks): Probe {
  return Object.assign(probe, marks);
}

/** Marks channels as functions of time, poses and velocities alone. */
export function ofMotion<P extends Probe | Probe[]>(probes: P): P {
  return markAll(probes, { within: 'motion' });
}

/** Marks counts, flags and places, which have no values between two steps. */
export function held<P extends Probe | Probe[]>(probes: P): P {
  return markAll(probes, { within: 'held' });
}

/** Marks a channel as an integral over time. */
export function summed(probe: Probe): Probe {
  return marked(probe, { within: 'sum' });
}

function markAll<P extends Probe | Probe[]>(probes: P, marks: ProbeMarks): P {
  for (const probe of Array.isArray(probes) ? probes : [probes]) marked(probe, marks);
  return probes;
}
