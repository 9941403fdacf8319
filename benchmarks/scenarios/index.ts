/** All benchmark scenes: every file here that exports `benchCase`. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BenchCase } from 'hawser/cases';

/** In the order of their file names. */
export async function benchCases(): Promise<readonly BenchCase[]> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const ending = path.extname(fileURLToPath(import.meta.url)); // .ts in the tests, .js when built
  const cases: BenchCase[] = [];
  for (const file of fs.readdirSync(here).sort()) {
    if (
      !file.endsWith(ending) ||
      file.endsWith('.d.ts') ||
      file.endsWith(`.test${ending}`) ||
      file === `index${ending}`
    )
      continue;
    const module = (await import(/* @vite-ignore */ pathToFileURL(path.join(here, file)).href)) as {
      benchCase?: BenchCase;
    };
    if (module.benchCase !== undefined) cases.push(module.benchCase);
  }
  return cases;
}
