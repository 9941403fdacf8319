/**
 * Pattern of the stage matrix. Bodies are blocks 0 .. n-1; with multipliers in the matrix (KKT) joint k is block n + k; without
 * them (augmented Lagrangian) its two bodies share a block instead. Pairs of bodies that springs, joint actions or contacts
 * couple have blocks of their own. Contacts come and go: the pattern grows when a new pair comes near, and is rebuilt from the
 * present pairs when most of it is unused. Cables in contact get blocks only when they touch: six times as many pairs of a pile
 * are merely near, and the fill grows with the square of that.
 */
import type { GrowableInt32 } from '../base/index.ts';
import { BlockLU } from '../linalg/index.ts';
import { ATTACHMENT_BLOCKS, type CableSet, type Model } from '../model/index.ts';

/** Stage matrix with a pattern that follows contacts. */
export class StageMatrix {
  lu: BlockLU;
  readonly withMultipliers: boolean;
  readonly bodyDiagonal: Int32Array;
  readonly jointDiagonal: Int32Array;
  /** blocks (joint, A), (joint, B), (A, joint), (B, joint); -1 where the body has no unknowns */
  readonly jointA: Int32Array;
  readonly jointB: Int32Array;
  readonly bodyAJoint: Int32Array;
  readonly bodyBJoint: Int32Array;
  /** blocks (A, B), (B, A) of joint k; of spring k; -1: none */
  readonly jointAB: Int32Array;
  readonly jointBA: Int32Array;
  readonly springAB: Int32Array;
  readonly springBA: Int32Array;
  /** incremented whenever the pattern changes, so that users of offsets look them up again */
  generation = 0;
  /** false: the integrator has a matrix of its own and pairs need no blocks here */
  needed = true;
  private readonly model: Model;
  private readonly cables: CableSet;
  private permanent: number[];
  private contactKeys = new Set<number>();
  /** the pattern was rebuilt for cables in contact in this step */
  private grown = false;

  constructor(model: Model, withMultipliers: boolean, cables: CableSet) {
    this.model = model;
    this.cables = cables;
    this.withMultipliers = withMultipliers;
    const { dynamicCount: n, joints, springs } = model;
    this.bodyDiagonal = new Int32Array(n);
    this.jointDiagonal = new Int32Array(joints.count);
    this.jointA = new Int32Array(joints.count);
    this.jointB = new Int32Array(joints.count);
    this.bodyAJoint = new Int32Array(joints.count);
    this.bodyBJoint = new Int32Array(joints.count);
    this.jointAB = new Int32Array(joints.count);
    this.jointBA = new Int32Array(joints.count);
    this.springAB = new Int32Array(springs.count);
    this.springBA = new Int32Array(springs.count);
    this.permanent = permanentEdges(model, withMultipliers, cables);
    this.lu = this.build();
  }

  /** At the start of a step: makes sure that every listed pair (slots a, b, both with unknowns) has its blocks. */
  ensurePairs(slotA: GrowableInt32, slotB: GrowableInt32): void {
    this.grown = false;
    if (!this.needed) return;
    const n = this.model.dynamicCount;
    let missing = false;
    let used = 0;
    for (let k = 0; k < slotA.length; k++) {
      const a = slotA.data[k];
      const b = slotB.data[k];
      if (a >= n || b >= n) continue;
      used++;
      if (!this.contactKeys.has(this.keyOf(a, b))) missing = true;
    }
    const idle = this.bodyPairs() > 2 * used + 16;
    if (!missing && !idle) return;
    if (idle) this.drop(true);
    for (let k = 0; k < slotA.length; k++) {
      const a = slotA.data[k];
      const b = slotB.data[k];
      if (a < n && b < n) this.contactKeys.add(this.keyOf(a, b));
    }
    this.lu = this.build();
  }

  /**
   * Makes sure that every pair of blocks that contact of cables couples now has its block. The first rebuild in a step also
   * drops blocks that are no longer needed.
   */
  ensureTouch(blockA: GrowableInt32, blockB: GrowableInt32): void {
    let missing = false;
    for (let k = 0; k < blockA.length && !missing; k++) {
      if (this.lu.blockOffset(blockA.data[k], blockB.data[k]) < 0) missing = true;
    }
    const idle = !this.grown && this.contactKeys.size > 2 * blockA.length + 64 + this.bodyPairs();
    if (!missing && !idle) return;
    if (!this.grown) this.drop(false);
    this.grown = true;
    for (let k = 0; k < blockA.length; k++) this.contactKeys.add(this.keyOf(blockA.data[k], blockB.data[k]));
    this.lu = this.build();
  }

