/** Colours of YAML, line by line: keys, numbers with units, texts, comments. Enough to read by; the check knows better. */
import { indentService, indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Decoration, MatchDecorator, ViewPlugin } from '@codemirror/view';

const marks = {
  comment: Decoration.mark({ class: 'y-comment' }),
  key: Decoration.mark({ class: 'y-key' }),
  text: Decoration.mark({ class: 'y-text' }),
  number: Decoration.mark({ class: 'y-number' }),
  sign: Decoration.mark({ class: 'y-sign' }),
};

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

const matcher = new MatchDecorator({
  regexp: WORDS,
  boundary: /\n/, // whole lines are looked at again
  decoration: ({ groups = {} }) => {
    const kind = (Object.keys(marks) as (keyof typeof marks)[]).find((name) => groups[name] !== undefined);
    return kind === undefined ? null : marks[kind];
  },
});

export const words: Extension = [
  ViewPlugin.define(
    (view) => ({
      decorations: matcher.createDeco(view),
      update(update): void {
        this.decorations = matcher.updateDeco(update, this.decorations);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  ),
  indentUnit.of('  '),
  // a line after `key:` stands deeper, any other as deep as the one before
  indentService.of((context, at) => {
    const line = context.lineAt(at, -1);
    const deep = /^\s*/.exec(line.text)?.[0].length ?? 0;
    const upTo = line.text.slice(0, at - line.from);
    return /:\s*(?:#.*)?$/.test(upTo) ? deep + 2 : deep;
  }),
];
