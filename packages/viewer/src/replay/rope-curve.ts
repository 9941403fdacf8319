/**
 * A smooth curve through the pieces that a line is drawn in: from the middle and the direction of every piece to nodes between them,
 * then samples with tangents and a normal that does not spin.
 */

/** Existing pieces: later ones coincide with the last. */
export function presentPieces(tracks: readonly number[], poses: Float64Array): number {
  const at = (track: number, axis: number): number => poses[7 * track + axis];
  let count = tracks.length;
  while (count > 1 && [0, 1, 2].every((axis) => at(tracks[count - 1], axis) === at(tracks[count - 2], axis))) count--;
  return count;
}

/**
 * x y z [m] of every node into `out`, one more than there are pieces. Between pieces of middles m and directions d a node is where
 *   m1 + h d1 = m2 - h d2   for two of equal length 2 h,
 * which they have as a rule; a piece at an end that is being fed has another length, and there the node is the mirror image of the
 * next one in the middle of the piece beside it. The ends lie as far from the last middle as the node before. A line of one piece has its ends half the
 * `length` from its middle.
 */
export function nodesOf(
  out: Float64Array,
  tracks: readonly number[],
  count: number,
  poses: Float64Array,
  length: number,
): void {
  for (let k = 1; k < count; k++) {
    const [a, b] = [7 * tracks[k - 1], 7 * tracks[k]];
    let [sum2, gap2] = [0, 0];
    for (let i = 0; i < 3; i++) {
      sum2 += (wayOf(poses, a, i) + wayOf(poses, b, i)) ** 2;
      gap2 += (poses[b + i] - poses[a + i]) ** 2;
    }
    const half = sum2 < 0.01 ? 0 : Math.sqrt(gap2 / sum2); // else folded back upon itself
    for (let i = 0; i < 3; i++) {
      const between = 0.5 * (poses[a + i] + poses[b + i]);
      out[3 * k + i] = between + 0.5 * half * (wayOf(poses, a, i) - wayOf(poses, b, i));
    }
  }
  unequalEnds(out, tracks, count, poses, length);
  const [first, last] = [7 * tracks[0], 7 * tracks[count - 1]];
  for (let i = 0; i < 3; i++) {
    const half = 0.5 * length * wayOf(poses, first, i);
    out[i] = count === 1 ? poses[first + i] - half : 2 * poses[first + i] - out[3 + i];
    out[3 * count + i] = count === 1 ? poses[first + i] + half : 2 * poses[last + i] - out[3 * (count - 1) + i];
  }
}

/** part by which the gap between middles at an end differs before that end counts as fed */
const FED = 0.03;

function unequalEnds(
  out: Float64Array,
  tracks: readonly number[],
  count: number,
  poses: Float64Array,
  length: number,
): void {
  const gap = (a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((i) => poses[7 * tracks[a] + i] - poses[7 * tracks[b] + i]));
  if (count === 2) {
    if (Math.abs(gap(0, 1) - length) <= FED * length) return;
    // one of the two is fed: winches stand at the start of their wire as a rule, so the other has its length
    const b = 7 * tracks[1];
    for (let i = 0; i < 3; i++) out[3 + i] = poses[b + i] - 0.5 * length * wayOf(poses, b, i);
    return;
  }
  const fed = (a: number, b: number, c: number): boolean => Math.abs(gap(a, b) - gap(b, c)) > FED * gap(b, c);
  const mirror = (node: number, piece: number, other: number): void => {
    for (let i = 0; i < 3; i++) out[3 * node + i] = 2 * poses[7 * tracks[piece] + i] - out[3 * other + i];
  };
  if (count > 2 && fed(0, 1, 2)) mirror(1, 1, 2);
  if (count > 3 && fed(count - 1, count - 2, count - 3)) mirror(count - 1, count - 2, count - 2);
}

