/** Tetrahedra of a file, with or without a number at each point, and their surface. */
import { IssueList, type ReadResult } from '../issue.ts';
import { type MeshOptions, type WeldedMesh, welded } from './welded.ts';

/** Names of point data that are taken as extents or pressures; otherwise the only one in the file. */
const NAMES = ['extent', 'pressure', 'field', 'e', 'p'];

export class CellReader {
  readonly points: number[] = [];
  readonly tets: number[] = [];
  readonly #fields = new Map<string, Float64Array>();

  field(name: string, values: ArrayLike<number>): void {
    this.#fields.set(name.toLowerCase(), Float64Array.from(values));
  }

  /** The surface of the cells, and the cells. */
  finish(options: MeshOptions): ReadResult<WeldedMesh> {
    const { points, tets } = this;
    const issues = new IssueList();
    const count = points.length / 3;
    for (let i = 0; i < tets.length && !issues.full; i++) {
      if (Number.isInteger(tets[i]) && tets[i] >= 0 && tets[i] < count) continue;
      const range = count === 0 ? 'but there are none' : `0 to ${count - 1}`;
      issues.add(
        0,
        0,
        'no-such-vertex',
        `cell ${Math.floor(i / 4)}: expected numbers of points, ${range}, found ${tets[i]}`,
      );
    }
    const odd = points.findIndex((x) => !Number.isFinite(x));
    if (odd >= 0)
      issues.add(
        0,
        0,
        'not-a-number',
        `point ${Math.floor(odd / 3)}: expected finite coordinates, found ${points[odd]}`,
      );
    if (issues.any) return issues.failure();
    const named = NAMES.map((name) => this.#fields.get(name)).find((values) => values !== undefined);
    const values = named ?? (this.#fields.size === 1 ? [...this.#fields.values()][0] : undefined);
    const { positions, triangles } = boundary(points, tets);
    const surface = welded(positions, triangles, options.weldTolerance ?? 0);
    const cells = { points: Float64Array.from(points), tets: Int32Array.from(tets), ...(values && { values }) };
    return { ok: true, value: { ...surface, cells } };
  }
}

/** Faces of one cell only, outwards; unused points are dropped. */
function boundary(p: readonly number[], tets: readonly number[]): { positions: number[]; triangles: number[] } {
  const faces = new Map<string, number[] | null>();
  for (let t = 0; t < tets.length; t += 4) {
    for (let k = 0; k < 4; k++) {
      const face = [0, 1, 2, 3].filter((j) => j !== k).map((j) => tets[t + j]);
      const key = face
        .slice()
        .sort((a, b) => a - b)
        .join();
      faces.set(key, faces.has(key) ? null : [...face, tets[t + k]]);
    }
  }
  const index = new Map<number, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const own = (v: number): number => {
    let i = index.get(v);
    if (i === undefined) {
      i = index.size;
      index.set(v, i);
      positions.push(p[3 * v], p[3 * v + 1], p[3 * v + 2]);
    }
    return i;
  };
  for (const face of faces.values()) {
    if (face === null) continue;
    const [a, b, c, inner] = face;
    const [ux, uy, uz] = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
    const [wx, wy, wz] = [0, 1, 2].map((k) => p[3 * inner + k] - p[3 * a + k]);
    const inward = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
    if (inward > 0) triangles.push(own(a), own(c), own(b));
    else triangles.push(own(a), own(b), own(c));
  }
  return { positions, triangles };
}
