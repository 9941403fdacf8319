/** The tables beside the replay: tabs, jumps, filters, and plots that belong to a table. */
import type { Clock } from './clock.ts';
import type { ColumnInfo, RunData } from './data.ts';
import { byId, h } from './dom.ts';
import { Plot, type TimeWindow } from './plots/plot.ts';
import { onTheme } from './theme.ts';

/** Turns the sections inside `panels` into tabs. `onFirst` runs when a panel is shown for the first time. */
export function startTabs(panels: HTMLElement, onFirst: (id: string) => void): void {
  const sections = [...panels.querySelectorAll<HTMLElement>(':scope > .panel')];
  const seen = new Set<string>();
  const tabs = sections.map((section) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${section.id}`,
        'aria-controls': section.id,
        onclick: () => show(section),
      },
      section.dataset.title ?? section.id,
    ),
  );
  const show = (section: HTMLElement): void => {
    sections.forEach((other, i) => {
      const chosen = other === section;
      other.hidden = !chosen;
      tabs[i].setAttribute('aria-selected', String(chosen));
      tabs[i].tabIndex = chosen ? 0 : -1;
      if (chosen) reveal(list, tabs[i]);
    });
    if (!seen.has(section.id)) {
      seen.add(section.id);
      onFirst(section.id);
    }
  };
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Results' }, ...tabs);
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const last = tabs.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    tabs[next].focus();
    show(sections[next]);
  });
  panels.prepend(list);
  for (const section of sections) {
    section.setAttribute('role', 'tabpanel');
    section.setAttribute('aria-labelledby', `tab-${section.id}`);
    section.tabIndex = 0;
  }
  document.addEventListener('click', (event) => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="#panel-"]');
    const section = sections.find((candidate) => link?.hash === `#${candidate.id}`);
    if (section === undefined) return;
    event.preventDefault();
    show(section);
    section.focus();
  });
  // without criteria, start with the curves
  const judged = sections.some(({ id }) => id === 'panel-operation');
  const first = judged ? undefined : sections.find(({ id }) => id === 'panel-plots');
  if (sections.length > 0) show(first ?? sections[0]);
}

/** Scrolls the row of tabs, and nothing else, until a tab is in view. */
function reveal(list: HTMLElement, tab: HTMLElement): void {
  const left = tab.offsetLeft - list.offsetLeft;
  list.scrollLeft = Math.min(left, Math.max(list.scrollLeft, left + tab.offsetWidth - list.clientWidth));
}

/** Buttons with a time move the clock there, and so do rows of events. */
export function startJumps(panels: HTMLElement, clock: Clock): void {
  for (const button of panels.querySelectorAll<HTMLElement>('.jump')) {
    const row = button.closest('tr');
    const value = button.closest('td')?.previousElementSibling;
    const name = row?.querySelector('th')?.textContent ?? '';
    const what = value?.classList.contains('n') ? `${name} = ${value.textContent}` : name;
    button.setAttribute('aria-label', `Go to ${button.textContent} s, ${what}`);
    button.setAttribute('type', 'button');
  }
  panels.addEventListener('click', (event) => {
    const target = event.target as HTMLElement;
    const button = target.closest<HTMLElement>('.jump') ?? nearestJump(target);
    if (button === null) return;
    clock.pause();
    clock.set(Number(button.dataset.time));
    for (const row of panels.querySelectorAll('tr.chosen')) row.classList.remove('chosen');
    button.closest('tr')?.classList.add('chosen');
  });
}

/** In a row with jumps: the one in or after the clicked cell, else the first. */
function nearestJump(target: HTMLElement): HTMLElement | null {
  const row = target.closest('tbody tr');
  if (row === null || getSelection()?.isCollapsed === false) return null; // the user is selecting text
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const next = cell?.nextElementSibling?.querySelector<HTMLElement>('.jump');
  return next ?? row.querySelector<HTMLElement>('.jump');
}

/** A filter for a table that hides rows without all its words, and constant rows by default. */
export function addFilter(table: HTMLElement | null, label: string): void {
  if (table === null) return;
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
  const texts = rows.map((row) => (row.textContent ?? '').toLowerCase());
  const count = h('span', { class: 'note', role: 'status' });
  const box = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: 'Filter',
    'aria-label': label,
    oninput: () => apply(),
  });
  const steady = h('input', { type: 'checkbox', onchange: () => apply() });
  const apply = (): void => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      const wanted = steady.checked || row.dataset.steady === undefined;
      row.hidden = !wanted || !words.every((word) => texts[i].includes(word));
      if (!row.hidden) shown++;
    });
    count.textContent = shown === rows.length ? '' : `${shown} of ${rows.length}`;
  };
  const some = rows.some((row) => row.dataset.steady !== undefined);
  const option = some ? h('label', { class: 'option' }, steady, 'constant channels too') : null;
  table.closest('.scroll')?.before(h('div', { class: 'filter-row' }, box, option, count));
  apply();
}

/** A plot that belongs to a table, put under the panel's heading. */
export function addFixedPlots(panel: string, data: RunData, clock: Clock, wanted: readonly FixedPlot[]): void {
  const plots: Plot[] = [];
  const window: TimeWindow = {
    range: undefined,
    hover: undefined,
    changed: (source) => {
      for (const plot of plots) {
        if (plot === source) continue;
        plot.showWindow();
        plot.showHover();
      }
    },
  };
  const box = h('div', { class: 'plots' });
  for (const { title, names, height } of wanted) {
    const columns = names
      .map((name) => data.column(name))
      .filter((column): column is ColumnInfo => column !== undefined);
    if (columns.length === 0) continue;
    const plot = new Plot(data, clock, columns, window, { height, editable: false, title });
    plots.push(plot);
    box.append(plot.element);
  }
  byId(panel).querySelector('h2')?.after(box);
  clock.listen(() => {
    for (const plot of plots) plot.showTime();
  });
  onTheme(() => {
    for (const plot of plots) plot.restyle();
  });
}

export interface FixedPlot {
  readonly title: string;
  readonly names: readonly string[];
  readonly height: number;
}
