/** The studio's page for tests: built once, opened from the disk in a real browser, watched for complaints. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { isFresh } from '../../formats/test/built.ts';
import { launchChromium } from '../../formats/test/chromium.ts';

const studioFolder: string = fileURLToPath(new URL('..', import.meta.url));
/** Pictures of the screens are kept here, for whoever wants to look. */
export const shots: string = path.join(studioFolder, 'dist', 'screenshots');

export interface Watched {
  readonly page: Page;
  /** console errors, warnings and exceptions, in the order they came */
  readonly complaints: string[];
  /** everything that was asked of a disk or a network */
  readonly requests: string[];
}

/** What the page is made of. */
const SOURCES = [
  ...['engine', 'record', 'scenario', 'study', 'formats', 'import', 'viewer', 'studio'].map(
    (name) => `packages/${name}/src`,
  ),
  ...['build', 'index.html', 'package.json', 'vite.config.ts'].map((name) => `packages/studio/${name}`),
  'packages/viewer/vite.config.ts',
  'package-lock.json',
  'scenarios',
];

/**
 * Pages of one visitor: what a browser keeps of the page's parts is there for all but the first, and what it keeps of the
 * visitor's work goes when a page is closed.
 */
export class Bench {
  readonly folder: string = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-studio-'));
  #browser: Browser | undefined;
  #visitor: BrowserContext | undefined;
  #desk: Watched | undefined;
  readonly #pages: Page[] = [];

  get file(): string {
    return path.join(this.folder, 'index.html');
  }

  /** `browse` false: the page alone, for a browser of somebody else. */
  async start(browse = true): Promise<void> {
    const built = path.join(studioFolder, 'dist', 'index.html');
    if (isFresh(built, SOURCES)) fs.copyFileSync(built, this.file);
    else {
      // as it is shipped: a test runner's own NODE_ENV leaves the checks of libraries in
      const environment = process.env.NODE_ENV;
      process.env.NODE_ENV = 'production';
      try {
        await build({
          configFile: path.join(studioFolder, 'vite.config.ts'),
          logLevel: 'error',
          build: { outDir: this.folder, emptyOutDir: true, reportCompressedSize: false },
        });
      } finally {
        process.env.NODE_ENV = environment;
      }
    }
    if (!browse) return;
    this.#browser = await launchChromium();
    this.#visitor = await this.#browser.newContext(LOOK);
    fs.mkdirSync(shots, { recursive: true });
  }

  async end(): Promise<void> {
    await this.#browser?.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Closes what a test has opened, and forgets what it left. */
  async clear(): Promise<void> {
    for (const page of this.#pages.splice(0)) {
      await page.evaluate(() => {
        localStorage.clear();
        indexedDB.deleteDatabase('hawser-studio'); // as soon as the page is closed
      });
      await page.close();
    }
  }

  /**
   * A new scenario on one page that several tests write on, one after the other: to load the page and its picture costs more than
   * most of what is done there. After a failure the next test gets another one.
   */
  async desk(text: string): Promise<Watched> {
    this.#desk ??= await this.#visit(await this.#browser?.newPage(LOOK), '', false);
    const { page, complaints } = this.#desk;
    complaints.length = 0;
    await page.click('nav.screens button:first-child');
    await page.click('.open-bar button:has-text("New")');
    await writeText(page, text);
    return this.#desk;
  }

  /** The desk is not to be used again. */
  async leaveDesk(): Promise<void> {
    await this.#desk?.page.close();
    this.#desk = undefined;
  }

  /** A visitor whose page lets programs in from outside. */
  async inspected(): Promise<Watched> {
    return this.#visit(await this.#browser?.newPage({ ...LOOK, bypassCSP: true, colorScheme: 'light' }), '');
  }

  /** A visitor who has never been here. */
  async stranger(): Promise<Watched> {
    const page = await this.#browser?.newPage(LOOK);
    return this.#visit(page, '');
  }

  /** The page, from the disk; `hash` with its #. */
  async open(hash = '', prepare?: (page: Page) => Promise<void>): Promise<Watched> {
    const page = await this.#visitor?.newPage();
    if (page !== undefined) await prepare?.(page);
    return this.#visit(page, hash);
  }

  async #visit(page: Page | undefined, hash: string, once = true): Promise<Watched> {
    if (page === undefined) throw new Error('start the bench first');
    if (once) this.#pages.push(page);
    page.setDefaultTimeout(60_000); // shared machines
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(?:blob|data):/.test(request.url())) requests.push(request.url());
    });
    await page.goto(pathToFileURL(this.file).href + hash);
    await page.waitForSelector('html.js .cards, .bench'); // the gallery of the program, not the one it replaces
    return { page, complaints, requests };
  }
}

