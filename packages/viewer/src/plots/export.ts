/** Curves as a table, plots as pictures. */
import { type ColumnInfo, lastNotAfter, type PlotData, type Series } from '../data.ts';
import { colour } from '../theme.ts';
import { joinSeries } from './join.ts';

/**
 * Comma-separated values in SI units. Thinned curves have separate instants, so cells without a sample are empty: nothing is interpolated.
 */
export function csvOf(data: PlotData, columns: readonly ColumnInfo[]): string {
  const series = columns.map((column) => data.series(column.name));
  const { times, columns: cells } = joinSeries(series);
  const head = ['time [s]', ...columns.map(({ name, unit }) => (unit === '' ? name : `${name} [${unit}]`))];
  const lines = [head.map(quoted).join(',')];
  times.forEach((time, row) => {
    const values = cells.map((column) => {
      const value = column[row];
      return value === null || value === undefined ? '' : shortest(value);
    });
    lines.push([String(Number(time.toPrecision(12))), ...values].join(','));
  });
  return `${lines.join('\r\n')}\r\n`; // RFC 4180
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** The fewest digits that name this float32. */
export function shortest(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}

/** A canvas of a plot with its title and the names of its curves above it. */
export function framedPlot(
  plot: HTMLCanvasElement,
  title: string,
  names: readonly { readonly label: string; readonly colour: string }[],
): HTMLCanvasElement {
  const ratio = devicePixelRatio;
  const size = Math.round(13 * ratio);
  const line = Math.round(22 * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = plot.width;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  const font = `${size}px system-ui, sans-serif`;
  pen.font = font;
  const rows = legendRows(pen, names, plot.width, size);
  const top = line * (rows.length + 1);
  canvas.height = plot.height + top;
  pen.fillStyle = colour('--panel');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(plot, 0, top);
  pen.textBaseline = 'middle';
  pen.font = `600 ${font}`;
  pen.fillStyle = colour('--ink');
  pen.fillText(title, size, line / 2);
  pen.font = font;
  rows.forEach((row, i) => {
    let x = size;
    for (const name of row) {
      pen.fillStyle = name.colour;
      pen.fillRect(x, line * (i + 1.5) - ratio, 1.2 * size, 2.5 * ratio);
      pen.fillStyle = colour('--ink');
      pen.fillText(name.label, x + 1.5 * size, line * (i + 1.5));
      x += 3 * size + pen.measureText(name.label).width;
    }
  });
  return canvas;
}

function legendRows<T extends { readonly label: string }>(
  pen: CanvasRenderingContext2D,
  names: readonly T[],
  width: number,
  size: number,
): T[][] {
  const rows: T[][] = [[]];
  let x = size;
  for (const name of names) {
    const needed = 3 * size + pen.measureText(name.label).width;
    if (x + needed > width && rows[rows.length - 1].length > 0) {
      rows.push([]);
      x = size;
    }
    rows[rows.length - 1].push(name);
    x += needed;
  }
  return rows;
}

/** Largest magnitude of some curves between two instants, to choose a prefix. */
export function largest(curves: readonly Series[], from: number, to: number): number {
  let size = 0;
  for (const { times, values } of curves) {
    const last = lastNotAfter(times, to);
    for (let i = Math.max(0, lastNotAfter(times, from)); i <= last; i++) {
      if (Number.isFinite(values[i])) size = Math.max(size, Math.abs(values[i]));
    }
  }
  return size;
}
