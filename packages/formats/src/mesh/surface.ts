/** Checks vertices and faces of a file and makes a mesh. Shared by the readers of indexed formats. */
import { triangulatePolygon } from '@hawser/engine';
import { IssueList, type ReadResult } from '../issue.ts';
import { quoted } from '../text.ts';
import { type MeshOptions, type WeldedMesh, welded } from './welded.ts';

/** Largest number of corners of a face: triangulation is more than linear, and no modeller writes larger faces. */
export const MAX_CORNERS = 1000;

interface Face {
  readonly line: number;
  /** `face 17` */
  readonly name: string;
  /** from 0, no corner twice in a row */
  readonly vertices: readonly number[];
}

export class Surface {
  readonly positions: number[] = [];
  readonly issues: IssueList = new IssueList();
  readonly #faces: Face[] = [];

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  get faceCount(): number {
    return this.#faces.length;
  }

  /** A coordinate; NaN and infinities are faults. `name`: what it is, such as `x of vertex 7`. */
  coordinate(value: number | null, text: string, name: string, line: number): void {
    if (value === null || !Number.isFinite(value)) {
      this.issues.add(line, 0, 'not-a-number', `${name}: expected a finite number, found ${quoted(text)}`);
    }
    this.positions.push(value ?? 0);
  }

  polygon(corners: readonly number[], name: string, line: number): void {
    const vertices = corners.filter((vertex, i) => vertex !== corners[i - 1]);
    if (vertices.length > 1 && vertices[0] === vertices[vertices.length - 1]) vertices.pop();
    if (corners.length < 3) {
      this.issues.add(line, 0, 'few-corners', `${name}: a face needs at least 3 corners, found ${corners.length}`);
    } else if (vertices.length > MAX_CORNERS) {
      const message = `${name}: a face may have ${MAX_CORNERS} corners at most, found ${vertices.length}; export the model as triangles`;
      this.issues.add(line, 0, 'many-corners', message);
    } else if (vertices.length >= 3) this.#faces.push({ line, name, vertices }); // fewer: no area
  }

  /** Every three consecutive corners form a triangle, with alternating orientation. */
  strip(vertices: readonly number[], name: string, line: number): void {
    for (let i = 2; i < vertices.length; i++) {
      const [a, b] = i % 2 === 0 ? [vertices[i - 2], vertices[i - 1]] : [vertices[i - 1], vertices[i - 2]];
      const c = vertices[i];
      if (a !== b && b !== c && c !== a) this.#faces.push({ line, name, vertices: [a, b, c] });
    }
  }

  /** The mesh, or all its faults. `wanted`: the missing part of a file without faces. */
  finish(options: MeshOptions, wanted: string): ReadResult<WeldedMesh> {
    const { issues, positions } = this;
    const triangles: number[] = [];
    const count = this.vertexCount;
    for (const { line, name, vertices } of this.#faces) {
      if (issues.full) break;
      const bad = vertices.findIndex((vertex) => !(Number.isInteger(vertex) && vertex >= 0 && vertex < count));
      if (bad < 0) triangulatePolygon(triangles, positions, vertices);
      else {
        const range = count === 0 ? 'but there are none' : `0 to ${count - 1}`;
        issues.add(
          line,
          0,
          'no-such-vertex',
          `${name}: expected numbers of vertices, ${range}, found ${vertices[bad]}`,
        );
      }
    }
    if (!issues.any && triangles.length === 0) {
      issues.add(0, 0, 'no-faces', `expected ${wanted}, found none; export the surface, not points or lines`);
    }
    if (issues.any) return issues.failure();
    return { ok: true, value: welded(positions, triangles, options.weldTolerance ?? 0) };
  }
}
