/** What a key means and what is wrong at a place, shown when the pointer rests there. */
import { kindText, schemasAt, written } from '../model/schema-walk.ts';
import { plain, schema } from '../state.ts';
import { placeAt } from './place.ts';
import { element, Popup } from './popup.ts';
import type { Sheet } from './sheet.ts';

/** [ms] the pointer must rest */
const REST = 300;

export function helpOn(sheet: Sheet): { hide(): void; showAt(at: number): void } {
  const popup = new Popup(sheet, 'key-help');
  popup.dom.setAttribute('role', 'tooltip');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    popup.hide();
  };
  const showAt = (at: number): void => {
    const content = [...problemsAt(sheet, at), ...(keyAt(sheet, at) ?? [])];
    if (content.length > 0) popup.show(content, at, 'above');
  };
  sheet.area.addEventListener('mousemove', ({ clientX, clientY, buttons }) => {
    hide();
    if (buttons !== 0) return;
    timer = setTimeout(() => {
      const at = sheet.dom.isConnected ? sheet.placeAt(clientX, clientY) : undefined;
      if (at !== undefined) showAt(at);
    }, REST);
  });
  for (const kind of ['mouseleave', 'mousedown', 'blur']) sheet.area.addEventListener(kind, hide);
  sheet.dom.addEventListener('scroll', hide);
  return { hide, showAt };
}

function problemsAt(sheet: Sheet, at: number): Node[] {
  const { line, column } = sheet.lineAt(at);
  return sheet
    .marksAt(line)
    .filter(({ from, to, message }) => message !== '' && column >= from && column <= to)
    .map(({ kind, message }) => element('p', kind, message));
}

function keyAt(sheet: Sheet, at: number): Node[] | undefined {
  const root = schema.peek();
  const { line, column } = sheet.lineAt(at);
  const text = sheet.textOf(line);
  const found = wordAround(text, column);
  if (root === undefined || found === undefined) return undefined;
  const [start, end, key] = found;
  if (!/^\s*:/.test(text.slice(end))) return undefined;
  const whole = [...placeAt(sheet.text, sheet.startOf(line) + start).path, key];
  const nodes = schemasAt(root, whole, plain.peek());
  const described = nodes.find((node) => node.description !== undefined) ?? nodes[0];
  if (described === undefined) return undefined;
  const kinds = [...new Set(nodes.map(kindText))].filter(Boolean).join(' or ');
  const fallback = described.default === undefined ? '' : ` Default: ${written(described.default)}.`;
  return [
    element('b', '', whole.join('.').replace(/\.(\d+)/g, '[$1]')),
    document.createTextNode(' '),
    element('span', 'soft', kinds),
    element('p', '', (described.description ?? '') + fallback),
  ];
}

/** The key around a column: letters, digits, dashes and single spaces between them. */
function wordAround(text: string, at: number): [number, number, string] | undefined {
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*/gu)) {
    const end = match.index + match[0].length;
    if (at >= match.index && at <= end) return [match.index, end, match[0]];
  }
  return undefined;
}
