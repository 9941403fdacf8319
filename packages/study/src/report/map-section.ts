/** Operability: share of go, with confidence and limiting criterion. */
import {
  type Cell,
  downtime,
  limitOf,
  mapAxes,
  type OperabilityMap,
  operabilityMap,
  shareAt,
  valuesAlong,
  weatherWindows,
} from '../operability.ts';
import type { StudyReportInput } from './input.ts';
import {
  axes,
  escaped,
  FRAME,
  figure,
  goColour,
  LINES,
  linear,
  n,
  percent,
  show,
  swatch,
  table,
  ticksOf,
  withUnit,
} from './svg.ts';

export function mapSection(input: StudyReportInput): string {
  const { study, rows, variables } = input;
  const chosen = mapAxes(variables, study.report.map);
  if (study.find !== undefined) return foundSection(input);
  if (chosen === undefined) return '';
  const map = operabilityMap(rows, variables, chosen, study.report.confidence);
  const panels = [...new Set(map.cells.map(({ panel }) => panel))];
  if (map.cells.length === 0 || map.cells.length > 4000) return '';
  const pictures = panels.map((panel) =>
    mapPicture(
      map,
      map.cells.filter((cell) => cell.panel === panel),
      panel,
      study.report.share,
    ),
  );
  const polar =
    panels.length > 2 && panels.every((panel) => Number.isFinite(Number.parseFloat(panel)))
      ? polarPicture(map, panels, study.report.share)
      : '';
  return `<section><h2>Operability</h2>
<p>Share of ${escaped(repeats(input))} that go. In each cell: the share, its ${percent(study.report.confidence)} interval, and what stood against it most often. The line marks the highest ${escaped(map.y.name)} up to which at least ${percent(study.report.share)} go.</p>
<div class="row">${pictures.join('')}</div>
${limitTable(map, panels, study.report.share)}
${polar}
</section>${weatherSection(input, map, panels)}`;
}

function repeats({ variables }: StudyReportInput): string {
  const seeds = variables.filter(({ kind }) => kind === 'seeds').map(({ name }) => name);
  return seeds.length > 0 ? `runs over ${seeds.join(' and ')}` : 'runs';
}

function mapPicture(map: OperabilityMap, cells: readonly Cell[], panel: string, share: number): string {
  const xs = valuesAlong(cells, ({ x }) => x);
  const ys = valuesAlong(cells, ({ y }) => y);
  const cw = Math.max(46, Math.min(84, 520 / xs.length));
  const ch = Math.max(26, Math.min(44, 360 / ys.length));
  const frame = { ...FRAME, width: 62 + cw * xs.length + 14, height: 30 + ch * ys.length + 44, top: 30 };
  const left = (i: number): number => frame.left + i * cw;
  const top = (j: number): number => frame.top + (ys.length - 1 - j) * ch;
  const kinds = [...new Set(cells.map(({ criterion }) => criterion).filter((text) => text !== ''))].sort();
  const body = cells.map((cell) => {
    const i = xs.indexOf(cell.x);
    const j = ys.indexOf(cell.y);
    const part = cell.go / cell.count;
    const title = `${map.y.name} ${show(cell.y)} ${map.y.unit}, ${map.x.name} ${show(cell.x)} ${map.x.unit}: ${cell.go} of ${cell.count} go (${percent(cell.interval.low)} to ${percent(cell.interval.high)})${cell.criterion === '' ? '' : `; limited by ${cell.criterion}`}`;
    const dark = part < 0.2 || part > 0.85 ? ' light' : '';
    const kind = kinds.indexOf(cell.criterion);
    const letter = kind < 0 ? '' : kind < 26 ? `${String.fromCharCode(65 + kind)}  ` : '…  ';
    const range = `${(100 * cell.interval.low).toFixed(0)}–${percent(cell.interval.high)}`;
    const small = `<text class="cell small mid${dark}" x="${n(left(i) + cw / 2)}" y="${n(top(j) + ch - 5)}">${letter}${range}</text>`;
    return `<g><title>${escaped(title)}</title><rect x="${n(left(i))}" y="${n(top(j))}" width="${n(cw - 1)}" height="${n(ch - 1)}" fill="${goColour(part)}"/><text class="cell mid${dark}" x="${n(left(i) + cw / 2)}" y="${n(top(j) + ch / 2 - 1)}">${percent(part)}</text>${small}</g>`;
  });
  const limit = xs
    .map((x, i) => {
      const { limit: y } = limitOf(
        cells.filter((cell) => cell.x === x),
        share,
      );
      const at = y === undefined ? frame.top + ys.length * ch : top(ys.indexOf(y));
      return `${i === 0 ? 'M' : 'L'}${n(left(i))} ${n(at)}H${n(left(i) + cw)}`;
    })
    .join('');
  const ticks = [
    ...xs.map(
      (x, i) =>
        `<text class="tick mid" x="${n(left(i) + cw / 2)}" y="${n(frame.height - frame.bottom + 15)}">${show(x, 3)}</text>`,
    ),
    ...ys.map(
      (y, j) => `<text class="tick end" x="${frame.left - 6}" y="${n(top(j) + ch / 2 + 4)}">${show(y, 3)}</text>`,
    ),
    `<text class="name mid" x="${n(frame.left + (cw * xs.length) / 2)}" y="${n(frame.height - 8)}">${escaped(withUnit(map.x.name, map.x.unit))}</text>`,
    `<text class="name mid" transform="translate(13 ${n(frame.top + (ch * ys.length) / 2)}) rotate(-90)">${escaped(withUnit(map.y.name, map.y.unit))}</text>`,
    map.panels ? `<text class="head" x="${frame.left}" y="18">${escaped(`${map.panels.name} ${panel}`)}</text>` : '',
  ].join('');
  const key = kinds.slice(0, 26).map((kind, k) => `<b>${String.fromCharCode(65 + k)}</b> ${escaped(kind)}`);
  return figure(
    frame,
    `${body.join('')}<path class="limit" d="${limit}"/>${ticks}`,
    `${map.panels ? `${escaped(map.panels.name)} ${escaped(panel)}. ` : ''}${key.join(', ') || 'Nothing stood against any case.'}`,
  );
}

