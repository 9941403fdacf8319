/** Converts a scenario file to the input of a run, or to a list of all its faults. */
import type { ModelSpec } from '@hawser/engine';
import type { Scenery } from '@hawser/record';
import type { AssetLoader, Readers } from './assets.ts';
import type { LimitSpec } from './build/limits.ts';
import { type BuiltScenario, buildScenario } from './build.ts';
import { checkChannels } from './check/channels.ts';
import { Context } from './check/context.ts';
import { checkNames } from './check/names.ts';
import { includeFiles } from './document/include.ts';
import { finerSolver } from './finer.ts';
import { type BareAngle, bareAngles } from './check/bare-angles.ts';
import { placeAt, type Tree, treeAt, treeOf } from './document/tree.ts';
import { type Issue, IssueList, type Path, type Place, type Step } from './issues.ts';
import { checkVersion, withVersion } from './migrate.ts';
import { type ParsedScenario, type ParseInput, parseScenario, revalidate, validate } from './parse.ts';
import type { Scenario } from './schema/index.ts';
import { applyOverride, type Override } from './set.ts';

export interface Compiled {
  /** validated, with all defaults and overrides in place, SI units */
  readonly scenario: Scenario;
  readonly spec: ModelSpec;
  readonly scenery: Scenery;
  /** limits of the operation */
  readonly limits: readonly LimitSpec[];
  readonly source: Source;
}

/** Where the parts of a scenario come from. */
export interface Source {
  /** name of the scenario file as given */
  readonly file: string;
  /** its text */
  readonly text: string;
  /** all scenario files read, the main one first */
  readonly files: readonly string[];
  place(path: Path): Place;
  /** true when the file gives a value at `path` itself */
  given(path: Path): boolean;
  /** angles without a unit beyond a full turn */
  bareAngles(): readonly BareAngle[];
  /** a path into the ModelSpec -> the path in the scenario it comes from */
  pathOf(specPath: Path): Path;
  /** requested channels that the model would not have, for a model that the engine cannot build */
  channelIssues(): readonly Issue[];
}

export type CompileResult =
  | { readonly ok: true; readonly compiled: Compiled }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export interface CompileInput extends ParseInput {
  readonly readers: Readers;
  /** build with half of the error: shorter steps, more elements of cables */
  readonly finer?: boolean;
}

export function compileScenario(input: CompileInput): CompileResult {
  const issues = new IssueList(input.file);
  const parsed = parseScenario(input, issues);
  if (parsed === undefined) return { ok: false, issues: issues.sorted() };
  return finish(parsed, input.file, input.loader, input.readers, issues, input.finer);
}

/** A scenario that has been read and validated, shared by many runs that differ in a few values. */
export interface LoadedScenario {
  readonly file: string;
  readonly loader: AssetLoader;
  readonly parsed: ParsedScenario;
}

/**
 * Reads a scenario and its includes once, with the overrides all runs share. Undefined when they have faults, which `compileScenario`
 * reports.
 */
export function loadScenario(
  file: string,
  loader: AssetLoader,
  set: readonly (Override | string)[] = [],
): LoadedScenario | undefined {
  const issues = new IssueList(file);
  const parsed = parseScenario({ file, loader, set }, issues);
  return parsed === undefined || issues.hasErrors ? undefined : { file, loader, parsed };
}

/** `compileScenario` without reading the files again, and without validating parts that further overrides do not change. */
export function compileLoaded(
  { file, loader, parsed }: LoadedScenario,
  readers: Readers,
  set: readonly (Override | string)[],
): CompileResult {
  const issues = new IssueList(file);
  let { tree } = parsed;
  for (const override of set) tree = applyOverride(tree, override, issues);
  const validated = revalidate(parsed, tree) ?? validate(tree, issues);
  if (validated === undefined) return { ok: false, issues: issues.sorted() };
  return finish({ ...parsed, ...validated }, file, loader, readers, issues);
}

