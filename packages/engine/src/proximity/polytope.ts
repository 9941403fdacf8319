/**
 * Convex polyhedra with polygonal faces, as the pair queries need them: in the frame of the shape, with the faces
 * beside each edge and around each vertex. Boxes, prisms and hulls alike. Equal shapes share one.
 */
import { assert } from '../base/index.ts';
import type { Hull } from '../geometry/index.ts';
import { cos, type Numbers, sin, TWO_PI } from '../math/index.ts';

export interface Polytope {
  readonly vertexCount: number;
  /** [m] xyz triples */
  readonly vertices: Float64Array;
  readonly faceCount: number;
  /** unit outward normals, xyz triples */
  readonly normals: Float64Array;
  /** [m] n.x = offset on a face */
  readonly offsets: Float64Array;
  /** [m^2] */
  readonly areas: Float64Array;
  /** the loop of face f stands at faceStart[f] ... faceStart[f + 1], anticlockwise seen from outside */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** edge from loop entry k to the next one of the loop */
  readonly faceEdges: Int32Array;
  readonly longestLoop: number;
  readonly edgeCount: number;
  /** two vertices an edge */
  readonly edgeVertices: Int32Array;
  /** two faces an edge: left and right of its direction seen from outside */
  readonly edgeFaces: Int32Array;
  /** unit vectors from the first to the second vertex */
  readonly edgeDirections: Float64Array;
  /** the faces around vertex v stand at vertexStart[v] ... vertexStart[v + 1] */
  readonly vertexStart: Int32Array;
  readonly vertexFaces: Int32Array;
  /** [m] mean of the vertices: an inner point */
  readonly centre: Float64Array;
  /** [m] of the largest ball about `centre` inside, of the smallest one outside */
  readonly innerRadius: number;
  readonly outerRadius: number;
}

/** Placeholder in records that are filled before use. */
export const NO_POLYTOPE: Polytope = makePolytope([], []);

/** Vertex i of a box has the sign bits of i: 1 for +x, 2 for +y, 4 for +z. */
const BOX_LOOPS: readonly (readonly number[])[] = [
  [1, 3, 7, 5], // +x
  [0, 4, 6, 2], // -x
  [2, 6, 7, 3], // +y
  [0, 1, 5, 4], // -y
  [4, 5, 7, 6], // +z
  [0, 2, 3, 1], // -z
];

export function boxPolytope(half: Numbers): Polytope {
  const points: number[] = [];
  for (let i = 0; i < 8; i++) {
    points.push(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
  }
  return makePolytope(points, BOX_LOOPS);
}

/**
 * Prism inscribed in a cylinder about z: vertices 0 ... n-1 on the lower rim, n ... 2n-1 on the upper one; faces
 * 0 ... n-1 are the sides (face i between vertices i and i+1), n the upper cap, n+1 the lower one.
 */
export function prismPolytope(radius: number, halfLength: number, sides: number): Polytope {
  const points: number[] = [];
  for (let cap = 0; cap < 2; cap++) {
    for (let i = 0; i < sides; i++) {
      const angle = (TWO_PI * i) / sides;
      points.push(radius * cos(angle), radius * sin(angle), cap === 0 ? -halfLength : halfLength);
    }
  }
  const loops: number[][] = [];
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % sides;
    loops.push([i, next, sides + next, sides + i]);
  }
  loops.push(Array.from({ length: sides }, (_, i) => sides + i));
  loops.push(Array.from({ length: sides }, (_, i) => sides - 1 - i));
  return makePolytope(points, loops);
}

const ofHulls = new WeakMap<Hull, Polytope>();

/** One for each hull: bodies of one shape share it. */
export function hullPolytope(hull: Hull): Polytope {
  const made = ofHulls.get(hull);
  if (made !== undefined) return made;
  const loops: number[][] = [];
  for (let f = 0; f + 1 < hull.faceStarts.length; f++) {
    loops.push([...hull.faceVertices.subarray(hull.faceStarts[f], hull.faceStarts[f + 1])]);
  }
  const polytope = makePolytope(hull.vertices, loops);
  ofHulls.set(hull, polytope);
  return polytope;
}

