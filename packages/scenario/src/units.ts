/**
 * Quantities with units -> SI numbers, here and nowhere else.
 * A quantity is a number (already SI) or text: a number, then a unit built from the symbols below with
 * spaces or `*` for products, `/` for quotients and `^` for whole powers: "15 deg", "5 kN/m", "3 m/s^2".
 * Symbols are case-sensitive, because kn (knot) and kN (kilonewton) are both wanted on a ship.
 */
import { nearest } from './suggest.ts';

/** Exponents of kilogram, metre, second, radian. The radian counts, so that rad/s and Hz are told apart. */
export type Exponents = readonly [kg: number, m: number, s: number, rad: number];

export interface Unit {
  readonly symbol: string;
  readonly exponents: Exponents;
  /** SI value of one unit is `times / per`; two numbers, so that 7 mm is exactly the number 0.007 */
  readonly times: number;
  readonly per: number;
}

export interface QuantityInfo {
  /** with article, for messages */
  readonly noun: string;
  readonly exponents: Exponents;
  /** what a bare number means */
  readonly unit: string;
  readonly example: string;
  /** N m/rad may be written N m */
  readonly radianOptional?: boolean;
}

/** Everything a field can be. */
export type Quantity =
  | 'length'
  | 'mass'
  | 'time'
  | 'angle'
  | 'speed'
  | 'angular speed'
  | 'acceleration'
  | 'angular acceleration'
  | 'force'
  | 'force times time'
  | 'torque'
  | 'pressure'
  | 'stiffness'
  | 'damping'
  | 'torsional stiffness'
  | 'torsional damping'
  | 'inertia'
  | 'density'
  | 'frequency'
  | 'energy'
  | 'power'
  | 'inverse speed'
  | 'curvature'
  | 'mass per length'
  | 'bending stiffness'
  | 'number';

/** The first of several kinds with equal exponents gives the name used in "found ...". */
export const quantities: Readonly<Record<Quantity, QuantityInfo>> = {
  length: { noun: 'a length', exponents: [0, 1, 0, 0], unit: 'm', example: '2 m' },
  mass: { noun: 'a mass', exponents: [1, 0, 0, 0], unit: 'kg', example: '2 kg' },
  time: { noun: 'a time', exponents: [0, 0, 1, 0], unit: 's', example: '10 s' },
  angle: { noun: 'an angle', exponents: [0, 0, 0, 1], unit: 'rad', example: '15 deg' },
  speed: { noun: 'a speed', exponents: [0, 1, -1, 0], unit: 'm/s', example: '12 kn' },
  'angular speed': { noun: 'an angular speed', exponents: [0, 0, -1, 1], unit: 'rad/s', example: '10 rpm' },
  acceleration: { noun: 'an acceleration', exponents: [0, 1, -2, 0], unit: 'm/s^2', example: '9.81 m/s^2' },
  'angular acceleration': {
    noun: 'an angular acceleration',
    exponents: [0, 0, -2, 1],
    unit: 'rad/s^2',
    example: '3 deg/s^2',
  },
  force: { noun: 'a force', exponents: [1, 1, -2, 0], unit: 'N', example: '5 kN' },
  'force times time': { noun: 'a force times time', exponents: [1, 1, -1, 0], unit: 'N s', example: '40 MN s' },
  torque: { noun: 'a torque', exponents: [1, 2, -2, 0], unit: 'N m', example: '3 kN m' },
  pressure: { noun: 'a pressure', exponents: [1, -1, -2, 0], unit: 'Pa', example: '210 GPa' },
  stiffness: { noun: 'a stiffness', exponents: [1, 0, -2, 0], unit: 'N/m', example: '5 kN/m' },
  damping: { noun: 'a damping', exponents: [1, 0, -1, 0], unit: 'N s/m', example: '10 N s/m' },
  'torsional stiffness': {
    noun: 'a torsional stiffness',
    exponents: [1, 2, -2, -1],
    unit: 'N m/rad',
    example: '50 N m/rad',
    radianOptional: true,
  },
  'torsional damping': {
    noun: 'a torsional damping',
    exponents: [1, 2, -1, -1],
    unit: 'N m s/rad',
    example: '2 N m s/rad',
    radianOptional: true,
  },
  inertia: { noun: 'a moment of inertia', exponents: [1, 2, 0, 0], unit: 'kg m^2', example: '0.2 kg m^2' },
  density: { noun: 'a density', exponents: [1, -3, 0, 0], unit: 'kg/m^3', example: '7850 kg/m^3' },
  frequency: { noun: 'a frequency', exponents: [0, 0, -1, 0], unit: 'Hz', example: '100 Hz' },
  energy: { noun: 'an energy', exponents: [1, 2, -2, 0], unit: 'J', example: '5 kJ' },
  power: { noun: 'a power', exponents: [1, 2, -3, 0], unit: 'W', example: '20 kW' },
  curvature: { noun: 'a curvature', exponents: [0, -1, 0, 0], unit: '1/m', example: '0.1 m^-1' },
  'inverse speed': { noun: 'an inverse speed', exponents: [0, -1, 1, 0], unit: 's/m', example: '0.7 s/m' },
  'mass per length': { noun: 'a mass per length', exponents: [1, -1, 0, 0], unit: 'kg/m', example: '1.2 kg/m' },
  'bending stiffness': { noun: 'a bending stiffness', exponents: [1, 3, -2, 0], unit: 'N m^2', example: '20 N m^2' },
  number: { noun: 'a number', exponents: [0, 0, 0, 0], unit: '', example: '0.3' },
};

