/**
 * Is a triangle mesh the surface of a solid? It is closed and oriented when its triangles traverse every edge equally often in both
 * directions. Vertices at the same place count as one, so meshes that repeat them for each triangle pass. Edges of four faces, where two
 * parts of a solid touch, pass too: they do not disturb a volume. The first fault of each kind suffices to reject a mesh; survey.ts reports
 * all.
 */
import type { Issue } from '../../base/index.ts';
import type { Numbers } from '../../math/index.ts';
import { formatPlace } from './survey-types.ts';

/** One issue for each kind of fault: its first place, and the number of others. An empty list: the mesh is sound. */
export function checkMesh(positions: Numbers, triangles: Numbers): Issue[] {
  const faults = [...checkNumbers(positions), ...checkIndices(positions, triangles)];
  return faults.length > 0 ? faults : checkEdges(positions, triangles);
}

function checkNumbers(positions: Numbers): Issue[] {
  if (positions.length % 3 !== 0) {
    const message = `must be x, y, z triples [m], found ${positions.length} numbers`;
    return [{ path: ['positions'], code: 'mesh-positions', message }];
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    return [
      { path: ['positions', i], code: 'not-finite', message: `must be a finite number [m], found ${positions[i]}` },
    ];
  }
  return [];
}

function checkIndices(positions: Numbers, triangles: Numbers): Issue[] {
  const path = ['triangles'];
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    const message = `must be vertex triples, at least one, found ${triangles.length} indices`;
    return [{ path, code: 'mesh-triangles', message }];
  }
  const count = Math.floor(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) {
    const v = triangles[i];
    if (Number.isInteger(v) && v >= 0 && v < count) continue;
    const message = `must be the index of a vertex, 0 to ${count - 1}, found ${v}`;
    return [{ path: [...path, i], code: 'mesh-index', message }];
  }
  return [];
}

interface Edge {
  /** the vertices as given, from the first triangle at this edge */
  readonly a: number;
  readonly b: number;
  /** times run from a to b, and from b to a */
  along: number;
  against: number;
}

function checkEdges(positions: Numbers, triangles: Numbers): Issue[] {
  const place = places(positions);
  const edges = new Map<number, Edge>();
  const count = positions.length / 3;
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[i + k];
      const b = triangles[i + ((k + 1) % 3)];
      const p = place[a];
      const q = place[b];
      if (p === q) continue; // a triangle without area
      const key = Math.min(p, q) * count + Math.max(p, q);
      let edge = edges.get(key);
      if (edge === undefined) {
        edge = { a, b, along: 0, against: 0 };
        edges.set(key, edge);
      }
      if (place[edge.a] === p) edge.along += 1;
      else edge.against += 1;
    }
  }
  const open: Edge[] = [];
  const turned: Edge[] = [];
  for (const edge of edges.values()) {
    if (edge.along === edge.against) continue;
    if ((edge.along + edge.against) % 2 === 1) open.push(edge);
    else turned.push(edge);
  }
  const issues: Issue[] = [];
  if (open.length > 0) {
    const { a, b, along, against } = open[0];
    const faces = along + against === 1 ? 'one face' : `${along + against} faces`;
    issues.push({
      path: ['triangles'],
      code: 'mesh-open',
      message:
        `edge ${a}-${b} has ${faces}${others(open.length, 'open edge')}; the surface must be closed: fill the hole ` +
        `at ${placeOf(positions, a)} to ${placeOf(positions, b)}`,
    });
  }
  if (turned.length > 0) {
    const { a, b } = turned[0];
    issues.push({
      path: ['triangles'],
      code: 'mesh-orientation',
      message:
        `the faces beside edge ${a}-${b} at ${placeOf(positions, a)} to ${placeOf(positions, b)} turn opposite ways` +
        `${others(turned.length, 'such edge')}; ` +
        'all triangles must run anticlockwise seen from outside: reverse the ones that do not',
    });
  }
  return issues;
}

function placeOf(positions: Numbers, v: number): string {
  return formatPlace([positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
}

function others(count: number, what: string): string {
  if (count === 1) return '';
  return ` (and ${count - 1} more ${what}${count === 2 ? '' : 's'})`;
}

/** For each vertex the first vertex at exactly the same place. */
function places(positions: Numbers): Int32Array {
  const first = new Map<string, number>();
  const place = new Int32Array(positions.length / 3);
  for (let v = 0; v < place.length; v++) {
    // + 0 makes -0 and 0 the same place
    const key = `${positions[3 * v] + 0} ${positions[3 * v + 1] + 0} ${positions[3 * v + 2] + 0}`;
    const known = first.get(key);
    place[v] = known ?? v;
    if (known === undefined) first.set(key, v);
  }
  return place;
}
