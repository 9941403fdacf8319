import { expect, test } from 'vitest';
import { chainBreakLoad, chainProofLoad, equipmentFor, equipmentNumber, windlassDutyPull } from './class-rules.ts';

test('break loads of one-inch chain are those of a catalogue within 0.2 %: 265.6, 371.9, 531.6 kN', () => {
  // atlantic-group.com, 1 inch: grades 1, 2, 3
  const found = ([1, 2, 3] as const).map((grade) => chainBreakLoad(0.0254, grade));
  for (const [i, listed] of [265_559, 371_871, 531_562].entries()) {
    expect(Math.abs(found[i] / listed - 1)).toBeLessThan(2e-3);
  }
  expect(chainProofLoad(0.0254, 3)).toBeCloseTo(chainBreakLoad(0.0254, 2), 6); // proof load of a grade is the break load of the one below
});

test('the table is read by "above, up to and including", grows without a step back, and ends where it ends', () => {
  expect(equipmentFor(1600)).toMatchObject({ anchor: 4890, length: 550, diameter: { 2: 62 } });
  expect(equipmentFor(1670)).toMatchObject({ anchor: 4890, upTo: 1670 });
  expect(equipmentFor(1670.1)).toMatchObject({ anchor: 5250 });
  expect(equipmentFor(50)).toBeUndefined();
  expect(equipmentFor(3401)).toBeUndefined();
  let before = equipmentFor(51);
  for (let en = 52; en <= 3400; en++) {
    const now = equipmentFor(en);
    if (!now || !before) throw new Error(`no row for ${en}`);
    expect(now.anchor).toBeGreaterThanOrEqual(before.anchor);
    expect(now.length).toBeGreaterThanOrEqual(before.length);
    for (const grade of [1, 2, 3] as const) {
      expect(now.diameter[grade] ?? 0).toBeGreaterThanOrEqual(before.diameter[grade] ?? 0);
    }
    before = now;
  }
});

test('equipment number: 8000 t, 10 m by 20 m, 500 m^2: 400 + 400 + 50', () => {
  expect(equipmentNumber(8000, 10, 20, 500)).toBeCloseTo(850, 9);
});

test('duty pull: 42.5 d^2 for grade 2, and 0.27 d^2 for each metre beyond 82.5 m', () => {
  expect(windlassDutyPull(0.062, 2)).toBeCloseTo(163_370, 6);
  expect(windlassDutyPull(0.062, 2, 102.5) - windlassDutyPull(0.062, 2)).toBeCloseTo(20 * 0.27 * 62 ** 2, 6);
});
