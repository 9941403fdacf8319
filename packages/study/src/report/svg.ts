/** Drawings as SVG text: axes, marks, labels. Every mark has a title. */

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

export function show(value: number | null | undefined, digits: number = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const rounded = Number(value.toPrecision(digits));
  return rounded !== 0 && (Math.abs(rounded) < 1e-3 || Math.abs(rounded) >= 1e7)
    ? rounded.toExponential()
    : String(rounded);
}

export const percent = (part: number, digits: number = 0): string =>
  Number.isFinite(part) ? `${(100 * part).toFixed(digits)} %` : '–';

export const withUnit = (name: string, unit: string): string => (unit === '' ? name : `${name} [${unit}]`);

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const FRAME: Frame = { width: 460, height: 300, left: 62, right: 14, top: 22, bottom: 44 };

/** Data to pixels along one axis. */
export interface Scale {
  (value: number): number;
  readonly ticks: readonly number[];
}

export function linear(from: number, to: number, low: number, high: number, count: number = 5): Scale {
  const span = to > from ? to - from : Math.abs(from) || 1;
  const start = to > from ? from : from - span / 2;
  const scale = (value: number): number => low + ((value - start) / span) * (high - low);
  return Object.assign(scale, { ticks: ticksOf(start, start + span, count) });
}

/** Logarithmic; both ends above 0. */
export function logarithmic(from: number, to: number, low: number, high: number): Scale {
  const a = Math.log10(from);
  const b = Math.log10(to) > a ? Math.log10(to) : a + 1;
  const scale = (value: number): number =>
    low + ((Math.log10(Math.max(value, from / 10)) - a) / (b - a)) * (high - low);
  const ticks: number[] = [];
  for (let k = Math.ceil(a - 1e-9); k <= b + 1e-9; k++) ticks.push(10 ** k);
  return Object.assign(scale, { ticks });
}

export function ticksOf(from: number, to: number, count: number): number[] {
  const raw = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((each) => each >= raw * 0.999) ?? 10 * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++)
    ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

export function axes(
  frame: Frame,
  x: Scale,
  y: Scale,
  xName: string,
  yName: string,
  options: { xTick?: (v: number) => string; yTick?: (v: number) => string } = {},
): string {
  const { width, height, left, right, top, bottom } = frame;
  const xTick = options.xTick ?? ((v: number) => show(v));
  const yTick = options.yTick ?? ((v: number) => show(v));
  const floor = height - bottom;
  return [
    ...y.ticks.map(
      (v) =>
        `<path class="grid" d="M${left} ${n(y(v))}H${width - right}"/><text class="tick end" x="${left - 6}" y="${n(y(v) + 4)}">${yTick(v)}</text>`,
    ),
    ...x.ticks.map(
      (v) =>
        `<path class="grid" d="M${n(x(v))} ${top}V${floor}"/><text class="tick mid" x="${n(x(v))}" y="${floor + 15}">${xTick(v)}</text>`,
    ),
    `<path class="axis" d="M${left} ${top}V${floor}H${width - right}"/>`,
    `<text class="name mid" x="${(left + width - right) / 2}" y="${height - 8}">${escaped(xName)}</text>`,
    `<text class="name mid" transform="translate(13 ${(top + floor) / 2}) rotate(-90)">${escaped(yName)}</text>`,
  ].join('');
}

export function figure(frame: Pick<Frame, 'width' | 'height'>, body: string, caption: string): string {
  const label = escaped(caption.replace(/<[^>]*>/g, ''));
  return `<figure><svg viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${label}" width="${frame.width}">${body}</svg><figcaption>${caption}</figcaption></figure>`;
}

/** A number in a drawing: a tenth of a pixel is enough. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[] = [],
): string {
  const cell = (tag: string, text: string, c: number): string =>
    `<${tag}${numbers.includes(c) ? ' class="num"' : ''}>${text}</${tag}>`;
  return `<div class="wide"><table><thead><tr>${head.map((text, c) => cell('th', text, c)).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((text, c) => cell('td', text, c)).join('')}</tr>`)
    .join('')}</tbody></table></div>`;
}

/** From no-go (vermilion) over pale to go (blue-green); distinguishable with red-green blindness. */
export function goColour(share: number): string {
  const ends =
    share < 0.5
      ? [
          [213, 94, 0],
          [247, 240, 225],
        ]
      : [
          [247, 240, 225],
          [0, 140, 110],
        ];
  const part = share < 0.5 ? 2 * share : 2 * share - 1;
  const mix = [0, 1, 2].map((k) => Math.round(ends[0][k] + part * (ends[1][k] - ends[0][k])));
  return `rgb(${mix.join(',')})`;
}

/** Distinguishable colours of lines (Okabe and Ito 2008). */
export const LINES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#555555', '#a6761d'];

/** The mark of a line in a caption. */
export function swatch(k: number): string {
  return `<svg class="swatch" viewBox="0 0 10 10" width="10" aria-hidden="true"><rect width="10" height="10" fill="${LINES[k % LINES.length]}"/></svg>`;
}