const LOOK = { viewport: { width: 1200, height: 740 }, acceptDownloads: true } as const;

/** Opens a scenario of the gallery and waits until it is checked. */
export async function openScenario(page: Page, id: string): Promise<void> {
  await page.click(`[data-scenario="${id}"]`);
  await checked(page);
}

/** The last text has been checked. */
export async function checked(page: Page): Promise<void> {
  await page.waitForSelector('html[data-text=checked]');
}

/** Replaces the scenario's text as a hand would: all of it chosen, then typed over in one stroke. */
export async function writeText(page: Page, text: string): Promise<void> {
  await page.click('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await checked(page);
}

/** The scenario's text as the editor holds it. */
export async function textOf(page: Page): Promise<string> {
  await page.waitForSelector('.cm-content');
  // only lines in view are elements: the whole text is asked of the editor
  return page.evaluate(() => {
    type Tile = { readonly view?: { readonly state: { readonly doc: { toString(): string } } }; readonly root?: Tile };
    const { cmTile } = document.querySelector('.cm-content') as unknown as { readonly cmTile: Tile };
    return (cmTile.view ?? cmTile.root?.view)?.state.doc.toString() ?? '';
  });
}

/** A run on the run screen has come to its end; what the page says of it. */
export async function runEnded(page: Page): Promise<string> {
  await page.waitForFunction(
    () => /Complete|Failed|Ended early/.test(document.querySelector('.meters .state')?.textContent ?? ''),
    undefined,
    { timeout: 60_000 },
  );
  return (await page.textContent('.meters .state')) ?? '';
}

/** Hash of the final state that the page shows. */
export async function shownHash(page: Page): Promise<string> {
  return /state ([0-9a-f]{16})/.exec(await runEnded(page))?.[1] ?? '';
}

/** [s] that the time bar shows */
export async function shownTime(page: Page): Promise<number> {
  return Number(await page.textContent('.clock .now'));
}

export function shot(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: path.join(shots, `${name}.png`) });
}

/** How many colours a picture has: a blank one has one. */
export async function coloursSeen(page: Page): Promise<number> {
  const picture = (await page.locator('.view').screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [image.width, image.height];
    const pen = copy.getContext('2d') as CanvasRenderingContext2D;
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 90, copy.width, copy.height - 220); // below the tools, above the corner
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  }, picture);
}

/** The text that the browser keeps for the next visit; empty: none. */
export function keptDraft(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('hawser-studio');
        opening.onerror = () => resolve('');
        opening.onsuccess = () => {
          const request = opening.result.transaction('drafts').objectStore('drafts').getAll();
          request.onsuccess = () => {
            opening.result.close();
            type Kept = { readonly project: { readonly main: string; readonly files: Record<string, string> } };
            const drafts = request.result as readonly Kept[];
            resolve(drafts.map(({ project }) => project.files[project.main]).join('\n---\n'));
          };
          request.onerror = () => resolve('');
        };
      }),
  );
}

/** Files or folders let fall onto the page, as a hand does it. */
export async function dropped(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }
  await session.detach();
}
