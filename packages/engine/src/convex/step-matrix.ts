/**
 * The matrix of a convex step: M + h C + h^2 K of all smooth terms, h J^T G J of contacts, and rows of joints. Bodies connected by contact
 * alone use a Cholesky factorisation whose pattern may change between steps; all other models use the stage matrix.
 */
import type { GrowableInt32 } from '../base/index.ts';
import { BlockCholesky } from '../linalg/index.ts';
import type { StageMatrix } from '../trial/index.ts';

export interface StepMatrix {
  readonly values: Float64Array;
  /** Offset of block (i, j); -1: none, because a symmetric matrix stores only one of (i, j) and (j, i). */
  offset(i: number, j: number): number;
  /** rows of block i */
  rows(i: number): number;
  /** Pairs of blocks that contacts couple in this step: couples[2 k], couples[2 k + 1]. */
  lay(couples: GrowableInt32): void;
  /** Terms without contacts: written to `values`, stored, and restored. */
  keep(): void;
  takeKept(): void;
  /** -1: done; otherwise the block whose pivot failed. Blocks with skip = 1 may be omitted. */
  factor(skip: Uint8Array): number;
  solve(x: Float64Array, skip: Uint8Array): void;
}

/** Bodies only: lower blocks of six rows. */
export class BodyMatrix implements StepMatrix {
  readonly diagonal: Int32Array;
  private readonly cholesky: BlockCholesky;
  private readonly count: number;
  private base: Float64Array;
  /** pairs of the pattern, in order */
  private keys: Float64Array = new Float64Array(64);
  private newKeys: Float64Array = new Float64Array(64);
  private keyCount = -1;
  /** the part of newKeys in use */
  private sorted: Float64Array = new Float64Array(0);
  private edges: Int32Array = new Int32Array(128);

  constructor(bodies: number) {
    this.count = bodies;
    this.cholesky = new BlockCholesky(bodies, 6);
    this.diagonal = new Int32Array(bodies);
    this.base = new Float64Array(36 * bodies);
  }

  get values(): Float64Array {
    return this.cholesky.values;
  }

  offset(i: number, j: number): number {
    return i !== j && this.cholesky.isTransposed(i, j) ? -1 : this.cholesky.blockOffset(i, j);
  }

  rows(): number {
    return 6;
  }

  /** Depends on the pairs only, so that a run continues from a checkpoint with the same bits. */
  lay(couples: GrowableInt32): void {
    const n = this.count;
    const pairs = couples.length / 2;
    if (pairs > this.newKeys.length) this.newKeys = new Float64Array(2 * pairs);
    const keys = this.newKeys;
    for (let k = 0; k < pairs; k++) {
      const a = couples.data[2 * k];
      const b = couples.data[2 * k + 1];
      keys[k] = a < b ? a * n + b : b * n + a;
    }
    if (this.sorted.length !== pairs || this.sorted.buffer !== keys.buffer) this.sorted = keys.subarray(0, pairs);
    this.sorted.sort();
    let count = 0;
    for (let k = 0; k < pairs; k++) if (count === 0 || keys[k] !== keys[count - 1]) keys[count++] = keys[k];
    let same = count === this.keyCount;
    for (let k = 0; same && k < count; k++) if (keys[k] !== this.keys[k]) same = false;
    if (same) return;
    if (2 * count > this.edges.length) this.edges = new Int32Array(4 * count);
    for (let k = 0; k < count; k++) {
      this.edges[2 * k] = Math.floor(keys[k] / n);
      this.edges[2 * k + 1] = keys[k] % n;
    }
    this.cholesky.lay(this.edges, count);
    for (let i = 0; i < n; i++) this.diagonal[i] = this.cholesky.blockOffset(i, i);
    const old = this.keys;
    this.keys = this.newKeys;
    this.newKeys = old;
    this.keyCount = count;
  }

  /** Without contacts only diagonal blocks are not zero. */
  keep(): void {
    const { values, base, diagonal } = this;
    for (let i = 0; i < this.count; i++) for (let k = 0; k < 36; k++) base[36 * i + k] = values[diagonal[i] + k];
  }

  takeKept(): void {
    const { base, diagonal } = this;
    this.cholesky.clear();
    const { values } = this;
    for (let i = 0; i < this.count; i++) for (let k = 0; k < 36; k++) values[diagonal[i] + k] = base[36 * i + k];
  }

  clear(): void {
    this.cholesky.clear();
  }

  factor(skip: Uint8Array): number {
    return this.cholesky.factor(skip);
  }

  solve(x: Float64Array, skip: Uint8Array): void {
    this.cholesky.solve(x, skip);
  }
}

/** Everything: bodies, nodes, joints, ends of cables. */
export class WholeMatrix implements StepMatrix {
  private readonly owner: { readonly matrix: StageMatrix };
  private base: Float64Array = new Float64Array(0);

  constructor(owner: { readonly matrix: StageMatrix }) {
    this.owner = owner;
  }

  /** a run continued from a checkpoint has another one */
  private get stage(): StageMatrix {
    return this.owner.matrix;
  }

  get values(): Float64Array {
    return this.stage.lu.values;
  }

  offset(i: number, j: number): number {
    return this.stage.lu.blockOffset(i, j);
  }

  rows(i: number): number {
    return this.stage.lu.sizes[i];
  }

  lay(couples: GrowableInt32): void {
    this.stage.ensureBlocks(couples);
  }

  keep(): void {
    const { values } = this;
    if (this.base.length !== values.length) this.base = new Float64Array(values.length);
    this.base.set(values);
  }

  takeKept(): void {
    this.values.set(this.base);
  }

  factor(): number {
    const status = this.stage.lu.factor();
    return status.ok ? -1 : status.block;
  }

  solve(x: Float64Array): void {
    this.stage.lu.solve(x);
  }
}
