/** The faults a survey can find, one kind after another. */
import type { Vec3 } from '../../math/index.ts';
import { extraFans, type HalfEdges, nextHalfEdge, NO_TWIN, tipOf } from './half-edge.ts';
import { selfMeetings } from './self-intersection.ts';
import { boundaryLoops, type Shell } from './shells.ts';
import { type FaultList, formatPlace, MOST_MEETINGS } from './survey-types.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { type TriangleSize, triangleSize, zeroHeight } from './triangle-size.ts';

export interface Surveyed {
  readonly list: FaultList;
  /** every triangle has three different corners */
  readonly mesh: TriangleMesh;
  /** number that each triangle has in the mesh as given */
  readonly numbers: Int32Array;
  readonly edges: HalfEdges;
  readonly shells: readonly Shell[];
  /** [m] of the whole mesh, for the digits of places */
  readonly size: number;
}

/** A triangle whose height is below this part of its longest side is a sliver. */
const SLIVER = 1e-4;

/** Open edges, edges of many faces, and vertices where parts hang together by a point. */
export function addEdgeFaults(subject: Surveyed): void {
  addHoles(subject);
  addCrowded(subject);
  addPinched(subject);
}

function addHoles({ list, mesh, edges, size }: Surveyed): void {
  const { at, show } = placesOf(mesh, size);
  const { triangles } = mesh;
  for (const { halfEdges: chain, closed } of boundaryLoops(mesh, edges)) {
    list.add('open-edge', () => {
      const ends = chain.map((h) => [tipOf(triangles, h), triangles[h]]);
      const round = ends.reduce((sum, [a, b]) => sum + distance(at(a), at(b)), 0);
      const what = chain.length === 1 ? 'an edge' : `${chain.length} edges`;
      const [a, b] = [at(ends[0][0]), at(ends[0][1])];
      return {
        severity: 'error',
        message:
          `${closed ? 'a hole' : 'a border'} of ${what}, ${short(round)} round: edge ${ends[0][0]}-${ends[0][1]} from ` +
          `${show(a)} to ${show(b)} has one face; the surface must be closed: fill the hole`,
        place: a,
        vertices: [],
        edges: ends.flat(),
        faces: [],
      };
    });
  }
}

function addCrowded({ list, mesh, edges, numbers, size }: Surveyed): void {
  const { at, show } = placesOf(mesh, size);
  const { triangles } = mesh;
  for (let e = 0; e < edges.edgeCount; e++) {
    const size = edges.starts[e + 1] - edges.starts[e];
    if (size <= 2) continue;
    const h = edges.members[edges.starts[e]];
    const [a, b] = [triangles[h], tipOf(triangles, h)];
    const members = [...edges.members.subarray(edges.starts[e], edges.starts[e + 1])];
    const along = members.filter((g) => triangles[g] === a).length;
    const even = 2 * along === size;
    list.add('crowded-edge', () => ({
      severity: even ? 'warning' : 'error',
      message:
        `${size} faces meet at edge ${a}-${b} from ${show(at(a))} to ${show(at(b))}, ${along} run one way; ` +
        (even
          ? 'parts of a solid touch there: separate them if they are not one'
          : 'a solid has as many each way: remove what is extra'),
      place: at(a),
      vertices: [],
      edges: [a, b],
      faces: members.map((g) => numbers[Math.floor(g / 3)]),
    }));
  }
}

function addPinched({ list, mesh, edges, numbers, size }: Surveyed): void {
  const { at, show } = placesOf(mesh, size);
  const { triangles } = mesh;
  for (const h of extraFans(mesh, edges)) {
    const v = triangles[h];
    if (onCrowdedEdge(triangles, edges.twin, h)) continue; // reported at its edge
    list.add('pinched-vertex', () => ({
      severity: 'warning',
      message:
        `separate groups of faces meet at vertex ${v} at ${show(at(v))} only; ` +
        'give each group a vertex of its own if they are not one body',
      place: at(v),
      vertices: [v],
      edges: [],
      faces: [numbers[Math.floor(h / 3)]],
    }));
  }
}

function onCrowdedEdge(triangles: Int32Array, twin: Int32Array, h: number): boolean {
  // the fan is cut by a crowded edge when walking both ways ends at one
  const before = nextHalfEdge(nextHalfEdge(h));
  let g = h;
  for (let steps = 0; steps < triangles.length; steps++) {
    if (twin[g] === NO_TWIN.crowded) return true;
    if (twin[g] < 0) break;
    g = nextHalfEdge(twin[g]);
    if (g === h) return false;
  }
  g = before;
  for (let steps = 0; steps < triangles.length; steps++) {
    if (twin[g] === NO_TWIN.crowded) return true;
    if (twin[g] < 0) break;
    g = nextHalfEdge(nextHalfEdge(twin[g]));
  }
  return false;
}

