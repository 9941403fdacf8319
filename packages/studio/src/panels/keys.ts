/** Keys that work anywhere on the page. */
import { toggleTheme } from '@hawser/viewer';
import { saveScenario } from '../actions/scenario.ts';
import { startRun, stepOnce, toggleRun } from '../actions/session.ts';
import { clock, following, project, run, runState, type Screen, screen } from '../state.ts';
import { stageNow } from '../view/view.tsx';

export const HELP: readonly (readonly [string, string])[] = [
  ['G, M, R, V, S', 'Gallery, model, run, results (view), study'],
  ['Ctrl + Enter', 'Run the scenario from the start, from anywhere'],
  ['Ctrl + S', 'Save the scenario'],
  ['Space', 'Run or pause; in the results play or pause'],
  ['.', 'One step of the solver, while paused'],
  ['← →', 'One frame back or on'],
  ['Page Up, Page Down', 'A tenth of the run back or on'],
  ['Home, End', 'Start or end of the run'],
  ['[ ]', 'Slower or faster'],
  ['Shift + arrows', 'Turn the view'],
  ['Ctrl + arrows', 'Move the view'],
  ['+ −', 'Zoom in or out'],
  ['F, 0', 'Fit the whole scene, first view'],
  ['1 2 3', 'From the front, from the right, from above'],
  ['Alt + arrows, Page Up, Page Down', 'Pull the chosen body or cable while it runs'],
  ['T', 'Light or dark'],
  ['Ctrl + Space', 'In the editor: what may stand here'],
  ['F1, F8', 'In the editor: what a key means, next problem'],
  ['Ctrl + G, Ctrl + D, Alt + Z', 'In the editor: go to line, choose the same word again, wrap lines'],
  ['Esc, then Tab', 'In the editor: leave it with the keyboard'],
  ['?', 'This list'],
];

const DEGREE = Math.PI / 180;
const SCREENS: Readonly<Record<string, Screen>> = { g: 'start', m: 'model', r: 'run', v: 'results', s: 'study' };

/** Which screens can be shown now. */
export function canShow(wanted: Screen): boolean {
  if (wanted === 'start') return true;
  if (wanted === 'model') return project.value !== undefined;
  if (wanted === 'run' || wanted === 'study') return project.value !== undefined;
  return run.value !== undefined;
}

export function startKeys(help: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey) return;
    if (event.ctrlKey && (event.key === 'Enter' || event.key.toLowerCase() === 's')) {
      event.preventDefault();
      if (project.value === undefined) return;
      if (event.key === 'Enter') startRun();
      else saveScenario();
      return;
    }
    if (isTaken(event)) return;
    if (act(event, help)) event.preventDefault();
  });
}

/** Whether the focused element needs this key itself. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('dialog[open], .editor') !== null) return true;
  const arrow = event.key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(event.key);
  if (target instanceof HTMLInputElement && target.classList.contains('scrub')) return false;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return event.key === ' ';
  if (target.matches('input, select, textarea')) return true;
  if (target.closest('[role=tablist], [role=tree], [role=separator]') !== null && arrow) return true;
  if (event.key === ' ' || event.key === 'Enter') return target.closest('button, a, summary, [role=treeitem]') !== null;
  const upright = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].includes(event.key);
  return upright && !event.shiftKey && !event.ctrlKey && target.closest('.panel') !== null;
}

export function stepFrame(by: 1 | -1): void {
  const now = clock.value;
  now.pause();
  following.value = false;
  now.set(run.value?.neighbour(now.time, by) ?? now.time);
}

function jump(time: number): void {
  following.value = false;
  clock.value.set(time);
}

function act(event: KeyboardEvent, help: () => void): boolean {
  const { key } = event;
  const eye = stageNow()?.eye;
  const now = clock.value;
  const tenth = 0.1 * (now.end - now.start);
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  const wanted = SCREENS[key.toLowerCase()];
  if (arrow !== undefined && event.shiftKey) eye?.orbit(arrow[0] * 5 * DEGREE, arrow[1] * 5 * DEGREE);
  else if (arrow !== undefined && event.ctrlKey) eye?.pan(arrow[0] * 0.05, arrow[1] * 0.05);
  else if (event.ctrlKey) return false;
  else if (wanted !== undefined && canShow(wanted)) screen.value = wanted;
  else if (key === '+' || key === '=') eye?.zoom(0.85);
  else if (key === '-') eye?.zoom(1 / 0.85);
  else if (key === 'f' || key === 'F') eye?.fit();
  else if (key === '0') eye?.look(-56 * DEGREE, 22 * DEGREE);
  else if (key === '1') eye?.look(-90 * DEGREE, 0);
  else if (key === '2') eye?.look(0, 0);
  else if (key === '3') eye?.look(-90 * DEGREE, 90 * DEGREE);
  else if (key === 't' || key === 'T') toggleTheme();
  else if (key === '?') help();
  else if (screen.value !== 'run' && screen.value !== 'results') return false;
  else if (key === ' ') {
    if (screen.value === 'run') toggleRun();
    else now.toggle();
  } else if (key === '.' && screen.value === 'run') stepOnce();
  else if (key === 'ArrowLeft') stepFrame(-1);
  else if (key === 'ArrowRight') stepFrame(1);
  else if (key === 'PageUp') jump(now.time - tenth);
  else if (key === 'PageDown') jump(now.time + tenth);
  else if (key === 'Home') jump(now.start);
  else if (key === 'End') {
    jump(now.end);
    following.value = runState.value === 'running';
  } else if (key === '[') now.shiftSpeed(-1);
  else if (key === ']') now.shiftSpeed(1);
  else return false;
  return true;
}
