/** Single runs: scatter, parallel coordinates, worst cases side by side, with links to kept runs. */
import { hasFailed } from '../row.ts';
import type { StudyReportInput } from './input.ts';
import { axes, escaped, FRAME, figure, linear, n, show, table, withUnit } from './svg.ts';

const MOST_POINTS = 1500;
const MOST_LINES = 400;

/** Every k-th, so that no more than `most` are left; the same ones every time. */
function thinned(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
}

export function scatterSection(input: StudyReportInput): string {
  const { rows, variables, measureNames, units, study } = input;
  const inputs = variables.flatMap((variable, i) =>
    variable.numeric && variable.kind !== 'seeds' ? [{ variable, i }] : [],
  );
  if (measureNames.length === 0 || inputs.length === 0 || rows.length < 2) return '';
  const wanted = study.criteria.flatMap(({ measure }) => (measure === undefined ? [] : [measure]));
  const shown = [...new Set([...wanted, ...measureNames])].slice(0, 3);
  const pictures = shown.flatMap((name) =>
    inputs
      .slice(0, 4)
      .map(({ variable, i }) =>
        scatter(
          input,
          i,
          measureNames.indexOf(name),
          withUnit(variable.name, variable.unit),
          withUnit(name, units[measureNames.indexOf(name)]),
        ),
      ),
  );
  const note =
    rows.length > MOST_POINTS
      ? ` Of ${rows.length} runs every ${Math.ceil(rows.length / MOST_POINTS)}th is drawn.`
      : '';
  return `<section><h2>Runs</h2><p>Every mark is a run: filled go, hollow no-go, a cross failed. Point at one for its values and the command that makes it again; those that were kept open their replay.${note}</p><div class="row">${pictures.join('')}</div>${parallel(input)}</section>`;
}

function scatter(input: StudyReportInput, v: number, m: number, xName: string, yName: string): string {
  const { rows } = input;
  const drawn = thinned(rows.length, MOST_POINTS).filter(
    (i) => rows[i].measures[m] !== null && Number.isFinite(rows[i].inputs[v]),
  );
  if (drawn.length < 2) return '';
  const xs = drawn.map((i) => rows[i].inputs[v]);
  const ys = drawn.map((i) => rows[i].measures[m] as number);
  const [x0, x1] = extent(xs);
  const [y0, y1] = extent(ys);
  const x = linear(x0, x1, FRAME.left + 8, FRAME.width - FRAME.right - 8);
  const y = linear(y0, y1, FRAME.height - FRAME.bottom - 6, FRAME.top + 6);
  const marks = drawn.map((i, k) => {
    const { go, row } = rows[i];
    const px = n(x(xs[k]));
    const py = n(y(ys[k]));
    const mark = hasFailed(row)
      ? `<path class="cross" d="M${Number(px) - 3} ${Number(py) - 3}l6 6m0 -6l-6 6"/>`
      : `<circle class="${go ? 'dot' : 'ring-dot'}" cx="${px}" cy="${py}" r="3"/>`;
    return titled(input, i, mark);
  });
  return figure(FRAME, axes(FRAME, x, y, xName, yName) + marks.join(''), `${escaped(yName)} by ${escaped(xName)}`);
}

/** A mark with the values of its run, and a link where it was kept. */
function titled(input: StudyReportInput, i: number, mark: string): string {
  const { row, go, reason } = input.rows[i];
  const values = input.variables.map(({ name }, k) => `${name} ${row.values[k]}`).join(', ');
  const link = input.link(i);
  // the command is long: included only where few marks are drawn
  const command = input.rows.length <= MOST_POINTS ? `\n${input.command(i)}` : '';
  const inner = `<g><title>${escaped(`run ${i + 1}: ${values}; ${go ? 'go' : reason}${command}`)}</title>${mark}</g>`;
  return link === undefined ? inner : `<a href="${escaped(link.href)}">${inner}</a>`;
}

