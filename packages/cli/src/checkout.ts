/** Validation cases and benchmark scenes exist only in a checkout of the repository; here they are found. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BenchCase, ValidationCase } from './cases.ts';
import { inputError } from './exit.ts';

/** The repository's root: three folders above this file, in src as in dist; undefined for an installed package. */
export function checkoutRoot(): string | undefined {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  try {
    const { name } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { name?: string };
    return name === 'hawser-root' ? root : undefined;
  } catch {
    return undefined;
  }
}

export const VALIDATION = 'validation';
export const BENCHMARKS = 'benchmarks/scenarios';

export async function validationCases(): Promise<readonly ValidationCase[]> {
  return (await load<{ validationCases(): Promise<readonly ValidationCase[]> }>(VALIDATION)).validationCases();
}

export async function benchCases(): Promise<readonly BenchCase[]> {
  return (await load<{ benchCases(): Promise<readonly BenchCase[]> }>(BENCHMARKS)).benchCases();
}

async function load<Module>(folder: string): Promise<Module> {
  const root = checkoutRoot();
  if (root === undefined) {
    throw inputError(
      `the cases of ${folder}/ are part of the repository, not of the installed package; clone it and use ./run.sh there`,
    );
  }
  const file = path.join(root, folder, 'dist', 'index.js');
  if (!fs.existsSync(file)) {
    throw inputError(`expected ${path.relative('.', file)}, found nothing; build the checkout first: npm run build`);
  }
  return (await import(pathToFileURL(file).href)) as Module;
}

/**
 * The cases asked for, in the order of the list; all of them when none is named. A short id (MB-01) suffices; a complete id matches
 * exactly.
 */
export function chosen<Case>(
  all: readonly Case[],
  wanted: readonly string[],
  idOf: (c: Case) => string,
): readonly Case[] {
  const matches = (id: string, want: string): boolean =>
    id.toLowerCase() === want.toLowerCase() ||
    (id.toLowerCase().startsWith(`${want.toLowerCase()}-`) && !all.some((c) => idOf(c) === want));
  const unknown = wanted.filter((want) => !all.some((c) => matches(idOf(c), want)));
  if (unknown.length > 0) {
    throw inputError(`no case is called ${unknown.join(', ')}; there are ${all.map(idOf).join(', ')}`);
  }
  return wanted.length === 0 ? all : all.filter((c) => wanted.some((want) => matches(idOf(c), want)));
}
