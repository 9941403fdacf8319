/** What zod found wrong -> issues at their place, in words. */
import type * as z from 'zod';
import { describe, placeAt, placeOfKey, type Tree } from '../document/tree.ts';
import type { IssueList, Path, Step } from '../issues.ts';
import { EXPECTED, wordsIn } from '../schema/kit.ts';
import { suggest } from '../suggest.ts';

type ZodIssue = z.core.$ZodIssue;

/** Adds every zod issue; `value` is what was validated, `tree` where it stands. */
export function addSchemaIssues(found: readonly ZodIssue[], value: unknown, tree: Tree, issues: IssueList): void {
  for (const issue of found) addIssue(issue, [], value, tree, issues);
}

function addIssue(issue: ZodIssue, base: Path, root: unknown, tree: Tree, issues: IssueList): void {
  const path: Path = [...base, ...(issue.path as Step[])];
  if (issue.code === 'unrecognized_keys') {
    const known = wordsIn(expectedOf(issue));
    for (const key of issue.keys) {
      const at = [...path, key];
      const hint = nearHint(key, known);
      const expected = hint === undefined ? `one of the keys ${known.join(', ')}` : 'a known key';
      const place = placeOfKey(tree, at) ?? placeAt(tree, path);
      issues.add('unknown-key', place, at, { expected, found: `"${key}"`, hint });
    }
    return;
  }
  if (issue.code === 'invalid_key') {
    const inner = issue.issues[0];
    const place = placeOfKey(tree, path) ?? placeAt(tree, path);
    const expected = inner === undefined ? 'a name' : expectedOf(inner);
    issues.add('value', place, path, { expected, found: `"${String(path.at(-1))}"` });
    return;
  }
  if (issue.code === 'invalid_union') {
    addUnion(issue, path, root, tree, issues);
    return;
  }
  const value = valueAt(root, path);
  const parameters = issue.code === 'custom' ? issue.params : undefined;
  const expected = expectedOf(issue);
  if (value === undefined && parameters === undefined) {
    issues.add('missing', placeAt(tree, path), path, { expected, found: 'nothing' });
    return;
  }
  const foundText = textOf(parameters?.found) ?? describe(value);
  const hint = textOf(parameters?.hint) ?? (typeof value === 'string' ? nearHint(value, wordsIn(expected)) : undefined);
  issues.add('value', placeAt(tree, path), path, { expected, found: foundText, hint });
}

/** Of several forms a value may have, the one it comes nearest to says what is wrong. */
function addUnion(
  issue: ZodIssue & { code: 'invalid_union' },
  path: Path,
  root: unknown,
  tree: Tree,
  issues: IssueList,
): void {
  const value = valueAt(root, path);
  const expected = expectedOf(issue);
  const branches = [...issue.errors].filter((branch) => !branch.some(isOtherForm)).sort((a, b) => a.length - b.length);
  const best = value === undefined ? undefined : branches[0];
  if (best === undefined) {
    const code = value === undefined ? 'missing' : 'value';
    const hint = typeof value === 'string' ? nearHint(value, wordsIn(expected)) : undefined;
    issues.add(code, placeAt(tree, path), path, { expected, found: describe(value), hint });
    return;
  }
  const [only] = best;
  if (best.length === 1 && only.code === 'custom' && only.path.length === 0) {
    const found = textOf(only.params?.found) ?? describe(value);
    issues.add('value', placeAt(tree, path), path, { expected, found, hint: textOf(only.params?.hint) });
    return;
  }
  for (const inner of best) addIssue(inner, path, root, tree, issues);
}

/** True when an issue says that the value has quite another form than this branch of a union wants. */
function isOtherForm(issue: ZodIssue): boolean {
  return issue.path.length === 0 && issue.code !== 'custom' && issue.code !== 'unrecognized_keys' && !isBound(issue);
}

/** A number out of range is of the right form; a list of the wrong length is not. */
function isBound(issue: ZodIssue): boolean {
  return (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'number';
}

function expectedOf(issue: ZodIssue): string {
  if (issue.message.startsWith(EXPECTED)) return issue.message.slice(EXPECTED.length);
  if (issue.code === 'invalid_type') return issue.expected === 'array' ? 'a list' : `a value of type ${issue.expected}`;
  return 'another value';
}

function nearHint(word: string, known: readonly string[]): string | undefined {
  const hint = suggest(word, known);
  return hint?.startsWith('did you mean') ? hint : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function valueAt(root: unknown, path: Path): unknown {
  let value: unknown = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<Step, unknown>)[step];
  }
  return value;
}
