/**
 * Data of a mesh that all its pairs share, made once: neighbours across edges, connected shells, a tree of boxes.
 *
 * A half-edge h = 3 f + k runs from corner k of triangle f to the next. Each edge is two half-edges, twins of each other;
 * its direction is that of its owner. Where four faces share an edge (two parts of a solid touching) it counts as two
 * edges in the same place. Triangles that repeat a vertex are left out, their two other edges are one.
 */
import { BuildError } from '../../base/index.ts';
import { buildBoxTree, triangleBounds } from '../bvh/tree.ts';
import type { TreeMesh } from '../bvh/tree-mesh.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Triangles with their tree, from a centre. */
export interface CentredMesh extends TreeMesh {
  /** [m] centre, subtracted from the given vertices without rounding; 0 along axes on which the mesh is near its origin */
  readonly centre: Float64Array;
  /** [m] no vertex is further from the centre */
  readonly radius: number;
}

export interface PreparedMesh extends CentredMesh {
  /** number of each triangle in the given mesh; here triangles stand in the order of the tree's leaves */
  readonly source: Int32Array;
  readonly twin: Int32Array;
  /** the edge of each half-edge */
  readonly edge: Int32Array;
  /** the half-edge each edge belongs to */
  readonly owner: Int32Array;
  /** bit k of a triangle: its half-edge k is the owner */
  readonly owned: Uint8Array;
  /** shell of each triangle; the triangles of shell s are shellTriangles[shellStart[s]] ... */
  readonly shell: Int32Array;
  readonly shellStart: Int32Array;
  readonly shellTriangles: Int32Array;
  /** [m^3] */
  readonly volume: number;
}

/** Throws BuildError when the mesh is not the closed surface of a solid. Repair belongs before this. */
export function prepareMesh(mesh: TriangleMesh): PreparedMesh {
  const { centre, positions: unsorted, radius } = moveToCentre(mesh.positions);
  const kept: number[] = [];
  for (let f = 0; f < mesh.triangles.length / 3; f++) {
    const a = mesh.triangles[3 * f];
    const b = mesh.triangles[3 * f + 1];
    const c = mesh.triangles[3 * f + 2];
    if (a !== b && b !== c && c !== a) kept.push(f);
  }
  if (kept.length === 0) {
    throw new BuildError('mesh-empty', 'expected the closed surface of a solid, found no triangle; check the mesh');
  }
  const { tree, source, corners, positions, given } = sortByTree(unsorted, mesh.triangles, kept);
  const { twin, edge, owner, owned } = pairEdges(corners, given);
  const shells = findShells(twin);
  let volume = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const a = 3 * corners[i];
    const b = 3 * corners[i + 1];
    const c = 3 * corners[i + 2];
    const x = positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1];
    const y = positions[b + 2] * positions[c] - positions[b] * positions[c + 2];
    const z = positions[b] * positions[c + 1] - positions[b + 1] * positions[c];
    volume += positions[a] * x + positions[a + 1] * y + positions[a + 2] * z;
  }
  volume /= 6;
  if (!(volume > 0)) {
    throw new BuildError(
      'mesh-inverted',
      `the surface must enclose a positive volume, found ${volume} m^3; triangles must run anticlockwise seen from outside`,
    );
  }
  return { centre, positions, corners, source, twin, edge, owner, owned, ...shells, tree, radius, volume };
}

/**
 * Triangles in the order of the tree's leaves, vertices in the order triangles first name them: what is near in space is near
 * in memory. `given`: the number each vertex had.
 */
function sortByTree(unsorted: Float64Array, triangles: Int32Array, kept: readonly number[]) {
  const present = new Int32Array(3 * kept.length);
  for (let i = 0; i < present.length; i++) present[i] = triangles[3 * kept[(i - (i % 3)) / 3] + (i % 3)];
  const unordered = buildBoxTree(triangleBounds(unsorted, present));
  const corners = new Int32Array(present.length);
  const number = new Int32Array(unsorted.length / 3).fill(-1);
  const given: number[] = [];
  for (let i = 0; i < corners.length; i++) {
    const v = present[3 * unordered.order[(i - (i % 3)) / 3] + (i % 3)];
    if (number[v] < 0) {
      number[v] = given.length;
      given.push(v);
    }
    corners[i] = number[v];
  }
  const positions = new Float64Array(3 * given.length);
  for (let i = 0; i < positions.length; i++) positions[i] = unsorted[3 * given[(i - (i % 3)) / 3] + (i % 3)];
  const source = unordered.order.map((i) => kept[i]);
  return { tree: { ...unordered, order: unordered.order.map((_, i) => i) }, source, corners, positions, given };
}

