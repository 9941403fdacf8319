/**
 * Cables as polylines: nodes from the channels `cable.NAME.node-I.position`, with the values of `cable.NAME.range-I` at each of them, where
 * recorded. Values between rows are interpolated linearly. Nodes that do not exist yet lie at the end of their cable and are skipped.
 */
import type { Recording } from '@hawser/record';
import { interpolated } from './interpolate.ts';

/** Names of the values at points, as the channels have them. */
export const ALONG = ['arc', 'tension', 'curvature', 'twist', 'load'] as const;
export type Along = (typeof ALONG)[number];

export interface CableLines {
  readonly names: readonly string[];
  /** xyz of every point, a cable after the other [m] */
  readonly points: Float64Array;
  /** number of points up to the end of each cable */
  readonly ends: Int32Array;
  /** by name, one value for each point, NaN where not recorded; quantities of no cable are missing */
  readonly values: ReadonlyMap<Along, Float64Array>;
}

export interface RecordedCable {
  readonly name: string;
  readonly nodes: readonly (readonly Float64Array[])[];
  /** columns by node */
  readonly along: ReadonlyMap<Along, readonly (Float64Array | undefined)[]>;
}

const NODE = /^cable\.(.+)\.node-0\.position\.x$/;

/** The cables of a recording whose nodes were recorded from the first to the last, with the columns they are drawn from. */
export function recordedCables(recording: Recording): RecordedCable[] {
  const names = recording.names.flatMap((column) => NODE.exec(column.name)?.[1] ?? []);
  return names.flatMap((name) => {
    const nodes: Float64Array[][] = [];
    const axes = (i: number): string[] => ['x', 'y', 'z'].map((axis) => `cable.${name}.node-${i}.position.${axis}`);
    while (axes(nodes.length).every((column) => recording.has(column))) {
      nodes.push(axes(nodes.length).map((column) => recording.column(column)));
    }
    if (nodes.length < 2) return [];
    const along = new Map(
      ALONG.map((what) => {
        const columns = nodes.map((_, i) => `cable.${name}.range-${i}.${what}`);
        return [what, columns.map((column) => (recording.has(column) ? recording.column(column) : undefined))] as const;
      }),
    );
    return [{ name, nodes, along }];
  });
}

export function cableLinesAt(cables: readonly RecordedCable[], time: Float64Array, t: number): CableLines {
  const points: number[] = [];
  const ends: number[] = [];
  const values = new Map<Along, number[]>(ALONG.map((what) => [what, []]));
  for (const { nodes, along } of cables) {
    const here = nodes.map((axes) => axes.map((column) => interpolated(time, column, t)));
    let count = here.length;
    while (count > 2 && here[count - 1].every((x, r) => x === here[count - 2][r])) count--;
    points.push(...here.slice(0, count).flat());
    ends.push(points.length / 3);
    for (const [what, columns] of along) {
      for (let i = 0; i < count; i++) {
        const column = columns[i];
        values.get(what)?.push(column === undefined ? Number.NaN : interpolated(time, column, t));
      }
    }
  }
  const known = [...values].filter(([, column]) => column.some((value) => !Number.isNaN(value)));
  return {
    names: cables.map(({ name }) => name),
    points: Float64Array.from(points),
    ends: Int32Array.from(ends),
    values: new Map(known.map(([what, column]) => [what, Float64Array.from(column)])),
  };
}
