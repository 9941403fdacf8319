/** The static parts of a report: heading, tables, scenario. */
import {
  type ColumnTrust,
  type EnergySummary,
  type RunEvent,
  type RunFailure,
  type RunManifest,
  trustedDigits,
  type TrustSummary,
} from '@hawser/record';
import type { Extreme } from './derive.ts';
import type { ReportFacts } from './input.ts';
import { displayScale, escapeHtml, formatCount, formatNumber, formatTime } from './text.ts';

/** Largest number of rows of a table of events; a chattering contact can make tens of thousands. */
const MAX_EVENTS = 2000;
const MAX_LINES = 20000;
const MAX_BARS = 24;
/** An imbalance above this part of the energy exchanged is shown as a warning. */
const DOUBTFUL = 0.01;
/** Part of the largest value of a column below which a value is rounding, shown as zero. */
const NOISE = 1e-15;

export function headingHtml(facts: ReportFacts, exchanged: number): string {
  return (
    `<header class="top"><div class="mark" aria-hidden="true">${MARK}</div>` +
    `<div class="heading"><h1>${escapeHtml(facts.manifest.scenario.title)}</h1>` +
    (facts.description === ''
      ? ''
      : `<p class="description" title="${escapeHtml(facts.description)}">${escapeHtml(facts.description)}</p>`) +
    `</div><div class="tools" id="tools"></div>${verdictHtml(facts, exchanged)}</header>`
  );
}

/** A bow shackle, the logo. */
const MARK =
  '<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round">' +
  '<path d="M10.5 23C7.5 19 5.5 16.5 5.5 13a10.5 10.5 0 0 1 21 0c0 3.5-2 6-5 10"/>' +
  '<path d="M5 25.5h22" stroke-width="3.6"/></svg>';

const VERDICTS = { complete: 'Completed', interrupted: 'Interrupted', failed: 'Failed' } as const;

function verdictHtml({ manifest, requestedSeconds }: ReportFacts, exchanged: number): string {
  const { summary, status, failure, warnings } = manifest;
  const facts: string[] = [];
  const asked = requestedSeconds !== undefined && status !== 'complete' ? requestedSeconds : undefined;
  const part = asked === undefined ? '' : ` of ${formatTime(asked, asked)}`;
  facts.push(`${formatTime(summary.simulatedTime, asked ?? summary.simulatedTime)}${part} s simulated`);
  facts.push(`${formatCount(summary.steps)} steps`);
  if (summary.realTimeRatio !== undefined) facts.push(`${formatNumber(summary.realTimeRatio, 3)} × real time`);
  const { imbalance } = summary.energy;
  const ledger = `energy imbalance ${formatNumber(imbalance, 2)} J${share(imbalance, exchanged)}`;
  const doubt = Math.abs(imbalance) > DOUBTFUL * exchanged ? ' doubtful' : '';
  const spans =
    facts.map((fact) => `<span class="fact">${escapeHtml(fact)}</span>`).join('') +
    `<a class="fact${doubt}" href="#panel-energy">${escapeHtml(ledger)}</a>`;
  const note = warnings.length === 0 ? '' : `<a class="fact warned" href="#panel-run">${plural(warnings.length)}</a>`;
  const cause = failure === undefined ? '' : `<p class="cause">${causeHtml(failure)}</p>`;
  return (
    `<div class="verdict verdict-${status}" role="status"><strong>${VERDICTS[status]}</strong>${spans}${note}` +
    `${cause}</div>`
  );
}

function plural(warnings: number): string {
  return warnings === 1 ? '1 warning' : `${warnings} warnings`;
}

function share(imbalance: number, exchanged: number): string {
  return exchanged > 0 ? ` (${formatNumber(imbalance / exchanged, 2)} of ${quantity(exchanged, 'J')} exchanged)` : '';
}

function causeHtml({ reason, subject, time, message }: RunFailure): string {
  const where = subject === '' ? '' : ` at ${subject}`;
  return `<b>${escapeHtml(`${reason}${where}, t = ${formatNumber(time, 6)} s:`)}</b> ${escapeHtml(message)}`;
}

function quantity(value: number, unit: string): string {
  const scale = displayScale(unit, Math.abs(value));
  return `${formatNumber(value * scale.factor, 3)} ${scale.unit}`;
}

