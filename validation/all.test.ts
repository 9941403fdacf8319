import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { caseContext } from '../packages/cli/src/case-runner.ts';
import { validationCases } from './index.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const cases = await validationCases();

describe('validation: every fast case is inside its tolerances', () => {
  for (const validationCase of cases.filter((c) => !c.slow)) {
    test(`${validationCase.id} ${validationCase.title}`, async () => {
      const rows = await validationCase.run(caseContext(path.join(here, validationCase.id)));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => !row.pass)).toEqual([]);
      expect(new Set(rows.map((row) => row.id))).toEqual(new Set([validationCase.id]));
    });
  }
});

test('validation: there are cases, each with its own id and a source', () => {
  expect(cases.length).toBeGreaterThan(0);
  expect(new Set(cases.map((c) => c.id)).size).toBe(cases.length);
  expect(cases.filter((c) => c.source.trim() === '' || c.title.trim() === '')).toEqual([]);
});
