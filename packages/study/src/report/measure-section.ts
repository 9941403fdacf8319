/** Measures over all runs: exceedance, extreme-value fits, sensitivity. */
import { type ExtremeFit, fitExtremes, fitQuantile, LEAST_VALUES, parametersOf, shareBelow } from '../extremes.ts';
import type { JudgedRow } from '../judge.ts';
import type { MeasureSpec } from '../measure.ts';
import { moments, quantile, rankCorrelation, sobolIndices } from '../statistics.ts';
import type { StudyReportInput } from './input.ts';
import { axes, escaped, FRAME, figure, LINES, linear, logarithmic, n, percent, show, table, withUnit } from './svg.ts';

/** Largest number of points drawn; statistics use all. */
const MOST_POINTS = 1500;

const finite = (values: readonly (number | null)[]): number[] =>
  values.filter((value): value is number => value !== null && Number.isFinite(value));

/** A measure of a lost run covers only a part of it and is not mixed with those of complete runs. */
const measured = ({ row, measures }: JudgedRow, m: number): number | null =>
  row.status === 'lost' ? null : measures[m];

export function measureSection(input: StudyReportInput): string {
  const { measureNames, units, rows } = input;
  if (measureNames.length === 0) return '';
  const columns = measureNames.map((_, i) => finite(rows.map((row) => measured(row, i))).sort((a, b) => a - b));
  const lines = measureNames.map((name, i) => {
    const { count, mean, deviation, min, max } = moments(columns[i]);
    return [
      escaped(withUnit(name, units[i])),
      String(count),
      show(mean),
      show(deviation),
      show(min),
      show(quantile(columns[i], 0.5)),
      show(quantile(columns[i], 0.9)),
      show(quantile(columns[i], 0.99)),
      show(max),
    ];
  });
  const curves = measureNames
    .map((name, i) => exceedance(columns[i], withUnit(name, units[i]), boundsOf(input, name)))
    .filter(Boolean);
  const lost = rows.filter(({ row }) => row.status === 'lost').length;
  const note =
    lost === 0
      ? ''
      : `<p>Of the ${rows.length - lost} runs that were not ended early: the ${lost} that were lost are left out here and in the correlations, since what they would have come to is not known. So the largest values are those of runs that went well or failed at their end.</p>`;
  return `<section><h2>Measures</h2>${note}${table(['measure', 'runs', 'mean', 'deviation', 'least', 'median', '90 %', '99 %', 'greatest'], lines, [1, 2, 3, 4, 5, 6, 7, 8])}<div class="row">${curves.join('')}</div></section>`;
}

function boundsOf({ criteria }: StudyReportInput, measure: string): number[] {
  return criteria
    .filter((each) => each.measure === measure)
    .flatMap(({ above, below }) => [above, below].filter((bound) => bound !== undefined));
}

/** Share of runs above a value. */
function exceedance(
  sorted: readonly number[],
  name: string,
  bounds: readonly number[],
  fit?: (x: number) => number,
  of: 'runs' | 'peaks' = 'runs',
): string {
  if (sorted.length < 3 || sorted[0] === sorted[sorted.length - 1]) return '';
  const low = Math.min(sorted[0], ...bounds);
  const high = Math.max(sorted[sorted.length - 1], ...bounds);
  const x = linear(low, high, FRAME.left, FRAME.width - FRAME.right);
  const y = logarithmic(Math.min(0.1, 0.5 / sorted.length), 1, FRAME.height - FRAME.bottom, FRAME.top);
  const step = Math.max(1, Math.ceil(sorted.length / MOST_POINTS));
  const points = sorted.flatMap((value, i) =>
    i % step === 0 || i === sorted.length - 1 ? [`${n(x(value))} ${n(y(1 - i / sorted.length))}`] : [],
  );
  const marks = bounds.map(
    (bound) =>
      `<path class="bound" d="M${n(x(bound))} ${FRAME.top}V${FRAME.height - FRAME.bottom}"><title>criterion ${show(bound)}</title></path>`,
  );
  const curve =
    fit === undefined
      ? ''
      : `<path class="fit" d="M${Array.from({ length: 100 }, (_, k) => low + ((high - low) * k) / 99)
          .flatMap((value) => {
            const p = fit(value);
            return p > 0.5 / sorted.length && p <= 1 ? [`${n(x(value))} ${n(y(p))}`] : [];
          })
          .join('L')}"/>`;
  return figure(
    FRAME,
    `${axes(FRAME, x, y, name, `share of ${of} above`, { yTick: (v) => `${show(100 * v)} %` })}<path class="line" d="M${points.join('L')}"/>${curve}${marks.join('')}`,
    escaped(name),
  );
}

