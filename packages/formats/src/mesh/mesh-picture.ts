/**
 * A mesh as a scene for the report: the mesh with its faults marked in colour, and beside it its convex pieces, which move apart as time
 * goes on. Drawn relative to the middle of the mesh, so that single precision suffices at any position.
 */
import { hullToTriangles, type MeshFault, type MeshFaultCode, type MeshStudy, type TriangleMesh } from '@hawser/engine';
import { type Frames, POSE_SIZE, type Scenery, type SceneryBody, type SceneryPart } from '@hawser/record';

export interface MeshPicture {
  readonly scenery: Scenery;
  readonly frames: Frames;
  /** [m] the point of the mesh that is drawn at the origin */
  readonly middle: readonly [number, number, number];
}

/** Kinds of marks, in the order of the legend. */
export const MARKS: readonly {
  readonly codes: readonly MeshFaultCode[];
  readonly name: string;
  readonly colour: string;
}[] = [
  { codes: ['open-edge'], name: 'open edges', colour: '#e5261f' },
  { codes: ['flipped-face', 'twisted'], name: 'flipped faces', colour: '#f08c00' },
  { codes: ['inverted', 'nested-shell'], name: 'shells the wrong way round', colour: '#f2c200' },
  { codes: ['self-intersection'], name: 'faces that run through each other', colour: '#d6117d' },
  { codes: ['self-touch'], name: 'faces that touch', colour: '#a66bd4' },
  { codes: ['crowded-edge'], name: 'edges of many faces', colour: '#7a1fd0' },
  { codes: ['duplicate-face'], name: 'faces given twice', colour: '#1c7ed6' },
  { codes: ['zero-area', 'sliver'], name: 'slivers', colour: '#0fa3a3' },
  { codes: ['pinched-vertex', 'isolated-vertex'], name: 'vertices', colour: '#2b8a3e' },
];

/** Priority of the colours of a face, which has only one, because two would flicker. */
const TELLING: readonly MeshFaultCode[] = [
  'duplicate-face',
  'zero-area',
  'sliver',
  'flipped-face',
  'self-intersection',
  'inverted',
  'nested-shell',
  'self-touch',
];

const PIECES = ['#4c86b8', '#d98a3d', '#5da271', '#b8627d', '#8a7bc0', '#c2a83e', '#4aa3a8', '#a5694f'];
const MESH = '#b4c2cc';
/** [s] pieces move apart and stay so */
const APART = [0, 0.5, 2.5, 3];
/** outward motion of a piece, as a part of its distance from the middle */
const SPREAD = 0.8;

export function pictureOf(mesh: TriangleMesh, { survey, pieces }: MeshStudy): MeshPicture {
  const middle = [0, 1, 2].map((k) => (survey.min[k] + survey.max[k]) / 2) as [number, number, number];
  const extent = [0, 1, 2].map((k) => survey.max[k] - survey.min[k]);
  const size = Math.max(...extent);
  const bodies: SceneryBody[] = [];
  const worn = colours(survey.faults);
  const marked = MARKS.flatMap((mark) => {
    const faults = survey.faults.filter((fault) => mark.codes.includes(fault.code));
    const part = faults.length === 0 ? undefined : markOf(mesh, faults, worn, middle, size, mark.colour);
    return part === undefined ? [] : [{ name: mark.name, fixed: true, parts: [part] }];
  });
  const hidden = survey.shells.some((shell) => shell.depth > 0); // look into it
  const seen = marked.length > 0 || hidden ? 0.6 : 1;
  bodies.push({
    name: 'mesh',
    fixed: true,
    parts: [partOf(placed(mesh.positions, middle), Uint32Array.from(mesh.triangles), MESH, seen)],
  });
  bodies.push(...marked);
  const apart = pieces !== null && pieces.pieces.length > 1 ? pieces.pieces : [];
  // beside the mesh, on its broad side
  const beside: [number, number, number] = extent[0] <= extent[1] ? [1.9 * extent[0], 0, 0] : [0, 1.9 * extent[1], 0];
  const centres = apart.map(({ hull }) => meanOf(placed(hull.vertices, middle)));
  apart.forEach(({ hull }, i) => {
    const part = partOf(
      placed(hull.vertices, middle),
      Uint32Array.from(hullToTriangles(hull)),
      PIECES[i % PIECES.length],
      1,
    );
    bodies.push({ name: `piece ${i + 1}`, fixed: false, parts: [part] });
  });
  const names = apart.map((_, i) => `piece ${i + 1}`);
  const time = Float64Array.from(apart.length > 0 ? APART : [0]);
  const poses = new Float64Array(time.length * names.length * POSE_SIZE);
  time.forEach((_, f) => {
    const way = f === 0 || f === 1 ? 0 : SPREAD;
    centres.forEach((centre, i) => {
      const at = (f * names.length + i) * POSE_SIZE;
      poses.set([...centre.map((x, k) => beside[k] + way * x), 1, 0, 0, 0], at);
    });
  });
  return { scenery: { bodies }, frames: { bodies: names, time, poses }, middle };
}

