/** Every screen, light and dark, looked over by axe; and the main path in Firefox. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMesh, readTable } from '@hawser/formats';
import { compileScenario, prepareRun, runScenario } from '@hawser/scenario';
import type { Page } from 'playwright-core';
import { launch as launchFirefox } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../formats/test/chromium.ts';
import { Bench, openScenario, runEnded } from './page.ts';

const title = chromiumPath === undefined ? 'access in Chromium (skipped: no browser)' : 'access in Chromium';
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong, each with the first element it is about. */
async function faults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    type Found = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
    type Checker = { run(options: object): Promise<{ violations: readonly Found[] }> };
    const { axe: checker } = window as unknown as { axe: Checker };
    return (await checker.run(only === undefined ? {} : { runOnly: { type: 'rule', values: only } })).violations.map(
      ({ id, nodes }) => `${id} x ${nodes.length}: ${nodes[0].html.slice(0, 160)}`,
    );
  }, rules);
}

/** Those of axe's rules whose answer depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

describe.skipIf(chromiumPath === undefined)(title, { timeout: 180_000 }, () => {
  const bench = new Bench();
  beforeAll(() => bench.start(), 180_000);
  afterAll(() => bench.end());

  test('axe finds nothing on any screen, light and dark', async () => {
    const { page } = await bench.inspected(); // the page's own policy would keep axe out
    const found: Record<string, string[]> = {};
    const look = async (screen: string): Promise<void> => {
      found[screen] = await faults(page);
      // the elements are the same in the dark: only their colours are looked at again
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForSelector('html[data-theme=dark]');
      found[`${screen}, dark`] = await faults(page, COLOUR_RULES);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.waitForSelector('html[data-theme=light]');
    };
    await look('gallery');
    await openScenario(page, 'pyramid');
    await page.click('.tree-item:has-text("top")');
    await look('model');
    await page.keyboard.press('Control+Enter');
    await runEnded(page);
    await look('run');
    await page.click('nav.screens button:has-text("Results")');
    for (const tab of ['Plots', 'XY', 'Spectrum', 'Statistics', 'Events', 'Object', 'Compare', 'Run', 'Export']) {
      await page.click(`[role=tab]:has-text("${tab}")`);
      await page.waitForTimeout(100);
      await look(tab);
    }
    await page.click('nav.screens button:has-text("Study")');
    await page.waitForSelector('.study-bench, .study-none');
    await look('study');
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
});

/** A display of X11, such as one of Xvfb: without one Firefox has no WebGL. */
const display = process.env.HAWSER_DISPLAY;

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
  beforeAll(() => bench.start(false), 180_000);
  afterAll(() => bench.end());

  test('gallery, model, run, results: the main path without a complaint, to the bits of Node', async () => {
    const browser = await launchFirefox({
      browser: 'firefox',
      executablePath: firefoxPath as string,
      headless: display === undefined,
      ...(display !== undefined && {
        extraPrefsFirefox: { 'webgl.force-enabled': true },
        env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
      }),
    });
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
      // a picture, drawn by software
      if (display !== undefined) expect(await page.$$eval('.no-webgl', ({ length }) => length)).toBe(0);
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
