/** Shared data of all checks and builders: the scenario, the places of its parts, and the list of issues. */
import type { ShapeSpec } from '@hawser/engine';
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
import type { Body } from '../schema/body.ts';
import type { Force } from '../schema/force.ts';
import type { Scenario } from '../schema/index.ts';
import type { Joint } from '../schema/joint.ts';
import { NAME } from '../schema/kit.ts';
import { numbersNodes } from '../finer.ts';
import { nearest, suggest } from '../suggest.ts';
import { Faults } from './faults.ts';

/** [bytes] A million triangles or rows. They take seconds to read and weigh; more would look like a hang. */
const LARGEST_ASSET = 50_000_000;

const SMALLER = {
  mesh: 'export it with fewer triangles',
  table: 'keep the columns and the time that are needed',
} as const;

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface ContextInput {
  readonly scenario: Scenario;
  readonly tree: Tree;
  readonly file: string;
  readonly faults: Faults;
  readonly dropped: ReadonlySet<string>;
  /** false: a file that may define more things could not be read */
  readonly complete: boolean;
  readonly issues: IssueList;
  readonly loader: AssetLoader;
  readonly readers: Readers;
  /** true: build with half of the error, see finer.ts */
  readonly finer?: boolean;
}

interface UnknownName {
  readonly kind: string;
  readonly name: string;
  readonly hint: string | undefined;
  readonly paths: Path[];
}

/** Number of places at which an unknown name is reported singly; a name used at more places is reported once, as missing. */
const MOST_PLACES = 3;

export class Context {
  scenario: Scenario;
  readonly issues: IssueList;
  /** index 0 is the world */
  bodyNames: readonly string[];
  /** names of bodies and materials, including unreadable ones */
  readonly knownBodies: readonly string[];
  readonly knownMaterials: readonly string[];
  /** values found wrong by checks, in addition to earlier ones */
  readonly #told: Faults = new Faults();
  readonly #unknown: Map<string, UnknownName> = new Map();
  readonly #input: ContextInput;
  #bodyIndex: ReadonlyMap<string, number>;
  /** source paths of bodies, joints and springs made from chains, anchors and windlasses */
  readonly #made: Map<string, Path> = new Map();
  readonly #links: Map<string, readonly number[]> = new Map();
  readonly #meshes: Map<string, MeshData | undefined> = new Map();
  readonly #shapes: Map<string, ShapeSpec> = new Map();
  readonly #tables: Map<string, TableData | undefined> = new Map();
  readonly #texts: Map<string, string | undefined> = new Map();

  constructor(input: ContextInput) {
    const { scenario } = input;
    this.#input = input;
    this.scenario = scenario;
    this.issues = input.issues;
    this.bodyNames = ['world', ...Object.keys(scenario.bodies).filter((name) => name !== 'world')];
    this.#bodyIndex = new Map(this.bodyNames.map((name, i) => [name, i]));
    this.knownBodies = ['world', ...this.keys(['bodies']).filter((name) => name !== 'world')];
    this.knownMaterials = this.keys(['materials']);
  }

  /** Cables have more elements by this factor: their errors fall with its square. */
  get moreElements(): number {
    return this.#input.finer === true && !numbersNodes(this.#input.scenario) ? Math.SQRT2 : 1;
  }

  /** Adds bodies, joints and springs made from the entry at `path`, after those of the file. */
  add(
    path: Path,
    bodies: ReadonlyMap<string, Body>,
    joints: ReadonlyMap<string, Joint>,
    forces: ReadonlyMap<string, Force> = new Map(),
  ): void {
    const { scenario } = this;
    this.scenario = {
      ...scenario,
      bodies: { ...scenario.bodies, ...Object.fromEntries(bodies) },
      joints: { ...scenario.joints, ...Object.fromEntries(joints) },
      forces: { ...scenario.forces, ...Object.fromEntries(forces) },
    };
    this.bodyNames = [...this.bodyNames, ...bodies.keys()];
    this.#bodyIndex = new Map(this.bodyNames.map((body, i) => [body, i]));
    for (const [section, things] of [
      ['bodies', bodies],
      ['joints', joints],
      ['forces', forces],
    ] as const) {
      for (const thing of things.keys()) this.#made.set(`${section} ${thing}`, path);
    }
  }

