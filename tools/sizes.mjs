#!/usr/bin/env node
/**
 * How large are the rooms? node tools/sizes.mjs prints lines without tests of each room of the engine, folders above 30 files, classes above 25
 * fields and functions of 180 lines or more.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages', import.meta.url));
const MOST_FILES = 30;
const MOST_FIELDS = 25;
const LONG = 180; // lines

/** Sources below a folder, tests and their helpers left out. */
function sources(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(file);
    return /\.ts$/.test(entry.name) && !/\.test\.ts$|^test-/.test(entry.name) ? [file] : [];
  });
}

const linesOf = (file) => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
const print = (count, what) => process.stdout.write(`${String(count).padStart(7)}  ${what}\n`);

const engine = path.join(packages, 'engine/src');
let all = 0;
for (const room of fs.readdirSync(engine).filter((name) => !name.endsWith('.ts'))) {
  const lines = sources(path.join(engine, room)).reduce((sum, file) => sum + linesOf(file).length, 0);
  all += lines;
  print(lines, `lines of ${room}`);
}
print(all, 'lines of the engine');

const files = fs
  .readdirSync(packages)
  .map((name) => path.join(packages, name, 'src'))
  .filter((folder) => fs.existsSync(folder))
  .flatMap(sources);
const folders = new Map();
for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
for (const [folder, count] of folders)
  if (count > MOST_FILES) print(count, `files in ${path.relative(packages, folder)}`);

const FIELD = /^ {2}(?:(?:private|public|protected|readonly|static|override) )*#?\w+[?!]?(?::[^(]*)?(?: =.*)?;$/;
const FUNCTION =
  /^(?:export )?(?:async )?function\*? (\w+)|^ {2}(?:(?:private|protected|static|async|override) )*(#?\w+)\(/;
for (const file of files) {
  const where = path.relative(packages, file);
  let inside; // the class under way
  let fields = 0;
  let begun; // the function under way: name, line, indent
  linesOf(file).forEach((line, i) => {
    const opened = /^(?:export )?(?:abstract )?class (\w+)/.exec(line)?.[1];
    if (opened !== undefined) [inside, fields] = [opened, 0];
    else if (inside !== undefined && line === '}') {
      if (fields > MOST_FIELDS) print(fields, `fields of ${inside}, ${where}`);
      inside = undefined;
    } else if (inside !== undefined && FIELD.test(line)) fields++;
    const named = begun === undefined && !line.endsWith(';') ? FUNCTION.exec(line) : null;
    if (named !== null) begun = { name: named[1] ?? named[2], from: i, indent: line.startsWith(' ') ? '  ' : '' };
    else if (begun !== undefined && line === `${begun.indent}}`) {
      if (i + 1 - begun.from >= LONG) print(i + 1 - begun.from, `lines of ${begun.name}(), ${where}`);
      begun = undefined;
    }
  });
}
