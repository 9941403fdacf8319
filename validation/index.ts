/** All validation cases: every folder here with a `case.ts` in it. Adding a case means adding a folder, nothing else. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ValidationCase } from 'hawser/cases';

/** In the order of their ids. */
export async function validationCases(): Promise<readonly ValidationCase[]> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const ending = path.extname(fileURLToPath(import.meta.url)); // .ts in the tests, .js when built
  const cases: ValidationCase[] = [];
  for (const id of fs.readdirSync(here).sort()) {
    const file = path.join(here, id, `case${ending}`);
    if (!fs.existsSync(file)) continue;
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { validationCase?: ValidationCase };
    if (module.validationCase?.id !== id) {
      throw new Error(`validation/${id}/case.ts must export validationCase with the id ${id}`);
    }
    cases.push(module.validationCase);
  }
  return cases;
}
