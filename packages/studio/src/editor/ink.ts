/** Colours of YAML, line by line: keys, numbers with units, texts, comments. Enough to read by; the check knows better. */

/** A stretch of a line that is marked: a problem, or what was looked for. */
export interface Mark {
  /** columns from 0; `to` is behind the last one */
  readonly from: number;
  readonly to: number;
  readonly kind: 'error' | 'warning' | 'found';
  /** for people; empty where there is nothing to say */
  readonly message: string;
}

const KINDS = ['comment', 'key', 'text', 'number', 'sign'] as const;

/** One after the other in a line; what none of them takes keeps the colour of the text. */
const WORDS: RegExp = new RegExp(
  [
    /(?<comment>(?<![^\s])#.*)/,
    /(?<key>[\p{L}_][\p{L}\p{N}_./*~-]*(?: [\p{L}\p{N}_./*~-]+)*(?=\s*:(?:\s|$)))/u,
    /(?<text>"(?:[^"\\]|\\.)*"|'[^']*')/,
    /(?<number>(?<![\p{L}\p{N}_^-])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?![\p{L}\p{N}_-])|\b(?:true|false|null)\b)/u,
    /(?<sign>[[\]{}]|^\s*-(?=\s))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** The line as pieces, each with its classes; together they are the line again. */
export function inked(line: string, marks: readonly Mark[]): { text: string; classes: string }[] {
  const edges = new Set([0, line.length]);
  const words: { from: number; to: number; kind: string }[] = [];
  for (const match of line.matchAll(WORDS)) {
    const kind = KINDS.find((name) => match.groups?.[name] !== undefined) ?? '';
    const word = { from: match.index, to: match.index + match[0].length, kind: `y-${kind}` };
    words.push(word);
    edges.add(word.from).add(word.to);
  }
  for (const { from, to } of marks) edges.add(Math.min(from, line.length)).add(Math.min(to, line.length));
  const cuts = [...edges].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i) => {
    const covers = (range: { from: number; to: number }): boolean => range.from <= from && from < range.to;
    const classes = [...words.filter(covers), ...marks.filter(covers)].map(({ kind }) => kind);
    return { text: line.slice(from, cuts[i + 1]), classes: classes.join(' ') };
  });
}
