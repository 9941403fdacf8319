// How long the studio takes to start: from opening the file to a usable gallery, a model and a running scenario, in Chromium and,
// where there is one, Firefox, and the processor time of the page's process (all its threads) until the gallery is usable and
// until the program behind it runs (Chromium).
//   npm run build; node benchmarks/studio/start.mjs [scenario = launch-recovery]
// Printed, not asserted: wall times depend on what else the machine does.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [id = 'launch-recovery'] = process.argv.slice(2);
const page = path.join(root, 'packages/studio/dist/index.html');
if (!fs.existsSync(page)) throw new Error(`expected the built studio at ${page}, found none; run npm run build first`);

const BROWSERS = [
  ['chrome', process.env.HAWSER_CHROMIUM || '/usr/bin/chromium'],
  ['firefox', process.env.HAWSER_FIREFOX || '/usr/bin/firefox-esr'],
];
const SOFTWARE = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

const ms = (seconds) => (1000 * seconds).toFixed(0);

/** [s] that all page processes of a Chromium have computed */
async function processorTime(browser, name) {
  if (name !== 'chrome') return Number.NaN;
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

console.log(`${(fs.statSync(page).size / 1e6).toFixed(2)} MB; milliseconds since the file was opened`);
for (const [name, executablePath] of BROWSERS) {
  if (!fs.existsSync(executablePath)) {
    console.log(`${name}: none at ${executablePath}`);
    continue;
  }
  const args = name === 'chrome' ? SOFTWARE : [];
  const browser = await puppeteer.launch({ browser: name, executablePath, headless: true, args });
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    const now = () => tab.evaluate(() => Math.round(performance.now()));
    const blank = await processorTime(browser, name);
    await tab.goto(pathToFileURL(page).href);
    await tab.waitForSelector('html[data-gallery] .cards');
    const usable = (await processorTime(browser, name)) - blank;
    await tab.waitForSelector('html.js .cards');
    const whole = (await processorTime(browser, name)) - blank;
    const at = (mark) => tab.evaluate((m) => Math.round(performance.getEntriesByName(m)[0].startTime), mark);
    const [gallery, program] = [await at('hawser-gallery'), await at('hawser-program')];
    const clicked = await now();
    await tab.click(`[data-scenario="${id}"]`);
    await tab.waitForSelector('html[data-text=checked]');
    const model = (await now()) - clicked;
    const started = await now();
    await tab.keyboard.down('Control');
    await tab.keyboard.press('Enter');
    await tab.keyboard.up('Control');
    await tab.waitForFunction(() => Number(document.querySelector('.now')?.textContent) > 0);
    const running = (await now()) - started;
    const processor = name === 'chrome' ? ` (processor time ${ms(usable)}, with the program ${ms(whole)})` : '';
    console.log(
      `${name}: gallery ${gallery}, program ${program}${processor}; ${id}: model ${model} after the click, running ${running} after Run`,
    );
  } finally {
    await browser.close();
  }
}
