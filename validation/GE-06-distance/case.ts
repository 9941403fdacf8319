/** GE-06: closest distances of segments, of cubic curves (every local minimum) and of a torus and a triangle. */
import {
  arcTriangle,
  CableCurves,
  closestOnSegments,
  Minima,
  MinimaSearch,
  makeSegmentPair,
  makeTrianglePoint,
} from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';

const [id, source] = ['GE-06-distance', 'many starts and exact cases, computed for the reference'];
const row = { id, source };

type Point = readonly [number, number, number];

interface Reference {
  readonly reference: {
    readonly segments: readonly {
      readonly p1: Point;
      readonly q1: Point;
      readonly p2: Point;
      readonly q2: Point;
      readonly distance: number;
    }[];
    readonly bezier_pairs: readonly {
      readonly A: readonly Point[];
      readonly B: readonly Point[];
      readonly local_minima_distance_u_v: readonly Point[];
      readonly global_minimum: number;
    }[];
    readonly torus_triangle: readonly {
      readonly triangle: readonly Point[];
      readonly torus_major: number;
      readonly torus_minor: number;
      readonly gap: number;
    }[];
  };
  readonly tolerance: { readonly distance_abs: number };
}

const from = (a: Point, b: Point): number[] => [b[0] - a[0], b[1] - a[1], b[2] - a[2]];

/** Local minima of the distance of two cubics, nearest first. */
function minimaOf(A: readonly Point[], B: readonly Point[]): number[] {
  // two cables of one element each; their lengths only scale the parameter
  const curves = new CableCurves({
    starts: Int32Array.of(0, 1, 2),
    radius: new Float64Array(2),
    restLength: Float64Array.of(1, 1),
  });
  curves.set(Float64Array.from([...A, ...B].flat()));
  const minima = new Minima();
  new MinimaSearch(curves).find(minima, 10);
  return [...minima.distance.subarray(0, minima.count)].sort((p, q) => p - q);
}

/** [m] from a circle about z in the plane z = 0 to a triangle: the least of its four quarters, each seen as that with x, y >= 0. */
function circleDistance(triangle: readonly Point[], radius: number): number {
  const quarter = makeTrianglePoint();
  const distances = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([sx, sy]) => {
    const corners = triangle.flatMap(([x, y, z]) => [sx * x, sy * y, z]);
    arcTriangle(quarter, Float64Array.from(corners), 0, Float64Array.of(radius, Number.POSITIVE_INFINITY));
    return Math.sqrt(quarter.distance2);
  });
  return Math.min(...distances);
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const rows: ValidationRow[] = [];
  const add = (quantity: string, expected: number, measured: number): void => {
    rows.push(compare(row, { quantity, unit: 'm', expected, measured, tolerance: tolerance.distance_abs }));
  };
  const segments = makeSegmentPair();
  reference.segments.forEach(({ p1, q1, p2, q2, distance }, i) => {
    closestOnSegments(segments, Float64Array.from([...from(p2, p1), ...from(p1, q1), ...from(p2, q2)]));
    add(`segments ${i + 1}`, distance, Math.sqrt(segments.distance2));
  });
  reference.bezier_pairs.forEach(({ A, B, local_minima_distance_u_v: expected }, i) => {
    const measured = minimaOf(A, B);
    rows.push(
      compare(row, {
        quantity: `cubics ${i + 1}: number of minima`,
        unit: '',
        expected: expected.length,
        measured: measured.length,
        tolerance: 0,
      }),
    );
    const distances = expected.map(([distance]) => distance).sort((p, q) => p - q);
    distances.forEach((distance, k) => {
      add(`cubics ${i + 1}: minimum ${k + 1}`, distance, measured[k] ?? Number.NaN);
    });
  });
  reference.torus_triangle.forEach(({ triangle, torus_major, torus_minor, gap }, i) => {
    add(`torus and triangle ${i + 1}: gap`, gap, circleDistance(triangle, torus_major) - torus_minor);
  });
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Closest distances', source, run };
