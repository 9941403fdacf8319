/** Images of tactile sensors at the shown instant: one square for each taxel, x to the right and y upwards. */
import type { Clock } from '../clock.ts';
import { lastNotAfter, type PlotData } from '../data.ts';
import { h } from '../dom.ts';
import { PRESSURE_SCALE, pressureColour, pressureText } from '../pressure-scale.ts';

const TAXEL = /^tactile\.(.+)\.pressure\.(\d+)\.(\d+)$/s;
/** [CSS px] longer side of an image */
const SIDE = 168;

/** A sensor whose taxels were recorded. */
export interface TactileGrid {
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  /** names of columns of the run, row by row from the lowest y; undefined: that taxel was not recorded */
  readonly taxels: readonly (string | undefined)[];
  /** [Pa] the largest pressure of the run */
  readonly most: number;
}

export function tactileGrids(data: Pick<PlotData, 'columns'>): TactileGrid[] {
  const found = new Map<string, { row: number; column: number; name: string; most: number }[]>();
  for (const { name, range } of data.columns) {
    const match = TAXEL.exec(name);
    if (match === null) continue;
    const of = found.get(match[1]) ?? [];
    of.push({ row: Number(match[2]) - 1, column: Number(match[3]) - 1, name, most: range?.[1] ?? 0 });
    found.set(match[1], of);
  }
  return [...found].map(([name, all]) => {
    const columns = Math.max(...all.map(({ column }) => column)) + 1;
    const rows = Math.max(...all.map(({ row }) => row)) + 1;
    const taxels = new Array<string | undefined>(columns * rows).fill(undefined);
    for (const { row, column, name: taxel } of all) taxels[columns * row + column] = taxel;
    return { name, columns, rows, taxels, most: Math.max(...all.map(({ most }) => most)) };
  });
}

export class TactileImages {
  readonly element: HTMLElement;
  readonly #images: TactileImage[];

  constructor(data: PlotData, clock: Clock) {
    this.#images = tactileGrids(data).map((grid) => new TactileImage(grid, data, clock));
    this.element = h('div', { class: 'tactile' }, ...this.#images.map(({ element }) => element));
    this.element.hidden = this.#images.length === 0;
    this.showTime();
  }

  showTime(): void {
    for (const image of this.#images) image.showTime();
  }
}

class TactileImage {
  readonly element: HTMLElement;
  readonly #grid: TactileGrid;
  readonly #data: PlotData;
  readonly #clock: Clock;
  readonly #canvas: HTMLCanvasElement;
  readonly #now: HTMLElement = h('span', { class: 'value' });
  readonly #scale: HTMLElement = h('span');
  readonly #values: Float64Array;
  /** [Pa] what the darkest colour stands for; a run that is still computed may find more */
  #most: number;

  constructor(grid: TactileGrid, data: PlotData, clock: Clock) {
    this.#grid = grid;
    this.#data = data;
    this.#clock = clock;
    this.#most = grid.most;
    const { name, columns, rows } = grid;
    this.#values = new Float64Array(columns * rows);
    this.#canvas = h('canvas', { width: columns, height: rows, role: 'img', 'aria-label': `Pressure on ${name}` });
    const unit = SIDE / Math.max(columns, rows);
    this.#canvas.style.width = `${unit * columns}px`;
    this.#canvas.style.height = `${unit * rows}px`;
    const bar = h('span', { class: 'pressure-bar' });
    bar.style.background = PRESSURE_SCALE;
    this.element = h(
      'figure',
      {},
      h('figcaption', {}, `${name}: largest now `, this.#now),
      this.#canvas,
      h('div', { class: 'tactile-scale' }, '0', bar, this.#scale),
    );
  }

  showTime(): void {
    const { taxels } = this.#grid;
    let largest = 0;
    taxels.forEach((name, i) => {
      if (name === undefined) return;
      const { times, values } = this.#data.series(name);
      const at = lastNotAfter(times, this.#clock.time);
      this.#values[i] = at < 0 ? 0 : values[at];
      largest = Math.max(largest, this.#values[i]);
    });
    this.#most = Math.max(this.#most, largest);
    this.#now.textContent = pressureText(largest);
    this.#scale.textContent = pressureText(this.#most);
    this.#paint();
  }

  /** A pixel a taxel. */
  #paint(): void {
    const { columns, rows, taxels } = this.#grid;
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    const image = context.createImageData(columns, rows);
    taxels.forEach((name, i) => {
      if (name === undefined) return;
      const column = i % columns;
      const pixel = 4 * (columns * (rows - 1 - (i - column) / columns) + column);
      pressureColour(image.data, pixel, this.#most > 0 ? this.#values[i] / this.#most : 0);
      image.data[pixel + 3] = 255;
    });
    context.putImageData(image, 0, 0);
  }
}
