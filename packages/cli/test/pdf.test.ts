/** A report on paper. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findChromium, printPdf } from '../src/pdf.ts';

const missing = findChromium() === undefined;

test.skipIf(missing)(
  `a page is printed as PDF${missing ? ' (skipped: no Chromium)' : ''}`,
  { timeout: 120_000 },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-print-'));
    try {
      const page = path.join(folder, 'page.html');
      fs.writeFileSync(page, '<!doctype html><title>x</title><h1>one</h1><h1 style="break-before:page">two</h1>');
      const file = path.join(folder, 'page.pdf');
      await printPdf(page, file);
      const bytes = fs.readFileSync(file).toString('latin1');
      expect(bytes.slice(0, 5)).toBe('%PDF-');
      expect(/\/Count (\d+)/.exec(bytes)?.[1]).toBe('2');
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('without a Chromium it is said what to install', async () => {
  const [place, given] = [process.env.PATH, process.env.HAWSER_CHROMIUM];
  process.env.PATH = '';
  delete process.env.HAWSER_CHROMIUM;
  try {
    await expect(printPdf('page.html', 'page.pdf')).rejects.toThrow(
      /expected a Chromium to print with, found none; install chromium/,
    );
  } finally {
    process.env.PATH = place;
    if (given !== undefined) process.env.HAWSER_CHROMIUM = given;
  }
});
