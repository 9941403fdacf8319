/**
 * Screws and nuts with a sharp thread of straight flanks: the surface r = d/2 - clearance - depth |2 s - 1|, s the place between two roots, along helices of
 * the pitch. Columns of vertices stand at equal angles; roots and crests climb from one to the next, so every flank is a strip of quadrangles of
 * two triangles: 92 a turn with 23 segments. A ridge begins and ends with a blunt face some way from the ends, where a screw is a plain rod of its
 * root and a nut a plain bore: turned backwards a screw climbs on the first ridge of the nut and falls off its end.
 */
import { BuildError } from '../../../base/index.ts';
import { sincos, TWO_PI } from '../../../math/index.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkCount, checkFits, checkLengths } from './sizes.ts';

export interface ScrewSpec {
  /** [m] over the crests of a screw; the same of the nut that fits it */
  readonly diameter: number;
  /** [m] advance a turn, right-handed */
  readonly pitch: number;
  /** [m] along z, centred on the origin */
  readonly length: number;
  /** [m] from crest to root; default 0.6 of the pitch */
  readonly depth?: number;
  /** columns a turn; default 23 */
  readonly segments?: number;
}

export interface NutSpec extends ScrewSpec {
  /** [m] outer diameter */
  readonly outer: number;
  /** [m] by which all of its thread lies further out than that of the screw */
  readonly clearance: number;
}

/** Part of the pitch within which a root or a crest is left out at an end. */
const NEAR_END = 0.1;
/** Part of the pitch by which a ridge ends before the end. */
const RUN_OUT = 0.75;

export function screwMesh(spec: ScrewSpec): TriangleMesh {
  const build = new MeshBuilder();
  const columns = threadColumns(build, spec, 0, 1);
  const half = spec.length / 2;
  const [low, high] = [build.vertex(0, 0, -half), build.vertex(0, 0, half)];
  for (let i = 0; i < columns.length; i++) {
    const [a, b] = [columns[i], columns[(i + 1) % columns.length]];
    build.triangle(low, b.vertices[0], a.vertices[0]);
    build.triangle(high, a.vertices[a.vertices.length - 1], b.vertices[b.vertices.length - 1]);
  }
  zip(build, columns, false);
  return build.mesh();
}

export function nutMesh(spec: NutSpec): TriangleMesh {
  const { outer, clearance, diameter, length } = spec;
  checkLengths({ outer });
  if (!(clearance >= 0)) throw new BuildError('size', `clearance must be >= 0 m, found ${clearance}`, ['clearance']);
  checkFits('diameter', diameter + 2 * clearance, 'the outer diameter', outer);
  const build = new MeshBuilder();
  const columns = threadColumns(build, spec, clearance, 0);
  zip(build, columns, true);
  const ring = (z: number): number[] =>
    columns.map((_, i) => {
      sincos(turn, 0, (TWO_PI * i) / columns.length);
      return build.vertex(0.5 * outer * turn[1], 0.5 * outer * turn[0], z);
    });
  const [low, high] = [ring(-length / 2), ring(length / 2)];
  build.band(low, high);
  for (let i = 0; i < columns.length; i++) {
    const j = (i + 1) % columns.length;
    const [a, b] = [columns[i].vertices, columns[j].vertices];
    build.quad(low[i], a[0], b[0], low[j]);
    build.quad(high[i], high[j], b[b.length - 1], a[a.length - 1]);
  }
  return build.mesh();
}

interface Column {
  readonly vertices: readonly number[];
  /** of each but the first and last: root and crest k along the helix, even: a root */
  readonly labels: readonly number[];
}

const turn = new Float64Array(2);

/** ridge: 1: ridges stand outwards, at odd labels; 0: inwards, at even ones. */
function threadColumns(build: MeshBuilder, spec: ScrewSpec, clearance: number, ridge: 0 | 1): Column[] {
  const { diameter, pitch, length, depth = 0.6 * pitch, segments = 23 } = spec;
  checkLengths({ diameter, pitch, length, depth });
  checkCount('segments', segments, 6, 1000);
  checkFits('depth', depth, 'half the diameter', diameter / 2);
  const half = length / 2;
  const crest = diameter / 2 + clearance;
  const root = crest - depth;
  const edge = NEAR_END * pitch;
  const columns: Column[] = [];
  for (let i = 0; i < segments; i++) {
    sincos(turn, 0, (TWO_PI * i) / segments);
    const [y, x] = [turn[0], turn[1]];
    const climb = (pitch * i) / segments;
    const first = Math.ceil((-half + edge - climb) / (pitch / 2));
    const last = Math.floor((half - edge - climb) / (pitch / 2));
    const labels: number[] = [];
    const vertices: number[] = [];
    const plain = ridge === 1 ? root : crest;
    const add = (z: number, radius: number): void => {
      vertices.push(build.vertex(radius * x, radius * y, z));
    };
    add(-half, plain);
    for (let k = first; k <= last; k++) {
      labels.push(k);
      const z = climb + (k * pitch) / 2;
      const stands = Math.abs(k % 2) === ridge && Math.abs(z) <= half - RUN_OUT * pitch;
      add(z, stands ? root + crest - plain : plain);
    }
    add(half, plain);
    columns.push({ vertices, labels });
  }
  return columns;
}

/** Triangles between neighbouring columns; inward: seen from the axis. */
function zip(build: MeshBuilder, columns: readonly Column[], inward: boolean): void {
  const face = (a: number, b: number, c: number): void => {
    if (inward) build.triangle(a, c, b);
    else build.triangle(a, b, c);
  };
  for (let i = 0; i < columns.length; i++) {
    const a = columns[i];
    const b = columns[(i + 1) % columns.length];
    // a turn on, the same helix has a number larger by two
    const shift = i + 1 === columns.length ? 2 : 0;
    const label = (column: Column, k: number, by: number): number =>
      k > column.labels.length ? Number.POSITIVE_INFINITY : column.labels[k - 1] - by;
    let [p, q] = [0, 0];
    while (p + 1 < a.vertices.length || q + 1 < b.vertices.length) {
      const nextA = p + 1 < a.vertices.length ? label(a, p + 1, 0) : Number.NaN;
      const nextB = q + 1 < b.vertices.length ? label(b, q + 1, shift) : Number.NaN;
      const both = nextA === nextB;
      if (both || Number.isNaN(nextB) || nextA < nextB) {
        if (both) {
          face(a.vertices[p], b.vertices[q], b.vertices[q + 1]);
          face(a.vertices[p], b.vertices[q + 1], a.vertices[p + 1]);
          q++;
        } else face(a.vertices[p], b.vertices[q], a.vertices[p + 1]);
        p++;
      } else {
        face(a.vertices[p], b.vertices[q], b.vertices[q + 1]);
        q++;
      }
    }
  }
}
