/**
 * A convex polygon cut by planes, with the plane of each of its edges: parts of a surface that continue across a face of a cell, or an edge
 * of a triangle, are connected by these labels (parts.ts). Half open: `own` says whether points on the plane are kept.
 */
const MOST = 24; // corners: 4 of a section, and one more for each of 8 planes

export class CutPolygon {
  count = 0;
  /** corners, xyz each */
  points: Float64Array = new Float64Array(3 * MOST);
  /** of the edge from each corner to the next */
  labels: Int32Array = new Int32Array(MOST);
  private spare: Float64Array = new Float64Array(3 * MOST);
  private spareLabels: Int32Array = new Int32Array(MOST);

  /** Keeps what lies on the side where a x + b y + c z + d > 0, plane at pl[o...]; the new edge gets the label. */
  cut(pl: Float64Array, o: number, own: boolean, label: number): void {
    const { points: from, labels, count: n } = this;
    const to = this.spare;
    const names = this.spareLabels;
    const a = pl[o];
    const b = pl[o + 1];
    const c = pl[o + 2];
    const d = pl[o + 3];
    let m = 0;
    let p = 3 * (n - 1);
    let px = from[p];
    let py = from[p + 1];
    let pz = from[p + 2];
    let before = a * px + b * py + c * pz + d;
    let wasIn = before > 0 || (before === 0 && own);
    let name = labels[n - 1];
    for (let i = 0; i < n; i++) {
      p = 3 * i;
      const x = from[p];
      const y = from[p + 1];
      const z = from[p + 2];
      const here = a * x + b * y + c * z + d;
      const isIn = here > 0 || (here === 0 && own);
      if (isIn !== wasIn) {
        // from the point inside to the one outside, whichever comes first: both cells of a face make the same point
        const q = 3 * m;
        if (wasIn) {
          const s = before / (before - here);
          to[q] = px + (x - px) * s;
          to[q + 1] = py + (y - py) * s;
          to[q + 2] = pz + (z - pz) * s;
        } else {
          const s = here / (here - before);
          to[q] = x + (px - x) * s;
          to[q + 1] = y + (py - y) * s;
          to[q + 2] = z + (pz - z) * s;
        }
        names[m++] = wasIn ? label : name;
      }
      if (isIn) {
        const q = 3 * m;
        to[q] = x;
        to[q + 1] = y;
        to[q + 2] = z;
        names[m++] = labels[i];
      }
      px = x;
      py = y;
      pz = z;
      before = here;
      wasIn = isIn;
      name = labels[i];
    }
    this.spare = from;
    this.spareLabels = labels;
    this.points = to;
    this.labels = names;
    this.count = m;
  }

  /**
   * The section of a tetrahedron (corners at v[o...]) with the plane on which a linear function that is h[0...3] at its corners is 0; false:
   * there is none. Labels are the faces, 0 ... 3, opposite the corners.
   */
  section(v: Float64Array, o: number, h: Float64Array): boolean {
    const code = (h[0] < 0 ? 1 : 0) | (h[1] < 0 ? 2 : 0) | (h[2] < 0 ? 4 : 0) | (h[3] < 0 ? 8 : 0);
    if (code === 0 || code === 15) return false;
    const n = SIDES[code];
    for (let k = 0; k < n; k++) {
      const e = 4 * code + k;
      const p = FROM[e];
      const q = TO[e];
      const s = h[p] / (h[p] - h[q]);
      for (let c = 0; c < 3; c++) {
        const x = v[o + 3 * p + c];
        this.points[3 * k + c] = x + (v[o + 3 * q + c] - x) * s;
      }
      this.labels[k] = FACE[e];
    }
    this.count = n;
    return true;
  }
}

// By the signs of the four corners: how many sides a section has, and of each corner of it the edge it lies on, from the negative corner
// to the positive, and the face its next edge lies on.
const SIDES = new Int32Array(16);
const FROM = new Int32Array(64);
const TO = new Int32Array(64);
const FACE = new Int32Array(64);
for (let code = 1; code < 15; code++) {
  const all = [0, 1, 2, 3];
  const minus = all.filter((k) => code & (1 << k));
  const plus = all.filter((k) => !(code & (1 << k)));
  const edges =
    minus.length === 2
      ? [
          [minus[0], plus[0]],
          [minus[0], plus[1]],
          [minus[1], plus[1]],
          [minus[1], plus[0]],
        ]
      : minus.flatMap((p) => plus.map((q) => [p, q]));
  SIDES[code] = edges.length;
  edges.forEach(([p, q], i) => {
    const next = edges[(i + 1) % edges.length];
    FROM[4 * code + i] = p;
    TO[4 * code + i] = q;
    FACE[4 * code + i] = all.find((k) => k !== p && k !== q && !next.includes(k)) ?? 0;
  });
}
