/** Same scenario, same bits: the whole path from text to final state, in Node and in a real browser. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Simulation } from '@hawser/engine';
import { compileScenario, memoryLoader, prepareRun } from '@hawser/scenario';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, chromiumRequired, launchChromium } from '../packages/formats/test/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const scenarios: [name: string, file: string, until: number][] = [
  ['closed chain of five bars, six hinges', 'validation/MB-04-bricard/scenario.yaml', 0.5],
  ['crane, slings, friction, rolling drum', 'scenarios/deck-crane/scenario.yaml', 6],
  ['block that sticks on a slope', 'validation/block-creep/scenario.yaml', 1],
];
const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** What both sides do; written once, so that they cannot differ. */
const program = `
import { compileScenario, memoryLoader, prepareRun } from '@hawser/scenario';
globalThis.hashOf = (text, until) => {
  const result = compileScenario({ file: 's.yaml', loader: memoryLoader({ 's.yaml': text }), readers: {}, set: [] });
  if (!result.ok) return JSON.stringify(result.issues);
  const prepared = prepareRun(result.compiled);
  if (!prepared.ok) return JSON.stringify(prepared.issues);
  const { simulation } = prepared.prepared;
  while (simulation.time < until) {
    const step = simulation.step(until);
    if (!step.ok) return step.message;
  }
  return simulation.hash();
};`;

function start(text: string): Simulation {
  const readers = {
    mesh: () => ({ ok: false as const, issues: [] }),
    table: () => ({ ok: false as const, issues: [] }),
  };
  const result = compileScenario({ file: 's.yaml', loader: memoryLoader({ 's.yaml': text }), readers, set: [] });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const prepared = prepareRun(result.compiled);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.issues));
  return prepared.prepared.simulation;
}

function advance(simulation: Simulation, until: number): void {
  while (simulation.time < until) {
    const step = simulation.step(until);
    if (!step.ok) throw new Error(step.message);
  }
}

function hashInNode(text: string, until: number): string {
  const simulation = start(text);
  advance(simulation, until);
  return simulation.hash();
}

const missing = chromiumPath === undefined;
test.runIf(missing && chromiumRequired)('HAWSER_REQUIRE_ALL: a Chromium is there to compare with', () => {
  expect.fail('no Chromium found; install Debian package chromium or set HAWSER_CHROMIUM to its path');
});

test('the same scenario twice in Node ends in the same bits', () => {
  const [, file, until] = scenarios[1];
  expect(hashInNode(textOf(file), until)).toBe(hashInNode(textOf(file), until));
});

test('docs/robustness.md tells strangers the hashes of this engine (node tools/determinism-matrix.mjs --renew writes them)', () => {
  const page = textOf('docs/robustness.md');
  const told = [...page.matchAll(/^\| state of (\S+) at (\S+) s \| *\| `(\w+)`/gm)];
  expect(told.length).toBeGreaterThan(3);
  for (const [, file, until, hash] of told) {
    expect(`${file} ${hashInNode(textOf(file), Number(until))}`).toBe(`${file} ${hash}`);
  }
});

test.each([0.11, 0.137, 0.2])(
  'a pyramid saved at %s s, loaded and run on ends in the bits of a run never saved',
  (split) => {
    const text = textOf('validation/pyramid/scenario.yaml');
    const until = 0.4;
    const never = start(text);
    advance(never, split);
    advance(never, until);
    const saved = start(text);
    advance(saved, split);
    const bytes = saved.save();
    advance(saved, until);
    const loaded = start(text);
    loaded.load(bytes);
    advance(loaded, until);
    expect(saved.hash()).toBe(never.hash());
    expect(loaded.hash()).toBe(never.hash());
  },
);

test('joints that contradict each other fail with the name of a joint, not with absurd forces', () => {
  const text = `
hawser: 1
bodies:
  bar: { mass: 1 kg, inertia: [0.1, 0.1, 0.1], position: [1 m, 0, 0] }
joints:
  hinge: { type: revolute, between: [world, bar], at: [0, 0, 0], axis: [0, 1, 0], driver: { angle: { ramp: { to: 1 rad, duration: 1 s } } } }
  rod: { type: distance, between: [world, bar], points: [[1 m, 0, -1 m], [0, 0, 0]], length: 1 m }
run: { duration: 1 s }
`;
  const simulation = start(text);
  let step = simulation.step(1);
  while (step.ok && simulation.time < 1) step = simulation.step(1);
  expect(step).toMatchObject({ ok: false, reason: 'contradictory' });
  expect(step.ok ? '' : step.subject).toMatch(/joint (hinge|rod)/);
});

describe.skipIf(missing)('Node and Chromium (skipped where there is no browser)', () => {
  let browser: Browser;
  let code: string;

  beforeAll(async () => {
    const entry = path.join(root, 'node_modules', '.hawser-determinism.mjs');
    fs.writeFileSync(entry, program);
    const source = (name: string): string => path.join(root, 'packages', name, 'src', 'index.ts');
    const result = await build({
      configFile: false,
      logLevel: 'error',
      resolve: {
        alias: {
          '@hawser/engine': source('engine'),
          '@hawser/record': source('record'),
          '@hawser/scenario': source('scenario'),
        },
      },
      build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'determinism' } },
    });
    const output = (Array.isArray(result) ? result[0] : result) as { output: { code: string }[] };
    code = output.output[0].code;
    fs.rmSync(entry);
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test.each(scenarios)('%s: the final state has the same hash', async (_name, file, until) => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    const text = textOf(file);
    const there = await page.evaluate(
      ([t, u]) => (globalThis as unknown as { hashOf(t: string, u: number): string }).hashOf(t as string, u as number),
      [text, until],
    );
    expect(there).toMatch(/^[0-9a-f]{16}$/);
    expect(there).toBe(hashInNode(text, until));
    await page.close();
  });
});
