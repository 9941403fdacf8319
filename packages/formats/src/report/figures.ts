/** The plots of a report as drawings, with limits and phases. */
import type { OperationSummary, Recording } from '@hawser/record';
import { type ColumnInfo, columnInfos } from './columns.ts';
import { defaultPlots, holdersOf } from './default-plots.ts';
import { type FigureLimit, figureSvg } from './figure.ts';
import { columnOfLimit } from './limit-columns.ts';
import { plotNames } from './plot-names.ts';
import { signalStatistics } from './statistics.ts';
import { shortQuantity } from './summary.ts';
import { tableHtml } from './table.ts';
import { displayScale, formatNumber } from './text.ts';

/** Limits by column, in its unit. */
export type ColumnLimits = ReadonlyMap<string, readonly FigureLimit[]>;

export function limitsOf(resolved: unknown, operation: OperationSummary | undefined): ColumnLimits {
  const given = (resolved as { limits?: readonly { channel?: string; during?: string }[] } | null)?.limits ?? [];
  const found = new Map<string, FigureLimit[]>();
  if (operation === undefined) return found;
  operation.limits.forEach(({ name, above, below, unit }, i) => {
    if (given[i]?.channel === undefined) return;
    const channel = columnOfLimit(given[i].channel);
    const phase = given[i].during;
    const during = operation.phases
      .filter((each) => each.name === phase)
      .map((each): readonly [number, number] => [each.start, each.end ?? each.start]);
    const put = (value: number | undefined): void => {
      if (value === undefined) return;
      found.set(channel, [
        ...(found.get(channel) ?? []),
        { label: `${name}: ${shortQuantity(value, unit)}`, value, ...(phase !== undefined && { during }) },
      ]);
    };
    put(above);
    put(below);
  });
  return found;
}

/** Default columns, one list for each plot; a channel with a limit is always plotted. */
export function plotsOf(infos: readonly ColumnInfo[], limits: ColumnLimits, resolved: unknown): string[][] {
  const wanted = defaultPlots(infos, holdersOf(resolved));
  for (const name of limits.keys()) {
    if (infos.some((info) => info.name === name) && !wanted.some((plot) => plot.includes(name))) wanted.push([name]);
  }
  return wanted;
}

export function figuresHtml(
  recording: Recording,
  plots: readonly (readonly string[])[],
  operation: OperationSummary | undefined,
  limits: ColumnLimits,
  end: number,
): string {
  if (recording.length < 2) return '';
  const infos = new Map(columnInfos(recording).map((info) => [info.name, info]));
  return plots
    .map((names) => {
      const columns = names.flatMap((name) => infos.get(name) ?? []);
      const { title, labels } = plotNames(columns);
      return figureSvg({
        title: columns.length === 1 ? columns[0].name : title || names.join(', '),
        unit: columns[0].unit,
        curves: columns.map(({ name }, i) => ({
          label: labels[i],
          time: recording.time,
          values: recording.column(name),
        })),
        start: recording.time[0],
        end,
        limits: names.flatMap((name) => limits.get(name) ?? []),
        phases: operation?.phases ?? [],
      });
    })
    .join('');
}

/** Channels with statistics: lines, motions, the sea. */
const ASKED =
  /^(?:(?:winch|hand)\..+\.tension|(?:cable|chain)\..+\.(?:start\.tension|tension-max)|[^.]+\.(?:position\.z|angles\.\w+)|sea\..+)$/s;
const MOST_ROWS = 40;

export function statisticsHtml(recording: Recording): string {
  const rows = columnInfos(recording)
    .filter(({ name, range }) => ASKED.test(name) && range !== null && range[1] > range[0])
    .slice(0, MOST_ROWS)
    .flatMap(({ name, unit, range }) => {
      const found = signalStatistics(recording.time, recording.column(name));
      if (found === undefined || range === null) return [];
      const scale = displayScale(unit, Math.max(Math.abs(range[0]), Math.abs(range[1])));
      const number = (value: number, power = 1): string => formatNumber(value * scale.factor ** power);
      const { mean, deviation, significant, m0, m2, m4, period } = found;
      return [
        [
          name,
          scale.unit,
          number(mean),
          number(deviation),
          number(significant),
          formatNumber(period, 3),
          number(m0, 2),
          number(m2, 2),
          number(m4, 2),
        ],
      ];
    });
  return tableHtml(
    'Statistics of the recorded rows; significant: mean of the largest third of heights, trough to crest; m0, m2, m4: spectral moments in rad/s',
    ['Channel', 'unit', 'mean', 'std. deviation', 'significant', 'period [s]', 'm0', 'm2', 'm4'],
    rows,
  );
}
