/** Converts the definition of a variable to its values, or its distribution. */
import { type Path, suggest } from '@hawser/scenario';
import type { Distribution } from './distribution.ts';
import type { Findings } from './findings.ts';
import { type Axis, listAxis, seedAxis, type Value, type VariableInfo } from './plan.ts';
import { amountText, readAmount, unitFactor } from './quantity.ts';
import { DISTRIBUTIONS, type Variable, type Written } from './types.ts';

export interface StudyTable {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly columns: readonly ArrayLike<number>[];
}

export interface Made {
  readonly kind: VariableInfo['kind'];
  readonly unit: string;
  readonly numeric: boolean;
  readonly axis?: Axis;
  readonly distribution?: Distribution;
  readonly column?: Value[];
}

export function valueText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

export class VariableReader {
  readonly #findings: Findings;
  readonly #table: StudyTable | 'missing' | undefined;

  constructor(findings: Findings, table: StudyTable | 'missing' | undefined) {
    this.#findings = findings;
    this.#table = table;
  }

  read(name: string, variable: Variable): Made | undefined {
    const at: Path = ['vary', name];
    if (variable.values !== undefined) return this.#values(variable.values, [...at, 'values']);
    if (variable.range !== undefined) return this.#range(variable.range, [...at, 'range']);
    if (variable.seeds !== undefined) {
      const { first, count } =
        typeof variable.seeds === 'number' ? { first: 1, count: variable.seeds } : variable.seeds;
      return { kind: 'seeds', unit: '', numeric: true, axis: seedAxis(name, first, count) };
    }
    if (variable.column !== undefined) return this.#column(variable.column, [...at, 'column']);
    return this.#distribution(variable, at);
  }

