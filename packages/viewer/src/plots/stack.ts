/** Plots above each other with one time axis, and the tools to fill them. */
import type { Clock } from '../clock.ts';
import type { ColumnInfo, PlotData } from '../data.ts';
import { download, h, icon, iconButton } from '../dom.ts';
import { onTheme } from '../theme.ts';
import { Chooser } from './chooser.ts';
import { defaultPlots } from '@hawser/formats/report';
import { csvOf } from './export.ts';
import { Plot, type TimeWindow } from './plot.ts';
import { TactileImages } from './tactile.ts';

const MAX_CURVES = 8;
const HEIGHT = 155;
const NEW_PLOT = 'new';
const BEST_PLOT = 'best';

export class PlotStack {
  readonly element: HTMLElement;
  readonly #data: PlotData;
  readonly #clock: Clock;
  readonly #plots: Plot[] = [];
  readonly #list: HTMLElement;
  #chooser: Chooser | undefined;
  readonly #panel: HTMLElement;
  readonly #open: HTMLButtonElement;
  readonly #target: HTMLSelectElement;
  readonly #window: TimeWindow;
  readonly #tactile: TactileImages;
  readonly #offTheme: () => void;
  readonly #showTime = (): void => {
    this.#tactile.showTime();
    for (const plot of this.#plots) plot.showTime();
  };

