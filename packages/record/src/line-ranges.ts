/**
 * Smallest, mean and largest value of a quantity at every place along a cable or a chain, from every step of a run. A place is an arc
 * length: of nodes as recorded (`cable.NAME.range-I.arc`), else of elements and links that share the length.
 */
import type { Channel } from './channel.ts';
import { type Along, Envelope } from './envelope.ts';

export interface LineRange extends Along {
  /** `cable.hoist`, `chain.bower` */
  readonly line: string;
  /** tension, curvature, twist, load */
  readonly quantity: string;
  readonly unit: string;
}

/** The columns that hold a quantity along a line. */
export interface LineColumns {
  readonly line: string;
  readonly quantity: string;
  readonly unit: string;
  /** from start to end: of elements or links, or of nodes */
  readonly columns: readonly string[];
  /** the arc length [m] of each, where recorded */
  readonly arcs?: readonly string[];
  /** otherwise, the position of each as a part of the length */
  readonly shares: readonly number[];
}

const ALONG = /^((?:cable|chain)\..+)\.(element|link|range)-(\d+)\.(tension|curvature|twist|load)$/s;

/** Quantities along lines that are recorded, nodes with arc lengths before elements. */
export function lineColumns(channels: readonly Pick<Channel, 'name' | 'unit'>[]): LineColumns[] {
  const names = new Set(channels.map(({ name }) => name));
  const found = new Map<string, { line: string; quantity: string; unit: string; parts: Map<string, string[]> }>();
  for (const { name, unit } of channels) {
    const place = ALONG.exec(name);
    if (place === null) continue;
    const [, line, part, at, quantity] = place;
    const key = `${line}.${quantity}`;
    const entry = found.get(key) ?? { line, quantity, unit, parts: new Map<string, string[]>() };
    found.set(key, entry);
    const list = entry.parts.get(part) ?? [];
    entry.parts.set(part, list);
    list[Number(at)] = name;
  }
  return [...found.values()].map(({ line, quantity, unit, parts }): LineColumns => {
    const there = (part: string): string[] => (parts.get(part) ?? []).filter((name) => name !== undefined);
    const nodes = there('range');
    const arcs = nodes.map((name) => name.replace(/\.[a-z]+$/, '.arc'));
    const of = { line, quantity, unit };
    if (arcs.length > 1 && arcs.every((name) => names.has(name))) return { ...of, columns: nodes, arcs, shares: [] };
    const elements = [...there('element'), ...there('link')];
    const columns = elements.length > 0 ? elements : nodes;
    const n = columns.length;
    const shares = columns.map((_, j) => (elements.length > 0 ? (j + 0.5) / n : j / Math.max(1, n - 1)));
    return { ...of, columns, shares };
  });
}

interface Watched {
  readonly of: LineColumns;
  readonly columns: Int32Array;
  readonly arcs: Int32Array | undefined;
  /** column of the length; -1: not recorded */
  readonly length: number;
  readonly arc: Float64Array;
  readonly value: Float64Array;
  envelope: Envelope;
}

/** The ranges of a run in progress. */
export class RunningRanges {
  readonly #watched: readonly Watched[];
  /** [s] of the first instant and the last */
  #start = Number.NaN;
  #last = Number.NaN;

  constructor(channels: readonly Channel[]) {
    const at = new Map<string, number>();
    let column = 0;
    for (const { name, components } of channels) {
      at.set(name, column);
      column += components.length;
    }
    const placed = (names: readonly string[]): Int32Array => Int32Array.from(names, (name) => at.get(name) as number);
    this.#watched = lineColumns(channels).map((of) => ({
      of,
      columns: placed(of.columns),
      arcs: of.arcs && placed(of.arcs),
      length: at.get(`${of.line}.length`) ?? -1,
      arc: new Float64Array(of.columns.length),
      value: new Float64Array(of.columns.length),
      envelope: new Envelope(),
    }));
  }

  /** All columns at one time [s]. */
  add(time: number, row: Float64Array): void {
    if (Number.isNaN(this.#start)) this.#start = time;
    const step = time > this.#last ? time - this.#last : 0;
    this.#last = time;
    for (let k = 0; k < this.#watched.length; k++) {
      const { of, columns, arcs, length, arc, value, envelope } = this.#watched[k];
      for (let i = 0; i < columns.length; i++) {
        value[i] = row[columns[i]];
        arc[i] = arcs === undefined ? of.shares[i] * (length < 0 ? 1 : row[length]) : row[arcs[i]];
      }
      envelope.add(arc, value, step);
    }
  }

  /** Continues at a time [s] from the result of an earlier part of the run, replacing values added so far. */
  restore(known: readonly LineRange[], time: number): void {
    if (Number.isNaN(this.#start)) this.#start = 0;
    this.#last = time;
    for (const watched of this.#watched) {
      const { line, quantity } = watched.of;
      const found = known.find((range) => range.line === line && range.quantity === quantity);
      if (found === undefined) continue;
      watched.envelope = new Envelope();
      watched.envelope.restore(found, time - this.#start);
    }
  }

  /** Fit for JSON. */
  ranges(): LineRange[] {
    return this.#watched.flatMap(({ of: { line, quantity, unit }, envelope }) => {
      const along = envelope.result();
      return along === undefined ? [] : [{ line, quantity, unit, ...along }];
    });
  }
}