  #values(values: readonly unknown[], path: Path): Made {
    const amounts = values.map((value) =>
      typeof value === 'number' || typeof value === 'string' ? readAmount(value) : undefined,
    );
    const unit = amounts[0]?.unit ?? '';
    const numeric = amounts.every(
      (amount) =>
        amount !== undefined &&
        (amount.unit === unit || amount.unit === '' || unitFactor(amount.unit, unit) !== undefined),
    );
    const seen = new Set<string>();
    const list = values.map((value, i): Value => {
      const text = valueText(value);
      if (seen.has(text)) this.#findings.bad([...path, i], 'every value once', `"${text}" again`);
      seen.add(text);
      const amount = amounts[i];
      if (!numeric || amount === undefined) return { text };
      return { text, number: Number((amount.number * (unitFactor(amount.unit, unit) ?? 1)).toPrecision(12)) };
    });
    return { kind: 'values', unit: numeric ? unit : '', numeric, axis: listAxis([String(path[1])], [list], 'values') };
  }

  #range(range: NonNullable<Variable['range']>, path: Path): Made | undefined {
    const from = this.#findings.amount(range.from, [...path, 'from']);
    const to = this.#findings.amount(range.to, [...path, 'to'], from?.unit);
    const step =
      range.step === undefined ? undefined : this.#findings.amount(range.step, [...path, 'step'], from?.unit);
    if (from === undefined || to === undefined || (range.step !== undefined && step === undefined)) return undefined;
    const { unit } = from;
    const span = to.number - from.number;
    if (!(span > 0)) {
      this.#findings.bad(
        [...path, 'to'],
        `a value above ${amountText(from.number, unit)}`,
        amountText(to.number, unit),
        'the grid would be empty',
      );
      return undefined;
    }
    if (range.spacing === 'log' && !(from.number > 0)) {
      this.#findings.bad([...path, 'from'], 'a value above 0 for spacing: log', amountText(from.number, unit));
      return undefined;
    }
    let count = range.count ?? 0;
    if (step !== undefined) {
      if (!(step.number > 0)) {
        this.#findings.bad([...path, 'step'], 'a step above 0', amountText(step.number, unit));
        return undefined;
      }
      count = Math.floor(span / step.number + 1e-9) + 1;
      if (count > 1_000_000) {
        this.#findings.bad([...path, 'step'], 'at most 1000000 values', `${count}`, 'take a larger step');
        return undefined;
      }
    }
    const at = (i: number): number => {
      if (step !== undefined) return from.number + i * step.number;
      const part = i / (count - 1);
      return range.spacing === 'log' ? from.number * (to.number / from.number) ** part : from.number + span * part;
    };
    const list = Array.from({ length: count }, (_, i): Value => {
      const number = Number(at(i).toPrecision(12));
      return { text: amountText(number, unit), number };
    });
    return { kind: 'range', unit, numeric: true, axis: listAxis([String(path[1])], [list], 'values') };
  }

  #column(name: string, path: Path): Made | undefined {
    const table = this.#table;
    if (table === 'missing') this.#findings.bad(path, 'a table: FILE in the study', 'none');
    if (table === 'missing' || table === undefined) return undefined;
    const index = table.names.indexOf(name);
    if (index < 0) {
      this.#findings.bad(path, 'a column of the table', `"${name}"`, suggest(name, table.names));
      return undefined;
    }
    const unit = table.units[index];
    const column = Array.from(table.columns[index], (number): Value => ({ text: amountText(number, unit), number }));
    return { kind: 'table', unit, numeric: true, column };
  }

  #distribution(variable: Variable, at: Path): Made | undefined {
    const kind = DISTRIBUTIONS.find((each) => variable[each] !== undefined);
    if (kind === undefined) return undefined;
    const path = [...at, kind];
    const made = this.#makeDistribution(variable, kind, path);
    if (made === undefined) return undefined;
    return { kind: 'sample', unit: made.unit, numeric: true, distribution: made.distribution };
  }

  #makeDistribution(
    variable: Variable,
    kind: (typeof DISTRIBUTIONS)[number],
    path: Path,
  ): { unit: string; distribution: Distribution } | undefined {
    if (kind === 'uniform' && variable.uniform) {
      const [from, to] = this.#amounts(variable.uniform, [0, 1], path) ?? [];
      if (from === undefined || to === undefined) return undefined;
      if (!(to.number > from.number))
        this.#findings.bad(path, 'two values, the lower first', `${from.number} and ${to.number}`);
      return { unit: from.unit, distribution: { kind, from: from.number, to: to.number } };
    }
    if (kind === 'triangular' && variable.triangular) {
      const [least, mode, most] = this.#amounts(variable.triangular, [0, 1, 2], path) ?? [];
      if (least === undefined) return undefined;
      if (!(least.number < most.number && least.number <= mode.number && mode.number <= most.number)) {
        this.#findings.bad(
          path,
          'three values that rise: least, most likely, greatest',
          `${least.number}, ${mode.number}, ${most.number}`,
        );
      }
      return { unit: least.unit, distribution: { kind, least: least.number, mode: mode.number, most: most.number } };
    }
    if (kind === 'normal' && variable.normal) {
      const { mean, deviation, from, to } = variable.normal;
      const m = this.#findings.amount(mean, [...path, 'mean']);
      const s = this.#findings.amount(deviation, [...path, 'deviation'], m?.unit);
      const low = from === undefined ? undefined : this.#findings.amount(from, [...path, 'from'], m?.unit);
      const high = to === undefined ? undefined : this.#findings.amount(to, [...path, 'to'], m?.unit);
      if (m === undefined || s === undefined) return undefined;
      if (!(s.number > 0)) this.#findings.bad([...path, 'deviation'], 'a deviation above 0', `${s.number}`);
      const bounds = { from: low?.number ?? Number.NEGATIVE_INFINITY, to: high?.number ?? Number.POSITIVE_INFINITY };
      if (!(bounds.to > bounds.from)) this.#findings.bad([...path, 'to'], 'a value above from', `${bounds.to}`);
      return { unit: m.unit, distribution: { kind, mean: m.number, deviation: s.number, ...bounds } };
    }
    if (kind === 'lognormal' && variable.lognormal) {
      const median = this.#findings.amount(variable.lognormal.median, [...path, 'median']);
      if (median === undefined) return undefined;
      if (!(median.number > 0)) this.#findings.bad([...path, 'median'], 'a median above 0', `${median.number}`);
      return { unit: median.unit, distribution: { kind, median: median.number, sigma: variable.lognormal.sigma } };
    }
    if (kind === 'weibull' && variable.weibull) {
      const scale = this.#findings.amount(variable.weibull.scale, [...path, 'scale']);
      if (scale === undefined) return undefined;
      if (!(scale.number > 0)) this.#findings.bad([...path, 'scale'], 'a scale above 0', `${scale.number}`);
      return { unit: scale.unit, distribution: { kind, scale: scale.number, shape: variable.weibull.shape } };
    }
    if (kind === 'gumbel' && variable.gumbel) {
      const mode = this.#findings.amount(variable.gumbel.mode, [...path, 'mode']);
      const scale = this.#findings.amount(variable.gumbel.scale, [...path, 'scale'], mode?.unit);
      if (mode === undefined || scale === undefined) return undefined;
      if (!(scale.number > 0)) this.#findings.bad([...path, 'scale'], 'a scale above 0', `${scale.number}`);
      return { unit: mode.unit, distribution: { kind, mode: mode.number, scale: scale.number } };
    }
    return undefined;
  }

  #amounts(
    list: readonly Written[],
    steps: readonly number[],
    path: Path,
  ): { number: number; unit: string }[] | undefined {
    const first = this.#findings.amount(list[0], [...path, 0]);
    const rest = steps.slice(1).map((i) => this.#findings.amount(list[i], [...path, i], first?.unit));
    return first === undefined || rest.some((each) => each === undefined)
      ? undefined
      : [first, ...(rest as { number: number; unit: string }[])];
  }
}
