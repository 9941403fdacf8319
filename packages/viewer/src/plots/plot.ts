/** One plot: curves over time with units on its axes, values at the cursor, and a line at the shared instant. */
import { type DisplayScale, displayScale, formatAmong } from '@hawser/formats/report';
import uPlot from 'uplot';
import type { Clock } from '../clock.ts';
import { type ColumnInfo, type PlotData, type Series, valueAt } from '../data.ts';
import { download, h, iconButton } from '../dom.ts';
import { seriesColour } from '../theme.ts';
import { framedPlot, largest } from './export.ts';
import { joinSeries } from './join.ts';
import { plotNames } from '@hawser/formats/report';
import { listenToPointer } from './pointer.ts';
import { plotSettings } from './settings.ts';

/** Shared state of plots: the instant under the pointer, and the shown interval. */
export interface TimeWindow {
  /** [s], undefined: all */
  range: readonly [number, number] | undefined;
  /** [s], undefined: the pointer is elsewhere */
  hover: number | undefined;
  /** called when either changed */
  changed(source: Plot): void;
}

export interface PlotOptions {
  readonly height: number;
  /** the reader may take curves out and close the plot */
  readonly editable: boolean;
  readonly title?: string;
  readonly onRemove?: (plot: Plot, column: string) => void;
  readonly onClose?: (plot: Plot) => void;
  /** add a channel to this plot */
  readonly onAdd?: (plot: Plot) => void;
}

interface Curve {
  readonly column: ColumnInfo;
  series: Series;
  readonly scale: DisplayScale;
  value: HTMLElement;
}

export class Plot {
  readonly element: HTMLElement;
  /** at most two units for each plot: left and right axis */
  readonly units: readonly string[];
  readonly columns: readonly ColumnInfo[];
  readonly #data: PlotData;
  readonly #clock: Clock;
  readonly #window: TimeWindow;
  readonly #options: PlotOptions;
  readonly #curves: readonly Curve[];
  /** largest value shown of each unit: curves of one unit have the same decimals */
  readonly #sizes = new Map<string, number>();
  readonly #box: HTMLElement;
  readonly #now: HTMLElement;
  #plot: uPlot | undefined;
  readonly #observer: ResizeObserver;
  #quiet = false;

