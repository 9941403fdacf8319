/**
 * Columns get the volume there is. Cells leave out what is nearer to walls that stand around a layer, and overlap at its folds, both by
 * depth over width: what they hold together is scaled to what the region holds. Regions that are near are scaled together
 * (neighbours.ts), so that joins change nothing.
 */
import { grown } from '../mesh-mesh/crossings.ts';
import { PATCH_STRIDE, type PatchList, POINT_STRIDE } from './patch-list.ts';

/** Most that columns are scaled by. */
const MOST = 2;

export class ColumnVolumes {
  private count = 0;
  /** of each region: the patches its columns make, first and last + 1; their volume, and what they should have [m^3] */
  private patches = new Int32Array(8);
  private found = new Float64Array(4);
  private wanted = new Float64Array(4);

  /** So many regions follow. */
  begin(count: number): void {
    this.count = count;
    while (this.found.length < count) {
      this.patches = grown(this.patches);
      this.found = grown(this.found);
      this.wanted = grown(this.wanted);
    }
    this.patches.fill(0, 0, 2 * count);
    this.found.fill(0, 0, count);
    this.wanted.fill(0, 0, count);
  }

  /** The columns of region r are the patches from `first` on. */
  note(out: PatchList, r: number, first: number, wanted: number): void {
    this.patches[2 * r] = first;
    this.patches[2 * r + 1] = out.count;
    this.wanted[r] = wanted;
    for (let p = first; p < out.count; p++) this.found[r] += out.data[PATCH_STRIDE * p + 6];
  }

  /** weight: of region s for region r at count * r + s. */
  fill(out: PatchList, weight: Float64Array): void {
    const { count, patches, found, wanted } = this;
    for (let r = 0; r < count; r++) {
      if (!(found[r] > 0)) continue;
      let have = 0;
      let want = 0;
      for (let s = 0; s < count; s++) {
        have += weight[count * r + s] * found[s];
        want += weight[count * r + s] * wanted[s];
      }
      scale(out, patches[2 * r], patches[2 * r + 1], Math.max(1 / MOST, Math.min(MOST, want / have)));
    }
  }
}

function scale({ data, points, start }: PatchList, first: number, last: number, by: number): void {
  for (let o = PATCH_STRIDE * first; o < PATCH_STRIDE * last; o += PATCH_STRIDE) {
    data[o + 6] *= by;
    data[o + 7] *= by;
  }
  for (let k = POINT_STRIDE * start[first]; k < POINT_STRIDE * start[last]; k += POINT_STRIDE) {
    for (let i = 3; i < POINT_STRIDE; i++) points[k + i] *= by;
  }
}
