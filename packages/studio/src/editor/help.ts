/** What a key means, shown when the pointer rests on it. */
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import { kindText, schemasAt, written } from '../model/schema-walk.ts';
import { plain, schema } from '../state.ts';
import { placeAt } from './place.ts';

export function help(): Extension {
  return hoverTooltip((view, pos): Tooltip | null => {
    const root = schema.peek();
    const line = view.state.doc.lineAt(pos);
    const found = wordAround(line.text, pos - line.from);
    if (root === undefined || found === undefined) return null;
    const [start, end, key] = found;
    const { path } = placeAt(view.state.doc.toString(), line.from + start);
    const isKey = /^\s*:/.test(line.text.slice(end));
    const whole = isKey ? [...path, key] : path;
    const nodes = schemasAt(root, whole, plain.peek());
    const described = nodes.find((node) => node.description !== undefined) ?? nodes[0];
    if (described === undefined || !isKey) return null;
    return {
      pos: line.from + start,
      end: line.from + end,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'key-help';
        const head = document.createElement('b');
        head.textContent = whole.join('.').replace(/\.(\d+)/g, '[$1]');
        const kinds = document.createElement('span');
        kinds.textContent = [...new Set(nodes.map(kindText))].filter(Boolean).join(' or ');
        const text = document.createElement('p');
        const fallback = described.default === undefined ? '' : ` Default: ${written(described.default)}.`;
        text.textContent = (described.description ?? '') + fallback;
        dom.append(head, ' ', kinds, text);
        return { dom };
      },
    };
  });
}

/** The key around a column: letters, digits, dashes and single spaces between them. */
function wordAround(text: string, at: number): [number, number, string] | undefined {
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*/gu)) {
    const end = match.index + match[0].length;
    if (at >= match.index && at <= end) return [match.index, end, match[0]];
  }
  return undefined;
}
