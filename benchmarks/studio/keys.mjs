// What ten keys cost in a file of 10 000 lines with 1200 bodies in it, model and tree beside the text: processor time of the page's main
// thread until they are in the text, and with what follows in the next 4 s (the check runs elsewhere).
//   npm run build; node benchmarks/studio/keys.mjs
// Printed, not asserted: other load on the machine raises it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = path.join(root, 'packages/studio/dist/index.html');
if (!fs.existsSync(file)) throw new Error(`expected the built studio at ${file}, found none; run npm run build first`);
const BODIES = 1200;
const text = [
  'hawser: 1',
  'materials:',
  '  steel: { youngs: 200 GPa, poisson: 0.3, density: 7850 kg/m^3, friction: 0.3 }',
  'bodies:',
  '  floor: { fixed: true, shapes: [{ half-space: true, material: steel }] }',
  ...Array.from({ length: BODIES }, (_, n) => [
    `  box ${n}:`,
    '    material: steel',
    `    position: [${(n % 40) * 1.5}, ${Math.floor(n / 40) * 1.5}, 0.6 m]`,
    '    velocity: [0, 0, 0]',
    "    colour: '#c33333'",
    '    shapes:',
    '      - { box: [1 m, 1 m, 1 m] }',
    `    # box ${n}, above the floor`,
  ]).flat(),
  ...Array.from({ length: 390 }, (_, n) => `# remark ${n}`),
  'run: { duration: 0.1 s }',
  '',
].join('\n');

const browser = await puppeteer.launch({
  executablePath: process.env.HAWSER_CHROMIUM || '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('html.js .cards');
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('.open-bar button')];
    buttons.find((button) => /New/.test(button.textContent ?? ''))?.click();
  });
  await page.waitForSelector('html[data-text=checked] .cm-content');
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await page.focus('.cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
  await wait(500);
  await page.waitForSelector('html[data-text=checked]');
  await wait(3000);
  console.log(`${text.split('\n').length} lines, ${BODIES} bodies`);
  for (let round = 0; round < 3; round++) {
    await wait(3000);
    const before = await spent();
    for (const key of '# abcdefgh') await page.keyboard.press(key === ' ' ? 'Space' : key);
    const typed = (await spent()) - before;
    await wait(4000);
    console.log(
      `10 keys: ${typed.toFixed(2)} s of processor time, ${((await spent()) - before).toFixed(2)} s with what follows`,
    );
  }
} finally {
  await browser.close();
}
