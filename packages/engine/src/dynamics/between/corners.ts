/**
 * Instants at which a function of time in a model is not smooth: start and end of a ramp, the end of a sine's build-up, the rows of a
 * piecewise linear table, and places where the spacing of a table's rows changes abruptly. Automatic steps end at these instants, because
 * the error of a step is estimated from its stages and a corner between two stages would be missed.
 */
import type { TimeFunction } from '../../math/index.ts';
import type { ModelSpec } from '../../model/index.ts';

/** [s] rows of a table closer than this are samples of a smooth function */
const CLOSE = 5e-3;
/** Ratio of neighbouring row spacings above which a new part of the table begins. */
const DENSER = 3;

/** Sorted instants without duplicates, collected from all places of the model that can hold a function. */
export function cornersOf(spec: ModelSpec): Float64Array {
  const found = new Set<number>();
  look(spec, found, 0);
  return Float64Array.from(found).sort();
}

/** Largest depth of nesting in a model. */
const DEEPEST = 12;

function look(value: unknown, found: Set<number>, depth: number): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    if (typeof value[0] !== 'number') for (const item of value) look(item, found, depth + 1);
    return;
  }
  if (isRamp(value)) {
    found.add(value.start);
    found.add(value.start + value.duration);
  } else if (isSine(value)) {
    if (value.buildUp !== undefined) found.add(value.buildUp);
  } else if (isTable(value)) {
    const { times } = value;
    for (let i = 1; i + 1 < times.length; i++) {
      const before = times[i] - times[i - 1];
      const after = times[i + 1] - times[i];
      if (before > DENSER * after || after > DENSER * before) found.add(times[i]);
    }
    if (value.interpolation !== 'linear') return;
    const mean = (times[times.length - 1] - times[0]) / Math.max(1, times.length - 1);
    if (mean >= CLOSE) for (const time of times) found.add(time);
  } else for (const item of Object.values(value)) look(item, found, depth + 1);
}

type Kind<K extends TimeFunction['kind']> = Extract<TimeFunction, { kind: K }>;

function isRamp(value: object): value is Kind<'ramp'> {
  return 'kind' in value && value.kind === 'ramp' && 'start' in value && 'duration' in value;
}

function isSine(value: object): value is Kind<'sine'> {
  return 'kind' in value && value.kind === 'sine' && 'amplitude' in value;
}

function isTable(value: object): value is Kind<'table'> {
  return 'kind' in value && value.kind === 'table' && 'times' in value && 'interpolation' in value;
}
