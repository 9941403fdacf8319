/** HydroStar's .rao files: one motion each. */
import { expect, test } from 'vitest';
import { importModel } from '../import-model.ts';
import { FREQUENCIES, HEADINGS, motions } from './test-vessel.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const NAMES = ['surge', 'sway', 'heave', 'roll', 'pitch', 'yaw'];

/** Told with heading 0 from astern, phases that lead, angles in degrees. */
function rao(component: number, change: (text: string) => string = (text) => text): string {
  const angle = component > 3 ? 180 / Math.PI : 1;
  const rows = FREQUENCIES.map((w) => {
    const values = HEADINGS.map((heading) => motions(w, (heading * Math.PI) / 180)[component - 1]);
    return [
      w,
      ...values.map(([re, im]) => angle * Math.hypot(re, im)),
      ...values.map(([re, im]) => (Math.atan2(-im, re) * 180) / Math.PI),
    ].join('  ');
  });
  return change(`# Project :
# User    :
# File : ${NAMES[component - 1]}.rao
#
# Constants used in computations :
#     Reference length     :     1.0000
#     Water density (rho)  :     1025.0
#     Gravity acceleration :     9.8100
#     Waterdepth           :  Inf.
#     Ref.pt incident wave : (     0.0000   0.0000)
#            Forward speed :   1.5000  m/s
#
# Reference point of body 1: (   2.0000   0.0000  -0.5000)
#   AMP/PHASE
#------------------------------------------------------------------------
#RAOTYPE    :  Motion
#COMPONENT  :  ${component}
#UNIT       :  ${component > 3 ? 'deg/m' : 'm/m'}
#NBHEADING  ${HEADINGS.length}
#HEADING  ${HEADINGS.map((h) => h.toFixed(2)).join('   ')}
#---w(r/s)-----------------------------------------------------
${rows.join('\n')}
#------------------------------------------------------------
#ENDFILE ${NAMES[component - 1]}.rao
`);
}

function imported(files: Readonly<Record<string, string>>, file = 'fpso_Heave.rao'): ReturnType<typeof importModel> {
  const has = (name: string): string | undefined => (Object.hasOwn(files, name) ? files[name] : undefined);
  return importModel(file, {
    read: (name) => {
      const text = has(name);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
  });
}

const whole = Object.fromEntries(
  NAMES.map((name, m) => [`fpso_${name[0].toUpperCase()}${name.slice(1)}.rao`, rao(m + 1)]),
);

test('six files beside each other: every point of the table is the motion, long waves say which convention it is', () => {
  const result = imported(whole);
  if (!result.ok) throw new Error(result.issues[0].message);
  const rows = result.files['rao.csv'].trim().split('\n').slice(1);
  expect(rows.length).toBe(HEADINGS.length * FREQUENCIES.length);
  for (const row of rows.map((line) => line.split(',').map(Number))) {
    motions(row[0], (row[1] * Math.PI) / 180).forEach(([re, im], m) => {
      const [a, p] = [row[2 + 2 * m], (row[3 + 2 * m] * Math.PI) / 180];
      expect(Math.hypot(a * Math.cos(p) - re, a * Math.sin(p) - im)).toBeLessThan(1e-6);
    });
  }
  expect(result.notes.find(({ key }) => key === 'phases and headings')?.text).toMatch(
    /from astern, counted as here; phases lead; x ahead/,
  );
  expect(result.files['scenario.yaml']).toMatch(/speed: 1\.5 m\/s/);
  expect(result.files['scenario.yaml']).toMatch(/at: \[2 m, 0(?: m)?, -0\.5 m\]/);
});

test('a motion without a file is none, and said so; faults have their file and line', () => {
  const { 'fpso_Sway.rao': _, ...rest } = whole;
  const result = imported(rest);
  if (!result.ok) throw new Error(result.issues[0].message);
  expect(result.notes.find(({ key }) => key === 'sway')?.verdict).toBe('lost');
  const fault = (file: string, change: (text: string) => string): string => {
    const bad = imported({ ...whole, [file]: change(whole[file]) });
    return bad.ok ? 'taken' : bad.issues[0].message;
  };
  expect(fault('fpso_Heave.rao', (text) => text.replace('Motion', 'Excitation'))).toMatch(
    /expected motions .*found Excitation/,
  );
  expect(fault('fpso_Roll.rao', (text) => text.replace('COMPONENT  :  4', 'COMPONENT  :  5'))).toMatch(
    /fpso_Roll\.rao: expected component 4, roll, found 5/,
  );
  expect(fault('fpso_Yaw.rao', (text) => text.replace('\n0.4  ', '\n0.4  x '))).toMatch(
    /fpso_Yaw\.rao:23: expected a frequency, 5 amplitudes and 5 phases/,
  );
  expect(fault('fpso_Yaw.rao', (text) => text.replace('\n0.4  ', '\n0.1  '))).toMatch(/frequencies that rise/);
  // the square of this frequency is zero
  const slowest = (text: string): string => text.replace('\n0.15  ', '\n1e-320  ');
  const slow = imported(Object.fromEntries(Object.entries(whole).map(([name, text]) => [name, slowest(text)])));
  expect(slow.ok ? 'taken' : slow.issues[0].message).toMatch(/expected numbers of a vessel in waves/);
  expect(fault('fpso_Surge.rao', (text) => text.replace('45.00', '50.00'))).toMatch(
    /the headings and frequencies of fpso_Heave\.rao/,
  );
});
