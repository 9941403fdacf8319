/**
 * Faults of a mesh and their places. Nothing is changed (repair.ts does that), and nothing here throws: a mesh that cannot be surveyed
 * further gets a fault that says so.
 */
import { EPSILON, type Vec3 } from '../../math/index.ts';
import { type HalfEdges, halfEdges } from './half-edge.ts';
import { integrateMesh } from './integrals.ts';
import { findShells } from './shells.ts';
import {
  addDuplicates,
  addEdgeFaults,
  addIsolated,
  addMeetings,
  addShellFaults,
  addSizeFaults,
  distance,
  short,
  type Surveyed,
} from './survey-faults.ts';
import { FaultList, formatPlace, type MeshSurvey } from './survey-types.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

export interface SurveyOptions {
  /** search for triangles that intersect each other; default true */
  readonly selfIntersection?: boolean;
}

/** With one of these a closed surface bounds no solid. */
const WRONG = ['flipped-face', 'inverted', 'twisted', 'no-volume'] as const;
/** A mesh smaller than its distance from the origin by this factor has lost digits, which deserves a warning. */
const COARSE = 1e-9;
/** [m] largest and smallest size: products of four lengths overflow far above the one and underflow far below the other */
const LARGEST = 1e60;
const SMALLEST = 1e-60;

export function surveyMesh(mesh: TriangleMesh, options: SurveyOptions = {}): MeshSurvey {
  const list = new FaultList();
  const sound = checkNumbers(list, mesh);
  return sound ? survey(list, mesh, options) : unreadable(list, mesh);
}

function unreadable(list: FaultList, { positions, triangles }: TriangleMesh): MeshSurvey {
  return {
    vertexCount: Math.floor(positions.length / 3),
    triangleCount: Math.floor(triangles.length / 3),
    edgeCount: 0,
    min: [0, 0, 0],
    max: [0, 0, 0],
    area: 0,
    closed: false,
    solid: false,
    shells: [],
    euler: 0,
    faults: list.faults,
    counts: list.counts,
  };
}

function survey(list: FaultList, given: TriangleMesh, options: SurveyOptions): MeshSurvey {
  const { positions: p } = given;
  const { min, max } = boundsOf(given);
  checkDigits(list, min, max);
  const { mesh, numbers } = distinctCorners(list, given);
  const { triangles } = mesh;
  const edges = halfEdges(mesh);
  const shells = findShells(mesh, edges);
  const size = distance(min, max);
  const subject: Surveyed = { list, mesh, numbers, edges, shells, size };
  addEdgeFaults(subject);
  addShellFaults(subject);
  const flat = addSizeFaults(subject, Math.max(...min.map(Math.abs), ...max.map(Math.abs)));
  addDuplicates(subject);
  if (options.selfIntersection !== false) addMeetings(subject, flat);
  addIsolated(list, given, size);

  const closed = shells.every((shell) => shell.closed) || balanced(mesh, edges);
  const area = shells.reduce((sum, shell) => sum + shell.area, 0);
  if (closed) checkVolume(list, mesh, area, size);
  const wrong = WRONG.some((code) => list.counts[code] !== undefined);
  const used = new Set(triangles).size;
  return {
    vertexCount: p.length / 3,
    triangleCount: given.triangles.length / 3,
    edgeCount: edges.edgeCount,
    min,
    max,
    area,
    closed,
    solid: closed && !wrong && triangles.length > 0,
    shells,
    euler: used - edges.edgeCount + triangles.length / 3,
    faults: list.faults.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning')),
    counts: list.counts,
  };
}

/** Share of area times size below which a volume is rounding: a sheet of a metre would be as thin as an atomic nucleus. */
const NO_VOLUME = 1e-15;

function checkVolume(list: FaultList, { positions, triangles }: TriangleMesh, area: number, size: number): void {
  if (triangles.length === 0) return;
  const { volume } = integrateMesh(positions, triangles);
  if (Math.abs(volume) > NO_VOLUME * area * size) return;
  const place: Vec3 = [positions[3 * triangles[0]], positions[3 * triangles[0] + 1], positions[3 * triangles[0] + 2]];
  list.add('no-volume', () => ({
    severity: 'error',
    message:
      'the surface is closed but encloses no volume: it is flat, or its parts cancel; give it a thickness, or turn ' +
      `the parts that are inside out (it begins at ${formatPlace(place, size)})`,
    place,
    vertices: [],
    edges: [],
    faces: [],
  }));
}

