/** The surface of equal pressure as a force: its stiffness, closed ways, and what happens where polygons come and go. */
import { boxMesh, Random } from '@hawser/engine';
import type { ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { applied, Meeting, type Met, PAIRS, product, turn, UPRIGHT } from './meeting.ts';

const [id, source] = ['elandt-surface', 'Elandt 2022, apps. A, C: force is the gradient of an energy and continuous'];
const row = { id, source };

const POSES = 100; // of each pair
const WAYS = 40;
const EVENTS = 40;
const EPSILON = 2 ** -52;
/** Part of the range of places that a leg of a way takes. */
const LEG = 0.2;

type Pose = { readonly x: readonly number[]; readonly R: readonly number[] };

function drawn(random: Random, place: readonly number[]): Pose {
  const x = place.map((c) => c + 0.01 * (random.uniform() - 0.5));
  return { x, R: turn(0.5 * (random.uniform() - 0.5), 0.5 * (random.uniform() - 0.5), random.uniform() - 0.5) };
}

/** In the core under a layer there is no field. */
function isWithin({ deepest }: Met, core: number): boolean {
  return deepest > 1e-3 && deepest < core;
}

/** Largest errors of the stiffness against differences and of its symmetry, over its largest entry. */
function stiffness(
  meeting: Meeting,
  place: readonly number[],
  core: number,
  random: Random,
): [worst: number, skew: number] {
  const h = 1e-7;
  let [worst, skew] = [0, 0];
  for (let tried = 0; tried < POSES; ) {
    const { x, R } = drawn(random, place);
    const here = meeting.at(x, R);
    if (!isWithin(here, core)) continue;
    tried++;
    const K = meeting.stiffness();
    const scale = K.reduce((most, k) => Math.max(most, Math.abs(k)), 0);
    const { wrench: w } = here;
    // second derivatives along motions that do not commute differ by the wrench across their commutator
    for (let i = 0; i < 3; i++) {
      const [p, q] = [(i + 1) % 3, (i + 2) % 3];
      const of = (a: number, b: number): number => K[6 * a + b] - K[6 * b + a];
      for (const difference of [
        of(p, q),
        of(p, 3 + q) + w[i],
        of(q, 3 + p) - w[i],
        of(i, 3 + i),
        of(3 + p, 3 + q) + w[3 + i],
      ]) {
        skew = Math.max(skew, Math.abs(difference) / scale);
      }
    }
    for (let j = 0; j < 6; j++) {
      const move = (s: number): Float64Array => {
        const e = [0, 1, 2].map((k) => (k === j % 3 ? s : 0));
        if (j < 3)
          return meeting.at(
            x.map((c, k) => c + e[k]),
            R,
          ).wrench;
        const small = turn(e[0], e[1], e[2]);
        return meeting.at(applied(small, x), product(small, R)).wrench;
      };
      const [plus, minus] = [move(h), move(-h)];
      for (let i = 0; i < 6; i++)
        worst = Math.max(worst, Math.abs((minus[i] - plus[i]) / (2 * h) - K[6 * i + j]) / scale);
    }
  }
  return [worst, skew];
}

/** Work around a triangle of places, over the integral of |F.dx|; the largest of some such ways. */
function closedWays(meeting: Meeting, place: readonly number[], core: number, random: Random): number {
  let worst = 0;
  for (let way = 0; way < WAYS; way++) {
    const { x, R } = drawn(random, place);
    // short legs: every kink of the fields on the way costs a hundred looks
    const near = (): number[] => drawn(random, place).x.map((c, k) => x[k] + LEG * (c - x[k]));
    const corners = [x, near(), near(), x];
    if (!corners.every((c) => isWithin(meeting.at(c, R), core))) {
      way--;
      continue;
    }
    let [work, all] = [0, 0];
    for (let leg = 0; leg < 3; leg++) {
      const [from, to] = [corners[leg], corners[leg + 1]];
      const along = (t: number): number => {
        const { wrench } = meeting.at(
          from.map((c, k) => c + t * (to[k] - c)),
          R,
        );
        return [0, 1, 2].reduce((sum, k) => sum + wrench[k] * (to[k] - from[k]), 0);
      };
      for (let i = 0; i < 4; i++) all += Math.abs(along((i + 0.5) / 4)) / 4;
      work += integral(along, 0, 1, gauss(along, 0, 1), 1e-11 * all);
    }
    worst = Math.max(worst, Math.abs(work) / all);
  }
  return worst;
}

/** Gauss with three points, halved where a kink makes halves and whole differ. */
function integral(f: (t: number) => number, from: number, to: number, whole: number, least: number): number {
  const m = (from + to) / 2;
  const [left, right] = [gauss(f, from, m), gauss(f, m, to)];
  if (to - from < 1e-5 || Math.abs(left + right - whole) < least) return left + right;
  return integral(f, from, m, left, least) + integral(f, m, to, right, least);
}

function gauss(f: (t: number) => number, from: number, to: number): number {
  const [m, h] = [(from + to) / 2, (to - from) / 2];
  const x = Math.sqrt(0.6) * h;
  return (h * (5 * f(m - x) + 8 * f(m) + 5 * f(m + x))) / 9;
}

/** Largest jump of the force where the number of polygons changes, from one double to the next, over the largest force, in epsilon. */
function jumps(meeting: Meeting, place: readonly number[], random: Random): number {
  let worst = 0;
  for (let events = 0; events < EVENTS; ) {
    const [from, to] = [drawn(random, place), drawn(random, place)];
    const at = (t: number) =>
      meeting.at(
        from.x.map((c, k) => c + t * (to.x[k] - c)),
        from.R,
      );
    const scale = at(0.5)
      .wrench.slice(0, 3)
      .reduce((most, f) => Math.max(most, Math.abs(f)), 0);
    if (!(scale > 0)) continue;
    for (let i = 0; i < 20 && events < EVENTS; i++) {
      let [low, high] = [i / 20, (i + 1) / 20];
      const count = at(low).polygons;
      if (at(high).polygons === count) continue;
      events++;
      // steps of the place of some units in its last digit
      for (let k = 0; k < 60 && high - low > 4 * EPSILON; k++) {
        const middle = 0.5 * (low + high);
        if (at(middle).polygons === count) low = middle;
        else high = middle;
      }
      const [a, b] = [at(low).wrench.slice(), at(high).wrench];
      for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]) / scale / EPSILON);
    }
  }
  return worst;
}