function limitTable(map: OperabilityMap, panels: readonly string[], share: number): string {
  const rows = panels.flatMap((panel) => {
    const cells = map.cells.filter((cell) => cell.panel === panel);
    return valuesAlong(cells, ({ x }) => x).map((x) => {
      const { limit, open, criterion } = limitOf(
        cells.filter((cell) => cell.x === x),
        share,
      );
      const text =
        limit === undefined ? 'below the lowest' : `${show(limit)} ${escaped(map.y.unit)}${open ? ' or more' : ''}`;
      return [...(map.panels ? [escaped(panel)] : []), show(x), text, escaped(criterion || '–')];
    });
  });
  return `<h3>Limiting ${escaped(map.y.name)}</h3>${table([...(map.panels ? [escaped(map.panels.name)] : []), escaped(withUnit(map.x.name, map.x.unit)), `${escaped(map.y.name)} at which at least ${percent(share)} go`, 'limited above it by'], rows)}`;
}

function polarPicture(map: OperabilityMap, panels: readonly string[], share: number): string {
  const size = 330;
  const centre = size / 2;
  const most = Math.max(...map.cells.map(({ y }) => y));
  const radius = (y: number): number => (y / most) * (centre - 40);
  const xs = valuesAlong(map.cells, ({ x }) => x);
  const radians = (panel: string): number =>
    /rad$/.test(panel.trim()) ? Number.parseFloat(panel) : (Number.parseFloat(panel) * Math.PI) / 180;
  const at = (panel: string, r: number): [number, number] => [
    centre + r * Math.sin(radians(panel)),
    centre - r * Math.cos(radians(panel)),
  ];
  const rings = ticksOf(0, most, 4)
    .filter((y) => y > 0)
    .map(
      (y) =>
        `<circle class="ring" cx="${centre}" cy="${centre}" r="${n(radius(y))}"/><text class="tick" x="${centre + 3}" y="${n(centre - radius(y) - 2)}">${show(y, 3)}</text>`,
    );
  const spokes = panels.map((panel) => {
    const [x, y] = at(panel, radius(most));
    const [tx, ty] = at(panel, radius(most) + 16);
    return `<path class="grid" d="M${centre} ${centre}L${n(x)} ${n(y)}"/><text class="tick mid" x="${n(tx)}" y="${n(ty + 4)}">${escaped(panel)}</text>`;
  });
  const lines = xs.map((x, k) => {
    const points = [...panels]
      .sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
      .map((panel) =>
        at(
          panel,
          radius(
            limitOf(
              map.cells.filter((cell) => cell.panel === panel && cell.x === x),
              share,
            ).limit ?? 0,
          ),
        ),
      );
    return `<path fill="none" stroke="${LINES[k % LINES.length]}" stroke-width="2" d="M${points.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}"/>${points.map(([px, py]) => `<circle cx="${n(px)}" cy="${n(py)}" r="3" fill="${LINES[k % LINES.length]}"/>`).join('')}`;
  });
  const key = xs.map((x, k) => `${swatch(k)} ${escaped(map.x.name)} ${show(x)} ${escaped(map.x.unit)}`);
  return `<h3>By ${escaped(map.panels?.name ?? '')}</h3>${figure({ width: size, height: size }, rings.join('') + spokes.join('') + lines.join(''), `Limiting ${escaped(withUnit(map.y.name, map.y.unit))} from the middle outwards, 0 at the top, clockwise. ${key.join(', ')}`)}`;
}