  /** Makes sure that every listed pair of blocks, couples[2 k] and couples[2 k + 1], is in the pattern. */
  ensureBlocks(couples: GrowableInt32): void {
    let missing = false;
    for (let k = 0; k < couples.length && !missing; k += 2) {
      if (this.lu.blockOffset(couples.data[k], couples.data[k + 1]) < 0) missing = true;
    }
    // a rebuilt pattern holds what is needed now
    const idle = this.contactKeys.size > couples.length + 64;
    if (!missing && !idle) return;
    this.contactKeys.clear();
    for (let k = 0; k < couples.length; k += 2) this.contactKeys.add(this.keyOf(couples.data[k], couples.data[k + 1]));
    this.lu = this.build();
  }

  /** Drops pairs of bodies, or all other pairs. */
  private drop(bodies: boolean): void {
    for (const key of this.contactKeys) if (this.ofBodies(key) === bodies) this.contactKeys.delete(key);
  }

  private bodyPairs(): number {
    if (!this.cables.any) return this.contactKeys.size;
    let count = 0;
    for (const key of this.contactKeys) if (this.ofBodies(key)) count++;
    return count;
  }

  private ofBodies(key: number): boolean {
    return key % (this.model.dynamicCount + this.cables.nodeCount) < this.model.dynamicCount;
  }

  private keyOf(a: number, b: number): number {
    const blocks = this.model.dynamicCount + this.cables.nodeCount;
    return a < b ? a * blocks + b : b * blocks + a;
  }

  /** Updates the pattern after nodes or holders of cables have changed. */
  relayCables(): void {
    this.permanent = permanentEdges(this.model, this.withMultipliers, this.cables);
    this.lu = this.build();
  }

  /** Pairs of bodies that have blocks for contact, for a checkpoint: the order of elimination depends on them. */
  savePairs(): number[] {
    return [...this.contactKeys];
  }

  restorePairs(keys: ArrayLike<number>): void {
    this.contactKeys = new Set(Array.from(keys));
    this.lu = this.build();
  }

  private build(): BlockLU {
    const { dynamicCount: n, joints, springs } = this.model;
    const edges = [...this.permanent];
    const { cables } = this;
    const width = n + cables.nodeCount;
    for (const key of [...this.contactKeys].sort((p, q) => p - q)) edges.push(Math.floor(key / width), key % width);
    const first = n + cables.nodeCount; // block of the first joint
    const ends = first + (this.withMultipliers ? joints.count : 0); // of the first attachment
    const blocks = ends + cables.attachments.count;
    const sizes = new Int32Array(blocks).fill(6, 0, n).fill(4, n, first).fill(3, ends);
    // rotations of cables without torsional stiffness are not in the matrix
    for (const { cable, block } of cables.items) {
      if (!cable.hasTwist) sizes.fill(3, block, block + cable.capacity);
    }
    const isConstraint = new Uint8Array(blocks).fill(1, first);
    for (let k = 0; this.withMultipliers && k < joints.count; k++) {
      sizes[first + k] = joints.rowStart[k + 1] - joints.rowStart[k];
    }
    const offsets = new Int32Array(blocks + 1);
    for (let i = 0; i < blocks; i++) offsets[i + 1] = offsets[i] + (i >= n && i < first ? 4 : sizes[i]);
    const lu = new BlockLU({ sizes, edges: Int32Array.from(edges), isConstraint, offsets });
    const block = (i: number, j: number): number => lu.blockOffset(i, j);
    const pair = (a: number, b: number): number => (a < n && b < n ? block(a, b) : -1);
    for (let i = 0; i < n; i++) this.bodyDiagonal[i] = block(i, i);
    for (let k = 0; k < joints.count; k++) {
      const a = joints.slotA[k];
      const b = joints.slotB[k];
      this.jointAB[k] = pair(a, b);
      this.jointBA[k] = pair(b, a);
      if (!this.withMultipliers) continue;
      this.jointDiagonal[k] = block(first + k, first + k);
      this.jointA[k] = a < n ? block(first + k, a) : -1;
      this.jointB[k] = b < n ? block(first + k, b) : -1;
      this.bodyAJoint[k] = a < n ? block(a, first + k) : -1;
      this.bodyBJoint[k] = b < n ? block(b, first + k) : -1;
    }
    for (let k = 0; k < springs.count; k++) {
      this.springAB[k] = pair(springs.slotA[k], springs.slotB[k]);
      this.springBA[k] = pair(springs.slotB[k], springs.slotA[k]);
    }
    layCables(lu, cables, n, ends);
    this.generation++;
    return lu;
  }
}

