/** What is made of runs: measures, operability, downtime, windows. Against sums done by hand. */
import { describe, expect, test } from 'vitest';
import { evaluate, parseExpression } from './expression.ts';
import { kindOf } from './judge.ts';
import { fractileOf, peaksAbove, timeAbove } from './measure.ts';
import { type Cell, downtime, limitOf, scatterOf, weatherWindows } from './operability.ts';
import { amountText, readAmount, unitFactor } from './quantity.ts';

describe('measures', () => {
  const time = Float64Array.from({ length: 101 }, (_, i) => i / 10);

  test('time above: a ramp is above its middle for half of the time, between rows too', () => {
    expect(
      timeAbove(
        time,
        time.map((t) => t),
        5,
      ),
    ).toBeCloseTo(5, 12);
    expect(
      timeAbove(
        time,
        time.map((t) => t),
        3.33,
      ),
    ).toBeCloseTo(6.67, 12);
  });

  test('fractile: of a ramp the part itself; rows that stand for more time count more', () => {
    expect(
      fractileOf(
        time,
        time.map((t) => t),
        0.9,
      ),
    ).toBeCloseTo(9, 1);
    expect(fractileOf(Float64Array.of(0, 1, 2, 10), Float64Array.of(1, 2, 3, 4), 0.5)).toBe(3);
  });

  test('peaks: one for each stay above the threshold; stays that are near are one', () => {
    const wave = time.map((t) => Math.sin(2 * Math.PI * t)); // ten waves
    expect(peaksAbove(time, wave, 0.5, 0)).toHaveLength(10);
    expect(peaksAbove(time, wave, 0.5, 1.5)).toHaveLength(1);
    expect(peaksAbove(time, wave, 1, 0)).toEqual([]);
  });

  test('expressions: precedence, powers to the right, functions, names with spaces', () => {
    const value = (text: string): number => {
      const parsed = parseExpression(text);
      return parsed.ok
        ? evaluate(parsed.expression, (name) => ({ Hs: 2, 'hook load': 9 })[name] ?? Number.NaN)
        : Number.NaN;
    };
    expect(value('1 + 2 * 3 ^ 2 ^ 1 - -4')).toBe(23);
    expect(value('max([hook load], Hs) / 3 - sqrt(4)')).toBe(1);
    expect(value('2 +')).toBeNaN();
    expect(parseExpression('2 * (3 + ')).toMatchObject({ ok: false, at: 9, found: 'the end' });
    expect(parseExpression('sqr(2)')).toMatchObject({ ok: false, at: 0 });
  });

  test('amounts keep the unit they are written in', () => {
    expect(readAmount('1.5 m/s')).toEqual({ number: 1.5, unit: 'm/s' });
    expect(amountText(0.1 + 0.2, 'm')).toBe('0.3 m');
    expect(unitFactor('cm', 'm')).toBeCloseTo(0.01, 15);
    expect(unitFactor('kg', 'm')).toBeUndefined();
    expect(unitFactor('%', '')).toBeCloseTo(0.01, 15);
  });

  test('reasons that differ in numbers only are of one kind', () => {
    expect(kindOf('boat in its cradle came to 0.64 m at t = 171 s, wanted below 0.35 m')).toBe('boat in its cradle');
    expect(kindOf('a wait of 40 s for the hoist ran out')).toBe(kindOf('a wait of 35 s for the hoist ran out'));
  });
});

describe('operability', () => {
  const cell = (x: number, y: number, go: number): Cell => ({
    x,
    y,
    panel: '',
    count: 10,
    go,
    interval: { low: go / 10, high: go / 10 },
    criterion: go < 10 ? 'wire' : '',
  });
  const cells = [cell(6, 1, 10), cell(8, 1, 10), cell(6, 2, 5), cell(8, 2, 10), cell(6, 3, 0), cell(8, 3, 0)];

  test('the limit is the highest below which all is good, with what stood against the next', () => {
    expect(
      limitOf(
        cells.filter(({ x }) => x === 6),
        0.9,
      ),
    ).toEqual({ limit: 1, open: false, criterion: 'wire' });
    expect(
      limitOf(
        cells.filter(({ x }) => x === 8),
        0.9,
      ),
    ).toEqual({ limit: 2, open: false, criterion: 'wire' });
    expect(limitOf([cell(8, 1, 3)], 0.9).limit).toBeUndefined();
  });

  test('downtime: probabilities times what does not go, linear between cells, higher seas no-go', () => {
    const at = (rows: string[][]): ReturnType<typeof scatterOf> =>
      scatterOf({
        names: ['Hs', ...rows[0]],
        columns: [
          rows.slice(1).map(([y]) => Number(y)),
          ...rows[0].map((_, j) => rows.slice(1).map((row) => Number(row[j + 1]))),
        ],
      });
    expect(
      downtime(
        at([
          ['6', '8'],
          ['1', '50', '50'],
        ]),
        cells,
      ).downAll,
    ).toBeCloseTo(0, 12);
    expect(
      downtime(
        at([
          ['6', '8'],
          ['2', '50', '50'],
        ]),
        cells,
      ).downAll,
    ).toBeCloseTo(0.25, 12);
    expect(downtime(at([['7'], ['2', '1']]), cells).downAll).toBeCloseTo(0.25, 12);
    const high = downtime(at([['6'], ['1', '3'], ['4', '1']]), cells);
    expect([high.downAll, high.covered]).toEqual([expect.closeTo(0.25, 12), expect.closeTo(0.75, 12)]);
  });

  test('weather windows: 6 h good, 6 h bad in turn: a window of 3 h may begin in four hours of every twelve', () => {
    const time = Array.from({ length: 121 }, (_, h) => h * 3600);
    const good = time.map((_, h) => h % 12 < 6);
    const { share, count, wait } = weatherWindows(time, good, 3 * 3600);
    expect(share).toBeCloseTo(4 / 12, 2); // hours 0, 1, 2 and 3 of every 12
    expect(count).toBe(10);
    // from hours 4 to 11 one waits 8, 7, ... 1 h, nine times; after hour 111 no window follows, and no wait is known
    expect(wait / 3600).toBeCloseTo((9 * 36) / 112, 12);
    expect(weatherWindows(time, good, 7 * 3600)).toMatchObject({ share: 0, count: 0, wait: Number.NaN });
  });
});
