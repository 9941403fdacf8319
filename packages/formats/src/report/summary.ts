/** The first page of a report: title block, load case, masses, gear with capacities and loads, criteria. */
import { chainBreakLoad, gypsyRadius } from '@hawser/engine';
import { type LimitSummary, type RunManifest, type StowSummary, trustedDigits } from '@hawser/record';
import { columnOfLimit } from './limit-columns.ts';
import { tableHtml } from './table.ts';
import { type DisplayScale, displayScale, escapeHtml, formatNumber, formatTime } from './text.ts';

type Data = Readonly<Record<string, unknown>>;

const GRAVITY = 9.81;

/** `still`: a picture for paper. */
export function summaryHtml(manifest: RunManifest, end: number, still: string): string {
  const resolved = dataOf(manifest.scenario.resolved);
  return (
    titleBlock(manifest, resolved) +
    verdictHtml(manifest) +
    `<div class="on-paper">${still}</div>` +
    criteriaHtml(manifest.operation?.limits ?? [], end, trustOfLimits(manifest, resolved)) +
    stowingHtml(manifest.operation?.stowing ?? [], end) +
    tableHtml('Load case and environment', ['Quantity', 'Value'], environmentRows(resolved, manifest)) +
    tableHtml(
      'Masses',
      ['Body', 'mass [kg]', 'weight [kN]', 'moves'],
      massRows(resolved, manifest.summary.masses ?? []),
    ) +
    gearHtml(resolved, manifest)
  );
}

function titleBlock({ scenario, started, hawser, summary }: RunManifest, resolved: Data): string {
  const paper = dataOf(resolved.document);
  const field = (name: string): string => (typeof paper[name] === 'string' ? (paper[name] as string) : '');
  const date = field('date') || (started ?? '').slice(0, 10);
  const cells: readonly (readonly [string, string])[] = [
    ['Project', field('project')],
    ['Client', field('client')],
    ['Document', field('number')],
    ['Revision', field('revision')],
    ['Author', field('author')],
    ['Checked by', field('checker')],
    ['Date', date],
    ['Scenario', scenario.file.replace(/^.*[/\\]/, '')],
    ['Computed by', `hawser ${hawser}`],
    ['State', summary.hash],
  ];
  const logo =
    scenario.logo === undefined || !/^data:image\//.test(scenario.logo)
      ? ''
      : `<img class="logo" alt="" src="${escapeHtml(scenario.logo)}">`;
  const shown = cells.filter(([, value]) => value !== '');
  return (
    `<div class="title-block">${logo}<p class="title-text">${escapeHtml(scenario.title)}</p>` +
    `<dl>${shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl></div>`
  );
}

function verdictHtml({ operation, status }: RunManifest): string {
  if (operation === undefined) return '';
  const { verdict, reasons, phases } = operation;
  const whole = status === 'complete';
  const word = verdict === 'go' ? (whole ? 'Go' : 'Go so far') : verdict === 'no-go' ? 'No-go' : 'Not finished';
  const told = whole
    ? `all criteria kept${phases.length > 0 ? ', script played to its end' : ''}`
    : 'criteria kept until the run ended early';
  const kept = verdict === 'go' ? `<span class="fact">${told}</span>` : '';
  const why = reasons.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('');
  return (
    `<div class="verdict verdict-${verdict === 'go' && status === 'complete' ? 'complete' : 'failed'}" role="status"><strong>${word}</strong>${kept}</div>` +
    (why === '' ? '' : `<ul class="warnings">${why}</ul>`)
  );
}

/** Utilisation of a bound, and remaining margin; of two bounds the nearer one. */
export function utilisation({
  worst,
  above,
  below,
}: LimitSummary): { readonly used: number; readonly margin: number } | undefined {
  if (!Number.isFinite(worst)) return undefined;
  const sides = [
    ...(below === undefined ? [] : [{ used: below > 0 ? worst / below : Number.NaN, margin: below - worst }]),
    ...(above === undefined
      ? []
      : [{ used: above < 0 ? worst / above : worst > 0 ? above / worst : Number.NaN, margin: worst - above }]),
  ];
  return sides.sort((a, b) => a.margin - b.margin)[0];
}

