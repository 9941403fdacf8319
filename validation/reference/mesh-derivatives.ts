/**
 * How the measures of a region change when A moves by a small translation d and a small turn t about a point c, B at rest:
 * points of A move by w(x) = d + t x (x - c). Columns are d_x d_y d_z t_x t_y t_z.
 *
 * Only A's surface inside B sweeps, so (Reynolds)
 *   dV = integral of n . w                over A's surface inside B
 *   d(integral of x dV) = integral of x (n . w)
 * are sums over fans, exact. The vector area S = 1/2 sum r_i x r_(i+1) follows its contour,
 *   dS = 1/2 sum v_i x (r_(i+1) - r_(i-1)),
 * where a crossing of A's edge e with B's plane n moves by v = w - e (n . w)/(n . e), one of B's edge e with A's plane n by
 * v = e (n . w)/(n . e). All are one-sided where the pose is degenerate: as if the smaller body were moved a little.
 */
import { type MeshIntersection, grown, FACE, NORMAL, type MeshWorkspace } from '@hawser/engine/parts';

export class RegionDerivatives {
  /** 6 of each region: of the volume [m^2, m^3] */
  volume: Float64Array = new Float64Array(6 * 4);
  /** 3 rows of 6: of the integral of x dV, x from the origin of the pair, which does not move [m^3, m^4] */
  first: Float64Array = new Float64Array(18 * 4);
  /** 3 rows of 6: of the vector area of A inside B [m, m^2] */
  vectorArea: Float64Array = new Float64Array(18 * 4);

  /** pivot: c [m], world axes, from the origin of the pair. */
  compute(pair: MeshIntersection, pivot: Float64Array): void {
    pair.restore();
    const { count } = pair;
    while (this.volume.length < 6 * count) {
      this.volume = grown(this.volume);
      this.first = grown(this.first);
      this.vectorArea = grown(this.vectorArea);
    }
    const { vectorArea, moment } = pair.regions;
    for (let r = 0; r < count; r++) {
      const sx = vectorArea[3 * r];
      const sy = vectorArea[3 * r + 1];
      const sz = vectorArea[3 * r + 2];
      const v = this.volume;
      v[6 * r] = sx;
      v[6 * r + 1] = sy;
      v[6 * r + 2] = sz;
      v[6 * r + 3] = moment[3 * r] - (pivot[1] * sz - pivot[2] * sy);
      v[6 * r + 4] = moment[3 * r + 1] - (pivot[2] * sx - pivot[0] * sz);
      v[6 * r + 5] = moment[3 * r + 2] - (pivot[0] * sy - pivot[1] * sx);
    }
    this.first.fill(0, 0, 18 * count);
    this.vectorArea.fill(0, 0, 18 * count);
    this.addFans(pair, pivot);
    for (let i = 0; i < pair.contours.count; i++) this.addContour(pair, i, pivot);
  }

  /** integral x_i n_j = s_i/3 N_j, integral x_i x_k n_j = (sum of corners' x_i x_k + s_i s_k)/12 N_j, N the vector area */
  private addFans(pair: MeshIntersection, pivot: Float64Array): void {
    const { count, points, region } = pair.fansA;
    const out = this.first;
    const cx = pivot[0];
    const cy = pivot[1];
    const cz = pivot[2];
    for (let f = 0; f < count; f++) {
      const p = 9 * f;
      const ux = points[p + 3] - points[p];
      const uy = points[p + 4] - points[p + 1];
      const uz = points[p + 5] - points[p + 2];
      const vx = points[p + 6] - points[p];
      const vy = points[p + 7] - points[p + 1];
      const vz = points[p + 8] - points[p + 2];
      const nx = 0.5 * (uy * vz - uz * vy);
      const ny = 0.5 * (uz * vx - ux * vz);
      const nz = 0.5 * (ux * vy - uy * vx);
      const sx = points[p] + points[p + 3] + points[p + 6];
      const sy = points[p + 1] + points[p + 4] + points[p + 7];
      const sz = points[p + 2] + points[p + 5] + points[p + 8];
      for (let i = 0; i < 3; i++) {
        const a = points[p + i];
        const b = points[p + 3 + i];
        const c = points[p + 6 + i];
        const s = a + b + c;
        // mean of x_i (x - pivot)
        const qx = (a * points[p] + b * points[p + 3] + c * points[p + 6] + s * sx) / 12 - (s / 3) * cx;
        const qy = (a * points[p + 1] + b * points[p + 4] + c * points[p + 7] + s * sy) / 12 - (s / 3) * cy;
        const qz = (a * points[p + 2] + b * points[p + 5] + c * points[p + 8] + s * sz) / 12 - (s / 3) * cz;
        const o = 18 * region[f] + 6 * i;
        out[o] += (s / 3) * nx;
        out[o + 1] += (s / 3) * ny;
        out[o + 2] += (s / 3) * nz;
        out[o + 3] += qy * nz - qz * ny;
        out[o + 4] += qz * nx - qx * nz;
        out[o + 5] += qx * ny - qy * nx;
      }
    }
  }

