/**
 * A held end would touch its holder: the body on or inside whose surface it is held, and other cables held at the same place. There contact
 * fades in along the cable:
 *   zero within f of the held end, full from 1.5 f on
 * f = 4 r + the depth of the point in the body, for shapes closer to it than r; f = 20 r between cables held within reach of each other.
 */
import { smoothstep, type Vec3 } from '../../math/index.ts';
import { Branches, type CableSolid, signedDistance } from '../../proximity/index.ts';
import type { TouchScene } from './touch-types.ts';

const FROM_SURFACE = 4; // radii
const FROM_CABLE = 20;

const branches = new Branches();
const place = new Float64Array(3);
const none = new Int32Array(0);
/** u where an element begins and ends */
const BOUNDS = Float64Array.of(0, 1);

export class TouchEnds {
  private readonly touch: TouchScene;
  /** f by end and shape, and by end and end [m]; 0: full contact everywhere */
  private readonly onShape: Float64Array;
  private readonly onEnd: Float64Array;
  private readonly slots: Int32Array;
  private readonly points: Float64Array;
  private readonly shapes: number;
  private fresh = true;

  constructor(touch: TouchScene) {
    this.touch = touch;
    const { count } = touch.cables.attachments;
    this.shapes = touch.solids.length;
    this.onShape = new Float64Array(count * this.shapes);
    this.onEnd = new Float64Array(count * count);
    this.slots = new Int32Array(count).fill(-1);
    this.points = new Float64Array(3 * count);
  }

  /** Updates where ends are held; does nothing while that is unchanged. */
  update(): void {
    const { attachments: a } = this.touch.cables;
    let changed = this.fresh;
    for (let k = 0; k < a.count; k++) {
      const slot = a.active[k] === 1 ? a.slot[k] : -1;
      if (this.slots[k] !== slot) changed = true;
      this.slots[k] = slot;
      for (let r = 0; r < 3; r++) {
        if (slot >= 0 && this.points[3 * k + r] !== a.point[3 * k + r]) changed = true;
        this.points[3 * k + r] = a.point[3 * k + r];
      }
    }
    if (!changed) return;
    this.fresh = false;
    for (let k = 0; k < a.count; k++) {
      for (let s = 0; s < this.shapes; s++) this.onShape[k * this.shapes + s] = this.shapeFade(k, s);
      for (let l = 0; l < a.count; l++) this.onEnd[k * a.count + l] = this.endFade(k, l);
    }
  }

  private radiusAt(k: number): number {
    const { attachments: a, items } = this.touch.cables;
    const { cable } = items[a.cable[k]];
    return 0.5 * cable.diameter[a.end[k] === 0 ? 0 : cable.elementCount - 1];
  }

  private shapeFade(k: number, s: number): number {
    const { body, rotation: S } = this.touch.model.shapes[s];
    if (this.slots[k] !== body) return 0;
    const solid = this.touch.solids[s];
    const p = this.touch.origins[s];
    for (let i = 0; i < 3; i++) {
      place[i] = 0;
      for (let j = 0; j < 3; j++) place[i] += S[3 * j + i] * (this.points[3 * k + j] - p[j]);
    }
    let distance: number;
    if (solid.surface) distance = signedDistance(solid.surface, place);
    else {
      solid.distance(branches, place, none, 0, 0);
      distance = branches.distance[0];
    }
    const radius = this.radiusAt(k);
    return distance >= radius ? 0 : FROM_SURFACE * radius + Math.max(0, -distance);
  }

  private endFade(k: number, l: number): number {
    if (k === l || this.slots[k] < 0 || this.slots[k] !== this.slots[l]) return 0;
    let distance2 = 0;
    for (let r = 0; r < 3; r++) {
      const d = this.points[3 * k + r] - this.points[3 * l + r];
      distance2 += d * d;
    }
    const reach = 1.5 * (this.radiusAt(k) + this.radiusAt(l));
    return distance2 < reach * reach ? FROM_CABLE * Math.max(this.radiusAt(k), this.radiusAt(l)) : 0;
  }

  /** Weight of the contact of the point at u[i] of element e with solid s. */
  onSolid(e: number, u: Float64Array, i: number, s: number): number {
    const c = this.touch.curves.cable[e];
    let part = 1;
    for (let end = 0; end < 2; end++) {
      const f = this.onShape[(2 * c + end) * this.shapes + s];
      if (f > 0) part *= fade(this.along(e, u[i], end), f);
    }
    return part;
  }

  /** The same for two points of strands. */
  between(a: number, u: Float64Array, i: number, b: number, v: Float64Array, j: number): number {
    const { cable } = this.touch.curves;
    const { count } = this.touch.cables.attachments;
    let part = 1;
    for (let p = 0; p < 2; p++) {
      for (let q = 0; q < 2; q++) {
        const f = this.onEnd[(2 * cable[a] + p) * count + 2 * cable[b] + q];
        if (f > 0) part *= fade(Math.max(this.along(a, u[i], p), this.along(b, v[j], q)), f);
      }
    }
    return part;
  }

  /** Is any part of element e where its contact with solid s has a weight below 1? */
  nearHolder(e: number, s: number): boolean {
    return this.onSolid(e, BOUNDS, 0, s) < 1 || this.onSolid(e, BOUNDS, 1, s) < 1;
  }

  /** Is any part of the two elements in the range where contact of two cables held at one place fades? */
  nearEnds(a: number, b: number): boolean {
    for (let k = 0; k < 3; k++) {
      if (this.between(a, BOUNDS, k === 1 ? 1 : 0, b, BOUNDS, k === 0 ? 0 : 1) < 1) return true;
    }
    return false;
  }

  /** Unstretched length from an end of its cable to a point of element e [m]. */
  private along(e: number, u: number, end: number): number {
    const { arcStart, restLength, cable } = this.touch.curves;
    const from = arcStart[e] + u * restLength[e];
    if (end === 0) return from;
    const last = this.touch.starts[cable[e] + 1] - 1;
    return arcStart[last] + restLength[last] - from;
  }
}

function fade(distance: number, f: number): number {
  return smoothstep((2 * (distance - f)) / f);
}

/** Farthest point of a solid from its body's centre of mass [m]; p: origin of its frame from there. */
export function farthest(solid: CableSolid, p: Vec3): number {
  if (solid.shape.kind === 'half-space') return 1e3;
  let corner = 0;
  for (let k = 0; k < 3; k++) {
    const most = Math.max(Math.abs(solid.bounds[k]), Math.abs(solid.bounds[3 + k]));
    corner += most * most;
  }
  return Math.sqrt(corner) + Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}
