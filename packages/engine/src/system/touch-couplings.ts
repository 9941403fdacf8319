/** Which blocks of the stage matrix contact of cables may couple before the next search. */
import { GrowableInt32 } from '../base/index.ts';
import { closestOnSegments, makeSegmentPair, type SegmentPair } from '../proximity/index.ts';
import type { TouchScene } from './touch-types.ts';

/** Elements get their blocks this part of the distance of touch before they meet. */
const AHEAD = 0.25;

export class TouchCouplings {
  readonly coupledA: GrowableInt32 = new GrowableInt32(64);
  readonly coupledB: GrowableInt32 = new GrowableInt32(64);
  private readonly touch: TouchScene;
  /** elements whose own nodes are listed */
  private readonly marked: Uint8Array;
  private readonly ends6: Float64Array = new Float64Array(12);
  private readonly vectors: Float64Array = new Float64Array(9);
  private readonly segments: SegmentPair = makeSegmentPair();

  /** room: most elements there can be */
  constructor(touch: TouchScene, room: number) {
    this.touch = touch;
    this.marked = new Uint8Array(room);
  }

  /** From the pairs of the search (cable-solid-contact.ts, cable-contact.ts), and velocities then. */
  list(onSolids: GrowableInt32, strands: GrowableInt32, velocity: Float64Array, horizon: number): void {
    const { coupledA, coupledB } = this;
    const { model, table } = this.touch;
    coupledA.clear();
    coupledB.clear();
    this.marked.fill(0);
    const near = table.solids ? onSolids : undefined;
    for (let k = 0; near && k < near.length; k += 4) {
      const e = near.data[k];
      this.coupleOwn(e);
      const slot = model.shapes[near.data[k + 1]].body;
      if (slot >= model.dynamicCount) continue;
      for (let j = 0; j < 4; j++) {
        const block = this.blockOf(e, j);
        if (block < 0) continue;
        coupledA.push(slot);
        coupledB.push(block);
      }
    }
    const met = table.strands ? strands : undefined;
    for (let k = 0; met && k < met.length; k += 2) {
      const a = met.data[k];
      const b = met.data[k + 1];
      if (!this.mayMeet(a, b, velocity, horizon)) continue;
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

  /** Are two elements near each other now, or when they go on as they do? Those that are not get no blocks in the matrix. */
  private mayMeet(a: number, b: number, velocity: Float64Array, horizon: number): boolean {
    const { radius, sag } = this.touch.curves;
    const limit = (1 + AHEAD) * (radius[a] + radius[b]) + sag[a] + sag[b];
    for (let k = 0; k < 3; k++) {
      this.chord(0, a, velocity, 0.5 * k * horizon);
      this.chord(6, b, velocity, 0.5 * k * horizon);
      for (let r = 0; r < 3; r++) {
        const x = this.ends6[r];
        const y = this.ends6[6 + r];
        this.vectors[r] = x - y;
        this.vectors[3 + r] = this.ends6[3 + r] - x;
        this.vectors[6 + r] = this.ends6[9 + r] - y;
      }
      closestOnSegments(this.segments, this.vectors);
      if (this.segments.distance2 < limit * limit) return true;
    }
    return false;
  }

  /** Both nodes of an element, t [s] on. */
  private chord(at: number, e: number, velocity: Float64Array, t: number): void {
    const { curves, cables, starts } = this.touch;
    const c = curves.cable[e];
    const { cable, at: first } = cables.items[c];
    const m = 4 * (e - starts[c]);
    for (let r = 0; r < 3; r++) {
      this.ends6[at + r] = cable.q[m + r] + t * velocity[first + m + r];
      this.ends6[at + 3 + r] = cable.q[m + 4 + r] + t * velocity[first + m + 4 + r];
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
