/**
 * Repairs faults that have one right answer, and reports each repair. In this order: degenerate triangles and unused vertices, duplicate
 * vertices (and, on open edges only, nearly equal ones), corners that lie on open edges of other faces, duplicate faces, faces without
 * area, faces oriented against their neighbours, flat holes on request, shells inside out. The surface of a sound part never moves.
 */
import { halfEdges, nextHalfEdge, NO_TWIN } from './half-edge.ts';
import { closeSeams } from './seams.ts';
import { boundaryLoops, findShells } from './shells.ts';
import { duplicateFaces } from './survey-faults.ts';
import { boundsOf } from './survey.ts';
import { formatPlace } from './survey-types.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { type TriangleSize, triangleSize, zeroHeight } from './triangle-size.ts';
import { triangulatePolygon } from './triangulate.ts';
import { compactMesh, weldVertices } from './weld.ts';

export interface RepairOptions {
  /** [m] vertices on open edges within this distance are joined; default 1e-6 of the size of the mesh, 0: none are joined */
  readonly weld?: number;
  /** close holes whose rim is flat; default false: a hole may be meant */
  readonly fillHoles?: boolean;
}

export interface MeshRepair {
  readonly code: 'dropped' | 'welded' | 'seamed' | 'duplicates' | 'flattened' | 'turned' | 'filled' | 'outward';
  readonly count: number;
  /** what was repaired, and the first place of each kind */
  readonly message: string;
}

export interface RepairedMesh {
  readonly mesh: TriangleMesh;
  readonly repairs: readonly MeshRepair[];
}

/** Coordinates must be finite and indices in range (surveyMesh says when not). */
export function repairMesh(given: TriangleMesh, options: RepairOptions = {}): RepairedMesh {
  const repairs: MeshRepair[] = [];
  let mesh = given;
  mesh = dropUseless(mesh, repairs);
  mesh = weldAll(mesh, repairs, options.weld);
  mesh = seam(mesh, repairs, options.weld);
  mesh = dropDuplicates(mesh, repairs);
  mesh = flipFlat(mesh, repairs);
  mesh = agree(mesh, repairs);
  if (options.fillHoles) mesh = fill(mesh, repairs);
  mesh = outward(mesh, repairs);
  return { mesh, repairs };
}

function note(repairs: MeshRepair[], code: MeshRepair['code'], count: number, message: string): void {
  if (count > 0) repairs.push({ code, count, message });
}

function faces(count: number): string {
  return `${count} face${count === 1 ? '' : 's'}`;
}

function vertices(count: number): string {
  return count === 1 ? '1 vertex' : `${count} vertices`;
}

function placeOf(mesh: TriangleMesh, v: number): string {
  const { positions: p } = mesh;
  return formatPlace([p[3 * v], p[3 * v + 1], p[3 * v + 2]], sizeOf(mesh));
}

function sizeOf(mesh: TriangleMesh): number {
  const { min, max } = boundsOf(mesh);
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

function dropUseless(mesh: TriangleMesh, repairs: MeshRepair[]): TriangleMesh {
  const { triangles } = mesh;
  const kept: number[] = [];
  let first = '';
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    if (a !== b && b !== c && c !== a) kept.push(a, b, c);
    else first ||= placeOf(mesh, a);
  }
  const gone = (triangles.length - kept.length) / 3;
  note(repairs, 'dropped', gone, `removed ${faces(gone)} that named a vertex twice, first at ${first}`);
  const rest = compactMesh({ positions: mesh.positions, triangles: Int32Array.from(kept) });
  const lost = (mesh.positions.length - rest.positions.length) / 3;
  note(repairs, 'dropped', lost, `removed ${vertices(lost)} that belonged to no face`);
  return rest;
}

/** Exact copies everywhere; near ones only where the surface is open, and only where no face collapses. */
function weldAll(given: TriangleMesh, repairs: MeshRepair[], wanted: number | undefined): TriangleMesh {
  const exact = weldVertices(given, 0);
  let mesh = exact.mesh;
  const count = (given.positions.length - mesh.positions.length) / 3;
  note(repairs, 'welded', count, `joined ${vertices(count)} with another at exactly the same place`);
  const tolerance = wanted ?? 1e-6 * sizeOf(mesh);
  if (!(tolerance > 0)) return mesh;
  const edges = halfEdges(mesh);
  const open = new Uint8Array(mesh.positions.length / 3);
  for (let h = 0; h < mesh.triangles.length; h++) {
    if (edges.twin[h] !== NO_TWIN.open) continue;
    open[mesh.triangles[h]] = 1;
    open[mesh.triangles[nextHalfEdge(h)]] = 1;
  }
  const near = weldVertices(mesh, tolerance, open);
  if (near.collapsed > 0 || near.mesh.positions.length === mesh.positions.length) return mesh;
  const joined = (mesh.positions.length - near.mesh.positions.length) / 3;
  const message = `joined ${vertices(joined)} on open edges with another within ${Number(tolerance.toPrecision(3))}`;
  note(repairs, 'welded', joined, message);
  mesh = near.mesh;
  return mesh;
}

