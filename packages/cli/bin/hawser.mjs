#!/usr/bin/env node
// A file that is there before the build, so that npm can link it; the program itself is dist/main.js.
import fs from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (fs.existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('hawser: not built yet; run ./run.sh, or npm run build, in the checkout\n');
  process.exitCode = 1;
}