export function extremesHtml(extremes: readonly Extreme[], end: number, trust?: TrustSummary): string {
  if (extremes.length === 0) return '<p class="empty">No channels were recorded.</p>';
  const rows = extremes.map((extreme) => {
    const size = Math.max(Math.abs(extreme.min), Math.abs(extreme.max));
    const scale = displayScale(extreme.unit, size);
    const number = (value: number): string => formatNumber(Math.abs(value) < NOISE * size ? 0 : value * scale.factor);
    const cell = (value: number, time: number): string =>
      `<td class="n">${number(value)}</td><td class="n">${jumpHtml(time, end)}</td>`;
    return (
      `<tr${extreme.min === extreme.max ? ' data-steady' : ''}><th scope="row">${breakable(extreme.name)}</th>` +
      `<td class="u">${escapeHtml(scale.unit)}</td>${cell(extreme.min, extreme.minTime)}` +
      `${cell(extreme.max, extreme.maxTime)}<td class="n extra">${number(extreme.mean)}</td>` +
      `<td class="n extra">${number(extreme.rms)}</td>${trust ? trustCells(extreme, trust.columns[extreme.name], scale.factor) : ''}</tr>`
    );
  });
  const head =
    '<tr><th scope="col">Channel</th><th scope="col">Unit</th><th scope="col" class="n">Minimum</th>' +
    '<th scope="col" class="n">at t [s]</th><th scope="col" class="n">Maximum</th><th scope="col" class="n">at t [s]</th>' +
    '<th scope="col" class="n extra">Mean</th><th scope="col" class="n extra">RMS</th>' +
    `${trust ? '<th scope="col" class="n">Error</th><th scope="col" class="n">Digits</th>' : ''}</tr>`;
  return `${trust ? trustHtml(trust) : ''}<div class="scroll" tabindex="0" role="region" aria-label="Extremes"><table class="data" id="extremes"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Estimated error of the extreme with the larger magnitude, and its reliable digits. */
function trustCells({ min, max }: Extreme, trust: ColumnTrust | undefined, factor: number): string {
  const upper = Math.abs(max) >= Math.abs(min);
  const error = upper ? trust?.max : trust?.min;
  if (error === undefined || error === null) return '<td class="n"></td><td class="n"></td>';
  const digits = trustedDigits(upper ? max : min, error);
  return `<td class="n">${formatNumber(error * factor, 2)}</td><td class="n">${digits === 0 ? 'none' : digits}</td>`;
}

function trustHtml({ finer, position }: TrustSummary): string {
  const where =
    position === undefined || position.motion === 0
      ? ''
      : ` Positions are off by about ${quantity(position.final, 'm')} at the end (${formatNumber(position.final / position.motion, 2)} of the motion).`;
  return (
    `<p>The run was repeated with ${escapeHtml(finer.join(', '))}.${where} Error: what it changes about the extreme that is larger ` +
    'in size, doubled. Digits: how many of it may be quoted.</p>'
  );
}

/** A button that moves the page to an instant. There may be thousands, so the page's program adds their labels. */
function jumpHtml(time: number, end: number): string {
  const text = formatTime(time, end);
  return `<button class="jump" data-time="${Number(time.toPrecision(12))}">${text}</button>`;
}

/** A name that may be broken after its dots. */
function breakable(name: string): string {
  return escapeHtml(name).replace(/([.~])/g, '$1<wbr>');
}

export function energyHtml(
  energy: EnergySummary,
  dissipation: readonly { readonly name: string; readonly dissipated: number }[],
): string {
  const row = (label: string, value: number, kind = ''): string =>
    `<tr${kind}><th scope="row">${label}</th><td class="n">${formatNumber(value, 6)}</td></tr>`;
  const ledger =
    '<table class="data ledger short"><caption>Ledger at the end of the run [J]</caption><tbody>' +
    row('Energy at the start', energy.initial) +
    row('+ work done by drivers and loads', energy.work) +
    row('\u2212 kinetic', energy.kinetic) +
    row('\u2212 potential (gravity)', energy.potential) +
    row('\u2212 elastic (springs, contacts)', energy.elastic) +
    row('\u2212 dissipated', energy.dissipated) +
    row('= imbalance', energy.imbalance, ' class="sum"') +
    '</tbody></table>';
  return ledger + barsHtml(dissipation);
}

function barsHtml(dissipation: readonly { readonly name: string; readonly dissipated: number }[]): string {
  const sorted = [...dissipation].sort((a, b) => b.dissipated - a.dissipated).filter((entry) => entry.dissipated !== 0);
  if (sorted.length === 0) return '<p class="empty">No contact, joint or damper dissipated energy.</p>';
  const total = sorted.reduce((sum, entry) => sum + entry.dissipated, 0);
  const shown = sorted.slice(0, MAX_BARS);
  const rest = sorted.slice(MAX_BARS);
  const others = rest.reduce((sum, entry) => sum + entry.dissipated, 0);
  if (rest.length > 0) shown.push({ name: `${rest.length} others`, dissipated: others });
  const largest = Math.max(...shown.map((entry) => Math.abs(entry.dissipated)));
  const scale = displayScale('J', largest);
  const rows = shown.map(({ name, dissipated }) => {
    const width = ((100 * Math.max(0, dissipated)) / largest).toFixed(2);
    const percent = total > 0 ? `${formatNumber((100 * dissipated) / total, 3)} %` : '';
    return (
      `<tr><th scope="row">${breakable(name)}</th><td class="bar"><svg class="amount" aria-hidden="true"><rect width="${width}%" height="100%"/></svg></td>` +
      `<td class="n">${formatNumber(dissipated * scale.factor)}</td><td class="n">${percent}</td></tr>`
    );
  });
  return (
    `<table class="data bars"><caption>Where energy was lost [${scale.unit}]</caption>` +
    '<thead><tr><th scope="col">Element</th><th scope="col"><span class="hidden">Bar</span></th>' +
    '<th scope="col" class="n">Dissipated</th><th scope="col" class="n">Share</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table>`
  );
}