export function extremeSection(input: StudyReportInput): string {
  const { study, rows, measureNames, units, measures, duration } = input;
  if (study.report.extremes.length === 0) return '';
  const parts = study.report.extremes.map((asked) => {
    const index = measureNames.indexOf(asked.measure);
    const unit = units[index];
    const periods = asked['return period'];
    if (asked.fit === 'peaks') {
      const spec = measures.find(({ name }) => name === asked.measure);
      const threshold = spec?.peaks?.above ?? 0;
      const peaks = rows.flatMap(({ row }) => row.peaks?.[asked.measure] ?? []);
      const time = rows.reduce((sum, { row }) => sum + watched(spec, row.simulated), 0);
      const rate = peaks.length / time;
      const shares = periods.map((period) => 1 - 1 / (rate * period));
      const of = spec?.peaks?.unit ?? '';
      const name = `peaks of ${asked.measure} above ${show(threshold)}${of === '' ? '' : ` ${of}`}`;
      return fitPart(
        name,
        of,
        peaks.map((peak) => peak - threshold),
        'pareto',
        threshold,
        shares,
        periods,
        study.report.confidence,
        `${peaks.length} peaks in ${show(time / 3600)} h of simulated time.`,
      );
    }
    const values = finite(rows.filter(({ row }) => row.status === 'complete').map((row) => row.measures[index]));
    const block = watched(
      measures.find(({ name }) => name === asked.measure),
      duration,
    );
    const shares = periods.map((period) => 1 - block / period);
    return fitPart(
      asked.measure,
      unit,
      values,
      asked.fit,
      0,
      shares,
      periods,
      study.report.confidence,
      `Largest values of ${values.length} runs, each over ${show(block)} s.`,
    );
  });
  return `<section><h2>Extreme values</h2>${parts.join('')}</section>`;
}

/** [s] duration represented by one largest value. */
function watched(spec: MeasureSpec | undefined, end: number): number {
  return Math.max(0, Math.min(spec?.to ?? end, end) - Math.max(spec?.from ?? 0, 0));
}

function fitPart(
  name: string,
  unit: string,
  values: readonly number[],
  kind: 'gumbel' | 'weibull' | 'pareto',
  offset: number,
  shares: readonly number[],
  periods: readonly number[],
  confidence: number,
  about: string,
): string {
  const head = `<h3>${escaped(withUnit(name, unit))}</h3>`;
  const usable = shares.map((share) => Math.min(Math.max(share, 1e-6), 1 - 1e-12));
  const found = fitExtremes(kind, values, usable, confidence);
  if (found === undefined)
    return `${head}<p>${escaped(about)} A fit needs at least ${LEAST_VALUES} values that differ${kind === 'weibull' ? ' and are positive' : ''}.</p>`;
  const rows = periods.map((period, i) => {
    const hours = `${show(period / 3600)} h`;
    if (!(shares[i] > 0)) return [hours, 'the period is shorter than what one value stands for', ''];
    const { value, interval } = found.values[i];
    return [hours, show(value + offset), `${show(interval.low + offset)} to ${show(interval.high + offset)}`];
  });
  const sorted = [...values].map((value) => value + offset).sort((a, b) => a - b);
  const picture = exceedance(
    sorted,
    withUnit(name, unit),
    [],
    (x) => 1 - shareBelow(found.fit, x - offset),
    kind === 'pareto' ? 'peaks' : 'runs',
  );
  const verdict =
    found.pValue < 0.05
      ? `<b>does not fit well</b> (p ${found.pValue < 0.001 ? 'below 0.001' : show(found.pValue, 2)}): do not rely on it beyond the values measured`
      : `no reason to doubt it (p ${found.pValue < 0.001 ? 'below 0.001' : show(found.pValue, 2)})`;
  return `${head}<p>${escaped(about)} ${escaped(describe(found, confidence))}. Anderson–Darling ${show(found.statistic, 3)}: ${verdict}.</p><div class="row">${picture}${quantilePicture(found, sorted, offset, withUnit(name, unit))}</div>${table(['return period', `value${unit === '' ? '' : ` [${escaped(unit)}]`}`, `${percent(confidence)} interval`], rows, [1])}`;
}

function describe({ fit, intervals }: ExtremeFit, confidence: number): string {
  const names = {
    gumbel: ['Gumbel', 'mode'],
    weibull: ['Weibull', 'shape'],
    pareto: ['Generalised Pareto', 'shape'],
  } as const;
  const [title, first] = names[fit.kind];
  const [a, b] = parametersOf(fit);
  return `${title}: ${first} ${show(a)} (${show(intervals[0].low, 3)} to ${show(intervals[0].high, 3)}), scale ${show(b)} (${show(intervals[1].low, 3)} to ${show(intervals[1].high, 3)}) at ${percent(confidence)}`;
}

