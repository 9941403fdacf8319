/**
 * The matrix of a convex step of cables in contact with each other and with bodies of given motion: symmetric, with one block for each
 * node. Its pattern contains the active contacts, not all near ones, and is renewed during a solve when others become active. The motion of
 * a held end follows from its constraint row: its node is eliminated, and the multiplier is the residual of its equations.
 */
import type { GrowableInt32 } from '../base/index.ts';
import { BlockCholesky } from '../linalg/index.ts';
import type { Workspace } from '../stage/index.ts';
import type { StepMatrix } from './step-matrix.ts';

/** Number of blocks beside the diagonal of a node of a cable with later nodes. */
const BAND = 2;
/** A pattern is too wide from this multiple of the coupled pairs of nodes, plus a constant. */
const SPARE = 1.5;
const SPARE_EDGES = 512;

export class NodeMatrix implements StepMatrix {
  private readonly w: Workspace;
  private readonly cholesky: BlockCholesky;
  private readonly count: number;
  private readonly size: number;
  /** blocks of the cables without contacts: BAND + 1 for each node, with the rows of the first */
  private readonly base: Float64Array;
  /** their offsets in the stage matrix (-1: none) and in this matrix */
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private edges: Int32Array = new Int32Array(256);
  private edgeCount = 0;
  /** of these those of the cables, which come first */
  private ownCount = 0;
  private newEdges: Int32Array = new Int32Array(256);
  /** rows of held ends: their nodes with blocks, node by node from heldStart */
  private readonly heldStart: number[] = [];
  private readonly heldNode: number[] = [];
  private readonly heldBlock: number[] = [];
  private heldRows: Float64Array = new Float64Array(0);
  private readonly packed: Float64Array;
  private readonly given: Float64Array;
  private generation = -1;

  constructor(w: Workspace) {
    this.w = w;
    this.count = w.cables.nodeCount;
    this.size = w.cables.items.some(({ cable }) => cable.hasTwist) ? 4 : 3;
    const { count: n, size } = this;
    this.cholesky = new BlockCholesky(n, size);
    this.base = new Float64Array((BAND + 1) * n * size * size);
    this.from = new Int32Array((BAND + 1) * n);
    this.to = new Int32Array((BAND + 1) * n);
    this.packed = new Float64Array(n * size);
    this.given = new Float64Array(n * size);
  }

  /** Does it support the model? */
  static suits(w: Workspace): boolean {
    const { model, cables } = w;
    return (
      cables.any &&
      model.dynamicCount === 0 &&
      w.multiplierCount === 3 * cables.attachments.count &&
      !w.gear.any &&
      !(model.spec.cables ?? []).some(({ pay, refine }) => pay !== undefined || refine !== undefined)
    );
  }

  get values(): Float64Array {
    return this.cholesky.values;
  }

  offset(i: number, j: number): number {
    return i !== j && this.cholesky.isTransposed(i, j) ? -1 : this.cholesky.blockOffset(i, j);
  }

  rows(): number {
    return this.size;
  }

  /** Before the evaluations of a step: makes sure that a pattern exists, initially that of the cables alone. */
  prepare(couples: GrowableInt32): void {
    if (this.edgeCount > 0 && this.generation === this.w.matrix.generation) return;
    couples.clear();
    this.lay(couples);
  }

  /**
   * Blocks of a patch that `count` nodes move, -1: not there, to out[at ...]: (i, j) for j <= i, -1: none, below it -2 - offset where two of them are
   * one node, which then counts twice. False: one is not in the pattern.
   */
  findPatch(out: Int32Array, at: number, nodes: Int32Array, count: number): boolean {
    const { cholesky } = this;
    let k = at;
    for (let i = 0; i < count; i++) {
      const p = nodes[i];
      for (let j = 0; j <= i; j++, k++) {
        const q = nodes[j];
        out[k] = -1;
        if (p < 0 || q < 0) continue;
        const o = cholesky.blockOffset(p, q);
        if (o < 0) return false;
        out[k] = i !== j && p === q ? -2 - o : o;
      }
    }
    return true;
  }

