import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
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

test('checkpoint: one changed bit in the state is found by its hash', () => {
  const bytes = Buffer.from(whole);
  bytes[bytes.length - 1] ^= 1;
  expect(() => loadBytes(bytes)).toThrow(/does not have the hash/);
});