const KINDS: Readonly<Record<string, string>> = {
  phase: 'Phase',
  'contact-begin': 'Touch',
  impact: 'Blow',
  'contact-end': 'Release',
  warning: 'Warning',
  failure: 'Failure',
};

export function eventsHtml(events: readonly RunEvent[], end: number): string {
  if (events.length === 0) return '<p class="empty">Nothing was noted during this run.</p>';
  const rows = events.slice(0, MAX_EVENTS).map((event) => {
    const kind = Object.hasOwn(KINDS, event.kind) ? KINDS[event.kind] : event.kind; // a file may say toString
    return (
      `<tr data-kind="${escapeHtml(event.kind)}"><td class="n">${jumpHtml(event.time, end)}</td>` +
      `<td><span class="kind kind-${escapeHtml(event.kind)}">${escapeHtml(kind)}</span></td>` +
      `<th scope="row">${breakable(event.subject)}</th><td>${escapeHtml(event.message)}</td></tr>`
    );
  });
  const cut =
    events.length > MAX_EVENTS
      ? `<p class="note">The first ${formatCount(MAX_EVENTS)} of ${formatCount(events.length)} events; all are in run.json.</p>`
      : '';
  return (
    '<div class="scroll"><table class="data" id="events"><thead><tr><th scope="col" class="n">t [s]</th>' +
    '<th scope="col">Kind</th><th scope="col">Where</th><th scope="col">What</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table></div>${cut}`
  );
}

export function runHtml(manifest: RunManifest): string {
  const { summary, versions, seed, warnings } = manifest;
  const rows: [string, string][] = [
    ['Accepted steps', formatCount(summary.steps)],
    ['Rejected steps', formatCount(summary.rejected)],
    ['Newton iterations', formatCount(summary.iterations)],
    ['Iterations a step', formatNumber(summary.iterations / Math.max(1, summary.steps), 3)],
  ];
  if (summary.deepestOverlap !== undefined) {
    rows.push(['Deepest overlap of bodies', `${formatNumber(1000 * summary.deepestOverlap, 3)} mm`]);
  }
  if (summary.cpuSeconds !== undefined) rows.push(['Processor time', `${formatNumber(summary.cpuSeconds, 3)} s`]);
  if (summary.realTimeRatio !== undefined) {
    rows.push(['Simulated seconds a second', formatNumber(summary.realTimeRatio, 3)]);
  }
  rows.push(['Seed', String(seed)]);
  rows.push(['Hash of the final state', summary.hash]);
  if (manifest.started !== undefined) rows.push(['Started', manifest.started]);
  for (const [name, version] of Object.entries(versions) as [string, string][])
    rows.push([`Version of ${name}`, version]);
  const body = rows.map(
    ([k, v]) => `<tr><th scope="row">${escapeHtml(k)}</th><td class="n">${escapeHtml(v)}</td></tr>`,
  );
  const list = warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('');
  const noted = list === '' ? '' : `<h3>Warnings</h3><ul class="warnings">${list}</ul>`;
  return `${noted}<table class="data facts short"><caption>Solver and provenance</caption><tbody>${body.join('')}</tbody></table>`;
}

/** Lines are list items, so that the numbers are not copied with the text. */
export function scenarioHtml(file: string, text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const shown = lines.slice(0, MAX_LINES).map((line) => `<li><code>${colourLine(line)}</code></li>`);
  const cut =
    lines.length > MAX_LINES
      ? `<p class="note">The first ${formatCount(MAX_LINES)} of ${formatCount(lines.length)} lines.</p>`
      : '';
  return `<p class="file">${escapeHtml(file)}</p><ol class="code" tabindex="0" aria-label="${escapeHtml(file)}">${shown.join('')}</ol>${cut}`;
}

/** Keys and comments of a YAML or JSON line. A `#` inside quotes is not a comment. */
function colourLine(line: string): string {
  const comment = /^((?:[^#'"]|'[^']*'|"(?:[^"\\]|\\.)*"|(?<=\S)#)*?)(^|\s)(#.*)$/.exec(line);
  const code = comment === null ? line : comment[1] + comment[2];
  const rest = comment === null ? '' : `<i>${escapeHtml(comment[3])}</i>`;
  const key = /^(\s*(?:- )?(?:"[^"]*"|'[^']*'|[\w~.][\w ~.*-]*))(:(?=\s|$))/.exec(code);
  if (key === null) return escapeHtml(code) + rest;
  return `<b>${escapeHtml(key[1])}</b>${escapeHtml(code.slice(key[1].length))}${rest}`;
}
