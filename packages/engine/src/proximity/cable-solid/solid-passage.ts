/**
 * Did the centre line of a cable pass through the surface of a solid between two instants? Then the step is repeated with half the length,
 * as for strands that pass each other (../cable-cable/passage.ts): a step could jump over a plate thinner than its displacement, and from
 * inside contact may push out on the far side.
 *
 * The cable is a chain of chords in the frame of the solid; its vertices move straight between the two instants. A chain meets a mesh where
 * a vertex of one meets a face of the other, or two edges meet. Only entries count; a cable that starts inside may leave. Spheres and
 * cylinders are replaced by inscribed polyhedra (24 sides): a passage counts only when the centre line is a few per cent of the radius
 * deep.
 */
import { GrowableInt32 } from '../../base/index.ts';
import { solidOf } from '../../geometry/index.ts';
import { CableCurves, type CableLayout } from '../cable-cable/curves.ts';
import { ElementTree } from '../cable-cable/element-tree.ts';
import { FOUR, type Meeting, makeMeeting, sweptEdges, sweptVertexTriangle } from '../cable-cable/swept.ts';
import type { CableSolid } from './solid.ts';
import { type SolidSurface, surfaceOf, trianglesInBox } from './surface.ts';

/** Result of a check: the first passage in time. */
export interface SolidPassage {
  kind: 'clear' | 'passed';
  element: number;
  /** 0 .. 1 on the element, to the chord */
  u: number;
  solid: number;
  /** [1] part of the step */
  time: number;
}

export function makeSolidPassage(): SolidPassage {
  return { kind: 'clear', element: -1, u: 0, solid: -1, time: 1 };
}

/** Poses of all solids at one instant: three and nine numbers each. */
export interface SolidPoses {
  readonly posW: Float64Array;
  readonly rotWS: Float64Array;
}

const MAX_CHORDS = 16;
const CORNER_AFTER: readonly number[] = [3, 6, 0];

export class SolidPassageCheck {
  readonly #solids: readonly CableSolid[];
  readonly #surfaces: readonly (SolidSurface | undefined)[];
  readonly #before: CableCurves;
  readonly #after: CableCurves;
  readonly #treeBefore: ElementTree = new ElementTree();
  readonly #tree: ElementTree = new ElementTree();
  readonly #elements: GrowableInt32 = new GrowableInt32(64);
  readonly #triangles: GrowableInt32 = new GrowableInt32(64);
  readonly #box: Float64Array = new Float64Array(6);
  readonly #other: Float64Array = new Float64Array(6);
  readonly #low: Float64Array = new Float64Array(3);
  readonly #high: Float64Array = new Float64Array(3);
  /** ends of a chord in the frame of the solid, before and after, and room for what they meet */
  readonly #start: Float64Array = new Float64Array(FOUR);
  readonly #end: Float64Array = new Float64Array(FOUR);
  readonly #chord: Float64Array = new Float64Array(12);
  readonly #meeting: Meeting = makeMeeting();
  #none: Float64Array;
  readonly #ignores: ((element: number, solid: number) => boolean) | undefined;