function seam(mesh: TriangleMesh, repairs: MeshRepair[], wanted: number | undefined): TriangleMesh {
  const seamed = closeSeams(mesh, wanted ?? 1e-6 * sizeOf(mesh));
  const corners = seamed.count === 1 ? 'a corner' : `${seamed.count} corners`;
  const place = seamed.first < 0 ? '' : placeOf(mesh, seamed.first);
  note(repairs, 'seamed', seamed.count, `cut faces at ${corners} that lay on their open edges, first at ${place}`);
  return seamed.mesh;
}

/**
 * Of a face given twice in the same orientation one copy is removed; given in both orientations it encloses nothing, and both are removed.
 */
function dropDuplicates(mesh: TriangleMesh, repairs: MeshRepair[]): TriangleMesh {
  const { triangles } = mesh;
  const groups = new Map<number, number[]>();
  for (const [first, t] of duplicateFaces(triangles)) {
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [first, t]);
    else group.push(t);
  }
  if (groups.size === 0) return mesh;
  const gone = new Set<number>();
  for (const [first, members] of groups) {
    const alike = members.filter((t) => sameTurn(triangles, first, t));
    const against = members.filter((t) => !sameTurn(triangles, first, t));
    const pairs = Math.min(alike.length, against.length);
    for (let i = 0; i < pairs; i++) {
      gone.add(alike[i]);
      gone.add(against[i]);
    }
    for (const rest of [alike.slice(pairs), against.slice(pairs)]) for (const t of rest.slice(1)) gone.add(t);
  }
  if (3 * gone.size === triangles.length) return mesh; // a sheet drawn on both sides: nothing would be left
  const first = [...gone].reduce((least, t) => Math.min(least, t)); // as many as there are faces: too many for a spread argument
  const message = `removed ${faces(gone.size)} given twice, first at ${placeOf(mesh, triangles[3 * first])}`;
  note(repairs, 'duplicates', gone.size, message);
  return compactMesh({
    positions: mesh.positions,
    triangles: triangles.filter((_, i) => !gone.has(Math.floor(i / 3))),
  });
}

function sameTurn(triangles: Int32Array, s: number, t: number): boolean {
  const [a, b] = [triangles[3 * s], triangles[3 * s + 1]];
  for (let k = 0; k < 3; k++) if (triangles[3 * t + k] === a) return triangles[3 * t + ((k + 1) % 3)] === b;
  return false;
}

/**
 * A face without area whose middle corner m lies on the side a-b of its neighbour (a, b, d): the two are replaced by
 * (m, d, b) and (a, d, m). The surface stays where it is and stays closed; faces for which the edge m-d exists are left.
 */
function flipFlat(mesh: TriangleMesh, repairs: MeshRepair[]): TriangleMesh {
  const { positions } = mesh;
  const triangles = mesh.triangles.slice();
  const { min, max } = boundsOf(mesh);
  const far = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  const size: TriangleSize = { longest: 0, height: 0, area: 0, side: 0 };
  const flatFace = (t: number): boolean => {
    triangleSize(size, positions, triangles, t);
    return size.height <= zeroHeight(size.longest, far);
  };
  let count = 0;
  let first = '';
  // each pass removes at least one; a face that is flat again after a flip is tried once more only
  for (let pass = 0; pass < 8; pass++) {
    const flat: number[] = [];
    for (let t = 0; t < triangles.length / 3; t++) if (flatFace(t)) flat.push(t);
    if (flat.length === 0) break;
    const edges = halfEdges({ positions, triangles });
    const present = new Set<number>();
    for (let h = 0; h < triangles.length; h++)
      present.add(triangles[h] * positions.length + triangles[nextHalfEdge(h)]);
    const touched = new Set<number>();
    let flips = 0;
    for (const t of flat) {
      triangleSize(size, positions, triangles, t);
      const h = 3 * t + size.side; // runs a to b
      const twin = edges.twin[h];
      if (twin < 0) continue;
      const other = Math.floor(twin / 3);
      if (touched.has(t) || touched.has(other)) continue;
      const m = triangles[nextHalfEdge(nextHalfEdge(h))];
      const d = triangles[nextHalfEdge(nextHalfEdge(twin))];
      const [a, b] = [triangles[h], triangles[nextHalfEdge(h)]];
      if (m === d || present.has(m * positions.length + d) || present.has(d * positions.length + m)) continue;
      first ||= placeOf(mesh, m);
      // t was (a, b, m), other was (b, a, d)
      triangles.set([m, d, b], 3 * t);
      triangles.set([a, d, m], 3 * other);
      for (const face of [t, other]) touched.add(face);
      present.add(m * positions.length + d);
      flips++;
    }
    count += flips;
    if (flips === 0) break;
  }
  if (count === 0) return mesh;
  note(repairs, 'flattened', count, `gave the edge of ${faces(count)} without area to a neighbour, first at ${first}`);
  return { positions, triangles };
}

