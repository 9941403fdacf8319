/** Checks a study against its scenario: paths and values, channels, units. */
import {
  type AssetLoader,
  channelOf,
  compileScenario,
  type Issue,
  IssueList,
  type Override,
  type Path,
  type PreparedRun,
  prepareRun,
  type Readers,
  suggest,
} from '@hawser/scenario';
import type { CriterionSpec } from './judge.ts';
import { type LossSpec, lossOf } from './loss.ts';
import type { MeasureSpec } from './measure.ts';
import { pointCount, type Value } from './plan.ts';
import { readAmount, unitFactor } from './quantity.ts';
import { shareInterval } from './statistics.ts';
import type { ReadStudy } from './study-file.ts';
import type { Measure, Written } from './types.ts';

export interface FittedStudy extends ReadStudy {
  readonly measures: readonly MeasureSpec[];
  readonly criteria: readonly CriterionSpec[];
  /** what ends runs early */
  readonly loss: LossSpec | undefined;
  /** channels to record */
  readonly channels: readonly string[];
  readonly warnings: readonly Issue[];
  /** [s] simulated time of a run with the values of the scenario file */
  readonly duration: number;
}

export type FitResult =
  | { readonly ok: true; readonly fitted: FittedStudy }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Numeric variables are tried at their ends, others at every value up to this number. */
const MOST_TRIED = 50;

export function fitStudy(read: ReadStudy, loader: AssetLoader, readers: Readers): FitResult {
  const issues = new IssueList(read.file);
  const open = (set: readonly (Override | string)[]) => {
    const compiled = compileScenario({ file: read.scenarioFile, loader, readers, set });
    return compiled.ok ? prepareRun(compiled.compiled) : compiled;
  };
  const base = read.base.map((text): Override => ({ text, label: labelOf(text) }));
  let whole = open(base);
  if (!whole.ok) {
    issues.include(placed(read, whole.issues));
    whole = open([]); // other faults can be reported without the overrides
    if (!whole.ok) return { ok: false, issues: issues.sorted() };
  }
  tryValues(read, issues.hasErrors ? [] : base, open, issues);
  const { columns, units } = columnsOf(whole.prepared);
  const measures: MeasureSpec[] = [];
  for (const [name, measure] of Object.entries(read.study.measure)) {
    if (measure.expression !== undefined) continue;
    const spec = fitMeasure(read, name, measure, whole.prepared, { columns, units }, issues);
    if (spec !== undefined) measures.push(spec);
  }
  const criteria = fitCriteria(read, measures, issues);
  fitStop(read, measures, issues);
  if (issues.hasErrors) return { ok: false, issues: issues.sorted() };
  const channels = [
    ...new Set(measures.flatMap((spec) => spec.columns ?? []).map((column) => columns.get(column) as string)),
  ];
  const { duration } = whole.prepared.compiled.scenario.run;
  const warnings = [...doubts(read, criteria, whole.prepared), ...whole.prepared.notices];
  return {
    ok: true,
    fitted: { ...read, measures, criteria, loss: lossOf(read.study, measures, criteria), channels, warnings, duration },
  };
}

const labelOf = (text: string): string => `set ${text}`;

/** Issues of an override of `set` stand at its line of the study; all others where the scenario has them. */
function placed(read: ReadStudy, found: readonly Issue[]): readonly Issue[] {
  const paths = Object.keys(read.study.set);
  return found.map((issue) => {
    if (issue.code === 'file' && issue.file === read.scenarioFile && issue.line === 0)
      return { ...issue, ...read.document.place(['scenario']), path: 'scenario' };
    const index = read.base.findIndex((text) => labelOf(text) === issue.file);
    if (index < 0) return issue;
    const { file, line, column } = read.document.place(['set', paths[index]]);
    return { ...issue, file, line, column };
  });
}

