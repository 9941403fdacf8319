import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
// @ts-expect-error: a program without types
import { claimsPage, proofOf, readClaims } from './claims.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Claim {
  readonly id: string;
  readonly claim: string;
  readonly proofs: readonly string[];
}

const sections = readClaims() as readonly { readonly section: string; readonly claims: readonly Claim[] }[];

/** Why a proof does not stand, or undefined. */
function fault(proof: string): string | undefined {
  const found = proofOf(proof) as { file: string; name?: string } | undefined;
  if (found === undefined) return `cannot read the proof ${proof}`;
  const file = path.join(root, found.file);
  if (!fs.existsSync(file))
    return found.name === undefined ? `there is no case ${found.file}` : `there is no file ${found.file}`;
  if (found.name === undefined) return undefined;
  return fs.readFileSync(file, 'utf8').includes(found.name) ? undefined : `${found.file} has no test "${found.name}"`;
}

test('claims: every claim has its own id and at least one proof that exists', () => {
  const all = sections.flatMap(({ claims }) => claims);
  expect(all.length).toBeGreaterThan(10); // the list was read at all
  const ids = all.map((claim) => claim.id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i || !/^[A-Z]+-\d+$/.test(id))).toEqual([]);
  expect(all.filter(({ proofs }) => proofs.length === 0).map(({ id }) => id)).toEqual([]);
  const faults = all.flatMap((claim) => claim.proofs.map((proof) => [claim.id, fault(proof)]));
  expect(faults.filter(([, problem]) => problem !== undefined)).toEqual([]);
});

test('claims: CLAIMS.md is made from docs/claims.yaml (node tools/claims.mjs)', () => {
  expect(fs.readFileSync(path.join(root, 'CLAIMS.md'), 'utf8')).toBe(claimsPage(sections));
});

test('claims: a proof that does not exist is found', () => {
  expect(fault('validate XX-99-nothing')).toMatch(/no case/);
  expect(fault('tools/gone.test.ts: x')).toMatch(/no file/);
  expect(fault(`tools/claims.test.ts: ${['no such', 'name'].join(' ')}`)).toMatch(/has no test/);
  expect(fault('trust us')).toMatch(/cannot read/);
});
