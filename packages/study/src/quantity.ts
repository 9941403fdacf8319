/** Numbers with a unit in a study: the number is in the user's unit, the text goes to the scenario. */
import { parseUnit } from '@hawser/scenario';
import type { Written } from './types.ts';

export interface Amount {
  readonly number: number;
  /** as written; empty without one */
  readonly unit: string;
}

/** `1.5 m` -> 1.5 and m; undefined when it begins with no number. */
export function readAmount(written: Written): Amount | undefined {
  if (typeof written === 'number') return Number.isFinite(written) ? { number: written, unit: '' } : undefined;
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*$/s.exec(written);
  if (match === null || !Number.isFinite(Number(match[1]))) return undefined;
  return { number: Number(match[1]), unit: match[2] };
}

/** As --set takes it; 12 digits, so that 0.1 + 0.2 reads 0.3. */
export function amountText(number: number, unit: string): string {
  const rounded = String(Number(number.toPrecision(12)));
  return unit === '' ? rounded : `${rounded} ${unit}`;
}

/** Factor from one unit to another; undefined when they are of different kinds. A bare number is taken in the other's unit. */
export function unitFactor(from: string, to: string): number | undefined {
  if (from === to || from === '') return 1;
  const a = parseUnit(from);
  const b = parseUnit(to === '' ? '%' : to);
  if ('problem' in a || 'problem' in b) return undefined;
  if (a.exponents.some((exponent, i) => exponent !== b.exponents[i])) return undefined;
  const scale = to === '' ? 1 : b.per / b.times;
  return (a.times / a.per) * scale;
}
