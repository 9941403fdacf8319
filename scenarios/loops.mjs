// Moving pictures of the gallery: short loops as the replay draws them. Needs Chromium and img2webp (Debian: webp).
//   node scenarios/loops.mjs RUN-FOLDER...    a run folder is called like its scenario; writes scenarios/NAME/loop.webp
// A loop is 16 pictures of 208 by 130 pixels, 0.3 s each, shown once: it ends within five seconds. Few colours and a size that falls
// until the file has at most 7.5 kB, for all of them stand in the studio's one page.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [WIDTH, HEIGHT, PICTURES, EACH, MOST] = [208, 130, 16, 300, 7500];
/** the part of a run that shows what it is about; default: all of it */
const PARTS = { 'launch-recovery': [0.2, 0.38], 'launch-recovery-irregular': [0.2, 0.38], 'rov-launch': [0.1, 0.5], 'davit-launch': [0.1, 0.7] };

const browser = await chromium.launch({
  executablePath: process.env.HAWSER_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const run of process.argv.slice(2)) {
  const name = path.basename(run);
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, bypassCSP: true });
  await page.goto(pathToFileURL(path.join(path.resolve(run), 'report.html')).href);
  await page.waitForSelector('.replay.live canvas');
  await page.addStyleTag({
    content: `.replay { position: fixed !important; inset: 0 auto auto 0 !important; width: ${WIDTH}px !important; height: ${HEIGHT}px !important;
      z-index: 99; border: 0 !important; border-radius: 0 !important } .replay > :not(canvas) { display: none !important }`,
  });
  await page.waitForTimeout(500);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-loop-'));
  const [from, to] = PARTS[name] ?? [0, 1];
  const files = [];
  for (let i = 0; i < PICTURES; i++) {
    await page.evaluate((share) => {
      const slider = document.querySelector('input[type=range]');
      slider.value = String(share * Number(slider.max));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, from + ((to - from) * i) / (PICTURES - 1));
    await page.waitForTimeout(450); // until the picture stands still and is drawn finely
    files.push(path.join(folder, `${String(i).padStart(2, '0')}.png`));
    await page.screenshot({ path: files[i], clip: { x: 0, y: 0, width: WIDTH, height: HEIGHT } });
  }
  const out = path.join(import.meta.dirname, name, 'loop.webp');
  for (const quality of [40, 30, 22, 15, 10, 5, 1]) {
    const pictures = files.flatMap((file) => ['-d', String(EACH), file]);
    execFileSync('img2webp', ['-loop', '1', '-lossy', '-q', String(quality), '-m', '6', ...pictures, '-o', out], { stdio: 'pipe' });
    if (fs.statSync(out).size <= MOST) break;
  }
  console.log(`${name}: ${fs.statSync(out).size} bytes`);
  fs.rmSync(folder, { recursive: true });
  await page.close();
}
await browser.close();
