/** The program of a report page. */
import 'uplot/dist/uPlot.min.css';
import './style/base.css';
import './style/layout.css';
import './style/tables.css';
import './style/plots.css';
import './style/replay.css';
import './style/transport.css';
import './style/summary.css';
import './style/print.css';
import { Clock } from './clock.ts';
import { RunData } from './data.ts';
import { byId, h, icon, iconButton } from './dom.ts';
import { helpDialog, startKeys } from './keys.ts';
import { addFilter, addFixedPlots, startJumps, startTabs } from './panels.ts';
import { PlotStack } from './plots/stack.ts';
import type { Stage } from './replay/stage.ts';
import { startReplay } from './replay/view.ts';
import { startSplitter } from './splitter.ts';
import { isDark, onTheme, startTheme, toggleTheme } from './theme.ts';
import { startTransport } from './transport.ts';

/** Longer gaps [s] mean a sleeping tab, not a slow frame. */
const LONGEST_TICK = 0.25;

function start(): void {
  document.documentElement.classList.add('js');
  startTheme();
  const data = new RunData();
  const clock = new Clock(data.document.start, data.document.end);
  const panels = byId('panels');
  const stage = startReplay(byId('replay'), data, clock);
  const times = data.frameTimes;
  const stepper = {
    step: (by: 1 | -1): void => {
      clock.pause();
      clock.set(
        stage?.poses.neighbour(clock.time, by) ??
          clock.time + (by * (clock.end - clock.start)) / Math.max(1, times.length),
      );
    },
  };
  startSplitter(panels.parentElement ?? document.body, panels);
  startTabs(panels, (id) => {
    if (id === 'panel-plots') byId(id).append(new PlotStack(data, clock, data.document.plots).element);
    if (id === 'panel-energy') addFixedPlots(id, data, clock, ENERGY_PLOTS);
    if (id === 'panel-run') addFixedPlots(id, data, clock, SOLVER_PLOTS);
  });
  startJumps(panels, clock);
  addFilter(document.getElementById('extremes'), 'Filter extremes');
  addFilter(document.getElementById('events'), 'Filter events');
  startTransport(byId('transport'), data, clock, stepper);
  const help = helpDialog();
  document.body.append(help);
  startKeys({ clock, stage, stepper, toggleTheme, help: () => help.showModal() });
  startTools(() => help.showModal());
  loop(clock, stage);
}

const ENERGY_PLOTS = [
  {
    title: 'Energy',
    names: ['kinetic', 'potential', 'elastic', 'dissipated', 'work', 'total'].map((name) => `energy.${name}`),
    height: 200,
  },
  { title: 'Imbalance of the ledger', names: ['energy.imbalance'], height: 130 },
];

const SOLVER_PLOTS = [
  { title: 'Step size', names: ['solver.step'], height: 140 },
  { title: 'Newton iterations a step', names: ['solver.iterations'], height: 130 },
];

function startTools(help: () => void): void {
  const theme = iconButton('moon', 'Light or dark (T)', toggleTheme);
  const show = (): void => theme.replaceChildren(icon(isDark() ? 'sun' : 'moon'));
  onTheme(show);
  show();
  byId('tools').append(theme, iconButton('keys', 'Keys and gestures (?)', help));
}

/** One loop for all animation; nothing is drawn without a change. */
function loop(clock: Clock, stage: Stage | undefined): void {
  let last = performance.now();
  const frame = (now: number): void => {
    const seconds = (now - last) / 1000;
    last = now;
    clock.tick(Math.min(LONGEST_TICK, seconds));
    stage?.draw(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

try {
  start();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  document.body.prepend(h('p', { class: 'broken', role: 'alert' }, `This report could not start: ${message}`));
  throw error;
}
