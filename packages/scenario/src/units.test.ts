import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expectedQuantity,
  formatQuantity,
  parseQuantity,
  parseUnit,
  type Quantity,
  quantities,
  unitSymbols,
} from './units.ts';

function value(text: string | number, kind: Quantity): number {
  const result = parseQuantity(text, kind);
  if (!result.ok) throw new Error(`${text}: expected ${result.expected}, found ${result.found}; ${result.hint}`);
  return result.value;
}

function refused(text: string | number, kind: Quantity) {
  const result = parseQuantity(text, kind);
  if (result.ok) throw new Error(`${text} was taken as ${kind}`);
  return result;
}

/** One of each unit in SI, from its definition (SI brochure; international yard and pound, 1959; standard gravity, 1901). */
const definitions: Record<string, number> = {
  m: 1,
  km: 1e3,
  cm: 1e-2,
  mm: 1e-3,
  um: 1e-6,
  ft: 0.3048,
  in: 0.0254,
  nmi: 1852,
  kg: 1,
  g: 1e-3,
  t: 1e3,
  lb: 0.45359237,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  ns: 1e-9,
  min: 60,
  h: 3600,
  rad: 1,
  mrad: 1e-3,
  deg: Math.PI / 180,
  rev: 2 * Math.PI,
  kn: 1852 / 3600,
  rpm: (2 * Math.PI) / 60,
  g0: 9.80665,
  N: 1,
  kN: 1e3,
  MN: 1e6,
  lbf: 0.45359237 * 9.80665,
  tf: 9806.65,
  Pa: 1,
  kPa: 1e3,
  MPa: 1e6,
  GPa: 1e9,
  bar: 1e5,
  psi: (0.45359237 * 9.80665) / (0.0254 * 0.0254),
  J: 1,
  kJ: 1e3,
  MJ: 1e6,
  W: 1,
  kW: 1e3,
  MW: 1e6,
  Hz: 1,
  kHz: 1e3,
  '%': 1e-2,
};

