/** Go or no-go of one run, and its reason. It is decided when rows are read: a changed criterion needs no new run. */
import { evaluate, parseExpression } from './expression.ts';
import type { MeasureSpec } from './measure.ts';
import type { VariableInfo } from './plan.ts';
import { hasFailed, type Row } from './row.ts';
import type { Study } from './types.ts';

/** A criterion with numbers in the unit of its measure. */
export interface CriterionSpec {
  readonly name: string;
  readonly measure?: string;
  readonly above?: number;
  readonly below?: number;
  readonly verdict?: 'go';
}

export interface JudgedRow {
  readonly row: Row;
  /** numbers of the variables, in the order of the study; NaN for words */
  readonly inputs: readonly number[];
  /** all measures, expressions included, in the order of the study */
  readonly measures: readonly (number | null)[];
  readonly go: boolean;
  /** the decisive criterion; empty for go */
  readonly criterion: string;
  /** a sentence; empty for go */
  readonly reason: string;
}

export interface Judge {
  readonly measureNames: readonly string[];
  readonly units: readonly string[];
  judge(row: Row): JudgedRow;
}

export function makeJudge(
  study: Study,
  variables: readonly VariableInfo[],
  specs: readonly MeasureSpec[],
  criteria: readonly CriterionSpec[],
): Judge {
  const measureNames = Object.keys(study.measure);
  const taken = new Map(specs.map((spec, i) => [spec.name, { spec, i }]));
  const expressions = measureNames.map((name) => {
    const text = study.measure[name].expression;
    const parsed = text === undefined ? undefined : parseExpression(text);
    return parsed?.ok ? parsed.expression : undefined;
  });
  const units = measureNames.map((name) => taken.get(name)?.spec.unit ?? '');
  return {
    measureNames,
    units,
    judge: (row) => {
      const inputs = variables.map((_, i) => row.numbers[i] ?? Number.NaN);
      const known = new Map<string, number>(variables.map(({ name }, i) => [name, inputs[i]]));
      const measures = measureNames.map((name, i): number | null => {
        const expression = expressions[i];
        const value = expression
          ? evaluate(expression, (each) => known.get(each) ?? Number.NaN)
          : (row.measures[taken.get(name)?.i ?? -1] ?? Number.NaN);
        known.set(name, value);
        return Number.isFinite(value) ? value : null;
      });
      const worst = worstOf(row, criteria, known, (name) => units[measureNames.indexOf(name)] ?? '');
      const common = { row, inputs, measures };
      return worst === undefined
        ? { ...common, go: true, criterion: '', reason: '' }
        : { ...common, go: false, criterion: worst.criterion, reason: worst.reason };
    },
  };
}

interface Against {
  readonly criterion: string;
  readonly reason: string;
  /** relative to the bound */
  readonly beyond: number;
}

function worstOf(
  row: Row,
  criteria: readonly CriterionSpec[],
  known: ReadonlyMap<string, number>,
  unitOf: (measure: string) => string,
): Against | undefined {
  if (hasFailed(row)) {
    const reason = row.failure ?? row.status;
    return { criterion: `${row.status}: ${kindOf(reason)}`, reason, beyond: Number.POSITIVE_INFINITY };
  }
  const against: Against[] = [];
  for (const { name, measure, above, below, verdict } of criteria) {
    if (verdict !== undefined) {
      if (row.verdict !== undefined && row.verdict !== 'go') {
        const reason = row.reasons[0] ?? row.verdict;
        against.push({ criterion: kindOf(reason), reason: row.reasons.join('; '), beyond: 1e9 });
      }
      continue;
    }
    const value = known.get(measure ?? '') ?? Number.NaN;
    if (!Number.isFinite(value)) {
      if (row.status === 'lost') continue; // it never occurred
      against.push({ criterion: name, reason: `${name}: nothing was measured`, beyond: 1e12 });
      continue;
    }
    for (const [bound, word, excess] of [
      [above, 'above', (above ?? 0) - value],
      [below, 'below', value - (below ?? 0)],
    ] as const) {
      if (bound === undefined || excess < 0) continue;
      const unit = unitOf(measure ?? '');
      const tail = unit === '' ? '' : ` ${unit}`;
      const reason = `${name} came to ${show(value)}${tail}, wanted ${word} ${show(bound)}${tail}`;
      against.push({ criterion: name, reason, beyond: excess / Math.max(Math.abs(bound), 1e-12) });
    }
  }
  return against.sort((a, b) => b.beyond - a.beyond)[0];
}

/** Reasons that differ only in their numbers are of one kind: "boat in its cradle", "deckhand stern has let go". */
export function kindOf(reason: string): string {
  const named = /^(.*?) came to /.exec(reason)?.[1];
  if (named !== undefined) return named.replace(/[:\s]+$/, '');
  return reason
    .replace(/:.*$/s, '')
    .replace(/\s*(?:at t = )?-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?: (?:m|s|N|kN|deg|rad|J))?\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
