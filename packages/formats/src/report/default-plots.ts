/** Default plots. */
import type { ColumnInfo } from './columns.ts';
import { placeOf } from './plot-names.ts';

const MAX_PLOTS = 4;
/** Separations are recorded on request only, so all of them are shown. */
const MAX_WITH_SEPARATIONS = 5;
const MAX_CURVES = 4;

interface Candidate {
  readonly column: ColumnInfo;
  /** range of the values */
  readonly span: number;
}

/** The winch or the deckhand that holds each cable: `hoist wire` -> `winch.hoist`. Empty where the scenario is not known. */
export function holdersOf(resolved: unknown): ReadonlyMap<string, string> {
  const holders = new Map<string, string>();
  const { winches, deckhands } = (resolved ?? {}) as Partial<Record<'winches' | 'deckhands', unknown>>;
  for (const [kind, gear] of [
    ['winch', winches],
    ['hand', deckhands],
  ] as const) {
    for (const [name, given] of Object.entries((gear ?? {}) as Record<string, { readonly cable?: unknown } | null>))
      if (typeof given?.cable === 'string') holders.set(given.cable, `${kind}.${name}`);
  }
  return holders;
}

/** Groups of column names, one for each plot: positions, loads of joints and lines, contact, speeds. */
export function defaultPlots(
  columns: readonly ColumnInfo[],
  holders: ReadonlyMap<string, string> = new Map(),
): string[][] {
  const separations = best(columns, ({ name }) => /^separation\..*\.least$/.test(name));
  const plots = [
    positions(columns),
    best(columns, (column) => column.name.endsWith('.reaction.magnitude')),
    lineTensions(columns, holders),
    pullingSprings(columns),
    ofContacts(columns, '.normal-force'),
    separations.length > 0 ? ofContacts(columns, '.friction-force') : [],
    separations,
    best(columns, (column) => column.name.endsWith('.velocity.magnitude')),
  ].filter((plot) => plot.length > 0);
  if (plots.length < 2) {
    plots.push(best(columns, (column) => /^energy\.(kinetic|potential|elastic|dissipated)$/.test(column.name)));
  }
  if (plots.every((plot) => plot.length === 0)) plots.push(best(columns, () => true));
  return plots.filter((plot) => plot.length > 0).slice(0, separations.length > 0 ? MAX_WITH_SEPARATIONS : MAX_PLOTS);
}

/** Channels for the tension of a whole line, the best first; elements and links are places along it, and may not exist. */
const OF_LINES: readonly RegExp[] = [
  /^(?:winch|hand)\.(.+)\.tension$/s,
  /^(?:cable|chain)\.(.+)\.tension-max$/s,
  /^(?:cable|chain)\.(.+)\.start\.tension$/s,
  /^(?:cable|chain)\.(.+)\.end\.tension$/s,
];
/** Relative difference below which two ranges belong to one line, recorded by its winch and by itself. */
const SAME_LINE = 0.02;

/** One curve for each line, the most heavily loaded first. */
function lineTensions(columns: readonly ColumnInfo[], holders: ReadonlyMap<string, string>): string[] {
  const found = new Map<string, ColumnInfo>();
  for (const [rank, pattern] of OF_LINES.entries()) {
    for (const column of columns) {
      const name = pattern.exec(column.name)?.[1];
      if (name === undefined || spanOf(column) === 0) continue;
      const holder = holders.get(name);
      const key = rank === 0 ? column.channel : holder === undefined ? name : `${holder}.tension`;
      if (!found.has(key)) found.set(key, column);
    }
  }
  const sorted = [...found.values()].sort((a, b) => mostOf(b) - mostOf(a));
  const chosen: ColumnInfo[] = [];
  for (const column of sorted) {
    const told = chosen.some((other) => {
      const gear = /^(?:winch|hand)\./.test(other.name) !== /^(?:winch|hand)\./.test(column.name);
      return gear && Math.abs(mostOf(other) - mostOf(column)) < SAME_LINE * mostOf(other);
    });
    if (!told) chosen.push(column);
    else if (/^(?:winch|hand)\./.test(column.name)) {
      const at = chosen.findIndex((other) => Math.abs(mostOf(other) - mostOf(column)) < SAME_LINE * mostOf(other));
      chosen[at] = column; // gear channels are those that a crew reads
    }
  }
  return chosen.slice(0, MAX_CURVES).map(({ name }) => name);
}

/** Slings and other springs under tension only: a spring that pushes is an engine or a fender. */
function pullingSprings(columns: readonly ColumnInfo[]): string[] {
  return best(columns, ({ name, range }) => {
    if (!/^force\..+\.tension$/s.test(name) || range === null) return false;
    return range[0] >= -1e-6 * range[1];
  });
}

function mostOf({ range }: ColumnInfo): number {
  return range === null ? 0 : range[1];
}

function ofContacts(columns: readonly ColumnInfo[], what: string): string[] {
  return best(columns, ({ channel }) => channel.startsWith('contact.') && channel.endsWith(what));
}

/** motion of a body relative to that of its point below which the point is shown */
const OWN_SHARE = 0.1;

/** The coordinate with the largest change for each moving thing; largest motions first. */
function positions(columns: readonly ColumnInfo[]): string[] {
  const byChannel = new Map<string, Candidate>();
  for (const column of columns) {
    if (!column.channel.endsWith('.position') || column.unit !== 'm') continue;
    const candidate = { column, span: spanOf(column) };
    const known = byChannel.get(column.channel);
    if (known === undefined || candidate.span > known.span) byChannel.set(column.channel, candidate);
  }
  // the motion of a body is that of its origin, unless it rotates about it
  const fits = ({ column, span }: Candidate): boolean => {
    const own = byChannel.get(`${placeOf(column.channel).object}.position`);
    return own === undefined || own.column === column || own.span < OWN_SHARE * span;
  };
  return ranked([...byChannel.values()].filter(fits));
}

function best(columns: readonly ColumnInfo[], wanted: (column: ColumnInfo) => boolean): string[] {
  const found = columns.filter(wanted);
  const unit = found[0]?.unit;
  return ranked(found.filter((column) => column.unit === unit).map((column) => ({ column, span: spanOf(column) })));
}

/**
 * The largest first, but never a curve that would be flat beside it, never two points of one body, and among numbered things (the links of
 * a chain) only those of different size.
 */
function ranked(candidates: readonly Candidate[]): string[] {
  const sorted = candidates.filter(({ span }) => span > 0).sort((a, b) => b.span - a.span);
  const chosen: string[] = [];
  const objects = new Set<string>();
  const stems = new Map<string, number>();
  for (const { column, span } of sorted) {
    if (chosen.length === MAX_CURVES || span < 0.01 * sorted[0].span) break;
    const { object } = placeOf(column.channel);
    const stem = object.replace(/\d+/g, '#');
    const alike = stem !== object && span > 0.6 * (stems.get(stem) ?? Number.POSITIVE_INFINITY);
    if (objects.has(object) || alike) continue;
    objects.add(object);
    stems.set(stem, span);
    chosen.push(column.name);
  }
  return chosen;
}

function spanOf({ range }: ColumnInfo): number {
  return range === null ? 0 : range[1] - range[0];
}
