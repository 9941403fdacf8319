/** Colours of the text, taken from the style sheet so that light and dark need one theme only. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const style = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.lineComment, tags.comment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--series-2)' },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: 'var(--soft)' },
  { tag: [tags.labelName, tags.typeName], color: 'var(--series-4)' },
]);

export const colours: Extension = [
  EditorView.theme({
    '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--ink)', fontSize: '0.82rem' },
    '.cm-scroller': { fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace', lineHeight: '1.5' },
    '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--soft)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent) !important',
    },
    '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--line)' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--panel)' },
    '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
    '.cm-chosen': { backgroundColor: 'color-mix(in srgb, var(--signal) 11%, transparent)' },
  }),
  syntaxHighlighting(style),
];
