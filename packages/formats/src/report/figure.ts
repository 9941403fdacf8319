/** Curves against time as a drawing of lines: with axes, ticks, limits and phases, for paper and for pages without a program. */
import { displayScale, escapeHtml } from './text.ts';
import { niceTicks, tickTexts } from './ticks.ts';

export interface FigureCurve {
  readonly label: string;
  readonly time: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface FigureLimit {
  readonly label: string;
  /** in the unit of the curves */
  readonly value: number;
  /** [s] interval of validity; everywhere if missing */
  readonly during?: readonly (readonly [number, number])[];
}

export interface FigurePhase {
  readonly name: string;
  /** [s] */
  readonly start: number;
  readonly end?: number;
}

export interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly FigureCurve[];
  /** [s] */
  readonly start: number;
  readonly end: number;
  readonly limits?: readonly FigureLimit[];
  readonly phases?: readonly FigurePhase[];
}

/** Inner size, and the room for labels [px]. */
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT] = [620, 150, 62, 16, 34, 14];
/** [px] from one label of a limit to the next below it */
const LINE = 12;
/** Largest number of points of a curve; for each interval the smallest and the largest value are drawn. */
const STRETCHES = 400;
/** Colours that also differ in lightness; dashes distinguish curves in black and white. */
const COLOURS = ['#0b6e99', '#c4511a', '#3b7d3a', '#7a4fa3', '#8a6d00', '#a02c5a', '#4a5a66', '#00807a'];
const DASHES = ['', '6 3', '2 2', '8 3 2 3', '1 3', '10 4', '4 2 1 2', '3 5'];

export function figureSvg(figure: Figure): string {
  const { title, unit, curves, start, end, limits = [], phases = [] } = figure;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of curves) {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isFinite(values[i])) continue;
      if (values[i] < least) least = values[i];
      if (values[i] > most) most = values[i];
    }
  }
  if (!(least <= most) || !(end > start)) return '';
  // a limit far above everything would flatten the curves; it is given beside the title instead
  const near = limits.filter(({ value }) => Math.abs(value) <= 3 * Math.max(Math.abs(least), Math.abs(most)));
  const far = limits.filter((limit) => !near.includes(limit));
  for (const { value } of near) [least, most] = [Math.min(least, value), Math.max(most, value)];
  // start at zero, and draw values slightly below it at zero
  if (least < 0.5 * most && least > -0.02 * most) least = 0;
  const scale = displayScale(unit, Math.max(Math.abs(least), Math.abs(most)));
  const ticks = niceTicks(least * scale.factor, most * scale.factor, 4);
  const [bottom, top] = [ticks[0], ticks[ticks.length - 1]];
  const x = (t: number): string => (LEFT + (WIDTH * (t - start)) / (end - start)).toFixed(1);
  const y = (value: number): string =>
    (TOP + HEIGHT * (1 - (value * scale.factor - bottom) / (top - bottom || 1))).toFixed(1);
  const texts = tickTexts(ticks);
  const rows = ticks.map(
    (tick, i) =>
      `<path class="rule" d="M${LEFT} ${y(tick / scale.factor)}h${WIDTH}"/>` +
      `<text x="${LEFT - 6}" y="${y(tick / scale.factor)}" dy="0.35em" text-anchor="end">${texts[i]}</text>`,
  );
  const marks = niceTicks(start, end, 8).filter((t) => t >= start && t <= end * (1 + 1e-9));
  const markTexts = tickTexts(marks);
  const columns = marks.map(
    (t, i) =>
      `<path class="rule" d="M${x(t)} ${TOP + HEIGHT}v4"/>` +
      `<text x="${x(t)}" y="${TOP + HEIGHT + 15}" text-anchor="middle">${markTexts[i]}</text>`,
  );
  const lines = curves.map(
    ({ time, values }, i) =>
      `<path class="curve" d="${pathOf(time, values, x, y)}" stroke="${COLOURS[i % COLOURS.length]}"` +
      `${curves.length > 1 && DASHES[i % DASHES.length] !== '' ? ` stroke-dasharray="${DASHES[i % DASHES.length]}"` : ''}/>`,
  );
  const written: number[] = [];
  const bounds = near.map(({ label, value, during = [[start, end]] }) => {
    const spans = during.map(([from, to]) => `<path class="limit" d="M${x(from)} ${y(value)}H${x(to)}"/>`);
    const right = Number(x(during[during.length - 1]?.[1] ?? end));
    const beside = right > LEFT + 0.6 * WIDTH;
    // above the line; below it where names of phases are; one under the other where limits are the same
    let at = Number(y(value)) - 3;
    if (at < TOP + LINE) at += LINE + 2;
    while (written.some((other) => Math.abs(other - at) < LINE)) at += LINE;
    written.push(at);
    return (
      `${spans.join('')}<text class="limit-text" x="${(right + (beside ? -4 : 4)).toFixed(1)}" y="${at.toFixed(1)}"` +
      ` text-anchor="${beside ? 'end' : 'start'}">${escapeHtml(label)}</text>`
    );
  });
  const told = far.map(({ label }) => `; limit ${escapeHtml(label)}, above the picture`).join('');
  const names =
    curves.length < 2
      ? ''
      : `<ul class="figure-legend">${curves
          .map(
            ({ label }, i) =>
              `<li><svg viewBox="0 0 24 6"><path d="M0 3h24" fill="none" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="2" stroke-dasharray="${DASHES[i % DASHES.length]}"/></svg>${escapeHtml(label)}</li>`,
          )
          .join('')}</ul>`;
  const unitText = scale.unit === '' ? '' : ` [${scale.unit}]`;
  return (
    `<figure class="figure"><figcaption>${escapeHtml(title)}${escapeHtml(unitText)} against time [s]${told}</figcaption>${names}` +
    `<svg viewBox="0 0 ${LEFT + WIDTH + RIGHT} ${TOP + HEIGHT + BOTTOM}" role="img" aria-label="${escapeHtml(title)} against time">` +
    `${bands(phases, start, end, x)}${rows.join('')}${columns.join('')}` +
    `<path class="frame" d="M${LEFT} ${TOP}v${HEIGHT}h${WIDTH}"/>${bounds.join('')}${lines.join('')}</svg></figure>`
  );
}

