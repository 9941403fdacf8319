#!/usr/bin/env node
/**
 * Builds the documentation site into tools/site/dist: plain pages that open from disk, with search, light and dark.
 *
 *   npm run docs                     all of it
 *   node tools/site/build.mjs --no-api [--out DIR]     without the pages of TypeDoc
 *
 * Pages are the Markdown files of the repository as they are (pages.mjs says which); files that they link to and that are no
 * pages are shown as source or copied.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const options = process.argv.slice(2);
const out = path.resolve(options.includes('--out') ? options[options.indexOf('--out') + 1] : path.join(here, 'dist'));

if (!fs.existsSync(path.join(here, 'node_modules/markdown-it'))) {
  console.error('docs: installing the packages of tools/site');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: here, stdio: 'inherit' });
}
const { buildSite } = await import('./site.mjs');
const { pages, copied } = await buildSite(root, out);
console.log(`docs: ${pages} pages, ${copied} files beside them`);
if (!options.includes('--no-api')) {
  // types come from the built packages
  if (!fs.existsSync(path.join(root, 'packages/cli/dist/library.d.ts')))
    execFileSync('npm', ['run', '-s', 'build:run'], { cwd: root, stdio: 'inherit' });
  execFileSync(
    process.execPath,
    [
      path.join(here, 'node_modules/typedoc/bin/typedoc'),
      '--options',
      path.join(here, 'typedoc.json'),
      '--out',
      path.join(out, 'library'),
    ],
    {
      cwd: here,
      stdio: 'inherit',
    },
  );
}
console.log(`docs: open ${path.join(out, 'index.html')}`);
