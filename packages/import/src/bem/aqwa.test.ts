import { expect, test } from 'vitest';
import { importModel } from '../import-model.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const FREQUENCIES = [0.1, 1, 2];
const DIRECTIONS = [-180, -90, 0, 90, 180];

/** Forces of AQWA lag: a wave along x pulls in surge 90 deg before its crest, which is told as -90. */
function ah1(lags: boolean): string {
  const row = (numbers: readonly number[]): string => numbers.map((x) => x.toExponential(4)).join(' ');
  const lines = [
    '* CREATED BY AQWA-LINE VERSION 1',
    `  1 ${DIRECTIONS.length} ${FREQUENCIES.length} ${DIRECTIONS.join(' ')}`,
    `   ${FREQUENCIES.join(' ')}`,
    'GENERAL',
    '  1 50.0 1000.0 10.0 0 0',
    'COG',
    '  1 0.5 0 -1',
  ];
  for (const key of ['ADDEDMASS', 'DAMPING']) {
    lines.push(key);
    FREQUENCIES.forEach((w, f) => {
      for (let i = 0; i < 6; i++) {
        const numbers = Array.from(
          { length: 6 },
          (_, j) => (key === 'DAMPING' ? w : 1) * (100 * (i + 1) + 10 * (j + 1) + f),
        );
        lines.push(`${i === 0 ? ` 1 1 ${f + 1} ` : '   '} ${row(numbers)}`);
      }
    });
  }
  lines.push('ADDEDMASS_HF');
  for (let i = 0; i < 6; i++) lines.push(`${i === 0 ? ' 1 1 1 ' : '   '} ${row([7, 7, 7, 7, 7, 7])}`);
  lines.push('FORCERAO');
  DIRECTIONS.forEach((beta, d) => {
    FREQUENCIES.forEach((_, f) => {
      const [c, s] = [Math.cos((beta * Math.PI) / 180), Math.sin((beta * Math.PI) / 180)];
      const sign = lags ? -90 : 90;
      lines.push(` 1 ${d + 1} ${f + 1} ${row([50 * Math.abs(c), 50 * Math.abs(s), 900, 0, 0, 0])}`);
      lines.push(`   ${[c < 0 ? -sign : sign, s < 0 ? -sign : sign, lags ? 3 : -3, 0, 0, 0].join(' ')}`);
    });
  });
  return `${lines.join('\n')}\n`;
}

function imported(text: string): ReturnType<typeof importModel> {
  return importModel('cyl.AH1', { read: (name) => (name === 'cyl.AH1' ? new TextEncoder().encode(text) : undefined) });
}

test('AQWA: added mass over density, damping over density and frequency, forces over density and gravity, phases as leads', () => {
  for (const lags of [true, false]) {
    const result = imported(ah1(lags));
    if (!result.ok) throw new Error(result.issues[0].message);
    const first = result.files['cyl.1']
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    expect(first[0].slice(0, 4)).toEqual([0, 1, 1, 0.007]); // infinite frequency
    const row = first.find((one) => Math.abs(one[0] - 2 * Math.PI) < 1e-6 && one[1] === 2 && one[2] === 3);
    expect(row?.[3]).toBeCloseTo(0.231, 9);
    expect(row?.[4]).toBeCloseTo(0.231, 9);
    const third = result.files['cyl.3']
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    expect(new Set(third.map((one) => one[1]))).toEqual(new Set([-90, 0, 90, 180])); // -180 is 180
    const surge = third.find((one) => one[1] === 0 && one[2] === 1);
    expect(surge?.slice(3, 5)).toEqual([0.005, 90]);
    const heave = third.find((one) => one[1] === 90 && one[2] === 3);
    expect(heave?.slice(3, 5)).toEqual([0.09, -3]);
    expect(result.notes.find(({ key }) => key === 'phases of forces')?.text).toBe(
      lags ? 'lags; turned round' : 'leads, as in WAMIT',
    );
    expect(result.files['scenario.yaml']).toBeUndefined();
  }
});

test('AQWA: several structures, missing sections and broken rows are refused with their line', () => {
  const fault = (text: string): string => {
    const result = imported(text);
    return result.ok ? 'taken' : result.issues[0].message;
  };
  expect(fault(ah1(true).replace('  1 5 3', '  2 5 3'))).toBe(
    'cyl.AH1:2: expected one structure, found 2: their coupling is not used',
  );
  expect(fault(ah1(true).replace('DAMPING', 'DUMPING'))).toMatch(/expected a section DAMPING, found none/);
  expect(fault(ah1(true).replace('GENERAL', 'GENERALS'))).toMatch(/expected a section GENERAL/);
});
