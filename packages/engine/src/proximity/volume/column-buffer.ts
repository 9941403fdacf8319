/** Columns of one region, cell by cell, before they are sorted into patches by direction. */
import { grown } from '../mesh-mesh/crossings.ts';
import type { ColumnSink } from './column-sink.ts';
import { sortDirections } from './directions.ts';
import type { PatchList } from './patch-list.ts';

/** Numbers a column, as they are handed over: place (3), volume, vector area (3), normal (3), depth. */
const STRIDE = 11;

/** of the first two of four points and of the others: from their middle (3) [m], more area on the one side [m^2] */
const offset = new Float64Array(8);

export class ColumnBuffer implements ColumnSink {
  columnCount = 0;
  private data: Float64Array = new Float64Array(STRIDE * 64);
  /** by cell: its first column, 1 where it is B's, normal from A to B (3), volume */
  private cellCount = 0;
  private start: Int32Array = new Int32Array(17);
  private ofB: Uint8Array = new Uint8Array(16);
  private normals: Float64Array = new Float64Array(3 * 16);
  private volumes: Float64Array = new Float64Array(16);
  private group: Int32Array = new Int32Array(16);

  clear(): void {
    this.columnCount = 0;
    this.cellCount = 0;
  }

  /** The columns that follow are those of another cell, of A or of B. */
  beginCell(ofB: boolean): void {
    if (this.cellCount === this.volumes.length) {
      this.start = grown(this.start);
      this.ofB = grown(this.ofB);
      this.normals = grown(this.normals);
      this.volumes = grown(this.volumes);
      this.group = grown(this.group);
    }
    this.start[this.cellCount] = this.columnCount;
    this.ofB[this.cellCount] = ofB ? 1 : 0;
  }

  /** Volume of the cell's columns [m^3]. */
  endCell(): number {
    const { cellCount: c, data } = this;
    const first = STRIDE * this.start[c];
    if (STRIDE * this.columnCount === first) return 0;
    const volume = this.volumeFrom(this.start[c]);
    const sense = this.ofB[c] === 1 ? -1 : 1;
    for (let k = 0; k < 3; k++) this.normals[3 * c + k] = sense * data[first + 7 + k];
    this.volumes[c] = volume;
    this.cellCount++;
    return volume;
  }

  volumeFrom(first: number): number {
    let volume = 0;
    for (let k = STRIDE * first; k < STRIDE * this.columnCount; k += STRIDE) volume += this.data[k + 3];
    return volume;
  }

  addColumn(
    x: number,
    y: number,
    z: number,
    volume: number,
    ax: number,
    ay: number,
    az: number,
    nx: number,
    ny: number,
    nz: number,
    depth: number,
  ): void {
    const o = STRIDE * this.columnCount++;
    if (o + STRIDE > this.data.length) this.data = grown(this.data);
    const { data } = this;
    data[o] = x;
    data[o + 1] = y;
    data[o + 2] = z;
    data[o + 3] = volume;
    data[o + 4] = ax;
    data[o + 5] = ay;
    data[o + 6] = az;
    data[o + 7] = nx;
    data[o + 8] = ny;
    data[o + 9] = nz;
    data[o + 10] = depth;
  }

  joinColumns(first: number, narrow: number, wide: number): void {
    const { data: p } = this;
    const from = STRIDE * first;
    const end = STRIDE * this.columnCount;
    let w = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    let ax = 0;
    let ay = 0;
    let az = 0;
    let depth = 0;
    for (let k = from; k < end; k += STRIDE) {
      const volume = p[k + 3];
      w += volume;
      x += volume * p[k];
      y += volume * p[k + 1];
      z += volume * p[k + 2];
      ax += p[k + 4];
      ay += p[k + 5];
      az += p[k + 6];
      depth = Math.max(depth, p[k + 10]);
    }
    const swept = ax * ax + ay * ay + az * az;
    if (!(w > 0) || swept > wide * wide) return;
    const count = swept > narrow * narrow ? 4 : 1;
    if (this.columnCount - first <= count) return;
    x /= w;
    y /= w;
    z /= w;
    offset.fill(0);
    if (count === 4) this.spread(from, end, x, y, z, w);
    const nx = p[from + 7];
    const ny = p[from + 8];
    const nz = p[from + 9];
    for (let i = 0; i < count; i++) {
      const k = from + STRIDE * i;
      const sign = i % 2 === 0 ? 1 : -1;
      const o = i < 2 ? 0 : 4;
      const lean = sign * offset[o + 3];
      p[k] = x + sign * offset[o];
      p[k + 1] = y + sign * offset[o + 1];
      p[k + 2] = z + sign * offset[o + 2];
      p[k + 3] = w / count;
      p[k + 4] = ax / count + lean * nx;
      p[k + 5] = ay / count + lean * ny;
      p[k + 6] = az / count + lean * nz;
      p[k + 7] = nx;
      p[k + 8] = ny;
      p[k + 9] = nz;
      p[k + 10] = depth;
    }
    this.columnCount = first + count;
  }

