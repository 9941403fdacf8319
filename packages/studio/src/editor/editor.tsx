/** Text editor for the files of a scenario, one tab each: completion, help, problems at their place, linked with the selection. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { outside, select, setText, textOf } from '../actions/scenario.ts';
import { active, check, places, project } from '../state.ts';
import { setup } from './setup.ts';

/** The editor persists with the page: undo, folds and scroll of every file survive changes of screens and tabs. */
let view: EditorView | undefined;
let shown = '';
let states: Map<string, EditorState> = new Map();
/** the last text reported from here */
let told = '';
/** a change from elsewhere is not reported back */
let quiet = false;

export function Editor(): VNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    view ??= new EditorView({ state: stateOf(active.peek()) });
    box.current?.append(view.dom);
    const stops = [
      effect(() => showFile(active.value)),
      effect(() => takeOver(project.value?.files[active.value])),
      effect(() => showProblems(check.value, active.value)),
    ];
    return () => {
      for (const stop of stops) stop();
      view?.dom.remove();
    };
  }, []);
  return <div class="editor" ref={box} />;
}

/** The cursor to a line and column of a file, both from 1. */
export function goTo(file: string, line: number, column: number): void {
  if (line < 1 || textOf(file) === undefined) return;
  active.value = file;
  showFile(file);
  if (view === undefined) return;
  const { doc } = view.state;
  const wanted = doc.line(Math.min(doc.lines, line));
  const at = wanted.from + Math.min(wanted.length, Math.max(0, column - 1));
  view.focus();
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
}

outside.opened = () => {
  states = new Map();
  shown = '';
  if (view !== undefined && active.peek() !== '') showFile(active.peek());
};

outside.reveal = (file, from, to) => {
  if (textOf(file) === undefined) return;
  active.value = file;
  showFile(file);
  takeOver(textOf(file));
  if (view === undefined) return;
  const end = Math.min(to, view.state.doc.length);
  const start = Math.min(from, end);
  view.dispatch({
    selection: { anchor: start },
    effects: [choose.of([start, end]), EditorView.scrollIntoView(start, { y: 'center' })],
  });
};

function showFile(file: string): void {
  if (view === undefined || file === shown || project.peek() === undefined) return;
  if (shown !== '') states.set(shown, view.state);
  shown = file;
  told = '';
  view.setState(states.get(file) ?? stateOf(file));
  takeOver(textOf(file));
  showProblems(check.peek(), file);
}

function stateOf(file: string): EditorState {
  return EditorState.create({
    doc: textOf(file) ?? '',
    extensions: [
      setup(`${file} as text`, /\.(ya?ml|json)$/i.test(file)),
      chosenLines,
      EditorView.updateListener.of(onUpdate),
    ],
  });
}

function onUpdate({
  docChanged,
  selectionSet,
  state,
  view: from,
}: Parameters<Parameters<typeof EditorView.updateListener.of>[0]>[0]): void {
  if (docChanged && !quiet) {
    told = state.doc.toString();
    setText(shown, told);
  }
  if (!selectionSet || quiet || !from.hasFocus) return;
  const at = state.selection.main.head;
  // the thing at the cursor becomes the selection
  const found = places.peek().find((place) => place.file === shown && at >= place.from && at <= place.to);
  if (found !== undefined) select({ section: found.section, name: found.name }, false);
}

/** A text changed elsewhere: only differences are replaced, so that cursor and folds stay. */
function takeOver(content: string | Uint8Array | undefined): void {
  if (view === undefined || content === undefined || content === told || shown !== active.peek()) return;
  const text = typeof content === 'string' ? content : textOf(shown);
  if (text === undefined) return;
  const next = Text.of(text.split(/\r\n?|\n/));
  const before = view.state.doc;
  if (before.eq(next)) return;
  const [a, b] = [before.toString(), next.toString()];
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let tail = 0;
  while (tail < a.length - from && tail < b.length - from && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  quiet = true;
  view.dispatch({ changes: { from, to: a.length - tail, insert: b.slice(from, b.length - tail) } });
  quiet = false;
}

const choose = StateEffect.define<readonly [number, number]>();
const CHOSEN = Decoration.line({ class: 'chosen' });

/** The lines of the selection. */
const chosenLines: StateField<DecorationSet> = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, change) {
    let next = lines.map(change.changes);
    for (const found of change.effects) {
      if (!found.is(choose)) continue;
      const [from, to] = found.value;
      const { doc } = change.state;
      const [first, last] = [doc.lineAt(from).number, doc.lineAt(Math.max(from, to - 1)).number];
      next = Decoration.set(Array.from({ length: last - first + 1 }, (_, i) => CHOSEN.range(doc.line(first + i).from)));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function showProblems(reply: typeof check.value, file: string): void {
  if (view === undefined || file !== shown) return;
  const { doc } = view.state;
  const main = project.peek()?.main;
  const found = (reply?.issues ?? []).flatMap((issue): Diagnostic[] => {
    if (issue.line > 0 ? issue.file !== file : file !== main) return [];
    const line = doc.line(Math.min(doc.lines, Math.max(1, issue.line)));
    const column = Math.max(0, Math.min(line.length - 1, issue.column - 1));
    // a value with its unit, or a name of several words
    const word = /^[^\s,:}\]]+(?: [^\s,:}\]#]+)*/.exec(line.text.slice(column))?.[0].length ?? 0;
    const message = issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
    const from = line.from + column;
    return [{ from, to: Math.min(doc.length, from + Math.max(1, word)), severity: issue.severity, message }];
  });
  view.dispatch(setDiagnostics(view.state, found));
}
