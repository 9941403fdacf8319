/** Refuses sizes no primitive can have. */
import { BuildError } from '../../../base/index.ts';

/** Every length must be a finite number > 0 m. */
export function checkLengths(lengths: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(lengths)) {
    if (value > 0 && Number.isFinite(value)) continue;
    throw new BuildError('not-positive', `must be a finite length > 0 m, found ${value}`, [name]);
  }
}

/** A count of sides, teeth or stations. */
export function checkCount(name: string, value: number, least: number, most: number = 100_000): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new BuildError('count', `must be a whole number from ${least} to ${most}, found ${value}`, [name]);
}

/** `small` must fit into `large`. */
export function checkFits(small: string, smallValue: number, large: string, largeValue: number): void {
  if (smallValue < largeValue) return;
  throw new BuildError('size', `must be smaller than ${large} (${largeValue} m), found ${smallValue} m`, [small]);
}
