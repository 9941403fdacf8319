/** The list of all recorded channels, to choose curves. */
import type { ColumnInfo, PlotData } from '../data.ts';
import { h } from '../dom.ts';
import { FAMILY_ORDER, placeOf } from '@hawser/formats/report';

export interface ChooserActions {
  readonly isShown: (column: string) => boolean;
  readonly set: (column: ColumnInfo, shown: boolean) => void;
}

/** Largest number of channels for which the list is shown without filter. */
const FEW_CHANNELS = 10;

interface Row {
  readonly element: HTMLElement;
  /** lower-case text for the filter */
  readonly text: string;
}

interface ObjectGroup {
  readonly element: HTMLDetailsElement;
  readonly rows: readonly Row[];
}

export class Chooser {
  readonly element: HTMLElement;
  readonly filter: HTMLInputElement;
  readonly #groups: ObjectGroup[] = [];
  readonly #boxes = new Map<string, HTMLInputElement>();
  readonly #none: HTMLElement;
  readonly #actions: ChooserActions;

  constructor(data: PlotData, actions: ChooserActions) {
    this.#actions = actions;
    this.filter = h('input', {
      type: 'search',
      class: 'filter',
      placeholder: 'Filter, such as: pin reaction',
      'aria-label': 'Filter channels',
      oninput: () => this.#apply(),
    });
    this.#none = h('p', { class: 'empty', hidden: true }, 'No channel has all of these words in its name.');
    this.element = h('div', { class: 'chooser-list', role: 'group', 'aria-label': 'Channels' }, this.#none);
    for (const [family, objects] of grouped(data)) {
      const details = [...objects].map(([object, channels]) => this.#objectGroup(object, channels));
      if (new Set(data.columns.map((column) => column.channel)).size <= FEW_CHANNELS)
        for (const group of details) group.open = true;
      this.element.append(h('section', { class: 'family' }, h('h3', {}, family), ...details));
    }
  }

  /** Ticks the boxes of shown curves. */
  refresh(): void {
    for (const [name, box] of this.#boxes) box.checked = this.#actions.isShown(name);
  }

  #objectGroup(object: string, channels: ReadonlyMap<string, readonly ColumnInfo[]>): HTMLDetailsElement {
    const rows = [...channels].map(([rest, columns]) => this.#row(object, rest, columns));
    const element = h('details', {}, h('summary', {}, object), ...rows.map((row) => row.element));
    this.#groups.push({ element, rows });
    return element;
  }

  #row(object: string, rest: string, columns: readonly ColumnInfo[]): Row {
    const { unit } = columns[0];
    const boxes = columns.map((column) => {
      const box = h('input', { type: 'checkbox', onchange: () => this.#actions.set(column, box.checked) });
      box.setAttribute('aria-label', column.name);
      this.#boxes.set(column.name, box);
      const steady = column.range === null || column.range[0] === column.range[1];
      const name = column.component === 'magnitude' ? 'size' : column.component;
      return h('label', { class: steady ? 'steady' : '', title: steady ? 'does not change' : column.name }, box, name);
    });
    const label = h('span', { class: 'channel' }, rest === '' ? object : rest);
    const unitText = h('span', { class: 'unit' }, unit === '' ? '' : `[${unit}]`);
    return {
      element: h('div', { class: 'channel-row' }, label, unitText, h('span', { class: 'components' }, ...boxes)),
      text: `${object}.${rest} ${unit}`.toLowerCase(),
    };
  }

  #apply(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let any = false;
    for (const { element, rows } of this.#groups) {
      let shown = 0;
      for (const row of rows) {
        const fits = words.every((word) => row.text.includes(word));
        row.element.hidden = !fits;
        if (fits) shown++;
      }
      element.hidden = shown === 0;
      if (words.length > 0) element.open = shown > 0;
      any ||= shown > 0;
    }
    for (const family of this.element.querySelectorAll<HTMLElement>('.family')) {
      family.hidden = family.querySelector('details:not([hidden])') === null;
    }
    this.#none.hidden = any;
  }
}

type Tree = Map<string, Map<string, Map<string, ColumnInfo[]>>>;

/** family -> object -> channel -> columns */
function grouped(data: PlotData): Tree {
  const tree: Tree = new Map(FAMILY_ORDER.map((family) => [family, new Map()]));
  for (const column of data.columns) {
    const { family, object, rest } = placeOf(column.channel);
    const objects = tree.get(family) ?? new Map<string, Map<string, ColumnInfo[]>>();
    const channels = objects.get(object) ?? new Map<string, ColumnInfo[]>();
    channels.set(rest, [...(channels.get(rest) ?? []), column]);
    objects.set(object, channels);
    tree.set(family, objects);
  }
  for (const [family, objects] of tree) if (objects.size === 0) tree.delete(family);
  return tree;
}