/** Estimated error of the worst value, by criterion; undefined: not known. An empty list: without a second run. */
export function trustOfLimits(
  { operation, trust, extremes }: Pick<RunManifest, 'operation' | 'trust' | 'extremes'>,
  resolved: unknown,
): (number | undefined)[] {
  if (trust === undefined) return [];
  const given = listOf(dataOf(resolved).limits);
  return (operation?.limits ?? []).map(({ worst }, i) => {
    const { channel } = dataOf(given[i]);
    const name = typeof channel === 'string' ? columnOfLimit(channel) : '';
    const [error, known] = [trust.columns[name], extremes[name]];
    if (error === undefined) return undefined;
    // the worst value of a phase may be no extreme of the run: then the largest error of any row is an upper bound
    const found = worst === known?.max ? error.max : worst === known?.min ? error.min : error.largest;
    return found ?? undefined;
  });
}

/** `errors`: from `trustOfLimits`; adds two columns. */
export function criteriaHtml(
  limits: readonly LimitSummary[],
  end: number,
  errors: readonly (number | undefined)[] = [],
): string {
  const rows = limits.map((limit, i) => {
    const { name, wanted, worst, unit, time, kept } = limit;
    const found = utilisation(limit);
    const seen = Number.isFinite(worst);
    return [
      name,
      plainBounds(limit) || wanted,
      seen ? quantity(worst, unit) : 'never looked at',
      found === undefined || Number.isNaN(found.used) ? '' : `${formatNumber(100 * found.used, 3)} %`,
      found === undefined ? '' : quantity(found.margin, unit),
      seen ? formatTime(time, end) : '',
      ...(errors.length === 0 ? [] : [errorOf(worst, unit, errors[i]), digitsOf(worst, errors[i])]),
      !seen ? 'not tested' : kept ? 'kept' : 'BROKEN',
    ];
  });
  const trust = errors.length === 0 ? [] : ['error', 'digits to trust'];
  return tableHtml(
    'Criteria',
    ['Criterion', 'limit', 'worst', 'utilisation', 'margin', 'at t [s]', ...trust, 'verdict'],
    rows,
  );
}

/** In the unit that the value is shown in: 7.231 kN, 0.012 kN. */
function errorOf(value: number, unit: string, error: number | undefined): string {
  if (error === undefined || !Number.isFinite(value)) return 'not known';
  const scale = scaleOf(value, unit);
  return `${formatNumber(error * scale.factor, 2)}${scale.unit === '°' ? '' : ' '}${scale.unit}`.trim();
}

function digitsOf(value: number, error: number | undefined): string {
  if (error === undefined || !Number.isFinite(value)) return '';
  const digits = trustedDigits(value, error);
  return digits === 0 ? 'none' : String(digits);
}

/** Results of stowing anchors. */
export function stowingHtml(stowing: readonly StowSummary[], end: number): string {
  const rows = stowing.map((stow) => [
    stow.anchor,
    stow.verdicts === undefined ? stow.verdict : `${stow.verdict}: ${stow.verdicts.join(' or ')}`,
    stow.time === undefined ? '' : formatTime(stow.time, end),
    `${quantity(stow.depth, 'm')} of ${quantity(stow.wantedDepth, 'm')}`,
    quantity(stow.roll, 'rad'),
    stow.tilt === undefined ? '' : `${quantity(stow.tilt, 'rad')} of ${quantity(stow.wantedTilt ?? 0, 'rad')}`,
    `${quantity(stow.flukes, 'rad')} of ${quantity(stow.wantedFlukes, 'rad')}`,
    `${stow.places} on ${stow.sides} sides`,
    `${formatNumber(100 * stow.margin, 3)} %`,
    quantity(stow.peak, 'N'),
    stow.blows === 0 ? 'none' : `${stow.blows}, ${quantity(stow.energy, 'J')}`,
  ]);
  const columns = [
    'Anchor',
    'verdict',
    'at t [s]',
    'depth',
    'roll',
    'tilt',
    'flukes',
    'contact',
    'margin',
    'peak pull',
    'blows',
  ];
  return tableHtml('Stowing (verified, not validated against model tests)', columns, rows);
}