/** Knot 1852 m/h and nautical mile 1852 m (BIPM, SI brochure, table 8); lb 0.45359237 kg, ft 0.3048 m (international, 1959). */
const POUND = 0.45359237;
/** [m/s^2] standard gravity, the factor between lbf, tf and their masses */
const STANDARD_GRAVITY = 9.80665;

const units: readonly Unit[] = [
  ...row([0, 1, 0, 0], {
    m: 1,
    km: 1000,
    cm: [1, 100],
    mm: [1, 1000],
    um: [1, 1e6],
    ft: [3048, 10000],
    in: [254, 10000],
    nmi: 1852,
  }),
  ...row([1, 0, 0, 0], { kg: 1, g: [1, 1000], t: 1000, lb: POUND }),
  ...row([0, 0, 1, 0], { s: 1, ms: [1, 1000], us: [1, 1e6], ns: [1, 1e9], min: 60, h: 3600 }),
  ...row([0, 0, 0, 1], { rad: 1, mrad: [1, 1000], deg: [Math.PI, 180], rev: 2 * Math.PI }),
  ...row([0, 1, -1, 0], { kn: [1852, 3600] }),
  ...row([0, 0, -1, 1], { rpm: [2 * Math.PI, 60] }),
  ...row([0, 1, -2, 0], { g0: STANDARD_GRAVITY }),
  ...row([1, 1, -2, 0], { N: 1, kN: 1000, MN: 1e6, lbf: POUND * STANDARD_GRAVITY, tf: 1000 * STANDARD_GRAVITY }),
  ...row([1, -1, -2, 0], {
    Pa: 1,
    kPa: 1000,
    MPa: 1e6,
    GPa: 1e9,
    bar: 1e5,
    psi: [POUND * STANDARD_GRAVITY, 0.0254 * 0.0254],
  }),
  ...row([1, 2, -2, 0], { J: 1, kJ: 1000, MJ: 1e6 }),
  ...row([1, 2, -3, 0], { W: 1, kW: 1000, MW: 1e6 }),
  ...row([0, 0, -1, 0], { Hz: 1, kHz: 1000 }),
  ...row([0, 0, 0, 0], { '%': [1, 100] }),
];

