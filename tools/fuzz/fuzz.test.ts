/** A slice of the fuzzers, with a fixed seed; `node tools/fuzz/fuzz.mjs` and its neighbours run them for longer. */
import { describe, expect, test } from 'vitest';
import { fuzz } from './fuzz.mjs';
import { tryKills } from './kills.mjs';
import { TARGETS } from './targets.mjs';
import { tryWorlds } from './worlds.mjs';

/** [ms] a machine may be so busy that seconds of processor time take minutes */
const PATIENCE = 900_000;

/** Inputs a target: a few seconds of processor time each. */
const INPUTS: Readonly<Record<string, number>> = {
  scenario: 250,
  project: 100,
  override: 120,
  'run folder': 300,
  report: 150,
  study: 100,
  deck: 400,
  bem: 60,
  'server message': 600,
};

describe('spoilt inputs: no exception, no more than 10 s of processor time or 1 GB, messages that are sentences', () => {
  test.each(TARGETS)(
    '%s',
    async (name) => {
      const { inputs, found } = await fuzz(name, { seed: 24, count: INPUTS[name] ?? 3000 });
      expect(found.map(({ index, error }) => `input ${index}: ${error}`)).toEqual([]);
      expect(inputs).toBe(INPUTS[name] ?? 3000);
    },
    PATIENCE,
  );
});

test(
  'random worlds: finite, ended, accounted for; the same turned, mirrored, in other units and split',
  async () => {
    const { worlds, found } = await tryWorlds({ seed: 24, worlds: 10, seconds: 2 });
    expect(found.map(({ index, rule, found: what }) => `world ${index}: ${rule}: ${what}`)).toEqual([]);
    expect(worlds).toBe(10);
  },
  PATIENCE,
);

test(
  'programs killed at random lose nothing that was said to be written',
  async () => {
    const { kills, lost } = await tryKills({ seed: 24, kills: 4 });
    expect(lost).toEqual([]);
    expect(kills).toBeGreaterThan(0);
  },
  PATIENCE,
);
