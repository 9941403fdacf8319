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
  readonly within?: 'motion' | 'held' | 'sum';
  read(out: Float64Array, offset: number): void;
}

export const SCALAR: readonly string[] = [''];
export const VECTOR: readonly string[] = ['x', 'y', 'z'];

export function scalar(name: string, unit: string, value: () => number): Probe {
  return {
    name,
    unit,
    size: 1,
    components: SCALAR,
    read: (out, o) => {
      out[o] = value();
    },
  };
}

/** A channel, or several, of time, poses and velocities alone. */
export function ofMotion<P extends Probe | Probe[]>(probes: P): P {
  return marked(probes, 'motion') as P;
}

/** Counts, flags and places: between two values of them there is none. */
export function held<P extends Probe | Probe[]>(probes: P): P {
  return marked(probes, 'held') as P;
}

export function summed(probe: Probe): Probe {
  return { ...probe, within: 'sum' };
}

function marked(probes: Probe | Probe[], within: 'motion' | 'held'): Probe | Probe[] {
  return Array.isArray(probes) ? probes.map((probe) => ({ ...probe, within })) : { ...probes, within };
}

export function vector(name: string, unit: string, read: Probe['read'], components: readonly string[] = VECTOR): Probe {
  return { name, unit, size: 3, components, read };
}
