/** Comparison of two runs: criteria, lines, extremes and important curves, as a page for screen and paper. */
import type { LimitSummary, Recording, RunManifest } from '@hawser/record';
import { columnInfos } from './columns.ts';
import { extremesOf, withMagnitudes, withPeaks } from './derive.ts';
import { figureSvg } from './figure.ts';
import { limitsOf, plotsOf } from './figures.ts';
import { withoutRanges } from './ranges.ts';
import { plainBounds, quantity, utilisation } from './summary.ts';
import { tableHtml } from './table.ts';
import { displayScale, escapeHtml, escapeStyle, formatNumber, formatTime } from './text.ts';

export interface ComparedRun {
  readonly manifest: RunManifest;
  readonly recording: Recording;
}

/** Number of rows of the table of extremes: the largest differences. */
const MOST_ROWS = 60;

export function buildComparison(first: ComparedRun, second: ComparedRun, style: string): string {
  const runs = [first, second].map(({ manifest, recording }) => ({
    manifest,
    recording: withMagnitudes(withoutRanges(recording)),
  })) as [ComparedRun, ComparedRun];
  const names = namesOf(runs);
  const title =
    first.manifest.scenario.title === second.manifest.scenario.title
      ? first.manifest.scenario.title
      : `${first.manifest.scenario.title} and ${second.manifest.scenario.title}`;
  const sections: readonly (readonly [string, string])[] = [
    ['Runs', factsHtml(runs, names)],
    ['Criteria', criteriaHtml(runs, names) + linesHtml(runs, names)],
    ['What the scenarios differ in', scenarioHtml(runs, names)],
    ['Curves', curvesHtml(runs, names)],
    ['Extremes that differ most', extremesHtml(runs, names)],
  ];
  const body = sections
    .filter(([, html]) => html !== '')
    .map(([heading, html]) => `<section class="panel"><h2>${heading}</h2>${html}</section>`);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}: comparison – hawser</title><style>${escapeStyle(style)}</style></head>`,
    `<body class="comparison"><header class="top"><div class="heading"><h1>${escapeHtml(title)}</h1><p class="description">Two runs compared</p></div></header>`,
    `<main class="panels">${body.join('')}</main></body></html>`,
    '',
  ].join('\n');
}

/** A and B, with their main differences. */
function namesOf(runs: readonly [ComparedRun, ComparedRun]): [string, string] {
  const [a, b] = runs.map(({ manifest }) => manifest.scenario.title);
  return a === b ? ['A', 'B'] : [`A: ${a}`, `B: ${b}`];
}

function factsHtml(runs: readonly [ComparedRun, ComparedRun], names: readonly string[]): string {
  const row = (title: string, of: (manifest: RunManifest) => string): string[] => [
    title,
    ...runs.map(({ manifest }) => of(manifest)),
  ];
  return tableHtml(
    'The two runs',
    ['', ...names],
    [
      row('Title', ({ scenario }) => scenario.title),
      row('File', ({ scenario }) => scenario.file.replace(/^.*[/\\]/, '')),
      row('Ended', ({ status }) => status),
      row('Verdict', ({ operation }) => operation?.verdict ?? ''),
      row('Simulated [s]', ({ summary }) => formatNumber(summary.simulatedTime)),
      row('Seed', ({ seed }) => String(seed)),
      row('Energy unaccounted for [J]', ({ summary }) => formatNumber(summary.energy.imbalance, 3)),
      row('Started', ({ started }) => started ?? ''),
      row('hawser', ({ hawser }) => hawser),
      row('State', ({ summary }) => summary.hash),
    ],
  );
}

function limit(one: LimitSummary | undefined): string {
  return one === undefined ? '' : plainBounds(one) || one.wanted;
}

function criteriaHtml([a, b]: readonly [ComparedRun, ComparedRun], names: readonly string[]): string {
  const [first, second] = [a, b].map(({ manifest }) => manifest.operation?.limits ?? []);
  const all = [...new Set([...first, ...second].map(({ name }) => name))];
  const rows = all.map((name) => {
    const [p, q] = [first, second].map((list) => list.find((limit) => limit.name === name));
    const cells = [p, q].flatMap((limit) => {
      if (limit === undefined) return ['', '', ''];
      const used = utilisation(limit)?.used;
      return [
        quantity(limit.worst, limit.unit),
        used === undefined || Number.isNaN(used) ? '' : `${formatNumber(100 * used, 3)} %`,
        limit.kept ? 'kept' : 'BROKEN',
      ];
    });
    const change = p && q ? quantity(q.worst - p.worst, p.unit) : '';
    return [name, limit(p) || limit(q), ...cells, change];
  });
  const head = names.flatMap((_, i) => [`worst ${'AB'[i]}`, `utilisation ${'AB'[i]}`, `verdict ${'AB'[i]}`]);
  return tableHtml('Criteria', ['Criterion', 'limit', ...head, 'B − A'], rows);
}

function linesHtml([a, b]: readonly [ComparedRun, ComparedRun], _names: readonly string[]): string {
  const [first, second] = [a, b].map(({ manifest }) => manifest.operation?.lines ?? []);
  const rows = first.flatMap((line) => {
    const other = second.find(({ name }) => name === line.name);
    if (other === undefined) return [];
    const change = other.most - line.most;
    return [
      [
        line.name,
        quantity(line.most, 'N'),
        quantity(other.most, 'N'),
        quantity(change, 'N'),
        line.most > 0 ? `${formatNumber((100 * change) / line.most, 3)} %` : '',
        quantity(line.mean, 'N'),
        quantity(other.mean, 'N'),
      ],
    ];
  });
  return tableHtml(
    'Tension in the lines',
    ['Line', 'greatest A', 'greatest B', 'B − A', 'of A', 'mean A', 'mean B'],
    rows,
  );
}

/** Values of the resolved scenarios that are not the same, by path. */
function scenarioHtml([a, b]: readonly [ComparedRun, ComparedRun], names: readonly string[]): string {
  const [first, second] = [a, b].map(({ manifest }) => flat(manifest.scenario.resolved));
  const paths = [...new Set([...first.keys(), ...second.keys()])].filter(
    (path) => first.get(path) !== second.get(path),
  );
  const rows = paths.slice(0, 200).map((path) => [path, first.get(path) ?? 'none', second.get(path) ?? 'none']);
  if (rows.length === 0) return '<p class="note">Nothing: both runs have the same scenario.</p><table hidden></table>';
  return tableHtml(
    paths.length > 200 ? `The first 200 of ${paths.length} values, SI units` : 'Values in SI units',
    ['Value', ...names],
    rows,
  );
}

function flat(value: unknown, path = '', found: Map<string, string> = new Map()): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) flat(inner, path === '' ? key : `${path}.${key}`, found);
  } else if (!/^(?:title|description)$/.test(path)) {
    const text = String(value);
    found.set(path, text.length > 80 ? `${text.slice(0, 80)}…` : text);
  }
  return found;
}

function curvesHtml([a, b]: readonly [ComparedRun, ComparedRun], _names: readonly string[]): string {
  const drawn = [a, b].map(({ recording, manifest }) => withPeaks(recording, manifest.extremes));
  const infos = columnInfos(drawn[0]);
  const { resolved } = a.manifest.scenario;
  const limits = limitsOf(resolved, a.manifest.operation);
  const known = new Set(columnInfos(drawn[1]).map(({ name }) => name));
  const wanted = [...new Set(plotsOf(infos, limits, resolved).flat())].filter((name) => known.has(name));
  const end = Math.max(last(a.recording.time), last(b.recording.time));
  return wanted
    .slice(0, 16)
    .map((name) =>
      figureSvg({
        title: name,
        unit: infos.find((info) => info.name === name)?.unit ?? '',
        curves: drawn.map((recording, i) => ({
          label: 'AB'[i],
          time: recording.time,
          values: recording.column(name),
        })),
        start: 0,
        end,
        limits: limits.get(name) ?? [],
        phases: a.manifest.operation?.phases ?? [],
      }),
    )
    .join('');
}

function extremesHtml([a, b]: readonly [ComparedRun, ComparedRun], _names: readonly string[]): string {
  const second = new Map(extremesOf(b.recording, b.manifest.extremes).map((extreme) => [extreme.name, extreme]));
  const end = a.manifest.summary.simulatedTime;
  const all = extremesOf(a.recording, a.manifest.extremes);
  // judge a component relative to its vector: the horizontal part of a vertical force is rounding
  const spans = new Map<string, number>();
  for (const one of [...all, ...second.values()]) {
    const key = `${vectorOf(one.name)} ${one.unit}`;
    const size = one.name === vectorOf(one.name) ? one.max - one.min : Math.max(Math.abs(one.max), Math.abs(one.min));
    spans.set(key, Math.max(size, spans.get(key) ?? 0));
  }
  const rows = all
    .flatMap((one) => {
      const two = second.get(one.name);
      if (two === undefined) return [];
      const size = spans.get(`${vectorOf(one.name)} ${one.unit}`) ?? 0;
      const change = Math.max(Math.abs(two.max - one.max), Math.abs(two.min - one.min));
      return size > 0 && change > 1e-9 * size ? [{ one, two, share: change / size }] : [];
    })
    .sort((p, q) => q.share - p.share)
    .slice(0, MOST_ROWS)
    .map(({ one, two }) => {
      const scale = displayScale(
        one.unit,
        Math.max(Math.abs(one.max), Math.abs(one.min), Math.abs(two.max), Math.abs(two.min)),
      );
      const number = (value: number): string => formatNumber(value * scale.factor);
      return [
        one.name,
        scale.unit,
        number(one.min),
        number(two.min),
        number(one.max),
        number(two.max),
        formatTime(one.maxTime, end),
        formatTime(two.maxTime, end),
      ];
    });
  return tableHtml(
    'By the change of an extreme over the size of the channel or of its vector',
    ['Channel', 'unit', 'least A', 'least B', 'greatest A', 'greatest B', 'A at t [s]', 'B at t [s]'],
    rows,
  );
}

/** The name of a component without its axis. */
function vectorOf(name: string): string {
  return name.replace(/\.(?:[xyz]|magnitude)$/, '');
}

function last(time: Float64Array): number {
  return time.length === 0 ? 0 : time[time.length - 1];
}
