/**
 * Pressure laws p(e) = M v(e): a polyline v(e) from (0, 0) on. Cells are cut along e = const where it bends, so that pressure is linear in each
 * cell and everything that follows, surface, force, energy, stiffness, is exact for the polyline, however coarse the mesh is. (Pressure taken
 * at the vertices of a layered mesh, Elandt 2022, s. 5.1.2, is up to 18 % too large with k = 0.9 and 8 layers.)
 */
import type { CellMesh } from './layer.ts';

/** Largest part by which a polyline leaves the curve it stands for, from the first to the last of its bends. */
const WITHIN = 3e-3;
/** Points closer than this to a bend lie on it, in e. */
const SAME = 1e-9;

/**
 * v = e/(1 - k e), eq. 5.4: flat pairs e, v. A chord from e = a to b is above the curve by k (e - a)(b - e)/((1 - k a)(1 - k b)(1 - k e)), in parts of it
 * at most by c = k (sqrt b - sqrt a)^2/((1 - k a)(1 - k b)), at e = sqrt(a b). Chords of one c, lowered by 2/(2 + c), leave the curve by c/(2 + c) of it
 * up and down. c is the largest with a whole number of chords.
 */
export function stiffeningLaw(k: number): number[] {
  if (!(k > 0)) return [0, 0, 1, 1];
  let [low, high] = [0, (2 * WITHIN) / (1 - WITHIN)];
  const count = chords(k, high, Number.POSITIVE_INFINITY).length;
  for (let i = 0; i < 60; i++) {
    const c = 0.5 * (low + high);
    if (chords(k, c, count)[count - 1] < 1) low = c;
    else high = c;
  }
  const ends = chords(k, high, count);
  ends[count - 1] = 1;
  return [0, 0, ...ends.flatMap((e) => [e, (2 / (2 + high)) * (e / (1 - k * e))])];
}

/** Ends of chords from 0 on, until one is at 1 or beyond, or `most` of them. */
function chords(k: number, c: number, most: number): number[] {
  const ends: number[] = [];
  let e = 0;
  while (e < 1 && ends.length < most) {
    // k (s - r)^2 = c (1 - k r^2)(1 - k s^2), r = sqrt e
    const own = c * (1 - k * e);
    const r = Math.sqrt(e);
    const s = (k * r + Math.sqrt(k * k * e - k * (1 + own) * (k * e - own))) / (k * (1 + own));
    e = s * s;
    ends.push(e);
  }
  return ends;
}

/** v = sqrt e, for the half-space field of a sphere (eq. B.4), from e on in equal parts. */
export function rootLaw(least: number): number[] {
  const law = [0, 0];
  // v''/v = -1/(4 e^2): a chord lies below the curve by (h/e)^2/32
  const grow = 1 + Math.sqrt(32 * WITHIN);
  for (let e = least; e < 1; e *= grow) law.push(e, Math.sqrt(e) * (1 + 0.5 * WITHIN));
  law.push(1, 1);
  return law;
}

/** v of a law at e, and on in its last direction. */
export function lawAt(law: readonly number[], e: number): number {
  let i = 2;
  while (i + 2 < law.length && law[i] < e) i += 2;
  return law[i - 1] + ((e - law[i - 2]) * (law[i + 1] - law[i - 1])) / (law[i] - law[i - 2]);
}

/** The cells of a mesh cut where the law bends; what was e at their corners is v then. */
export function bendMesh(mesh: CellMesh, law: readonly number[]): CellMesh {
  const points = [...mesh.points];
  const bends: number[] = [];
  for (let i = 2; i + 2 < law.length; i += 2) bends.push(law[i]);
  const e = [...mesh.extent].map((x) => bends.find((bend) => Math.abs(x - bend) < SAME) ?? x);
  const cuts = new Map<string, number>();
  /** the point of the edge a b at e = bend */
  const cut = (a: number, b: number, bend: number): number => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = `${low} ${high} ${bend}`;
    let v = cuts.get(key);
    if (v === undefined) {
      v = e.length;
      const s = (bend - e[low]) / (e[high] - e[low]);
      for (let k = 0; k < 3; k++) points.push(points[3 * low + k] + s * (points[3 * high + k] - points[3 * low + k]));
      e.push(bend);
      cuts.set(key, v);
    }
    return v;
  };
  const tets: number[] = [];
  for (let t = 0; t < mesh.tets.length; t += 4) {
    const cell = [...mesh.tets.subarray(t, t + 4)];
    const low = Math.min(...cell.map((v) => e[v]));
    const high = Math.max(...cell.map((v) => e[v]));
    const own = [low, ...bends.filter((bend) => bend > low && bend < high), high];
    if (own.length === 2) tets.push(...cell);
    else for (let i = 0; i + 1 < own.length; i++) addSlab(tets, cell, e, own[i], own[i + 1], cut);
  }
  return {
    ...mesh,
    points: Float64Array.from(points),
    tets: Int32Array.from(tets),
    extent: Float64Array.from(e, (x) => lawAt(law, x)),
  };
}

/**
 * The part of a cell with e from low to high, as cells: from its corner with the smallest number to the triangles of the faces it is not on. Faces
 * are fans from their smallest corner, so both sides of one are divided alike.
 */
function addSlab(
  out: number[],
  cell: readonly number[],
  e: readonly number[],
  low: number,
  high: number,
  cut: (a: number, b: number, bend: number) => number,
): void {
  const faces: number[][] = [];
  const [bottom, top]: [number[][], number[][]] = [[], []];
  for (let k = 0; k < 4; k++) {
    const face: number[] = [];
    const corners = cell.filter((_, i) => i !== k);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [corners[i], corners[(i + 1) % 3]];
      if (e[a] >= low && e[a] <= high) face.push(a);
      const bends = e[a] < e[b] ? [low, high] : [high, low];
      for (const bend of bends) {
        if ((e[a] < bend && bend < e[b]) || (e[b] < bend && bend < e[a])) face.push(cut(a, b, bend));
      }
    }
    if (face.length >= 3) faces.push(face);
    for (const [bend, edges] of [
      [low, bottom],
      [high, top],
    ] as const) {
      const on = face.filter((v) => e[v] === bend);
      if (on.length === 2) edges.push(on);
    }
  }
  for (const edges of [bottom, top]) {
    const ring = chain(edges);
    if (ring.length >= 3) faces.push(ring);
  }
  const least = Math.min(...faces.flat());
  for (const face of faces) {
    if (face.includes(least)) continue;
    const at = face.indexOf(Math.min(...face));
    const turned = [...face.slice(at), ...face.slice(0, at)];
    for (let i = 1; i + 1 < turned.length; i++) out.push(least, turned[0], turned[i], turned[i + 1]);
  }
}

/** Edges that hang together -> the ring of their points. */
function chain(edges: readonly (readonly number[])[]): number[] {
  const left = edges.filter(
    ([a, b], i) => edges.findIndex(([c, d]) => (a === c && b === d) || (a === d && b === c)) === i,
  );
  if (left.length < 3) return [];
  const ring = [left[0][0], left[0][1]];
  left.shift();
  while (left.length > 1) {
    const tip = ring[ring.length - 1];
    const at = left.findIndex(([a, b]) => a === tip || b === tip);
    if (at < 0) return [];
    const [[a, b]] = left.splice(at, 1);
    ring.push(a === tip ? b : a);
  }
  return ring;
}
