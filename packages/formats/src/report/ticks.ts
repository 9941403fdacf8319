/** Round numbers beside an axis, and how they are written. */
import { formatNumber } from './text.ts';

/** Round numbers from below `low` to above `high`, about `count` of them. */
export function niceTicks(low: number, high: number, count: number): number[] {
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

/** largest number of digits of a tick beyond the first of the spacing: 2.5 and 0.125 need one and two */
const MOST_EXTRA = 3;
const MOST_DECIMALS = 10;

/**
 * Labels of ticks, all with the same decimals: the fewest that write every tick exactly, so a spacing of 2.5 gives 0.0 2.5 5.0 7.5. Above a
 * million and below a ten thousandth with exponents.
 */
export function tickTexts(ticks: readonly number[]): string[] {
  const size = Math.max(0, ...ticks.map(Math.abs));
  const step = Math.min(...ticks.slice(1).map((tick, i) => Math.abs(tick - ticks[i])), size || 1);
  if (size >= 1e6 || (size > 0 && size < 1e-4)) {
    const digits = Math.min(12, Math.max(1, Math.ceil(Math.log10(size / step) - 1e-9) + MOST_EXTRA));
    const texts = ticks.map((tick) => (Math.abs(tick) < 1e-9 * step ? '0' : formatNumber(tick, digits)));
    return withoutTails(texts);
  }
  const first = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  let decimals = first;
  while (decimals < Math.min(MOST_DECIMALS, first + MOST_EXTRA) && !ticks.every((tick) => exact(tick, decimals, step)))
    decimals++;
  return ticks.map((tick) => {
    const text = Math.abs(tick).toFixed(decimals);
    return tick < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
  });
}

/** A thousandth of a step is rounding. */
function exact(tick: number, decimals: number, step: number): boolean {
  return Math.abs(Number(tick.toFixed(decimals)) - tick) <= 1e-3 * step;
}

/** 1.000e6 and 2.500e6 become 1.0e6 and 2.5e6: common trailing zeros are removed. */
function withoutTails(texts: readonly string[]): string[] {
  let all = [...texts];
  for (;;) {
    const shorter = all.map((text) => text.replace(/0(e.*)$/, '$1'));
    if (!all.every((text) => text === '0' || /\.\d*0e/.test(text)))
      return all.map((text) => text.replace(/\.(e)/, '$1'));
    all = shorter;
  }
}
