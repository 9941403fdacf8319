/** Help for a key, shown when the pointer rests on it or F1 is pressed. The lint shows problems. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { type Command, hoverTooltip, showTooltip, type Tooltip } from '@codemirror/view';
import { kindText, schemasAt, written } from '../model/schema-walk.ts';
import { active, plains, schema } from '../state.ts';
import { placeAt } from './place.ts';

/** [ms] the pointer must rest */
const REST = 300;

export const keyHelp: ReturnType<typeof hoverTooltip> = hoverTooltip((view, at) => tooltipAt(view.state, at), {
  hoverTime: REST,
  hideOnChange: true,
});

const show = StateEffect.define<Tooltip | null>();

/** The help that F1 opened; it goes with the next change or move. */
export const askedHelp: StateField<Tooltip | null> = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, change) {
    for (const effect of change.effects) if (effect.is(show)) return effect.value;
    return change.docChanged || change.selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

export const explain: Command = (view) => {
  view.dispatch({ effects: show.of(tooltipAt(view.state, view.state.selection.main.head)) });
  return true;
};

export const stopExplaining: Command = (view) => {
  if (view.state.field(askedHelp) === null) return false;
  view.dispatch({ effects: show.of(null) });
  return true;
};

function tooltipAt(state: EditorState, at: number): Tooltip | null {
  const root = schema.peek();
  if (root === undefined || !/\.(ya?ml|json)$/i.test(active.peek())) return null;
  const line = state.doc.lineAt(at);
  const found = wordAround(line.text, at - line.from);
  if (found === undefined) return null;
  const [start, end, key] = found;
  if (!/^\s*:/.test(line.text.slice(end))) return null;
  const from = line.from + start;
  const path = [...placeAt(state.doc.sliceString(0, from), from).path, key];
  const nodes = schemasAt(root, path, plains.peek()[active.peek()]);
  const described = nodes.find((node) => node.description !== undefined) ?? nodes[0];
  if (described === undefined) return null;
  const kinds = [...new Set(nodes.map(kindText))].filter(Boolean).join(' or ');
  const fallback = described.default === undefined ? '' : ` Default: ${written(described.default)}.`;
  const text = (described.description ?? '') + fallback;
  return { pos: from, end: line.from + end, above: true, create: () => ({ dom: helpBox(path, kinds, text) }) };
}

function helpBox(path: readonly (string | number)[], kinds: string, text: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'key-help';
  box.setAttribute('role', 'tooltip');
  const part = (tag: string, content: string): HTMLElement => {
    const made = document.createElement(tag);
    made.textContent = content;
    return made;
  };
  const kind = part('span', kinds);
  kind.className = 'soft';
  box.append(part('b', path.join('.').replace(/\.(\d+)/g, '[$1]')), ' ', kind, part('p', text));
  return box;
}

/** The key around a column: letters, digits, dashes and single spaces between them. */
function wordAround(text: string, at: number): [number, number, string] | undefined {
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*/gu)) {
    const end = match.index + match[0].length;
    if (at >= match.index && at <= end) return [match.index, end, match[0]];
  }
  return undefined;
}
