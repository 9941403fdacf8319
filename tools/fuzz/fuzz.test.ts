/** A slice of the fuzzers, with a fixed seed; `node tools/fuzz/fuzz.mjs` and its neighbours run them for longer. */
import { describe, expect, test } from 'vitest';
import { fuzz } from './fuzz.mjs';
import { tryKills } from './kills.mjs';
import { TARGETS } from './targets.mjs';
import { tryWorlds } from './worlds.mjs';

/** [ms] a machine may be so busy that seconds of processor time take minutes */
const PATIENCE = 900_000;

/** Inputs a target: about a second of processor time each behind the start. */
const INPUTS: Readonly<Record<string, number>> = {
  scenario: 80,
  project: 40,
  override: 40,
  'run folder': 100,
  report: 50,
  study: 40,
  deck: 120,
  bem: 20,
  'server message': 200,
};

describe('spoilt inputs: no exception, no more than 10 s of processor time or 1 GB, messages that are sentences', () => {
  test.each(TARGETS)(
    '%s',
    async (name) => {
      const { inputs, found } = await fuzz(name, { seed: 24, count: INPUTS[name] ?? 1000 });
      expect(found.map(({ index, error }) => `input ${index}: ${error}`)).toEqual([]);
      expect(inputs).toBe(INPUTS[name] ?? 1000);
    },
    PATIENCE,
  );
});

test(
  'random worlds: finite, ended, accounted for; the same turned, mirrored, in other units and split',
  async () => {
    const { worlds, found } = await tryWorlds({ seed: 24, worlds: 6, seconds: 2 });
    expect(found.map(({ index, rule, found: what }) => `world ${index}: ${rule}: ${what}`)).toEqual([]);
    expect(worlds).toBe(6);
  },
  PATIENCE,
);

test(
  'programs killed at random lose nothing that was said to be written',
  async () => {
    const { kills, lost } = await tryKills({ seed: 24, kills: 4, least: 1 });
    expect(lost).toEqual([]);
    expect(kills).toBeGreaterThan(0);
  },
  PATIENCE,
);