/** [px] smallest width of a letter of a phase's name */
const LETTER = 5.2;

/** Phases as bands of two shades, each with its name where there is room for it, else its number. */
function bands(phases: readonly FigurePhase[], start: number, end: number, x: (t: number) => string): string {
  return phases
    .map(({ name, start: from, end: to = end }, i) => {
      const [left, right] = [Number(x(Math.max(start, from))), Number(x(Math.min(end, to)))];
      if (!(right > left)) return '';
      const label =
        name.length * LETTER < right - left
          ? name
          : String(i + 1).length * LETTER + 2 < right - left
            ? String(i + 1)
            : '';
      return (
        `<rect x="${left}" y="${TOP}" width="${(right - left).toFixed(1)}" height="${HEIGHT}" class="${i % 2 === 0 ? 'band-a' : 'band-b'}">` +
        `<title>${escapeHtml(name)}</title></rect>` +
        `<text class="phase" x="${((left + right) / 2).toFixed(1)}" y="${TOP - 4}" text-anchor="middle">${escapeHtml(label)}</text>`
      );
    })
    .join('');
}

function pathOf(
  time: ArrayLike<number>,
  values: ArrayLike<number>,
  x: (t: number) => string,
  y: (v: number) => string,
): string {
  const size = Math.max(1, Math.ceil(time.length / STRETCHES));
  let out = '';
  let drawing = false;
  const put = (i: number): void => {
    if (!Number.isFinite(values[i])) {
      drawing = false;
      return;
    }
    out += `${drawing ? 'L' : 'M'}${x(time[i])} ${y(values[i])}`;
    drawing = true;
  };
  for (let i = 0; i < time.length; i += size) {
    let [low, high] = [i, i];
    for (let k = i; k < Math.min(i + size, time.length); k++) {
      if (values[k] < values[low]) low = k;
      if (values[k] > values[high]) high = k;
    }
    for (const k of low < high ? [low, high] : low > high ? [high, low] : [low]) put(k);
  }
  return out;
}