/** `below 12.00 kN` */
export function plainBounds({ above, below, unit }: LimitSummary): string {
  const parts = [
    ...(above === undefined ? [] : [`above ${shortQuantity(above, unit)}`]),
    ...(below === undefined ? [] : [`below ${shortQuantity(below, unit)}`]),
  ];
  return parts.join(', ');
}

/** As somebody wrote it: 12 kN, 30°. */
export function shortQuantity(value: number, unit: string): string {
  return quantity(value, unit)
    .replace(/(\.\d*?)0+(?=\D|$)/, '$1')
    .replace(/\.(?=\D|$)/, '');
}

/** With the prefix that suits: 7.231 kN, 9.42°. */
export function quantity(value: number, unit: string): string {
  const scale = scaleOf(value, unit);
  return `${formatNumber(value * scale.factor)}${scale.unit === '°' ? '' : ' '}${scale.unit}`.trim();
}

function scaleOf(value: number, unit: string): DisplayScale {
  return displayScale(unit, Math.abs(value) * (unit === 'N' ? 10 : 1)); // kN from 1 kN on
}

function environmentRows(resolved: Data, manifest: RunManifest): string[][] {
  const environment = dataOf(resolved.environment);
  const water = dataOf(environment.water);
  const wind = dataOf(environment.wind);
  const rows: string[][] = [];
  const put = (name: string, value: string): void => void (value !== '' && rows.push([name, value]));
  for (const wave of listOf(dataOf(environment.sea).waves))
    for (const [kind, given] of Object.entries(dataOf(wave))) put(...waveRow(kind, dataOf(given)));
  if (isNumber(water.density)) put('Water density', `${formatNumber(water.density)} kg/m³`);
  if (isNumber(water.depth)) put('Water depth', `${formatNumber(water.depth)} m`);
  const current = listOf(water.current).filter(isNumber);
  if (current.length === 3 && Math.hypot(...current) > 0) {
    put('Current', `${formatNumber(Math.hypot(...current))} m/s towards ${angle(Math.atan2(current[1], current[0]))}`);
  }
  if (isNumber(wind.speed))
    put('Wind', `${formatNumber(wind.speed)} m/s towards ${angle(isNumber(wind.direction) ? wind.direction : 0)}`);
  const gravity = listOf(environment.gravity).filter(isNumber);
  if (gravity.length === 3) put('Gravity', `${formatNumber(Math.hypot(...gravity))} m/s²`);
  put('Duration simulated', `${formatNumber(manifest.summary.simulatedTime)} s`);
  put('Seed', String(manifest.seed));
  return rows;
}

const SEAS: Readonly<Record<string, string>> = {
  regular: 'Regular waves',
  jonswap: 'Irregular sea, JONSWAP',
  bretschneider: 'Irregular sea, Bretschneider',
  'pierson-moskowitz': 'Irregular sea, Pierson-Moskowitz',
  spectrum: 'Irregular sea, own spectrum',
};

function waveRow(kind: string, given: Data): [string, string] {
  const [height, period] = kind === 'regular' ? ['H', 'T'] : ['Hs', 'Tp'];
  const parts = [
    ...(isNumber(given.height) ? [`${height} ${formatNumber(given.height, 3)} m`] : []),
    ...(isNumber(given.period) ? [`${period} ${formatNumber(given.period, 3)} s`] : []),
    ...(isNumber(given.wind) ? [`wind ${formatNumber(given.wind, 3)} m/s`] : []),
    ...(isNumber(given.gamma) ? [`gamma ${formatNumber(given.gamma, 3)}`] : []),
    ...(isNumber(given.direction) ? [`towards ${angle(given.direction)}`] : []),
    ...(isNumber(given.spreading) ? [`spreading s ${formatNumber(given.spreading, 3)}`] : []),
  ];
  return [Object.hasOwn(SEAS, kind) ? SEAS[kind] : kind, parts.join(', ')];
}

