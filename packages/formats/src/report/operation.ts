/** The operation in a report: phases, lines, people, impacts. Verdict and criteria are in the summary. */
import type { OperationSummary } from '@hawser/record';
import { tableHtml as table } from './table.ts';
import { displayScale, formatNumber, formatTime } from './text.ts';

const DEG = 180 / Math.PI;

export function operationHtml(operation: OperationSummary, end: number): string {
  const time = (t: number): string => formatTime(t, end);
  const inLines = forces(operation.lines.flatMap(({ most, capacity = 0 }) => [most, capacity]));
  const inSnaps = forces(operation.lines.flatMap(({ snaps }) => snaps.map(({ peak }) => peak)));
  const ofHands = forces(operation.hands.map(({ most }) => most));
  const inImpacts = forces(operation.impacts.map(({ peak }) => peak));
  return (
    table(
      'Phases',
      ['Phase', 'from t [s]', 'to t [s]', 'lasts [s]'],
      operation.phases.map(({ name, start, end: over }) => [
        name,
        time(start),
        over === undefined ? 'not finished' : time(over),
        over === undefined ? '' : formatTime(over - start, end),
      ]),
    ) +
    table(
      `Tension in the lines [${inLines.unit}] where winch or hand holds them, by phase`,
      ['Line', 'Phase', 'least', 'mean', 'greatest', 'static load', 'amplification', 'break load', 'utilisation'],
      operation.lines.flatMap(
        ({ name, least, mean, most, phases, static: load, staticPhase, capacity, utilisation }) => [
          [
            name,
            'whole run',
            inLines.text(least),
            inLines.text(mean),
            inLines.text(most),
            load === undefined ? '' : `${inLines.text(load)}${staticPhase ? ` (${staticPhase})` : ''}`,
            load === undefined || load === 0 ? '' : formatNumber(most / load, 3),
            capacity === undefined ? 'not given' : inLines.text(capacity),
            utilisation === undefined ? '' : `${formatNumber(100 * utilisation, 3)} %`,
          ],
          ...phases.map((phase) => [
            '',
            phase.name,
            inLines.text(phase.least),
            inLines.text(phase.mean),
            inLines.text(phase.most),
            '',
            formatNumber(phase.amplification, 3),
            '',
            '',
          ]),
        ],
      ),
      'Static load: the largest mean of a phase of 2 s or more; amplification: the greatest over it; utilisation: the greatest anywhere along the line over the break load of its rope.',
    ) +
    table(
      'Lines that came taut again after slack',
      ['Line', 'at t [s]', `peak [${inSnaps.unit}]`, 'slack in all [s]'],
      operation.lines.flatMap(({ name, snaps, slackSeconds }) =>
        snaps.map(({ time: at, peak }) => [name, time(at), inSnaps.text(peak), formatNumber(slackSeconds, 3)]),
      ),
    ) +
    table(
      'Deckhands',
      ['Name', 'worst', `greatest pull [${ofHands.unit}]`, 'above 225 N [s]', 'line slipped [m]', 'feet slid [m]'],
      operation.hands.map(({ name, worst, most, hardSeconds, slipped, slid }) => [
        name,
        worst,
        ofHands.text(most),
        formatNumber(hardSeconds, 3),
        formatNumber(slipped, 2),
        formatNumber(slid, 2),
      ]),
    ) +
    table(
      'Impacts',
      ['Between', 'at t [s]', 'lasts [s]', `peak [${inImpacts.unit}]`, 'energy lost [J]'],
      operation.impacts.map(({ between, time: at, duration, peak, energy }) => [
        between,
        time(at),
        formatNumber(duration, 3),
        inImpacts.text(peak),
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

/** decimals of a table in kN or more: its last digit is a thousandth */
const DECIMALS = 3;

/** Forces of one table in a common unit, suited to the largest. */
function forces(all: readonly number[]): { readonly unit: string; readonly text: (newtons: number) => string } {
  const { factor, unit } = displayScale('N', Math.max(0, ...all.filter(Number.isFinite)));
  const text = (newtons: number): string => {
    if (!Number.isFinite(newtons)) return '';
    return factor === 1 ? formatNumber(newtons, 4) : (newtons * factor).toFixed(DECIMALS).replace('-', '−');
  };
  return { unit, text };
}