  private addContour(pair: MeshIntersection, i: number, pivot: Float64Array): void {
    const { start, points, crossing, region } = pair.contours;
    const first = start[i];
    const last = start[i + 1] - 1;
    const o = 18 * region[i];
    const out = this.vectorArea;
    for (let j = first; j <= last; j++) {
      const before = 3 * (j === first ? last : j - 1);
      const after = 3 * (j === last ? first : j + 1);
      const dx = 0.5 * (points[after] - points[before]);
      const dy = 0.5 * (points[after + 1] - points[before + 1]);
      const dz = 0.5 * (points[after + 2] - points[before + 2]);
      const c = crossing[j];
      if (!frameOf(pair.work, c)) continue;
      // v = k w + e (n . w), k = 1 for an edge of A
      const ex = frame[0];
      const ey = frame[1];
      const ez = frame[2];
      const nx = frame[3];
      const ny = frame[4];
      const nz = frame[5];
      const ofA = pair.work.crossings.side[c] === pair.sideOfA;
      const k = ofA ? 1 : 0;
      const way = ofA ? -1 : 1;
      // v x D = k w x D + (e x D)(n . w) = M w
      const fx = way * (ey * dz - ez * dy);
      const fy = way * (ez * dx - ex * dz);
      const fz = way * (ex * dy - ey * dx);
      rows[0] = fx * nx;
      rows[1] = fx * ny + k * dz;
      rows[2] = fx * nz - k * dy;
      rows[3] = fy * nx - k * dz;
      rows[4] = fy * ny;
      rows[5] = fy * nz + k * dx;
      rows[6] = fz * nx + k * dy;
      rows[7] = fz * ny - k * dx;
      rows[8] = fz * nz;
      const rx = points[3 * j] - pivot[0];
      const ry = points[3 * j + 1] - pivot[1];
      const rz = points[3 * j + 2] - pivot[2];
      // m . w with w = d + t x r has the coefficients m of d and r x m of t
      for (let row = 0; row < 3; row++) {
        const mx = rows[3 * row];
        const my = rows[3 * row + 1];
        const mz = rows[3 * row + 2];
        const q = o + 6 * row;
        out[q] += mx;
        out[q + 1] += my;
        out[q + 2] += mz;
        out[q + 3] += ry * mz - rz * my;
        out[q + 4] += rz * mx - rx * mz;
        out[q + 5] += rx * my - ry * mx;
      }
    }
  }
}

/** M of the crossing at hand */
const rows = new Float64Array(9);
/** edge of a crossing, and the normal of the plane it crosses over its product with the edge */
const frame = new Float64Array(6);

/** False where edge and plane are parallel to rounding: the crossing goes anywhere along the edge, at no change. */
function frameOf(work: MeshWorkspace, c: number): boolean {
  const { crossings, sides } = work;
  const mine = sides[crossings.side[c]];
  const other = sides[1 - crossings.side[c]];
  const half = crossings.half[c];
  const { corners } = mine.mesh;
  const p = 3 * corners[half];
  const q = 3 * corners[half % 3 === 2 ? half - 2 : half + 1];
  const n = FACE * crossings.triangle[c] + NORMAL;
  let slope = 0;
  for (let k = 0; k < 3; k++) {
    frame[k] = mine.x[q + k] - mine.x[p + k];
    slope += frame[k] * other.face[n + k];
  }
  if (Math.abs(slope) <= other.face[n + 3]) return false;
  for (let k = 0; k < 3; k++) frame[3 + k] = other.face[n + k] / slope;
  return true;
}
