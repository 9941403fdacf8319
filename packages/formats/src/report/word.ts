/**
 * The report for a word processor: plain tables, headings and pictures in files beside the page, which Word and LibreOffice open and edit.
 * Made from report.html itself, so that both agree.
 */

export interface WordReport {
  readonly html: string;
  /** drawings by name of file, without its ending */
  readonly pictures: readonly WordPicture[];
}

export interface WordPicture {
  readonly name: string;
  readonly svg: string;
  /** [px] of 1/96 inch */
  readonly width: number;
  readonly height: number;
}

/** [px] what A4 leaves between its margins */
const WIDTH = 640;

/** `page`: report.html or comparison.html. `folder`: where the pictures will lie, seen from the page; `ending`: png or svg. */
export function wordReport(page: string, folder: string, ending: 'png' | 'svg'): WordReport {
  const pictures: WordPicture[] = [];
  const title = /<title>([\s\S]*?)<\/title>/.exec(page)?.[1] ?? 'Report';
  const lead = /<p class="description"[^>]*>([\s\S]*?)<\/p>/.exec(page)?.[1] ?? '';
  const sections = [...page.matchAll(PANEL)].map(([, id, name, content]) => {
    const text = plain(content, (svg) => {
      const { width, height } = sizeOf(svg);
      const name = `${id}-${pictures.length + 1}`;
      pictures.push({ name, svg: standalone(svg, width, height), width, height });
      return `<img src="${folder}/${name}.${ending}" width="${width}" height="${height}" alt="${labelOf(svg)}">`;
    });
    return `<h2${id === 'scenario' ? ' class="new-page"' : ''}>${name}</h2>${text}`;
  });
  const heading = /<h1>([\s\S]*?)<\/h1>/.exec(page)?.[1] ?? title;
  const html = [
    '<!doctype html>',
    '<html lang="en" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">',
    `<head><meta charset="utf-8"><meta name="ProgId" content="Word.Document"><title>${title}</title>`,
    '<!--[if gte mso 9]><xml><w:WordDocument><w:View>Print</w:View><w:Zoom>100</w:Zoom></w:WordDocument></xml><![endif]-->',
    `<style>${STYLE}</style></head><body><div class="page">`,
    `<h1>${heading}</h1>${lead === '' ? '' : `<p>${lead}</p>`}`,
    ...sections,
    '</div></body></html>',
    '',
  ].join('\n');
  return { html, pictures };
}

const PANEL =
  /<section class="panel" id="panel-([\w-]+)" data-title="([^"]*)"><h2>[\s\S]*?<\/h2>([\s\S]*?)<\/section>/g;

/** Replaces elements that a word processor cannot show; other markup stays unchanged. */
function plain(html: string, picture: (svg: string) => string): string {
  return (
    html
      .replace(/<button class="jump"[^>]*>([\s\S]*?)<\/button>/g, '$1')
      .replace(/<th scope="col"><span class="hidden">Bar<\/span><\/th>/g, '')
      .replace(/<td class="bar">[\s\S]*?<\/td>/g, '')
      .replace(
        /<ul class="figure-legend">([\s\S]*?)<\/ul>/g,
        (_, items: string) => `<p class="legend">${legend(items)}</p>`,
      )
      .replace(/<svg[\s\S]*?<\/svg>/g, picture)
      .replace(/<dl>([\s\S]*?)<\/dl>/g, (_, cells: string) => titleTable(cells))
      .replace(
        /<ol class="code"[^>]*>([\s\S]*?)<\/ol>/g,
        (_, lines: string) => `<pre>${lines.replace(/<li><code>([\s\S]*?)<\/code><\/li>/g, '$1\n')}</pre>`,
      )
      .replace(/<figure[^>]*>/g, '<div class="figure">')
      .replace(/<\/figure>/g, '</div>')
      .replace(/<figcaption>/g, '<p class="caption">')
      .replace(/<\/figcaption>/g, '</p>')
      // a heading before its table stays with it, and appears in the outline
      .replace(/(<table[^>]*>)<caption>([\s\S]*?)<\/caption>/g, '<h3>$2</h3>$1')
      .replace(/<wbr>/g, '')
      .replace(
        /<table class="([^"]*)"([^>]*)>/g,
        '<table class="$1" border="1" cellspacing="0" cellpadding="2" width="100%"$2>',
      )
      .replace(/<(t[dh])([^>]*) class="n( [^"]*)?"/g, '<$1$2 class="n$3" align="right"')
      .replace(/<\/strong><span class="fact">/g, '</strong>: <span class="fact">')
      .replace(/ (?:tabindex|role|aria-hidden)="[^"]*"/g, '')
  );
}