/** Tries every variable by itself at its ends: invalid paths, and values rejected by the scenario, are reported here. */
function tryValues(
  read: ReadStudy,
  base: readonly Override[],
  open: (set: readonly (Override | string)[]) => { readonly ok: boolean; readonly issues?: readonly Issue[] },
  issues: IssueList,
): void {
  for (const axis of read.axes) {
    for (const [k, name] of axis.names.entries()) {
      const variable = read.variables.find((each) => each.name === name);
      if (variable === undefined) continue;
      const tried = triedValues(axis.count, (i) => axis.at(i)[k], variable.numeric);
      for (const { value, index } of tried) {
        const label = `vary ${name}`;
        const set = variable.paths.map((path): Override => ({ text: `${path}=${value.text}`, label }));
        // several paths of one thing must be valid together
        const partners = axis.names.flatMap((other, o) => {
          const info = read.variables.find((each) => each.name === other);
          return o === k || info === undefined ? [] : info.paths.map((path) => `${path}=${axis.at(index)[o].text}`);
        });
        const result = open([...base, ...partners, ...set]);
        if (result.ok) continue;
        const own = (result.issues ?? []).filter((issue) => issue.file === label);
        const told = own.length > 0 ? own : (result.issues ?? []).slice(0, 3);
        const given = placeOfValue(read, name, index);
        for (const issue of told) {
          const { expected, found, hint } = issue;
          const where = own.length > 0 ? `${issue.path}: ` : `with ${value.text}, ${issue.path}: `;
          issues.add(issue.code, read.document.place(given), given, {
            expected: where + expected,
            found: own.length > 0 && found === `"${value.text}"` ? found : `${found} (${value.text})`,
            message: `${where}${issue.message}`,
            ...(hint !== undefined && { hint: undefined }),
          });
        }
        break; // one value of a variable is enough
      }
    }
  }
}

function triedValues(count: number, at: (i: number) => Value, numeric: boolean): { value: Value; index: number }[] {
  const ends = count === 1 ? [0] : [0, count - 1];
  const tried = numeric ? ends : Array.from({ length: Math.min(count, MOST_TRIED) }, (_, i) => i);
  return tried.map((index) => ({ value: at(index), index }));
}

function placeOfValue(read: ReadStudy, name: string, index: number): Path {
  const variable = read.study.vary[name];
  if (variable.values !== undefined) return ['vary', name, 'values', index];
  if (variable.range !== undefined) return ['vary', name, 'range', index === 0 ? 'from' : 'to'];
  return ['vary', name, variable.path === undefined ? 'paths' : 'path'];
}

/** Columns by name with the channel that holds them, and units; a vector by its own name stands for all its columns. */
function columnsOf(prepared: PreparedRun): { columns: Map<string, string>; units: Map<string, string> } {
  const columns = new Map<string, string>();
  const units = new Map<string, string>();
  for (const probe of prepared.simulation.probes) {
    const { name, unit, components } = channelOf(probe);
    units.set(name, unit);
    for (const component of components) {
      const column = component === '' ? name : `${name}.${component}`;
      columns.set(column, name);
      units.set(column, unit);
    }
  }
  return { columns, units };
}

