/**
 * Elements where they are needed, between steps: one is split where the cable bends by more than `refineAngle` at one of its
 * nodes, and two become one where it is nearly straight at all of theirs. New nodes lie on the spline, so the shape stays; a
 * call looks at every node once and changes one at most, so an idle cable pays for a look and nothing else.
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
}

export interface RefineChange {
  kind: 'none' | 'split' | 'merge';
  /** the new node, or the one that is gone */
  node: number;
}

export class Refiner {
  readonly options: RefineOptions;
  readonly change: RefineChange = { kind: 'none', node: -1 };
  private readonly spline: CableSpline;
  private readonly point: Float64Array = new Float64Array(3);
  private readonly refine2: number;
  private readonly coarsen2: number;

  constructor(options: RefineOptions, capacity: number) {
    this.options = options;
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

  /** Says in `change` what is to be done: which node will be new, or gone. False: nothing. */
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
      const longer = before > after ? i - 1 : i;
      if (bend > sharpest && cable.materialLength[longer] >= 2 * options.shortest) {
        sharpest = bend;
        element = longer;
      }
      const worst = Math.max(bend, behind, ahead);
      // twice as straight as it must be: the merged pair bends by the sum
      if (4 * worst < straightest && before + after <= options.longest && cable.ropeOf[i - 1] === cable.ropeOf[i]) {
        straightest = 4 * worst;
        node = i;
      }
    }
    if (element >= 0 && cable.nodeCount < cable.capacity) {
      change.kind = 'split';
      change.node = element + 1;
    } else if (node >= 0) {
      change.kind = 'merge';
      change.node = node;
    }
    return change.kind !== 'none';
  }

  /** Does what `find` found, and brings the directions up to date. */
  apply(cable: Cable): void {
    const { kind, node } = this.change;
    if (kind === 'split') {
      this.spline.setLengths(cable.restLength, cable.nodeCount);
      this.spline.fit(cable.q, 0, 4);
      this.spline.point(this.point, 0, node - 1, 0.5);
      splitElement(cable, node - 1, 0.5, this.point);
    } else if (kind === 'merge') mergeNode(cable, node);
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
