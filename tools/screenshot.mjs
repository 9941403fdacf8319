#!/usr/bin/env node
/** A picture of a report: node tools/screenshot.mjs RUN/report.html PICTURE.png [simulated seconds]. Needs Chromium. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report, picture, at = '0'] = process.argv.slice(2);
if (report === undefined || picture === undefined) {
  console.error('usage: node tools/screenshot.mjs RUN/report.html PICTURE.png [simulated seconds]');
  process.exit(1);
}
const browser = await chromium.launch({
  executablePath: process.env.HAWSER_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=swiftshader', '--enable-unsafe-swiftshader'], // also works without a graphics card
});
const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
await page.goto(pathToFileURL(path.resolve(report)).href);
await page.locator('.now').waitFor();
await page.locator('.speed').selectOption('4');
await page.locator('.play').click();
await page.waitForFunction((wanted) => Number(document.querySelector('.now')?.textContent) >= wanted, Number(at));
await page.locator('.play').click();
await page.locator('.speed').selectOption('1');
await page.waitForTimeout(500); // the last frame is drawn
await page.screenshot({ path: picture });
await browser.close();
