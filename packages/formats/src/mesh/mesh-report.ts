/** A mesh as one HTML file: the picture of mesh-picture.ts in the report's viewer, and tables of the results. */
import {
  formatPlace,
  MOST_MEETINGS,
  isCavity,
  type MeshFault,
  type MeshStudy,
  type TriangleMesh,
} from '@hawser/engine';
import { Recording } from '@hawser/record';
import { extentOf } from '../report/bounds.ts';
import type { ReportDocument } from '../report/document.ts';
import { type Blobs, packScene, packSeries } from '../report/pack.ts';
import { pagePolicy } from '../report/policy.ts';
import { embedJson, escapeHtml, escapeScript, escapeStyle, formatCount, formatNumber } from '../report/text.ts';
import { renderThumbnailSvg } from '../report/thumbnail.ts';
import { MARKS, type MeshPicture, pictureOf } from './mesh-picture.ts';

export interface MeshReportInput {
  /** as the user named it */
  readonly file: string;
  readonly format: string;
  readonly mesh: TriangleMesh;
  readonly study: MeshStudy;
  /** null: not requested */
  readonly repair: {
    readonly file: string;
    readonly repairs: readonly { readonly message: string }[];
    readonly study: MeshStudy;
  } | null;
  /** the page's own program and looks: dist/viewer.js and dist/viewer.css of @hawser/viewer */
  readonly viewer: { readonly script: string; readonly style: string };
}

