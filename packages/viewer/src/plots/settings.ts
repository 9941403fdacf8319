/** Appearance of a plot: axes with units, colours of the theme, no legend of its own. */
import { tickTexts } from '@hawser/formats/report';
import uPlot from 'uplot';
import type { ColumnInfo } from '../data.ts';
import { colour, seriesColour } from '../theme.ts';

export interface PlotSettings {
  readonly width: number;
  readonly height: number;
  /** one axis each: left, right */
  readonly units: readonly string[];
  readonly columns: readonly ColumnInfo[];
  readonly onCursor: (plot: uPlot) => void;
  readonly onZoom: (plot: uPlot) => void;
}

export function plotSettings({ width, height, units, columns, onCursor, onZoom }: PlotSettings): uPlot.Options {
  const ink = colour('--soft');
  const font = '12px system-ui, sans-serif';
  const lines = { stroke: colour('--plot-grid'), width: 1 };
  const scaleName = (unit: string): string => `y${units.indexOf(unit)}`;
  const values = (_: uPlot, splits: readonly number[]): string[] => tickTexts(splits);
  const upright = (unit: string, i: number): uPlot.Axis => ({
    scale: scaleName(unit),
    side: i === 0 ? 3 : 1,
    stroke: ink,
    font,
    size: 58,
    gap: 4,
    grid: { ...lines, show: i === 0 },
    ticks: { ...lines, size: 4 },
    values,
  });
  return {
    width,
    height,
    padding: [8, units.length > 1 ? 0 : 20, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: true },
      points: { size: 6 },
      bind: { dblclick: () => () => null }, // pointer.ts has its own, for all plots at once
    },
    scales: {
      x: { time: false, range: (_, min, max) => [min, max] },
      ...Object.fromEntries(units.map((unit) => [scaleName(unit), { range: padded }])),
    },
    axes: [
      {
        stroke: ink,
        font,
        size: 30,
        gap: 3,
        grid: lines,
        ticks: { ...lines, size: 4 },
        values: (_, splits) => values(_, splits).map((text, i) => (i === splits.length - 1 ? `${text} s` : text)),
      },
      ...units.map(upright),
    ],
    series: [
      {},
      ...columns.map((column, i) => ({
        label: column.name,
        scale: scaleName(column.unit),
        stroke: seriesColour(i),
        width: 1.6,
        points: { show: false },
        // a count keeps its value until the next sample
        ...(column.unit === '' && uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
      })),
    ],
    hooks: {
      setCursor: [onCursor],
      setScale: [
        (plot, key) => {
          if (key === 'x') onZoom(plot);
        },
      ],
    },
  };
}

/** Margins above and below; a flat curve gets a window around it. */
function padded(_: uPlot, min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1];
  const span = max - min;
  const air = span > 1e-9 * Math.max(Math.abs(min), Math.abs(max)) ? 0.06 * span : Math.max(0.1 * Math.abs(max), 1e-12);
  return [min - air, max + air];
}
