/**
 * A plate as one layer of equal balls in rows and columns, as Vilela 2018, s. 5.3.2.2 builds the ground of the rolling cylinder
 * (200 x 30 balls): balls placed at random turned the cylinder off its course.
 */
import { assert, PI, type SpherePacking } from '@hawser/engine/parts';

/** columns along x, rows along y, centred on the origin; the plate is 2 radius thick and filled to pi/6. Lengths in metres. */
export function layerPacking(columns: number, rows: number, radius: number): SpherePacking {
  for (const [name, n] of Object.entries({ columns, rows })) {
    assert(Number.isInteger(n) && n > 0, `${name} must be an integer above 0, found ${n}`);
  }
  assert(radius > 0 && Number.isFinite(radius), `radius must be above 0 m, found ${radius}`);
  const count = columns * rows;
  // a step that divides the radius exactly and leaves all coordinates below 2^31 steps
  let step = radius;
  while (Math.max(columns, rows) * radius < 536870912 * step) step *= 0.5;
  const centres = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    centres[3 * i] = (2 * (i % columns) + 1 - columns) * radius;
    centres[3 * i + 1] = (2 * Math.floor(i / columns) + 1 - rows) * radius;
  }
  return {
    count,
    centres,
    radii: new Float64Array(count).fill(radius),
    weights: new Float64Array(count).fill(Math.fround(6 / PI)),
    faces: new Int32Array(count), // the upper side; a plate stands on nothing
    normals: Float64Array.of(0, 0, 1),
    areas: new Float64Array(count).fill(Math.fround(4 * radius * radius)),
    feet: centres.map((x, i) => (i % 3 === 2 ? radius : x)),
    meshVolume: 8 * count * radius * radius * radius,
    origin: [0, 0, 0],
    step,
  };
}
