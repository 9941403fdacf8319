/** Converts zod's issues to faults at their place, in words. */
import type * as z from 'zod';
import { describe, placeAt, placeOfKey, type Tree } from '../document/tree.ts';
import type { IssueCode, IssueText, Path, Place, Step } from '../issues.ts';
import { clipped } from '@hawser/record';
import { EXPECTED, wordsIn } from '../schema/kit.ts';
import { nearest } from '../suggest.ts';

type ZodIssue = z.core.$ZodIssue;

/** A violation of the schema, with the data needed to continue after it. */
export interface SchemaFault {
  readonly code: IssueCode;
  readonly place: Place;
  /** of the value at fault; of the key for code unknown-key */
  readonly path: Path;
  readonly text: IssueText;
  /** the words that may stand there, where there is a list of them */
  readonly words: readonly string[];
  /** the word that was probably meant */
  readonly near?: string;
  /** true: the value chooses which keys its map may have */
  readonly discriminates: boolean;
  /** true: a rule about several values, each valid by itself */
  readonly rule: boolean;
  /** keys of the map at `path` of which exactly one must be there */
  readonly oneOf?: readonly string[];
}

/** Every zod issue in words; `value` is what was validated, `tree` where it stands. */
export function schemaFaults(found: readonly ZodIssue[], value: unknown, tree: Tree): SchemaFault[] {
  const faults: SchemaFault[] = [];
  for (const issue of found) addIssue(issue, [], value, tree, faults);
  return faults;
}

type FaultInput = Pick<SchemaFault, 'code' | 'path' | 'text'> & Partial<SchemaFault>;

function fault(tree: Tree, input: FaultInput): SchemaFault {
  return { place: placeAt(tree, input.path), words: [], discriminates: false, rule: false, ...input };
}

function addIssue(issue: ZodIssue, base: Path, root: unknown, tree: Tree, faults: SchemaFault[]): void {
  const path: Path = [...base, ...(issue.path as Step[])];
  if (issue.code === 'unrecognized_keys') {
    const known = wordsIn(expectedOf(issue));
    for (const key of issue.keys) {
      const at = [...path, key];
      const near = nearest(key, known);
      const expected = near === undefined ? `one of the keys ${known.join(', ')}` : 'a known key';
      const place = placeOfKey(tree, at) ?? placeAt(tree, path);
      const text = { expected, found: `"${clipped(key, 60)}"`, ...meant(near) };
      faults.push(fault(tree, { code: 'unknown-key', place, path: at, text, ...(near && { near }) }));
    }
    return;
  }
  if (issue.code === 'invalid_union') {
    addUnion(issue, path, root, tree, faults);
    return;
  }
  const value = valueAt(root, path);
  const parameters = issue.code === 'custom' ? issue.params : undefined;
  const expected = expectedOf(issue);
  if (value === undefined && parameters === undefined) {
    faults.push(fault(tree, { code: 'missing', path, text: { expected, found: 'nothing' }, words: wordsIn(expected) }));
    return;
  }
  const text = { expected, found: textOf(parameters?.found) ?? describe(value) };
  const hint = textOf(parameters?.hint);
  const oneOf: unknown = parameters?.oneOf;
  faults.push(
    fault(tree, {
      code: 'value',
      path,
      text: hint === undefined ? text : { ...text, hint },
      rule: typeof value === 'object' && value !== null && parameters !== undefined,
      ...(Array.isArray(oneOf) && { oneOf }),
      ...(hint === undefined && choice(value, expected, text)),
    }),
  );
}

/** Of several forms of a value, reports the faults of the nearest one. */
function addUnion(
  issue: ZodIssue & { code: 'invalid_union' },
  path: Path,
  root: unknown,
  tree: Tree,
  faults: SchemaFault[],
): void {
  const value = valueAt(root, path);
  const expected = expectedOf(issue);
  const branches = [...issue.errors].filter((branch) => !branch.some(isOtherForm)).sort((a, b) => a.length - b.length);
  const best = value === undefined ? undefined : branches[0];
  if (best === undefined) {
    const code = value === undefined ? 'missing' : 'value';
    const text = { expected, found: describe(value) };
    const discriminates = issue.errors.length === 0;
    faults.push(fault(tree, { code, path, text, discriminates, ...choice(value, expected, text) }));
    return;
  }
  const [only] = best;
  if (best.length === 1 && only.code === 'custom' && only.path.length === 0 && typeof value !== 'object') {
    const found = textOf(only.params?.found) ?? describe(value);
    const hint = textOf(only.params?.hint);
    faults.push(fault(tree, { code: 'value', path, text: { expected, found, ...(hint !== undefined && { hint }) } }));
    return;
  }
  for (const inner of best) addIssue(inner, path, root, tree, faults);
}

/** True when an issue means that the value has a different form than this branch of a union. */
function isOtherForm(issue: ZodIssue): boolean {
  return issue.path.length === 0 && issue.code !== 'custom' && issue.code !== 'unrecognized_keys' && !isBound(issue);
}

/** A number out of range is of the right form; a list of the wrong length is not. */
function isBound(issue: ZodIssue): boolean {
  return (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'number';
}

/** Longer lists of words are left out of a message that says which one was probably meant. */
const LONG_LIST = 12;

/** The words that may stand in place of a value, and the one that was probably meant, which the text then says. */
function choice(
  value: unknown,
  expected: string,
  text: IssueText,
): Pick<SchemaFault, 'words'> & Partial<Pick<SchemaFault, 'near' | 'text'>> {
  const words = wordsIn(expected);
  const near = typeof value === 'string' ? nearest(value, words) : undefined;
  if (near === undefined) return { words };
  const short = words.length > LONG_LIST ? { expected: 'a known word' } : {};
  return { words, near, text: { ...text, ...short, ...meant(near) } };
}

function meant(near: string | undefined): { hint?: string } {
  return near === undefined ? {} : { hint: `did you mean "${near}"?` };
}

function expectedOf(issue: ZodIssue): string {
  if (issue.message.startsWith(EXPECTED)) return issue.message.slice(EXPECTED.length);
  if (issue.code === 'invalid_type') return issue.expected === 'array' ? 'a list' : `a value of type ${issue.expected}`;
  return 'another value';
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