/** `- name` in the colour of its curve. */
function legend(items: string): string {
  return items.replace(
    /<li><svg[^>]*><path[^>]*stroke="([^"]*)"[^>]*\/><\/svg>([\s\S]*?)<\/li>/g,
    '<span style="color:$1">&#9644;</span> $2 &nbsp; ',
  );
}

const COLUMNS = 4;

function titleTable(cells: string): string {
  const fields = [...cells.matchAll(/<div><dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd><\/div>/g)].map(
    ([, name, value]) => `<td><span class="small">${name}</span><br>${value}</td>`,
  );
  const rows: string[] = [];
  for (let i = 0; i < fields.length; i += COLUMNS) {
    const row = fields.slice(i, i + COLUMNS);
    rows.push(`<tr>${row.join('')}${'<td></td>'.repeat(COLUMNS - row.length)}</tr>`);
  }
  return `<table class="title" border="1" cellspacing="0" cellpadding="3" width="100%">${rows.join('')}</table>`;
}

function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, wide, high] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const [width, height] = [Number(wide ?? WIDTH), Number(high ?? 0.5 * WIDTH)];
  const scale = Math.min(1, WIDTH / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function labelOf(svg: string): string {
  return /aria-label="([^"]*)"/.exec(svg)?.[1] ?? '';
}

/** A drawing that needs no page around it. */
function standalone(svg: string, width: number, height: number): string {
  const space = /xmlns=/.test(svg) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  return svg
    .replace('<svg', `<svg${space} width="${width}" height="${height}"`)
    .replace(/>/, `><style>${DRAWN}</style>`);
}

/** Looks of the drawings' lines, as on paper. */
const DRAWN =
  'text{font:9px Arial,sans-serif;fill:#333}.phase{font-size:7.5px;fill:#555}.rule,.frame{fill:none;stroke:#ccc}.frame{stroke:#555}' +
  '.curve{fill:none;stroke-width:1.3}.limit{fill:none;stroke:#b3261e;stroke-width:1.3;stroke-dasharray:5 3}.limit-text{fill:#b3261e}' +
  '.band-a{fill:#eef0f2}.band-b{fill:#f8f9fa}.band{fill:#dbe7ee}.edge{fill:none;stroke:#0b6e99}.mean{fill:none;stroke:#0b6e99;stroke-width:1.6}' +
  '.last{fill:none;stroke:#c4511a;stroke-dasharray:5 3}';

const STYLE =
  '@page{size:21cm 29.7cm;margin:2cm 1.8cm}div.page{page:page}' +
  'body,td,th{font-family:Calibri,Arial,sans-serif;font-size:10pt}h1{font-size:18pt}h2{font-size:14pt;page-break-after:avoid}' +
  'h3,p.caption{font-size:10.5pt;font-weight:bold;page-break-after:avoid}h2.new-page{page-break-before:always}' +
  'table{border-collapse:collapse;width:100%;margin-bottom:10pt}td,th{border:1px solid #999;padding:2pt 4pt;font-size:8.5pt;text-align:left;' +
  'vertical-align:top}th.n,td.n{text-align:right}tr{page-break-inside:avoid}thead{display:table-header-group}thead th{background:#e8edf0}' +
  'pre{font-family:Consolas,"Courier New",monospace;font-size:7.5pt;white-space:pre-wrap}.small{font-size:7.5pt;color:#555}' +
  '.verdict{border-left:4pt solid #b3261e;padding-left:6pt;font-size:12pt}.verdict-complete{border-color:#1b6b3a}.legend{font-size:8.5pt}';
