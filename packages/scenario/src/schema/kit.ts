/**
 * Building blocks of all schema files. Each states what it expects in the words of a message; the translation of zod's issues
 * (check/schema-issues.ts) reads them back.
 */
import * as z from 'zod';
import { expectedQuantity, parseQuantity, type Quantity, quantities } from '../units.ts';

export type Vec3 = readonly [number, number, number];

/** Marks a zod message as one of ours: what was expected, in words. */
export const EXPECTED = 'expected: ';

/** Parameters of a custom zod issue. */
export interface IssueParameters {
  readonly expected: string;
  readonly found?: string;
  readonly hint?: string;
  /** keys of the map of which exactly one must be there */
  readonly oneOf?: readonly string[];
}

/** zod `error` option that says what was expected. */
export function expecting(what: string): { error: () => string } {
  return { error: () => EXPECTED + what };
}

/** A map with these keys and no others. */
export function object<const S extends z.core.$ZodLooseShape>(
  shape: S,
  what: string = 'a map',
): z.ZodObject<S, z.core.$strict> {
  const keys = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => EXPECTED + (issue.code === 'unrecognized_keys' ? oneOf(keys) : what),
  });
}

/** zod options for a map that comes in several types: what is expected of `type`, and of the map itself. */
export function typed(types: readonly string[], what: string): { error: (issue: { code?: string }) => string } {
  return { error: (issue) => EXPECTED + (issue.code === 'invalid_union' ? oneOf(types) : what) };
}

export type Range = 'any' | 'positive' | 'not-negative';

type QuantityInput = number | string;

/**
 * Sizes of numbers in SI units. Physical values lie inside, where squares, cubes and products of masses, lengths and times neither overflow
 * nor underflow. A value that may be zero may also be arbitrarily small.
 */
const SMALLEST = 1e-50;
const LARGEST = 1e50;
const SIZES = `sizes from ${SMALLEST} to ${LARGEST} in SI units can be computed with`;

/** A number in SI units, or text with a unit. The output is SI. */
export function quantity(kind: Quantity, range: Range = 'any'): z.ZodType<number, QuantityInput> {
  const expected = rangedQuantity(kind, range);
  return z
    .union([z.number(), z.string()], expecting(expected))
    .transform((input, context) => {
      const result = parseQuantity(input, kind);
      if (!result.ok) {
        context.issues.push(customIssue(input, { expected, found: result.found, hint: result.hint }));
        return z.NEVER;
      }
      if ((range === 'positive' && result.value <= 0) || (range === 'not-negative' && result.value < 0)) {
        context.issues.push(customIssue(input, { expected }));
        return z.NEVER;
      }
      const size = Math.abs(result.value);
      if (size > LARGEST || (range === 'positive' && size < SMALLEST)) {
        context.issues.push(customIssue(input, { expected, hint: SIZES }));
        return z.NEVER;
      }
      return result.value;
    })
    .meta({ 'x-quantity': kind });
}

/** A number without unit between two bounds, bounds included. */
export function numberBetween(low: number, high: number): z.ZodType<number, number> {
  const what = high === Number.POSITIVE_INFINITY ? `a number of at least ${low}` : `a number from ${low} to ${high}`;
  const number = z.number(expecting(what)).min(low, expecting(what));
  return high === Number.POSITIVE_INFINITY ? number : number.max(high, expecting(what));
}

export function wholeNumber(low: number, high: number): z.ZodType<number, number> {
  const what = `a whole number from ${low} to ${high}`;
  return z.number(expecting(what)).int(expecting(what)).min(low, expecting(what)).max(high, expecting(what));
}

/** Three quantities of one kind. */
export function vector(kind: Quantity): z.ZodType<Vec3, [QuantityInput, QuantityInput, QuantityInput]> {
  const q = quantity(kind);
  return z.tuple([q, q, q], expecting(`a list of 3 such as ${vectorExample(kind)}`));
}

/** Three numbers, not all zero. Only their direction counts. */
export function direction(): z.ZodType<Vec3, [number, number, number]> {
  const expected = 'a direction: a list of 3 numbers that are not all zero, such as [0, 0, 1]';
  const n = z.number(expecting('a number without unit'));
  return z.tuple([n, n, n], expecting(expected)).superRefine((value, context) => {
    const size = Math.max(...value.map(Math.abs));
    if (size === 0) context.addIssue(customIssue(value, { expected }));
    else if (size > LARGEST || size < SMALLEST) context.addIssue(customIssue(value, { expected, hint: SIZES }));
  });
}

/** Largest length of names, files, patterns and titles; descriptions may be longer. */
const LONGEST_TEXT = 1000;

export function text(what: string = 'text', longest: number = LONGEST_TEXT): z.ZodType<string, string> {
  const tooLong = expecting(`${what}, at most ${longest} characters long`);
  return z.string(expecting(what)).min(1, expecting(what)).max(longest, tooLong);
}

/** A list of at most `most` things, so that a file of some megabytes cannot describe an unlimited model. */
export function listOf<T>(item: z.ZodType<T>, most: number, what: string): z.ZodArray<z.ZodType<T>> {
  return z.array(item, expecting(what)).max(most, expecting(`${what} with at most ${most} entries`));
}

export function flag(): z.ZodType<boolean, boolean> {
  return z.boolean(expecting('true or false'));
}

/** One of some words. */
export function choice<const T extends readonly string[]>(words: T): z.ZodType<T[number], T[number]> {
  return z.enum(words, expecting(oneOf(words)));
}

/** `one of a, b, c`, and back. */
export function oneOf(words: readonly string[]): string {
  return `one of ${words.join(', ')}`;
}
export function wordsIn(expected: string): readonly string[] {
  return expected.startsWith('one of ') ? expected.slice('one of '.length).split(', ') : [];
}

/** Names become parts of channel names, file names and paths, so they hold no dot, tilde, bracket or wildcard. */
export const NAME: RegExp = /^[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*$/u;

/** name -> thing. The names are looked at in check/names.ts, so that a bad one does not hide what stands under it. */
export function named<T>(value: z.ZodType<T>, what: string): z.ZodType<Readonly<Record<string, T>>> {
  return z
    .record(z.string(), value, expecting(`a map of names to ${what}`))
    .meta({ propertyNames: { type: 'string', pattern: NAME.source } });
}

/** Requires exactly one of `keys`. */
export function exactlyOne(keys: readonly string[], what: string): (value: object, context: z.RefinementCtx) => void {
  return (value, context) => {
    const present = keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (present.length === 1) return;
    const expected = `exactly one of ${keys.join(', ')} in ${what}`;
    context.addIssue(
      customIssue(value, {
        expected,
        found: present.length === 0 ? 'none of them' : present.join(' and '),
        oneOf: keys,
      }),
    );
  };
}

export function customIssue(input: unknown, params: IssueParameters): z.core.$ZodRawIssue<z.core.$ZodIssueCustom> {
  return { code: 'custom', message: EXPECTED + params.expected, input, params: { ...params } };
}

function rangedQuantity(kind: Quantity, range: Range): string {
  if (range === 'any') return expectedQuantity(kind);
  const { noun, example, unit } = quantities[kind];
  const bound = range === 'positive' ? 'above 0' : 'of at least 0';
  return `${noun} ${bound}${unit === '' ? '' : ` ${unit}`} such as ${kind === 'number' ? example : `"${example}"`}`;
}

function vectorExample(kind: Quantity): string {
  const { unit } = quantities[kind];
  return unit === '' ? '[1, 0, 0]' : `[1 ${unit}, 0, 0]`;
}