const unitBySymbol: ReadonlyMap<string, Unit> = new Map(units.map((unit) => [unit.symbol, unit]));

/** Every symbol a unit may be built from. */
export const unitSymbols: readonly string[] = units.map((unit) => unit.symbol);

export type QuantityResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly expected: string; readonly found: string; readonly hint?: string };

/** What a field of this kind wants, as it stands in messages: `a length such as "2 m"`. */
export function expectedQuantity(quantity: Quantity): string {
  const { noun, example } = quantities[quantity];
  return `${noun} such as ${quantity === 'number' ? example : `"${example}"`}`;
}

/** Reads a number or a text with unit; the value is SI (Hz for frequencies, radians for angles). */
export function parseQuantity(input: number | string, quantity: Quantity): QuantityResult {
  const expected = expectedQuantity(quantity);
  if (typeof input === 'number') {
    return Number.isFinite(input)
      ? { ok: true, value: input }
      : { ok: false, expected, found: 'a number that is not finite' };
  }
  const text = input.trim();
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(.*)$/s.exec(text);
  if (match === null) return { ok: false, expected, found: quote(input), hint: 'write a number first, then its unit' };
  const amount = Number(match[1]);
  if (!Number.isFinite(amount)) return { ok: false, expected, found: quote(input), hint: 'the number is too large' };
  const comma = /^,(\d+)/.exec(match[2]);
  if (comma !== null) {
    const hint = `write a decimal point: ${match[1]}.${comma[1]}`;
    return { ok: false, expected, found: quote(input), hint };
  }
  const symbol = match[2].trim();
  if (symbol === '') return { ok: true, value: amount };
  const unit = parseUnit(symbol);
  if ('problem' in unit) {
    return { ok: false, expected, found: quote(input), hint: fittingHint(symbol, quantity) ?? unit.problem };
  }
  const factor = convert(unit, quantity);
  if (factor === undefined) {
    const kind = nameOf(unit.exponents);
    return {
      ok: false,
      expected,
      found: kind === undefined ? quote(input) : `${quote(input)} (${kind})`,
      hint: knotHint(symbol, quantity),
    };
  }
  const value = (amount * factor.times) / factor.per;
  return Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, expected, found: quote(input), hint: 'the number is too large' };
}

/** Writes an SI value in the given unit: `formatQuantity(5000, 'kN')` is `5 kN`. The unit must be one that `parseUnit` reads. */
export function formatQuantity(value: number, symbol: string): string {
  if (symbol === '') return String(value);
  const unit = parseUnit(symbol);
  if ('problem' in unit) return String(value);
  return `${(value * unit.per) / unit.times} ${symbol}`;
}

