/** Scenarios we ship are looked at first and copied most: each must be sound, run, explain itself and have a picture. */
import fs from 'node:fs';
import path from 'node:path';
import { formatIssue, runScenario } from '@hawser/scenario';
import { describe, expect, test } from 'vitest';
import { openScenario } from '../src/scenario-file.ts';
import { root } from './program.ts';

const folder = path.join(root, 'scenarios');
const names = fs
  .readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const gallery = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');

test('scenarios: a newcomer finds more than one', () => {
  expect(names.length).toBeGreaterThanOrEqual(7);
});

describe.each(names)('scenario %s', (name) => {
  const file = path.join(folder, name, 'scenario.yaml');

  test('is built without a complaint and runs its first 0.2 s', () => {
    const opened = openScenario(file, ['run.duration=0.2 s']);
    expect(opened.ok ? [] : opened.issues.map(formatIssue)).toEqual([]);
    if (!opened.ok) return;
    expect(opened.prepared.warnings).toEqual([]);
    const { status, failure, summary } = runScenario(opened.prepared);
    expect([status, failure]).toEqual(['complete', undefined]);
    const { kinetic, potential, elastic, initial, work, dissipated, imbalance } = summary.energy;
    const exchanged = Math.max(...[kinetic, potential - initial, elastic, work, dissipated].map(Math.abs));
    expect(Math.abs(imbalance)).toBeLessThan(0.02 * exchanged); // nothing explodes, nothing is lost on the way
  });

  test('the change it suggests can be made', () => {
    const text = fs.readFileSync(file, 'utf8');
    for (const [, quoted, plain] of text.matchAll(/^#.*hawser run .*--set (?:"([^"]+)"|(\S+))/gm)) {
      const opened = openScenario(file, ['run.duration=0.02 s', quoted ?? plain]);
      expect(opened.ok ? [] : opened.issues.map(formatIssue)).toEqual([]);
      if (opened.ok) expect(runScenario(opened.prepared).status).toBe('complete');
    }
  });

  test('explains itself, and stands in the gallery with its picture and its command', () => {
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toMatch(/^# /); // says what it is before anything else
    expect(text).toMatch(/^title: \S/m);
    expect(text).toMatch(/^description: /m);
    expect(gallery).toContain(`](${name}/scenario.yaml)`);
    expect(gallery).toContain(`![](${name}/thumbnail.svg)`);
    expect(gallery).toContain(`\`./run.sh scenarios/${name}/scenario.yaml\``);
    const picture = fs.readFileSync(path.join(folder, name, 'thumbnail.svg'), 'utf8');
    expect(picture).toMatch(/^<svg [^>]*>.*<\/svg>\n$/s);
    expect(picture.length).toBeLessThan(80_000); // the frigate with all its faces takes 77 kB; the page that holds them all has its own limit
  });
});
