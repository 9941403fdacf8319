import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnCount, columnLabel, columnsOf, QUATERNION, SCALAR, VECTOR } from './channel.ts';
import { decimate, extremeRows } from './decimate.ts';
import { type Frames, pickFrames, poseAt, spreadFrames } from './frames.ts';
import { firstAbove, firstAtLeast, Recording } from './recording.ts';

const channels = [
  { name: 'bar.position', unit: 'm', components: VECTOR },
  { name: 'bar.rotation', unit: '', components: QUATERNION },
  { name: 'energy.total', unit: 'J', components: SCALAR },
];
const time = Float64Array.of(0, 0.5, 1, 1.5, 2);
const columns = Array.from({ length: 8 }, (_, c) => Float64Array.from(time, (t) => 10 * c + t));
const recording = new Recording(channels, time, columns);

describe('recording', () => {
  test('columns are called name or name.component and carry the unit of their channel', () => {
    expect(columnsOf(channels).map(columnLabel)).toEqual([
      'bar.position.x [m]',
      'bar.position.y [m]',
      'bar.position.z [m]',
      'bar.rotation.w',
      'bar.rotation.x',
      'bar.rotation.y',
      'bar.rotation.z',
      'energy.total [J]',
    ]);
    expect(columnCount(channels)).toBe(8);
    expect(recording.column('bar.rotation.x')).toBe(columns[4]);
    expect(recording.column('time')).toBe(time);
    expect(recording.unit('bar.position.z')).toBe('m');
    expect(() => recording.column('bar.speed')).toThrow('no column bar.speed; this recording has bar.position.x');
  });

  test('a recording whose parts do not fit together is refused with the numbers that differ', () => {
    expect(() => new Recording(channels, time, columns.slice(1))).toThrow('name 8 columns, found 7');
    expect(() => new Recording(channels, time.slice(1), columns)).toThrow('has 5 rows, the time axis 4');
    const doubled = [channels[2], channels[2]];
    expect(() => new Recording(doubled, time, columns.slice(0, 2))).toThrow('energy.total');
  });

  test('between keeps both ends and shares the numbers', () => {
    const part = recording.between(0.5, 1.5);
    expect([...part.time]).toEqual([0.5, 1, 1.5]);
    expect(part.column('energy.total').buffer).toBe(columns[7].buffer);
    expect(recording.between(3, 4).length).toBe(0);
  });

  test('select keeps whole channels in the order asked for', () => {
    const part = recording.select(['energy.total', 'bar.position', 'unknown']);
    expect(part.names.map((column) => column.name)).toEqual([
      'energy.total',
      'bar.position.x',
      'bar.position.y',
      'bar.position.z',
    ]);
    expect(part.columns[1]).toBe(columns[0]);
  });

  test('bisection agrees with a plain search', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (times, t) => {
        const sorted = Float64Array.from(times).sort();
        const atLeast = sorted.findIndex((x) => x >= t);
        const above = sorted.findIndex((x) => x > t);
        expect(firstAtLeast(sorted, t)).toBe(atLeast < 0 ? sorted.length : atLeast);
        expect(firstAbove(sorted, t)).toBe(above < 0 ? sorted.length : above);
      }),
    );
  });
});

describe('decimation', () => {
  test('keeps the ends and the extremes of every column, in order, within the promised number of rows', () => {
    const series = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(series, fc.integer({ min: 4, max: 60 }), (numbers, points) => {
        const values = Float64Array.from(numbers);
        const rows = extremeRows([values], values.length, points);
        expect(rows.length).toBeLessThanOrEqual(points);
        expect(rows[0]).toBe(0);
        expect(rows[rows.length - 1]).toBe(values.length - 1);
        const kept = [...rows].map((row) => values[row]);
        expect(Math.min(...kept)).toBe(Math.min(...numbers));
        expect(Math.max(...kept)).toBe(Math.max(...numbers));
        for (let i = 1; i < rows.length; i++) expect(rows[i]).toBeGreaterThan(rows[i - 1]);
      }),
    );
  });

  test('a spike one row wide survives a thousandfold reduction, and so does a gap', () => {
    const values = new Float64Array(100_000);
    values[54_321] = 1;
    values[77_777] = Number.NaN;
    const long = new Recording(
      [{ name: 'a', unit: '', components: SCALAR }],
      values.map((_, i) => i),
      [values],
    );
    const thin = decimate(long, 100);
    expect(thin.length).toBeLessThanOrEqual(101);
    expect(thin.time[thin.column('a').indexOf(1)]).toBe(54_321);
    expect(thin.time[thin.column('a').findIndex(Number.isNaN)]).toBe(77_777);
  });
});

describe('frames', () => {
  // one body turning about z by 90 degrees while moving 1 m along x
  const half = Math.SQRT1_2;
  const frames: Frames = {
    bodies: ['a'],
    time: Float64Array.of(0, 1),
    poses: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -half, 0, 0, -half), // -q: the same rotation as q
  };

  test('half way between two frames the body is half way and turned by half the angle', () => {
    const pose = new Float64Array(7);
    poseAt(pose, frames, 0.5);
    expect(pose[0]).toBe(0.5);
    // the middle of a straight blend is the middle of the arc by symmetry; the rest is rounding
    expect(pose[3]).toBeCloseTo(Math.cos(Math.PI / 8), 14);
    expect(pose[6]).toBeCloseTo(Math.sin(Math.PI / 8), 14);
  });

  test('outside the range the first and the last frame hold', () => {
    const pose = new Float64Array(7);
    poseAt(pose, frames, -1);
    expect([...pose]).toEqual([0, 0, 0, 1, 0, 0, 0]);
    poseAt(pose, frames, 5);
    expect(pose[0]).toBe(1);
  });

  test('thinning keeps the first and the last frame and never more than asked', () => {
    const many: Frames = {
      bodies: ['a'],
      time: new Float64Array(97).map((_, i) => i),
      poses: new Float64Array(97 * 7),
    };
    for (const count of [1, 2, 5, 96, 97, 200]) {
      const kept = spreadFrames(many, count);
      expect(kept.length).toBe(Math.min(count, 97));
      expect(kept[kept.length - 1]).toBe(96);
      if (count > 1) expect(kept[0]).toBe(0);
      expect(new Set(kept).size).toBe(kept.length);
    }
    expect([...pickFrames(many, [3, 9]).time]).toEqual([3, 9]);
  });
});
