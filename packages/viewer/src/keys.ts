/** Keys that work anywhere on the page, and the list that explains them. */
import type { Clock } from './clock.ts';
import { h } from './dom.ts';
import type { Stage } from './replay/stage.ts';
import type { Stepper } from './transport.ts';

const HELP: readonly (readonly [string, string])[] = [
  ['Space', 'Play or pause'],
  ['← →', 'One frame back or on'],
  ['Page Up, Page Down', 'A tenth of the run back or on'],
  ['Home, End', 'Start or end of the run'],
  ['[ ]', 'Slower or faster'],
  ['Shift + arrows', 'Turn the view'],
  ['Ctrl + arrows', 'Move the view'],
  ['+ −', 'Zoom in or out'],
  ['F', 'Fit the whole scene'],
  ['0', 'First view'],
  ['1 2 3', 'From the front, from the right, from above'],
  ['T', 'Light or dark'],
  ['?', 'This list'],
];

const DEGREE = Math.PI / 180;

export interface KeyTargets {
  readonly clock: Clock;
  readonly stage: Stage | undefined;
  readonly stepper: Stepper;
  readonly toggleTheme: () => void;
  readonly help: () => void;
}

export function startKeys(targets: KeyTargets): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || isTaken(event)) return;
    if (act(event, targets)) event.preventDefault();
  });
}

/** Whether the focused element needs this key itself. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('dialog[open]') !== null) return true;
  const arrow = event.key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(event.key);
  if (target instanceof HTMLInputElement && target.type === 'range') return false; // the time bar steps frames too
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return event.key === ' ';
  if (target.matches('input, select, textarea')) return true;
  if (target.closest('[role=tablist]') !== null && arrow) return true;
  if (target.matches('[role=separator]') && arrow) return true;
  if (event.key === ' ' || event.key === 'Enter') return target.closest('button, a, summary') !== null;
  return arrow && !event.shiftKey && !event.ctrlKey && isVertical(event.key) && target.closest('.panel') !== null;
}

/** Keys that scroll a panel. */
function isVertical(key: string): boolean {
  return ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].includes(key);
}

function act(event: KeyboardEvent, { clock, stage, stepper, toggleTheme, help }: KeyTargets): boolean {
  const { key } = event;
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (arrow !== undefined && event.shiftKey) stage?.eye.orbit(arrow[0] * 5 * DEGREE, arrow[1] * 5 * DEGREE);
  else if (arrow !== undefined && event.ctrlKey) stage?.eye.pan(arrow[0] * 0.05, arrow[1] * 0.05);
  else if (event.ctrlKey) return false;
  else if (key === 'ArrowLeft') stepper.step(-1);
  else if (key === 'ArrowRight') stepper.step(1);
  else if (key === 'PageUp') clock.set(clock.time - 0.1 * (clock.end - clock.start));
  else if (key === 'PageDown') clock.set(clock.time + 0.1 * (clock.end - clock.start));
  else if (key === 'Home') clock.set(clock.start);
  else if (key === 'End') clock.set(clock.end);
  else if (key === ' ') clock.toggle();
  else if (key === '[') clock.shiftSpeed(-1);
  else if (key === ']') clock.shiftSpeed(1);
  else if (key === '+' || key === '=') stage?.eye.zoom(0.85);
  else if (key === '-') stage?.eye.zoom(1 / 0.85);
  else if (key === 'f' || key === 'F') stage?.eye.fit();
  else if (key === '0') stage?.resetView();
  else if (key === '1') stage?.eye.look(-90 * DEGREE, 0);
  else if (key === '2') stage?.eye.look(0, 0);
  else if (key === '3') stage?.eye.look(-90 * DEGREE, 90 * DEGREE);
  else if (key === 't' || key === 'T') toggleTheme();
  else if (key === '?') help();
  else return false;
  return true;
}

export function helpDialog(): HTMLDialogElement {
  const rows = HELP.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, what)));
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    h('h2', { id: 'help-title' }, 'Keys and gestures'),
    h('table', {}, h('tbody', {}, ...rows)),
    h(
      'p',
      {},
      'Picture: drag turns, right drag or two fingers move, wheel or pinch zooms, a double click on a body follows it. ' +
        'Plots: click goes to an instant, drag zooms in time, double click shows all, Ctrl and wheel zooms.',
    ),
    h('button', { type: 'button', class: 'icon worded', autofocus: true, onclick: () => dialog.close() }, 'Close'),
  );
  return dialog;
}
