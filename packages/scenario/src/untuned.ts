/**
 * A scenario as its author would have written it without knowing the solver: no solver settings and no numbers of elements. What says
 * which physics is meant stays: a start from equilibrium, joints that are closed first or may repeat each other. Rates stay too: they choose
 * rows, and rows choose no step.
 */
import type { MapEntry, MapTree, Tree } from './document/tree.ts';

/** Settings of the solver that are part of the problem, not of its solution. */
const PHYSICS: ReadonlySet<string> = new Set(['start from equilibrium', 'assemble', 'assembly tolerance', 'redundant']);
const MESH: ReadonlySet<string> = new Set(['elements', 'accuracy', 'refine']);

export function untuned(tree: Tree): Tree {
  if (tree.kind !== 'map') return tree;
  return mapped(tree, (name, value) => {
    if (name === 'solver') return without(value, (key) => !PHYSICS.has(key));
    if (name === 'cables' && value.kind === 'map') return mapped(value, (_cable, cable) => plainCable(cable));
    return value;
  });
}

function plainCable(cable: Tree): Tree {
  const plain = without(cable, (key) => MESH.has(key));
  if (plain.kind !== 'map') return plain;
  return mapped(plain, (name, value) =>
    name === 'sections' && value.kind === 'list'
      ? { ...value, items: value.items.map((item) => without(item, (key) => MESH.has(key))) }
      : value,
  );
}

function without(tree: Tree, drops: (key: string) => boolean): Tree {
  if (tree.kind !== 'map') return tree;
  return { ...tree, entries: new Map([...tree.entries].filter(([key]) => !drops(key))) };
}

function mapped(tree: MapTree, change: (name: string, value: Tree) => Tree): MapTree {
  const entries = [...tree.entries].map(([name, entry]): [string, MapEntry] => [
    name,
    { ...entry, value: change(name, entry.value) },
  ]);
  return { ...tree, entries: new Map(entries) };
}
