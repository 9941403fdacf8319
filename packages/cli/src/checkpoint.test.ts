import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CommandError } from './exit.ts';
import { loadCheckpoint, type Restorable, writeCheckpoint } from './checkpoint.ts';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-checkpoint-'));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

/** A state of four bytes in a model called `name`. */
function simulation(name: string, state: number[]): Restorable & { state: Uint8Array } {
  return {
    spec: { name },
    time: 1.5,
    state: Uint8Array.from(state),
    save() {
      return this.state;
    },
    load(bytes: Uint8Array) {
      if (bytes.length !== 4) throw new Error(`expected 4 bytes, found ${bytes.length}`);
      this.state = bytes;
    },
    hash() {
      return Buffer.from(this.state).toString('hex');
    },
  };
}

const file = path.join(dir, 'checkpoint.hawser');
const first = simulation('crane', [1, 2, 3, 4]);
writeCheckpoint(file, first, first.save());
const whole = fs.readFileSync(file);

function loadBytes(bytes: Uint8Array, into = simulation('crane', [0, 0, 0, 0])): Uint8Array {
  const name = path.join(dir, 'other.hawser');
  fs.writeFileSync(name, bytes);
  loadCheckpoint(name, into);
  return into.state;
}

test('checkpoint: the state that was written is the state that is loaded', () => {
  expect(loadBytes(whole)).toEqual(Uint8Array.of(1, 2, 3, 4));
});

test('checkpoint: a state of another model is refused, not loaded', () => {
  const other = simulation('anchor', [9, 9, 9, 9]);
  expect(() => loadBytes(whole, other)).toThrow(/expected a checkpoint of this scenario, found one of another model/);
  expect(other.state).toEqual(Uint8Array.of(9, 9, 9, 9));
});

test('checkpoint: cut off at any byte, it is refused as the user’s input', () => {
  for (let length = 0; length < whole.length; length++) {
    expect(() => loadBytes(whole.subarray(0, length))).toThrow(/found something else|found a damaged one/);
  }
});

test('checkpoint: one changed bit anywhere is found', () => {
  for (let i = 0; i < 8 * whole.length; i++) {
    const bytes = Buffer.from(whole);
    bytes[i >> 3] ^= 1 << (i & 7);
    expect(() => loadBytes(bytes), `bit ${i}`).toThrow(CommandError);
  }
});

/** The file with another header and a checksum that fits. */
function withHeader(header: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const body = Buffer.concat([whole.subarray(0, 8), length, text, Buffer.of(1, 2, 3, 4)]);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

test('checkpoint: one of another version or format is refused by name, a header that is none as damaged', () => {
  const header = JSON.parse(whole.toString('utf8', 12, 12 + whole.readUInt32LE(8))) as Record<string, unknown>;
  expect(loadBytes(withHeader(header))).toEqual(Uint8Array.of(1, 2, 3, 4));
  expect(() => loadBytes(withHeader({ ...header, hawser: '9.9.9' }))).toThrow(/found one of hawser 9\.9\.9, format 2/);
  expect(() => loadBytes(withHeader({ ...header, format: 1 }))).toThrow(
    /format 1; go on with the version that wrote it/,
  );
  for (const other of [null, 7, 'x', [], {}, { ...header, hawser: 3 }, { ...header, model: null }]) {
    expect(() => loadBytes(withHeader(other)), JSON.stringify(other)).toThrow(/its header cannot be read/);
  }
});
