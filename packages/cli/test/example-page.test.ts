/** The example page, built to one file and opened from the disk: a model runs in its worker and is shown. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { chromiumPath, chromiumRequired, launchChromium } from '../../formats/test/chromium.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test.skipIf(chromiumPath === undefined && !chromiumRequired)(
  'examples/page.html from a disk: frames come, the model moves, a push is felt (needs Chromium)',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-page-'));
    const file = path.join(folder, 'page.html');
    execFileSync(process.execPath, [path.join(root, 'examples/build.mjs'), file], { cwd: root });
    expect(fs.readFileSync(file, 'utf8')).not.toMatch(/src="|href="/); // one file
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(pathToFileURL(file).href);
      const frames = (): Promise<number> =>
        page.evaluate(() => Number(document.getElementById('status')?.dataset.frames ?? 0));
      const time = (): Promise<number> =>
        page.evaluate(() => Number(document.getElementById('status')?.dataset.time ?? 0));
      await page.waitForFunction(() => Number(document.getElementById('status')?.dataset.frames ?? 0) > 20, undefined, {
        timeout: 60_000,
      });
      const [before, count] = [await time(), await frames()];
      await page.dispatchEvent('#push', 'pointerdown');
      await page.waitForFunction(
        (n) => Number(document.getElementById('status')?.dataset.frames ?? 0) > n,
        count + 10,
        {
          timeout: 60_000,
        },
      );
      expect(await time()).toBeGreaterThan(before);
      expect(await page.textContent('#status')).toMatch(/wire \d+\.\d kN/);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
