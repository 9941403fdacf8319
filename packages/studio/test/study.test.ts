/** A study in the tab's workers: same rows as in Node, its report on the page, a run of it under the hand. */
import fs from 'node:fs';
import path from 'node:path';
import { readMesh, readTable } from '@hawser/formats';
import { memoryLoader, type Readers } from '@hawser/scenario';
import { fitStudy, GridPlanner, JobRunner, jobMaker, readStudy, type Row } from '@hawser/study';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BALL } from '../../cli/test/program.ts';
import { chromiumPath } from '../../formats/test/chromium.ts';
import { Bench, checked, shot, shownHash, writeText } from './page.ts';

const STUDY = `study: 1
title: Balls thrown
scenario: scenario.yaml
vary:
  height: { path: "bodies.ball.position[2]", range: { from: 0.2 m, to: 1 m, count: 4 } }
  speed: { path: "bodies.ball.velocity[0]", values: [0.5 m/s, 1 m/s, 2 m/s] }
measure: { way: { channel: ball.position.x, take: final } }
criteria: [{ measure: way, below: 0.6 m }]
`;
const FILES = { 'scenario.yaml': BALL, 'study.yaml': STUDY };
const title = chromiumPath === undefined ? 'studies in Chromium (skipped: no browser)' : 'studies in Chromium';

/** The same study by the same package, here. */
async function rowsInNode(): Promise<Row[]> {
  const readers: Readers = { mesh: readMesh, table: (bytes) => readTable(bytes) };
  const loader = memoryLoader(FILES);
  const read = readStudy('study.yaml', loader, readers);
  if (!read.ok) throw new Error(read.issues[0].message);
  const fit = fitStudy(read.read, loader, readers);
  if (!fit.ok) throw new Error(fit.issues[0].message);
  const clock = { cpuSeconds: () => 0, wallSeconds: () => 0, breathe: () => Promise.resolve() };
  const runner = new JobRunner(fit.fitted, loader, readers, clock);
  const planner = new GridPlanner(fit.fitted.axes);
  const jobOf = jobMaker(fit.fitted.variables, (overrides) => overrides.join());
  const rows: Row[] = [];
  for (let job = planner.next(); job !== undefined; job = planner.next()) {
    const row = await runner.run(jobOf(job), () => true);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

describe.skipIf(chromiumPath === undefined)(title, { timeout: 180_000 }, () => {
  const bench = new Bench();
  beforeAll(() => bench.start(), 180_000);
  afterEach(() => bench.clear());
  afterAll(() => bench.end());

  test('study: run in the tab, it gives the rows of Node bit for bit, its map, and a run of it by a click', async () => {
    const zip = path.join(bench.folder, 'thrown.zip');
    const bytes = Object.entries(FILES).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
    fs.writeFileSync(zip, zipSync(Object.fromEntries(bytes)));
    const { page, complaints, requests } = await bench.open();
    await page.setInputFiles('#open-files', zip);
    await checked(page);
    await page.click('nav.screens button:has-text("Study")');
    await page.waitForSelector('.study-controls:has-text("12 runs of 0.5 s")');
    await page.click('.study-controls button:has-text("Run the study")');
    await page.waitForSelector('.study-progress:has-text("12 of 12 runs"):has-text("Done")');
    await page.waitForSelector('.study-report h2:has-text("Operability")'); // playwright looks into the report's own tree
    await shot(page, '5-study');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.click('.study-controls button:has-text("Rows")'),
    ]);
    const [head, ...lines] = fs
      .readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    const hash = head.split(',').indexOf('hash');
    const inNode = await rowsInNode();
    expect(lines.map((line) => /,([0-9a-f]{16}),/.exec(line)?.[1])).toEqual(inNode.map(({ hash }) => hash));
    // the worst run, under the hand: the same state at its end
    const run = await page.textContent('.study-report td a[href^="#run-"]');
    await page.click('.study-report td a[href^="#run-"]');
    expect(await shownHash(page)).toBe(inNode[Number(run) - 1].hash);
    expect([complaints, requests.filter((each) => !each.startsWith('file:'))]).toEqual([[], []]);
  });

  test('study: what is wrong with it is told at its line; a new one is made beside the scenario', async () => {
    const { page, complaints } = await bench.open('#scenario=top');
    await checked(page);
    await page.keyboard.press('s');
    await page.click('button:has-text("New study")');
    await page.waitForSelector('.study-controls:has-text("4 runs")');
    await writeText(page, 'study: 1\nscenario: scenario.yaml\nvary:\n  mass: { path: bodies.tip.mass, values: [] }\n');
    await page.waitForSelector('.study-controls .problems:has-text("vary.mass")');
    expect(await page.isDisabled('.study-controls button:has-text("Run the study")')).toBe(true);
    expect(complaints).toEqual([]);
  });
});
