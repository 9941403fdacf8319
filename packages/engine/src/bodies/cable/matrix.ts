/** The matrix of a cable by itself: its tangent in a block LU, with unknowns that are held. For statics and single cables. */
import { BlockLU } from '../../linalg/index.ts';
import type { Cable } from './cable.ts';

export class CableMatrix {
  readonly nodeCount: number;
  readonly lu: BlockLU;
  private readonly offsets: Int32Array; // 5 a node, -1 outside

  constructor(nodeCount: number) {
    const edges: number[] = [];
    for (let i = 0; i + 1 < nodeCount; i++) {
      edges.push(i, i + 1);
      if (i + 2 < nodeCount) edges.push(i, i + 2);
    }
    this.nodeCount = nodeCount;
    this.lu = new BlockLU({
      sizes: new Int32Array(nodeCount).fill(4),
      edges: Int32Array.from(edges),
      isConstraint: new Uint8Array(nodeCount),
    });
    this.offsets = new Int32Array(5 * nodeCount).fill(-1);
    for (let i = 0; i < nodeCount; i++) {
      for (let k = Math.max(0, i - 2); k <= Math.min(nodeCount - 1, i + 2); k++) {
        this.offsets[5 * i + k - i + 2] = this.lu.blockOffset(i, k);
      }
    }
  }

  /** Factors cable.tangent without rows and columns of held unknowns (4 flags for each node, not 0). */
  factor(cable: Cable, held: Uint8Array): boolean {
    const { tangent } = cable;
    const { values } = this.lu;
    this.lu.clear();
    for (let i = 0; i < this.nodeCount; i++) {
      for (let side = 0; side < 5; side++) {
        const o = this.offsets[5 * i + side];
        if (o < 0) continue;
        const from = 80 * i + 16 * side;
        const k = i + side - 2;
        for (let r = 0; r < 4; r++) {
          const rowHeld = held[4 * i + r] !== 0;
          for (let s = 0; s < 4; s++) {
            const outside = rowHeld || held[4 * k + s] !== 0;
            const diagonal = side === 2 && r === s;
            values[o + 4 * r + s] = outside ? (diagonal ? 1 : 0) : tangent[from + 4 * r + s];
          }
        }
      }
    }
    return this.lu.factor().ok;
  }

  /** x <- A^-1 x; held unknowns become 0. */
  solve(x: Float64Array, held: Uint8Array): void {
    const n = 4 * this.nodeCount;
    for (let i = 0; i < n; i++) if (held[i] !== 0) x[i] = 0;
    this.lu.solve(x);
  }
}