export function buildMeshReport(input: MeshReportInput): string {
  const { file, mesh, study, viewer } = input;
  const picture = pictureOf(mesh, study);
  const { scenery, frames } = picture;
  const blobs: Blobs = new Map();
  const nothing = new Recording([], new Float64Array(0), []);
  const { bounds } = extentOf(frames, scenery);
  const moves = frames.bodies.length > 0;
  const title = file.replace(/^.*[/\\]/, '');
  const document: ReportDocument = {
    format: 1,
    pressures: null,
    title,
    fileStem: title.replace(/\.[A-Za-z0-9]+$/, '').replace(/[^\w.-]+/g, '-') || 'mesh',
    start: 0,
    end: moves ? frames.time[frames.time.length - 1] : 0,
    ...packSeries(blobs, nothing, 1),
    ...packScene(blobs, frames, scenery, new Set(), 1000),
    links: [],
    events: [],
    bounds,
    sea: null,
    view: { azimuth: (-56 * Math.PI) / 180, elevation: (24 * Math.PI) / 180 },
    plots: [],
  };
  const findings = panel('findings', 'Findings', findingsHtml(input, picture));
  const solid = panel('solid', 'Solid', solidHtml(study));
  const panels = [
    ...(study.survey.faults.length > 0 ? [findings, solid] : [solid, findings]), // the most important results first
    panel('shells', 'Shells', shellsHtml(study)),
    panel('pieces', 'Convex pieces', piecesHtml(study)),
  ];
  const still = renderThumbnailSvg(nothing, frames, scenery, { label: `Still picture of ${title}` });
  const style = `${escapeStyle(viewer.style)}${OWN_STYLE}${moves ? '' : '.transport{display:none}'}`;
  const script = escapeScript(viewer.script);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${pagePolicy({ scripts: [script], styles: [style] })}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} – hawser mesh</title>`,
    `<style>${style}</style></head><body>`,
    '<a class="skip" href="#panels">Skip to the findings</a>',
    headingHtml(input, title),
    `<main class="workbench"><section class="replay" id="replay" aria-label="Mesh"><div class="still">${still}</div></section>`,
    `<div class="panels" id="panels">${panels.join('')}</div></main>`,
    '<div class="transport" id="transport" role="group" aria-label="Pieces together and apart"></div>',
    `<script type="application/json" id="hawser-document">${embedJson(document)}</script>`,
    ...Array.from(blobs, ([name, text]) => `<script type="text/plain" data-blob="${name}">${text}</script>`),
    `<script>${script}</script></body></html>`,
    '',
  ].join('\n');
}

const OWN_STYLE =
  '.swatch{display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.5em;vertical-align:-.05em}' +
  '.error{color:var(--bad);font-weight:600}.warning{color:var(--warn)}';

/** Three triangles, as the sign of a mesh. */
const MARK =
  '<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round">' +
  '<path d="M4 25 16 5l12 20zM10 15h12M10 15l6 10 6-10"/></svg>';

function headingHtml({ format, study, repair }: MeshReportInput, title: string): string {
  const { survey } = study;
  const errors = survey.faults.filter((fault) => fault.severity === 'error').length;
  const status = errors === 0 && survey.solid ? 'complete' : 'failed';
  const verdict = survey.solid && errors === 0 ? 'Bounds a solid' : survey.solid ? 'Faulty' : 'Bounds no solid';
  const facts = [
    format,
    `${formatCount(survey.triangleCount)} triangles`,
    `${formatCount(survey.vertexCount)} vertices`,
    survey.shells.length === 1 ? '1 shell' : `${formatCount(survey.shells.length)} shells`,
    ...(study.properties === null ? [] : [`volume ${tidy(study.properties.volume)} m³`]),
    ...(repair === null ? [] : [`repaired into ${repair.file}`]),
  ];
  const spans = facts.map((fact) => `<span class="fact">${escapeHtml(fact)}</span>`).join('');
  return (
    `<header class="top"><div class="mark" aria-hidden="true">${MARK}</div><div class="heading"><h1>${escapeHtml(title)}</h1>` +
    '<p class="description">Mesh report</p></div><div class="tools" id="tools"></div>' +
    `<div class="verdict verdict-${status}" role="status"><strong>${verdict}</strong>${spans}</div></header>`
  );
}

function panel(id: string, title: string, content: string): string {
  return `<section class="panel" id="panel-${id}" data-title="${title}"><h2>${title}</h2>${content}</section>`;
}

function findingsHtml({ study, repair }: MeshReportInput, { middle }: MeshPicture): string {
  const { survey } = study;
  const drawn = middle.some((x) => x !== 0)
    ? `<p class="note">Drawn about ${escapeHtml(point(middle, sizeOf(study)))}, the middle of the mesh; places below are in the coordinates of the file.</p>`
    : '';
  const found =
    survey.faults.length === 0
      ? '<p class="empty">Nothing is wrong with this mesh.</p>'
      : faultsHtml(survey.faults) + countsHtml(study);
  if (repair === null) return drawn + found;
  const repairs = repair.repairs.map(({ message }) => `<li>${escapeHtml(message)}</li>`).join('');
  const left = repair.study.survey.faults;
  return (
    drawn +
    found +
    `<h3>Repairs</h3>${repairs === '' ? '<p class="empty">Nothing could be repaired safely.</p>' : `<ul>${repairs}</ul>`}` +
    `<h3>After repair</h3>${left.length === 0 ? `<p class="empty">Nothing is wrong with ${escapeHtml(repair.file)}.</p>` : faultsHtml(left)}`
  );
}

function faultsHtml(faults: readonly MeshFault[]): string {
  const rows = faults.map(({ code, severity, message }) => {
    const mark = MARKS.find(({ codes }) => codes.includes(code));
    const swatch =
      mark === undefined
        ? ''
        : `<svg class="swatch" viewBox="0 0 1 1"><path fill="${mark.colour}" d="M0 0h1v1H0z"/></svg>`;
    return (
      `<tr><td class="${severity}">${severity}</td><th scope="row">${swatch}${escapeHtml(code)}</th>` +
      `<td>${escapeHtml(message)}</td></tr>`
    );
  });
  return (
    '<div class="scroll"><table class="data" id="events"><thead><tr><th scope="col">Weight</th><th scope="col">Kind</th>' +
    `<th scope="col">What and where</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

/** Number of entries beyond a partial list. */
function countsHtml({ survey }: MeshStudy): string {
  const more = Object.entries(survey.counts).flatMap(([code, count]) => {
    const listed = survey.faults.filter((fault) => fault.code === code).length;
    const least = code.startsWith('self-') && count >= MOST_MEETINGS ? 'at least ' : '';
    return count > listed ? [`${least}${formatCount(count - listed)} more of kind ${code}`] : [];
  });
  return more.length === 0 ? '' : `<p class="note">${escapeHtml(more.join(', '))}.</p>`;
}

/** A point of a mesh of this size [m]: enough digits, and no noise. */
function point([x, y, z]: readonly number[], size: number): string {
  return formatPlace([x, y, z], size).replaceAll('-', '\u2212');
}

/** Seven digits, without a tail of zeros. */
function tidy(value: number): string {
  return formatNumber(value, 7)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '');
}

function sizeOf({ survey: { min, max } }: MeshStudy): number {
  return Math.max(...max.map((x, k) => x - min[k]));
}