describe('units', () => {
  test('every unit symbol has the SI value of its definition', () => {
    expect(Object.keys(definitions).sort()).toEqual([...unitSymbols].sort());
    for (const symbol of unitSymbols) {
      const unit = parseUnit(symbol);
      if ('problem' in unit) throw new Error(unit.problem);
      expect(unit.times / unit.per, symbol).toBeCloseTo(definitions[symbol], 14 - Math.log10(definitions[symbol]));
    }
  });

  test('decimal multiples are exact: 7 mm is the number 0.007, 0.3 kN is 300', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (n) => {
        expect(value(`${n} mm`, 'length')).toBe(n / 1000);
        expect(value(`${n} g`, 'mass')).toBe(n / 1000);
        expect(value(`${n} kN`, 'force')).toBe(n * 1000);
      }),
    );
  });

  test('parse(format(x)) gives x back to two roundings, for every unit that fits a quantity', () => {
    const fitting: [Quantity, string][] = [];
    for (const kind of Object.keys(quantities) as Quantity[]) {
      for (const symbol of [...unitSymbols, quantities[kind].unit]) {
        // a frequency in rad/s goes through 2 pi on the way in only
        if (symbol !== '' && symbol !== 'rpm' && parseQuantity(`1 ${symbol}`, kind).ok) fitting.push([kind, symbol]);
      }
    }
    expect(fitting.length).toBeGreaterThan(60);
    fc.assert(
      fc.property(fc.constantFrom(...fitting), fc.double({ min: -1e9, max: 1e9, noNaN: true }), ([kind, symbol], x) => {
        const back = value(formatQuantity(x, symbol), kind);
        expect(Math.abs(back - x)).toBeLessThanOrEqual(4 * Number.EPSILON * Math.abs(x) + 1e-300);
      }),
    );
  });

  test('compound units: products, quotients and powers in any usual spelling', () => {
    expect(value('5 kN/m', 'stiffness')).toBe(5000);
    expect(value('2 N/mm', 'stiffness')).toBe(2000);
    expect(value('3 kN s/m', 'damping')).toBe(3000);
    expect(value('3 kN*s/m', 'damping')).toBe(3000);
    expect(value('9.81 m/s^2', 'acceleration')).toBe(9.81);
    expect(value('9.81 m/s²', 'acceleration')).toBe(9.81);
    expect(value('9.81 m/s2', 'acceleration')).toBe(9.81);
    expect(value('9.81 m s^-2', 'acceleration')).toBe(9.81);
    expect(value('9.81 m/s/s', 'acceleration')).toBe(9.81);
    expect(value('1 g0', 'acceleration')).toBe(9.80665);
    expect(value('36 km/h', 'speed')).toBeCloseTo(10, 14);
    expect(value('10 ft/s', 'speed')).toBeCloseTo(3.048, 14);
    expect(value('7.85 t/m^3', 'density')).toBe(7850);
    expect(value('200 kg mm^2', 'inertia')).toBeCloseTo(2e-4, 18);
    expect(value('10 N m/deg', 'torsional stiffness')).toBeCloseTo(1800 / Math.PI, 11);
    expect(value('180°', 'angle')).toBe(Math.PI);
    expect(value('30 %', 'number')).toBe(0.3);
    expect(value('1e3 N', 'force')).toBe(1000);
    expect(value('-.5m', 'length')).toBe(-0.5);
  });

  test('a radian may be left out of torsional units and of nothing else', () => {
    expect(value('50 N m', 'torsional stiffness')).toBe(50);
    expect(value('2 N m s', 'torsional damping')).toBe(2);
    expect(refused('3 1/s', 'angular speed').found).toBe('"3 1/s"');
    expect(refused('3 Hz', 'angular speed').hint).toContain('rad/s');
  });

  test('a frequency may be given as angular speed: one turn is one cycle', () => {
    expect(value('60 rpm', 'frequency')).toBeCloseTo(1, 15);
    expect(value('6.283185307179586 rad/s', 'frequency')).toBe(1);
    expect(value('360 deg/s', 'frequency')).toBeCloseTo(1, 15);
  });

  test('knots and kilonewtons are told apart, and each is hinted at for the other', () => {
    expect(value('12 kn', 'speed')).toBe((12 * 1852) / 3600);
    expect(value('12 kN', 'force')).toBe(12000);
    expect(refused('5 kn', 'force')).toMatchObject({
      found: '"5 kn" (a speed)',
      hint: '"kn" is knots; write "kN" for kilonewtons',
    });
    expect(refused('12 kN', 'speed').hint).toBe('"kN" is kilonewtons; write "kn" for knots');
    expect(refused('5 kn/m', 'stiffness').hint).toContain('kilonewtons');
  });

  test('a wrong dimension says what was expected and what was found', () => {
    const { expected, found } = refused('5 kN', 'length');
    expect(`expected ${expected}, found ${found}`).toBe('expected a length such as "2 m", found "5 kN" (a force)');
  });

  test('an unknown unit is answered with the nearest', () => {
    expect(refused('5 KG', 'mass').hint).toBe('unknown unit "KG"; did you mean "kg"?');
    expect(refused('5 degs', 'angle').hint).toBe('unknown unit "degs"; did you mean "deg"?');
    expect(refused('5 dg', 'angle').hint).toBe('unknown unit "dg"; did you mean "deg"?'); // of an angle, not "kg"
    expect(refused('5 furlongs', 'length').hint).toContain('known units: m km');
  });

  test('what is no quantity is refused: words, empty text, NaN, infinity, half a unit, ambiguous quotients', () => {
    for (const text of ['', 'fast', 'm', '5 m/', '5 / m', '5 m^99', '1e999 m', '5,3 m', '1_000 m', '5 m m']) {
      expect(parseQuantity(text, 'length').ok, text).toBe(false);
    }
    expect(refused('5 N/m s', 'damping').hint).toContain('ambiguous');
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(refused(number, 'length').found).toBe('a number that is not finite');
  });

  test('no text makes the parser throw or give a number that is not finite', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...(Object.keys(quantities) as Quantity[])), (text, kind) => {
        const result = parseQuantity(text, kind);
        if (result.ok) expect(Number.isFinite(result.value)).toBe(true);
        else expect(result.expected).toBe(expectedQuantity(kind));
      }),
    );
    const unitText = fc.string({
      unit: fc.constantFrom('k', 'N', 'n', 'm', 's', '/', '*', '^', '2', ' ', '-', '%', 'g', '0'),
    });
    fc.assert(
      fc.property(unitText, (text) => {
        expect(() => parseQuantity(`1 ${text}`, 'force')).not.toThrow();
      }),
    );
  });

  test('every example in a message can be read', () => {
    for (const kind of Object.keys(quantities) as Quantity[])
      expect(parseQuantity(quantities[kind].example, kind).ok, kind).toBe(true);
  });
});

test('the micro sign and the Greek letter are both micro', () => {
  for (const text of ['5 um', '5 µm', '5 μm']) expect(parseQuantity(text, 'length')).toEqual({ ok: true, value: 5e-6 });
  expect(parseQuantity('3 µs', 'time')).toEqual({ ok: true, value: 3e-6 });
});

test('a decimal comma is told as one', () => {
  expect(parseQuantity('2,5 kg', 'mass')).toMatchObject({ ok: false, hint: 'write a decimal point: 2.5' });
  expect(parseQuantity('1,000,000 N', 'force')).toMatchObject({ ok: false, hint: 'write a decimal point: 1.000' });
});
