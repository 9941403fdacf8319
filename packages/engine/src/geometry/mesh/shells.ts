/**
 * The connected parts (shells) of a surface: which faces belong together, which of them are reversed, which shells are closed, how large
 * each is, and which lies inside which. Faces are joined across edges of two faces; an edge of more faces joins none.
 */
import type { Vec3 } from '../../math/index.ts';
import { type HalfEdges, NO_TWIN, tipOf } from './half-edge.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { windingNumber } from './winding.ts';

export interface Shell {
  readonly faces: Int32Array;
  /** faces oriented against the majority (by area) of the shell */
  readonly flipped: Int32Array;
  /** an edge of two faces, as a half-edge, at which no orientation is consistent (a Moebius strip); -1: none */
  readonly twist: number;
  /** no edge is open */
  readonly closed: boolean;
  /** [m^3] with all faces oriented like the majority; negative: the shell is inside out; 0 when open */
  readonly volume: number;
  /** [m^2] */
  readonly area: number;
  /** [m] mean of the faces by area */
  readonly centre: Vec3;
  /** how many other closed shells it lies in; 0 for open ones */
  readonly depth: number;
  /** the outermost shell it lies in, as a number of this list; itself when it lies in none */
  readonly root: number;
}

/** Does it bound a cavity of the shell around it? A shell with the same orientation as that one is a solid inside a solid. */
export function isCavity({ closed, depth, volume, root }: Shell, shells: readonly Shell[]): boolean {
  return closed && depth % 2 === 1 && volume < 0 !== shells[root].volume < 0;
}

/** The work for nesting grows with shells times triangles; with more shells than this, nesting is left out. */
const MOST_NESTED = 2000;

export function findShells(mesh: TriangleMesh, edges: HalfEdges): Shell[] {
  const { shellOf, turned, twists, count } = flood(mesh, edges);
  const faces: number[][] = Array.from({ length: count }, () => []);
  shellOf.forEach((shell, t) => {
    faces[shell].push(t);
  });
  const balanced = closedShells(mesh, edges, shellOf, turned, count);
  const measures = faces.map((list) => measure(mesh, list, turned));
  const closed = balanced.map((good, s) => good && twists[s] < 0);
  const { depth, root } = nesting(mesh, faces, closed);
  return faces.map((list, s) => {
    const { volume, area, turnedArea, centre } = measures[s];
    const most = turnedArea > area / 2; // the majority is the marked part
    return {
      faces: Int32Array.from(list),
      flipped: Int32Array.from(list.filter((t) => (turned[t] === 1) !== most)),
      twist: twists[s],
      closed: closed[s],
      volume: closed[s] ? (most ? -volume : volume) : 0,
      area,
      centre,
      depth: depth[s],
      root: root[s],
    };
  });
}

/** turned[t] = 1: oriented against the first face of its shell */
function flood(mesh: TriangleMesh, edges: HalfEdges) {
  const { triangles } = mesh;
  const faceCount = triangles.length / 3;
  const shellOf = new Int32Array(faceCount).fill(-1);
  const turned = new Uint8Array(faceCount);
  const twists: number[] = [];
  const stack: number[] = [];
  let count = 0;
  for (let first = 0; first < faceCount; first++) {
    if (shellOf[first] >= 0) continue;
    shellOf[first] = count;
    twists.push(-1);
    stack.push(first);
    while (stack.length > 0) {
      const t = stack.pop() as number;
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const e = edges.edge[h];
        if (edges.starts[e + 1] - edges.starts[e] !== 2) continue;
        const at = edges.starts[e];
        const g = edges.members[at] === h ? edges.members[at + 1] : edges.members[at];
        const other = Math.floor(g / 3);
        const want = triangles[g] === triangles[h] ? 1 - turned[t] : turned[t];
        if (shellOf[other] < 0) {
          shellOf[other] = count;
          turned[other] = want;
          stack.push(other);
        } else if (turned[other] !== want) twists[count] = h;
      }
    }
    count++;
  }
  return { shellOf, turned, twists, count };
}

/** A shell is closed when its faces, oriented alike, traverse each edge equally often in both directions. */
function closedShells(
  { triangles }: TriangleMesh,
  edges: HalfEdges,
  shellOf: Int32Array,
  turned: Uint8Array,
  count: number,
): boolean[] {
  const closed = new Array<boolean>(count).fill(true);
  const balance = new Map<number, number>();
  for (let e = 0; e < edges.edgeCount; e++) {
    const size = edges.starts[e + 1] - edges.starts[e];
    if (size === 2) continue; // alike by the flood, or a twist
    balance.clear();
    const from = triangles[edges.members[edges.starts[e]]];
    for (let i = edges.starts[e]; i < edges.starts[e + 1]; i++) {
      const h = edges.members[i];
      const t = Math.floor(h / 3);
      const along = (triangles[h] === from) === (turned[t] === 0) ? 1 : -1;
      balance.set(shellOf[t], (balance.get(shellOf[t]) ?? 0) + along);
    }
    for (const [shell, sum] of balance) if (sum !== 0) closed[shell] = false;
  }
  return closed;
}

