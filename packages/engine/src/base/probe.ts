/** What a recordable quantity offers. */
export interface Probe {
  readonly name: string;
  readonly unit: string;
  readonly size: 1 | 3 | 4;
  readonly components: readonly string[];
  /** one of many alike, such as a node of a cable: only patterns that begin as its name does bring it */
  readonly detail?: boolean;
  /** takes long to read, such as a distance between bodies: read with recorded rows, not at every step */
  readonly dear?: boolean;
  /**
   * Read at an instant within a step. motion: a function of time, poses and velocities alone, read there; held: a count, a flag, a
   * place of contact, that of the step's end; sum: over time, taken between step ends even where everything else is read. Left out: taken
   * between step ends, or read where all forces are evaluated there.
   */
  readonly within?: 'motion' | 'held' | 'sum' | undefined;
  read(out: Float64Array, offset: number): void;
}

export const SCALAR: readonly string[] = [''];
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

/** A channel, or several, of time, poses and velocities alone. */
export function ofMotion<P extends Probe | Probe[]>(probes: P): P {
  return markAll(probes, { within: 'motion' });
}

/** Counts, flags and places: between two values of them there is none. */
export function held<P extends Probe | Probe[]>(probes: P): P {
  return markAll(probes, { within: 'held' });
}

export function summed(probe: Probe): Probe {
  return marked(probe, { within: 'sum' });
}

function markAll<P extends Probe | Probe[]>(probes: P, marks: ProbeMarks): P {
  for (const probe of Array.isArray(probes) ? probes : [probes]) marked(probe, marks);
  return probes;
}
