/** Colours of the text, taken from the style sheet so that light and dark need one theme only. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const colours: Extension = EditorView.theme({
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
  '.y-key': { color: 'var(--accent)' },
  '.y-number': { color: 'var(--series-2)' },
  '.y-sign': { color: 'var(--soft)' },
  '.y-comment': { color: 'var(--soft)', fontStyle: 'italic' },
});
