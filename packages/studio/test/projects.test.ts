/** Projects of several files and unsaved work, in a real browser. */
import fs from 'node:fs';
import path from 'node:path';
import { readMesh, readTable } from '@hawser/formats';
import { compileScenario, memoryLoader } from '@hawser/scenario';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../formats/test/chromium.ts';
import { Bench, checked, coloursSeen, keptDraft, openScenario, shot, textOf } from './page.ts';

const title = chromiumPath === undefined ? 'projects in Chromium (skipped: no browser)' : 'projects in Chromium';

describe.skipIf(chromiumPath === undefined)(title, { timeout: 180_000 }, () => {
  const bench = new Bench();
  beforeAll(() => bench.start(), 180_000);
  afterEach(() => bench.clear());
  afterAll(() => bench.end());

  test('a project: included files are chosen, edited in tabs, renamed; what is saved is a zip that runs in Node', async () => {
    const { page, complaints } = await bench.open();
    await openScenario(page, 'launch-recovery');
    await page.click('.tree-item:has-text("hook")'); // it stands in an included file
    expect(await page.textContent('.file-tabs [aria-selected=true]')).toContain('gear.yaml');
    expect(await page.locator('.cm-line.chosen').first().textContent()).toContain('hook:');
    await page.fill('#field-bodies-hook-mass', '5 kg'); // the form writes there too
    await page.keyboard.press('Enter');
    await checked(page);
    expect(await textOf(page)).toContain('mass: 5 kg');
    await page.click('[aria-label="Rename boat.obj"]');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('rescue-boat.obj');
    await page.keyboard.press('Enter');
    await checked(page);
    expect(await page.textContent('.problems-head')).toContain('No problems'); // the texts name it anew
    await shot(page, '2-project');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    expect(file.suggestedFilename()).toBe('launch-recovery.zip');
    const files = unzipSync(new Uint8Array(fs.readFileSync(await file.path())));
    expect(Object.keys(files)).toContain('launch-recovery/rescue-boat.obj');
    const compiled = compileScenario({
      file: 'launch-recovery/scenario.yaml',
      loader: memoryLoader(files),
      readers: { mesh: readMesh, table: (bytes) => readTable(bytes) },
    });
    expect(compiled.ok ? [] : compiled.issues).toEqual([]);
    if (compiled.ok) expect(compiled.compiled.spec.bodies.find(({ name }) => name === 'hook')?.mass).toBe(5);
    // and the zip comes back by a drop, as it was
    const zip = path.join(bench.folder, 'launch-recovery.zip');
    fs.copyFileSync(await file.path(), zip);
    await page.click('nav.screens button:first-child');
    await page.setInputFiles('#open-files', zip);
    await page.waitForSelector('.problems-head:has-text("No problems")');
    expect(complaints).toEqual([]);
  });

  test('unsaved work: of a gallery scenario it is offered back, two tabs keep theirs apart, earlier states come back', async () => {
    const one = await bench.open('#scenario=top');
    const two = await bench.open('#scenario=slope&full');
    for (const [{ page }, mark] of [
      [one, '# first tab'],
      [two, '# second tab'],
    ] as const) {
      await checked(page);
      await page.click('.cm-content');
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText(mark);
      await checked(page);
    }
    await expect.poll(() => keptDraft(two.page), { timeout: 20_000 }).toContain('# first tab');
    await expect.poll(() => keptDraft(two.page), { timeout: 20_000 }).toContain('# second tab');
    let asked = 0;
    two.page.on('dialog', async (dialog) => {
      if (dialog.type() === 'beforeunload') asked++;
      await dialog.accept();
    });
    await two.page.reload(); // the other tab lives on: only this one's work is offered
    expect(asked).toBe(1);
    await two.page.click('.notice button:has-text("Go on with it")');
    await checked(two.page);
    expect(await textOf(two.page)).toContain('# second tab');
    // what the address asked of the picture lasts as long as the address
    expect(new URL(two.page.url()).hash).toBe('#scenario=slope&full');
    expect(await two.page.evaluate(() => document.documentElement.dataset.tier)).toBe('full');
    expect(await coloursSeen(two.page)).toBeGreaterThan(20);
    await one.page.reload();
    await one.page.click('.notice button:has-text("Go on with it")');
    await checked(one.page);
    expect(await textOf(one.page)).toContain('# first tab');
    // a run notes the state; what is written after it can be taken back to it
    await one.page.keyboard.press('Control+Enter');
    await one.page.waitForSelector('.meters .state');
    await one.page.click('nav.screens button:nth-child(2)');
    await one.page.click('.cm-content');
    await one.page.keyboard.press('Control+a');
    await one.page.keyboard.insertText('hawser: 1\n');
    await one.page.click('.history summary');
    await one.page.click('.history button');
    await checked(one.page);
    expect(await textOf(one.page)).toContain('# first tab');
    expect([...one.complaints, ...two.complaints]).toEqual([]);
  });
});