/** Measured against fitted values: on the diagonal where the fit is good. */
function quantilePicture({ fit }: ExtremeFit, sorted: readonly number[], offset: number, name: string): string {
  const count = sorted.length;
  const fitted = sorted.map((_, i) => fitQuantile(fit, (i + 0.5) / count) + offset);
  const low = Math.min(sorted[0], fitted[0]);
  const high = Math.max(sorted[count - 1], fitted[count - 1]);
  const x = linear(low, high, FRAME.left, FRAME.width - FRAME.right);
  const y = linear(low, high, FRAME.height - FRAME.bottom, FRAME.top);
  const step = Math.max(1, Math.ceil(count / MOST_POINTS));
  const points = sorted.flatMap((value, i) =>
    i % step === 0 || i === count - 1
      ? [`<circle class="dot" cx="${n(x(fitted[i]))}" cy="${n(y(value))}" r="2.5"/>`]
      : [],
  );
  return figure(
    FRAME,
    `${axes(FRAME, x, y, `fitted ${name}`, 'measured')}<path class="fit" d="M${n(x(low))} ${n(y(low))}L${n(x(high))} ${n(y(high))}"/>${points.join('')}`,
    'Measured against fitted values',
  );
}

export function sensitivitySection(input: StudyReportInput): string {
  const { variables, measureNames, rows, study } = input;
  const inputs = variables.flatMap(({ name, numeric, kind }, i) =>
    numeric && kind !== 'seeds' && new Set(rows.slice(0, 2000).map((row) => row.inputs[i])).size > 1
      ? [{ name, i }]
      : [],
  );
  if (inputs.length === 0 || measureNames.length === 0 || rows.length < 5) return '';
  const head = ['variable', ...measureNames.map(escaped), 'go'];
  const against = (i: number, of: (row: (typeof rows)[number]) => number | null): string => {
    const pairs = rows.flatMap((row) => {
      const value = of(row);
      return value === null || !Number.isFinite(row.inputs[i]) ? [] : [[row.inputs[i], value] as const];
    });
    const { value, low, high } = rankCorrelation(
      pairs.map(([a]) => a),
      pairs.map(([, b]) => b),
      study.report.confidence,
    );
    if (!Number.isFinite(value)) return '–';
    const width = Math.max(1, Math.round(40 * Math.abs(value)));
    const sure = low > 0 || high < 0;
    return `<svg class="bar" viewBox="0 0 ${width} 9" width="${width}" height="9" aria-hidden="true"><rect width="${width}" height="9" rx="2" fill="${value > 0 ? LINES[1] : LINES[0]}" opacity="${sure ? 1 : 0.35}"/></svg> ${value.toFixed(2)}<small> (${low.toFixed(2)} to ${high.toFixed(2)})</small>`;
  };
  const lines = inputs.map(({ name, i }) => [
    escaped(name),
    ...measureNames.map((_, m) => against(i, (row) => measured(row, m))),
    against(i, (row) => Number(row.go)),
  ]);
  return `<section><h2>Sensitivity</h2><p>Rank correlation (Spearman) with its ${percent(study.report.confidence)} interval; pale where it may be 0.</p>${table(head, lines)}${sobolPart(input)}</section>`;
}

function sobolPart({ study, variables, rows, measureNames }: StudyReportInput): string {
  if (study.sample?.method !== 'saltelli') return '';
  const sampled = variables.filter(({ kind }) => kind === 'sample');
  const block = sampled.length + 2;
  if (rows.length < block * 8 || rows.length % block !== 0 || variables.some(({ kind }) => kind !== 'sample')) {
    return '<p>Sobol’ indices need the whole sample and no other variables.</p>';
  }
  const lines = measureNames.flatMap((name, m) => {
    const values = rows.map((row) => measured(row, m) ?? Number.NaN);
    if (values.some((value) => !Number.isFinite(value))) return [];
    const { first, total } = sobolIndices(values, sampled.length);
    return sampled.map((variable, k) => [
      k === 0 ? escaped(name) : '',
      escaped(variable.name),
      first[k].toFixed(3),
      total[k].toFixed(3),
    ]);
  });
  return `<h3>Sobol’ indices</h3><p>Part of the variance that a variable makes alone, and that it has a hand in.</p>${table(['measure', 'variable', 'alone', 'in all'], lines, [2, 3])}`;
}
