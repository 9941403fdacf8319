/**
 * Syntax errors of a text, each cause once. After one error a parser reports many others; so the line of the first error is repaired by
 * guess and the text is read again, until there is no error or no guess helps.
 */

export interface SyntaxFault {
  /** of the first character, in the text as given but for guesses in lines above */
  readonly offset: number;
  readonly message: string;
}

/** Characters read again in all: a second of work. */
const MOST_CHARACTERS = 300_000;
/** Largest number of causes reported. */
const MOST_CAUSES = 20;
/** Errors of one reading: a text with more is of another kind, and what is not YAML is slow to read. */
const MOST_ERRORS = 500;

/** `errorsOf` parses a text; its errors come in the order of the text. Lines and their numbers stay as they are. */
export function eachCause(
  text: string,
  errorsOf: (text: string) => readonly SyntaxFault[],
): { line: number; column: number; message: string }[] {
  const causes: { line: number; column: number; message: string }[] = [];
  let current = text;
  let errors = errorsOf(text);
  let left = MOST_CHARACTERS;
  const mended = new Set<number>();
  while (errors.length > 0 && causes.length < MOST_CAUSES) {
    // a tab spoils the lines above it too
    const { offset, message } = errors.find((error) => /^Tabs are not allowed/.test(error.message)) ?? errors[0];
    const { line, column } = placeOf(current, offset);
    if (mended.has(line)) break;
    mended.add(line);
    const opening = openingOf(current, offset, message);
    causes.push({ ...(opening === undefined ? { line, column } : placeOf(current, opening)), message });
    if (errors.length > MOST_ERRORS) break;
    let best: { text: string; errors: readonly SyntaxFault[] } | undefined;
    for (const guess of guesses(current.split('\n'), line - 1)) {
      left -= guess.length;
      if (left < 0) break;
      const remaining = errorsOf(guess);
      if (best === undefined || remaining.length < best.errors.length) best = { text: guess, errors: remaining };
      if (remaining.length === 0) break;
    }
    if (best === undefined || best.errors.length >= errors.length) break;
    current = best.text;
    errors = best.errors;
  }
  return causes;
}

/** The text with line `at` (or the previous one) as it may have been meant: indented like its neighbours, or removed. */
function* guesses(lines: readonly string[], at: number): Generator<string> {
  const above = neighbour(lines, at, -1);
  const below = neighbour(lines, at, 1);
  const indented = (line: number, like: number): string =>
    changed(lines, line, `${/^ */.exec(lines[like])?.[0] ?? ''}${lines[line].trimStart()}`);
  if (above >= 0) yield indented(at, above);
  if (below >= 0) yield indented(at, below);
  if (above >= 0) yield indented(above, at);
  yield changed(lines, at, '');
  if (above >= 0) yield changed(lines, above, '');
}

/** The next line in a direction that is neither empty nor a comment; -1 when there is none. */
function neighbour(lines: readonly string[], at: number, step: number): number {
  for (let i = at + step; i >= 0 && i < lines.length; i += step) if (!/^\s*(#|$)/.test(lines[i])) return i;
  return -1;
}

function changed(lines: readonly string[], at: number, line: string): string {
  return lines.map((old, i) => (i === at ? line : old)).join('\n');
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

/** Where the bracket or quote was opened that the parser misses the end of; it only says where it gave up. */
function openingOf(text: string, offset: number, message: string): number | undefined {
  const kind = UNCLOSED.find(([pattern]) => pattern.test(message))?.[1];
  if (kind === undefined) return undefined;
  const open: { sign: string; at: number }[] = [];
  let quote: { sign: string; at: number } | undefined;
  let last = '\n'; // what stands before this character, blanks left out but for ends of lines
  for (let at = 0; at < Math.min(offset, text.length); at++) {
    const sign = text[at];
    if (quote !== undefined) {
      if (sign === '\\' && quote.sign === '"') at++;
      else if (sign === quote.sign) quote = undefined;
    } else if (sign === '#' && /[\s]/.test(text[at - 1] ?? ' ')) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      at = end;
    } else if ((sign === '"' || sign === "'") && /[\n:,[{-]/.test(last)) quote = { sign, at };
    else if (sign === '[' || sign === '{') open.push({ sign, at });
    else if (sign === ']' || sign === '}') open.pop();
    if (sign === '\n' || !/\s/.test(sign)) last = text[at];
  }
  if (kind === 'quote') return quote?.at;
  return open.filter(({ sign }) => sign === kind).at(-1)?.at;
}

const UNCLOSED: readonly (readonly [RegExp, 'quote' | '[' | '{'])[] = [
  [/^Missing closing .quote/, 'quote'],
  [/^Flow map .*must .*end with a }/, '{'],
  [/^Flow sequence .*must .*end with a ]/, '['],
];

/** Messages of the parser, and their translation for writers of scenarios. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^Nested mappings/, 'a second ":" on one line; put the inner key on a line of its own or quote the text'],
  [/^Source contains multiple documents/, 'a second document after "---"; one file holds one scenario'],
  [/^Tabs are not allowed/, 'a tab in the indentation; use spaces'],
  [/^Flow map .*must .*end with a }/, 'a "{" without its "}"'],
  [/^Flow sequence .*must .*end with a ]/, 'a "[" without its "]"'],
  [/^Missing closing .quote/, 'a quote that is not closed'],
  [/items must start at the same column/, 'a line that is indented differently from those beside it'],
  [/^Implicit (?:map )?keys need/, 'a line without ":" where "key: value" should stand'],
  [/^Missing , /, 'two entries without "," between them'],
  [/^Unexpected .* at node end/, 'more text after the end of a value; is a "," missing, or quotes around it?'],
  [/^Block collections are not allowed within flow/, 'a line break or a missing "," within { } or [ ]'],
  [/^Missing space after :/, 'a ":" without a space after it'],
  [/^A block sequence may not be used as an implicit map key/, 'a list that is indented like no other part of its map'],
  [/^Sequence item without - indicator/i, 'a line without "-" in a list'],
  [/^Alias cannot be an empty string/i, 'a "*" without a name; text that begins with "*" must stand in quotes'],
  [/^Anchor ending in : is ambiguous/i, 'an "&" in front of a key; anchors stand in front of values'],
  [/^Block scalar lines must not be less indented/i, 'text after ">" or "|" that is indented less than its first line'],
  [/^Block scalar values in collections must be indented/i, 'text after ">" or "|" that is not indented'],
  [/^Not a YAML token/i, 'text on the same line as ">" or "|"; begin it on the next line'],
  [/^Comments must be separated/i, 'a "#" without a space before it; put text that holds "#" in quotes'],
  [
    /^Plain value cannot start with (?:block|reserved)/i,
    'text that begins with "|", ">", "@" or "`"; put it in quotes',
  ],
  [/^Plain value cannot start with flow/i, 'a "," or a bracket where a value should begin'],
  [/^Plain value cannot start with/i, 'text that begins with a sign of its own meaning; put it in quotes'],
  [/^Unexpected , in flow/i, 'a "," too many within [ ] or { }'],
  [/^Unexpected block-seq-ind on same line/i, 'a "-" on the line of its key; begin the list on the next line'],
  [
    /\btoken\b/i,
    'something that fits nowhere; is a bracket, a quote or a "," missing before it, or is it indented wrongly?',
  ],
];

export function syntaxProblem(message: string): string {
  const known = PROBLEMS.find(([pattern]) => pattern.test(message));
  return known?.[1] ?? message.split('\n')[0].replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
