/** Tensions of the lines of an operation against time, with its phases as bands: one still drawing a line. */
import type { OperationSummary, Recording } from '@hawser/record';
import { escapeHtml, formatNumber } from './text.ts';

const [WIDTH, HEIGHT, LEFT, TOP] = [640, 150, 52, 16];
/** Points a drawing has at most; of each stretch the least and the greatest are drawn. */
const STRETCHES = 320;

export function operationPlots({ lines, phases }: OperationSummary, recording: Recording, end: number): string {
  const { time } = recording;
  if (time.length < 2 || !(end > time[0])) return '';
  const names = new Set(recording.channels.map(({ name }) => name));
  const drawings = lines.flatMap(({ name }) => {
    const channel = [`winch.${name}.tension`, `hand.${name}.tension`].find((one) => names.has(one));
    return channel === undefined ? [] : [drawing(name, time, recording.column(channel), phases, end)];
  });
  return drawings.join('');
}

function drawing(
  name: string,
  time: Float64Array,
  values: Float64Array,
  phases: OperationSummary['phases'],
  end: number,
): string {
  const most = values.reduce((m, v) => (v > m ? v : m), 1);
  const x = (t: number): number => LEFT + ((WIDTH - LEFT) * (t - time[0])) / (end - time[0]);
  const y = (v: number): number => TOP + (HEIGHT - 2 * TOP) * (1 - Math.max(0, v) / most);
  const round = (v: number): string => String(Math.round(10 * v) / 10);
  const points: string[] = [];
  const size = Math.max(1, Math.ceil(time.length / STRETCHES));
  for (let i = 0; i < time.length; i += size) {
    let [low, high] = [i, i];
    for (let k = i; k < Math.min(i + size, time.length); k++) {
      if (values[k] < values[low]) low = k;
      if (values[k] > values[high]) high = k;
    }
    for (const k of low < high ? [low, high] : low > high ? [high, low] : [low]) {
      points.push(`${round(x(time[k]))},${round(y(values[k]))}`);
    }
  }
  const bands = phases.map(({ name: phase, start, end: over = end }, i) => {
    const title = `<title>${escapeHtml(phase)}, ${formatNumber(start)} to ${formatNumber(over)} s</title>`;
    const shade = i % 2 === 0 ? 0.1 : 0.03;
    return `<rect x="${round(x(start))}" y="${TOP}" width="${round(Math.max(0.5, x(over) - x(start)))}" height="${HEIGHT - 2 * TOP}" fill="currentColor" fill-opacity="${shade}">${title}</rect>`;
  });
  const label = (text: string, at: number, height: number, anchor: string): string =>
    `<text x="${round(at)}" y="${round(height)}" font-size="11" fill="currentColor" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
  return (
    `<figure><figcaption>Tension of ${escapeHtml(name)} [N] against time [s]; bands are the phases</figcaption>` +
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="Tension of ${escapeHtml(name)} against time">` +
    bands.join('') +
    `<polyline points="${points.join(' ')}" fill="none" stroke="currentColor" stroke-width="1.2"/>` +
    label(formatNumber(most, 3), LEFT - 4, TOP + 8, 'end') +
    label('0', LEFT - 4, HEIGHT - TOP, 'end') +
    label(formatNumber(time[0], 3), LEFT, HEIGHT - 2, 'start') +
    label(formatNumber(end, 3), WIDTH, HEIGHT - 2, 'end') +
    '</svg></figure>'
  );
}
