/**
 * Closest points of two segments (Ericson 2005, section 5.1.9). Of parallel segments any closest pair is one; the one in the
 * middle of the shared stretch is taken, so that the answer does not jump to an end.
 */

/** Filled by closestOnSegments: parameters on both, 0 .. 1, and the squared distance [m^2]. */
export interface SegmentPair {
  s: number;
  t: number;
  distance2: number;
}

export function makeSegmentPair(): SegmentPair {
  return { s: 0, t: 0, distance2: 0 };
}

/** v: p - q, then the vectors of the first segment (from p) and the second (from q), three numbers each [m]. */
export function closestOnSegments(out: SegmentPair, v: Float64Array): void {
  const rx = v[0];
  const ry = v[1];
  const rz = v[2];
  const dx = v[3];
  const dy = v[4];
  const dz = v[5];
  const ex = v[6];
  const ey = v[7];
  const ez = v[8];
  const a = dx * dx + dy * dy + dz * dz;
  const e = ex * ex + ey * ey + ez * ez;
  const b = dx * ex + dy * ey + dz * ez;
  const c = dx * rx + dy * ry + dz * rz;
  const f = ex * rx + ey * ry + ez * rz;
  let s = 0;
  let t = 0;
  if (a <= 0 && e <= 0) {
    // two points
  } else if (a <= 0) {
    t = Math.min(1, Math.max(0, f / e));
  } else if (e <= 0) {
    s = Math.min(1, Math.max(0, -c / a));
  } else {
    const det = a * e - b * b;
    if (det > 1e-12 * a * e) {
      s = Math.min(1, Math.max(0, (b * f - c * e) / det));
    } else {
      // parallel: the stretch of the first that lies beside the second
      const s0 = Math.min(1, Math.max(0, -c / a));
      const s1 = Math.min(1, Math.max(0, (b - c) / a));
      s = 0.5 * (s0 + s1);
    }
    t = (b * s + f) / e;
    if (t < 0) {
      t = 0;
      s = Math.min(1, Math.max(0, -c / a));
    } else if (t > 1) {
      t = 1;
      s = Math.min(1, Math.max(0, (b - c) / a));
    }
  }
  const x = rx + dx * s - ex * t;
  const y = ry + dy * s - ey * t;
  const z = rz + dz * s - ez * t;
  out.s = s;
  out.t = t;
  out.distance2 = x * x + y * y + z * z;
}