  /** The same for a chain, which contact pairs name as a whole. */
  addChain(name: string, bodies: ReadonlyMap<string, Body>, joints: ReadonlyMap<string, Joint>): void {
    const first = this.bodyNames.length;
    this.add(['chains', name], bodies, joints);
    this.#links.set(
      name,
      [...bodies.keys()].map((_, i) => first + i),
    );
  }

  /** The bodies of a chain; undefined: no chain of that name. */
  linksOf(chain: string): readonly number[] | undefined {
    if (this.#links.has(chain)) return this.#links.get(chain);
    return Object.hasOwn(this.scenario.chains, chain) ? [] : undefined;
  }

  /** Place of something in the file: parts made from a chain are reported at the chain. */
  #written(path: Path): Path {
    return this.#made.get(`${path[0]} ${path[1]}`) ?? path;
  }

  /**
   * Reports a fault of the value at `path`, unless this value, or one from which the fault was concluded, is a stand-in for an earlier
   * fault.
   */
  wrong(code: IssueCode, at: Path, text: IssueText, from: readonly Path[] = []): void {
    const { faults, tree } = this.#input;
    const path = this.#written(at);
    if ([path, ...from].some((each) => faults.within(each))) return;
    this.#told.add(path);
    this.issues.add(code, placeAt(tree, path), path, text);
  }

  /** Reports a fault of a thing as a whole, at its name. */
  wrongThing(code: IssueCode, at: Path, text: IssueText, from: readonly Path[] = []): void {
    const { faults, tree } = this.#input;
    const path = this.#written(at);
    if (faults.at(path) || from.some((each) => faults.within(each))) return;
    this.issues.add(code, placeOfKey(tree, path) ?? placeAt(tree, path), path, text);
  }

  /** The same for something missing; silent when an unknown key may have been meant for it. */
  lacks(code: IssueCode, path: Path, text: IssueText, from: readonly Path[] = []): void {
    if (!this.incomplete(path)) this.wrongThing(code, path, text, from);
  }

  /** True when the map at `path` has an unknown key, so that nothing in it counts as missing. */
  incomplete(path: Path): boolean {
    return this.#input.faults.incomplete(path);
  }

  /** False when it is uncertain whether the map at `path` gives `key`: the map is wrong, or has an unknown key. */
  gives(path: Path, key: string): boolean {
    return !this.faulty([...path, key]) && !this.incomplete(path);
  }

  /** True when the value at `path` stands in for one that is wrong. */
  faulty(path: Path): boolean {
    return this.#input.faults.at(path);
  }

  /** True when nothing is wrong with the value at `path` or anything in it, as far as is known by now. */
  sound(path: Path): boolean {
    return !this.#input.faults.within(path) && !this.#told.within(path);
  }

  /** True when it is certain whether a body is fixed, moves by itself or has a motion. */
  kindKnown(name: string): boolean {
    return this.gives(['bodies', name], 'fixed');
  }

  /** True when the file itself gives a value at `path` (and it is not a default). */
  given(path: Path): boolean {
    return treeAt(this.#input.tree, path) !== undefined;
  }

  /** The keys the file itself gives in the map at `path`. */
  keys(path: Path): string[] {
    const part = treeAt(this.#input.tree, path);
    return part?.kind === 'map' ? [...part.entries.keys()] : [];
  }

  /** True when `section.name` is there but could not be read. */
  dropped(section: string, name: string): boolean {
    const { dropped, faults } = this.#input;
    const misnamed = faults.incomplete([]) && !this.given([section]);
    return misnamed || faults.at([section]) || dropped.has(section) || dropped.has(`${section}.${name}`);
  }

  /** False when a file that may define more things could not be read: only likely spelling mistakes are then reported. */
  get complete(): boolean {
    return this.#input.complete;
  }

  /** Index of a body; undefined when it does not exist (reported) or could not be read (reported before). */
  body(name: string, path: Path): number | undefined {
    if (this.faulty(path)) return undefined;
    const index = this.#bodyIndex.get(name);
    if (index === undefined && !this.#mayBeLink(name)) {
      this.unknownName('body', ['bodies'], name, [...new Set([...this.knownBodies, ...this.bodyNames])], path);
    }
    return index;
  }

  /** True when a chain or an anchor that could not be read or laid out may have a part of that name. */
  #mayBeLink(name: string): boolean {
    const anchor = /^(.*) (?:shank|head)$/s.exec(name)?.[1];
    if (anchor !== undefined && (this.given(['anchors', anchor]) || this.dropped('anchors', anchor))) return true;
    const chain = /^(.*) (?:\d+|end)$/s.exec(name)?.[1];
    if (chain === undefined) return false;
    return this.given(['chains', chain]) ? !this.#links.has(chain) : this.dropped('chains', chain);
  }

  /** Reports that `name` is unknown, unless one of the sections may contain it after all. */
  unknownName(kind: string, sections: readonly string[], name: string, known: readonly string[], path: Path): void {
    if (sections.some((section) => this.dropped(section, name))) return;
    const near = nearest(name, known);
    if (near === undefined ? !this.complete : !NAME.test(near)) return; // an invalid name is reported separately
    const key = `${kind} ${name}`;
    const unknown = this.#unknown.get(key) ?? { kind, name, hint: suggest(name, known), paths: [] };
    this.#unknown.set(key, unknown);
    if (!this.#input.faults.within(path)) unknown.paths.push(path);
    this.#told.add(path);
  }

  /** Reports unknown names after all uses were collected: a name used everywhere is reported once. */
  tellUnknownNames(): void {
    for (const { kind, name, hint, paths } of this.#unknown.values()) {
      const [first] = paths;
      const expected = `the name of a ${kind}`;
      const many = paths.length > MOST_PLACES;
      const found = many ? `"${name}", here and at ${paths.length - 1} more places` : `"${name}"`;
      for (const path of many ? [first] : paths) this.wrong('unknown-name', path, { expected, found, hint });
    }
    this.#unknown.clear();
  }

  /** Shared shapes, by their content. */
  sharedShape(key: string, make: () => ShapeSpec | undefined): ShapeSpec | undefined {
    const shape = this.#shapes.get(key) ?? make();
    if (shape) this.#shapes.set(key, shape);
    return shape;
  }

  mesh(name: string, path: Path): MeshData | undefined {
    return this.#asset(name, path, 'mesh', this.#meshes, (bytes, file) =>
      this.#input.readers.mesh(bytes, file, { beside: (other) => this.#beside(file, other) }),
    );
  }

  table(name: string, path: Path): TableData | undefined {
    return this.#asset(name, path, 'table', this.#tables, (bytes, file) => this.#input.readers.table(bytes, file));
  }

  /** A file as text. */
  text(name: string, path: Path): string | undefined {
    const read = (bytes: Uint8Array): ReadOutcome<string> => ({ ok: true, value: new TextDecoder().decode(bytes) });
    return this.#asset(name, path, 'table', this.#texts, read);
  }

  #beside(file: string, name: string): Uint8Array | undefined {
    const { loader } = this.#input;
    const target = resolvePath(file, name);
    if (loader.refuses?.(target) !== undefined) return undefined;
    return (loader.size?.(target) ?? 0) > LARGEST_ASSET ? undefined : loader.read(target);
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
    if (this.faulty(path)) return undefined;
    const place = placeAt(tree, path);
    const target = resolvePath(place.line === 0 ? file : place.file, name);
    if (known.has(target)) return known.get(target);
    const refused = loader.refuses?.(target);
    if (refused !== undefined) {
      this.wrong('asset', path, refused);
      return undefined;
    }
    const size = loader.size?.(target) ?? 0;
    const bytes = size > LARGEST_ASSET ? undefined : loader.read(target);
    const found = bytes?.length ?? size;
    if (found > LARGEST_ASSET) {
      known.set(target, undefined);
      const expected = `a ${kind} file of at most ${LARGEST_ASSET / 1e6} MB`;
      this.wrong('asset', path, {
        expected,
        found: `${target} of ${(found / 1e6).toFixed(1)} MB`,
        hint: SMALLER[kind],
      });
      return undefined;
    }
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
      const where = `${target}${line}${column}`;
      const message = `${where}: ${problem.message}`;
      const said = /^(.*?)expected (.*?), found (.*)$/s.exec(problem.message);
      const expected = said === null ? `a ${kind} file that can be read` : `${said[1]}${said[2]}`;
      this.wrong('asset', path, { expected, found: said === null ? message : `${said[3]} (${where})`, message });
    }
    return undefined;
  }
}
