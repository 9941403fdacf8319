/** Set-up of the editor: features, keys and colours. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, nextDiagnostic } from '@codemirror/lint';
import { gotoLine, highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { complete } from './complete.ts';
import { askedHelp, explain, keyHelp, stopExplaining } from './help.ts';

export const wrapping: Compartment = new Compartment();

/** Classes, so that the page's own colours, light and dark, are the editor's. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], class: 'y-key' },
  { tag: [tags.number, tags.bool, tags.null], class: 'y-number' },
  { tag: [tags.string, tags.content, tags.attributeValue], class: 'y-text' },
  { tag: [tags.lineComment, tags.comment], class: 'y-comment' },
  { tag: [tags.squareBracket, tags.brace, tags.separator, tags.punctuation], class: 'y-sign' },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], class: 'y-label' },
]);

/** What the page's policy lets style elements be marked with; none in a page that is being developed. */
function styleNonce(): string {
  const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
}

const toggleWrap = (view: EditorView): boolean => {
  const on = view.lineWrapping;
  view.dispatch({ effects: wrapping.reconfigure(on ? [] : EditorView.lineWrapping) });
  return true;
};

/**
 * The editor itself replaces a selection by typed text: a browser would keep the formatting by style attributes, which the page's policy
 * forbids.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const text = event.data;
    const { from, to, empty } = view.state.selection.main;
    if (event.inputType !== 'insertText' || text === null || empty || event.isComposing) return false;
    const put = (): Transaction =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const taken = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, text, put));
    if (!taken) view.dispatch(put());
    event.preventDefault();
    return true;
  },
});

export function setup(label: string, isYaml: boolean): Extension {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    typedOver,
    rectangularSelection(),
    crosshairCursor(),
    highlightSelectionMatches(),
    search({ top: true }),
    autocompletion({ override: [complete], icons: false }),
    keyHelp,
    askedHelp,
    wrapping.of([]),
    ...(isYaml ? [yaml(), syntaxHighlighting(COLOURS)] : []),
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': `${label}. Control Space completes, F1 explains, F8 goes to the next problem, Escape then Tab leaves.`,
    }),
    keymap.of([
      { key: 'F1', run: explain },
      { key: 'Escape', run: stopExplaining },
      { key: 'F8', run: nextDiagnostic },
      { key: 'Mod-g', run: gotoLine },
      { key: 'Alt-z', run: toggleWrap },
      { key: 'Mod-Enter', run: () => false, stopPropagation: false },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap.filter(({ key }) => key !== 'Mod-g'),
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}
