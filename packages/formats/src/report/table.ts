/** Tables of a report: the first column names the row, the others are numbers or words. */
import { escapeHtml } from './text.ts';

/** Largest number of rows of a table that is kept on one sheet of paper. */
const SHORT = 14;

/** note: below the table, as wide as the page */
export function tableHtml(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  note = '',
): string {
  if (rows.length === 0) return '';
  const titles = head.map((title, i) => `<th scope="col"${i === 0 ? '' : ' class="n"'}>${escapeHtml(title)}</th>`);
  const lines = rows.map(
    ([first, ...rest]) =>
      `<tr>${first === '' ? '<td></td>' : `<th scope="row">${escapeHtml(first)}</th>`}${rest.map((cell) => `<td class="n">${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table class="data${rows.length <= SHORT ? ' short' : ''}"><caption>${escapeHtml(caption)}</caption>` +
    `<thead><tr>${titles.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>` +
    (note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>`)
  );
}