function angle(radians: number): string {
  return `${formatNumber(((((radians * 180) / Math.PI) % 360) + 360) % 360, 3)}° from x`;
}

function massRows(resolved: Data, known: NonNullable<RunManifest['summary']['masses']>): string[][] {
  const { gravity } = dataOf(resolved.environment);
  const pull = Array.isArray(gravity) ? Math.hypot(...gravity.filter(isNumber)) : GRAVITY;
  const massAndWeight = (mass: number): string[] => [formatNumber(mass), formatNumber((mass * pull) / 1000, 3)];
  const bodies = Object.entries(dataOf(resolved.bodies)).map(([name, given]) => {
    const body = dataOf(given);
    const moves = body.fixed === true ? 'fixed' : body.motion !== undefined ? 'as prescribed' : 'freely';
    const mass = known.find((one) => one.name === name)?.mass ?? body.mass;
    if (isNumber(mass)) return [name, ...massAndWeight(mass), moves];
    return [name, isNumber(body.density) ? `from ${formatNumber(body.density)} kg/m³` : '', '', moves];
  });
  const anchors = Object.entries(dataOf(resolved.anchors)).map(([name, given]) => {
    const { mass, type } = dataOf(given);
    return [`${name} (${String(type)} anchor)`, ...(isNumber(mass) ? massAndWeight(mass) : ['', '']), 'freely'];
  });
  return [...bodies, ...anchors];
}

/** [m] to the line on the bare drum; of a gypsy the mean lever */
function leverOf(winch: Data, chains: Data): unknown {
  const { radius, whelps } = dataOf(winch.drum);
  if (!isNumber(whelps)) return radius;
  const { pitch, type, diameter } = dataOf(chains[String(winch.chain)]);
  if (isNumber(pitch)) return gypsyRadius(whelps, pitch);
  return isNumber(diameter) && type !== 'rod' ? gypsyRadius(whelps, 4 * diameter) : undefined; // bar diameters of a common link
}

