/** Converts a study file to variables, axes and measures, or reports all its faults with line and column. */
import {
  type AssetLoader,
  type Issue,
  IssueList,
  missingFile,
  type Path,
  parsePath,
  type Readers,
  type ReadDocument,
  readDocument,
  resolvePath,
  suggest,
} from '@hawser/scenario';
import { checkNames } from './check-names.ts';
import { checkWeather } from './check-weather.ts';
import { Findings } from './findings.ts';
import { type Axis, listAxis, type SampledVariable, sampleAxis, type Value, type VariableInfo } from './plan.ts';
import { MOST_SOBOL } from './sampling.ts';
import { studySchema } from './schema.ts';
import type { Study } from './types.ts';
import { type StudyTable, VariableReader, valueText } from './variables.ts';

export interface ReadStudy {
  readonly file: string;
  readonly study: Study;
  readonly document: ReadDocument<Study>;
  /** relative to the folder from which the study file was named */
  readonly scenarioFile: string;
  readonly variables: readonly VariableInfo[];
  readonly axes: readonly Axis[];
  /** overrides of every run */
  readonly base: readonly string[];
}

export type ReadStudyResult =
  | { readonly ok: true; readonly read: ReadStudy }
  /** read: the valid entries, so that they can be checked against the scenario */
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly read?: ReadStudy };

export function readStudy(file: string, loader: AssetLoader, readers: Readers): ReadStudyResult {
  const issues = new IssueList(file);
  const document = readDocument(file, loader, studySchema, issues);
  if (document === undefined) return { ok: false, issues: issues.sorted() };
  const reader = new StudyReader(file, new Findings(document, issues), loader, readers);
  const read = reader.read();
  return issues.hasErrors ? { ok: false, issues: issues.sorted(), read } : { ok: true, read };
}

class StudyReader {
  readonly #file: string;
  readonly #findings: Findings;
  readonly #loader: AssetLoader;
  readonly #readers: Readers;

  constructor(file: string, findings: Findings, loader: AssetLoader, readers: Readers) {
    this.#file = file;
    this.#findings = findings;
    this.#loader = loader;
    this.#readers = readers;
  }

  read(): ReadStudy {
    const study = this.#findings.document.value;
    const variables: VariableInfo[] = [];
    const lists = new Map<string, Axis>();
    const sampled: SampledVariable[] = [];
    const reader = new VariableReader(
      this.#findings,
      study.table === undefined ? 'missing' : this.#table(study.table, ['table']),
    );
    const columns: { name: string; values: Value[] }[] = [];
    for (const [name, variable] of Object.entries(study.vary)) {
      const paths = variable.paths ?? [variable.path as string];
      for (const [i, path] of paths.entries()) {
        this.#checkPath(path, variable.paths ? ['vary', name, 'paths', i] : ['vary', name, 'path']);
      }
      const made = reader.read(name, variable);
      if (made === undefined) continue;
      variables.push({ name, paths, unit: made.unit, numeric: made.numeric, kind: made.kind });
      if (made.axis) lists.set(name, made.axis);
      if (made.distribution) sampled.push({ name, unit: made.unit, distribution: made.distribution });
      if (made.column) columns.push({ name, values: made.column });
    }
    for (const path of Object.keys(study.set)) this.#checkPath(path, ['set', path]);
    const axes = this.#axes(study, lists, sampled, columns);
    checkNames(this.#findings, study, variables, axes);
    checkWeather(this.#findings, study, variables, axes, (name, path) => this.#table(name, path));
    return {
      file: this.#file,
      study,
      document: this.#findings.document,
      scenarioFile: resolvePath(this.#file, study.scenario),
      variables,
      axes,
      base: Object.entries(study.set).map(([path, value]) => `${path}=${valueText(value)}`),
    };
  }

  #checkPath(text: string, path: Path): void {
    if (parsePath(text) !== undefined && !text.includes('=')) return;
    this.#findings.bad(path, 'a path such as environment.sea.waves[0].jonswap.height', `"${text}"`);
  }

  #table(name: string, path: Path): StudyTable | undefined {
    const file = resolvePath(this.#file, name);
    const bytes = this.#loader.read(file);
    if (bytes === undefined) {
      this.#findings.issues.add('file', this.#findings.document.place(path), path, {
        expected: `the file ${file}`,
        ...missingFile(file, this.#loader),
      });
      return undefined;
    }
    const table = this.#readers.table(bytes, file);
    if (table.ok) return table.value;
    for (const { line, column, message } of table.issues) {
      this.#findings.issues.add('asset', { file, line, column }, path, {
        expected: 'a table',
        found: message,
        message,
      });
    }
    return undefined;
  }

  #axes(
    study: Study,
    lists: Map<string, Axis>,
    sampled: SampledVariable[],
    columns: { name: string; values: Value[] }[],
  ): Axis[] {
    const pairOf = new Map<string, readonly string[]>();
    study.paired.forEach((names, p) => {
      const counts = names.map((name) => lists.get(name)?.count);
      names.forEach((name, i) => {
        const path: Path = ['paired', p, i];
        if (this.#findings.document.dropped.has(`vary.${name}`)) return;
        if (!Object.hasOwn(study.vary, name))
          this.#findings.bad(path, 'the name of a variable', `"${name}"`, suggest(name, Object.keys(study.vary)));
        else if (!lists.has(name)) this.#findings.bad(path, 'a variable with values, a range or seeds', `"${name}"`);
        else if (pairOf.has(name)) this.#findings.bad(path, 'a variable that is paired once', `"${name}" again`);
        else if (counts[i] !== counts[0])
          this.#findings.bad(path, `as many values as "${names[0]}" has: ${counts[0]}`, `${counts[i]}`);
        pairOf.set(name, names);
      });
    });
    const axes: Axis[] = [];
    const done = new Set<string>();
    for (const name of Object.keys(study.vary)) {
      const axis = lists.get(name);
      const pair = pairOf.get(name);
      if (axis === undefined || done.has(name)) continue;
      if (pair === undefined) axes.push(axis);
      else {
        const members = pair.flatMap((each) => lists.get(each) ?? []);
        const count = Math.min(...members.map((member) => member.count));
        axes.push({ names: pair, kind: 'values', count, at: (i) => members.flatMap((member) => member.at(i)) });
        for (const each of pair) done.add(each);
      }
    }
    if (columns.length > 0)
      axes.push(
        listAxis(
          columns.map(({ name }) => name),
          columns.map(({ values }) => values),
          'table',
        ),
      );
    if (sampled.length > 0) {
      if (study.sample === undefined) {
        this.#findings.issues.add(
          'missing',
          this.#findings.document.placeOfKey(['vary', sampled[0].name]),
          ['sample'],
          {
            expected: 'sample: { count: ... } for variables with a distribution',
            found: 'none',
          },
        );
      } else {
        const { method, count, seed } = study.sample;
        if (method === 'sobol' && sampled.length > MOST_SOBOL)
          this.#findings.bad(
            ['sample', 'method'],
            `at most ${MOST_SOBOL} variables with method sobol`,
            `${sampled.length}`,
          );
        else axes.push(sampleAxis(sampled, method, count, seed));
      }
    } else if (study.sample !== undefined) {
      this.#findings.bad(
        ['sample'],
        'variables with a distribution',
        'none',
        'take sample out, or give a variable uniform, normal, ...',
      );
    }
    // repetitions vary fastest, whatever their position
    return [...axes.filter(({ kind }) => kind !== 'seeds'), ...axes.filter(({ kind }) => kind === 'seeds')];
  }
}
