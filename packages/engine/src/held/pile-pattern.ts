/**
 * Where blocks of the matrix of a step with held contacts are: those of cables, and of contacts that push. The pattern lasts over steps
 * while it fits.
 */
import type { BlockCholesky } from '../linalg/index.ts';
import type { PileContacts } from './pile-contacts.ts';
import type { Workspace } from '../stage/index.ts';

/** A pattern that has room for so many more groups than push, and some, is laid anew. */
const KEYS = 8; // of a group: four pairs of nodes
const SPARE = 1.5;
const SPARE_GROUPS = 32;

export class PilePattern {
  private readonly w: Workspace;
  private readonly contacts: PileContacts;
  private readonly lu: BlockCholesky;
  private edges: Int32Array;
  /** pairs of nodes it was laid for; those of cables, which come first */
  private keys: Int32Array = new Int32Array(0);
  private keyCount = 0;
  private ownCount = 0;
  /** of the cables' nodes */
  private version = -1;
  /** blocks of cables: three a node, and whether they stand transposed */
  private readonly offsets: Int32Array;
  private readonly turned: Uint8Array;
  /** no group has its blocks yet */
  private fresh = true;

  constructor(w: Workspace, contacts: PileContacts, lu: BlockCholesky) {
    this.w = w;
    this.contacts = contacts;
    this.lu = lu;
    const n = w.cables.nodeCount;
    this.edges = new Int32Array(16 * n);
    this.offsets = new Int32Array(3 * n);
    this.turned = new Uint8Array(3 * n);
  }

  /** Contacts were found: no group has blocks. */
  begin(): void {
    this.contacts.begin();
    this.fresh = true;
  }

  /**
   * The pattern of the matrix: cables, and contacts that push, or did before in this step. It stays from step to step while it has a place
   * for all of them, and is not much wider than they need.
   */
  couple(): void {
    const { w, contacts, lu, fresh } = this;
    if (!contacts.wantBlocks() && !fresh) return;
    this.fresh = false;
    const there = this.keyCount > 0 && this.version === w.cables.version;
    // what is too wide is laid anew; else fill leaves room for many contacts that begin to push later
    const wide = there && this.keyCount > this.ownCount + KEYS * (SPARE * contacts.wanted() + SPARE_GROUPS);
    if (there && !(fresh && wide) && contacts.lay(lu, fresh)) return;
    // contacts come and go: what had its place keeps it
    if (there && !(fresh && wide)) contacts.retain(this.keys, this.ownCount, this.keyCount);
    const n = this.listEdges();
    let same = n === this.keyCount && there;
    for (let k = 0; same && k < n; k++) if (this.keys[k] !== this.edges[k]) same = false;
    if (!same) {
      if (this.keys.length < n) this.keys = new Int32Array(2 * n);
      for (let k = 0; k < n; k++) this.keys[k] = this.edges[k];
      this.layPattern(n);
    }
    contacts.lay(lu, true);
  }

  /** Pairs of nodes that cables and marked groups couple; returns how many numbers. */
  private listEdges(): number {
    const { w, contacts } = this;
    let n = 0;
    const { items } = w.cables;
    for (let k = 0; k < items.length; k++) {
      const first = items[k].block - w.model.dynamicCount;
      for (let i = 0; i < items[k].cable.nodeCount; i++) {
        for (let j = i + 1; j <= Math.min(i + 2, items[k].cable.nodeCount - 1); j++) {
          this.edges[n++] = first + i;
          this.edges[n++] = first + j;
        }
      }
    }
    this.ownCount = n;
    return contacts.couple(this.edges, n, (least) => {
      const larger = new Int32Array(2 * least);
      larger.set(this.edges);
      this.edges = larger;
      return larger;
    });
  }

  /** Lays the pattern of the first n keys. */
  private layPattern(n: number): void {
    this.keyCount = n;
    this.version = this.w.cables.version;
    this.lu.lay(this.keys, n >> 1);
    this.layCables();
  }

  /** The pattern, which the order of sums depends on, for a checkpoint. */
  save(): readonly number[] {
    if (this.version !== this.w.cables.version) return [0];
    return [this.keyCount, this.ownCount, ...this.keys.subarray(0, this.keyCount)];
  }

  /** Returns how many numbers of it were the pattern's. */
  restore(saved: ArrayLike<number>): number {
    const n = saved.length > 0 ? saved[0] : 0;
    this.keyCount = 0;
    if (n === 0) return Math.min(1, saved.length);
    this.ownCount = saved[1];
    if (this.keys.length < n) this.keys = new Int32Array(2 * n);
    for (let k = 0; k < n; k++) this.keys[k] = saved[2 + k];
    this.layPattern(n);
    return n + 2;
  }

  private layCables(): void {
    const { w, lu, offsets, turned } = this;
    for (const { cable, block } of w.cables.items) {
      const first = block - w.model.dynamicCount;
      for (let i = 0; i < cable.capacity; i++) {
        for (let side = 0; side < 3; side++) {
          const there = i + side < cable.nodeCount || side === 0;
          offsets[3 * (first + i) + side] = there ? lu.blockOffset(first + i, first + i + side) : -1;
          turned[3 * (first + i) + side] = there && lu.isTransposed(first + i, first + i + side) ? 1 : 0;
        }
      }
    }
  }

  /** The matrix is that of the cables as they were evaluated last. */
  addTangents(): void {
    const { w, lu, offsets, turned } = this;
    const { size } = lu;
    lu.clear();
    for (const { cable, block } of w.cables.items) {
      const first = block - w.model.dynamicCount;
      for (let i = 0; i < cable.nodeCount; i++) {
        for (let side = 0; side < 3; side++) {
          const to = offsets[3 * (first + i) + side];
          if (to < 0) continue;
          const from = 80 * i + 16 * (side + 2);
          const swap = turned[3 * (first + i) + side] === 1;
          if (size === 3) {
            addThree(lu.values, to, cable.tangent, from, swap);
            continue;
          }
          for (let r = 0; r < size; r++) {
            for (let c = 0; c < size; c++) {
              lu.values[to + (swap ? size * c + r : size * r + c)] += cable.tangent[from + 4 * r + c];
            }
          }
        }
      }
      for (let i = cable.nodeCount; i < cable.capacity; i++) {
        for (let r = 0; r < size; r++) lu.values[offsets[3 * (first + i)] + (size + 1) * r] += 1;
      }
    }
  }
}

/** The upper left three by three of a block of four rows, or its transpose. */
function addThree(values: Float64Array, to: number, tangent: Float64Array, from: number, swap: boolean): void {
  const right = swap ? 4 : 1;
  const down = swap ? 1 : 4;
  values[to] += tangent[from];
  values[to + 1] += tangent[from + right];
  values[to + 2] += tangent[from + 2 * right];
  values[to + 3] += tangent[from + down];
  values[to + 4] += tangent[from + 5];
  values[to + 5] += tangent[from + down + 2 * right];
  values[to + 6] += tangent[from + 2 * down];
  values[to + 7] += tangent[from + 2 * down + right];
  values[to + 8] += tangent[from + 10];
}
