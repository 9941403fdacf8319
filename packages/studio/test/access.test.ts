/** Every screen, light and dark, looked over by axe; and the main path in Firefox. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMesh, readTable } from '@hawser/formats';
import { compileScenario, prepareRun, runScenario } from '@hawser/scenario';
import type { Browser, Page } from 'playwright-core';
import { launch as launchFirefox } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../../formats/test/chromium.ts';
import { Bench, openScenario, runEnded } from './page.ts';

const title = chromiumPath === undefined ? 'access in Chromium (skipped: no browser)' : 'access in Chromium';
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong, each with the first element it is about. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    type Found = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
    const { axe: checker } = window as unknown as { axe: { run(): Promise<{ violations: readonly Found[] }> } };
    return (await checker.run()).violations.map(
      ({ id, nodes }) => `${id} x ${nodes.length}: ${nodes[0].html.slice(0, 160)}`,
    );
  });
}

describe.skipIf(chromiumPath === undefined)(title, { timeout: 180_000 }, () => {
  const bench = new Bench();
  let browser: Browser;
  beforeAll(async () => {
    await bench.start();
    browser = await launchChromium();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await bench.end();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing on any screen, %s', async (colorScheme) => {
    // the page's own policy would keep axe out
    const context = await browser.newContext({ viewport: { width: 1200, height: 740 }, bypassCSP: true, colorScheme });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(pathToFileURL(bench.file).href);
    await page.waitForSelector('html.js .cards');
    const found: Record<string, string[]> = { gallery: await faults(page) };
    await openScenario(page, 'pyramid');
    await page.click('.tree-item:has-text("top")');
    found.model = await faults(page);
    await page.keyboard.press('Control+Enter');
    await runEnded(page);
    found.run = await faults(page);
    await page.click('nav.screens button:has-text("Results")');
    for (const tab of ['Plots', 'XY', 'Spectrum', 'Statistics', 'Events', 'Object', 'Compare', 'Run', 'Export']) {
      await page.click(`[role=tab]:has-text("${tab}")`);
      await page.waitForTimeout(100);
      found[tab] = await faults(page);
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
    await context.close();
  });
});

/** Debian's, driven by WebDriver BiDi. */
const firefoxPath = [process.env.HAWSER_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (file) => file !== undefined && file !== '' && fs.existsSync(file),
);
const firefoxTitle =
  firefoxPath === undefined
    ? 'studio in Firefox (skipped: install Debian package firefox-esr, or set HAWSER_FIREFOX)'
    : 'studio in Firefox';

describe.skipIf(firefoxPath === undefined)(firefoxTitle, { timeout: 180_000 }, () => {
  const bench = new Bench();
  beforeAll(() => bench.start(), 180_000);
  afterAll(() => bench.end());

  test('gallery, model, run, results: the main path without a complaint, to the bits of Node', async () => {
    const browser = await launchFirefox({ browser: 'firefox', executablePath: firefoxPath as string, headless: true });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.setViewport({ width: 1200, height: 740 });
      await page.goto(pathToFileURL(bench.file).href);
      await page.waitForSelector('html.js .cards');
      await page.click('[data-scenario="top"]');
      await page.waitForSelector('html[data-text=checked]');
      await page.click('.cm-content');
      await page.keyboard.down('Control');
      await page.keyboard.press('End');
      await page.keyboard.up('Control');
      await page.keyboard.type('# a note');
      await page.waitForSelector('html[data-text=checked]');
      await page.keyboard.down('Control');
      await page.keyboard.press('Enter');
      await page.keyboard.up('Control');
      await page.waitForFunction(() =>
        /Complete|Failed/.test(document.querySelector('.meters .state')?.textContent ?? ''),
      );
      const told = await page.$eval('.meters .state', (element) => element.textContent ?? '');
      expect(/state ([0-9a-f]{16})/.exec(told)?.[1]).toBe(nodeHash('top'));
      await page.click('nav.screens button:nth-child(4)');
      await page.waitForSelector('.live-plots .plot canvas');
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** The same in Node: hash of the final state. */
function nodeHash(id: string): string {
  const file = path.join(import.meta.dirname, '../../../scenarios', id, 'scenario.yaml');
  const loader = { read: (name: string) => (fs.existsSync(name) ? new Uint8Array(fs.readFileSync(name)) : undefined) };
  const readers = { mesh: readMesh, table: (bytes: Uint8Array) => readTable(bytes) };
  const compiled = compileScenario({ file, loader, readers });
  if (!compiled.ok) throw new Error(compiled.issues[0].message);
  const prepared = prepareRun(compiled.compiled);
  if (!prepared.ok) throw new Error(prepared.issues[0].message);
  return runScenario(prepared.prepared).summary.hash;
}
