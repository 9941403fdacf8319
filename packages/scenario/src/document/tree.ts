/** A scenario as read: plain values with their places. Files are merged and overrides applied on this tree. */
import type { Path, Place } from '../issues.ts';
import { clipped } from '@hawser/record';

export type Scalar = string | number | boolean | null;

export type Tree = ScalarTree | ListTree | MapTree;

export interface ScalarTree {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly value: Scalar;
  /** stand-in for something unreadable (already reported), so that lists keep their order and keys count as given */
  readonly broken?: true;
}

export interface ListTree {
  readonly kind: 'list';
  readonly place: Place;
  readonly items: Tree[];
}

export interface MapTree {
  readonly kind: 'map';
  readonly place: Place;
  readonly entries: Map<string, MapEntry>;
  /** true: part of it could not be read (already reported) */
  readonly incomplete?: boolean;
}

export interface MapEntry {
  /** of the key */
  readonly place: Place;
  readonly value: Tree;
}

/**
 * Prototype of maps from a file: without names that a key could collide with, but convertible, because zod compares the `length` of a value
 * with a number where text is expected.
 */
const MAP: object = Object.freeze(
  Object.assign(Object.create(null), {
    [Symbol.toPrimitive]: (hint: string): number | string => (hint === 'number' ? 1 : 'a map'),
  }),
);

/** The plain value: what a schema looks at. Aliased parts become copies. */
export function plainValue(tree: Tree): unknown {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plainValue);
  const object: Record<string, unknown> = Object.create(MAP);
  for (const [key, entry] of tree.entries) object[key] = plainValue(entry.value);
  return object;
}

/** Places of unreadable parts. */
export function brokenPaths(tree: Tree, path: Path = []): Path[] {
  if (tree.kind === 'scalar') return tree.broken === true ? [path] : [];
  if (tree.kind === 'list') return tree.items.flatMap((item, i) => brokenPaths(item, [...path, i]));
  return [...tree.entries].flatMap(([key, entry]) => brokenPaths(entry.value, [...path, key]));
}

/** Maps with unreadable parts. */
export function incompletePaths(tree: Tree, path: Path = []): Path[] {
  if (tree.kind === 'scalar') return [];
  if (tree.kind === 'list') return tree.items.flatMap((item, i) => incompletePaths(item, [...path, i]));
  const inner = [...tree.entries].flatMap(([key, entry]) => incompletePaths(entry.value, [...path, key]));
  return tree.incomplete === true ? [path, ...inner] : inner;
}

/** The tree with the key at `path` called `name`; places stay. */
export function renamedKey(tree: Tree, path: Path, name: string): Tree {
  const [step, ...rest] = path;
  if (tree.kind === 'map') {
    const entries = new Map<string, MapEntry>();
    for (const [key, entry] of tree.entries) {
      if (key !== String(step)) entries.set(key, entry);
      else if (rest.length === 0) entries.set(name, entry);
      else entries.set(key, { ...entry, value: renamedKey(entry.value, rest, name) });
    }
    return { ...tree, entries };
  }
  if (tree.kind === 'scalar') return tree;
  return { ...tree, items: tree.items.map((item, i) => (i === Number(step) ? renamedKey(item, rest, name) : item)) };
}

/** A tree of a plain value that no file holds: a scenario made by a program. */
export function treeOf(value: unknown, place: Place): Tree {
  if (Array.isArray(value)) return { kind: 'list', place, items: value.map((item) => treeOf(item, place)) };
  if (typeof value === 'object' && value !== null) {
    const entries = new Map<string, MapEntry>();
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) entries.set(key, { place, value: treeOf(item, place) });
    return { kind: 'map', place, entries };
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'scalar', place, value };
  return { kind: 'scalar', place, value: null };
}

/** The part of the tree at `path`, or undefined where the path leaves it. */
export function treeAt(tree: Tree, path: Path): Tree | undefined {
  let node: Tree | undefined = tree;
  for (const step of path) {
    if (node === undefined || node.kind === 'scalar') return undefined;
    node = node.kind === 'map' ? node.entries.get(String(step))?.value : node.items[Number(step)];
  }
  return node;
}

/** Place of the value at `path`; for a missing value, that of the innermost existing part. */
export function placeAt(tree: Tree, path: Path): Place {
  let node: Tree = tree;
  for (let i = 0; i < path.length && node.kind !== 'scalar'; i++) {
    const next: Tree | undefined =
      node.kind === 'map' ? node.entries.get(String(path[i]))?.value : node.items[Number(path[i])];
    if (next === undefined) return placeOfKey(tree, path.slice(0, i)) ?? node.place;
    node = next;
  }
  return node.place;
}

/** Where the last key of `path` stands (its value may be on another line). */
export function placeOfKey(tree: Tree, path: Path): Place | undefined {
  const last = path.at(-1);
  if (last === undefined) return undefined;
  const parent = treeAt(tree, path.slice(0, -1));
  if (parent === undefined || parent.kind === 'scalar') return undefined;
  return parent.kind === 'map' ? parent.entries.get(String(last))?.place : parent.items[Number(last)]?.place;
}

/** A value as shown in messages: `"5 kN"`, `a list of 2`, `a map with keys a, b`. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'an empty value';
  if (typeof value === 'string') return value.length > 60 ? `"${value.slice(0, 57)}..."` : `"${value}"`;
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty list';
    const short = value.length <= 6 && value.every((item) => typeof item !== 'object' && String(item).length < 20);
    return short ? `[${value.join(', ')}]` : `a list of ${value.length}`;
  }
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    if (keys.length === 0) return 'an empty map';
    const shown = keys.slice(0, 4).map((key) => clipped(key, 60));
    return `a map with ${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${keys.length > 4 ? ', ...' : ''}`;
  }
  return typeof value === 'number' && !Number.isFinite(value) ? 'a number that is not finite' : String(value);
}