function gearHtml(resolved: Data, { operation, extremes }: RunManifest): string {
  const most = (name: string): number => operation?.lines.find((line) => line.name === name)?.most ?? Number.NaN;
  // the operation names a line by its winch or deckhand
  const worker = (cable: string): string =>
    [...Object.entries(dataOf(resolved.winches)), ...Object.entries(dataOf(resolved.deckhands))].find(
      ([, given]) => dataOf(given).cable === cable,
    )?.[0] ?? cable;
  /** anywhere along a line, from every step: recorded, or evaluated by the operation; otherwise at the held end */
  const greatestIn = (cable: string): { readonly load: number; readonly where: string } => {
    const recorded = extremes[`cable.${cable}.tension-max`]?.max;
    if (isNumber(recorded)) return { load: recorded, where: '' };
    const line = operation?.lines.find(({ name }) => name === worker(cable));
    if (line?.capacity !== undefined && line.utilisation !== undefined)
      return { load: line.utilisation * line.capacity, where: '' };
    return { load: line?.most ?? Number.NaN, where: line === undefined ? '' : ' where it is held' };
  };
  const share = (load: number, capacity: number): string =>
    Number.isFinite(load) && capacity > 0 ? `${formatNumber((100 * load) / capacity, 3)} %` : '';
  const force = (value: number): string => (Number.isFinite(value) ? quantity(value, 'N') : '');
  const winches = Object.entries(dataOf(resolved.winches)).map(([name, given]) => {
    const winch = dataOf(given);
    const radius = leverOf(winch, dataOf(resolved.chains));
    const by = (torque: unknown): number => (isNumber(torque) && isNumber(radius) ? torque / radius : Number.NaN);
    const [pull, brake] = [by(winch.torque), by(winch.brake)];
    return [
      name,
      force(pull),
      force(brake),
      isNumber(winch.speed) ? `${formatNumber(winch.speed, 3)} m/s` : '',
      force(most(name)),
      share(most(name), pull),
      share(most(name), brake),
    ];
  });
  const hands = Object.entries(dataOf(resolved.deckhands)).map(([name, given]) => {
    const { strength, grip } = dataOf(given);
    return [
      name,
      isNumber(strength) ? force(strength) : '',
      isNumber(grip) ? force(grip) : '',
      force(most(name)),
      isNumber(strength) ? share(most(name), strength) : '',
      isNumber(grip) ? share(most(name), grip) : '',
    ];
  });
  const ropes = dataOf(resolved.ropes);
  const cables = Object.entries(dataOf(resolved.cables)).map(([name, given]) => {
    const cable = dataOf(given);
    const rope = dataOf(ropes[String(cable.rope)]);
    const breaks = rope['break load'];
    const { load, where } = greatestIn(name);
    return [
      name,
      String(cable.rope ?? ''),
      isNumber(rope.diameter) ? `${formatNumber(1000 * rope.diameter, 3)} mm` : '',
      isNumber(rope.mass) ? `${formatNumber(rope.mass, 3)} kg/m` : '',
      isNumber(rope.stiffness) ? quantity(rope.stiffness, 'N') : rope['tension table'] === undefined ? '' : 'by table',
      isNumber(cable.length) ? `${formatNumber(cable.length)} m` : '',
      isNumber(breaks) ? force(breaks) : 'not given',
      `${force(load)}${where}`,
      isNumber(breaks) ? share(load, breaks) : '',
    ];
  });
  const chains = Object.entries(dataOf(resolved.chains)).map(([name, given]) => {
    const { type, diameter, grade, links } = dataOf(given);
    const breaks =
      isNumber(diameter) && (grade === 1 || grade === 2 || grade === 3) ? chainBreakLoad(diameter, grade) : Number.NaN;
    const recorded = extremes[`chain.${name}.tension-max`]?.max;
    const hauls = Object.entries(dataOf(resolved.winches)).find(([, winch]) => dataOf(winch).chain === name)?.[0];
    const load = isNumber(recorded) ? recorded : most(hauls ?? '');
    return [
      name,
      `${String(type)} chain${isNumber(grade) ? `, grade ${grade}` : ''}`,
      isNumber(diameter) ? `${formatNumber(1000 * diameter, 3)} mm` : '',
      '',
      '',
      isNumber(links) ? `${links} links` : '',
      Number.isFinite(breaks) ? force(breaks) : 'not given',
      `${force(load)}${isNumber(recorded) || !Number.isFinite(load) ? '' : ' at the windlass'}`,
      share(load, breaks),
    ];
  });
  const cranes = Object.entries(dataOf(resolved.cranes)).flatMap(([name, given]) =>
    Object.entries(dataOf(dataOf(given).axes)).map(([axis, bounds], i) => {
      const { from, to, rate } = dataOf(bounds);
      return [i === 0 ? name : '', axis, word(from), word(to), word(rate)];
    }),
  );
  return (
    tableHtml(
      'Winches',
      ['Winch', 'pull, bare drum', 'brake holds', 'speed', 'greatest tension', 'of pull', 'of brake'],
      winches,
    ) +
    tableHtml('Deckhands', ['Name', 'strength', 'grip', 'greatest pull', 'of strength', 'of grip'], hands) +
    tableHtml(
      'Lines',
      [
        'Line',
        'rope',
        'diameter',
        'mass',
        'stiffness EA',
        'length at start',
        'break load',
        'greatest tension',
        'of break load',
      ],
      [...cables, ...chains],
    ) +
    tableHtml('Cranes', ['Crane', 'axis', 'from', 'to', 'rate'], cranes)
  );
}

function word(value: unknown): string {
  return isNumber(value) ? formatNumber(value) : typeof value === 'string' ? value : '';
}

function dataOf(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
