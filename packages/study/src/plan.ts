/**
 * Converts variables to points. An axis is a list of values of one variable, or of several joint variables (paired, rows of a table, a
 * sample). Axes are crossed, the first varies slowest. Points are made on demand: a million of them take no memory.
 */
import type { Distribution } from './distribution.ts';
import { quantileOf } from './distribution.ts';
import { amountText } from './quantity.ts';
import { type SampleMethod, sampleSize, unitSample } from './sampling.ts';

export interface VariableInfo {
  readonly name: string;
  readonly paths: readonly string[];
  /** as written; empty for pure numbers and words */
  readonly unit: string;
  readonly numeric: boolean;
  readonly kind: 'values' | 'range' | 'seeds' | 'table' | 'sample';
}

export interface Value {
  /** in the form of --set */
  readonly text: string;
  /** in the unit of the variable; missing for words, lists and maps */
  readonly number?: number;
}

export interface Axis {
  /** names of the variables along it */
  readonly names: readonly string[];
  readonly kind: 'values' | 'seeds' | 'table' | 'sample';
  readonly count: number;
  /** one value for each name */
  at(index: number): readonly Value[];
}

export function listAxis(names: readonly string[], lists: readonly (readonly Value[])[], kind: Axis['kind']): Axis {
  return { names, kind, count: lists[0].length, at: (i) => lists.map((list) => list[i]) };
}

export function seedAxis(name: string, first: number, count: number): Axis {
  return {
    names: [name],
    kind: 'seeds',
    count,
    at: (i) => [{ text: String(first + i), number: first + i }],
  };
}

export interface SampledVariable {
  readonly name: string;
  readonly unit: string;
  readonly distribution: Distribution;
}

export function sampleAxis(
  variables: readonly SampledVariable[],
  method: SampleMethod,
  count: number,
  seed: number,
): Axis {
  const d = variables.length;
  let points: Float64Array | undefined; // drawn when first asked for
  return {
    names: variables.map(({ name }) => name),
    kind: 'sample',
    count: sampleSize(method, count, d),
    at: (i) => {
      points ??= unitSample(method, count, d, seed);
      const drawn = points;
      return variables.map(({ distribution, unit }, k) => {
        const number = Number(quantileOf(distribution, drawn[i * d + k]).toPrecision(12));
        return { text: amountText(number, unit), number };
      });
    },
  };
}

export function pointCount(axes: readonly Axis[]): number {
  return axes.reduce((product, axis) => product * axis.count, 1);
}

/** Index along every axis of point `index`. */
export function indicesOf(axes: readonly Axis[], index: number): number[] {
  const indices = new Array<number>(axes.length);
  let rest = index;
  for (let a = axes.length - 1; a >= 0; a--) {
    indices[a] = rest % axes[a].count;
    rest = Math.floor(rest / axes[a].count);
  }
  return indices;
}

/** Values by name at an index of every axis. */
export function pointAt(axes: readonly Axis[], indices: readonly number[]): Map<string, Value> {
  const point = new Map<string, Value>();
  axes.forEach((axis, a) => {
    const values = axis.at(indices[a]);
    axis.names.forEach((name, k) => {
      point.set(name, values[k]);
    });
  });
  return point;
}

/** Overrides that put a point into a scenario. */
export function overridesOf(variables: readonly VariableInfo[], point: ReadonlyMap<string, Value>): string[] {
  return variables.flatMap(({ name, paths }) => {
    const value = point.get(name);
    return value === undefined ? [] : paths.map((path) => `${path}=${value.text}`);
  });
}