  /** Where four points stand for the columns: on the principal axes of their volume across the normal, with its second moments. */
  private spread(from: number, end: number, x: number, y: number, z: number, w: number): void {
    const { data: p } = this;
    const nx = p[from + 7];
    const ny = p[from + 8];
    const nz = p[from + 9];
    const first = Math.abs(nx) < 0.6;
    const gx = first ? 1 - nx * nx : -nx * ny;
    const gy = first ? -nx * ny : 1 - ny * ny;
    const gz = first ? -nx * nz : -ny * nz;
    const scale = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz);
    const px = gx * scale;
    const py = gy * scale;
    const pz = gz * scale;
    const qx = ny * pz - nz * py;
    const qy = nz * px - nx * pz;
    const qz = nx * py - ny * px;
    let pp = 0;
    let pq = 0;
    let qq = 0;
    let sweptP = 0;
    let sweptQ = 0;
    for (let k = from; k < end; k += STRIDE) {
      const dx = p[k] - x;
      const dy = p[k + 1] - y;
      const dz = p[k + 2] - z;
      const u = px * dx + py * dy + pz * dz;
      const v = qx * dx + qy * dy + qz * dz;
      const swept = nx * p[k + 4] + ny * p[k + 5] + nz * p[k + 6];
      pp += p[k + 3] * u * u;
      pq += p[k + 3] * u * v;
      qq += p[k + 3] * v * v;
      sweptP += swept * u;
      sweptQ += swept * v;
    }
    const half = 0.5 * (pp - qq);
    const root = Math.sqrt(half * half + pq * pq);
    const mean = 0.5 * (pp + qq);
    const cosine = root > 0 ? Math.sqrt(Math.max(0, 0.5 * (1 + half / root))) : 1;
    const size = root > 0 ? Math.sqrt(Math.max(0, 0.5 * (1 - half / root))) : 0;
    const sine = pq < 0 ? -size : size;
    const long = Math.sqrt(Math.max(0, (2 * (mean + root)) / w));
    const wide = Math.sqrt(Math.max(0, (2 * (mean - root)) / w));
    offset[0] = long * (cosine * px + sine * qx);
    offset[1] = long * (cosine * py + sine * qy);
    offset[2] = long * (cosine * pz + sine * qz);
    offset[3] = long > 0 ? (cosine * sweptP + sine * sweptQ) / (2 * long) : 0;
    offset[4] = wide * (cosine * qx - sine * px);
    offset[5] = wide * (cosine * qy - sine * py);
    offset[6] = wide * (cosine * qz - sine * pz);
    offset[7] = wide > 0 ? (cosine * sweptQ - sine * sweptP) / (2 * wide) : 0;
  }

  /** A patch for each direction. */
  flush(out: PatchList, originW: Float64Array): void {
    const { cellCount, group, start, ofB, data: p } = this;
    start[cellCount] = this.columnCount;
    const groups = sortDirections(group, this.normals, this.volumes, cellCount);
    for (let g = 0; g < groups; g++) {
      out.beginColumns();
      for (let c = 0; c < cellCount; c++) {
        if (group[c] !== g) continue;
        out.standOn(ofB[c] === 1);
        for (let k = STRIDE * start[c]; k < STRIDE * start[c + 1]; k += STRIDE) {
          out.addColumn(
            p[k],
            p[k + 1],
            p[k + 2],
            p[k + 3],
            p[k + 4],
            p[k + 5],
            p[k + 6],
            p[k + 7],
            p[k + 8],
            p[k + 9],
            p[k + 10],
          );
        }
      }
      out.endColumns(originW);
    }
  }
}