function parallel(input: StudyReportInput): string {
  const { rows, variables, measureNames, units } = input;
  const columns = [
    ...variables.flatMap(({ name, unit, numeric, kind }, i) =>
      numeric && kind !== 'seeds' ? [{ name: withUnit(name, unit), of: (r: number): number => rows[r].inputs[i] }] : [],
    ),
    ...measureNames.map((name, i) => ({
      name: withUnit(name, units[i]),
      of: (r: number): number => rows[r].measures[i] ?? Number.NaN,
    })),
  ].slice(0, 10);
  if (columns.length < 3) return '';
  const drawn = thinned(rows.length, MOST_LINES);
  const frame = { ...FRAME, width: Math.max(460, 110 * columns.length), height: 320, top: 30, bottom: 26 };
  const at = (c: number): number => 50 + (c * (frame.width - 100)) / (columns.length - 1);
  const scales = columns.map(({ of }) => {
    const [low, high] = extent(drawn.map(of).filter(Number.isFinite));
    return { low, high, scale: linear(low, high, frame.height - frame.bottom, frame.top) };
  });
  const lines = drawn.map((r) => {
    const points = columns.flatMap(({ of }, c) =>
      Number.isFinite(of(r)) ? [`${n(at(c))} ${n(scales[c].scale(of(r)))}`] : [],
    );
    return titled(input, r, `<path class="${rows[r].go ? 'strand' : 'strand no'}" d="M${points.join('L')}"/>`);
  });
  const posts = columns.map(
    ({ name }, c) =>
      `<path class="axis" d="M${n(at(c))} ${frame.top}V${frame.height - frame.bottom}"/><text class="tick mid" x="${n(at(c))}" y="${frame.top - 14}">${escaped(name)}</text><text class="tick mid" x="${n(at(c))}" y="${frame.top - 3}">${show(scales[c].high, 3)}</text><text class="tick mid" x="${n(at(c))}" y="${frame.height - frame.bottom + 14}">${show(scales[c].low, 3)}</text>`,
  );
  return `<h3>Parallel coordinates</h3>${figure(frame, lines.join('') + posts.join(''), 'A line is a run: blue-green go, vermilion no-go')}`;
}

export function worstSection(input: StudyReportInput): string {
  const { rows, study, measureNames, units, variables } = input;
  const count = study.report.worst;
  if (count === 0 || rows.length === 0) return '';
  const by = study.keep.by ?? study.criteria.find(({ measure }) => measure !== undefined)?.measure ?? measureNames[0];
  const column = measureNames.indexOf(by ?? '');
  const criterion = study.criteria.find(({ measure }) => measure === by);
  const least =
    study.keep.by === undefined ? criterion?.above !== undefined && criterion.below === undefined : study.keep.least;
  const size = (i: number): number => (rows[i].measures[column] ?? Number.NEGATIVE_INFINITY) * (least ? -1 : 1);
  const failed = rows.flatMap(({ row }, i) => (hasFailed(row) ? [i] : [])).slice(0, count);
  const ranked =
    column < 0
      ? []
      : rows.flatMap((row, i) => (row.measures[column] === null ? [] : [i])).sort((a, b) => size(b) - size(a) || a - b);
  const chosen = [...new Set([...ranked.slice(0, count), ...failed])];
  if (chosen.length === 0) return '';
  const cards = chosen.flatMap((i) => {
    const link = input.link(i);
    return link?.picture === undefined
      ? []
      : [
          `<figure class="card"><a href="${escaped(link.href)}"><img src="${escaped(link.picture)}" alt="run ${i + 1}"/></a><figcaption>run ${i + 1}: ${escaped(by ?? '')} ${show(rows[i].measures[column])} ${escaped(units[column] ?? '')}</figcaption></figure>`,
        ];
  });
  const lines = chosen.map((i) => {
    const link = input.link(i);
    const { row, measures, go, criterion } = rows[i];
    const name = link === undefined ? String(i + 1) : `<a href="${escaped(link.href)}">${i + 1}</a>`;
    return [
      name,
      ...variables.map(({ numeric, unit }, v) =>
        escaped(numeric ? `${show(row.numbers[v])}\u00a0${unit}`.trim() : row.values[v]),
      ),
      ...measureNames.map((_, m) => show(measures[m])),
      go ? 'go' : escaped(criterion),
    ];
  });
  const commandOf = (i: number): string =>
    `<p class="command">run ${i + 1}${rows[i].go ? '' : `, ${escaped(rows[i].reason)}`}: <code>${escaped(input.command(i))}</code></p>`;
  const head = [
    'run',
    ...variables.map(({ name }) => escaped(name)),
    ...measureNames.map((name, m) => escaped(withUnit(name, units[m]))),
    'go, or what stood against it',
  ];
  return `<section><h2>Worst cases</h2><p>${by === undefined ? '' : `${least ? 'Smallest' : 'Largest'} ${escaped(by)}${failed.length > 0 ? ', and runs that failed' : ''}.`}</p><div class="row">${cards.join('')}</div>${table(head, lines)}<p>Each is made again, bit for bit, by its command:</p>${chosen.map(commandOf).join('')}</section>`;
}

function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
