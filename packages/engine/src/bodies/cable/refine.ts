/**
 * Refinement between steps: an element is split where the cable bends by more than `refineAngle` at one of its nodes, or where it touches
 * something and is longer than `inContact`; two are merged where the cable is nearly straight at all their nodes. New nodes lie on the
 * spline, so the shape is kept. A call tests every node once and makes at most one change, so an idle cable costs one test.
 */
import { CableSpline } from '../../geometry/index.ts';
import type { Cable } from './cable.ts';
import { updateElements } from './frames.ts';
import { mergeNode, splitElement } from './length.ts';

export interface RefineOptions {
  /** [rad]; default 0.5 and 0.1 */
  readonly refineAngle?: number;
  readonly coarsenAngle?: number;
  /** shortest and longest element [m] */
  readonly shortest: number;
  readonly longest: number;
  /** longest element in contact [m]; missing: no special limit */
  readonly inContact?: number;
}

export interface RefineChange {
  kind: 'none' | 'split' | 'merge';
  /** the added or removed node */
  node: number;
}

export class Refiner {
  readonly options: RefineOptions;
  readonly change: RefineChange = { kind: 'none', node: -1 };
  /** 1: the element touches something; set by the caller before find, updated by apply */
  readonly touching: Uint8Array;
  /** for a fed cable: the element at the feeding end, which is not changed, or -1; number of nodes that may still be added there */
  fed = -1;
  reserve = 0;
  private readonly spline: CableSpline;
  private readonly point: Float64Array = new Float64Array(3);
  private readonly refine2: number;
  private readonly coarsen2: number;

  constructor(options: RefineOptions, capacity: number) {
    this.options = options;
    this.touching = new Uint8Array(capacity);
    this.spline = new CableSpline(capacity);
    const refine = options.refineAngle ?? 0.5;
    const coarsen = options.coarsenAngle ?? 0.1;
    // 2 - 2 cos of the angle, to its second order
    this.refine2 = refine * refine;
    this.coarsen2 = coarsen * coarsen;
  }

  /** Changes at most one element of a cable at rest between steps (directions as last evaluated). */
  look(cable: Cable): RefineChange {
    if (this.find(cable)) this.apply(cable);
    return this.change;
  }

  /** Writes the next change to `change`: the node to be added or removed. False: none. */
  find(cable: Cable): boolean {
    const { change, options } = this;
    change.kind = 'none';
    change.node = -1;
    let sharpest = this.refine2;
    let element = -1;
    let straightest = this.coarsen2;
    let node = -1;
    let bend = 0;
    let behind = 0;
    let ahead = this.bend(cable, 1);
    for (let i = 1; i < cable.nodeCount - 1; i++) {
      behind = bend;
      bend = ahead;
      ahead = this.bend(cable, i + 1);
      const before = cable.materialLength[i - 1];
      const after = cable.materialLength[i];
      let longer = before > after ? i - 1 : i;
      if (longer === this.fed) longer = 2 * i - 1 - longer;
      if (bend > sharpest && cable.materialLength[longer] >= 2 * options.shortest) {
        sharpest = bend;
        element = longer;
      }
      const worst = Math.max(bend, behind, ahead);
      // half of the limit: the merged pair bends by the sum
      const longest = this.touching[i - 1] + this.touching[i] > 0 ? this.longestInTouch : options.longest;
      const free = i !== this.fed && i - 1 !== this.fed;
      if (free && 4 * worst < straightest && before + after <= longest && cable.ropeOf[i - 1] === cable.ropeOf[i]) {
        straightest = 4 * worst;
        node = i;
      }
    }
    if (element < 0) element = this.tooLongInTouch(cable);
    if (element >= 0 && cable.nodeCount < cable.capacity - this.reserve) {
      change.kind = 'split';
      change.node = element + 1;
    } else if (node >= 0) {
      change.kind = 'merge';
      change.node = node;
    }
    return change.kind !== 'none';
  }

  private get longestInTouch(): number {
    return Math.min(this.options.longest, this.options.inContact ?? Number.POSITIVE_INFINITY);
  }

  /** The longest element in contact that should be shorter, or -1. */
  private tooLongInTouch(cable: Cable): number {
    const { inContact, shortest } = this.options;
    if (inContact === undefined) return -1;
    let most = Math.max(inContact, 2 * shortest);
    let element = -1;
    for (let j = 0; j < cable.elementCount; j++) {
      if (j === this.fed || this.touching[j] === 0 || cable.materialLength[j] <= most) continue;
      most = cable.materialLength[j];
      element = j;
    }
    return element;
  }

  /** Makes the change found by `find`, and updates the directions. */
  apply(cable: Cable): void {
    const { kind, node } = this.change;
    if (kind === 'split') {
      this.spline.setLengths(cable.restLength, cable.nodeCount);
      this.spline.fit(cable.q, 0, 4);
      this.spline.point(this.point, 0, node - 1, 0.5);
      splitElement(cable, node - 1, 0.5, this.point);
      this.touching.copyWithin(node, node - 1, cable.elementCount - 1);
    } else if (kind === 'merge') {
      mergeNode(cable, node);
      this.touching[node - 1] |= this.touching[node];
      this.touching.copyWithin(node, node + 1, cable.elementCount + 1);
    }
    updateElements(cable);
  }

  /** 2 - 2 cos of the angle at a node, 0 at ends. */
  private bend(cable: Cable, i: number): number {
    if (i <= 0 || i >= cable.nodeCount - 1) return 0;
    const t = cable.direction;
    const k = 3 * i;
    return 2 - 2 * (t[k] * t[k + 3] + t[k + 1] * t[k + 4] + t[k + 2] * t[k + 5]);
  }
}
