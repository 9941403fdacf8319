/** A recording, scenery and frames for the tests: a bar and a ball over a fixed floor. */
import {
  type Frames,
  POSE_SIZE,
  QUATERNION,
  Recording,
  SCALAR,
  type Scenery,
  type SceneryPart,
  VECTOR,
} from '@hawser/record';

export const channels = [
  { name: 'bar.position', unit: 'm', components: VECTOR },
  { name: 'bar.velocity', unit: 'm/s', components: VECTOR },
  { name: 'bar.rotation', unit: '', components: QUATERNION },
  { name: 'joint.pin.reaction', unit: 'N', components: VECTOR },
  { name: 'energy.imbalance', unit: 'J', components: SCALAR },
];

export function sampleRecording(rows = 50): Recording {
  const time = new Float64Array(rows).map((_, i) => i * 0.01);
  const columns = Array.from({ length: 14 }, (_, c) => time.map((t) => Math.sin(3 * t + c) * 10 ** ((c % 7) - 3)));
  return new Recording(channels, time, columns);
}

/** Values that formats like to lose. */
export function awkwardRecording(): Recording {
  const values = [0.1, -0, 1e-320, 1.7976931348623157e308, 1 / 3, -123456.789, 2 ** 53 + 2, Number.NaN];
  const time = Float64Array.from(values, (_, i) => i / 3);
  return new Recording([{ name: 'a, "b"', unit: 'N m', components: SCALAR }], time, [Float64Array.from(values)]);
}

/** Unit cube, 24 vertices with normals. */
export function cube(name: string, colour: string, opacity = 1): SceneryPart {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        const corner = [0, 0, 0];
        corner[axis] = side / 2;
        corner[(axis + 1) % 3] = u / 2;
        corner[(axis + 2) % 3] = v / 2;
        positions.push(...corner);
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
      }
      const order = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      indices.push(...order.map((k) => first + k));
    }
  }
  return {
    name,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    colour,
    opacity,
  };
}

export const scenery: Scenery = {
  bodies: [
    { name: 'world', fixed: true, parts: [cube('floor', '#808080')] },
    { name: 'bar', fixed: false, parts: [cube('shaft', '#cc3333'), cube('tip', '#3366cc', 0.5)] },
    { name: 'ball', fixed: false, parts: [cube('skin', '#cc3333')] },
    { name: 'ghost', fixed: false, parts: [] },
  ],
};

/** The bar moves along x and turns about z through more than a full turn; the ball stands still; signs flip on purpose. */
export function sampleFrames(count = 40): Frames {
  const time = new Float64Array(count).map((_, i) => i / 30);
  const poses = new Float64Array(count * 2 * POSE_SIZE);
  for (let f = 0; f < count; f++) {
    const half = f * 0.1;
    const sign = f % 3 === 1 ? -1 : 1;
    poses.set([f * 0.25, 0, 1, sign * Math.cos(half), 0, 0, sign * Math.sin(half)], f * 14);
    poses.set([5, 6, 7, 1, 0, 0, 0], f * 14 + 7);
  }
  return { bodies: ['bar', 'ball'], time, poses };
}