/** Exact: a coordinate between half and twice the centre's differs from it without rounding (Sterbenz). */
function moveToCentre(given: Float64Array): { centre: Float64Array; positions: Float64Array; radius: number } {
  const centre = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < given.length; i += 3) {
      if (!Number.isFinite(given[i])) {
        throw new BuildError('not-finite', `vertex ${(i - k) / 3} must have finite coordinates [m], found ${given[i]}`);
      }
      low = Math.min(low, given[i]);
      high = Math.max(high, given[i]);
    }
    const middle = 0.5 * (low + high);
    if (Math.abs(middle) > high - low) centre[k] = middle;
  }
  const positions = given.map((x, i) => x - centre[i % 3]);
  let radius2 = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    radius2 = Math.max(radius2, x * x + y * y + z * z);
  }
  return { centre, positions, radius: Math.sqrt(radius2) * (1 + 1e-15) };
}

/** given: the numbers of vertices in messages */
function pairEdges(corners: Int32Array, given: readonly number[]) {
  const vertices = given.length;
  const count = corners.length;
  const twin = new Int32Array(count).fill(-1);
  const edge = new Int32Array(count);
  const owned = new Uint8Array(count / 3);
  const owner = new Int32Array(count / 2);
  let edges = 0;
  // half-edges that have no twin yet, by their ends; open addressing, a taken one stays as -1
  let room = 64;
  while (room < 2 * count) room *= 2;
  const keys = new Float64Array(room).fill(-1);
  const waiting = new Int32Array(room);
  const slotOf = (from: number, to: number): number =>
    (Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b)) & (room - 1);
  for (let h = 0; h < count; h++) {
    const from = corners[h];
    const to = corners[h % 3 === 2 ? h - 2 : h + 1];
    let slot = slotOf(to, from);
    while (keys[slot] >= 0 && !(keys[slot] === to * vertices + from && waiting[slot] >= 0))
      slot = (slot + 1) & (room - 1);
    if (keys[slot] < 0) {
      slot = slotOf(from, to);
      while (keys[slot] >= 0) slot = (slot + 1) & (room - 1);
      keys[slot] = from * vertices + to;
      waiting[slot] = h;
      continue;
    }
    const other = waiting[slot];
    waiting[slot] = -1;
    twin[h] = other;
    twin[other] = h;
    edge[h] = edges;
    edge[other] = edges;
    owner[edges++] = other;
    owned[(other - (other % 3)) / 3] |= 1 << (other % 3);
  }
  const h = twin.indexOf(-1);
  if (h >= 0) {
    const [from, to] = [given[corners[h]], given[corners[h % 3 === 2 ? h - 2 : h + 1]]];
    throw new BuildError(
      'mesh-open',
      `edge ${from}-${to} has no face that runs along it the other way; the surface must be closed, its vertices welded, ` +
        'its triangles anticlockwise seen from outside',
    );
  }
  return { twin, edge, owner, owned };
}

function findShells(twin: Int32Array) {
  const size = twin.length / 3;
  const shell = new Int32Array(size).fill(-1);
  const shellTriangles = new Int32Array(size);
  const starts: number[] = [];
  let end = 0;
  for (let first = 0; first < size; first++) {
    if (shell[first] >= 0) continue;
    const id = starts.length;
    starts.push(end);
    shell[first] = id;
    shellTriangles[end++] = first;
    for (let next = starts[id]; next < end; next++) {
      for (let k = 0; k < 3; k++) {
        const other = Math.floor(twin[3 * shellTriangles[next] + k] / 3);
        if (shell[other] >= 0) continue;
        shell[other] = id;
        shellTriangles[end++] = other;
      }
    }
  }
  return { shell, shellStart: Int32Array.from([...starts, end]), shellTriangles };
}
