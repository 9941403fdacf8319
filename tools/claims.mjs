#!/usr/bin/env node
/**
 * CLAIMS.md from docs/claims.yaml: one line a claim, with links to its proofs.
 *
 *   node tools/claims.mjs            writes CLAIMS.md anew
 *   node tools/claims.mjs --check    exit code 1 where CLAIMS.md is not what docs/claims.yaml says
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

/** [{ section, claims: [{ id, claim, proofs }] }]. A proof is `validate ID`, or a test file, a colon and a part of the test's name. */
export function readClaims() {
  return parse(fs.readFileSync(path.join(root, 'docs/claims.yaml'), 'utf8'));
}

/** The file of a proof, what is looked for in it, and the word under which it is linked. */
export function proofOf(proof) {
  const validation = proof.match(/^validate ([A-Za-z0-9-]+)$/);
  if (validation) return { file: `validation/${validation[1]}/case.ts`, word: validation[1] };
  const test = proof.match(/^(\S+\.test\.ts): (.+)$/s);
  if (test) return { file: test[1], name: test[2], word: path.basename(test[1], '.test.ts') };
  return undefined;
}

/** The text of CLAIMS.md. */
export function claimsPage(sections) {
  const rows = sections.map(({ section, claims }) => {
    const lines = claims.map(({ id, claim, proofs }) => {
      const links = new Map();
      for (const proof of proofs) {
        const { file, word } = proofOf(proof);
        links.set(file, word);
      }
      return `| ${id} | ${claim.replaceAll('|', '\\|')} | ${[...links].map(([file, word]) => `[${word}](${file})`).join(', ')} |`;
    });
    return `## ${section}\n\n| id | claim | proof |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `# Claims

What a user may rely on: each claim has a stable id and what proves it, a test of this repository or a validation case (\`hawser validate ID\`).
Made from [docs/claims.yaml](docs/claims.yaml) by \`node tools/claims.mjs\`; a test checks that every proof exists. Ids are never used again for something else.

${rows.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, 'CLAIMS.md');
  const text = claimsPage(readClaims());
  if (process.argv.includes('--check')) process.exit(fs.readFileSync(file, 'utf8') === text ? 0 : 1);
  fs.writeFileSync(file, text);
}