/** The same for a scenario made by a program: a plain object as it would stand in a file. */
export function compileValue(
  value: unknown,
  options: {
    readonly file?: string;
    readonly loader?: AssetLoader;
    readonly readers?: Readers;
    readonly set?: readonly (Override | string)[];
  } = {},
): CompileResult {
  const { file = 'scenario', loader = noFiles, readers = noReaders } = options;
  const issues = new IssueList(file);
  let tree = treeOf(value, { file, line: 0, column: 0 });
  if (!checkVersion(tree, issues)) return { ok: false, issues: issues.sorted() };
  const included =
    tree.kind === 'map'
      ? includeFiles(withVersion(tree), file, loader, issues)
      : { tree, files: [file], complete: true };
  tree = included.tree;
  for (const override of options.set ?? []) tree = applyOverride(tree, override, issues);
  const validated = validate(tree, issues);
  if (validated === undefined) return { ok: false, issues: issues.sorted() };
  const text = JSON.stringify(value, null, 2);
  const { files, complete } = included;
  return finish({ ...validated, text, files, complete }, file, loader, readers, issues);
}

const noFiles: AssetLoader = { read: () => undefined };
const noReaders: Readers = {
  mesh: () => ({ ok: false, issues: [{ line: 0, column: 0, message: 'no mesh reader was given' }] }),
  table: () => ({ ok: false, issues: [{ line: 0, column: 0, message: 'no table reader was given' }] }),
};

function finish(
  parsed: ParsedScenario,
  file: string,
  loader: AssetLoader,
  readers: Readers,
  issues: IssueList,
  finer: boolean = false,
): CompileResult {
  const { tree, text, files } = parsed;
  const context = new Context({ ...parsed, file, issues, loader, readers, finer });
  checkNames(context);
  const plain = buildScenario(context);
  const built = finer ? withFinerSolver(plain) : plain;
  if (issues.hasErrors) {
    checkChannels(context, built.spec); // otherwise the engine decides, when the run is prepared
    return { ok: false, issues: issues.sorted() };
  }
  const channelIssues = (): readonly Issue[] => {
    checkChannels(context, built.spec);
    return issues.sorted();
  };
  const source: Source = { ...makeSource(file, text, files, tree, built.spec), channelIssues };
  return { ok: true, compiled: { scenario: parsed.scenario, ...built, source } };
}

function withFinerSolver(built: BuiltScenario): BuiltScenario {
  return { ...built, spec: { ...built.spec, solver: finerSolver(built.spec.solver) } };
}

function makeSource(
  file: string,
  text: string,
  files: readonly string[],
  tree: Tree,
  spec: ModelSpec,
): Omit<Source, 'channelIssues'> {
  return {
    file,
    text,
    files,
    place: (path) => placeAt(tree, path),
    given: (path) => treeAt(tree, path) !== undefined,
    bareAngles: () => bareAngles(tree),
    pathOf: (specPath) => scenarioPath(specPath, spec, tree),
  };
}

/** Fields whose names differ between the spec and the file. */
const RENAMED: Readonly<Record<string, readonly Step[]>> = {
  a: ['between', 0],
  b: ['between', 1],
  frameA: ['at'],
  frameB: ['at'],
  drivers: ['driver'],
  centreOfMass: ['centre'],
  angularVelocity: ['angular velocity'],
  minStep: ['min step'],
  maxStep: ['max step'],
  startFromEquilibrium: ['start from equilibrium'],
  script: [],
};

/** The common part of the two paths; the rest of a spec path is dropped where the file has no counterpart. */
function scenarioPath(specPath: Path, spec: ModelSpec, tree: Tree): Path {
  const [first, ...steps] = specPath;
  if (typeof first !== 'string') return [];
  const section = first === 'hands' ? 'deckhands' : first;
  const path: Step[] = [section];
  const things: unknown = (spec as unknown as Record<string, unknown>)[first];
  const [index] = steps;
  if (Array.isArray(things) && typeof index === 'number') {
    const thing: unknown = things[index];
    path.push(typeof thing === 'object' && thing !== null && 'name' in thing ? String(thing.name) : index);
    steps.shift();
  }
  for (const step of steps) {
    const next = [...path, ...(RENAMED[step] ?? [step])];
    if (treeAt(tree, next) === undefined) break;
    path.splice(0, path.length, ...next);
  }
  if (treeAt(tree, path) !== undefined) return path;
  const name = path[1];
  const chain = spec.chains?.find(
    ({ links, joints }) =>
      (first === 'bodies' && links.some((body) => spec.bodies[body].name === name)) ||
      (first === 'joints' && joints.some((joint) => spec.joints[joint]?.name === name)),
  );
  return chain === undefined ? [section] : ['chains', chain.name];
}
