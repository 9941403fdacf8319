import { describe, expect, test } from 'vitest';
import { importModel } from '../import-model.ts';
import { FREQUENCIES, HEADINGS, motions } from './test-vessel.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

interface Telling {
  readonly sense: 1 | -1;
  readonly conjugate: boolean;
  readonly turned: boolean;
}

function re1({ sense, conjugate, turned }: Telling): string {
  const lines = [
    ' MOTION TRANSFER FUNCTIONS  - VERES Version 4',
    ' Run name:',
    ' Ship name: Try',
    ' Loading: full',
    '',
    ' exported',
    ' 1025 9.81',
    ' 100 20 6',
    ' 1.5 7',
    ` 1 ${HEADINGS.length} ${FREQUENCIES.length} 6`,
    ' 0 0 0 1.5 7',
  ];
  for (const heading of HEADINGS) {
    lines.push(` ${heading}`);
    const mu = ((180 + sense * heading) * Math.PI) / 180;
    for (const w of FREQUENCIES) {
      lines.push(` ${w}`);
      motions(w, mu).forEach(([re, im], m) => {
        const sign = turned && [0, 1, 3, 4].includes(m) ? -1 : 1;
        lines.push(` ${m + 1} ${sign * re} ${sign * (conjugate ? -1 : 1) * im}`);
      });
    }
  }
  return lines.join('\n');
}

function imported(text: string): ReturnType<typeof importModel> {
  return importModel('try.re1', { read: (name) => (name === 'try.re1' ? new TextEncoder().encode(text) : undefined) });
}

describe('VERES .re1', () => {
  test('headings counted either way, phases that lead or lag: long waves decide, and every point of the table is the motion', () => {
    for (const sense of [1, -1] as const) {
      for (const conjugate of [false, true]) {
        const result = imported(re1({ sense, conjugate, turned: false }));
        if (!result.ok) throw new Error(result.issues[0].message);
        const rows = result.files['rao.csv']
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',').map(Number));
        expect(rows.length).toBe(HEADINGS.length * FREQUENCIES.length);
        for (const row of rows) {
          motions(row[0], (row[1] * Math.PI) / 180).forEach(([re, im], m) => {
            const [a, p] = [row[2 + 2 * m], (row[3 + 2 * m] * Math.PI) / 180];
            expect(Math.hypot(a * Math.cos(p) - re, a * Math.sin(p) - im)).toBeLessThan(1e-6);
          });
        }
        const told = result.notes.find(({ key }) => key.startsWith('speed'));
        expect([told?.verdict, told?.text]).toEqual([
          'taken',
          expect.stringContaining(conjugate ? 'phases lead' : 'phases lag'),
        ]);
        expect(told?.text).toContain(sense > 0 ? 'counted as here' : 'counted the other way round');
      }
    }
  });

  test('in the convention of VERES the table holds the motions to ten digits and the note says which it is', () => {
    const result = imported(re1({ sense: 1, conjugate: false, turned: false }));
    if (!result.ok) throw new Error(result.issues[0].message);
    for (const row of result.files['rao.csv']
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))) {
      motions(row[0], (row[1] * Math.PI) / 180).forEach(([re, im], m) => {
        const [a, p] = [row[2 + 2 * m], (row[3 + 2 * m] * Math.PI) / 180];
        expect(a * Math.cos(p)).toBeCloseTo(re, 8);
        expect(a * Math.sin(p)).toBeCloseTo(im, 8);
      });
    }
    expect(result.notes.find(({ key }) => key.startsWith('speed'))?.text).toMatch(
      /heading 0 is from ahead, counted as here; phases lag; x ahead/,
    );
  });

  test('faults have their line', () => {
    const lines = re1({ sense: 1, conjugate: false, turned: false }).split('\n');
    const fault = (at: number, line: string): string => {
      const result = imported(lines.map((old, i) => (i === at - 1 ? line : old)).join('\n'));
      return result.ok ? 'taken' : result.issues[0].message;
    };
    expect(fault(10, ' 1 0 3 6')).toBe('try.re1:10: expected headings from 1 to 360, found 0');
    expect(fault(15, ' 3 x y')).toMatch(
      /^try\.re1:15: expected a motion with its real and imaginary part, 3 numbers, found/,
    );
    expect(fault(14, ' 4 0 0')).toBe('try.re1:14: expected motion 1, found 4');
  });

  test('3000 spoilt files: taken or refused, never a crash', () => {
    let seed = 11;
    const draw = (n: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    const good = re1({ sense: 1, conjugate: false, turned: false });
    const junk = ['', '-', 'x', '1e400', '-3', '0', '99999', '\n', '1 2 3 4 5 6 7'];
    let refused = 0;
    for (let k = 0; k < 3000; k++) {
      let text = good;
      for (let m = 0; m <= draw(3); m++) {
        const at = draw(text.length);
        text = text.slice(0, at) + junk[draw(junk.length)] + text.slice(at + draw(12));
      }
      const result = imported(text);
      if (!result.ok) refused++;
    }
    expect(refused).toBeGreaterThan(300);
  });
});
