/** Old versions of the scenario format -> the current one. Version 1 is the first, so there is nothing to migrate yet. */
import type { MapTree, Tree } from './document/tree.ts';
import { describe, placeAt, plainValue, treeAt } from './document/tree.ts';
import type { IssueList } from './issues.ts';
import { VERSION } from './schema/index.ts';

/** Checks the version key; false when the file is of a version (or kind) this program cannot read. */
export function checkVersion(tree: Tree, issues: IssueList): boolean {
  const version = treeAt(tree, ['hawser']);
  const expected = `"hawser: ${VERSION}" (supported versions: ${VERSION})`;
  if (version === undefined) {
    const found = tree.kind === 'map' ? 'no key "hawser"' : describe(plainValue(tree));
    issues.add('version', tree.place, ['hawser'], {
      expected,
      found,
      hint: `begin the file with "hawser: ${VERSION}"`,
    });
    return tree.kind === 'map';
  }
  const found = plainValue(version);
  if (found === VERSION) return true;
  const newer = typeof found === 'number' && found > VERSION;
  const hint = newer ? 'this file was written for a newer hawser; update the program' : `write "hawser: ${VERSION}"`;
  issues.add('version', placeAt(tree, ['hawser']), ['hawser'], { expected, found: describe(found), hint });
  return false;
}

/** A file without a version is read as the current one; the missing version is reported. */
export function withVersion(tree: MapTree): MapTree {
  if (tree.entries.has('hawser')) return tree;
  const value: Tree = { kind: 'scalar', place: tree.place, value: VERSION };
  return { ...tree, entries: new Map([['hawser', { place: tree.place, value }], ...tree.entries]) };
}
