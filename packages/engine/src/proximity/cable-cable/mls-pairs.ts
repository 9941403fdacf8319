/**
 * Pairs of elements that may touch, found from the minima of MLSDist instead of the tree (Roy 2007, section 2.1), for comparison: from each
 * minimum to neighbouring elements as long as they are near enough. Pairs missed by the random search are missing here until a later step
 * finds them; the passage check still rejects a step in which strands pass.
 */
import type { GrowableInt32 } from '../../base/index.ts';
import type { CableCurves } from './curves.ts';
import { Minima } from './minima.ts';
import { MlsDist } from './mls-dist.ts';

export class MlsPairs {
  private readonly curves: CableCurves;
  private readonly mls: MlsDist;
  private readonly minima: Minima = new Minima();

  constructor(curves: CableCurves) {
    this.curves = curves;
    this.mls = new MlsDist(curves);
  }

  /** Fills `out` with pairs first < second, ascending; `near`: may they touch while nothing moves further than `reach` [m]? */
  find(out: GrowableInt32, reach: Float64Array, near: (i: number, j: number) => boolean): void {
    const { curves, minima } = this;
    const n = curves.count;
    let most = 0;
    for (let e = 0; e < n; e++) most = Math.max(most, reach[e]);
    this.mls.find(minima, 2 * most);
    const known = new Set<number>();
    const open: number[] = [];
    const visit = (i: number, j: number): void => {
      if (i === j || i < 0 || j < 0 || i >= n || j >= n) return;
      const key = Math.min(i, j) * n + Math.max(i, j);
      if (known.has(key) || !near(Math.min(i, j), Math.max(i, j))) return;
      known.add(key);
      open.push(key);
    };
    for (let m = 0; m < minima.count; m++) visit(minima.elementA[m], minima.elementB[m]);
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const i = Math.floor(key / n);
      const j = key % n;
      for (let k = 0; k < 9; k++) {
        const a = i + Math.floor(k / 3) - 1;
        const b = j + (k % 3) - 1;
        if (curves.cable[a] === curves.cable[i] && curves.cable[b] === curves.cable[j]) visit(a, b);
      }
    }
    out.clear();
    for (const key of [...known].sort((a, b) => a - b)) {
      out.push(Math.floor(key / n));
      out.push(key % n);
    }
  }

  save(): Float64Array {
    return this.mls.save();
  }

  restore(saved: Float64Array): void {
    this.mls.restore(saved);
  }
}