  /** ignores: elements that may go into a solid; default none */
  constructor(
    layout: CableLayout,
    solids: readonly CableSolid[],
    ignores?: (element: number, solid: number) => boolean,
  ) {
    this.#solids = solids;
    this.#ignores = ignores;
    this.#surfaces = solids.map(
      ({ surface, shape }) => surface ?? (shape.kind === 'half-space' ? undefined : surfaceOf(solidOf(shape).mesh)),
    );
    this.#before = new CableCurves(layout);
    this.#after = new CableCurves(layout);
    this.#none = new Float64Array(this.#before.count);
  }

  /** After nodes were added or removed. */
  reset(layout: CableLayout): void {
    this.#before.reset(layout);
    this.#after.reset(layout);
    this.#none = new Float64Array(this.#before.count);
  }

  /** Control vectors and poses before and after a step. True when no centre line went in. Leaves the solids at `after`. */
  check(
    out: SolidPassage,
    before: Float64Array,
    after: Float64Array,
    posesBefore: SolidPoses,
    posesAfter: SolidPoses,
  ): boolean {
    this.#before.set(before);
    this.#after.set(after);
    this.#treeBefore.refit(this.#before, this.#none);
    this.#tree.refit(this.#after, this.#none);
    this.#tree.sweep(this.#treeBefore);
    out.kind = 'clear';
    out.element = -1;
    out.solid = -1;
    out.time = 1;
    for (let s = 0; s < this.#solids.length; s++) {
      const solid = this.#solids[s];
      solid.setPose(posesBefore.posW, posesBefore.rotWS, 3 * s, 9 * s);
      solid.worldBounds(this.#other);
      solid.setPose(posesAfter.posW, posesAfter.rotWS, 3 * s, 9 * s);
      solid.worldBounds(this.#box);
      for (let k = 0; k < 3; k++) {
        this.#low[k] = Math.min(this.#box[k], this.#other[k]);
        this.#high[k] = Math.max(this.#box[3 + k], this.#other[3 + k]);
      }
      this.#tree.findInBox(this.#elements, this.#low, this.#high);
      for (let k = 0; k < this.#elements.length; k++) {
        if (this.#ignores?.(this.#elements.data[k], s)) continue;
        this.#follow(out, this.#elements.data[k], s, posesBefore, posesAfter);
      }
    }
    return out.kind === 'clear';
  }

  #follow(out: SolidPassage, e: number, s: number, before: SolidPoses, after: SolidPoses): void {
    const sag = Math.max(this.#before.sag[e], this.#after.sag[e]);
    const wanted = Math.ceil(Math.sqrt(sag / (0.1 * this.#after.radius[e])));
    const n = wanted < 1 ? 1 : wanted > MAX_CHORDS ? MAX_CHORDS : wanted;
    for (let a = 0; a < n; a++) {
      this.#enter(0, this.#before.coefficients, e, a / n, before, s);
      this.#enter(3, this.#before.coefficients, e, (a + 1) / n, before, s);
      this.#enter(6, this.#after.coefficients, e, a / n, after, s);
      this.#enter(9, this.#after.coefficients, e, (a + 1) / n, after, s);
      const surface = this.#surfaces[s];
      if (surface) this.#meetSurface(out, e, a, n, s, surface);
      else this.#meetPlane(out, e, a, n, s);
    }
  }

  /** Transforms a point of element e to the frame of solid s at one instant. */
  #enter(at: number, c: Float64Array, e: number, u: number, { posW, rotWS: R }: SolidPoses, s: number): void {
    const q = this.#chord;
    q[at] = 0;
    q[at + 1] = 0;
    q[at + 2] = 0;
    for (let d = 0; d < 3; d++) {
      const o = 12 * e + 4 * d;
      const x = c[o] + u * (c[o + 1] + u * (c[o + 2] + u * c[o + 3])) - posW[3 * s + d];
      for (let k = 0; k < 3; k++) q[at + k] += R[9 * s + 3 * d + k] * x;
    }
  }

  /** A half-space: heights of both vertices. */
  #meetPlane(out: SolidPassage, e: number, a: number, n: number, s: number): void {
    const q = this.#chord;
    for (let v = 0; v < 2; v++) {
      const h0 = q[3 * v + 2];
      const h1 = q[6 + 3 * v + 2];
      if (h0 > 0 && h1 <= 0) this.#report(out, e, (a + v) / n, s, h0 / (h0 - h1));
    }
  }

  #meetSurface(out: SolidPassage, e: number, a: number, n: number, s: number, surface: SolidSurface): void {
    const q = this.#chord;
    const box = this.#box;
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(q[k], q[3 + k], q[6 + k], q[9 + k]);
      box[3 + k] = Math.max(q[k], q[3 + k], q[6 + k], q[9 + k]);
    }
    const triangles = this.#triangles;
    triangles.clear();
    trianglesInBox(triangles, surface.tree, box);
    for (let k = 0; k < triangles.length; k++) {
      const t = triangles.data[k];
      if (this.#oneSide(surface, t)) continue;
      this.#meetTriangle(out, e, a, n, s, surface, t);
    }
  }

  /** Are both ends of the chord on the same side of the triangle's plane at both instants? */
  #oneSide({ corners, normals }: SolidSurface, t: number): boolean {
    const q = this.#chord;
    let above = 0;
    let below = 0;
    for (let v = 0; v < 12; v += 3) {
      let height = 0;
      for (let k = 0; k < 3; k++) height += normals[3 * t + k] * (q[v + k] - corners[9 * t + k]);
      if (height > 0) above++;
      else if (height < 0) below++;
    }
    return above === 4 || below === 4;
  }

  #meetTriangle(
    out: SolidPassage,
    e: number,
    a: number,
    n: number,
    s: number,
    { corners, normals }: SolidSurface,
    t: number,
  ): void {
    const q = this.#chord;
    const start = this.#start;
    const end = this.#end;
    const meeting = this.#meeting;
    for (let v = 0; v < 2; v++) {
      for (let k = 0; k < 3; k++) {
        start[k] = q[3 * v + k];
        end[k] = q[6 + 3 * v + k];
      }
      for (let k = 0; k < 9; k++) {
        start[3 + k] = corners[9 * t + k];
        end[3 + k] = start[3 + k];
      }
      if (sweptVertexTriangle(meeting, start, end) && this.#inwards(normals, t, v)) {
        this.#report(out, e, (a + v) / n, s, meeting.time);
      }
    }
    for (let edge = 0; edge < 3; edge++) {
      for (let k = 0; k < 3; k++) {
        start[k] = q[k];
        start[3 + k] = q[3 + k];
        end[k] = q[6 + k];
        end[3 + k] = q[9 + k];
        start[6 + k] = corners[9 * t + 3 * edge + k];
        start[9 + k] = corners[9 * t + CORNER_AFTER[edge] + k];
        end[6 + k] = start[6 + k];
        end[9 + k] = start[9 + k];
      }
      if (sweptEdges(meeting, start, end) && this.#inwards(normals, t, meeting.s)) {
        this.#report(out, e, (a + meeting.s) / n, s, meeting.time);
      }
    }
  }

  /** Does the point at v of the chord move against the outward normal? */
  #inwards(normals: Float64Array, t: number, v: number): boolean {
    const q = this.#chord;
    let speed = 0;
    for (let k = 0; k < 3; k++) {
      const move = (1 - v) * (q[6 + k] - q[k]) + v * (q[9 + k] - q[3 + k]);
      speed += normals[3 * t + k] * move;
    }
    return speed < 0;
  }

  #report(out: SolidPassage, e: number, u: number, s: number, time: number): void {
    if (out.kind === 'passed' && out.time <= time) return;
    out.kind = 'passed';
    out.element = e;
    out.u = u;
    out.solid = s;
    out.time = time;
  }
}