/** Reads a compound unit such as `kN m/rad`. */
export function parseUnit(text: string): Unit | { readonly problem: string } {
  const exponents = [0, 0, 0, 0];
  let times = 1;
  let per = 1;
  let divide = false;
  let divided = false;
  let expectTerm = true;
  const tokens =
    text
      .replace(/²/g, '^2')
      .replace(/³/g, '^3')
      .replace(/°/g, 'deg')
      .replace(/[µμ]/g, 'u') // the micro sign and the Greek letter
      .match(/\/|[*·]|[^\s/*·]+/g) ?? [];
  for (const token of tokens) {
    if (token === '/' || token === '*' || token === '·') {
      if (expectTerm) return { problem: `"${text}" is no unit: "${token}" stands where a unit symbol is expected` };
      divide = token === '/';
      expectTerm = true;
      continue;
    }
    if (divided && !divide) {
      return { problem: `"${text}" is ambiguous after "/"; put products first and write "/" before every divisor` };
    }
    const term = /^([^^\d-]+0?)(?:\^?(-?\d+))?$/.exec(token);
    const unit = term === null ? undefined : unitBySymbol.get(term[1]);
    if (term === null || unit === undefined) return { problem: unknownUnit(term?.[1] ?? token) };
    const power = (term[2] === undefined ? 1 : Number(term[2])) * (divide ? -1 : 1);
    if (Math.abs(power) > 6)
      return { problem: `power ${power} of "${unit.symbol}" is larger than any quantity here needs` };
    for (let i = 0; i < 4; i++) exponents[i] += power * unit.exponents[i];
    for (let i = 0; i < Math.abs(power); i++) {
      times *= power > 0 ? unit.times : unit.per;
      per *= power > 0 ? unit.per : unit.times;
    }
    divided ||= divide;
    divide = false;
    expectTerm = false;
  }
  if (expectTerm) return { problem: `"${text}" ends where a unit symbol is expected` };
  return { symbol: text, exponents: [exponents[0], exponents[1], exponents[2], exponents[3]], times, per };
}

/** The factor from `unit` to the SI unit of `quantity`, or undefined when the dimensions differ. */
function convert(unit: Unit, quantity: Quantity): { readonly times: number; readonly per: number } | undefined {
  const info = quantities[quantity];
  const [kg, m, s, rad] = info.exponents;
  if (unit.exponents[0] !== kg || unit.exponents[1] !== m || unit.exponents[2] !== s) return undefined;
  if (unit.exponents[3] === rad) return unit;
  if (info.radianOptional && unit.exponents[3] === 0) return unit;
  // one turn is one cycle: rad/s, deg/s and rpm say a frequency without doubt
  if (quantity === 'frequency' && unit.exponents[3] === 1) return { times: unit.times, per: unit.per * 2 * Math.PI };
  return undefined;
}

function nameOf(exponents: Exponents): string | undefined {
  for (const info of Object.values(quantities)) {
    if (info.exponents.every((exponent, i) => exponent === exponents[i])) return info.noun;
  }
  return undefined;
}

function unknownUnit(symbol: string): string {
  const near = nearSymbol(symbol, unitSymbols);
  const known = near === undefined ? `known units: ${unitSymbols.join(' ')}` : `did you mean "${near}"?`;
  return `unknown unit "${symbol}"; ${known}`;
}

/** The same with a unit that the quantity can have, where one is near. */
function fittingHint(symbol: string, quantity: Quantity): string | undefined {
  const fitting = unitSymbols.filter((known) => convertible(known, quantity));
  const near = nearSymbol(symbol, fitting);
  return near === undefined ? undefined : `unknown unit "${symbol}"; did you mean "${near}"?`;
}

function nearSymbol(symbol: string, symbols: readonly string[]): string | undefined {
  return symbols.find((known) => known.toLowerCase() === symbol.toLowerCase()) ?? nearest(symbol, symbols);
}

/** kn and kN differ by one capital and are both common at sea. */
function knotHint(symbol: string, quantity: Quantity): string | undefined {
  if (/\bkn\b/.test(symbol) && convertible(symbol.replace(/\bkn\b/g, 'kN'), quantity)) {
    return '"kn" is knots; write "kN" for kilonewtons';
  }
  if (/\bkN\b/.test(symbol) && convertible(symbol.replace(/\bkN\b/g, 'kn'), quantity)) {
    return '"kN" is kilonewtons; write "kn" for knots';
  }
  if (/\bHz\b/.test(symbol) && quantity === 'angular speed') return 'write "rad/s", "deg/s" or "rpm"';
  return undefined;
}

function convertible(symbol: string, quantity: Quantity): boolean {
  const unit = parseUnit(symbol);
  return !('problem' in unit) && convert(unit, quantity) !== undefined;
}

function quote(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 57)}..."` : `"${text}"`;
}

function row(exponents: Exponents, symbols: Record<string, number | readonly [number, number]>): Unit[] {
  return Object.entries(symbols).map(([symbol, factor]) =>
    typeof factor === 'number'
      ? { symbol, exponents, times: factor, per: 1 }
      : { symbol, exponents, times: factor[0], per: factor[1] },
  );
}
