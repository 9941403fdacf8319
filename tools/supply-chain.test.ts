import fs from 'node:fs';
import { expect, test } from 'vitest';
import { faults, notices, packages, sbom, shipped } from './supply-chain.mjs';

test('supply chain: exact versions, sums, no install scripts, no download addresses, licences that may be handed on', () => {
  expect(faults()).toEqual([]);
  expect(packages().length).toBeGreaterThan(100);
});

test('supply chain: the list of parts names every package that is shipped, with version, sum and licence', () => {
  const { bomFormat, specVersion, components } = sbom();
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  expect(components.map(({ name }: { name: string }) => name)).toEqual(shipped().map(({ name }) => name));
  for (const name of ['three', 'zod', 'yaml', 'commander', 'hyparquet']) {
    const part = components.find((one: { name: string }) => one.name === name);
    expect(part?.hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
    expect(part?.licenses[0].license.id).toMatch(/^(MIT|ISC)$/);
  }
});

test('supply chain: THIRD-PARTY-NOTICES.md is what the packages say (node tools/supply-chain.mjs --notices renews it)', () => {
  const file = new URL('../THIRD-PARTY-NOTICES.md', import.meta.url);
  expect(fs.readFileSync(file, 'utf8')).toBe(notices());
});