/** Component of the z axis, or of the x axis, of a pose. */
function wayOf(poses: Float64Array, o: number, i: number): number {
  const [w, x, y, z] = [poses[o + 3], poses[o + 4], poses[o + 5], poses[o + 6]];
  return i === 0 ? 2 * (x * z + w * y) : i === 1 ? 2 * (y * z - w * x) : 1 - 2 * (x * x + y * y);
}

export function sideOf(poses: Float64Array, o: number, i: number): number {
  const [w, x, y, z] = [poses[o + 3], poses[o + 4], poses[o + 5], poses[o + 6]];
  return i === 0 ? 1 - 2 * (y * y + z * z) : i === 1 ? 2 * (x * y + w * z) : 2 * (x * z - w * y);
}

/** Samples of the curve: places [m], unit tangents, and the length from the start [m]. */
export interface Samples {
  readonly places: Float64Array;
  readonly tangents: Float64Array;
  readonly arcs: Float64Array;
}

export function makeSamples(most: number): Samples {
  return { places: new Float64Array(3 * most), tangents: new Float64Array(3 * most), arcs: new Float64Array(most) };
}

/**
 * `sub` samples a piece, and the end: cubic Hermite through the nodes, with tangents along the chord of the two neighbours (Catmull and Rom
 * 1974), one-sided at the ends. Returns their number.
 */
export function sampleCurve(out: Samples, nodes: Float64Array, pieces: number, sub: number): number {
  const slope = (k: number, i: number): number => {
    const [before, after] = [Math.max(0, k - 1), Math.min(pieces, k + 1)];
    return (nodes[3 * after + i] - nodes[3 * before + i]) / (after - before);
  };
  const { places, tangents, arcs } = out;
  let n = 0;
  for (let k = 0; k < pieces; k++) {
    for (let j = 0; j < sub + (k === pieces - 1 ? 1 : 0); j++, n++) {
      const s = j / sub;
      const [s2, s3] = [s * s, s * s * s];
      let size2 = 0;
      for (let i = 0; i < 3; i++) {
        const [p, q, u, v] = [nodes[3 * k + i], nodes[3 * k + 3 + i], slope(k, i), slope(k + 1, i)];
        places[3 * n + i] = (2 * s3 - 3 * s2 + 1) * p + (s3 - 2 * s2 + s) * u + (3 * s2 - 2 * s3) * q + (s3 - s2) * v;
        const d = (6 * s2 - 6 * s) * (p - q) + (3 * s2 - 4 * s + 1) * u + (3 * s2 - 2 * s) * v;
        tangents[3 * n + i] = d;
        size2 += d * d;
      }
      const size = size2 > 0 ? 1 / Math.sqrt(size2) : 0;
      for (let i = 0; i < 3; i++) tangents[3 * n + i] *= size;
      if (size === 0) tangents[3 * n + 2] = 1;
      const step = n === 0 ? 0 : Math.hypot(...[0, 1, 2].map((i) => places[3 * n + i] - places[3 * n - 3 + i]));
      arcs[n] = n === 0 ? 0 : arcs[n - 1] + step;
    }
  }
  return n;
}

/** Makes `side` perpendicular to the tangent at sample n with the smallest change; an arbitrary direction where it was parallel. */
export function square(side: Float64Array, tangents: Float64Array, n: number): void {
  const [x, y, z] = [tangents[3 * n], tangents[3 * n + 1], tangents[3 * n + 2]];
  const along = side[0] * x + side[1] * y + side[2] * z;
  side[0] -= along * x;
  side[1] -= along * y;
  side[2] -= along * z;
  let size = Math.hypot(side[0], side[1], side[2]);
  if (size < 1e-6) {
    const axis = Math.abs(x) < 0.7 ? [1, 0, 0] : [0, 1, 0];
    side.set([axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x]);
    size = Math.hypot(side[0], side[1], side[2]);
  }
  for (let i = 0; i < 3; i++) side[i] /= size;
}
