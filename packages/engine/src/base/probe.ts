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

export function vector(name: string, unit: string, read: Probe['read'], components: readonly string[] = VECTOR): Probe {
  return { name, unit, size: 3, components, read };
}