function measure({ positions: p, triangles }: TriangleMesh, faces: readonly number[], turned: Uint8Array) {
  // about a vertex of the shell, so that distance from the origin loses no digits
  const o = 3 * triangles[3 * faces[0]];
  let six = 0;
  let twice = 0;
  let twiceTurned = 0;
  const centre = [0, 0, 0];
  for (const t of faces) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ax, ay, az] = [p[a] - p[o], p[a + 1] - p[o + 1], p[a + 2] - p[o + 2]];
    const [bx, by, bz] = [p[b] - p[o], p[b + 1] - p[o + 1], p[b + 2] - p[o + 2]];
    const [cx, cy, cz] = [p[c] - p[o], p[c + 1] - p[o + 1], p[c + 2] - p[o + 2]];
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    six += turned[t] === 1 ? -det : det;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    twice += size;
    if (turned[t] === 1) twiceTurned += size;
    centre[0] += (size * (ax + bx + cx)) / 3;
    centre[1] += (size * (ay + by + cy)) / 3;
    centre[2] += (size * (az + bz + cz)) / 3;
  }
  const scale = twice > 0 ? 1 / twice : 0;
  return {
    volume: six / 6,
    area: twice / 2,
    turnedArea: twiceTurned / 2,
    centre: [p[o] + scale * centre[0], p[o + 1] + scale * centre[1], p[o + 2] + scale * centre[2]] as const,
  };
}

function nesting(mesh: TriangleMesh, faces: readonly (readonly number[])[], closed: readonly boolean[]) {
  const depth = new Int32Array(faces.length);
  const root = Int32Array.from(faces, (_, s) => s);
  const candidates = [...faces.keys()].filter((s) => closed[s]);
  if (candidates.length < 2 || candidates.length > MOST_NESTED) return { depth, root };
  const boxes = new Map(candidates.map((s) => [s, boxOf(mesh, faces[s])]));
  const inside = new Map<number, number[]>(candidates.map((s) => [s, []]));
  for (const s of candidates) {
    const own = boxes.get(s) as number[];
    for (const other of candidates) {
      const box = boxes.get(other) as number[];
      const within = [0, 1, 2].every((k) => box[k] <= own[k] && box[3 + k] >= own[3 + k]);
      if (other !== s && within && encloses(mesh, faces[other], faces[s])) inside.get(s)?.push(other);
    }
  }
  for (const s of candidates) {
    const around = inside.get(s) ?? [];
    depth[s] = around.length;
    for (const other of around) if ((inside.get(other)?.length ?? 0) === 0) root[s] = other;
  }
  return { depth, root };
}

/** Are the corners of `inner` inside `outer`? One that lies clear of its surface decides. */
function encloses(mesh: TriangleMesh, outer: readonly number[], inner: readonly number[]): boolean {
  const { positions: p, triangles } = mesh;
  let most = 0;
  for (let i = 0; i < Math.min(inner.length, 16); i++) {
    const v = 3 * triangles[3 * inner[i]];
    const turns = Math.abs(windingNumber(p, triangles, p[v], p[v + 1], p[v + 2], outer));
    if (turns < 0.05) return false;
    if (turns > 0.95) return true;
    most = Math.max(most, turns);
  }
  return most > 0.5;
}

function boxOf({ positions: p, triangles }: TriangleMesh, faces: readonly number[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const t of faces) {
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k], p[3 * triangles[h] + k]);
        box[3 + k] = Math.max(box[3 + k], p[3 * triangles[h] + k]);
      }
    }
  }
  return box;
}

export interface BoundaryLoop {
  /** open half-edges in order around the hole: each ends where the previous one begins */
  readonly halfEdges: readonly number[];
  /** false: the chain does not return to its start */
  readonly closed: boolean;
}

/** The open edges of a mesh as chains that visit no vertex twice, each around a hole. */
export function boundaryLoops({ triangles }: TriangleMesh, edges: HalfEdges): BoundaryLoop[] {
  const arriving = new Map<number, number[]>(); // open half-edges by the vertex they end at: the hole runs the other way
  const open: number[] = [];
  for (let h = 0; h < triangles.length; h++) {
    if (edges.twin[h] !== NO_TWIN.open) continue;
    open.push(h);
    const list = arriving.get(tipOf(triangles, h));
    if (list === undefined) arriving.set(tipOf(triangles, h), [h]);
    else list.push(h);
  }
  const used = new Set<number>();
  const loops: BoundaryLoop[] = [];
  for (const first of open) {
    if (used.has(first)) continue;
    const chain: number[] = [];
    const passed = new Map<number, number>(); // vertex -> place in the chain of the half-edge that leaves it
    let next: number | undefined = first;
    while (next !== undefined) {
      used.add(next);
      passed.set(tipOf(triangles, next), chain.length);
      chain.push(next);
      const at: number = triangles[next];
      const since = passed.get(at);
      if (since !== undefined) {
        // around a hole, which may be joined to a longer chain at this vertex
        const loop = chain.splice(since);
        for (const h of loop) passed.delete(tipOf(triangles, h));
        loops.push({ halfEdges: loop, closed: true });
      }
      next = arriving.get(at)?.find((h) => !used.has(h));
    }
    if (chain.length > 0) loops.push({ halfEdges: chain, closed: false });
  }
  return loops;
}
