import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from './event.ts';
import { POSE_SIZE } from './frames.ts';
import { crc32, type StreamHeader } from './stream-format.ts';
import { readStream, type StreamContents } from './stream-reader.ts';
import { type StreamSink, StreamWriter } from './stream-writer.ts';

class MemorySink implements StreamSink {
  readonly pieces: Uint8Array[] = [];
  write(bytes: Uint8Array): void {
    this.pieces.push(bytes.slice()); // the buffer is only lent
  }
  bytes(): Uint8Array {
    const all = new Uint8Array(this.pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

const header: StreamHeader = {
  channels: [
    { name: 'bar.position', unit: 'm', components: ['x', 'y', 'z'] },
    { name: 'bar.energy', unit: 'J', components: [''] },
  ],
  bodies: ['bar', 'Änker ⚓'],
  meta: { title: 'Pendel — größer', seed: 7 },
};
const width = 4;

interface Script {
  readonly rows: number;
  readonly frames: number;
  readonly flushEvery: number;
  readonly blockSize: number;
  readonly end: boolean;
}

const valueAt = (row: number, i: number) => Math.sin(row * 1.7 + i) * 10 ** (i * 3 - 4);
const eventAt = (i: number): RunEvent => ({ time: i * 0.3, kind: 'warning', subject: `s${i}`, message: 'zu groß ⚓' });

function written(script: Script): Uint8Array {
  const sink = new MemorySink();
  const writer = new StreamWriter(sink, header, { blockSize: script.blockSize });
  const row = new Float64Array(width);
  const poses = new Float64Array(2 * POSE_SIZE);
  for (let r = 0; r < Math.max(script.rows, script.frames); r++) {
    if (r < script.rows) {
      for (let i = 0; i < width; i++) row[i] = valueAt(r, i);
      writer.append(r * 0.1, row);
    }
    if (r < script.frames) {
      for (let i = 0; i < poses.length; i++) poses[i] = valueAt(r, i % width) + i;
      writer.appendFrame(r * 0.25, poses);
    }
    if (r % 3 === 0) writer.event(eventAt(r / 3));
    if ((r + 1) % script.flushEvery === 0) writer.flush();
  }
  if (script.end) writer.end();
  return sink.bytes();
}

/** What was read must be the beginning of what was written: same numbers, maybe fewer. */
function expectPrefix(read: StreamContents, script: Script): void {
  const { recording, frames, events } = read;
  expect(recording.length).toBeLessThanOrEqual(script.rows);
  expect(recording.columns.length).toBe(recording.channels.length === 0 ? 0 : width);
  for (let r = 0; r < recording.length; r++) {
    expect(recording.time[r]).toBe(r * 0.1);
    for (let i = 0; i < width; i++) expect(recording.columns[i][r]).toBe(valueAt(r, i));
  }
  expect(frames.time.length).toBeLessThanOrEqual(script.frames);
  expect(frames.poses.length).toBe(frames.time.length * POSE_SIZE * frames.bodies.length);
  for (let f = 0; f < frames.time.length; f++) {
    expect(frames.time[f]).toBe(f * 0.25);
    for (let i = 0; i < 14; i++) expect(frames.poses[14 * f + i]).toBe(valueAt(f, i % width) + i);
  }
  events.forEach((event, i) => {
    expect(event).toEqual(eventAt(i));
  });
}

describe('stream', () => {
  test('an ended stream gives back every number, event, name and meta entry', () => {
    const script = { rows: 50, frames: 20, flushEvery: 7, blockSize: 200, end: true };
    const read = readStream(written(script));
    expect(read.complete).toBe(true);
    expect(read.ending).toBe('complete');
    expect(read.recording.length).toBe(50);
    expect(read.frames.time.length).toBe(20);
    expect(read.events.length).toBe(17); // rows 0, 3, ... 48
    expect(read.recording.channels).toEqual(header.channels);
    expect(read.frames.bodies).toEqual(header.bodies);
    expect(read.meta).toEqual(header.meta);
    expectPrefix(read, script);
  });

  test('a file is read block by block, through a buffer that is only lent', () => {
    const script = { rows: 50, frames: 20, flushEvery: 7, blockSize: 200, end: true };
    const bytes = written(script);
    let buffer = new Uint8Array(0);
    let largest = 0;
    const read = readStream({
      size: bytes.length,
      read: (start, end) => {
        largest = Math.max(largest, end - start);
        buffer.fill(255); // what was lent before is gone
        buffer = bytes.slice(start, end);
        return buffer;
      },
    });
    const whole = readStream(bytes);
    expect(read).toEqual(whole);
    expect(largest).toBeLessThan(bytes.length / 5); // the header is the largest block here
  });

  test('a stream cut at any byte is read without throwing and yields a prefix', () => {
    const script = { rows: 9, frames: 4, flushEvery: 2, blockSize: 128, end: true };
    const bytes = written(script);
    let rowsBefore = 0;
    for (let length = 0; length <= bytes.length; length++) {
      const read = readStream(bytes.slice(0, length));
      expectPrefix(read, script);
      expect(read.complete).toBe(length === bytes.length);
      if (length < bytes.length) expect(read.ending).toBe('cut-off');
      expect(read.recording.length).toBeGreaterThanOrEqual(rowsBefore); // more bytes never give fewer rows
      rowsBefore = read.recording.length;
    }
    expect(rowsBefore).toBe(9);
  });

  test('any script, cut anywhere, yields a prefix; flushed rows are never lost', () => {
    const scripts = fc.record({
      rows: fc.integer({ min: 0, max: 12 }),
      frames: fc.integer({ min: 0, max: 6 }),
      flushEvery: fc.integer({ min: 1, max: 5 }),
      blockSize: fc.integer({ min: 1, max: 400 }),
      end: fc.boolean(),
    });
    fc.assert(
      fc.property(scripts, fc.double({ min: 0, max: 1, noNaN: true }), (script, cut) => {
        const bytes = written(script);
        expectPrefix(readStream(bytes.slice(0, Math.floor(cut * bytes.length))), script);
        const whole = readStream(bytes);
        expect(whole.complete).toBe(script.end);
        const steps = Math.max(script.rows, script.frames);
        const flushed = script.end ? script.rows : steps - (steps % script.flushEvery);
        expect(whole.recording.length).toBeGreaterThanOrEqual(Math.min(flushed, script.rows));
      }),
      { numRuns: 200 },
    );
  });

  test('any single wrong byte is noticed: what is still given is a prefix and the stream is not complete', () => {
    const script = { rows: 6, frames: 3, flushEvery: 2, blockSize: 128, end: true };
    const bytes = written(script);
    for (let i = 0; i < bytes.length; i++) {
      const damaged = bytes.slice();
      damaged[i] ^= 1 << (i % 8);
      const read = readStream(damaged);
      expect(read.complete).toBe(false);
      expectPrefix(read, script);
    }
  });

  test('bytes that are no stream are called foreign and never throw', () => {
    expect(readStream(new TextEncoder().encode('time [s],bar.position.x [m]\r\n0,0\r\n')).ending).toBe('foreign');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readStream(bytes).recording.length).toBe(0);
      }),
    );
  });

