/**
 * Which regions of a pair look one way together. Two that grow together are one from then on, with one direction; so that nothing
 * jumps, they have been of one mind by and by before: by how near their corners have come to each other, 1 where they touch.
 * Regions far from each other know nothing of each other. What is near in a chain is near (the weakest link counts): when two
 * of a chain join, nothing changes for the third. A region that just comes up between two others makes no link yet.
 * Left: where one that small joins one of the two at once, the other comes nearer in a step.
 */
import { grown } from '../mesh-mesh/crossings.ts';
import type { FanList } from '../mesh-mesh/fans.ts';
import type { MeshIntersection } from '../mesh-mesh/mesh-intersection.ts';

/** Mean depths over which regions come to look one way. */
const REACH = 2;
/** Part of the whole volume from which on a region is a link between others. */
const LINK = 1e-3;
/** With more regions than these each stays by itself. */
const MOST = 64;

export class Neighbours {
  /** how much region s counts for region r: count * r + s */
  weight: Float64Array = new Float64Array(16);
  /** does any region know of another? */
  any = false;
  private boxes = new Float64Array(24);

  find(pair: MeshIntersection): void {
    const { count, fansA, regions } = pair;
    while (this.weight.length < count * count) this.weight = grown(this.weight);
    while (this.boxes.length < 6 * count) this.boxes = grown(this.boxes);
    const { weight } = this;
    weight.fill(0, 0, count * count);
    for (let r = 0; r < count; r++) weight[count * r + r] = 1;
    this.any = false;
    if (count < 2 || count > MOST) return;
    let volume = 0;
    let areaA = 0;
    let areaB = 0;
    for (let r = 0; r < count; r++) {
      volume += regions.volume[r];
      areaA += regions.areaA[r];
      areaB += regions.areaB[r];
    }
    const reach = (REACH * volume) / Math.min(areaA, areaB);
    if (!(reach > 0 && reach < Number.POSITIVE_INFINITY)) return;
    this.findBoxes(fansA, count);
    for (let r = 1; r < count; r++) {
      for (let s = 0; s < r; s++) {
        const gap = this.gap(fansA, r, s, reach);
        if (!(gap < reach)) continue;
        weight[count * r + s] = 1 - gap / reach;
        weight[count * s + r] = 1 - gap / reach;
        this.any = true;
      }
    }
    if (this.any && count > 2) this.chain(count, regions.volume, LINK * volume);
  }

  /** The widest way between each two, by the narrowest link of it. */
  private chain(count: number, volume: Float64Array, link: number): void {
    const { weight: w } = this;
    for (let t = 0; t < count; t++) {
      const most = Math.min(1, volume[t] / link);
      for (let r = 0; r < count; r++) {
        const first = w[count * r + t];
        if (r === t || first === 0) continue;
        for (let s = 0; s < count; s++) {
          const by = Math.min(most, first, w[count * t + s]);
          if (by > w[count * r + s]) w[count * r + s] = by;
        }
      }
    }
  }

  private findBoxes({ points, region, count }: FanList, regions: number): void {
    const { boxes } = this;
    for (let r = 0; r < regions; r++) {
      boxes.fill(Number.POSITIVE_INFINITY, 6 * r, 6 * r + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, 6 * r + 3, 6 * r + 6);
    }
    for (let i = 0; i < count; i++) {
      const o = 6 * region[i];
      for (let k = 9 * i; k < 9 * i + 9; k += 3) {
        for (let j = 0; j < 3; j++) {
          if (points[k + j] < boxes[o + j]) boxes[o + j] = points[k + j];
          if (points[k + j] > boxes[o + 3 + j]) boxes[o + 3 + j] = points[k + j];
        }
      }
    }
  }

  /** [m] between the nearest corners of A's surface in regions r and s, or more than `most`. */
  private gap({ points: p, region, count }: FanList, r: number, s: number, most: number): number {
    const { boxes: b } = this;
    if (outside(b, 6 * r, b, 6 * s, b, 6 * s + 3, most)) return Number.POSITIVE_INFINITY;
    let least = most * most;
    for (let i = 0; i < count; i++) {
      if (region[i] !== r) continue;
      for (let k = 9 * i; k < 9 * i + 9; k += 3) {
        if (outside(b, 6 * s, p, k, p, k, most)) continue;
        for (let j = 0; j < count; j++) {
          if (region[j] !== s) continue;
          for (let l = 9 * j; l < 9 * j + 9; l += 3) {
            const x = p[k] - p[l];
            const y = p[k + 1] - p[l + 1];
            const z = p[k + 2] - p[l + 2];
            const square = x * x + y * y + z * z;
            if (square < least) least = square;
          }
        }
      }
    }
    return Math.sqrt(least);
  }
}

/** Is all between low and high farther than `most` from the box at o, along an axis? */
function outside(
  box: Float64Array,
  o: number,
  low: Float64Array,
  l: number,
  high: Float64Array,
  h: number,
  most: number,
): boolean {
  for (let j = 0; j < 3; j++) if (low[l + j] > box[o + 3 + j] + most || high[h + j] < box[o + j] - most) return true;
  return false;
}
