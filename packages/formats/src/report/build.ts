/** A run as one HTML file that works from a disk, without a network. */
import { extentOf, viewOf } from './bounds.ts';
import { columnInfos } from './columns.ts';
import { costsHtml } from './costs.ts';
import { exchangedEnergy, extremesOf, withMagnitudes, withPeaks } from './derive.ts';
import type { ReportDocument } from './document.ts';
import { factsOf, type ReportInput } from './input.ts';
import { figuresHtml, limitsOf, plotsOf, statisticsHtml } from './figures.ts';
import { linksOf } from './links.ts';
import { operationHtml } from './operation.ts';
import { type Blobs, packLinks, packPressures, packScene, packSeries } from './pack.ts';
import { pagePolicy } from './policy.ts';
import { rangesHtml, rangesOf, withoutRanges } from './ranges.ts';
import { energyHtml, eventsHtml, extremesHtml, headingHtml, runHtml, scenarioHtml } from './sections.ts';
import { summaryHtml } from './summary.ts';
import { embedJson, escapeHtml, escapeScript, escapeStyle } from './text.ts';
import { renderThumbnailSvg } from './thumbnail.ts';

/** Largest number of marks on the time bar; more would be a solid line. */
const MAX_MARKS = 400;

export function buildReport(input: ReportInput): string {
  const { frames, scenery, viewer } = input;
  const facts = factsOf(input);
  const { manifest, events } = facts;
  const { scenario, summary } = manifest;
  const ranges = rangesOf(input.recording, manifest.ranges);
  const recording = withMagnitudes(withoutRanges(input.recording));
  const blobs: Blobs = new Map();
  const plotted = withPeaks(recording, manifest.extremes);
  const series = packSeries(blobs, plotted, facts.maxPoints);
  const extent = extentOf(frames, scenery);
  const scene = packScene(blobs, frames, scenery, extent.backdrop, facts.maxPoses);
  const links = linksOf(scenario.resolved);
  const [start, end] = span(recording.time, frames.time);
  const stem = fileStem(scenario.file);
  const limits = limitsOf(scenario.resolved, manifest.operation);
  const plots = plotsOf(columnInfos(plotted), limits, scenario.resolved);
  const document: ReportDocument = {
    format: 1,
    title: scenario.title,
    fileStem: stem,
    start,
    end,
    ...series,
    ...scene,
    links: packLinks(frames, scene.frames.bodies, links),
    events: events.slice(0, MAX_MARKS).map(({ time, kind, subject, message }) => ({
      time,
      kind,
      text: subject === '' ? message : `${subject}: ${message}`,
    })),
    pressures: packPressures(blobs, input.touches),
    bounds: extent.bounds,
    sea: manifest.sea ?? null,
    view: viewOf(frames, scenery),
    plots,
  };
  const extremes = extremesOf(recording, manifest.extremes);
  const figures = figuresHtml(plotted, plots, manifest.operation, limits, end);
  const exchanged = exchangedEnergy(recording, summary.energy);
  const still = renderThumbnailSvg(recording, frames, scenery, {
    label: `Still picture of ${scenario.title}`,
    links,
    ...(manifest.sea && { water: manifest.sea.level }),
  });
  const panels = [
    panel('summary', 'Summary', summaryHtml(manifest, end, still)),
    ...(manifest.operation ? [panel('operation', 'Operation', operationHtml(manifest.operation, end))] : []),
    panel('plots', 'Plots', `<div class="figures">${figures}</div>`),
    ...(ranges.length === 0 ? [] : [panel('ranges', 'Ranges', rangesHtml(ranges))]),
    panel('extremes', 'Extremes', extremesHtml(extremes, end, manifest.trust) + statisticsHtml(recording)),
    panel('energy', 'Energy', energyHtml(summary.energy, summary.dissipation)),
    panel('events', 'Events', eventsHtml(events, end)),
    panel('cost', 'What cost', costsHtml(summary)),
    panel('run', 'Run', runHtml(manifest)),
    panel(
      'scenario',
      'Scenario',
      scenarioHtml(scenario.file, scenario.source) +
        (scenario.included ?? []).map(({ file, text }) => scenarioHtml(file, text)).join(''),
    ),
  ];
  const style = escapeStyle(viewer.style);
  const script = escapeScript(viewer.script);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${pagePolicy({ scripts: [script], styles: [style] })}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(scenario.title)} – hawser</title>`,
    `<style>${style}</style></head><body>`,
    '<a class="skip" href="#panels">Skip to the results</a>',
    headingHtml(facts, exchanged),
    `<main class="workbench"><section class="replay" id="replay" aria-label="Replay"><div class="still">${still}</div></section>`,
    `<div class="panels" id="panels">${panels.join('')}</div></main>`,
    '<div class="transport" id="transport" role="region" aria-label="Time"></div>',
    `<script type="application/json" id="hawser-document">${embedJson(document)}</script>`,
    ...Array.from(blobs, ([name, text]) => `<script type="text/plain" data-blob="${name}">${text}</script>`),
    `<script>${script}</script></body></html>`,
    '',
  ].join('\n');
}

function panel(id: string, title: string, content: string): string {
  return `<section class="panel" id="panel-${id}" data-title="${title}"><h2>${title}</h2>${content}</section>`;
}

function span(...axes: readonly Float64Array[]): [number, number] {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const time of axes) {
    if (time.length === 0) continue;
    start = Math.min(start, time[0]);
    end = Math.max(end, time[time.length - 1]);
  }
  return start <= end ? [start, end] : [0, 0];
}

/** `scenarios/Crane lift.yaml` gives `Crane-lift`: safe on every file system. */
function fileStem(file: string): string {
  const base = file.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z0-9]+$/, '');
  return base.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'run';
}
