/** The documentation site, built without the pages of TypeDoc and opened from disk in a browser; spelling of all pages. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../../packages/formats/test/chromium.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const missing = !fs.existsSync(path.join(here, 'node_modules/markdown-it'));
const required = process.env.HAWSER_REQUIRE_ALL !== undefined;
const why = missing ? ' (skipped: run npm ci in tools/site)' : '';

test('the packages of the site are installed, or nothing requires them', () => {
  expect(missing && required, 'run npm ci in tools/site').toBe(false);
});

describe.skipIf(missing)(`spelling${why}`, () => {
  test('every word of every page is in a dictionary or in tools/site/words.txt', () => {
    const cspell = path.join(here, 'node_modules/cspell/bin.mjs');
    const pages = [
      '*.md',
      'docs/**/*.md',
      'scenarios/*.md',
      'validation/*.md',
      'packages/**/README.md',
      'benchmarks/**/*.md',
    ];
    const left = ['**/node_modules/**', '**/dist/**', 'THIRD-PARTY-NOTICES.md'].flatMap((name) => ['--exclude', name]);
    const args = [
      cspell,
      'lint',
      '--no-progress',
      '--no-summary',
      '--root',
      root,
      '-c',
      path.join(here, 'cspell.json'),
      ...left,
    ];
    let found = '';
    try {
      execFileSync(process.execPath, [...args, ...pages], { cwd: here, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      found = (error as { stdout: string }).stdout;
    }
    expect(found).toBe('');
  });
});

describe.skipIf(missing)(`documentation site${why}`, () => {
  let out: string;
  let all: string[];
  const html = (file: string): string => fs.readFileSync(path.join(out, file), 'utf8');

  beforeAll(() => {
    out = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-site-'));
    execFileSync(process.execPath, [path.join(here, 'build.mjs'), '--no-api', '--out', out], { stdio: 'pipe' });
    all = fs
      .readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html') && !name.startsWith('studio'));
  });
  afterAll(() => fs.rmSync(out, { recursive: true, force: true }));

  test('links and pictures of every page lead to a file of the site, anchors to a heading', () => {
    expect(all.length).toBeGreaterThan(100); // the pages were found at all
    const ids = new Map<string, Set<string>>();
    const idsOf = (file: string): Set<string> => {
      let found = ids.get(file);
      if (found === undefined) {
        found = new Set([...html(file).matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
        ids.set(file, found);
      }
      return found;
    };
    const broken: string[] = [];
    for (const file of all) {
      for (const [, target] of html(file)
        .replace(/<pre[\s\S]*?<\/pre>/g, '')
        .matchAll(/ (?:href|src)="([^"]+)"/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [to, hash] = target.split('#');
        const found = to === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), decodeURI(to)));
        if (found.startsWith('library/') || found.startsWith('studio/')) continue; // built by others
        if (!fs.existsSync(path.join(out, found))) broken.push(`${file}: ${target}`);
        else if (hash && found.endsWith('.html') && !idsOf(found).has(decodeURIComponent(hash)))
          broken.push(`${file}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  describe.skipIf(chromiumPath === undefined)('in Chromium, from disk', () => {
    let browser: Browser;
    const complaints: string[] = [];
    const open = async (file: string, dark: boolean, width = 1280): Promise<Page> => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' });
      page.on('console', (message) => message.type() === 'error' && complaints.push(`${file}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(`${file}: ${error.message}`));
      page.on('request', (request) => /^https?:/.test(request.url()) && complaints.push(`${file}: ${request.url()}`));
      await page.goto(pathToFileURL(path.join(out, file)).href);
      return page;
    };
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser.close());

    test('the search finds a page by its words and opens it by keyboard', async () => {
      const page = await open('docs/theory/cables.html', false);
      await page.keyboard.press('/');
      await page.keyboard.type('is this pocket right');
      await page.locator('#results a').first().waitFor();
      expect(await page.locator('#results').innerText()).toMatch(/pocket/i);
      await page.keyboard.press('Enter');
      await page.waitForURL(/docs\/guide\/.*anchor/);
      await page.close();
    });

    test('no page asks the network, none fails, none is wider than a phone', async () => {
      for (const file of [
        'index.html',
        'scenarios/index.html',
        'docs/guide/scenario-reference.html',
        'docs/validation.html',
      ]) {
        const page = await open(file, true, 390);
        expect([file, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([file, 390]);
        await page.close();
      }
      expect(complaints).toEqual([]);
    });

    test('axe finds nothing wrong, light or dark', async () => {
      const axe = fs.readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
      for (const file of ['scenarios/index.html', 'docs/guide/ropes.html']) {
        for (const dark of [false, true]) {
          const page = await open(file, dark);
          await page.evaluate(axe);
          const found = await page.evaluate(async () => {
            const { violations } = await (
              window as unknown as {
                axe: {
                  run(): Promise<{
                    violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[];
                  }>;
                };
              }
            ).axe.run();
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => String(node.target)).slice(0, 3)}`);
          });
          expect([file, dark, found]).toEqual([file, dark, []]);
          await page.close();
        }
      }
    });
  });
});