function run(): Promise<readonly ValidationRow[]> {
  const rows: ValidationRow[] = [];
  for (const [name, make, place, core] of PAIRS) {
    const meeting = make();
    const random = new Random(19);
    const [worst, skew] = stiffness(meeting, place, core, random);
    for (const [quantity, measured, tolerance] of [
      [`stiffness against differences, ${POSES} poses`, worst, 1e-6],
      ['stiffness: what is not symmetric in it', skew, 1e-8],
      [`work around ${WAYS} closed ways, over that of their parts`, closedWays(meeting, place, core, random), 1e-9],
      [`jump of the force where polygons come and go, ${EVENTS} times [epsilon]`, jumps(meeting, place, random), 100],
    ] as const) {
      rows.push(compare(row, { quantity: `${name}: ${quantity}`, unit: '1', expected: 0, measured, tolerance }));
    }
  }
  const a = 0.5;
  const field = { field: { kind: 'solid' as const }, scale: 1 };
  const cubes = new Meeting(boxMesh(2 * a, 2 * a, 2 * a), boxMesh(2 * a, 2 * a, 2 * a), field, field);
  for (const d of [0.001, 0.005, 0.01]) {
    const side = (x: number): Float64Array => cubes.at([x, 0, 2 * a - d], UPRIGHT).wrench.slice();
    const [left, right] = [side(-1e-7), side(1e-7)];
    rows.push(
      compareRelative(row, {
        quantity: `equal cubes a hair askew, ${d} m deep: jump of the side force over the push`,
        unit: '1',
        expected: d / (2 * a),
        measured: (right[0] - left[0]) / right[2],
        relative: 0.01,
      }),
    );
  }
  return Promise.resolve(rows);
}

export const validationCase: ValidationCase = {
  id,
  title: 'Surfaces of equal pressure: stiffness, closed ways, events',
  source,
  slow: true,
  run,
};
