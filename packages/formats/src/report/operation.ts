/** The operation in a report: verdict, phases, lines, people, impacts, limits. */
import type { OperationSummary } from '@hawser/record';
import { escapeHtml, formatNumber, formatTime } from './text.ts';

const DEG = 180 / Math.PI;

export function operationHtml(operation: OperationSummary, end: number): string {
  const { verdict, reasons } = operation;
  const why = reasons.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('');
  const told = verdict === 'go' ? 'Go' : 'No-go';
  const status = verdict === 'go' ? 'complete' : 'failed';
  const because = why === '' ? '<span class="fact">all limits kept, script played to its end</span>' : '';
  const time = (t: number): string => formatTime(t, end);
  return (
    `<div class="verdict verdict-${status}" role="status"><strong>${told}</strong>${because}</div>` +
    (why === '' ? '' : `<ul class="warnings">${why}</ul>`) +
    table(
      'Phases',
      ['Phase', 'from t [s]', 'to t [s]', 'lasts [s]'],
      operation.phases.map(({ name, start, end: over }) => [
        name,
        time(start),
        over === undefined ? 'not finished' : time(over),
        over === undefined ? '' : formatNumber(over - start, 4),
      ]),
    ) +
    table(
      'Limits',
      ['Limit', 'wanted', 'worst', 'at t [s]', 'kept'],
      operation.limits.map(({ name, wanted, worst, unit, time: at, kept }) => [
        name,
        wanted,
        Number.isFinite(worst) ? measured(worst, unit) : 'never looked at',
        time(at),
        kept ? 'yes' : 'no',
      ]),
    ) +
    table(
      'Tension in the lines [N], by phase; amplification is the greatest over the mean',
      ['Line', 'Phase', 'least', 'mean', 'greatest', 'amplification'],
      operation.lines.flatMap(({ name, least, mean, most, phases }) => [
        [name, 'whole run', force(least), force(mean), force(most), ''],
        ...phases.map((phase) => [
          '',
          phase.name,
          force(phase.least),
          force(phase.mean),
          force(phase.most),
          formatNumber(phase.amplification, 3),
        ]),
      ]),
    ) +
    table(
      'Lines that came taut again after slack',
      ['Line', 'at t [s]', 'peak [N]', 'slack in all [s]'],
      operation.lines.flatMap(({ name, snaps, slackSeconds }) =>
        snaps.map(({ time: at, peak }) => [name, time(at), force(peak), formatNumber(slackSeconds, 3)]),
      ),
    ) +
    table(
      'Deckhands',
      ['Name', 'worst', 'greatest pull [N]', 'above 225 N [s]', 'line slipped [m]', 'feet slid [m]'],
      operation.hands.map(({ name, worst, most, hardSeconds, slipped, slid }) => [
        name,
        worst,
        force(most),
        formatNumber(hardSeconds, 3),
        formatNumber(slipped, 2),
        formatNumber(slid, 2),
      ]),
    ) +
    table(
      'Impacts',
      ['Between', 'at t [s]', 'lasts [s]', 'peak [N]', 'energy lost [J]'],
      operation.impacts.map(({ between, time: at, duration, peak, energy }) => [
        between,
        time(at),
        formatNumber(duration, 3),
        force(peak),
        formatNumber(energy, 3),
      ]),
    ) +
    table(
      'Least clearances; 0: they touch',
      ['Between', 'Phase', 'least [m]', 'at t [s]'],
      operation.clearances.flatMap(({ between, least, time: at, phases = [] }) =>
        [{ name: 'whole run', least, time: at }, ...phases]
          .filter((part) => Number.isFinite(part.least))
          .map((part, i) => [i === 0 ? between : '', part.name, formatNumber(part.least, 3), time(part.time)]),
      ),
    ) +
    table(
      'Motion of what floats; accelerations of its origin, gravity not counted',
      ['Body', 'greatest [m/s²]', 'at t [s]', 'rms [m/s²]', 'greatest roll [deg]', 'greatest pitch [deg]'],
      (operation.motions ?? []).map(({ name, acceleration, time: at, rms, roll, pitch }) => [
        name,
        formatNumber(acceleration, 3),
        time(at),
        formatNumber(rms, 3),
        formatNumber(DEG * roll, 3),
        formatNumber(DEG * pitch, 3),
      ]),
    )
  );
}

/** Angles are degrees here; what is wanted of them is told in degrees too. */
function measured(value: number, unit: string): string {
  if (!unit.startsWith('rad')) return `${formatNumber(value, 4)} ${unit}`;
  return `${formatNumber((value * 180) / Math.PI, 4)} ${unit.replace('rad', 'deg')}`;
}

function force(newtons: number): string {
  return Number.isFinite(newtons) ? formatNumber(newtons, 4) : '';
}

/** First column names the row; the others are numbers or words. */
function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const titles = head.map((title, i) => `<th scope="col"${i === 0 ? '' : ' class="n"'}>${escapeHtml(title)}</th>`);
  const lines = rows.map(
    ([first, ...rest]) =>
      `<tr><th scope="row">${escapeHtml(first)}</th>${rest.map((cell) => `<td class="n">${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll"><table class="data"><caption>${escapeHtml(caption)}</caption>` +
    `<thead><tr>${titles.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
  );
}
