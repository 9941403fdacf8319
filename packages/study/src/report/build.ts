/** The report of a study: one page that needs no network and prints well. */
import { hasFailed } from '../row.ts';
import { shareInterval } from '../statistics.ts';
import type { StudyReportInput } from './input.ts';
import { mapSection } from './map-section.ts';
import { extremeSection, measureSection, sensitivitySection } from './measure-section.ts';
import { scatterSection, worstSection } from './runs-section.ts';
import { escaped, percent, show, table } from './svg.ts';

/** The page. */
export function studyReport(input: StudyReportInput): string {
  const title = escaped(input.study.title ?? input.file);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STUDY_STYLE}</style></head><body class="report">
${studyReportBody(input)}
</body></html>`;
}

/** The content of the page, for embedding; without inline styles, which a strict policy forbids. */
export function studyReportBody(input: StudyReportInput): string {
  const { study, rows } = input;
  const title = study.title ?? input.file;
  const sections = [
    mapSection(input),
    againstSection(input),
    extremeSection(input),
    measureSection(input),
    sensitivitySection(input),
    worstSection(input),
    scatterSection(input),
    methodSection(input),
  ];
  return `<header><h1>${escaped(title)}</h1>${study.description === undefined ? '' : `<p>${escaped(study.description)}</p>`}${tiles(input)}</header>
