/** The polyhedron that planes leave of a box: what is around it, and where three and more of the planes meet. */

type Vec = readonly number[];

/** x.n <= h is kept. */
export interface HalfSpace {
  readonly normal: Vec;
  readonly height: number;
}

/** A corner of plane b's polygon: which planes the polygon's outline comes along and goes on along, seen from outside. */
export interface Turn {
  readonly at: Vec;
  readonly plane: number;
  readonly comes: number;
  readonly goes: number;
}

export interface CellShape {
  /** [m^2] of each plane's face */
  readonly areas: readonly number[];
  /** least and greatest x y z */
  readonly box: readonly number[];
  readonly turns: readonly Turn[];
}

/** A face of the polyhedron: the plane it is of, corners, and the plane beyond each edge (the one from that corner on). */
interface Face {
  readonly plane: number;
  readonly corners: readonly Vec[];
  readonly beyond: readonly number[];
}

/** The box's own planes. */
const OUTER = -1;

/** Least and greatest x y z of vertices. */
export function meshBox(positions: Float64Array): number[] {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return [...low, ...high];
}

/** Of `outer` cut by the planes; of nothing, an empty box at its middle. size: [m] of what all this is part of. */
export function cellShape(outer: Vec, planes: readonly HalfSpace[], size: number): CellShape {
  const slack = 1e-9 * size;
  let faces = boxFaces(outer.map((x, k) => x + (k < 3 ? -slack : slack)));
  planes.forEach((plane, p) => {
    faces = cutFaces(faces, plane, p);
  });
  const all = faces.flatMap(({ corners }) => corners);
  const empty = [0, 1, 2].map((k) => 0.5 * (outer[k] + outer[k + 3]));
  const least = (k: number): number => all.reduce((least, x) => Math.min(least, x[k]), Number.POSITIVE_INFINITY);
  const most = (k: number): number => all.reduce((most, x) => Math.max(most, x[k]), Number.NEGATIVE_INFINITY);
  const box =
    all.length === 0
      ? [...empty, ...empty]
      : [...[0, 1, 2].map((k) => least(k) - slack), ...[0, 1, 2].map((k) => most(k) + slack)];
  const areas = planes.map(() => 0);
  for (const face of faces) if (face.plane !== OUTER) areas[face.plane] = 0.5 * Math.sqrt(square(vectorOf(face)));
  return { box, areas, turns: faces.filter(({ plane }) => plane !== OUTER).flatMap((face) => turnsOf(face, planes)) };
}

function turnsOf({ plane, corners, beyond }: Face, planes: readonly HalfSpace[]): Turn[] {
  const count = corners.length;
  const straight = dot(vectorOf({ corners }), planes[plane].normal) > 0;
  return corners.map((at, i) => {
    const before = beyond[(i + count - 1) % count];
    return { at, plane, comes: straight ? before : beyond[i], goes: straight ? beyond[i] : before };
  });
}

/** Twice the vector area. */
function vectorOf({ corners }: Pick<Face, 'corners'>): number[] {
  const vector = [0, 0, 0];
  corners.forEach((x, i) => {
    const part = cross(minus(x, corners[0]), minus(corners[(i + 1) % corners.length], corners[0]));
    for (let k = 0; k < 3; k++) vector[k] += part[k];
  });
  return vector;
}

function boxFaces(box: Vec): Face[] {
  const corner = (i: number, j: number, k: number): Vec => [box[3 * i], box[3 * j + 1], box[3 * k + 2]];
  const loop = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const face = (at: (a: number, b: number) => Vec): Face => ({
    plane: OUTER,
    corners: loop.map(([a, b]) => at(a, b)),
    beyond: [OUTER, OUTER, OUTER, OUTER],
  });
  return [0, 1].flatMap((s) => [
    face((a, b) => corner(s, a, b)),
    face((a, b) => corner(a, s, b)),
    face((a, b) => corner(a, b, s)),
  ]);
}

/** An edge of a cut, and the plane of the face it was cut from. */
interface Edge {
  readonly from: Vec;
  readonly to: Vec;
  readonly plane: number;
}

function cutFaces(faces: readonly Face[], { normal, height }: HalfSpace, plane: number): Face[] {
  const above = (x: Vec): number => dot(normal, x) - height;
  const edges: Edge[] = [];
  const kept: Face[] = [];
  let whole = true;
  for (const face of faces) {
    const corners: Vec[] = [];
    const beyond: number[] = [];
    let leaves: Vec | undefined;
    let enters: Vec | undefined;
    face.corners.forEach((x, i) => {
      const q = i === 0 ? face.corners.length - 1 : i - 1;
      const before = face.corners[q];
      const a = above(before);
      const b = above(x);
      if (b > 0) whole = false;
      if (a > 0 !== b > 0) {
        const end = before.map((y, k) => y + (a / (a - b)) * (x[k] - y));
        corners.push(end);
        beyond.push(b > 0 ? plane : face.beyond[q]);
        if (b > 0) leaves = end;
        else enters = end;
      }
      if (b <= 0) {
        corners.push(x);
        beyond.push(face.beyond[i]);
      }
    });
    if (corners.length > 2) kept.push({ plane: face.plane, corners, beyond });
    if (leaves && enters) edges.push({ from: leaves, to: enters, plane: face.plane });
  }
  if (whole) return [...faces];
  if (edges.length > 2) kept.push(capOf(edges, normal, plane));
  return kept;
}

/** The outline of a convex cut, from its edges in the order of their directions from the middle. */
function capOf(edges: readonly Edge[], n: Vec, plane: number): Face {
  const middle = [0, 1, 2].map(
    (k) => edges.reduce((sum, { from, to }) => sum + from[k] + to[k], 0) / (2 * edges.length),
  );
  const axis = Math.abs(n[0]) < 0.6 ? 0 : 1;
  const u = n.map((x, k) => (k === axis ? 1 : 0) - x * n[axis]);
  const v = cross(n, u);
  const turn = ({ from, to }: Edge): number => {
    const d = [0, 1, 2].map((k) => 0.5 * (from[k] + to[k]) - middle[k]);
    const p = dot(d, u);
    const q = dot(d, v);
    const size = Math.abs(p) + Math.abs(q);
    if (size === 0) return 0;
    return q >= 0 ? 1 - p / size : 3 + p / size;
  };
  const sorted = [...edges].sort((a, b) => turn(a) - turn(b));
  return {
    plane,
    corners: sorted.map(({ from, to }) => (dot(cross(minus(from, middle), minus(to, middle)), n) >= 0 ? from : to)),
    beyond: sorted.map((edge) => edge.plane),
  };
}

export function cross(a: Vec, b: Vec): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function minus(a: Vec, b: Vec): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function square(a: Vec): number {
  return dot(a, a);
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
