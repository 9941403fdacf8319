/** GE-01: what two skew cylinders share: volume, projection, and the same volume as lenses along a cable. */
import { CableContact, CableCurves, ContactPatches } from '@hawser/engine/parts';
import {
  makeSkewOverlap,
  royEllipseArea,
  royVolume,
  skewCylinders,
  skewProjectedArea,
} from '../reference/skew-cylinders.ts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';

const [id, source] = ['GE-01-skew-cylinders', 'quadrature of strip and circle areas in 30 digits; Steinmetz 16 r^3/3'];
const row = { id, source };

interface Reference {
  readonly reference: { readonly closed_form: { readonly check_R1_r05: readonly number[] } };
  readonly tolerance: { readonly volume_rel: number };
}

const RADIANS = Math.PI / 180;

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const table = context.readCsv('reference.csv');
  const rows: ValidationRow[] = [];
  const add = (quantity: string, measured: number, allowed: number, expected = 0, unit = '1'): void => {
    rows.push(compare(row, { quantity, unit, expected, measured, tolerance: allowed }));
  };
  const out = makeSkewOverlap();
  const worst = { shallow: 0, deep: 0, area: 0, derivative: 0, along: 0, alongFew: 0, roy: 0, ellipse: 0 };
  const larger = (key: keyof typeof worst, measured: number, expected: number): void => {
    const error = Math.abs(measured / expected - 1);
    if (!(error <= worst[key])) worst[key] = error; // NaN wins, and then fails
  };
  for (const [i, r1] of table.r1.entries()) {
    const r2 = table.r2[i];
    const d = table.d[i];
    const alpha = table.angle_deg[i] * RADIANS;
    const depth = (r1 + r2 - d) / Math.min(r1, r2);
    const volume = table.volume[i];
    const area = table['exact projected area'][i];
    skewCylinders(out, r1, r2, d, Math.sin(alpha));
    larger(depth <= 0.5 + 1e-12 ? 'shallow' : 'deep', out.volume, volume);
    larger('area', skewProjectedArea(r1, r2, d, Math.sin(alpha)), area);
    if (d >= Math.max(r1, r2)) larger('derivative', out.area, area);
    if (depth <= 0.5 + 1e-12) {
      larger('along', alongCable(r1, r2, d, alpha, 12), volume);
      larger('alongFew', alongCable(r1, r2, d, alpha, 5), volume);
    }
    // 0 where the published formulas do not hold
    const published = table['Roy 5x5 Gauss volume'][i];
    if (published !== 0) larger('roy', royVolume(r1, r2, d, Math.sin(alpha)), published);
    const ellipse = table['Roy ellipse area pi a b'][i];
    if (r1 === r2 && ellipse !== 0) larger('ellipse', royEllipseArea(r1, d, alpha), ellipse);
  }
  const cases = `${table.r1.length} pairs, 15 to 90 degrees`;
  add(`volume, depth up to 0.5 r: largest relative error (${cases})`, worst.shallow, 1e-9);
  add('volume, deeper, to axes that meet: largest relative error', worst.deep, tolerance.volume_rel);
  add('projected area: largest relative error', worst.area, 1e-6);
  add('dV/d(depth) as projected area, axes a radius apart or more: largest relative error', worst.derivative, 1e-6);
  add('lenses along a cable, 12 points: largest relative error of the volume, depth up to 0.5 r', worst.along, 1e-6);
  add('lenses along a cable, 5 points: largest relative error of the volume, depth up to 0.5 r', worst.alongFew, 1e-3);
  add("Roy's nested 5-point rule, evaluated here: difference from its published error", worst.roy, 1e-9);
  add("Roy's ellipse for equal radii, evaluated here: difference from the reference's", worst.ellipse, 1e-9);
  skewCylinders(out, 1, 1, 0, 1);
  add("Steinmetz' solid", out.volume, (16 / 3) * tolerance.volume_rel, 16 / 3, 'm^3');
  skewCylinders(out, 1, 0.5, 0, 1);
  const pierced = reference.closed_form.check_R1_r05[0];
  add('r = 0.5 through the axis of R = 1', out.volume, pierced * tolerance.volume_rel, pierced, 'm^3');
  return rows;
}

/** Two straight cables of three elements each, long enough to cross altogether. */
function alongCable(r1: number, r2: number, d: number, alpha: number, points: 5 | 12): number {
  const length = (6 * (r1 + r2)) / Math.sin(alpha);
  const control = [
    ...straight([0.01 * length, 0, 0], [1, 0, 0], length),
    ...straight([0, 0, d], [Math.cos(alpha), Math.sin(alpha), 0], length),
  ];
  const curves = new CableCurves({
    starts: Int32Array.of(0, 3, 6),
    radius: Float64Array.of(r1, r1, r1, r2, r2, r2),
    restLength: new Float64Array(6).fill(length / 3),
  });
  curves.set(Float64Array.from(control));
  const contact = new CableContact(curves, { points });
  const patches = new ContactPatches();
  contact.search(new Float64Array(6));
  contact.refresh(patches);
  return patches.totalVolume();
}

function straight(middle: readonly number[], along: readonly number[], length: number): number[] {
  const control: number[] = [];
  for (let e = 0; e < 3; e++) {
    for (let b = 0; b < 4; b++) {
      const s = ((e + b / 3) / 3 - 0.5) * length;
      for (let k = 0; k < 3; k++) control.push(middle[k] + s * along[k]);
    }
  }
  return control;
}

export const validationCase: ValidationCase = { id, title: 'Intersection of two skew cylinders', source, run };
