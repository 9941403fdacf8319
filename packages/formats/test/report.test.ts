/** The report in a real browser, opened from the disk as a user does. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Recording } from '../../record/src/index.ts';
import { buildReport } from '../src/report/index.ts';
import { isFresh } from './built.ts';
import { chromiumPath, chromiumRequired, launchChromium } from './chromium.ts';
import { doublePendulum } from './double-pendulum.ts';

const viewerFolder = fileURLToPath(new URL('../../viewer', import.meta.url));
const missing = chromiumPath === undefined;
const title = missing
  ? 'report in Chromium (skipped: no browser; install chromium or set HAWSER_CHROMIUM to its path)'
  : 'report in Chromium';

/** A browser whose 3D is switched off answers so. */
const NO_WEBGL = `const all = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith('webgl') ? null : all.call(this, kind, ...more);
};`;

test('a browser to test the report with is there, or HAWSER_REQUIRE_ALL does not ask for one', () => {
  const found = !missing || !chromiumRequired;
  expect(found, 'install Debian package chromium, or set HAWSER_CHROMIUM to the path of a Chromium').toBe(true);
});

describe.skipIf(missing)(title, () => {
  let folder: string;
  let browser: Browser;
  let size: number;
  /** one page for all tests that leave it as they found it: to load it and its picture costs more than what they do */
  let shared: Page | undefined;
  /** what the page complained about or asked for, in the order it came */
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-report-'));
    let built = path.join(viewerFolder, 'dist');
    const sources = ['formats/src', 'record/src', 'viewer/src', 'viewer/vite.config.ts'].map(
      (name) => `packages/${name}`,
    );
    if (!isFresh(path.join(built, 'viewer.js'), [...sources, 'package-lock.json'])) {
      built = path.join(folder, 'viewer');
      await build({
        configFile: path.join(viewerFolder, 'vite.config.ts'),
        logLevel: 'error',
        build: { outDir: built, emptyOutDir: true },
      });
    }
    const read = (name: string): string => fs.readFileSync(path.join(built, name), 'utf8');
    const run = doublePendulum();
    const html = buildReport({ ...run, viewer: { script: read('viewer.js'), style: read('viewer.css') } });
    size = html.length;
    fs.writeFileSync(path.join(folder, 'report.html'), html);
    const empty = buildReport({
      manifest: { ...run.manifest, extremes: {}, events: [] },
      recording: new Recording([], new Float64Array(0), []),
      frames: { bodies: [], time: new Float64Array(0), poses: new Float64Array(0) },
      scenery: { bodies: [] },
      viewer: { script: read('viewer.js'), style: read('viewer.css') },
    });
    fs.writeFileSync(path.join(folder, 'empty.html'), empty);
    browser = await launchChromium();
  }, 120_000); // bundling and starting a browser on a busy machine

  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await shared?.close();
    shared = undefined;
  });

  afterAll(async () => {
    await browser?.close();
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
  });

  /** The shared page, at the start of the run, with its plots in view and the focus nowhere. */
  async function settled(): Promise<Page> {
    shared ??= await open();
    complaints.length = 0;
    await shared.click('#tab-panel-plots');
    await shared.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await shared.keyboard.press('Home');
    return shared;
  }

  async function open(options: BrowserContextOptions = {}, file = 'report.html', prepare = ''): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, ...options });
    if (prepare !== '') await page.addInitScript(prepare);
    complaints.length = 0;
    requests.length = 0;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
    const [name, hash] = file.split('#');
    await page.goto(pathToFileURL(path.join(folder, name)).href + (hash === undefined ? '' : `#${hash}`));
    await page.waitForSelector(file === 'empty.html' ? '.plots .empty' : '.plot canvas');
    return page;
  }

  const timeOf = async (page: Page): Promise<number> => Number(await page.textContent('.now'));
  /** Colours in the 3D picture: a blank one has one. */
  const coloursSeen = async (page: Page): Promise<number> => {
    const picture = (await page.locator('#replay').screenshot()).toString('base64');
    return page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [image.width, image.height];
      const pen = copy.getContext('2d') as CanvasRenderingContext2D;
      pen.drawImage(image, 0, 0);
      // below the tools, above the corner with the axes
      const { data } = pen.getImageData(0, 60, copy.width, copy.height - 220);
      const seen = new Set<number>();
      for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      return seen.size;
    }, picture);
  };

  test('opens from the disk without a complaint, asks the network for nothing and stays below 1.2 MB', async () => {
    expect(size).toBeLessThan(1.2e6);
    shared = await open();
    const page = shared;
    for (const tab of ['extremes', 'energy', 'events', 'run', 'scenario', 'plots'])
      await page.click(`#tab-panel-${tab}`);
    await page.waitForTimeout(300); // the sharp picture that follows a calm moment is drawn too
    expect(complaints).toEqual([]);
    expect(requests).toEqual([pathToFileURL(path.join(folder, 'report.html')).href]);
    expect(await page.textContent('.verdict')).toContain('Completed');
    expect(await page.locator('.plot').count()).toBeGreaterThanOrEqual(3);
  });

  test('play moves time, the picture and the line in the plots; pause stops them', async () => {
    const page = await settled();
    const before = await page.locator('#replay').screenshot();
    const line = (): Promise<string> =>
      page
        .locator('.now-line')
        .first()
        .evaluate((element) => element.style.transform);
    const lineBefore = await line();
    await page.click('[aria-label="Play (space)"]');
    await page.waitForFunction(() => Number(document.querySelector('.now')?.textContent) > 0.3);
    await page.click('[aria-label="Pause (space)"]');
    const stopped = await timeOf(page);
    expect(stopped).toBeGreaterThan(0.3);
    expect(await line()).not.toBe(lineBefore);
    expect(before.equals(await page.locator('#replay').screenshot())).toBe(false);
    await page.waitForTimeout(200);
    expect(await timeOf(page)).toBe(stopped);
  });

  test('a click on an extreme goes to its instant, and the plots show its value there', async () => {
    const page = await settled();
    await page.click('#tab-panel-extremes');
    const row = page.locator('#extremes tr', { hasText: 'joint.pin.reaction.magnitude' });
    const maximum = await row.locator('td').nth(3).textContent();
    const jump = row.locator('.jump').nth(1);
    const time = Number(await jump.textContent());
    await jump.click();
    expect(await timeOf(page)).toBeCloseTo(time, 3);
    await page.click('#tab-panel-plots');
    const shown = await page.locator('.chip', { hasText: 'joint.pin' }).first().locator('.value').textContent();
    expect(Number(shown)).toBeCloseTo(Number(maximum), 0); // 259.6 N, shown with the decimals of its column
  });

  test('a click on an event goes to its instant', async () => {
    const page = await settled();
    await page.click('#tab-panel-events');
    const row = page.locator('#events tbody tr').nth(2);
    const time = Number(await row.locator('.jump').textContent());
    await row.locator('td').last().click(); // anywhere in the row
    expect(await timeOf(page)).toBeCloseTo(time, 3);
  });

  test('keys: frames, ends, play, speed, tabs and help work without a mouse', async () => {
    const page = await settled();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await timeOf(page)).toBeCloseTo(2 / 30, 2); // frames at 30 Hz, on the 0.1 ms grid of the example
    await page.keyboard.press('ArrowLeft');
    expect(await timeOf(page)).toBeCloseTo(1 / 30, 2);
    await page.keyboard.press('End');
    expect(await timeOf(page)).toBe(10);
    await page.keyboard.press('Home');
    expect(await timeOf(page)).toBe(0);
    await page.keyboard.press(']');
    expect(await page.inputValue('.speed')).toBe('2');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => Number(document.querySelector('.now')?.textContent) > 0.1);
    await page.keyboard.press(' ');
    await page.keyboard.press('?');
    expect(await page.locator('dialog.help').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.focus('#tab-panel-plots');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#panel-extremes').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('keys turn, move and zoom the picture', async () => {
    const page = await settled();
    const gizmo = (): Promise<string> => page.locator('.gizmo').innerHTML();
    const start = await gizmo();
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await gizmo()).not.toBe(start);
    await page.keyboard.press('0');
    expect(await gizmo()).toBe(start);
    const shot = (): Promise<Buffer> => page.locator('#replay').screenshot();
    const whole = await shot();
    await page.keyboard.press('+');
    const near = await shot();
    expect(near.equals(whole)).toBe(false);
    await page.keyboard.press('Control+ArrowUp');
    expect((await shot()).equals(near)).toBe(false);
  });

  test('the picture is not blank, in the lite and in the full tier', async () => {
    const full = await open({ viewport: { width: 1000, height: 640 } }, 'report.html#full');
    for (const [page, tier] of [
      [full, 'full'],
      [await settled(), 'lite'], // a processor draws
    ] as const) {
      expect(await page.evaluate(() => document.documentElement.dataset.tier)).toBe(tier);
      // three coloured bodies, their shaded faces, grid and sky
      expect(await coloursSeen(page)).toBeGreaterThan(50);
    }
    expect(complaints).toEqual([]);
    await full.close();
  });

  test('plots: a drag zooms all of them, a click goes to an instant, a double click shows all', async () => {
    const page = await open(); // where its plots have not been scrolled
    const overs = page.locator('.u-over');
    const box = await overs.first().boundingBox();
    if (box === null) throw new Error('the first plot is not on the screen');
    const y = box.y + box.height / 2;
    await page.mouse.click(box.x + 0.5 * box.width, y);
    expect(await timeOf(page)).toBeCloseTo(5, 1); // a pixel is 0.02 s
    await page.mouse.move(box.x + 0.2 * box.width, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.4 * box.width, y, { steps: 4 });
    await page.mouse.up();
    const hidden = (): Promise<string[]> =>
      page.locator('.now-line').evaluateAll((lines) => lines.map((line) => (line as HTMLElement).style.display));
    expect(new Set(await hidden())).toEqual(new Set(['none'])); // t = 5 s lies outside 2 ... 4 s in every plot
    await page.mouse.dblclick(box.x + 0.5 * box.width, y);
    expect(new Set(await hidden())).toEqual(new Set(['']));
    await page.close();
  });

  test('channels: a filtered, ticked channel appears in a plot, and CSV holds what is shown', async () => {
    const page = await settled();
    await page.click('button[aria-controls=chooser]');
    await page.keyboard.type('elbow angle');
    await page.check('input[aria-label="joint.elbow.angle"]');
    expect(await page.locator('.plot', { hasText: 'joint.elbow' }).last().textContent()).toContain('°');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('[aria-label="Save the shown channels as CSV"]'),
    ]);
    const lines = fs
      .readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(download.suggestedFilename()).toBe('double-pendulum-channels.csv');
    expect(lines[0]).toContain('joint.elbow.angle [rad]');
    expect(lines).toHaveLength(1 + 1001); // every recorded row: this run is short enough to be whole
    expect(complaints).toEqual([]);
  });

  test('pictures of the replay and of a plot can be saved', async () => {
    const page = await settled();
    for (const label of ['Save the picture as PNG', 'Save the plot as PNG']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator(`[aria-label="${label}"]`).first().click(),
      ]);
      const bytes = fs.readFileSync(await download.path());
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(bytes.length).toBeGreaterThan(5000); // an empty picture of this size packs to less
    }
  });

  test('light and dark follow the system and the switch; a phone sees no sideways scroll', async () => {
    const phone = await open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    });
    const theme = (): Promise<string | undefined> => phone.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe('dark');
    await phone.keyboard.press('t');
    expect(await theme()).toBe('light');
    for (const tab of ['extremes', 'energy', 'events', 'run', 'scenario', 'plots']) {
      await phone.locator(`#tab-panel-${tab}`).click();
      const wide = await phone.evaluate(() => document.documentElement.scrollWidth - 390);
      expect(wide, tab).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
    await phone.close();
  });

  test('every control has a name for those who cannot see it', async () => {
    const page = await settled();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, input, [role=separator]')]
        .filter((element) => {
          const labels = (element as HTMLInputElement).labels;
          return !(element.getAttribute('aria-label') || element.textContent?.trim() || labels?.length);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(nameless).toEqual([]);
  });

  test('a run without channels, frames and bodies opens too', async () => {
    const page = await open({}, 'empty.html');
    for (const tab of ['extremes', 'energy', 'events', 'run', 'scenario']) await page.click(`#tab-panel-${tab}`);
    for (const key of ['ArrowRight', 'End', ' ', 'f']) await page.keyboard.press(key);
    expect(await timeOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('without WebGL the still picture stays, plots and time work', async () => {
    const page = await open({}, 'report.html', NO_WEBGL);
    expect(await page.locator('.still svg').isVisible()).toBe(true);
    expect(await page.locator('.no-webgl').isVisible()).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await timeOf(page)).toBeGreaterThan(0);
    await page.close();
  });

  test('without JavaScript the verdict, the tables, the scenario and a still picture can be read', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(pathToFileURL(path.join(folder, 'report.html')).href);
    for (const part of ['.verdict', '.still svg', '#extremes', '.ledger', '#events', '.code']) {
      expect(await page.locator(part).first().isVisible(), part).toBe(true);
    }
    await page.close();
  });
});
