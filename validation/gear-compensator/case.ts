/**
 * Passive heave compensators against closed forms. Gas: T = T0 (l/(l - x))^n, l volume over area, x drawn out; about its middle a spring k = n T0/l, so a
 * load that it just carries bounces with w0^2 = n g/l and follows a tip that heaves by a sin(w t) by a/(1 - (w/w0)^2).
 */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, crossings, interpolate } from '../series.ts';

const [id, source] = ['gear-compensator', "polytropic gas; m x'' = -k (x - a sin wt), k = n T0/l"];
const row = { id, source };
const [g, n] = [9.81, 1.3];

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  // a load that follows its tip from the start as it will go on
  const w0 = Math.sqrt((n * g) / 60);
  const w = (2 * Math.PI) / 8;
  const amplitude = 0.2 / (1 - (w / w0) ** 2);
  const result = completed(
    await context.runScenario('scenario.yaml', { 'bodies.hung.velocity': [0, 0, amplitude * w] }),
  );
  const { recording } = result;
  const { time } = recording;
  const tension = (name: string, t: number): number => interpolate(time, recording.column(`force.${name}.tension`), t);
  const z = recording.column('bouncing.position.z').map((x) => x + 10);
  const ups = crossings(time, z, 0, 1);
  // its part of the period of the tip, over four periods
  const swing = recording.column('hung.position.z').map((x) => x + 10);
  let along = 0;
  for (let i = 1; i < swing.length; i++) along += (2 / 32) * swing[i] * Math.sin(w * time[i]) * (time[i] - time[i - 1]);
  return [
    compareRelative(row, {
      quantity: 'drawn out by 2 m of 3 m of gas',
      unit: 'N',
      expected: 20e3 * (3 / (3 - 2)) ** n,
      measured: tension('drawn', 7.5),
      relative: 1e-9,
    }),
    compareRelative(row, {
      quantity: 'pushed in by 2 m',
      unit: 'N',
      expected: 20e3 * (3 / (3 + 2)) ** n,
      measured: tension('drawn', 2.5),
      relative: 1e-9,
    }),
    compareRelative(row, {
      quantity: 'on its stop: 0.2 m beyond half of the stroke, gas at one temperature going on in a straight line',
      unit: 'N',
      expected: (20e3 * 3) / 2.7 + ((20e3 * 3) / 2.7 / 2.7 + 100e3) * 0.2,
      measured: tension('over', 7.5),
      relative: 1e-9,
    }),
    compareRelative(row, {
      quantity: 'a load that bounces: period, 2 pi sqrt(l/(n g))',
      unit: 's',
      expected: 2 * Math.PI * Math.sqrt(10 / (n * g)),
      measured: (ups[ups.length - 1] - ups[0]) / (ups.length - 1),
      relative: 1e-3, // the gas stiffens: (x/l)^2 of the amplitude
    }),
    compareRelative(row, {
      quantity: 'under a tip that heaves by 0.2 m in 8 s: what the load heaves',
      unit: 'm',
      expected: Math.abs(amplitude),
      measured: Math.abs(along),
      relative: 0.01, // gas is not quite a spring: it moves the middle by (n + 1) x^2/(4 l), 1 mm, and that swings as well
    }),
    compare(row, {
      quantity: 'energy unaccounted for over the work done',
      unit: '',
      expected: 0,
      measured: result.energy.imbalance / (4 * 20e3),
      tolerance: 1e-4,
    }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Passive heave compensators', source, run };
