/** Rows of the validation table; the one place that decides what passes. */
import type { ValidationRow } from 'hawser/cases';

export interface Compared {
  readonly quantity: string;
  readonly unit: string;
  readonly expected: number;
  readonly measured: number;
  /** largest |measured - expected| allowed, in `unit` */
  readonly tolerance: number;
  /** where this number comes from, when it is not the source of the case */
  readonly source?: string;
}

/** Passes when the two numbers differ by no more than the tolerance; a number that is not finite never passes. */
export function compare(validationCase: { id: string; source: string }, row: Compared): ValidationRow {
  const { quantity, unit, expected, measured, tolerance } = row;
  return {
    id: validationCase.id,
    quantity,
    unit,
    expected,
    measured,
    tolerance,
    pass: Math.abs(measured - expected) <= tolerance,
    source: row.source ?? validationCase.source,
  };
}

/** The same with a tolerance relative to the expected number. */
export function compareRelative(
  validationCase: { id: string; source: string },
  row: Omit<Compared, 'tolerance'> & { readonly relative: number },
): ValidationRow {
  return compare(validationCase, { ...row, tolerance: row.relative * Math.abs(row.expected) });
}

/** Largest |a - b| over pairs of equal length. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new RangeError(`expected ${a.length} numbers to compare with, found ${b.length}`);
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference; // NaN wins, and then fails every tolerance
  }
  return largest;
}