/** Results of a bisection. */
function foundSection({ study, found, variables, rows }: StudyReportInput): string {
  const { find } = study;
  if (find === undefined || found.length === 0) return '';
  const along = variables.find(({ name }) => name === find.along);
  const unit = along?.unit ?? '';
  const names = [...(found[0]?.case.keys() ?? [])];
  const index = variables.findIndex(({ name }) => name === find.along);
  const lines = found.map(({ case: at, go, noGo }) => {
    const wanted = new Map(
      [...at].map(([name, value]) => [variables.findIndex((variable) => variable.name === name), value.text]),
    );
    const against = new Map<string, number>();
    for (const { row, inputs, criterion } of rows) {
      if (criterion === '' || inputs[index] !== noGo || [...wanted].some(([i, text]) => row.values[i] !== text))
        continue;
      against.set(criterion, (against.get(criterion) ?? 0) + 1);
    }
    const worst = [...against].sort((a, b) => b[1] - a[1])[0];
    const limit =
      go === undefined
        ? `below ${show(noGo)}`
        : noGo === undefined
          ? `${show(go)} or more`
          : `${show(go)} to ${show(noGo)}`;
    return [
      ...names.map((name) => escaped(at.get(name)?.text ?? '')),
      `${limit} ${escaped(unit)}`,
      escaped(worst?.[0] ?? '–'),
    ];
  });
  return `<section><h2>Limits found</h2><p>By bisection of ${escaped(find.along)} to within ${escaped(String(find.within))}: the last value at which at least ${percent(find.share)} of the repetitions go, and the first at which they do not. ${rows.length} runs.</p>${foundPicture(found, names, find.along, (name) => variables.find((each) => each.name === name)?.unit ?? '')}${table([...names.map(escaped), `limit of ${escaped(find.along)}`, 'limited by'], lines)}</section>`;
}

function foundPicture(
  found: StudyReportInput['found'],
  names: readonly string[],
  along: string,
  unitOf: (name: string) => string,
): string {
  const numeric = names.filter((name) => found.every(({ case: at }) => at.get(name)?.number !== undefined));
  const x = numeric[0];
  if (x === undefined || found.length < 2) return '';
  const others = names.filter((name) => name !== x);
  const groups = new Map<string, { x: number; y: number }[]>();
  for (const { case: at, go } of found) {
    const key = others.map((name) => `${name} ${at.get(name)?.text}`).join(', ');
    const list = groups.get(key) ?? [];
    groups.set(key, list);
    list.push({ x: at.get(x)?.number ?? 0, y: go ?? 0 });
  }
  const all = [...groups.values()].flat();
  const sx = linear(
    Math.min(...all.map((p) => p.x)),
    Math.max(...all.map((p) => p.x)),
    FRAME.left + 10,
    FRAME.width - FRAME.right - 10,
  );
  const sy = linear(0, Math.max(...all.map((p) => p.y), 1e-9) * 1.1, FRAME.height - FRAME.bottom, FRAME.top);
  const lines = [...groups].map(([, points], k) => {
    const sorted = points.sort((a, b) => a.x - b.x);
    const colour = LINES[k % LINES.length];
    return `<path fill="none" stroke="${colour}" stroke-width="2" d="M${sorted.map((p) => `${n(sx(p.x))} ${n(sy(p.y))}`).join('L')}"/>${sorted.map((p) => `<circle cx="${n(sx(p.x))}" cy="${n(sy(p.y))}" r="3.5" fill="${colour}"/>`).join('')}`;
  });
  const key = [...groups.keys()].map((name, k) => (name === '' ? '' : `${swatch(k)} ${escaped(name)}`));
  return figure(
    FRAME,
    axes(FRAME, sx, sy, withUnit(x, unitOf(x)), withUnit(along, unitOf(along))) + lines.join(''),
    [`Limit of ${escaped(along)}.`, key.filter(Boolean).join(', ')].join(' ').trim(),
  );
}