/** From points and face loops over them; every point is a corner of some loop. */
export function makePolytope(points: Numbers, faces: readonly (readonly number[])[]): Polytope {
  const vertices = Float64Array.from(points);
  const vertexCount = vertices.length / 3;
  const faceCount = faces.length;
  const faceStart = new Int32Array(faceCount + 1);
  for (let f = 0; f < faceCount; f++) faceStart[f + 1] = faceStart[f] + faces[f].length;
  const faceVertices = Int32Array.from(faces.flat());
  const { normals, offsets, areas } = facePlanes(vertices, faces);
  const edges = findEdges(vertices, faces, faceStart);
  const around: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let f = 0; f < faces.length; f++) {
    const loop = faces[f];
    for (const v of loop) around[v].push(f);
  }
  const vertexStart = new Int32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) vertexStart[v + 1] = vertexStart[v] + around[v].length;

  const centre = new Float64Array(3);
  for (let i = 0; i < vertices.length; i++) centre[i % 3] += vertices[i] / vertexCount;
  let innerRadius = Number.POSITIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    const d = normals[3 * f] * centre[0] + normals[3 * f + 1] * centre[1] + normals[3 * f + 2] * centre[2];
    innerRadius = Math.min(innerRadius, offsets[f] - d);
  }
  let outer2 = 0;
  for (let v = 0; v < vertexCount; v++) {
    const x = vertices[3 * v] - centre[0];
    const y = vertices[3 * v + 1] - centre[1];
    const z = vertices[3 * v + 2] - centre[2];
    outer2 = Math.max(outer2, x * x + y * y + z * z);
  }
  return {
    vertexCount,
    vertices,
    faceCount,
    normals,
    offsets,
    areas,
    faceStart,
    faceVertices,
    longestLoop: faces.reduce((longest, loop) => Math.max(longest, loop.length), 0),
    ...edges,
    vertexStart,
    vertexFaces: Int32Array.from(around.flat()),
    centre,
    innerRadius: Math.max(0, innerRadius),
    outerRadius: Math.sqrt(outer2),
  };
}

/** Newell's normal and area of each loop; the offset is the mean over its vertices. */
function facePlanes(
  vertices: Float64Array,
  faces: readonly (readonly number[])[],
): { normals: Float64Array; offsets: Float64Array; areas: Float64Array } {
  const normals = new Float64Array(3 * faces.length);
  const offsets = new Float64Array(faces.length);
  const areas = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f++) {
    const loop = faces[f];
    const o = 3 * loop[0]; // differences from one vertex: no digits are lost far from the origin
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let k = 1; k + 1 < loop.length; k++) {
      const i = 3 * loop[k];
      const j = 3 * loop[k + 1];
      const ux = vertices[i] - vertices[o];
      const uy = vertices[i + 1] - vertices[o + 1];
      const uz = vertices[i + 2] - vertices[o + 2];
      const vx = vertices[j] - vertices[o];
      const vy = vertices[j + 1] - vertices[o + 1];
      const vz = vertices[j + 2] - vertices[o + 2];
      nx += uy * vz - uz * vy;
      ny += uz * vx - ux * vz;
      nz += ux * vy - uy * vx;
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    assert(length > 0, `face ${f} of a convex polyhedron has no area`);
    normals.set([nx / length, ny / length, nz / length], 3 * f);
    areas[f] = 0.5 * length;
    for (const v of loop) {
      const d = (nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2]) / length;
      offsets[f] += d / loop.length;
    }
  }
  return { normals, offsets, areas };
}

function findEdges(
  vertices: Float64Array,
  faces: readonly (readonly number[])[],
  faceStart: Int32Array,
): Pick<Polytope, 'edgeCount' | 'edgeVertices' | 'edgeFaces' | 'edgeDirections' | 'faceEdges'> {
  const vertexCount = vertices.length / 3;
  const known = new Map<number, number>(); // from * vertexCount + to -> edge, as its left face runs along it
  const edgeVertices: number[] = [];
  const edgeFaces: number[] = [];
  const faceEdges = new Int32Array(faceStart[faces.length]);
  for (let f = 0; f < faces.length; f++) {
    const loop = faces[f];
    for (let k = 0; k < loop.length; k++) {
      const from = loop[k];
      const to = loop[(k + 1) % loop.length];
      let edge = known.get(to * vertexCount + from);
      if (edge === undefined) {
        edge = edgeVertices.length / 2;
        known.set(from * vertexCount + to, edge);
        edgeVertices.push(from, to);
        edgeFaces.push(f, -1);
      } else {
        edgeFaces[2 * edge + 1] = f;
      }
      faceEdges[faceStart[f] + k] = edge;
    }
  }
  const edgeCount = edgeVertices.length / 2;
  const edgeDirections = new Float64Array(3 * edgeCount);
  for (let e = 0; e < edgeCount; e++) {
    assert(edgeFaces[2 * e + 1] >= 0, `edge ${e} of a convex polyhedron has one face only`);
    const i = 3 * edgeVertices[2 * e];
    const j = 3 * edgeVertices[2 * e + 1];
    const x = vertices[j] - vertices[i];
    const y = vertices[j + 1] - vertices[i + 1];
    const z = vertices[j + 2] - vertices[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    edgeDirections.set([x / length, y / length, z / length], 3 * e);
  }
  return {
    edgeCount,
    edgeVertices: Int32Array.from(edgeVertices),
    edgeFaces: Int32Array.from(edgeFaces),
    edgeDirections,
    faceEdges,
  };
}