/** The faces traverse every edge equally often in both directions. */
function balanced({ triangles }: TriangleMesh, edges: HalfEdges): boolean {
  for (let e = 0; e < edges.edgeCount; e++) {
    const from = triangles[edges.members[edges.starts[e]]];
    let sum = 0;
    for (let i = edges.starts[e]; i < edges.starts[e + 1]; i++) sum += triangles[edges.members[i]] === from ? 1 : -1;
    if (sum !== 0) return false;
  }
  return true;
}

function checkNumbers(list: FaultList, { positions, triangles }: TriangleMesh): boolean {
  const none = { place: [0, 0, 0] as const, vertices: [], edges: [], faces: [] };
  const error = (
    code: 'not-finite' | 'bad-index' | 'no-triangles' | 'too-large' | 'too-small',
    message: string,
  ): void => list.add(code, () => ({ severity: 'error', message, ...none }));
  const count = Math.floor(positions.length / 3);
  for (let i = 0; i < positions.length; i++) {
    const what = `coordinate ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}`;
    if (!Number.isFinite(positions[i])) error('not-finite', `${what} must be a finite number, found ${positions[i]}`);
    else if (Math.abs(positions[i]) > LARGEST) {
      error('too-large', `${what} must be within ${LARGEST} of 0, found ${positions[i]}; are the units right?`);
    }
  }
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= 0 && triangles[i] < count) continue;
    error('bad-index', `triangle ${Math.floor(i / 3)} must name vertices 0 to ${count - 1}, found ${triangles[i]}`);
  }
  if (triangles.length === 0) error('no-triangles', 'expected at least one triangle, found none');
  if (list.faults.length === 0) {
    const { min, max } = boundsOf({ positions, triangles });
    const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    if (size > 0 && size < SMALLEST) {
      error(
        'too-small',
        `the mesh must be more than ${SMALLEST} m across, found ${short(size)} m; are the units right?`,
      );
    }
  }
  return list.faults.length === 0 && positions.length % 3 === 0 && triangles.length % 3 === 0;
}

function checkDigits(list: FaultList, min: Vec3, max: Vec3): void {
  const size = distance(min, max);
  const far = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  if (!(size < COARSE * far)) return;
  let digits = 0;
  for (let left = size / (EPSILON * far); left >= 10; left /= 10) digits++;
  list.add('coarse', () => ({
    severity: 'warning',
    message:
      `the mesh is ${short(size)} across but lies ${short(far)} from the origin; only about ${digits} digits are left ` +
      'for its shape: move it to the origin and place the body instead',
    place: min,
    vertices: [],
    edges: [],
    faces: [],
  }));
}

/** Drops triangles with a repeated corner, which have no neighbours; `numbers` holds the original numbers of the others. */
function distinctCorners(list: FaultList, given: TriangleMesh): { mesh: TriangleMesh; numbers: Int32Array } {
  const { positions: p, triangles } = given;
  const kept: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    if (a !== b && b !== c && c !== a) kept.push(t);
    else {
      const place: Vec3 = [p[3 * a], p[3 * a + 1], p[3 * a + 2]];
      list.add('zero-area', () => ({
        severity: 'warning',
        message: `face ${t} (${a}, ${b}, ${c}) at ${formatPlace(place)} names a vertex twice; remove it`,
        place,
        vertices: [a, b, c],
        edges: [],
        faces: [t],
      }));
    }
  }
  const numbers = Int32Array.from(kept);
  const rest = new Int32Array(3 * kept.length);
  for (let i = 0; i < kept.length; i++) rest.set(triangles.subarray(3 * kept[i], 3 * kept[i] + 3), 3 * i);
  return { mesh: { positions: p, triangles: rest }, numbers };
}

export function boundsOf({ positions, triangles }: TriangleMesh): { min: Vec3; max: Vec3 } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], positions[3 * triangles[i] + k]);
      max[k] = Math.max(max[k], positions[3 * triangles[i] + k]);
    }
  }
  return { min, max };
}
