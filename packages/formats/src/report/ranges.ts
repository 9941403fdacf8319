/**
 * Range graphs: smallest, mean and largest value of a quantity during the run, over the length of a cable. Made from the channels
 * `cable.NAME.range-I.arc|tension|curvature|twist|load`, which are recorded when a scenario asks for them.
 */
import { type Along, Envelope, type LineRange, lineColumns, present, Recording } from '@hawser/record';
import { displayScale, escapeHtml, formatNumber } from './text.ts';
import { niceTicks, tickTexts } from './ticks.ts';

export interface CableRange extends Along {
  readonly cable: string;
  /** tension, curvature, twist, load */
  readonly quantity: string;
  readonly unit: string;
  /** at the end of the run, over the arc lengths of the nodes there are then */
  readonly last: { readonly arc: readonly number[]; readonly value: readonly number[] };
}

const NAME = /^cable\.(.+)\.range-(\d+)\.([a-z]+)$/;

/** The recording without the channels shown as range graphs only. */
export function withoutRanges(recording: Recording): Recording {
  if (!recording.channels.some(({ name }) => NAME.test(name))) return recording;
  const channels = recording.channels.filter(({ name }) => !NAME.test(name));
  const columns = recording.columns.filter((_, i) => !NAME.test(recording.names[i].name));
  return new Recording(channels, recording.time, columns);
}

/** From every step, where available (`known`); for a killed run, from its rows. */
export function rangesOf(recording: Recording, known: readonly LineRange[] = []): CableRange[] {
  const ranges: CableRange[] = [];
  for (const { line, quantity, unit, columns, arcs } of lineColumns(recording.names)) {
    if (arcs === undefined) continue;
    const places = arcs.map((name) => recording.column(name));
    const values = columns.map((name) => recording.column(name));
    const at = (row: number): [number[], number[]] => [places.map((c) => c[row]), values.map((c) => c[row])];
    let found: Along | undefined = known.find((range) => range.line === line && range.quantity === quantity);
    if (found === undefined) {
      const envelope = new Envelope();
      const { time } = recording;
      for (let row = 0; row < recording.length; row++)
        envelope.add(...at(row), row > 0 ? time[row] - time[row - 1] : 0);
      found = envelope.result();
    }
    if (found === undefined) continue;
    const { arc, min, mean, max } = found;
    const cable = line.slice('cable.'.length);
    ranges.push({ cable, quantity, unit, arc, min, mean, max, last: present(...at(recording.length - 1)) });
  }
  return ranges;
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
  const length = Math.max(arc[arc.length - 1], last.arc[last.arc.length - 1] ?? 0);
  const x = (value: number): string => (LEFT + (WIDTH * value) / length).toFixed(1);
  const y = (value: number): string => (TOP + HEIGHT * (1 - (value - bottom) / (top - bottom || 1))).toFixed(1);
  const line = (values: readonly number[], at: readonly number[] = arc): string =>
    values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(at[i])} ${y(value * scale.factor)}`).join('');
  const back = arc.map((_, i) => arc.length - 1 - i).map((i) => `L${x(arc[i])} ${y(min[i] * scale.factor)}`);
  const rowTexts = tickTexts(lows);
  const rows = lows.map(
    (tick, i) =>
      `<path class="rule" d="M${LEFT} ${y(tick)}h${WIDTH}"/><text x="${LEFT - 6}" y="${y(tick)}" dy="0.35em" text-anchor="end">${rowTexts[i]}</text>`,
  );
  const along = niceTicks(0, length, 6).filter((tick) => tick <= length * (1 + 1e-9));
  const alongTexts = tickTexts(along);
  const marks = along.map(
    (tick, i) => `<text x="${x(tick)}" y="${TOP + HEIGHT + 16}" text-anchor="middle">${alongTexts[i]}</text>`,
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
    `<path class="last" d="${line(last.value, last.arc)}"/>` +
    `<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 34}" text-anchor="middle">length along the cable [m]</text></svg>` +
    '<p class="note">Band: least to most during the run; full line: mean; dashed: at the end.</p></figure>'
  );
}
