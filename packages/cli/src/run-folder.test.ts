import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandError } from './exit.ts';
import { checkOut, makeRunFolder, safeName, writeAtomic } from './run-folder.ts';

let dir = '';
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-folder-'));
});
afterEach(() => {
  fs.rmSync(dir, { recursive: true, force: true });
});

test('run folder: --out takes a new or an empty folder and refuses one that holds anything', () => {
  const fresh = path.join(dir, 'a', 'b');
  fs.mkdirSync(fresh, { recursive: true });
  expect(makeRunFolder(fresh, 'x')).toBe(fresh); // empty
  expect(() => makeRunFolder(fresh, 'x')).toThrow(/expected a new or empty folder, found 1 entry/); // claimed
  fs.writeFileSync(path.join(fresh, 'run.json'), '{}');
  expect(() => makeRunFolder(fresh, 'x')).toThrow(/expected a new or empty folder, found 2 entries/);
  expect(fs.readFileSync(path.join(fresh, 'run.json'), 'utf8')).toBe('{}');
});

test('run folder: --out that names a file is refused as the user’s input', () => {
  const file = path.join(dir, 'file');
  fs.writeFileSync(file, '');
  expect(() => checkOut(file)).toThrow(CommandError);
  expect(() => checkOut(file)).toThrow(/expected a folder .* found a file/);
});

test('run folder: names become safe folder names, whatever the file is called', () => {
  expect(safeName('/x/Crane lift.yaml')).toBe('crane-lift');
  expect(safeName('/x/Crane lift/scenario.yaml')).toBe('crane-lift');
  expect(safeName('pendulum.json')).toBe('pendulum');
  expect(safeName('..yaml')).toBe('run');
  expect(safeName('-rf.yml')).toBe('rf');
  expect(safeName('Hebevorgänge (2).YAML')).toBe('hebevorgange-2');
  expect(safeName(`${'a'.repeat(300)}.yaml`)).toHaveLength(80);
});

test('run folder: a file is replaced whole, and no temporary stays behind', () => {
  const file = path.join(dir, 'run.json');
  writeAtomic(file, 'one');
  writeAtomic(file, new TextEncoder().encode('two'));
  expect(fs.readFileSync(file, 'utf8')).toBe('two');
  expect(fs.readdirSync(dir)).toEqual(['run.json']);
});

test('run folder: of twelve programs that want one empty folder at the same moment, one gets it', async () => {
  const code = `
    const { makeRunFolder } = await import(process.argv[1]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.argv[3]) - Date.now()); // all at once
    try { makeRunFolder(process.argv[2], 'x'); console.log('mine'); } catch (error) { console.log(error.message); }`;
  const door = new URL('../dist/run-folder.js', import.meta.url).href;
  for (let round = 0; round < 2; round++) {
    const folder = path.join(dir, `wanted-${round}`);
    fs.mkdirSync(folder);
    const args = ['--input-type=module', '-e', code, door, folder, String(Date.now() + 1500)];
    const said = await Promise.all(
      Array.from({ length: 12 }, async () => (await promisify(execFile)(process.execPath, args)).stdout.trim()),
    );
    expect(said.filter((line) => line === 'mine')).toHaveLength(1);
    for (const line of said) if (line !== 'mine') expect(line).toMatch(/^--out .*(another run|1 entry)/);
  }
});
