/** Meshes for made-up scenes. */
import type { SceneryPart } from '../../record/src/index.ts';

type Triple = readonly [number, number, number];

/** Flat faces: four vertices a face, so that normals are sharp. */
export function box(name: string, size: Triple, at: Triple, colour: string): SceneryPart {
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
        const p = [0, 0, 0];
        p[axis] = side;
        p[(axis + 1) % 3] = u * side;
        p[(axis + 2) % 3] = v;
        for (let i = 0; i < 3; i++) positions.push(at[i] + (p[i] * size[i]) / 2);
        normals.push(...[0, 1, 2].map((i) => (i === axis ? side : 0)));
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return part(name, positions, normals, indices, colour);
}

/** Axis along y. */
export function cylinder(name: string, radius: number, length: number, at: Triple, colour: string): SceneryPart {
  const n = 24;
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) {
    const [c, s] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)];
    for (const side of [-1, 1]) {
      positions.push(at[0] + radius * c, at[1] + (side * length) / 2, at[2] + radius * s);
      normals.push(c, 0, s);
    }
    if (i < n) indices.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2);
  }
  for (const side of [-1, 1]) {
    const first = positions.length / 3;
    for (let i = 0; i < n; i++) {
      const [c, s] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)];
      positions.push(at[0] + radius * c, at[1] + (side * length) / 2, at[2] + radius * s);
      normals.push(0, side, 0);
      if (i > 1) indices.push(first, side > 0 ? first + i : first + i - 1, side > 0 ? first + i - 1 : first + i);
    }
  }
  return part(name, positions, normals, indices, colour);
}

function part(name: string, positions: number[], normals: number[], indices: number[], colour: string): SceneryPart {
  return {
    name,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(indices),
    colour,
    opacity: 1,
  };
}