${rows.length === 0 ? '<p>There are no runs yet.</p>' : sections.join('\n')}`;
}

function tiles({ rows, study, most, finished }: StudyReportInput): string {
  const go = rows.filter((row) => row.go).length;
  const failed = rows.filter(({ row }) => hasFailed(row)).length;
  const lost = rows.filter(({ row }) => row.status === 'lost').length;
  const { low, high } = shareInterval(go, rows.length, study.report.confidence);
  const cpu = rows.reduce((sum, { row }) => sum + row.cpu, 0);
  const tile = (value: string, text: string): string => `<div><b>${value}</b><span>${text}</span></div>`;
  return `<div class="tiles">${[
    tile(String(rows.length), finished ? 'runs, all that were planned' : `runs so far, of at most ${most}`),
    tile(percent(go / Math.max(1, rows.length)), `go (${percent(low)} to ${percent(high)})`),
    tile(String(failed), 'failed'),
    ...(lost > 0 ? [tile(String(lost), 'ended early: lost')] : []),
    tile(
      cpu >= 3600 ? `${show(cpu / 3600, 3)} h` : cpu >= 60 ? `${show(cpu / 60, 3)} min` : `${show(cpu, 3)} s`,
      'of computing, all runs together',
    ),
  ].join('')}</div>`;
}

function againstSection({ rows, criteria, units, measureNames }: StudyReportInput): string {
  const against = new Map<string, { count: number; example: string }>();
  for (const { go, criterion, reason } of rows) {
    if (go) continue;
    const known = against.get(criterion) ?? { count: 0, example: reason };
    known.count++;
    against.set(criterion, known);
  }
  const asked = criteria.map(({ name, measure, above, below, verdict }) => {
    const unit = units[measureNames.indexOf(measure ?? '')] ?? '';
    const bounds = [
      above === undefined ? '' : `above ${show(above)}`,
      below === undefined ? '' : `below ${show(below)}`,
    ]
      .filter(Boolean)
      .join(' and ');
    return verdict === undefined
      ? `${escaped(name)} ${bounds} ${escaped(unit)}`.trim()
      : 'go by the limits, script and people of the scenario itself';
  });
  const lines = [...against]
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, 20)
    .map(([name, { count, example }]) => [
      escaped(name),
      String(count),
      percent(count / rows.length, 1),
      escaped(example),
    ]);
  return `<section><h2>Criteria</h2><p>Go means: ${asked.join('; ')}; and the run comes to its end.</p>${lines.length === 0 ? '<p>Nothing stood against any run.</p>' : table(['what stood against it most', 'runs', 'share', 'for example'], lines, [1, 2])}</section>`;
}

function methodSection(input: StudyReportInput): string {
  const { study, variables, scenarioFile, version, digest, rows, duration } = input;
  const lines = variables.map(({ name, paths, kind }) => {
    const index = variables.findIndex((variable) => variable.name === name);
    const values = [...new Set(rows.map(({ row }) => row.values[index]))];
    const shown =
      values.length <= 12 ? values.join(', ') : `${values.length} values, ${values.slice(0, 3).join(', ')}, …`;
    return [escaped(name), `<code>${paths.map(escaped).join('<br>')}</code>`, kind, escaped(shown)];
  });
  return `<section><h2>How it was made</h2><p>Scenario <code>${escaped(scenarioFile)}</code>, ${show(duration)} s a run; hawser ${escaped(version)}. Every row is made again, bit for bit, by the command beside it; digest of all rows without their cost: <code>${escaped(digest)}</code>. Intervals of shares are Wilson’s, of means Student’s, of fits by drawing from them again. ${study.sample === undefined ? '' : `Sample: ${escaped(study.sample.method)}, ${study.sample.count}, seed ${study.sample.seed}.`}</p>${table(['variable', 'path', 'kind', 'values'], lines)}</section>`;
}

export const STUDY_STYLE: string = `
.report{color-scheme:light;--ink:#1c2a33;--soft:#5b6b75;--line:#d6dee2;--go:#008c6e;--no:#d55e00}
.report{font:15px/1.45 system-ui,sans-serif;color:var(--ink);max-width:1100px;margin:0 auto;padding:24px;background:#fff}
h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:30px 0 6px;border-bottom:1px solid var(--line);padding-bottom:4px}h3{font-size:15px;margin:18px 0 4px}
p{margin:6px 0;max-width:80ch}
.tiles{display:flex;flex-wrap:wrap;gap:12px;margin:14px 0}.tiles div{border:1px solid var(--line);border-radius:8px;padding:10px 16px;min-width:120px}.tiles b{display:block;font-size:22px}.tiles span{color:var(--soft);font-size:13px}
.row{display:flex;flex-wrap:wrap;gap:18px}.wide{overflow-x:auto}
figure{margin:8px 0;break-inside:avoid}figcaption{color:var(--soft);font-size:12.5px;max-width:460px}svg{display:block;max-width:100%;height:auto}
.card img{width:240px;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;font-size:13px;margin:8px 0}th,td{text-align:left;padding:4px 10px;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--soft);font-weight:600;white-space:nowrap}.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
code{font-size:12px;overflow-wrap:anywhere}.command{max-width:none;margin:2px 0}small{color:var(--soft)}
.bar,.swatch{display:inline-block;vertical-align:baseline}.bar{height:9px}
text{font:12px system-ui,sans-serif;fill:var(--ink)}.tick{font-size:11px;fill:var(--soft)}.small{font-size:9.5px}.head{font-weight:600;font-size:13px}.mid{text-anchor:middle}.end{text-anchor:end}.light{fill:#fff}
.grid{stroke:var(--line);stroke-width:.6;fill:none}.axis{stroke:var(--soft);fill:none}.ring{stroke:var(--line);fill:none}
.line{stroke:#0072b2;stroke-width:1.8;fill:none}.fit{stroke:#d55e00;stroke-width:1.5;fill:none;stroke-dasharray:6 3}.bound{stroke:var(--no);stroke-width:1.2;stroke-dasharray:2 3}
.limit{stroke:#1c2a33;stroke-width:3;fill:none}
.dot{fill:#008c6e;fill-opacity:.75}.ring-dot{fill:#fff;stroke:#d55e00;stroke-width:1.4}.cross{stroke:#d55e00;stroke-width:1.6;fill:none}
.strand{stroke:#008c6e;stroke-opacity:.35;fill:none}.strand.no{stroke:#d55e00}
a g:hover .dot,a g:hover .ring-dot{stroke:#1c2a33;stroke-width:2}
@page{margin:14mm}
@media print{.report{max-width:none;padding:0;font-size:11px}p,figcaption{max-width:none}section{break-inside:auto}h2,h3{break-after:avoid}tr,.card,.tiles{break-inside:avoid}.row{display:grid;grid-template-columns:1fr 1fr;gap:10px}.row svg{width:100%}figure svg{max-height:225mm}th{white-space:normal}.wide{overflow:visible}table{font-size:9.5px}code{font-size:8.5px}}
`;
