/**
 * Joins two convex pieces where their common hull holds no more air than allowed and overlaps no third piece. A cut that is needed at one
 * place often divides other places that were convex.
 */
import { convexHull, type Hull, hullToTriangles } from '../hull.ts';
import { integrateMesh } from '../mesh/integrals.ts';

export interface Piece {
  readonly hull: Hull;
  /** [m^3] of the hull, and of the part of the solid in it */
  readonly volume: number;
  readonly solidVolume: number;
}

/** `allowed`: air over volume of a hull. `reach` [m]: pieces this close touch. */
export function mergePieces(given: readonly Piece[], allowed: number, reach: number): Piece[] {
  const pieces: (Piece | null)[] = [...given];
  const pairs: Pair[] = [];
  for (let j = 1; j < pieces.length; j++) for (let i = 0; i < j; i++) addPair(pairs, pieces, i, j, allowed, reach);
  for (;;) {
    // the pair with the least air first
    let best: Pair | undefined;
    for (const pair of pairs) {
      if (pieces[pair.i] === null || pieces[pair.j] === null || pair.refused) continue;
      if (best === undefined || pair.air < best.air) best = pair;
    }
    if (best === undefined) break;
    const { i, j, joined } = best;
    const clear = pieces.every(
      (other, k) => other === null || k === i || k === j || apart(joined.hull, other.hull, reach),
    );
    if (!clear) {
      best.refused = true;
      continue;
    }
    pieces[i] = null;
    pieces[j] = null;
    pieces.push(joined);
    for (let k = 0; k < pieces.length - 1; k++) addPair(pairs, pieces, k, pieces.length - 1, allowed, reach);
  }
  return pieces.filter((piece) => piece !== null);
}

interface Pair {
  readonly i: number;
  readonly j: number;
  readonly joined: Piece;
  /** air over volume */
  readonly air: number;
  refused: boolean;
}

function addPair(
  pairs: Pair[],
  pieces: readonly (Piece | null)[],
  i: number,
  j: number,
  allowed: number,
  reach: number,
): void {
  const [a, b] = [pieces[i], pieces[j]];
  if (a === null || b === null || !touching(a.hull.vertices, b.hull.vertices, reach)) return;
  const solidVolume = a.solidVolume + b.solidVolume;
  const hull = convexHull(Float64Array.from([...a.hull.vertices, ...b.hull.vertices]));
  const { volume } = integrateMesh(hull.vertices, hullToTriangles(hull));
  if (volume - solidVolume > allowed * volume) return;
  pairs.push({ i, j, joined: { hull, volume, solidVolume }, air: (volume - solidVolume) / volume, refused: false });
}

function touching(a: Float64Array, b: Float64Array, reach: number): boolean {
  for (let k = 0; k < 3; k++) {
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = k; i < a.length; i += 3) {
      lowA = Math.min(lowA, a[i]);
      highA = Math.max(highA, a[i]);
    }
    for (let i = k; i < b.length; i += 3) {
      lowB = Math.min(lowB, b[i]);
      highB = Math.max(highB, b[i]);
    }
    if (lowA > highB + reach || lowB > highA + reach) return false;
  }
  return true;
}

/** Does a face of one piece have all of the other in front of it? Only faces are tested, so some separate pairs are not recognised. */
function apart(a: Hull, b: Hull, reach: number): boolean {
  return separates(a, b.vertices, reach) || separates(b, a.vertices, reach);
}

function separates({ normals, offsets }: Hull, points: Float64Array, reach: number): boolean {
  for (let f = 0; f < offsets.length; f++) {
    const [x, y, z] = [normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]];
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < points.length; i += 3) {
      least = Math.min(least, x * points[i] + y * points[i + 1] + z * points[i + 2]);
    }
    if (least >= offsets[f] - reach) return true;
  }
  return false;
}