/** Downtime by the weather of a place. */
function weatherSection(input: StudyReportInput, map: OperabilityMap, panels: readonly string[]): string {
  const { scatter, weather, study } = input;
  if (scatter === undefined && weather === undefined) return '';
  const parts: string[] = [];
  const weight = (panel: string): number => study.report.headings?.[panel] ?? (study.report.headings ? 0 : 1);
  const total = panels.reduce((sum, panel) => sum + weight(panel), 0) || 1;
  if (scatter !== undefined) {
    const each = panels.map((panel) => ({
      panel,
      part: weight(panel) / total,
      found: downtime(
        scatter,
        map.cells.filter((cell) => cell.panel === panel),
      ),
    }));
    const sum = (of: (found: ReturnType<typeof downtime>) => number): number =>
      each.reduce((all, { part, found }) => all + part * of(found), 0);
    const rows = each.map(({ panel, part, found }) => [
      escaped(panel || 'all'),
      percent(part),
      percent(found.downAll, 1),
      `${percent(found.interval.low, 1)} to ${percent(found.interval.high, 1)}`,
      percent(found.covered, 1),
    ]);
    parts.push(
      `<p><b>Downtime ${percent(
        sum(({ downAll }) => downAll),
        1,
      )}</b> of the time of the scatter diagram ${escaped(study.report.scatter ?? '')}. Sea states above the map count as no-go, those beside it as the nearest cell; ${percent(
        sum(({ covered }) => covered),
        1,
      )} of the time lies inside the map.</p>${table([escaped(map.panels?.name ?? 'case'), 'share of time', 'downtime', `if every cell were at an end of its ${percent(study.report.confidence)} interval`, 'inside the map'], rows, [1, 2, 4])}`,
    );
  }
  if (weather !== undefined && study.report.weather !== undefined) {
    const column = (name: string): ArrayLike<number> | undefined => weather.columns[weather.names.indexOf(name)];
    const time = column('time');
    const x = column(map.x.name);
    const y = column(map.y.name);
    if (time !== undefined && x !== undefined && y !== undefined) {
      const shares = panels.map((panel) =>
        shareAt(
          map.cells.filter((cell) => cell.panel === panel),
          (cell) => cell.go / cell.count,
        ),
      );
      const rows = panels.flatMap((panel, k) => {
        const good = Array.from(time, (_, i) => shares[k](x[i], y[i]).value >= study.report.share);
        return (study.report.weather?.windows ?? []).map((length) => {
          const found = weatherWindows(time, good, length);
          return [
            escaped(panel || 'all'),
            `${show(length / 3600)} h`,
            percent(found.share, 1),
            String(found.count),
            Number.isFinite(found.wait) ? `${show(found.wait / 3600, 3)} h` : 'none',
          ];
        });
      });
      parts.push(
        `<h3>Weather windows</h3><p>In the record ${escaped(study.report.weather.file)}: how often the operation may begin and go on for a time, the sea staying in cells where at least ${percent(study.report.share)} go.</p>${table([escaped(map.panels?.name ?? 'case'), 'window', 'share of time it may begin', 'windows', 'mean wait'], rows, [2, 3])}`,
      );
    } else
      parts.push(
        `<p>The record ${escaped(study.report.weather.file)} lacks one of the columns time, ${escaped(map.x.name)}, ${escaped(map.y.name)}.</p>`,
      );
  }
  return `<section><h2>Weather</h2>${parts.join('')}</section>`;
}
