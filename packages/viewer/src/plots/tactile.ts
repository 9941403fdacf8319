/** What tactile sensors feel at the instant shown: an image a sensor, a square a taxel, x to the right and y upwards. */
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
  readonly #show: (() => void)[];

  constructor(data: PlotData, clock: Clock) {
    this.#show = [];
    this.element = h('div', { class: 'tactile' });
    for (const grid of tactileGrids(data)) {
      const { canvas, figure, now } = frameOf(grid);
      this.element.append(figure);
      this.#show.push(() => {
        now.textContent = pressureText(drawGrid(canvas, grid, data, clock.time));
      });
    }
    if (this.#show.length === 0) this.element.hidden = true;
    this.showTime();
  }

  showTime(): void {
    for (const show of this.#show) show();
  }
}

function frameOf(grid: TactileGrid): { canvas: HTMLCanvasElement; figure: HTMLElement; now: HTMLElement } {
  const { name, columns, rows, most } = grid;
  const canvas = h('canvas', { width: columns, height: rows, role: 'img', 'aria-label': `Pressure on ${name}` });
  const unit = SIDE / Math.max(columns, rows);
  canvas.style.width = `${unit * columns}px`;
  canvas.style.height = `${unit * rows}px`;
  const bar = h('span', { class: 'pressure-bar' });
  bar.style.background = PRESSURE_SCALE;
  const now = h('span', { class: 'value' });
  const figure = h(
    'figure',
    {},
    h('figcaption', {}, `${name}: largest now `, now),
    canvas,
    h('div', { class: 'tactile-scale' }, '0', bar, pressureText(most)),
  );
  return { canvas, figure, now };
}

/** Fills the canvas, a pixel a taxel; the largest pressure [Pa]. */
function drawGrid(canvas: HTMLCanvasElement, grid: TactileGrid, data: PlotData, time: number): number {
  const { columns, rows, taxels, most } = grid;
  const context = canvas.getContext('2d');
  if (context === null) return 0;
  const image = context.createImageData(columns, rows);
  let largest = 0;
  taxels.forEach((name, i) => {
    if (name === undefined) return;
    const { times, values } = data.series(name);
    const at = lastNotAfter(times, time);
    const value = at < 0 ? 0 : values[at];
    largest = Math.max(largest, value);
    const column = i % columns;
    const pixel = 4 * (columns * (rows - 1 - (i - column) / columns) + column);
    pressureColour(image.data, pixel, most > 0 ? value / most : 0);
    image.data[pixel + 3] = 255;
  });
  context.putImageData(image, 0, 0);
  return largest;
}
