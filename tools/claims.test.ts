import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = fs.readFileSync(path.join(root, 'CLAIMS.md'), 'utf8');

interface Claim {
  readonly id: string;
  readonly claim: string;
  readonly proofs: readonly string[];
}

/** Rows `| ID-01 | claim | proof; proof |`. A proof is `file.test.ts` "part of a test's name", or `validate ID`. */
function claims(): Claim[] {
  const rows: Claim[] = [];
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length !== 5 || !/^[A-Z]+-\d+$/.test(cells[1])) continue;
    rows.push({ id: cells[1], claim: cells[2], proofs: cells[3].split(/;\s*(?=`)/) });
  }
  return rows;
}

/** Why a proof does not stand, or undefined. */
function fault(proof: string): string | undefined {
  const validation = proof.match(/^`validate ([A-Za-z0-9-]+)`$/);
  if (validation) {
    const file = path.join(root, 'validation', validation[1], 'case.ts');
    return fs.existsSync(file) ? undefined : `there is no case validation/${validation[1]}`;
  }
  const named = proof.match(/^`([^`]+\.test\.ts)` "([^"]+)"$/);
  if (!named) return `cannot read the proof ${proof}`;
  const file = path.join(root, named[1]);
  if (!fs.existsSync(file)) return `there is no file ${named[1]}`;
  return fs.readFileSync(file, 'utf8').includes(named[2]) ? undefined : `${named[1]} has no test "${named[2]}"`;
}

test('claims: every claim has its own id and at least one proof that exists', () => {
  const all = claims();
  expect(all.length).toBeGreaterThan(10); // the table was read at all
  const ids = all.map((claim) => claim.id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  const faults = all.flatMap((claim) => claim.proofs.map((proof) => [claim.id, fault(proof)]));
  expect(faults.filter(([, problem]) => problem !== undefined)).toEqual([]);
});

test('claims: a proof that does not exist is found', () => {
  expect(fault('`validate XX-99-nothing`')).toMatch(/no case/);
  expect(fault('`tools/gone.test.ts` "x"')).toMatch(/no file/);
  expect(fault(`\`tools/claims.test.ts\` "${['no such', 'name'].join(' ')}"`)).toMatch(/has no test/);
  expect(fault('trust us')).toMatch(/cannot read/);
});
