/**
 * Did a cable pass through another, itself, or the surface of a solid in the step just tried? Checked only where something moved far
 * enough: centre lines D apart cannot pass if they approached by less than D.
 */
import {
  type CableLayout,
  makePassage,
  makeSolidPassage,
  type Passage,
  PassageCheck,
  type SolidPassage,
  SolidPassageCheck,
} from '../../proximity/index.ts';
import { hasParted } from '../../model/index.ts';
import type { TouchStep } from './touch-types.ts';

/** Part of the previous distance by which two strands may approach without a check. */
const SAFE = 0.9;

/**
 * Distances are known at quadrature points: where strands cross, the nearest place is within 0.27 of half the contact length of one of the
 * five points, and that length is at most the touching distance.
 */
const BETWEEN = 0.3;

export class TouchPassages {
  readonly passage: Passage = makePassage();
  readonly solidPassage: SolidPassage = makeSolidPassage();
  private readonly touch: TouchStep;
  private readonly strands: PassageCheck;
  private readonly solids: SolidPassageCheck;
  /** smallest distances of centre lines, and of centre lines from surfaces, at the start of the step; 0: unknown [m] */
  least = 0;
  private leastSolid = 0;
  private thinnest = 0;
  private thickest = 0;

  constructor(touch: TouchStep, layout: CableLayout) {
    this.touch = touch;
    this.strands = new PassageCheck(layout, {
      ignores: (a, b) => {
        const { cable } = touch.curves;
        if (cable[a] === cable[b] && hasParted(touch.cables, cable[a])) return true;
        return touch.table.onCable[cable[a] * touch.table.cables + cable[b]] < 0 || touch.ends.nearEnds(a, b);
      },
    });
    this.solids = new SolidPassageCheck(
      layout,
      touch.solids,
      (e, s) => touch.table.onShape[touch.curves.cable[e] * touch.table.shapes + s] < 0 || touch.ends.nearHolder(e, s),
    );
    this.thinnest = smallest(layout.radius);
    this.thickest = largest(layout.radius);
  }

  reset(layout: CableLayout): void {
    this.strands.reset(layout);
    this.solids.reset(layout);
    this.least = 0;
    this.leastSolid = 0;
    this.thinnest = smallest(layout.radius);
    this.thickest = largest(layout.radius);
  }

  /** A step is accepted: distances at its end. */
  commit(): void {
    const seen = Math.min(this.touch.strandPatches.leastDistance(), 2 * this.thinnest);
    const between = 2 * BETWEEN * this.thickest;
    this.least = Math.sqrt(Math.max(0, seen * seen - between * between));
    this.leastSolid = Math.min(this.touch.solidPatches.leastDistance(), this.thinnest);
    if (!this.touch.random) return;
    // what was not found may be nearer
    this.least = 0;
    this.leastSolid = 0;
  }

  /** True when nothing passed between the start of the step and the present shapes. */
  clear(): boolean {
    const { touch } = this;
    this.passage.kind = 'clear';
    this.solidPassage.kind = 'clear';
    if (touch.keptApart()) return true;
    if (touch.idle) return false; // it moved beyond the reach of the search: a shorter step will not
    if (touch.table.solids && !this.solidsStill()) {
      if (!this.solids.check(this.solidPassage, touch.control0, touch.control, touch.poses0, touch.poses)) return false;
    }
    return !touch.table.strands || this.strands.check(this.passage, touch.control0, touch.control, this);
  }

  /** Element at which a passage was found. */
  get element(): number {
    return this.solidPassage.kind === 'passed' ? this.solidPassage.element : this.passage.elementA;
  }

  private solidsStill(): boolean {
    const { control, control0, curves, poses, poses0, size } = this.touch;
    let cable2 = 0;
    for (let i = 0; i < 12 * curves.count; i += 3) {
      const x = control[i] - control0[i];
      const y = control[i + 1] - control0[i + 1];
      const z = control[i + 2] - control0[i + 2];
      const move2 = x * x + y * y + z * z;
      if (move2 > cable2) cable2 = move2;
    }
    let solid = 0;
    for (let s = 0; s < size.length; s++) {
      let moved = 0;
      let turned = 0;
      for (let k = 0; k < 3; k++) {
        const d = poses.posW[3 * s + k] - poses0.posW[3 * s + k];
        moved += d * d;
      }
      for (let k = 0; k < 9; k++) {
        const d = poses.rotWS[9 * s + k] - poses0.rotWS[9 * s + k];
        turned += d * d;
      }
      const far = Math.sqrt(moved) + (turned > 0 ? Math.sqrt(turned) * size[s] : 0);
      if (far > solid) solid = far;
    }
    return Math.sqrt(cable2) + solid < SAFE * this.leastSolid;
  }
}

function smallest(radius: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let e = 0; e < radius.length; e++) if (radius[e] < least) least = radius[e];
  return least;
}

function largest(radius: Float64Array): number {
  let most = 0;
  for (let e = 0; e < radius.length; e++) if (radius[e] > most) most = radius[e];
  return most;
}