  /** Adds weights_i weights_j d, d symmetric, to the blocks of a patch, in either orientation. */
  addPatch(blocks: Int32Array, at: number, weights: Float64Array, count: number, d: Float64Array): void {
    const { size, values } = this;
    let k = at;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++, k++) {
        let o = blocks[k];
        if (o === -1) continue;
        let s = weights[i] * weights[j];
        if (o < 0) {
          o = -2 - o;
          s *= 2;
        }
        values[o] += s * d[0];
        values[o + 1] += s * d[1];
        values[o + 2] += s * d[2];
        o += size;
        values[o] += s * d[3];
        values[o + 1] += s * d[4];
        values[o + 2] += s * d[5];
        o += size;
        values[o] += s * d[6];
        values[o + 1] += s * d[7];
        values[o + 2] += s * d[8];
      }
    }
  }

  /**
   * Does the pattern fit the present nodes, and is it not much wider than needed for `couples` pairs of nodes besides those of the cables?
   */
  fits(couples: number): boolean {
    if (this.edgeCount === 0 || this.generation !== this.w.matrix.generation) return false;
    return this.edgeCount <= this.ownCount + 2 * SPARE * couples + SPARE_EDGES;
  }

  /** The pattern, on which the order of sums depends, for a checkpoint. */
  save(): readonly number[] {
    if (this.generation !== this.w.matrix.generation) return [];
    return [this.ownCount, ...this.edges.subarray(0, this.edgeCount)];
  }

  restore(saved: Float64Array): void {
    this.edgeCount = 0;
    if (saved.length === 0) return;
    this.ownCount = saved[0];
    const n = saved.length - 1;
    if (n > this.edges.length) this.edges = new Int32Array(2 * n);
    for (let k = 0; k < n; k++) this.edges[k] = saved[1 + k];
    this.layEdges(n);
  }

  /** Depends on the pairs and their order only. */
  lay(couples: GrowableInt32): void {
    const { w } = this;
    let n = 0;
    const most = couples.length + 2 * BAND * this.count;
    if (most > this.newEdges.length) this.newEdges = new Int32Array(2 * most);
    const edges = this.newEdges;
    for (let c = 0; c < w.cables.items.length; c++) {
      const { cable, block } = w.cables.items[c];
      for (let i = 0; i < cable.nodeCount; i++) {
        for (let j = i + 1; j <= Math.min(i + BAND, cable.nodeCount - 1); j++) {
          edges[n++] = block + i;
          edges[n++] = block + j;
        }
      }
    }
    this.ownCount = n;
    for (let k = 0; k < couples.length; k++) edges[n++] = couples.data[k];
    let same = n === this.edgeCount && this.generation === w.matrix.generation;
    for (let k = 0; same && k < n; k++) if (edges[k] !== this.edges[k]) same = false;
    if (same) return;
    this.newEdges = this.edges;
    this.edges = edges;
    this.layEdges(n);
  }

  private layEdges(n: number): void {
    this.edgeCount = n;
    this.generation = this.w.matrix.generation;
    this.cholesky.lay(this.edges, n >> 1);
    this.layBase();
    this.layHeld();
  }

  private layBase(): void {
    const { w, from, to, count, cholesky } = this;
    const { lu } = w.matrix;
    for (let i = 0; i < count; i++) {
      for (let side = 0; side <= BAND; side++) {
        const k = (BAND + 1) * i + side;
        const there = i + side < count ? lu.blockOffset(i, i + side) : -1;
        const here = there < 0 ? -1 : cholesky.blockOffset(i, i + side);
        from[k] = here < 0 ? -1 : there;
        to[k] = here;
      }
    }
  }

  private layHeld(): void {
    const { heldStart, heldNode, heldBlock, cholesky, count } = this;
    const { attachments: a, items } = this.w.cables;
    heldStart.length = 0;
    heldNode.length = 0;
    heldBlock.length = 0;
    for (let k = 0; k < a.count; k++) {
      heldStart.push(heldNode.length);
      const i = items[a.cable[k]].block + a.node[k];
      for (let j = 0; j < count; j++) {
        const at = cholesky.blockOffset(i, j);
        if (at < 0) continue;
        heldNode.push(j);
        heldBlock.push(at);
      }
    }
    heldStart.push(heldNode.length);
    const { size } = this;
    if (this.heldRows.length < size * size * heldNode.length)
      this.heldRows = new Float64Array(2 * size * size * heldNode.length);
  }

  /** The stage matrix contains all smooth terms. */
  keep(): void {
    const { base, from, size, count, w } = this;
    const { lu } = w.matrix;
    const { values, sizes } = lu;
    base.fill(0);
    for (let k = 0; k < (BAND + 1) * count; k++) {
      const o = size * size * k;
      const i = Math.floor(k / (BAND + 1));
      const rows = sizes[i];
      if (from[k] >= 0) {
        const columns = sizes[i + (k % (BAND + 1))];
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < columns; c++) base[o + size * r + c] = values[from[k] + columns * r + c];
        }
      }
      if (k % (BAND + 1) === 0) for (let r = rows; r < size; r++) base[o + (size + 1) * r] = 1;
    }
  }

  takeKept(): void {
    const { base, to, size, count, cholesky } = this;
    cholesky.clear();
    const { values } = this;
    const square = size * size;
    for (let k = 0; k < (BAND + 1) * count; k++) {
      const at = to[k];
      if (at < 0) continue;
      const o = square * k;
      const i = Math.floor(k / (BAND + 1));
      const side = k % (BAND + 1);
      if (side > 0 && cholesky.isTransposed(i, i + side)) {
        for (let r = 0; r < size; r++) {
          for (let c = 0; c < size; c++) values[at + size * c + r] = base[o + size * r + c];
        }
      } else for (let r = 0; r < square; r++) values[at + r] = base[o + r];
    }
  }

  factor(): number {
    this.takeOut();
    return this.cholesky.factor();
  }

  /** Stores the rows of held ends, and sets ones on the diagonal there. */
  private takeOut(): void {
    const { heldStart, heldNode, heldBlock, heldRows, values, size, cholesky } = this;
    const { attachments: a, items } = this.w.cables;
    const square = size * size;
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 0) continue;
      const i = items[a.cable[k]].block + a.node[k];
      for (let n = heldStart[k]; n < heldStart[k + 1]; n++) {
        const j = heldNode[n];
        const at = heldBlock[n];
        const turned = i !== j && cholesky.isTransposed(i, j);
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < size; c++) {
            const to = at + (turned ? size * c + r : size * r + c);
            heldRows[square * n + size * r + c] = values[to];
            values[to] = i === j && r === c ? 1 : 0;
            if (i === j && c >= 3) values[at + size * c + r] = 0;
          }
        }
      }
    }
  }

  solve(x: Float64Array): void {
    const { w, packed, given, size, count, heldStart, heldNode, heldRows } = this;
    const { attachments: a, items, firstRow } = w.cables;
    const square = size * size;
    for (let i = 0; i < count; i++) for (let r = 0; r < size; r++) packed[size * i + r] = x[4 * i + r];
    given.fill(0);
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 0) continue;
      const i = items[a.cable[k]].block + a.node[k];
      for (let r = 0; r < 3; r++) given[size * i + r] = x[w.size + firstRow + 3 * k + r];
    }
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 0) continue;
      const i = items[a.cable[k]].block + a.node[k];
      for (let n = heldStart[k]; n < heldStart[k + 1]; n++) {
        const j = size * heldNode[n];
        for (let r = 0; r < 3; r++) {
          for (let c = 0; c < size; c++) packed[j + c] -= heldRows[square * n + size * r + c] * given[size * i + r];
        }
      }
    }
    for (let k = 0; k < a.count; k++) {
      if (a.active[k] === 0) continue;
      const i = size * (items[a.cable[k]].block + a.node[k]);
      for (let r = 0; r < 3; r++) packed[i + r] = given[i + r];
    }
    this.cholesky.solve(packed);
    for (let k = 0; k < a.count; k++) {
      const i = items[a.cable[k]].block + a.node[k];
      for (let r = 0; r < 3; r++) {
        let left = a.active[k] === 0 ? 0 : x[4 * i + r];
        for (let n = heldStart[k]; a.active[k] === 1 && n < heldStart[k + 1]; n++) {
          const j = size * heldNode[n];
          for (let c = 0; c < size; c++) left -= heldRows[square * n + size * r + c] * packed[j + c];
        }
        x[w.size + firstRow + 3 * k + r] = left;
      }
    }
    for (let i = 0; i < count; i++) {
      for (let r = 0; r < size; r++) x[4 * i + r] = packed[size * i + r];
      for (let r = size; r < 4; r++) x[4 * i + r] = 0;
    }
  }
}
