/** Version of the program with a hash of the code that runs are made of: different builds have different versions. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../version.ts';

const PARTS = ['@hawser/engine', '@hawser/record', '@hawser/scenario', '@hawser/study', '@hawser/formats'];
let known: string | undefined;

export function buildVersion(): string {
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const part of PARTS) {
    const folder = path.dirname(fileURLToPath(import.meta.resolve(part)));
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    for (const name of names.sort())
      hash.update(name.split(path.sep).join('/')).update(fs.readFileSync(path.join(folder, name)));
  }
  known = `${VERSION}+${hash.digest('hex').slice(0, 12)}`;
  return known;
}
