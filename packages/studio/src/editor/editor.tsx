/** The scenario's text: completion, help, problems at their place, linked with what is chosen in the picture. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, forceLinting, lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { outside, select, setText } from '../actions/scenario.ts';
import { startRun } from '../actions/session.ts';
import { check, places, project, text } from '../state.ts';
import { complete } from './complete.ts';
import { help } from './help.ts';
import { colours } from './theme.ts';
import { words } from './words.ts';

const revealEffect = StateEffect.define<{ from: number; to: number } | null>();
const chosenLine = Decoration.line({ class: 'cm-chosen' });

/** The lines of what is chosen. */
const chosen = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const each of transaction.effects) {
      if (!each.is(revealEffect)) continue;
      next = Decoration.none;
      if (each.value === null) continue;
      const { doc } = transaction.state;
      const first = doc.lineAt(Math.min(doc.length, each.value.from)).number;
      const last = doc.lineAt(Math.min(doc.length, Math.max(each.value.from, each.value.to - 1))).number;
      const lines = Array.from({ length: last - first + 1 }, (_, i) => chosenLine.range(doc.line(first + i).from));
      next = Decoration.set(lines);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The view lives as long as the page: undo and scroll survive a change of screens. */
let view: EditorView | undefined;
/** set while the text is changed from outside, which is no typing */
let quiet = false;

export function Editor(): VNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    view ??= new EditorView({ state: EditorState.create({ doc: text.peek(), extensions: extensions() }) });
    const shown = view;
    box.current?.append(shown.dom);
    shown.requestMeasure();
    const stop = effect(() => showProblems(shown));
    return () => {
      stop();
      shown.dom.remove();
    };
  }, []);
  return <div class="editor" ref={box} />;
}

/** The cursor to a line and column, both from 1. */
export function goTo(line: number, column: number): void {
  if (view === undefined || line < 1) return;
  const target = view.state.doc.line(Math.min(view.state.doc.lines, line));
  const anchor = Math.min(target.to, target.from + Math.max(0, column - 1));
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}

outside.replace = (next) => {
  if (view === undefined || view.state.doc.toString() === next) return;
  quiet = true;
  const old = view.state.doc.toString();
  // only what differs is replaced, so that the cursor and the undo steps keep their sense
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from++;
  let [oldEnd, newEnd] = [old.length, next.length];
  while (oldEnd > from && newEnd > from && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  view.dispatch({ changes: { from, to: oldEnd, insert: next.slice(from, newEnd) } });
  quiet = false;
};

outside.reveal = (from, to) => {
  if (view === undefined) return;
  view.dispatch({
    effects: [revealEffect.of({ from, to }), EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 })],
  });
};

function extensions(): Extension {
  return [
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      {
        key: 'Mod-Enter',
        run: () => {
          startRun();
          return true;
        },
      },
      { key: 'F8', run: nextDiagnostic },
    ]),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    bracketMatching(),
    closeBrackets(),
    words,
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap]),
    EditorState.tabSize.of(2),
    autocompletion({ override: [complete], activateOnTyping: true }),
    help(),
    lintGutter(),
    chosen,
    colours,
    EditorView.contentAttributes.of({
      'aria-label': 'Scenario in YAML. Control Space completes, Escape then Tab leaves.',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !quiet) setText(update.state.doc.toString());
      if (update.selectionSet && !quiet && update.view.hasFocus) selectAt(update.state.selection.main.head);
    }),
  ];
}

/** What the cursor stands in becomes what is chosen. */
function selectAt(at: number): void {
  const found = places.peek().find(({ from, to }) => at >= from && at <= to);
  if (found !== undefined) select({ section: found.section, name: found.name }, false);
}

function showProblems(shown: EditorView): void {
  const reply = check.value;
  const main = project.value?.main;
  if (reply === undefined) return;
  const { doc } = shown.state;
  const diagnostics = reply.issues.flatMap((issue): Diagnostic[] => {
    if (issue.file !== main && issue.line > 0) return [];
    const line = doc.line(Math.min(doc.lines, Math.max(1, issue.line)));
    const from = Math.min(line.to, line.from + Math.max(0, issue.column - 1));
    const word = /^[^\s,:}\]]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 0;
    const message = issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
    return [{ from, to: Math.min(line.to, from + Math.max(1, word)), severity: issue.severity, message }];
  });
  shown.dispatch(setDiagnostics(shown.state, diagnostics));
  forceLinting(shown);
}
