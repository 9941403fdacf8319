/** The scenario's text: completion, help, problems at their place, linked with what is chosen in the picture. */
import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { outside, select, setText } from '../actions/scenario.ts';
import { check, places, project, text } from '../state.ts';
import { CompletionList } from './completion-list.ts';
import { FindBar } from './find-bar.ts';
import { helpOn } from './help.ts';
import type { Mark } from './ink.ts';
import { Sheet } from './sheet.ts';
import { changeOf } from './typing.ts';

/** The editor lives as long as the page: undo and scroll survive a change of screens. */
let made: { readonly sheet: Sheet; readonly bar: FindBar } | undefined;
/** which project the text is of: another one begins without a past */
let opened: unknown;

export function Editor(): VNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    made ??= make();
    const { sheet, bar } = made;
    if (opened !== project.peek()?.main) sheet.open(text.peek());
    else sheet.take(text.peek());
    opened = project.peek()?.main;
    box.current?.append(bar.dom, sheet.dom);
    const stop = effect(() => showProblems(sheet));
    return () => {
      stop();
      sheet.dom.remove();
      bar.dom.remove();
    };
  }, []);
  return <div class="editor" ref={box} />;
}

/** The cursor to a line and column, both from 1. */
export function goTo(line: number, column: number): void {
  if (made === undefined || line < 1) return;
  const { sheet } = made;
  const wanted = Math.min(sheet.lineCount, line) - 1;
  const at = sheet.startOf(wanted) + Math.min(sheet.textOf(wanted).length, Math.max(0, column - 1));
  sheet.area.focus();
  sheet.setSelection(at);
  sheet.show(at, 0.4);
}

outside.replace = (next) => {
  if (opened === project.peek()?.main) made?.sheet.take(next);
  else if (made !== undefined) {
    made.sheet.open(next);
    opened = project.peek()?.main;
  }
};

outside.reveal = (from, to) => made?.sheet.choose(from, to);

function make(): { sheet: Sheet; bar: FindBar } {
  const sheet = new Sheet(
    'Scenario in YAML. Control Space completes, F1 explains, F8 goes to the next problem, Escape then Tab leaves.',
  );
  const list = new CompletionList(sheet);
  const bar = new FindBar(sheet);
  const help = helpOn(sheet);
  let leaving = false; // after Escape, Tab goes on to the next control
  sheet.onChange = (byHand) => {
    if (!byHand) return;
    setText(sheet.text);
    help.hide();
    list.look(false);
    bar.mark();
  };
  sheet.onMove = () => {
    if (document.activeElement !== sheet.area) return;
    const at = sheet.selection[1];
    // what the cursor stands in becomes what is chosen
    const found = places.peek().find(({ from, to }) => at >= from && at <= to);
    if (found !== undefined) select({ section: found.section, name: found.name }, false);
  };
  sheet.area.addEventListener('blur', () => list.close());
  sheet.area.addEventListener('mousedown', () => list.close());
  sheet.area.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey) return;
    const { key } = event;
    const control = event.ctrlKey || event.metaKey;
    const left = leaving;
    leaving = key === 'Escape' && !list.open;
    if (!control && list.key(key)) event.preventDefault();
    else if (key === 'Tab' && left) return;
    else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) list.close();
    else if (act(event, control, { sheet, list, bar, help })) event.preventDefault();
  });
  return { sheet, bar };
}

interface Parts {
  readonly sheet: Sheet;
  readonly list: CompletionList;
  readonly bar: FindBar;
  readonly help: { showAt(at: number): void };
}

/** Whether the key meant something here. */
function act(event: KeyboardEvent, control: boolean, { sheet, list, bar, help }: Parts): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (control && key === ' ') list.look(true);
  else if (control && key === 'z') sheet.travel(event.shiftKey ? 'redo' : 'undo');
  else if (control && key === 'y') sheet.travel('redo');
  else if (control && key === 'f') bar.open();
  else if (key === 'F1') help.showAt(sheet.selection[1]);
  else if (key === 'F8') nextProblem(sheet);
  else {
    if (control && key !== '/') return false;
    const name = control ? 'Control+/' : key === 'Tab' && event.shiftKey ? 'Shift+Tab' : event.key;
    const change = changeOf(sheet.text, sheet.selection, name);
    if (change === undefined) return false;
    sheet.replace(change.from, change.to, change.put, change.select);
  }
  return true;
}

function nextProblem(sheet: Sheet): void {
  const { line } = sheet.lineAt(sheet.selection[1]);
  for (let i = 1; i <= sheet.lineCount; i++) {
    const there = (line + i) % sheet.lineCount;
    const mark = sheet.marksAt(there).find(({ message }) => message !== '');
    if (mark === undefined) continue;
    goTo(there + 1, mark.from + 1);
    return;
  }
}

function showProblems(sheet: Sheet): void {
  const reply = check.value;
  const main = project.value?.main;
  const marks = (reply?.issues ?? []).flatMap((issue): (Mark & { line: number })[] => {
    if (issue.file !== main && issue.line > 0) return [];
    const line = Math.min(sheet.lineCount, Math.max(1, issue.line)) - 1;
    const own = sheet.textOf(line);
    const from = Math.max(0, Math.min(own.length - 1, issue.column - 1));
    // a value with its unit, or a name of several words
    const word = /^[^\s,:}\]]+(?: [^\s,:}\]#]+)*/.exec(own.slice(from))?.[0].length ?? 0;
    const message = issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
    return [{ line, from, to: from + Math.max(1, word), kind: issue.severity, message }];
  });
  sheet.setMarks(['error', 'warning'], marks);
}
