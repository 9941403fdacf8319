/** What every check and every builder needs: the scenario, where its parts stand, and where to put what is wrong. */
import {
  type AssetLoader,
  type MeshData,
  type Readers,
  type ReadOutcome,
  resolvePath,
  type TableData,
} from '../assets.ts';
import { missingFile } from '../document/include.ts';
import { placeAt, placeOfKey, type Tree, treeAt } from '../document/tree.ts';
import type { IssueCode, IssueList, IssueText, Path } from '../issues.ts';
import type { Scenario } from '../schema/index.ts';
import { suggest } from '../suggest.ts';

export interface ContextInput {
  readonly scenario: Scenario;
  readonly tree: Tree;
  readonly file: string;
  readonly dropped: ReadonlySet<string>;
  readonly issues: IssueList;
  readonly loader: AssetLoader;
  readonly readers: Readers;
}

export class Context {
  readonly scenario: Scenario;
  readonly issues: IssueList;
  /** index 0 is the world */
  readonly bodyNames: readonly string[];
  readonly materialNames: readonly string[];
  readonly #input: ContextInput;
  readonly #bodyIndex: ReadonlyMap<string, number>;
  readonly #meshes: Map<string, MeshData | undefined> = new Map();
  readonly #tables: Map<string, TableData | undefined> = new Map();

  constructor(input: ContextInput) {
    const { scenario } = input;
    this.#input = input;
    this.scenario = scenario;
    this.issues = input.issues;
    this.bodyNames = ['world', ...Object.keys(scenario.bodies).filter((name) => name !== 'world')];
    this.#bodyIndex = new Map(this.bodyNames.map((name, i) => [name, i]));
    this.materialNames = Object.keys(scenario.materials);
  }

  /** Says what is wrong with the value at `path`. */
  wrong(code: IssueCode, path: Path, text: IssueText): void {
    this.issues.add(code, placeAt(this.#input.tree, path), path, text);
  }

  /** Says what is wrong with a thing as a whole; stands at its name. */
  wrongThing(code: IssueCode, path: Path, text: IssueText): void {
    const { tree } = this.#input;
    this.issues.add(code, placeOfKey(tree, path) ?? placeAt(tree, path), path, text);
  }

  /** True when the file itself gives a value at `path` (and it is not a default). */
  given(path: Path): boolean {
    return treeAt(this.#input.tree, path) !== undefined;
  }

  /** True when `section` or `section.name` was left out because it could not be read. */
  dropped(section: string, name: string): boolean {
    return this.#input.dropped.has(section) || this.#input.dropped.has(`${section}.${name}`);
  }

  /** Index of a body; undefined when there is none (said) or it could not be read (said before). */
  body(name: string, path: Path): number | undefined {
    const index = this.#bodyIndex.get(name);
    if (index === undefined && !this.dropped('bodies', name)) {
      this.unknownName('body', name, this.bodyNames, path);
    }
    return index;
  }

  unknownName(kind: string, name: string, known: readonly string[], path: Path): void {
    this.wrong('unknown-name', path, {
      expected: `the name of a ${kind}`,
      found: `"${name}"`,
      hint: suggest(name, known),
    });
  }

  mesh(name: string, path: Path): MeshData | undefined {
    return this.#asset(name, path, 'mesh', this.#meshes, (bytes, file) => this.#input.readers.mesh(bytes, file));
  }

  table(name: string, path: Path): TableData | undefined {
    return this.#asset(name, path, 'table', this.#tables, (bytes, file) => this.#input.readers.table(bytes, file));
  }

  /** Reads a file once; names are relative to the file they stand in. */
  #asset<T>(
    name: string,
    path: Path,
    kind: 'mesh' | 'table',
    known: Map<string, T | undefined>,
    read: (bytes: Uint8Array, file: string) => ReadOutcome<T>,
  ): T | undefined {
    const { file, tree, loader } = this.#input;
    const place = placeAt(tree, path);
    const target = resolvePath(place.line === 0 ? file : place.file, name);
    if (known.has(target)) return known.get(target);
    const bytes = loader.read(target);
    if (bytes === undefined) {
      this.wrong('asset', path, { expected: `the ${kind} file ${target}`, ...missingFile(target, loader) });
      return undefined;
    }
    const outcome = read(bytes, target);
    known.set(target, outcome.ok ? outcome.value : undefined);
    if (outcome.ok) return outcome.value;
    for (const problem of outcome.issues) {
      const line = problem.line > 0 ? `:${problem.line}` : '';
      const column = line !== '' && problem.column > 0 ? `:${problem.column}` : '';
      const message = `${target}${line}${column}: ${problem.message}`;
      this.wrong('asset', path, { expected: `a ${kind} file that can be read`, found: message, message });
    }
    return undefined;
  }
}
