/** Cases run in two built programs side by side: kernels take four times as long in the test runner's own form of modules. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ValidationRow } from '../packages/cli/src/cases.ts';
import { validationCases } from './index.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const cases = await validationCases();
const fast = cases.filter((c) => !c.slow);

function validate(ids: readonly string[]): Promise<ValidationRow[]> {
  const program = path.join(here, '../packages/cli/bin/hawser.mjs');
  const child = spawn(process.execPath, [program, 'validate', '--json', ...ids], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let told = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  child.stderr.on('data', (text) => {
    told += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      if (printed === '') reject(new Error(told));
      else resolve(JSON.parse(printed) as ValidationRow[]);
    });
  });
}

describe('validation: every fast case is inside its tolerances', () => {
  let rows: ValidationRow[] = [];
  beforeAll(async () => {
    const halves = [0, 1].map((half) => fast.map((c) => c.id).filter((_, i) => i % 2 === half));
    rows = (await Promise.all(halves.map(validate))).flat();
  }, 600_000);

  for (const { id, title } of fast) {
    test(`${id} ${title}`, () => {
      const own = rows.filter((row) => row.id === id);
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter((row) => !row.pass)).toEqual([]);
    });
  }

  test('no row has an id that no case has', () => {
    const known = new Set(cases.map((c) => c.id)); // an id brings those that begin with it, slow ones too
    expect(rows.filter((row) => !known.has(row.id))).toEqual([]);
  });
});

test('validation: there are cases, each with its own id and a source', () => {
  expect(cases.length).toBeGreaterThan(0);
  expect(new Set(cases.map((c) => c.id)).size).toBe(cases.length);
  expect(cases.filter((c) => c.source.trim() === '' || c.title.trim() === '')).toEqual([]);
});
