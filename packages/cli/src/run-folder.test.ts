import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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
  expect(makeRunFolder(fresh, 'x')).toBe(fresh);
  expect(makeRunFolder(fresh, 'x')).toBe(fresh); // still empty
  fs.writeFileSync(path.join(fresh, 'run.json'), '{}');
  expect(() => makeRunFolder(fresh, 'x')).toThrow(/expected a new or empty folder, found 1 entry/);
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
