/** Blocks of the stage matrix coupled by strand contacts. */
import { GrowableInt32 } from '../../base/index.ts';
import type { ContactPatches } from '../../proximity/index.ts';
import type { TouchScene } from './touch-types.ts';

export class TouchCouplings {
  readonly coupledA: GrowableInt32 = new GrowableInt32(64);
  readonly coupledB: GrowableInt32 = new GrowableInt32(64);
  private readonly touch: TouchScene;
  /** elements whose own nodes are listed */
  private readonly marked: Uint8Array;

  /** room: most elements there can be */
  constructor(touch: TouchScene, room: number) {
    this.touch = touch;
    this.marked = new Uint8Array(room);
  }

  /** From the present contacts. */
  list(onSolids: ContactPatches, strands: ContactPatches): void {
    const { coupledA, coupledB } = this;
    const { model, table } = this.touch;
    coupledA.clear();
    coupledB.clear();
    this.marked.fill(0);
    const near = table.solids ? onSolids.count : 0;
    for (let p = 0; p < near; p++) {
      const e = onSolids.elementA[p];
      this.coupleOwn(e);
      const slot = model.shapes[onSolids.elementB[p]].body;
      if (slot >= model.dynamicCount) continue;
      for (let j = 0; j < 4; j++) {
        const block = this.blockOf(e, j);
        if (block < 0) continue;
        coupledA.push(slot);
        coupledB.push(block);
      }
    }
    const met = table.strands ? strands.count : 0;
    for (let k = 0; k < met; k++) {
      const a = strands.elementA[k];
      const b = strands.elementB[k];
      this.coupleOwn(a);
      this.coupleOwn(b);
      for (let i = 0; i < 4; i++) {
        const p = this.blockOf(a, i);
        for (let j = 0; p >= 0 && j < 4; j++) {
          const q = this.blockOf(b, j);
          if (q < 0 || p === q) continue;
          coupledA.push(p);
          coupledB.push(q);
        }
      }
    }
  }

  private coupleOwn(e: number): void {
    if (this.marked[e] === 1) return;
    this.marked[e] = 1;
    for (let i = 0; i < 4; i++) {
      const p = this.blockOf(e, i);
      for (let j = i + 1; p >= 0 && j < 4; j++) {
        const q = this.blockOf(e, j);
        if (q < 0) continue;
        this.coupledA.push(p);
        this.coupledB.push(q);
      }
    }
  }

  /** Block of the j-th of the four nodes around element e; -1 where the cable has none. */
  blockOf(e: number, j: number): number {
    const { curves, cables, starts } = this.touch;
    const c = curves.cable[e];
    const node = e - starts[c] - 1 + j;
    const { cable, block } = cables.items[c];
    return node < 0 || node >= cable.nodeCount ? -1 : block + node;
  }
}