  test('NaN, infinities and the sign of zero survive', () => {
    const sink = new MemorySink();
    const writer = new StreamWriter(sink, { channels: [{ name: 'a', unit: '', components: [''] }], bodies: [] });
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 5e-324];
    for (const value of values) writer.append(0, Float64Array.of(value));
    writer.end();
    expect([...readStream(sink.bytes()).recording.columns[0]]).toEqual(values);
  });

  test('rows of the wrong width, channels of the same name and rows after the end are refused', () => {
    const writer = new StreamWriter(new MemorySink(), header);
    expect(() => writer.append(0, new Float64Array(3))).toThrow('a row of this stream has 4 numbers, found 3');
    writer.end();
    expect(() => writer.append(0, new Float64Array(4))).toThrow('has been ended');
    const twice = { channels: [header.channels[1], header.channels[1]], bodies: [] };
    expect(() => new StreamWriter(new MemorySink(), twice)).toThrow('bar.energy is used twice');
  });

  test('crc32 of the nine digits is the published check value 0xcbf43926 (ISO 3309)', () => {
    expect(crc32(new TextEncoder().encode('123456789'), 0, 9)).toBe(0xcbf43926);
  });

  test('no allocation: append and full blocks', () => {
    let total = 0;
    const writer = new StreamWriter({ write: (bytes) => (total += bytes.length) }, header, { blockSize: 4096 });
    const row = new Float64Array(width);
    const poses = new Float64Array(2 * POSE_SIZE);
    const calls = 20000;
    const run = () => {
      for (let i = 0; i < calls; i++) {
        row[0] = i + 0.5;
        writer.append(i * 0.01, row);
        writer.appendFrame(i * 0.01, poses);
      }
    };
    run();
    run();
    let least = Number.POSITIVE_INFINITY; // others in this process allocate too: the quietest of the trials counts
    for (let trial = 0; trial < 8; trial++) {
      const before = process.memoryUsage().heapUsed;
      run();
      least = Math.min(least, process.memoryUsage().heapUsed - before);
    }
    expect(least / calls).toBeLessThan(1);
    expect(total).toBeGreaterThan(calls * 10 * 8 * (width + 1));
  });
});