function factsTable(caption: string, rows: readonly (readonly [string, string])[]): string {
  const body = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td class="n">${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="data facts"><caption>${escapeHtml(caption)}</caption><tbody>${body.join('')}</tbody></table>`;
}

function solidHtml(study: MeshStudy): string {
  const { survey, properties, hull, boxTree, bsp, omitted } = study;
  const size = sizeOf(study);
  const rows: [string, string][] = [
    ['Triangles', formatCount(survey.triangleCount)],
    ['Vertices', formatCount(survey.vertexCount)],
    ['Edges', formatCount(survey.edgeCount)],
    ['V − E + F', tidy(survey.euler)],
    ['Closed', survey.closed ? 'yes' : 'no'],
    ['Lowest corner [m]', point(survey.min, size)],
    ['Highest corner [m]', point(survey.max, size)],
    ['Surface [m²]', tidy(survey.area)],
  ];
  if (properties !== null) {
    const largest = Math.max(...properties.inertia);
    const moments = properties.inertia.map((x) => tidy(Math.abs(x) < 1e-13 * largest ? 0 : x));
    rows.push(
      ['Volume [m³]', tidy(properties.volume)],
      ['Centroid [m]', point(properties.centroid, size)],
      ['Inertia xx, yy, zz at density 1 [m⁵]', moments.slice(0, 3).join(', ')],
      ['Inertia xy, xz, yz at density 1 [m⁵]', moments.slice(3).join(', ')],
    );
  }
  if (hull !== null) rows.push(['Volume of the convex hull [m³]', tidy(hull.volume)]);
  if (hull !== null && properties !== null)
    rows.push(['Filled part of the hull', tidy(properties.volume / hull.volume)]);
  if (boxTree !== null) rows.push(['Tree of boxes', `${formatCount(boxTree.nodes)} nodes, ${boxTree.depth} deep`]);
  if (bsp !== null) rows.push(['Partition of space', `${formatCount(bsp.nodes)} nodes, ${bsp.depth} deep`]);
  const list = omitted.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return factsTable('Numbers', rows) + (list === '' ? '' : `<h3>Left out</h3><ul class="warnings">${list}</ul>`);
}

function shellsHtml(study: MeshStudy): string {
  const { survey } = study;
  const size = sizeOf(study);
  const most = 500;
  const rows = survey.shells
    .slice(0, most)
    .map(
      (shell, i) =>
        `<tr><th scope="row">${i}</th><td class="n">${formatCount(shell.faces.length)}</td>` +
        `<td>${!shell.closed ? 'open' : isCavity(shell, survey.shells) ? 'cavity' : 'closed'}</td>` +
        `<td class="n">${shell.closed ? formatNumber(shell.volume, 6) : '–'}</td>` +
        `<td class="n">${formatNumber(shell.area, 6)}</td><td>${escapeHtml(point(shell.centre, size))}</td></tr>`,
    );
  const cut = survey.shells.length > most ? `<p class="note">The first ${most} of ${survey.shells.length}.</p>` : '';
  return (
    '<div class="scroll"><table class="data"><thead><tr><th scope="col">Shell</th><th scope="col" class="n">Faces</th>' +
    '<th scope="col">Kind</th><th scope="col" class="n">Volume [m³]</th><th scope="col" class="n">Surface [m²]</th>' +
    `<th scope="col">Around [m]</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${cut}`
  );
}

function piecesHtml({ pieces }: MeshStudy): string {
  if (pieces === null) return '<p class="empty">The mesh was not divided; the panel Solid says why.</p>';
  const rows = pieces.pieces.map(
    ({ hull, volume, solidVolume }, i) =>
      `<tr><th scope="row">${i + 1}</th><td class="n">${formatCount(hull.vertices.length / 3)}</td>` +
      `<td class="n">${formatNumber(volume, 6)}</td><td class="n">${formatNumber(100 * (1 - solidVolume / volume), 3)}</td></tr>`,
  );
  const air = 100 * (pieces.pieceVolume / pieces.volume - 1);
  const state = pieces.complete ? '' : ' More pieces would be needed for the tolerance asked for.';
  return (
    `<p class="note">${pieces.pieces.length === 1 && Math.abs(air) < 1e-6 ? 'The mesh is convex.' : `${pieces.pieces.length} convex ${pieces.pieces.length === 1 ? 'piece' : 'pieces'}, together ${formatNumber(air, 3)} % larger than the solid. Play shows them apart.`}${state}</p>` +
    '<div class="scroll"><table class="data"><thead><tr><th scope="col">Piece</th><th scope="col" class="n">Corners</th>' +
    '<th scope="col" class="n">Volume [m³]</th><th scope="col" class="n">Air [%]</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  );
}
