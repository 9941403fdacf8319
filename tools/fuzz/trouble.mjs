/**
 * Loaded before the program (`node --import`): a disk or a clock that gives trouble, by HAWSER_TROUBLE, a list of
 *   slow     every write, flush and rename takes 3 ms more; slow=N: N ms
 *   rows=N   the disk stands still for good when row N + 1 of a study is to be written: it is there to be killed
 *   clock    the wall clock jumps by up to a day, to and fro, whenever it is read
 *   quota=N  after N bytes every write fails with EDQUOT
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const troubles = (process.env.HAWSER_TROUBLE ?? '').split(',');
const DAY = 86_400_000;

const slow = troubles.find((one) => /^slow(=\d+)?$/.test(one));
if (slow !== undefined) {
  const milliseconds = Number(slow.split('=')[1] ?? 3);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['writeSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'appendFileSync']) {
    const real = fs[name];
    fs[name] = (...args) => {
      Atomics.wait(cell, 0, 0, milliseconds);
      return real(...args);
    };
  }
}

const rows = troubles.find((one) => one.startsWith('rows='));
if (rows !== undefined) {
  let left = Number(rows.slice('rows='.length));
  const { writeSync } = fs;
  fs.writeSync = (file, data, ...rest) => {
    if (Buffer.from(data).subarray(0, 6).toString() === '{"id":' && left-- <= 0)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return writeSync(file, data, ...rest);
  };
}

const quota = troubles.find((one) => one.startsWith('quota='));
if (quota !== undefined) {
  let left = Number(quota.slice('quota='.length));
  const used = () => {
    const error = new Error('EDQUOT: disk quota exceeded, write');
    return Object.assign(error, { code: 'EDQUOT', errno: -122, syscall: 'write' });
  };
  const { writeSync, writeFileSync } = fs;
  // as the kernel does: what there is room for is written, and told; the next write fails
  fs.writeSync = (file, data, offset = 0, length = data.length - offset, ...rest) => {
    if (file <= 2 || typeof data === 'string') return writeSync(file, data, offset, length, ...rest); // what is printed
    if (left <= 0) throw used();
    const count = writeSync(file, data, offset, Math.min(length, left), ...rest);
    left -= count;
    return count;
  };
  fs.writeFileSync = (file, data, ...rest) => {
    if (left < data.length) throw used();
    left -= data.length;
    return writeFileSync(file, data, ...rest);
  };
}

if (troubles.includes('clock')) {
  const real = Date.now;
  let turn = 0;
  Date.now = () => real() + (turn++ % 2 === 0 ? DAY : -DAY);
}
syncBuiltinESMExports();
