/** Collects vertices and faces while a mesh is made. */
import { BuildError, GrowableFloat64, GrowableInt32 } from '../../base/index.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Most vertices of a mesh made from a few numbers: checking a pair of such meshes takes about 350 MB and 2 s. */
const MOST_VERTICES = 200_000;

export function checkVertices(count: number): void {
  if (count <= MOST_VERTICES) return;
  throw new BuildError('count', `sizes that make at most ${MOST_VERTICES} vertices, found more`);
}

export class MeshBuilder {
  readonly #positions = new GrowableFloat64(96);
  readonly #triangles = new GrowableInt32(96);

  get vertexCount(): number {
    return this.#positions.length / 3;
  }

  /** Adds a vertex [m] and returns its number. */
  vertex(x: number, y: number, z: number): number {
    checkVertices(this.vertexCount + 1);
    this.#positions.push(x);
    this.#positions.push(y);
    this.#positions.push(z);
    return this.#positions.length / 3 - 1;
  }

  /** Anticlockwise seen from outside, like everything below. */
  triangle(a: number, b: number, c: number): void {
    this.#triangles.push(a);
    this.#triangles.push(b);
    this.#triangles.push(c);
  }

  /** Cut along a-c. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** The band between two closed loops of equal length: `lower` runs anticlockwise seen from `upper`, both alike. */
  band(lower: readonly number[], upper: readonly number[]): void {
    for (let i = 0; i < lower.length; i++) {
      const j = (i + 1) % lower.length;
      this.quad(lower[i], lower[j], upper[j], upper[i]);
    }
  }

  mesh(): TriangleMesh {
    return { positions: this.#positions.toArray(), triangles: this.#triangles.toArray() };
  }
}
