/**
 * Range graphs: what a quantity along a cable was at least, on average and at most during the run, over the length of the cable.
 * Made from the channels `cable.NAME.range-I.arc|tension|curvature|twist`, which are recorded when a scenario asks for them.
 */
import { Recording } from '@hawser/record';
import { displayScale, escapeHtml, formatNumber } from './text.ts';

export interface CableRange {
  readonly cable: string;
  /** tension, curvature, twist */
  readonly quantity: string;
  readonly unit: string;
  /** [m] material length from the start of the cable, mean over the run, in rising order */
  readonly arc: readonly number[];
  readonly min: readonly number[];
  readonly mean: readonly number[];
  readonly max: readonly number[];
  /** at the end of the run */
  readonly last: readonly number[];
}

const NAME = /^cable\.(.+)\.range-(\d+)\.([a-z]+)$/;

/** The recording without the channels that are shown as range graphs and nowhere else; they all hold one number. */
export function withoutRanges(recording: Recording): Recording {
  if (!recording.channels.some(({ name }) => NAME.test(name))) return recording;
  const channels = recording.channels.filter(({ name }) => !NAME.test(name));
  const columns = recording.columns.filter((_, i) => !NAME.test(recording.names[i].name));
  return new Recording(channels, recording.time, columns);
}

export function rangesOf(recording: Recording): CableRange[] {
  const cables = new Map<string, Map<string, { unit: string; columns: { node: number; column: Float64Array }[] }>>();
  for (const { name, unit } of recording.names) {
    const parts = NAME.exec(name);
    if (parts === null) continue;
    const [, cable, node, quantity] = parts;
    const quantities = cables.get(cable) ?? new Map();
    cables.set(cable, quantities);
    const entry = quantities.get(quantity) ?? { unit, columns: [] };
    quantities.set(quantity, entry);
    entry.columns.push({ node: Number(node), column: recording.column(name) });
  }
  const ranges: CableRange[] = [];
  for (const [cable, quantities] of cables) {
    const arcs = new Map<number, number>();
    for (const { node, column } of quantities.get('arc')?.columns ?? []) arcs.set(node, statistics(column).mean);
    for (const [quantity, { unit, columns }] of quantities) {
      if (quantity === 'arc') continue;
      const points = columns
        .filter(({ node }) => arcs.has(node))
        .map(({ node, column }) => ({ arc: arcs.get(node) as number, ...statistics(column) }))
        .filter((point, i, all) => Number.isFinite(point.mean) && (i === 0 || point.arc > all[i - 1].arc));
      if (points.length < 2) continue;
      ranges.push({
        cable,
        quantity,
        unit,
        arc: points.map(({ arc }) => arc),
        min: points.map(({ min }) => min),
        mean: points.map(({ mean }) => mean),
        max: points.map(({ max }) => max),
        last: points.map(({ last }) => last),
      });
    }
  }
  return ranges;
}

/** Of the finite values of a column. */
function statistics(column: Float64Array): { min: number; mean: number; max: number; last: number } {
  let [min, max, sum, count, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, Number.NaN];
  for (const value of column) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    last = value;
    count++;
  }
  return { min, mean: count > 0 ? sum / count : Number.NaN, max, last };
}

/** Inner size of a graph, and the room for its labels [px]. */
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT] = [548, 190, 66, 14, 40, 26];

export function rangesHtml(ranges: readonly CableRange[]): string {
  return ranges.map(graphHtml).join('');
}

function graphHtml({ cable, quantity, unit, arc, min, mean, max, last }: CableRange): string {
  const title = `${quantity[0].toUpperCase()}${quantity.slice(1)} along ${cable}`;
  const largest = Math.max(...max.map(Math.abs), ...min.map(Math.abs));
  const scale = displayScale(unit, largest);
  const lows = niceTicks(Math.min(0, ...min) * scale.factor, Math.max(0, ...max) * scale.factor, 5);
  const [bottom, top] = [lows[0], lows[lows.length - 1]];
  const length = arc[arc.length - 1];
  const x = (value: number): string => (LEFT + (WIDTH * value) / length).toFixed(1);
  const y = (value: number): string => (TOP + HEIGHT * (1 - (value - bottom) / (top - bottom || 1))).toFixed(1);
  const line = (values: readonly number[]): string =>
    values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(arc[i])} ${y(value * scale.factor)}`).join('');
  const back = arc.map((_, i) => arc.length - 1 - i).map((i) => `L${x(arc[i])} ${y(min[i] * scale.factor)}`);
  const rows = lows.map(
    (tick) =>
      `<path class="rule" d="M${LEFT} ${y(tick)}h${WIDTH}"/><text x="${LEFT - 6}" y="${y(tick)}" dy="0.35em" text-anchor="end">${formatNumber(tick, 4)}</text>`,
  );
  const marks = niceTicks(0, length, 6)
    .filter((tick) => tick <= length * (1 + 1e-9))
    .map(
      (tick) => `<text x="${x(tick)}" y="${TOP + HEIGHT + 16}" text-anchor="middle">${formatNumber(tick, 4)}</text>`,
    );
  const peak = max.indexOf(Math.max(...max));
  const low = min.indexOf(Math.min(...min));
  const told =
    `largest ${formatNumber(max[peak] * scale.factor)} ${scale.unit} at ${formatNumber(arc[peak])} m, ` +
    `smallest ${formatNumber(min[low] * scale.factor)} ${scale.unit} at ${formatNumber(arc[low])} m`;
  return (
    `<figure class="range"><figcaption>${escapeHtml(`${title} [${scale.unit}]`)}: ${escapeHtml(told)}</figcaption>` +
    `<svg viewBox="0 0 ${LEFT + WIDTH + RIGHT} ${TOP + HEIGHT + BOTTOM}" role="img" aria-label="${escapeHtml(`${title}: ${told}`)}">` +
    `${rows.join('')}${marks.join('')}<path class="band" d="${line(max)}${back.join('')}Z"/>` +
    `<path class="edge" d="${line(max)}"/><path class="edge" d="${line(min)}"/><path class="mean" d="${line(mean)}"/>` +
    `<path class="last" d="${line(last)}"/>` +
    `<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 34}" text-anchor="middle">length along the cable [m]</text></svg>` +
    '<p class="note">Band: least to most during the run; full line: mean; dashed: at the end.</p></figure>'
  );
}

/** Round numbers from below `low` to above `high`, about `count` of them. */
function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= raw * (1 - 1e-9)) ?? raw;
  const ticks: number[] = [];
  const first = Math.floor(low / step + 1e-9);
  for (let k = first; ticks.length === 0 || ticks[ticks.length - 1] < high - 1e-9 * span; k++) ticks.push(k * step);
  if (ticks.length === 1) ticks.push(ticks[0] + step);
  return ticks;
}