export function addShellFaults({ list, mesh, shells, numbers, size }: Surveyed): void {
  const { at, middle, show } = placesOf(mesh, size);
  const ends = (h: number): [number, number] => [mesh.triangles[h], tipOf(mesh.triangles, h)];
  for (const shell of shells) {
    for (const t of shell.flipped) {
      list.add('flipped-face', () => ({
        severity: 'error',
        message: `face ${numbers[t]} at ${show(middle(t))} runs against its neighbours; reverse its corners`,
        place: middle(t),
        vertices: [],
        edges: [],
        faces: [numbers[t]],
      }));
    }
    if (shell.twist >= 0) {
      const [a, b] = ends(shell.twist);
      list.add('twisted', () => ({
        severity: 'error',
        message:
          `the surface has one side only: at edge ${a}-${b} from ${show(at(a))} to ${show(at(b))} its ` +
          'faces cannot be made to agree; it bounds no solid',
        place: at(a),
        vertices: [],
        edges: [a, b],
        faces: [],
      }));
    }
  }
  shells.forEach((shell, s) => {
    if (!shell.closed) return;
    const inverted = shells[shell.root].volume < 0; // the whole family is reported once, at its outermost shell
    const volume = inverted ? -shell.volume : shell.volume;
    const size = short(Math.abs(shell.volume));
    const place = at(ends(3 * shell.faces[0])[0]);
    const marks = { place, vertices: [], edges: [], faces: Array.from(shell.faces, (t) => numbers[t]) };
    if (shell.depth === 0 && shell.volume < 0) {
      list.add('inverted', () => ({
        severity: 'error',
        message:
          `shell ${s} around ${show(shell.centre)} is inside out (volume -${size}); its faces run clockwise seen ` +
          'from outside: reverse them all',
        ...marks,
      }));
    } else if (shell.depth > 0 && volume > 0 === (shell.depth % 2 === 1)) {
      list.add('nested-shell', () => ({
        severity: 'warning',
        message:
          shell.depth % 2 === 1
            ? `shell ${s} around ${show(shell.centre)} is a solid inside a solid, its volume ${size} counts ` +
              'twice; reverse its faces if it is meant to be a cavity, remove it if not'
            : `shell ${s} around ${show(shell.centre)} lies in a cavity and is inside out; reverse its faces`,
        ...marks,
      }));
    }
  });
}

/** Returns the faces without area. `far` [m]: the largest coordinate. */
export function addSizeFaults({ list, mesh, numbers, size }: Surveyed, far: number): Set<number> {
  const { middle, show } = placesOf(mesh, size);
  const flat = new Set<number>();
  const own: TriangleSize = { longest: 0, height: 0, area: 0, side: 0 };
  for (let t = 0; t < numbers.length; t++) {
    triangleSize(own, mesh.positions, mesh.triangles, t);
    const { height, longest } = own;
    const none = height <= zeroHeight(longest, far);
    if (none) flat.add(t);
    else if (height >= SLIVER * longest) continue;
    list.add(none ? 'zero-area' : 'sliver', () => ({
      severity: 'warning',
      message: none
        ? `face ${numbers[t]} at ${show(middle(t))} has no area: its corners lie on a line; remove or remesh it`
        : `face ${numbers[t]} at ${show(middle(t))} is a sliver, ${short(longest)} long and ${short(height)} high`,
      place: middle(t),
      vertices: [],
      edges: [],
      faces: [numbers[t]],
    }));
  }
  return flat;
}

export function addDuplicates({ list, mesh, numbers, size }: Surveyed): void {
  const { middle, show } = placesOf(mesh, size);
  for (const [first, t] of duplicateFaces(mesh.triangles)) {
    list.add('duplicate-face', () => ({
      severity: 'error',
      message: `face ${numbers[t]} at ${show(middle(t))} has the corners of face ${numbers[first]}; remove one`,
      place: middle(t),
      vertices: [],
      edges: [],
      faces: [numbers[t]],
    }));
  }
}

/** Pairs (earlier face, later face) with the same three corners, whichever way they run. */
export function duplicateFaces(triangles: Int32Array): [number, number][] {
  const seen = new Map<string, number>();
  const pairs: [number, number][] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    const key = `${low} ${a + b + c - low - high} ${high}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, t);
    else pairs.push([first, t]);
  }
  return pairs;
}

export function addMeetings({ list, mesh, numbers, size }: Surveyed, flat: ReadonlySet<number>): void {
  const { middle, show } = placesOf(mesh, size);
  const { crossings, touches } = selfMeetings(mesh, flat, MOST_MEETINGS);
  for (const [code, pairs] of [
    ['self-intersection', crossings],
    ['self-touch', touches],
  ] as const) {
    for (let i = 0; i < pairs.length; i += 2) {
      const [s, t] = [pairs[i], pairs[i + 1]];
      list.add(code, () => ({
        severity: code === 'self-intersection' ? 'error' : 'warning',
        message:
          `faces ${numbers[s]} and ${numbers[t]} near ${show(middle(s))} ` +
          (code === 'self-intersection'
            ? 'run through each other; separate or join the parts'
            : 'touch without sharing what they touch at; fine for parts that are separate'),
        place: middle(s),
        vertices: [],
        edges: [],
        faces: [numbers[s], numbers[t]],
      }));
    }
  }
}

export function addIsolated(list: FaultList, mesh: TriangleMesh, size: number): void {
  const { at, show } = placesOf(mesh, size);
  const { positions, triangles } = mesh;
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) used[triangles[i]] = 1;
  used.forEach((mark, v) => {
    if (mark === 1) return;
    list.add('isolated-vertex', () => ({
      severity: 'warning',
      message: `vertex ${v} at ${show(at(v))} belongs to no face; remove it`,
      place: at(v),
      vertices: [v],
      edges: [],
      faces: [],
    }));
  });
}

function placesOf({ positions: p, triangles }: TriangleMesh, size: number) {
  const at = (v: number): Vec3 => [p[3 * v], p[3 * v + 1], p[3 * v + 2]];
  const middle = (t: number): Vec3 => {
    const [a, b, c] = [at(triangles[3 * t]), at(triangles[3 * t + 1]), at(triangles[3 * t + 2])];
    return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
  };
  const show = (place: Vec3): string => formatPlace(place, size);
  return { at, middle, show };
}

export function distance(a: Vec3, b: Vec3): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

export function short(x: number): string {
  return String(Number(x.toPrecision(4)));
}
