/** Numbers that the page shows but nobody recorded: sizes of vectors, their extremes, energy that changed hands. */
import { type Channel, type ColumnSummary, type EnergySummary, Recording, summarise } from '@hawser/record';

export const MAGNITUDE = 'magnitude';

/**
 * The recording with the size of every vector beside its components: an engineer asks for the force in a pin, not for
 * three of them. Positions are left out, for their distance to the origin says nothing.
 */
export function withMagnitudes(recording: Recording): Recording {
  const channels: Channel[] = [];
  const columns: Float64Array[] = [];
  let first = 0;
  for (const channel of recording.channels) {
    const own = recording.columns.slice(first, first + channel.components.length);
    first += channel.components.length;
    columns.push(...own);
    if (channel.components.join() === 'x,y,z' && channel.unit !== 'm') {
      channels.push({ ...channel, components: [...channel.components, MAGNITUDE] });
      columns.push(Float64Array.from(own[0], (x, i) => Math.hypot(x, own[1][i], own[2][i])));
    } else {
      channels.push(channel);
    }
  }
  return new Recording(channels, recording.time, columns);
}

/** A column with both extremes known. */
export interface Extreme {
  readonly name: string;
  readonly unit: string;
  readonly min: number;
  /** [s] */
  readonly minTime: number;
  readonly max: number;
  /** [s] */
  readonly maxTime: number;
  readonly mean: number;
  readonly rms: number;
}

/** Extremes of every column with a finite value; what run.json says about a column comes first. */
export function extremesOf(recording: Recording, given: Readonly<Record<string, ColumnSummary>>): Extreme[] {
  const extremes: Extreme[] = [];
  const all = { ...summarise(recording), ...given };
  for (const { name } of recording.names) {
    const { unit, min, minTime, max, maxTime, mean, rms } = all[name];
    if (min === null || minTime === null || max === null || maxTime === null) continue;
    extremes.push({ name, unit, min, minTime, max, maxTime, mean: mean ?? Number.NaN, rms: rms ?? Number.NaN });
  }
  return extremes;
}

/**
 * [J] energy that changed hands: the largest kinetic energy, plus what was lost and what drivers put in or took out.
 * A yardstick for the imbalance; potential energy is no help, for its zero is arbitrary.
 */
export function exchangedEnergy(recording: Recording, ledger: EnergySummary): number {
  let kinetic = Math.abs(ledger.kinetic);
  if (recording.has('energy.kinetic')) {
    for (const value of recording.column('energy.kinetic')) if (value > kinetic) kinetic = value;
  }
  return kinetic + Math.abs(ledger.dissipated) + Math.abs(ledger.work);
}