function fitMeasure(
  read: ReadStudy,
  name: string,
  measure: Measure,
  prepared: PreparedRun,
  known: { columns: Map<string, string>; units: Map<string, string> },
  issues: IssueList,
): MeasureSpec | undefined {
  const at: Path = ['measure', name];
  if (measure.events !== undefined) return { name, unit: '', events: measure.events };
  if (measure.summary !== undefined) {
    const units = { simulatedTime: 's', steps: '', rejected: '', imbalance: 'J', deepestOverlap: 'm' };
    return { name, unit: units[measure.summary], summary: measure.summary };
  }
  if (measure.limit !== undefined) {
    const limit = prepared.compiled.limits.find((each) => each.name === measure.limit);
    if (limit !== undefined) return { name, unit: known.units.get(limit.channel) ?? '', limit: limit.name };
    const names = prepared.compiled.limits.map((each) => each.name);
    issues.add('unknown-name', read.document.place([...at, 'limit']), [...at, 'limit'], {
      expected: 'the name of a limit of the scenario',
      found: `"${measure.limit}"`,
      hint: names.length === 0 ? 'it has none' : suggest(measure.limit, names),
    });
    return undefined;
  }
  const channel = measure.channel ?? '';
  const columns = known.columns.has(channel)
    ? [channel]
    : [...known.columns].filter(([, of]) => of === channel).map(([column]) => column);
  if (columns.length === 0) {
    const names = [...new Set([...known.columns.values(), ...known.columns.keys()])];
    issues.add('channel', read.document.place([...at, 'channel']), [...at, 'channel'], {
      expected: 'a channel of the scenario',
      found: `"${channel}"`,
      hint: suggest(channel, names) ?? `hawser channels ${read.scenarioFile} lists them`,
    });
    return undefined;
  }
  const unit = known.units.get(columns[0]) ?? '';
  const amount = (written: Written, key: Path): number | undefined =>
    fitAmount(read, written, unit, [...at, ...key], issues);
  const above = measure['time above'];
  const below = measure['time below'];
  const { take, fractile, from, to, peaks } = measure;
  const peaksAbove = peaks === undefined ? undefined : amount(peaks.above, ['peaks', 'above']);
  const timed = above !== undefined || below !== undefined;
  return {
    name,
    unit: timed ? 's' : peaks !== undefined ? '' : unit,
    columns,
    ...(take !== undefined && { take }),
    ...(fractile !== undefined && { fractile }),
    ...(above !== undefined && { timeAbove: amount(above, ['time above']) ?? 0 }),
    ...(below !== undefined && { timeBelow: amount(below, ['time below']) ?? 0 }),
    ...(peaks !== undefined && { peaks: { above: peaksAbove ?? 0, separation: peaks.separation, unit } }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** A written amount in the unit of a channel. */
function fitAmount(read: ReadStudy, written: Written, unit: string, path: Path, issues: IssueList): number | undefined {
  const amount = readAmount(written);
  const factor = amount === undefined ? undefined : unitFactor(amount.unit, unit);
  if (amount !== undefined && factor !== undefined) return amount.number * factor;
  issues.add('value', read.document.place(path), path, {
    expected: unit === '' ? 'a number without unit' : `a number, or text with a unit such as "1 ${unit}"`,
    found: `"${written}"`,
  });
  return undefined;
}

function fitCriteria(read: ReadStudy, measures: readonly MeasureSpec[], issues: IssueList): CriterionSpec[] {
  const { criteria } = read.study;
  if (criteria.length === 0) return [{ name: 'the operation', verdict: 'go' }];
  return criteria.map(({ name, measure, above, below, verdict }, i): CriterionSpec => {
    if (verdict !== undefined) return { name: name ?? 'the operation', verdict };
    const spec = measures.find((each) => each.name === measure);
    const unit = spec?.unit ?? '';
    // the unit of an invalid measure is unknown: one fault suffices
    if (spec === undefined && read.study.measure[measure ?? '']?.expression === undefined) return { name: name ?? '' };
    const bound = (written: Written | undefined, key: string): number | undefined =>
      written === undefined ? undefined : fitAmount(read, written, unit, ['criteria', i, key], issues);
    const low = bound(above, 'above');
    const high = bound(below, 'below');
    return {
      name: name ?? measure ?? '',
      ...(measure !== undefined && { measure }),
      ...(low !== undefined && { above: low }),
      ...(high !== undefined && { below: high }),
    };
  });
}

/** The width of an early stop, in the unit of its measure. */
function fitStop(read: ReadStudy, measures: readonly MeasureSpec[], issues: IssueList): void {
  const { stop, measure } = read.study;
  if (stop === undefined) return;
  const known = stop.of === 'go' ? { unit: '' } : measures.find((spec) => spec.name === stop.of);
  if (known !== undefined) fitAmount(read, stop.width, known.unit, ['stop', 'width'], issues);
  else if (measure[stop.of]?.expression !== undefined) fitAmount(read, stop.width, '', ['stop', 'width'], issues);
}

/** Warnings about probable mistakes. */
function doubts(read: ReadStudy, criteria: readonly CriterionSpec[], { compiled }: PreparedRun): readonly Issue[] {
  const found = new IssueList(read.file);
  const { study, axes, document } = read;
  const doubt = (path: Path, message: string): void =>
    found.add('value', document.place(path), path, { expected: '', found: '', message }, 'warning');
  if (axes.length === 0) doubt(['vary'], 'nothing varies: the study is one run');
  const asksGo = study.find !== undefined || study.stop?.of === 'go';
  const { winches = [], hands = [], director } = compiled.spec;
  const judged = winches.length + hands.length + compiled.limits.length + (director?.script.length ?? 0) > 0;
  if (asksGo && !judged && criteria.every(({ verdict }) => verdict !== undefined))
    doubt(
      [study.find === undefined ? 'stop' : 'find'],
      'the study has no criteria with a measure, and the scenario has no limits, script or gear: every run that comes to its end is go',
    );
  const repeats = pointCount(axes.filter(({ kind }) => kind === 'seeds'));
  if (study.stop?.of === 'go') {
    const { low, high } = shareInterval(repeats, repeats, study.stop.confidence);
    const narrowest = high - low;
    const width = readAmount(study.stop.width);
    if (width !== undefined && width.number * (unitFactor(width.unit, '') ?? 1) < narrowest)
      doubt(
        ['stop', 'width'],
        `with ${repeats} repetitions the interval of a share is never narrower than ${narrowest.toPrecision(2)}: no case stops early`,
      );
  }
  return found.sorted();
}