  constructor(data: PlotData, clock: Clock, shown: readonly (readonly string[])[] = defaultPlots(data.columns)) {
    this.#data = data;
    this.#clock = clock;
    this.#window = {
      range: undefined,
      hover: undefined,
      changed: (source) => this.#shareWindow(source),
    };
    this.#list = h('div', { class: 'plots' });
    this.#target = h('select', { 'aria-label': 'Add to' });
    this.#panel = h('div', { class: 'chooser', hidden: true, id: 'chooser' });
    this.#open = h(
      'button',
      {
        type: 'button',
        class: 'icon worded',
        'aria-expanded': 'false',
        'aria-controls': 'chooser',
        onclick: () => this.#showChooser(this.#panel.hidden !== false, BEST_PLOT),
      },
      icon('list'),
      'Channels',
    );
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      this.#showChooser(false, BEST_PLOT);
      this.#open.focus();
    });
    const note = data.thinned
      ? h(
          'p',
          { class: 'note' },
          'Curves are thinned for this page; every peak is kept. All rows are in series.parquet.',
        )
      : null;
    this.#tactile = new TactileImages(data, clock);
    this.element = h('div', { class: 'stack' }, this.#toolbar(), this.#panel, this.#tactile.element, this.#list, note);
    for (const names of shown) if (this.#infos(names).length > 0) this.#insert(this.#infos(names));
    this.#changed();
    clock.listen(this.#showTime);
    this.#offTheme = onTheme(() => {
      for (const plot of this.#plots) plot.restyle();
    });
  }

  /** Names of the columns of each plot. */
  get shown(): readonly (readonly string[])[] {
    return this.#plots.map((plot) => plot.columns.map((column) => column.name));
  }

  /** Takes over samples that came since. */
  refresh(): void {
    this.#tactile.showTime();
    for (const plot of [...this.#plots]) if (!plot.refresh()) this.#replace(plot, plot.columns);
  }

  /** Removes all its listeners. */
  destroy(): void {
    this.#clock.leave(this.#showTime);
    this.#offTheme();
    for (const plot of this.#plots) plot.destroy();
    this.#plots.length = 0;
  }

  #toolbar(): HTMLElement {
    const zoom = (factor: number): void => {
      const [from, to] = this.#window.range ?? [this.#clock.start, this.#clock.end];
      const half = 0.5 * factor * (to - from);
      const { time, start, end } = this.#clock;
      const centre = time >= from && time <= to ? time : 0.5 * (from + to);
      const left = Math.max(start, Math.min(centre - half, end - 2 * half));
      this.#setRange(left <= start && left + 2 * half >= end ? undefined : [left, left + 2 * half]);
    };
    return h(
      'div',
      { class: 'stack-tools', role: 'toolbar', 'aria-label': 'Plots' },
      this.#open,
      h('span', { class: 'spring' }),
      iconButton('plus', 'Zoom in around the shown instant', () => zoom(0.5)),
      iconButton('minus', 'Zoom out', () => zoom(2)),
      iconButton('wide', 'Show the whole run', () => this.#setRange(undefined)),
      iconButton('table', 'Save the shown channels as CSV', () => this.#saveTable(), 'CSV'),
    );
  }

  #infos(names: readonly string[]): ColumnInfo[] {
    return names.map((name) => this.#data.column(name)).filter((column) => column !== undefined);
  }

  #insert(columns: readonly ColumnInfo[], at: number = this.#plots.length): void {
    const plot = new Plot(this.#data, this.#clock, columns, this.#window, {
      height: HEIGHT,
      editable: true,
      onAdd: (target) => this.#showChooser(true, String(this.#plots.indexOf(target))),
      onClose: (target) => this.#replace(target, []),
      onRemove: (target, name) =>
        this.#replace(
          target,
          target.columns.filter((column) => column.name !== name),
        ),
    });
    this.#list.insertBefore(plot.element, this.#list.children[at] ?? null);
    this.#plots.splice(at, 0, plot);
  }

  /** The same plot with other curves; without curves it is removed. */
  #replace(plot: Plot, columns: readonly ColumnInfo[]): void {
    const at = this.#plots.indexOf(plot);
    plot.destroy();
    this.#plots.splice(at, 1);
    if (columns.length > 0) this.#insert(columns, at);
    this.#changed();
  }

  #add(column: ColumnInfo): void {
    const wanted = this.#target.value;
    const chosen = wanted === BEST_PLOT ? this.#bestPlot(column) : this.#plots[Number(wanted)];
    if (wanted === NEW_PLOT || chosen === undefined || !fits(chosen, column)) this.#insert([column]);
    else this.#replace(chosen, [...chosen.columns, column]);
    this.#changed();
    this.#chooser?.refresh();
  }

  /** A plot of the same channel, otherwise one of the same unit. */
  #bestPlot(column: ColumnInfo): Plot | undefined {
    const open = this.#plots.filter((plot) => fits(plot, column) && plot.units.includes(column.unit));
    return open.find((plot) => plot.columns.some((other) => other.channel === column.channel)) ?? open[0];
  }

  #removeEverywhere(name: string): void {
    for (const plot of [...this.#plots]) {
      const rest = plot.columns.filter((column) => column.name !== name);
      if (rest.length < plot.columns.length) this.#replace(plot, rest);
    }
  }

  /** Made on first use: a run may have thousands of channels. */
  #openChooser(): Chooser {
    if (this.#chooser !== undefined) return this.#chooser;
    const chooser = new Chooser(this.#data, {
      isShown: (name) => this.#plots.some((plot) => plot.columns.some((column) => column.name === name)),
      set: (column, shown) => (shown ? this.#add(column) : this.#removeEverywhere(column.name)),
    });
    this.#chooser = chooser;
    this.#panel.append(
      h('div', { class: 'chooser-head' }, chooser.filter, h('label', {}, 'Add to ', this.#target)),
      chooser.element,
    );
    chooser.refresh();
    return chooser;
  }

  #showChooser(shown: boolean, target: string): void {
    const chooser = shown ? this.#openChooser() : undefined;
    this.#panel.hidden = !shown;
    this.#open.setAttribute('aria-expanded', String(shown));
    this.#target.value = target;
    chooser?.filter.focus();
  }

  #changed(): void {
    this.#chooser?.refresh();
    const before = this.#target.value;
    this.#target.replaceChildren(
      h('option', { value: BEST_PLOT }, 'the plot with its unit'),
      h('option', { value: NEW_PLOT }, 'a new plot'),
      ...this.#plots.map((_, i) => h('option', { value: i }, `plot ${i + 1}`)),
    );
    this.#target.value =
      before !== '' && (Number.isNaN(Number(before)) || Number(before) < this.#plots.length) ? before : BEST_PLOT;
    const empty = this.#list.querySelector('.empty');
    if (this.#plots.length === 0 && empty === null) {
      const text = this.#data.columns.length === 0 ? 'No channels were recorded.' : 'No plots. Choose channels above.';
      this.#list.append(h('p', { class: 'empty' }, text));
    } else if (this.#plots.length > 0) {
      empty?.remove();
    }
  }

  #shareWindow(source: Plot): void {
    for (const plot of this.#plots) {
      if (plot === source) continue;
      plot.showWindow();
      plot.showHover();
    }
  }

  #setRange(range: readonly [number, number] | undefined): void {
    this.#window.range = range;
    for (const plot of this.#plots) plot.showWindow();
  }

  #saveTable(): void {
    const shown = new Map(this.#plots.flatMap((plot) => plot.columns.map((column) => [column.name, column])));
    if (shown.size === 0) return;
    const text = csvOf(this.#data, [...shown.values()]);
    download(`${this.#data.fileStem}-channels.csv`, new Blob([text], { type: 'text/csv' }));
  }
}

function fits(plot: Plot, column: ColumnInfo): boolean {
  if (plot.columns.length >= MAX_CURVES || plot.columns.some((other) => other.name === column.name)) return false;
  return plot.units.includes(column.unit) || plot.units.length < 2;
}