  constructor(data: PlotData, clock: Clock, columns: readonly ColumnInfo[], window: TimeWindow, options: PlotOptions) {
    this.#data = data;
    this.#clock = clock;
    this.#window = window;
    this.#options = options;
    this.columns = columns;
    this.units = [...new Set(columns.map((column) => column.unit))];
    const series = columns.map((column) => data.series(column.name));
    const scales = new Map(
      this.units.map((unit) => {
        const own = series.filter((_, i) => columns[i].unit === unit);
        return [unit, displayScale(unit, largest(own, clock.start, clock.end))] as const;
      }),
    );
    this.#curves = columns.map((column, i) => ({
      column,
      series: series[i],
      scale: scales.get(column.unit) ?? { factor: 1, unit: column.unit },
      value: h('span', { class: 'value' }),
    }));
    for (const { column, scale } of this.#curves) {
      const size = sizeOf(column) * scale.factor;
      this.#sizes.set(column.unit, Math.max(size, this.#sizes.get(column.unit) ?? 0));
    }
    this.#box = h('div', { class: 'plot-box' });
    this.#now = h('div', { class: 'now-line', 'aria-hidden': 'true' });
    const names = plotNames(columns);
    const title = options.title ?? names.title;
    const named = options.title !== undefined && columns.length === 1; // the title does not contain the channel
    this.element = h(
      'figure',
      { class: 'plot', 'aria-label': `Plot of ${columns.map((column) => column.name).join(', ')}` },
      h('figcaption', {}, this.#head(title), this.#legend(named ? [columns[0].name] : names.labels)),
      this.#box,
    );
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(this.#box);
    this.showTime();
  }

  destroy(): void {
    this.#observer.disconnect();
    this.#plot?.destroy();
    this.element.remove();
  }

  /** Moves the line of the shared instant and the values beside the names. */
  showTime(): void {
    const shown = this.#window.hover ?? this.#clock.time;
    for (const { column, series, scale, value } of this.#curves) {
      const number = valueAt(series, shown, column.unit);
      const whole = column.unit === '' && Number.isInteger(number);
      const text = whole ? String(number) : formatAmong(number * scale.factor, this.#sizes.get(column.unit) ?? 0);
      if (value.textContent !== text) value.textContent = text;
    }
    if (this.#plot === undefined) return;
    const x = this.#plot.valToPos(this.#clock.time, 'x');
    const inside = x >= -1 && x <= this.#plot.bbox.width / devicePixelRatio + 1; // cached, because reading it from the page is expensive
    this.#now.style.display = inside ? '' : 'none';
    this.#now.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  /** Adopts the interval to which another plot was zoomed. */
  showWindow(): void {
    if (this.#plot === undefined) return;
    this.#quiet = true;
    const [min, max] = this.#window.range ?? [this.#clock.start, this.#clock.end];
    this.#plot.setScale('x', { min, max });
    this.#quiet = false;
    this.showTime();
  }

  /** Marks the instant under the pointer of another plot. */
  showHover(): void {
    const { hover } = this.#window;
    if (this.#plot !== undefined) {
      this.#quiet = true;
      const left = hover === undefined ? -10 : this.#plot.valToPos(hover, 'x');
      this.#plot.setCursor({ left, top: hover === undefined ? -10 : 0 }, false);
      this.#quiet = false;
    }
    this.showTime();
  }

  /** Adds new samples; false: their unit no longer suits them and the plot must be recreated. */
  refresh(): boolean {
    for (const curve of this.#curves) curve.series = this.#data.series(curve.column.name);
    const { start, end } = this.#clock;
    for (const unit of this.units) {
      const own = this.#curves.filter(({ column }) => column.unit === unit);
      const size = largest(
        own.map(({ series }) => series),
        start,
        end,
      );
      if (displayScale(unit, size).unit !== own[0].scale.unit) return false;
    }
    if (this.#plot === undefined) return true;
    this.#quiet = true;
    this.#plot.setData(this.#cells(), this.#window.range === undefined);
    this.#listenAgain();
    this.showTime();
    return true;
  }

  /** uPlot scales its axes in a separate microtask; only later changes are zooms of the reader. */
  #listenAgain(): void {
    queueMicrotask(() => {
      this.#quiet = false;
    });
  }

  /** Redraws in the colours of the theme. */
  restyle(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.element.querySelectorAll<HTMLElement>('.chip').forEach((chip, i) => {
      chip.style.setProperty('--curve', seriesColour(i));
    });
    this.#resize();
  }

  #head(title: string): HTMLElement {
    const { editable, onAdd, onClose } = this.#options;
    const shown = this.units.map((unit) => this.#curves.find(({ column }) => column.unit === unit)?.scale.unit ?? unit);
    const bracketed = shown.map((unit) => `[${unit === '' ? '–' : unit}]`);
    const labels = bracketed.length > 1 ? `left ${bracketed[0]}, right ${bracketed[1]}` : bracketed.join('');
    return h(
      'div',
      { class: 'plot-head' },
      h('span', { class: 'plot-title' }, title),
      h('span', { class: 'unit' }, labels),
      h('span', { class: 'spring' }),
      editable ? iconButton('plus', 'Add a channel to this plot', () => onAdd?.(this)) : null,
      iconButton('image', 'Save the plot as PNG', () => this.#savePicture(title)),
      editable ? iconButton('close', 'Close the plot', () => onClose?.(this)) : null,
    );
  }

  #legend(labels: readonly string[]): HTMLElement {
    const chips = this.#curves.map(({ column, value }, i) =>
      h(
        'li',
        { class: 'chip', style: `--curve:${seriesColour(i)}` },
        h('span', { class: 'chip-name', title: column.name }, labels[i]),
        value,
        this.#options.editable
          ? h(
              'button',
              {
                type: 'button',
                class: 'chip-remove',
                'aria-label': `Remove ${column.name}`,
                title: `Remove ${column.name}`,
                onclick: () => this.#options.onRemove?.(this, column.name),
              },
              '×',
            )
          : null,
      ),
    );
    return h('ul', { class: 'legend', 'aria-label': 'Curves and their values at the cursor' }, ...chips);
  }

  #resize(): void {
    const width = this.#box.clientWidth;
    if (width === 0) return;
    if (this.#plot === undefined) this.#make(width);
    else this.#plot.setSize({ width, height: this.#options.height });
    this.showTime();
  }

  /** The samples on one axis of instants, in the units shown. */
  #cells(): uPlot.AlignedData {
    const joined = joinSeries(this.#curves.map((curve) => curve.series));
    const cells = joined.columns.map((column, i) => {
      const { factor } = this.#curves[i].scale;
      return factor === 1 ? column : column.map((value) => (typeof value === 'number' ? value * factor : value));
    });
    return [joined.times, ...cells] as uPlot.AlignedData;
  }

  #make(width: number): void {
    this.#quiet = true;
    const plot = new uPlot(
      plotSettings({
        width,
        height: this.#options.height,
        units: this.units,
        columns: this.columns,
        onCursor: (hovered) => this.#hovered(hovered),
        onZoom: (zoomed) => {
          if (!this.#quiet) this.#zoomed(zoomed);
        },
      }),
      this.#cells(),
      this.#box,
    );
    this.#plot = plot;
    this.#listenAgain();
    plot.over.append(this.#now);
    listenToPointer(plot, {
      go: (time) => this.#clock.set(time),
      zoom: (range) => {
        this.#window.range = range;
        this.#window.changed(this);
        this.showWindow();
      },
      bounds: [this.#clock.start, this.#clock.end],
    });
    if (this.#window.range !== undefined) this.showWindow();
  }

  #hovered(plot: uPlot): void {
    if (this.#quiet) return;
    const { left } = plot.cursor;
    const hover = left === undefined || left < 0 ? undefined : plot.posToVal(left, 'x');
    if (hover === this.#window.hover) return;
    this.#window.hover = hover;
    this.#window.changed(this);
    this.showTime();
  }

  #zoomed(plot: uPlot): void {
    const { min, max } = plot.scales.x;
    if (min === undefined || max === undefined || min === null || max === null || !(max > min)) return;
    if (this.#window.range === undefined && min <= this.#clock.start && max >= this.#clock.end) return;
    this.#window.range = [min, max];
    this.#window.changed(this);
    this.showTime();
  }

  #savePicture(title: string): void {
    if (this.#plot === undefined) return;
    const names = this.#curves.map(({ column, scale }, i) => ({
      label: scale.unit === '' ? column.name : `${column.name} [${scale.unit}]`,
      colour: seriesColour(i),
    }));
    const heading = title === '' ? this.#data.title : `${this.#data.title}: ${title}`;
    framedPlot(this.#plot.ctx.canvas, heading, names).toBlob((blob) => {
      const file = (title === '' ? this.columns[0].name : title).replace(/[^\w.-]+/g, '-');
      if (blob !== null) download(`${this.#data.fileStem}-${file}.png`, blob);
    }, 'image/png');
  }
}

function sizeOf({ range }: ColumnInfo): number {
  return range === null ? 0 : Math.max(Math.abs(range[0]), Math.abs(range[1]));
}
