/** The report for a word processor: a page and a folder of pictures beside it. */
import fs from 'node:fs';
import path from 'node:path';
import { wordReport } from '@hawser/formats';
import type { Output } from './output.ts';
import { drawPng, findChromium } from './pdf.ts';
import { makeFolders, writeAtomic } from './run-folder.ts';

/** `page`: report.html or comparison.html. Word shows PNG in every version, so a Chromium draws them; without one they stay SVG. */
export async function writeWord(out: Output, page: string): Promise<string> {
  const file = page.replace(/\.html$/, '-word.html');
  const folder = file.replace(/\.html$/, '_files'); // the folder name that Word uses for pictures of a page
  const browser = findChromium();
  if (browser === undefined)
    out.tell('no Chromium was found to draw the pictures as PNG: they are SVG, which Word shows from version 2016 on');
  const ending = browser === undefined ? 'svg' : 'png';
  const { html, pictures } = wordReport(
    fs.readFileSync(page, 'utf8'),
    encodeURIComponent(path.basename(folder)),
    ending,
  );
  makeFolders(folder);
  for (const { name, svg, width, height } of pictures) {
    const target = path.join(folder, `${name}.${ending}`);
    if (browser === undefined) writeAtomic(target, svg);
    else await drawPng(browser, svg, { width, height }, target);
  }
  writeAtomic(file, html);
  return file;
}
