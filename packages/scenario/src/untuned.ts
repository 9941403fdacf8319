/**
 * A scenario as a user without knowledge of the solver would write it: no solver settings and no numbers of elements. Settings that define
 * the physics stay: a start from equilibrium, joints that are assembled first or may be redundant. Rates also stay: they determine rows,
 * and rows do not determine steps.
 */
import type { MapEntry, MapTree, Tree } from './document/tree.ts';

/** Settings of the solver that belong to the problem, not to its solution. */
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