/** Looks up the blocks of cables and attachments. */
function layCables(lu: BlockLU, cables: CableSet, bodies: number, firstEnd: number): void {
  for (const item of cables.items) {
    const { cable, block, offsets } = item;
    item.width = cable.hasTwist ? 4 : 3;
    for (let i = 0; i < cable.capacity; i++) {
      for (let side = 0; side < 5; side++) {
        const k = i + side - 2;
        const there = side === 2 || (k >= 0 && k < cable.nodeCount && i < cable.nodeCount);
        offsets[5 * i + side] = there ? lu.blockOffset(block + i, block + k) : -1;
      }
    }
  }
  const a = cables.attachments;
  for (let k = 0; k < a.count; k++) {
    const o = ATTACHMENT_BLOCKS * k;
    const row = firstEnd + k;
    const node = cables.items[a.cable[k]].block + a.node[k];
    const body = a.active[k] === 1 ? a.slot[k] : bodies;
    a.blocks[o] = lu.blockOffset(row, row);
    a.blocks[o + 1] = lu.blockOffset(row, node);
    a.blocks[o + 2] = lu.blockOffset(node, row);
    a.blocks[o + 3] = body < bodies ? lu.blockOffset(row, body) : -1;
    a.blocks[o + 4] = body < bodies ? lu.blockOffset(body, row) : -1;
    const turns = a.clamped[k] === 1 && body < bodies;
    const next = a.end[k] === 0 ? node + 1 : node - 1;
    a.blocks[o + 5] = turns ? lu.blockOffset(body, node) : -1;
    a.blocks[o + 6] = turns ? lu.blockOffset(node, body) : -1;
    a.blocks[o + 7] = turns ? lu.blockOffset(body, next) : -1;
    a.blocks[o + 8] = turns ? lu.blockOffset(next, body) : -1;
  }
}

function permanentEdges(model: Model, withMultipliers: boolean, cables: CableSet): number[] {
  const { dynamicCount: n, joints, springs, actions } = model;
  const edges: number[] = [];
  const first = n + cables.nodeCount;
  const couple = (a: number, b: number): void => {
    if (a < n && b < n) edges.push(a, b);
  };
  for (let k = 0; k < joints.count; k++) {
    const a = joints.slotA[k];
    const b = joints.slotB[k];
    if (!withMultipliers) couple(a, b);
    else {
      if (a < n) edges.push(first + k, a);
      if (b < n) edges.push(first + k, b);
    }
  }
  for (let k = 0; k < actions.count; k++) couple(joints.slotA[actions.joint[k]], joints.slotB[actions.joint[k]]);
  for (let k = 0; k < springs.count; k++) couple(springs.slotA[k], springs.slotB[k]);
  for (const { cable, block } of cables.items) {
    const reach = cable.hasBending || cable.hasTwist ? 2 : 1;
    for (let i = 0; i < cable.nodeCount; i++) {
      for (let k = i + 1; k <= Math.min(i + reach, cable.nodeCount - 1); k++) edges.push(block + i, block + k);
    }
  }
  const a = cables.attachments;
  const ends = first + (withMultipliers ? joints.count : 0);
  for (let k = 0; k < a.count; k++) {
    edges.push(ends + k, cables.items[a.cable[k]].block + a.node[k]);
    if (a.active[k] === 0 || a.slot[k] >= n) continue;
    edges.push(ends + k, a.slot[k]);
    if (a.clamped[k] === 0) continue;
    const node = cables.items[a.cable[k]].block + a.node[k];
    edges.push(a.slot[k], node, a.slot[k], a.end[k] === 0 ? node + 1 : node - 1);
  }
  return edges;
}
