/** The bar between replay and results, moved with the pointer or the arrow keys. */
import { h } from './dom.ts';

const LEAST = 25;
const MOST = 75;

export function startSplitter(workbench: HTMLElement, panels: HTMLElement): void {
  const bar = h('div', {
    class: 'splitter',
    role: 'separator',
    'aria-orientation': 'vertical',
    'aria-label': 'Width of the replay in percent',
    'aria-valuemin': LEAST,
    'aria-valuemax': MOST,
    tabindex: 0,
  });
  const set = (percent: number): void => {
    const value = Math.min(MOST, Math.max(LEAST, percent));
    workbench.style.setProperty('--split', String(value));
    bar.setAttribute('aria-valuenow', value.toFixed(0));
  };
  bar.addEventListener('pointerdown', (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  bar.addEventListener('pointermove', (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const box = workbench.getBoundingClientRect();
    set((100 * (event.clientX - box.left)) / box.width);
  });
  bar.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (by === undefined || event.shiftKey || event.ctrlKey) return;
    event.preventDefault();
    set(Number(bar.getAttribute('aria-valuenow')) + by);
  });
  set(50);
  panels.before(bar);
}
