import { expect, test } from 'vitest';
import { boxMesh } from '../../geometry/index.ts';
import { expRotation } from '../../math/index.ts';
import { type CollisionShape, SolidMeshes, VolumePair } from '../../proximity/index.ts';
import { PatchShapes, SHAPES_EXACT, SHAPES_NEAR, type TrialPoses } from './patch-shapes.ts';

/** A corner of one box in an edge of another. */
function scene(): VolumePair {
  const shapes: CollisionShape[] = [boxMesh(1, 1, 1), boxMesh(0.3, 0.3, 0.3)].map(({ positions, triangles }, body) => ({
    shape: { kind: 'mesh', positions, triangles },
    body,
    position: [0, 0, 0],
    rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  }));
  return new VolumePair(shapes[0], shapes[1], new SolidMeshes());
}

const START = [0.49, 0.02, 0.62];
const TILT = [0.3, 0.5, 0.2];

/** B moved by s times a motion since the step began. */
function trial(s: number): TrialPoses {
  const u = new Float64Array(12);
  [0.4, -0.3, 0.5, 0.6, -0.5, 0.7].forEach((x, k) => {
    u[6 + k] = s * x;
  });
  const turned = new Float64Array(9);
  const tilt = new Float64Array(9);
  expRotation(turned, 0, u, 9);
  expRotation(tilt, 0, Float64Array.from(TILT), 0);
  const rotation = new Float64Array(18);
  for (let i = 0; i < 3; i++) {
    rotation[4 * i] = 1;
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) rotation[9 + 3 * i + j] += turned[3 * i + k] * tilt[3 * k + j];
    }
  }
  const position = Float64Array.from([0, 0, 0, ...START.map((x, k) => x + u[6 + k])]);
  return { position, rotation, velocity: new Float64Array(12), u };
}

/** Volume of the patches and where their centre is, by volume. */
function read(shapes: PatchShapes, pair: VolumePair, w: TrialPoses): number[] {
  const list = shapes.of(w, 0, pair);
  const sum = [0, 0, 0, 0];
  if (list === undefined) return sum;
  for (let p = 0; p < list.count; p++) {
    if (!shapes.take(w, list, p, 0, 1)) continue;
    const { data } = shapes.patch;
    sum[0] += data[6];
    for (let k = 0; k < 3; k++) sum[1 + k] += data[6] * data[k];
  }
  return sum;
}

test('a shape moved along has the volume of the one found anew, to a hundredth of what the motion changes', () => {
  const pair = scene();
  for (const s of [1e-3, 5e-4, 2.5e-4]) {
    const shapes = new PatchShapes();
    shapes.mode = SHAPES_NEAR;
    shapes.tolerance = 1; // anything serves
    const [start] = read(shapes, pair, trial(0));
    const [moved] = read(shapes, pair, trial(s));
    shapes.mode = SHAPES_EXACT;
    const [found] = read(shapes, pair, trial(s));
    expect(start).toBeGreaterThan(0);
    expect(Math.abs(found - start)).toBeGreaterThan(0.005 * start); // it did move
    // pieces have their area at the centre of their pressure: a turn is off by as much as the two lie apart
    expect(Math.abs(moved - found)).toBeLessThan(0.01 * Math.abs(found - start));
  }
});

test('beyond the tolerance it is found anew, and a gap known spares the look', () => {
  const pair = scene();
  const exact = new PatchShapes();
  const near = new PatchShapes();
  near.mode = SHAPES_NEAR;
  near.tolerance = 1e-6;
  let looks = 0;
  const watched = Object.create(pair) as VolumePair;
  watched.meet = (...given) => {
    looks++;
    pair.meet(...given);
  };
  // out of contact and far away, and back into it
  for (const s of [0, 1e-3, 0.4, 0.401, 0.402, 0.403, 0.1, 1e-3, 0]) {
    const a = read(exact, pair, trial(s));
    const b = read(near, watched, trial(s));
    for (let k = 0; k < 4; k++) expect(b[k]).toBe(a[k]);
  }
  expect(looks).toBeLessThan(8);
});