function agree(mesh: TriangleMesh, repairs: MeshRepair[]): TriangleMesh {
  const shells = findShells(mesh, halfEdges(mesh)).filter((shell) => shell.twist < 0);
  const flipped = shells.flatMap((shell) => [...shell.flipped]);
  if (flipped.length === 0) return mesh;
  const place = placeOf(mesh, mesh.triangles[3 * flipped[0]]);
  note(
    repairs,
    'turned',
    flipped.length,
    `turned ${faces(flipped.length)} to agree with neighbours, first at ${place}`,
  );
  return reversed(mesh, flipped);
}

function outward(mesh: TriangleMesh, repairs: MeshRepair[]): TriangleMesh {
  const shells = findShells(mesh, halfEdges(mesh));
  const inverted = shells.filter((shell) => shells[shell.root].closed && shells[shell.root].volume < 0);
  const list = inverted.flatMap((shell) => [...shell.faces]);
  if (list.length === 0) return mesh;
  const roots = inverted.filter((shell) => shell.depth === 0);
  const where = formatPlace(roots[0].centre, sizeOf(mesh));
  const what = roots.length === 1 ? `the shell around ${where}` : `${roots.length} shells, the first around ${where},`;
  note(repairs, 'outward', list.length, `turned ${what} outwards (${faces(list.length)})`);
  return reversed(mesh, list);
}

function reversed({ positions, triangles }: TriangleMesh, list: readonly number[]): TriangleMesh {
  const turned = triangles.slice();
  for (const t of list) {
    turned[3 * t + 1] = triangles[3 * t + 2];
    turned[3 * t + 2] = triangles[3 * t + 1];
  }
  return { positions, triangles: turned };
}

/** A rim is flat when no corner is further from its mean plane than this part of its length. */
const FLAT_RIM = 1e-6;

function fill(mesh: TriangleMesh, repairs: MeshRepair[]): TriangleMesh {
  const { positions, triangles } = mesh;
  const added: number[] = [];
  let count = 0;
  let first = '';
  for (const { halfEdges: chain, closed } of boundaryLoops(mesh, halfEdges(mesh))) {
    const rim = [triangles[nextHalfEdge(chain[0])], ...chain.slice(0, -1).map((h) => triangles[h])];
    const simple = new Set(rim).size === rim.length;
    if (!closed || rim.length < 3 || !simple || !isFlat(positions, rim)) continue;
    triangulatePolygon(added, positions, rim);
    first ||= placeOf(mesh, rim[0]);
    count++;
  }
  if (count === 0) return mesh;
  const holes = count === 1 ? '1 flat hole' : `${count} flat holes`;
  note(repairs, 'filled', count, `closed ${holes} with ${faces(added.length / 3)}, first at ${first}`);
  return { positions, triangles: Int32Array.from([...triangles, ...added]) };
}

function isFlat(p: Float64Array, rim: readonly number[]): boolean {
  const normal = [0, 0, 0];
  const o = 3 * rim[0];
  let length = 0;
  for (let i = 0; i < rim.length; i++) {
    const [a, b] = [3 * rim[i], 3 * rim[(i + 1) % rim.length]];
    const [ax, ay, az] = [p[a] - p[o], p[a + 1] - p[o + 1], p[a + 2] - p[o + 2]];
    const [bx, by, bz] = [p[b] - p[o], p[b + 1] - p[o + 1], p[b + 2] - p[o + 2]];
    normal[0] += ay * bz - az * by;
    normal[1] += az * bx - ax * bz;
    normal[2] += ax * by - ay * bx;
    length += Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az));
  }
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(size > 0)) return false;
  return rim.every((v) => {
    const off =
      normal[0] * (p[3 * v] - p[o]) + normal[1] * (p[3 * v + 1] - p[o + 1]) + normal[2] * (p[3 * v + 2] - p[o + 2]);
    return Math.abs(off) <= FLAT_RIM * length * size;
  });
}
