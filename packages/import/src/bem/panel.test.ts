import { describe, expect, test } from 'vitest';
import { importModel } from '../import-model.ts';
import type { Source } from '../result.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

function files(texts: Readonly<Record<string, string>>): Source {
  return { read: (name) => (Object.hasOwn(texts, name) ? new TextEncoder().encode(texts[name]) : undefined) };
}

function made(name: string, texts: Readonly<Record<string, string>>) {
  const result = importModel(name, files(texts));
  if (!result.ok) throw new Error(result.issues[0].message);
  return result;
}

const rows = (text: string): number[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));

describe('WAMIT', () => {
  const one = (T: number, body: number, A: number, B?: number): string =>
    ` ${T}  ${6 * body + 3}  ${6 * body + 3}  ${A}${B === undefined ? '' : `  ${B}`}`;

  test('files of two bodies become a pair each; what is between them and the drift forces are told as lost', () => {
    const result = made('pair.1', {
      'pair.1': [' WAMIT Numeric Output', one(0, 0, 5), one(8, 0, 6, 0.5), one(8, 1, 9, 0.25), ' 8 3 9 1.5 0.1'].join(
        '\n',
      ),
      'pair.3': ' 8 0 3 2 90 0 2\n 8 0 9 4 0 4 0\n',
      'pair.8': ' 8 0 0 1 1 0 1 0\n',
    });
    expect(rows(result.files['pair-1.1'])).toEqual([
      [0, 3, 3, 5],
      [8, 3, 3, 6, 0.5],
    ]);
    expect(rows(result.files['pair-2.1'])).toEqual([[8, 3, 3, 9, 0.25]]);
    expect(rows(result.files['pair-2.3'])).toEqual([[8, 0, 3, 4, 0, 4, 0]]);
    const lost = result.notes.filter(({ verdict }) => verdict === 'lost').map(({ key }) => key);
    expect(lost).toEqual(['1 coefficients between bodies', 'pair.8']);
  });

  test('a torn row has its line', () => {
    const result = importModel('a.1', files({ 'a.1': ` 8 3 3 1 2\n 8 3 x 1 2\n` }));
    expect(result.ok ? '' : result.issues[0].message).toBe('a.1:2: expected at least 4 numbers, found "8 3 x 1 2"');
  });
});

/** Two frequencies; surge and heave, forces of a long wave in `sense` 1 as leads, in degrees or radians. */
function nemoh(bodies: number, sense: 1 | -1, degrees: boolean): Record<string, string> {
  const n = 6 * bodies;
  const names = Array.from(
    { length: n },
    (_, i) => `"A ${Math.floor(i / 6) + 1} ${(i % 6) + 1}" "B ${Math.floor(i / 6) + 1} ${(i % 6) + 1}"`,
  );
  const zones = Array.from({ length: n }, (_, k) => {
    const row = (w: number): string =>
      [w, ...Array.from({ length: n }, (__, i) => (i === k ? [1000 * (k + 1), 200 * w] : [0, 0])).flat()].join(' ');
    return [
      `Zone t="Motion of body ${Math.floor(k / 6) + 1} in DoF ${(k % 6) + 1}",I= 2,F=POINT`,
      row(0.5),
      row(1),
    ].join('\n');
  });
  const angle = (deg: number): number => (degrees ? deg : (deg * Math.PI) / 180);
  const force = [0, 180].map((beta) => {
    const row = (w: number): string =>
      [
        w,
        ...Array.from({ length: n }, (_, i) =>
          i % 6 === 0 ? [30, angle(sense * (beta === 0 ? 90 : -90))] : i % 6 === 2 ? [80, 0] : [0, 0],
        ).flat(),
      ].join(' ');
    return [`Zone t="Excitation force - beta = ${beta}.000 deg",I= 2,F=POINT`, row(0.5), row(1)].join('\n');
  });
  return {
    'results/RadiationCoefficients.tec': `VARIABLES="w (rad/s)"\n${names.join('\n')}\n${zones.join('\n')}\n`,
    'results/ExcitationForce.tec': `VARIABLES="w (rad/s)"\n"abs(F 1 1)"\n${force.join('\n')}\n`,
    'results/../Nemoh.cal': '--- Environment ---\n1000.0 ! RHO ! KG/M**3\n10.0 ! G ! M/S**2\n',
  };
}

describe('NEMOH', () => {
  test.each([
    [1, false],
    [-1, true],
  ] as const)('coefficients lose their units; phases that %s lead, degrees %s, come out as leads', (sense, degrees) => {
    const result = made('results/RadiationCoefficients.tec', nemoh(2, sense, degrees));
    expect(Object.keys(result.files)).toEqual(['body-1.1', 'body-1.3', 'body-2.1', 'body-2.3', 'import.md']);
    const radiation = rows(result.files['body-2.1']);
    // heave of the second body: 9000 kg, B = 100 kg/s at 0.5 rad/s, over rho and rho w
    expect(radiation.find(([T, i, j]) => Math.abs(T - 4 * Math.PI) < 1e-5 && i === 3 && j === 3)?.slice(3)).toEqual([
      9, 0.2,
    ]);
    const surge = rows(result.files['body-1.3']).filter(([, , i]) => i === 1);
    expect(surge.map(([, beta, , size, phase]) => [beta, size, Math.round(phase)])).toEqual([
      [0, 0.003, 90],
      [180, 0.003, -90],
      [0, 0.003, 90],
      [180, 0.003, -90],
    ]);
  });

  test('3000 spoilt files: taken or refused, never a crash', () => {
    const good = nemoh(1, 1, false);
    const name = 'results/RadiationCoefficients.tec';
    let state = 7;
    const random = (n: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return state % n;
    };
    let refused = 0;
    for (let k = 0; k < 3000; k++) {
      const which = random(2) === 0 ? name : 'results/ExcitationForce.tec';
      const text = good[which];
      const at = random(text.length);
      const junk = ['', 'x', '-', '1e999', '\n', '"', 'Zone t="', ' 7 '][random(8)];
      const result = importModel(
        name,
        files({ ...good, [which]: text.slice(0, at) + junk + text.slice(at + random(6)) }),
      );
      if (!result.ok) refused++;
    }
    expect(refused).toBeGreaterThan(300);
  });
});
