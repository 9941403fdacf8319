/** Spiral and snake of Roy 2007, figs. 2.11 and 2.12: where a cable is closest to itself. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';
import { completed } from '../series.ts';

const [id, source] = ['roy2007-minima', 'Roy 2007, s. 2.3; distances of the curves themselves'];
const row = { id, source };
const DIAMETER = 0.024; // [m]
const NEIGHBOURS = 2 * DIAMETER; // [m] along the cable: closer than this it never touches itself
const TURNING = 1.2; // [rad] between places that count as two strands
const NEAR = 10 * DIAMETER; // [m] minima counted
const TOLERANCE = 2e-5; // [m]

type Curve = (s: number) => readonly [number, number];

/** Involute of a circle: turns 2 pi a apart everywhere, by arc length from the turn t0 on. */
const PITCH = 0.045;
function spiral(s: number): readonly [number, number] {
  const a = PITCH / (2 * Math.PI);
  const t = Math.sqrt(21 * 21 + (2 * s) / a);
  return [a * (Math.cos(t) + t * Math.sin(t)), a * (Math.sin(t) - t * Math.cos(t))];
}

/** Direction omega cos(2 pi s/lambda), by Simpson's rule in steps of a tenth of a millimetre, kept as a table with slopes. */
const [LAMBDA, OMEGA, STEP] = [1.2, 1.9, 1e-4];
const heading = (s: number): number => OMEGA * Math.cos((2 * Math.PI * s) / LAMBDA);
function snake(length: number): Curve {
  const table: [number, number][] = [[0, 0]];
  for (let i = 0; i * STEP < length + STEP; i++) {
    const [a, b, c] = [heading(i * STEP), heading((i + 0.5) * STEP), heading((i + 1) * STEP)];
    const [x, y] = table[i];
    table.push([
      x + (STEP / 6) * (Math.cos(a) + 4 * Math.cos(b) + Math.cos(c)),
      y + (STEP / 6) * (Math.sin(a) + 4 * Math.sin(b) + Math.sin(c)),
    ]);
  }
  return (s) => {
    const i = Math.min(table.length - 2, Math.floor(s / STEP));
    const d = s - i * STEP;
    const turn = heading(s) + heading(i * STEP); // chord of the rest of the step
    return [table[i][0] + d * Math.cos(0.5 * turn), table[i][1] + d * Math.sin(0.5 * turn)];
  };
}

/** Distances at the local minima of |P(s) - P(t)|, ends of the curve included, least first. */
function minimaOf(curve: Curve, length: number, turning: (s: number, t: number) => number): number[] {
  const n = 2400;
  const h = length / n;
  const points = Array.from({ length: n + 1 }, (_, i) => curve(i * h));
  const between = (p: readonly [number, number], q: readonly [number, number]): number =>
    Math.hypot(p[0] - q[0], p[1] - q[1]);
  const found: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = i + Math.ceil(NEIGHBOURS / h); j <= n; j++) {
      const d = between(points[i], points[j]);
      if (d > NEAR + DIAMETER + 2 * h || turning(i * h, j * h) < TURNING) continue;
      let lowest = true;
      for (let a = Math.max(0, i - 1); lowest && a <= Math.min(n, i + 1); a++) {
        for (let b = Math.max(0, j - 1); b <= Math.min(n, j + 1); b++) {
          if (between(points[a], points[b]) < d) lowest = false;
        }
      }
      if (!lowest) continue;
      // downhill in ever smaller steps
      let [s, t, best] = [i * h, j * h, d];
      for (let size = 0.5 * h; size > 1e-9; ) {
        let moved = false;
        for (const [ds, dt] of [
          [size, 0],
          [-size, 0],
          [0, size],
          [0, -size],
          [size, size],
          [-size, -size],
          [size, -size],
          [-size, size],
        ]) {
          const [u, v] = [Math.min(length, Math.max(0, s + ds)), Math.min(length, Math.max(0, t + dt))];
          const next = between(curve(u), curve(v));
          if (next < best) [s, t, best, moved] = [u, v, next, true];
        }
        if (!moved) size *= 0.5;
      }
      if (best - DIAMETER < NEAR) found.push(best);
    }
  }
  return found.sort((p, q) => p - q);
}

/** Separations of a cable laid along a curve: least, second, third [m], and how many are near. */
async function laid(context: CaseContext, curve: Curve, length: number, elements: number): Promise<number[]> {
  const n = 8 * elements;
  const shape = Array.from({ length: n + 1 }, (_, i) => [...curve((length * i) / n), 0]);
  const way = shape.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - shape[i][0], p[1] - shape[i][1]), 0);
  const overrides = { 'cables.rope.length': way, 'cables.rope.elements': elements, 'cables.rope.shape': shape };
  const { recording } = completed(await context.runScenario('scenario.yaml', overrides));
  return ['least', 'second', 'third', 'count'].map((name) => recording.column(`separation.rope~rope.${name}`)[0]);
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const a = PITCH / (2 * Math.PI);
  const turns = 0.5 * a * ((21 + 7 * Math.PI) ** 2 - 21 * 21); // three and a half of them
  const [coil] = await laid(context, spiral, turns, 600);
  const length = 3 * LAMBDA;
  const curve = snake(length);
  const turned = (s: number, t: number): number => {
    let sum = 0;
    for (let k = 0; k < 60; k++)
      sum += Math.abs(heading(s + ((k + 1) * (t - s)) / 60) - heading(s + (k * (t - s)) / 60));
    return sum;
  };
  const exact = minimaOf(curve, length, turned);
  const found = await laid(context, curve, length, 200);
  const metres = { unit: 'm', tolerance: TOLERANCE };
  return [
    compare(row, { quantity: 'spiral: between its turns', expected: PITCH - DIAMETER, measured: coil, ...metres }),
    ...['least', 'second', 'third'].map((which, k) =>
      compare(row, {
        quantity: `snake: ${which} separation`,
        expected: exact[k] - DIAMETER,
        measured: found[k],
        ...metres,
      }),
    ),
    compare(row, { quantity: 'snake: minima', unit: '1', expected: exact.length, measured: found[3], tolerance: 0 }),
  ];
}

export const validationCase: ValidationCase = { id, title: 'Minima of spiral and snake', source, run };
