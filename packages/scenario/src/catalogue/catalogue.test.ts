import { expect, test } from 'vitest';
import { compileValue } from '../compile.ts';
import { formatIssue } from '../issues.ts';
import { breakLoadOf, catalogue, fastCurve, PROPERTIES, ropeOfType, slowStiffness } from './index.ts';

const named = (name: string) => {
  const type = catalogue.find((each) => each.name === name);
  if (type === undefined) throw new Error(name);
  return type;
};

test('wire ropes have the break loads and masses of the tables of EN 12385-4: 26 mm 6x36 IWRC 1770, 426 kN, 2.76 kg/m', () => {
  expect(breakLoadOf(named('wire 6x36 IWRC 1770'), 0.026) / 1000).toBeCloseTo(426, 0);
  expect(ropeOfType('wire 6x36 IWRC 1770', 0.026, 'slow')?.mass).toBeCloseTo(2.76, 2);
  expect(breakLoadOf(named('wire 6x19 FC 1960'), 0.02) / 1000).toBeCloseTo(258.7, 1); // 0.33 20^2 1960 / 1000
});

test('chains: one inch of grade 2 bears 371.9 kN, and the powers of d are those of UR W18 at any size', () => {
  expect(breakLoadOf(named('chain stud-link grade 2'), 0.0254) / 1000).toBeCloseTo(371.9, 0);
  const [d, c] = [60, 0.01961];
  expect(breakLoadOf(named('chain stud-link grade 3'), d / 1000)).toBeCloseTo(1000 * c * d * d * (44 - 0.08 * d), 3);
});

test('fast loading: the slope of the curve is base MBL + slope T, up to what straight lines between 24 rows leave', () => {
  for (const type of catalogue) {
    const rows = fastCurve(type, 0.05);
    if (rows === undefined || type.fast === undefined) continue;
    const load = breakLoadOf(type, 0.05);
    expect(rows[0]).toEqual([0, 0]);
    for (let i = 1; i < rows.length; i++) {
      const [[z0, t0], [z1, t1]] = [rows[i - 1], rows[i]];
      const [low, high] = [t0, t1].map((t) => (type.fast?.base ?? 0) * load + (type.fast?.slope ?? 0) * t);
      const slope = (t1 - t0) / (z1 - z0);
      // the chord of an exponential has the logarithmic mean of the slopes at its ends
      expect(slope / ((high - low) / Math.log(high / low))).toBeCloseTo(1, 9);
    }
  }
});

test('every number has a source, and nothing has a source that has no number', () => {
  for (const type of catalogue) {
    const known = {
      ...Object.fromEntries(PROPERTIES.map((property) => [property, true])),
      'fast stiffness': type.fast !== undefined,
      density: type.density !== undefined,
      bending: type.bending !== undefined,
      friction: type.friction !== undefined,
    } as Readonly<Record<string, boolean>>;
    for (const property of PROPERTIES) {
      expect(`${type.name} ${property}: ${type.sources[property] !== undefined}`).toBe(
        `${type.name} ${property}: ${known[property]}`,
      );
    }
  }
});

const scenario = (rope: object) => ({
  hawser: 1,
  ropes: { line: rope },
  cables: { hawser: { rope: 'line', length: '20 m', from: { body: 'world' } } },
});

function ropeOf(rope: object) {
  const result = compileValue(scenario(rope));
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return { rope: result.compiled.scenario.ropes.line, spec: result.compiled.spec.cables?.[0].pieces[0].rope };
}

test('a type and a diameter make a rope, and what the file gives takes the place of what the catalogue says', () => {
  const type = named('nylon 8-strand');
  const plain = ropeOf({ type: 'nylon 8-strand', diameter: '48 mm' });
  expect(plain.rope['break load']).toBe(breakLoadOf(type, 0.048));
  expect(plain.spec?.axialStiffness).toBe(slowStiffness(type, 0.048));
  expect(plain.spec?.massPerLength).toBe(type.mass * 0.048 * 0.048);
  const own = ropeOf({ type: 'nylon 8-strand', diameter: '48 mm', 'break load': '400 kN', stiffness: '2 MN' });
  expect(own.rope['break load']).toBe(400_000);
  expect(own.spec?.axialStiffness).toBe(2e6);
  expect(own.spec?.massPerLength).toBe(plain.spec?.massPerLength);
  const fast = ropeOf({ type: 'nylon 8-strand', diameter: '48 mm', loading: 'fast' });
  expect(fast.spec?.tensionTable).toEqual(fastCurve(type, 0.048));
  expect(ropeOf(plain.rope).spec).toEqual(plain.spec); // read again as resolved, it is the same rope
  expect(ropeOf(ropeOf({ type: 'chain studless R4', diameter: '80 mm' }).rope).spec?.diameter).toBeCloseTo(0.144, 12);
});

test('nylon and polyester sink, polypropylene and HMPE float, wire weighs in water what steel does', () => {
  const wet = (type: string): number => {
    const { spec } = ropeOf({ type, diameter: '40 mm' });
    return (spec?.massPerLength ?? 0) - 1025 * (spec?.displacedArea ?? 0);
  };
  expect(wet('nylon 8-strand')).toBeGreaterThan(0);
  expect(wet('polyester 8-strand')).toBeGreaterThan(0);
  expect(wet('polypropylene 8-strand')).toBeLessThan(0);
  expect(wet('HMPE 12-strand')).toBeLessThan(0);
  const air = ropeOf({ type: 'wire 6x36 IWRC 1770', diameter: '40 mm' }).spec?.massPerLength ?? 0;
  expect(wet('wire 6x36 IWRC 1770') / air).toBeCloseTo(1 - 1025 / 7850, 6);
});

test('what is wrong is said with what was expected', () => {
  const wrong = (rope: object): string => {
    const result = compileValue(scenario(rope));
    return result.ok ? '' : result.issues.map(formatIssue).join('\n');
  };
  expect(wrong({ type: 'nylon 8 strand', diameter: 0.04 })).toMatch(
    /ropes\.line\.type.*did you mean "nylon 8-strand"/s,
  );
  expect(wrong({ diameter: 0.04, stiffness: 1e6 })).toMatch(/ropes\.line\.mass.*or a type of the catalogue.*nothing/s);
  expect(wrong({ type: 'nylon 8-strand' })).toMatch(/ropes\.line\.diameter/);
  expect(wrong({ type: 'spiral strand', diameter: 0.09, loading: 'fast' })).toMatch(/"spiral strand", which has none/);
  expect(wrong({ mass: 1, diameter: 0.04 })).toMatch(/exactly one of stiffness, tension table/);
});