/** For each face the fault that gives it its colour. */
function colours(faults: readonly MeshFault[]): Map<number, MeshFaultCode> {
  const worn = new Map<number, MeshFaultCode>();
  for (const code of TELLING) {
    for (const fault of faults) {
      if (fault.code !== code) continue;
      for (const face of fault.faces) if (!worn.has(face)) worn.set(face, code);
    }
  }
  return worn;
}

function placed(positions: ArrayLike<number>, middle: readonly number[]): Float32Array {
  return Float32Array.from(positions, (x, i) => x - middle[i % 3]);
}

function meanOf(points: Float32Array): number[] {
  const mean = [0, 0, 0];
  points.forEach((x, i) => {
    mean[i % 3] += (3 * x) / points.length;
  });
  return mean;
}

function partOf(positions: Float32Array, indices: Uint32Array, colour: string, opacity: number): SceneryPart {
  return { name: '', positions, normals: new Float32Array(0), indices, colour, opacity };
}

/** Edges as bars, faces lifted off the surface on both sides, vertices as small octahedra. */
function markOf(
  mesh: TriangleMesh,
  faults: readonly MeshFault[],
  worn: ReadonlyMap<number, MeshFaultCode>,
  middle: readonly number[],
  size: number,
  colour: string,
): SceneryPart | undefined {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (v: number): number[] => [0, 1, 2].map((k) => mesh.positions[3 * v + k] - middle[k]);
  const edges = new Set<string>();
  const faces = new Set<number>();
  for (const fault of faults) {
    for (let i = 0; i < fault.edges.length; i += 2) edges.add(`${fault.edges[i]} ${fault.edges[i + 1]}`);
    for (const face of fault.faces) if (worn.get(face) === fault.code) faces.add(face);
    for (const v of fault.vertices) addKnob(positions, indices, at(v), 0.012 * size);
  }
  for (const edge of edges) {
    const [a, b] = edge.split(' ').map(Number);
    addBar(positions, indices, at(a), at(b), 0.005 * size);
  }
  for (const face of faces) {
    const [a, b, c] = [0, 1, 2].map((k) => at(mesh.triangles[3 * face + k]));
    addFace(positions, indices, a, b, c, size);
  }
  if (indices.length === 0) return undefined;
  return partOf(Float32Array.from(positions), Uint32Array.from(indices), colour, 1);
}

function addKnob(positions: number[], indices: number[], centre: readonly number[], radius: number): void {
  const first = positions.length / 3;
  for (let k = 0; k < 3; k++) {
    for (const side of [-radius, radius]) positions.push(...centre.map((x, i) => (i === k ? x + side : x)));
  }
  for (const [a, b, c] of [
    [1, 3, 5],
    [3, 0, 5],
    [0, 2, 5],
    [2, 1, 5],
    [3, 1, 4],
    [0, 3, 4],
    [2, 0, 4],
    [1, 2, 4],
  ]) {
    indices.push(first + a, first + b, first + c);
  }
}

/** A bar of four sides along an edge, a little beyond its ends. */
function addBar(
  positions: number[],
  indices: number[],
  a: readonly number[],
  b: readonly number[],
  half: number,
): void {
  const along = b.map((x, k) => x - a[k]);
  const length = Math.hypot(...along);
  if (!(length > 0)) return;
  const unit = along.map((x) => x / length);
  const axis = Math.abs(unit[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const u = cross(unit, axis);
  const scale = half / Math.hypot(...u);
  const [p, q] = [u.map((x) => x * scale), cross(unit, u).map((x) => x * scale)];
  const first = positions.length / 3;
  for (const [end, sign] of [
    [a, -1],
    [b, 1],
  ] as const) {
    for (const [s, t] of [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ]) {
      positions.push(...end.map((x, k) => x + sign * half * unit[k] + s * p[k] + t * q[k]));
    }
  }
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    indices.push(first + i, first + j, first + 4 + j, first + i, first + 4 + j, first + 4 + i);
  }
  indices.push(first, first + 2, first + 1, first, first + 3, first + 2);
  indices.push(first + 4, first + 5, first + 6, first + 4, first + 6, first + 7);
}

function addFace(
  positions: number[],
  indices: number[],
  a: readonly number[],
  b: readonly number[],
  c: readonly number[],
  size: number,
): void {
  const normal = cross(
    b.map((x, k) => x - a[k]),
    c.map((x, k) => x - a[k]),
  );
  const length = Math.hypot(...normal);
  for (const lift of length > 0 ? [0.002 * size, -0.002 * size] : [0]) {
    const first = positions.length / 3;
    for (const corner of [a, b, c]) {
      positions.push(...corner.map((x, k) => x + (length > 0 ? (lift * normal[k]) / length : 0)));
    }
    indices.push(first, first + 1, first + 2);
  }
  // an invisibly thin face is also drawn by its edges
  const longest = Math.max(...[a, b, c].map((p, i) => Math.hypot(...p.map((x, k) => x - [b, c, a][i][k]))));
  if (length < 0.01 * longest * size) {
    addBar(positions, indices, a, b, 0.003 * size);
    addBar(positions, indices, b, c, 0.003 * size);
    addBar(positions, indices, c, a, 0.003 * size);
  }
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
