import { expect, test } from 'vitest';
import { doublePendulum } from '../../test/double-pendulum.ts';
import { buildReport } from './build.ts';
import { wordReport } from './word.ts';

const run = doublePendulum(2);
const page = buildReport({ ...run, viewer: { script: 'run()', style: 'p{}' } });
const { html, pictures } = wordReport(page, 'x_files', 'png');

test('nothing that a word processor cannot show is left, and no program', () => {
  expect(html).not.toMatch(/<(?:script|button|svg|figure|ol|dl|wbr|canvas)\b/);
  expect(html).not.toContain('undefined');
  for (const tag of ['table', 'tr', 'td', 'th', 'div', 'p', 'pre', 'h2', 'h3']) {
    const opened = html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length;
    expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length]).toEqual([tag, opened]);
  }
});

test('every section of the report is a heading, every drawing a file with its size', () => {
  const titles = [...page.matchAll(/data-title="([^"]*)"/g)].map(([, title]) => title);
  expect([...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title)).toEqual(titles);
  const shown = [...html.matchAll(/<img src="x_files\/([^"]+)\.png" width="(\d+)" height="(\d+)"/g)];
  expect(shown.map(([, name, w, h]) => [name, Number(w), Number(h)])).toEqual(
    pictures.map(({ name, width, height }) => [name, width, height]),
  );
  expect(pictures.length).toBeGreaterThan(2); // the still and plots
  expect(html).toMatch(/<td class="n[^"]*" align="right">/);
  for (const { svg } of pictures) expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*><style>/);
});

test('numbers, times and the text of the scenario are those of the report', () => {
  const cells = (text: string, start: string): string[] =>
    [...text.slice(text.indexOf(start)).matchAll(/<td class="n[^"]*"[^>]*>(?:<button[^>]*>)?([^<]*)/g)].map(
      ([, cell]) => cell,
    );
  expect(cells(html, '>Extremes<').slice(0, 30)).toEqual(cells(page, '>Extremes<').slice(0, 30));
  const [first] = run.manifest.scenario.source.split('\n');
  expect(html).toContain(first.replace(/&/g, '&amp;').split(/[:#]/)[0]);
});
