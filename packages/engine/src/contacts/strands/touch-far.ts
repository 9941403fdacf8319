/**
 * Cables far from everything. Where a search finds nothing near, a wider one is tried now and then; if that finds nothing either, no search
 * is needed until something has moved by the additional reach, and while nothing is near curves need not be computed. Points of an element
 * move by at most 1.25 of the farthest of its four nodes (local-spline.ts). Beside fixed solids one number suffices: `clear`, the distance
 * every node may move before anything can touch. Near a convex solid, a separating plane between it and the element
 * (cable-solid-contact.ts) covers the pair, which may move along the plane without limit.
 */
import { type CableSolidContact, PLANE, type Reach, type SolidPoses } from '../../proximity/index.ts';
import type { TouchScene } from './touch-types.ts';

/** of the weights of a point of an element, by size (local-spline.ts) */
export const LARGEST_SUM = 1.25;
/** and largest sum of the negative ones */
const NEGATIVE = 0.125;
/** Additional reach, in reaches and in radii, and number of empty searches before a wide one. */
const WIDER = 32;
const RADII = 4;
/** The same where something is near. */
const NEARBY = 16;
const PATIENCE = 4;
const MOST_PATIENCE = 64;
/** Factor by which the next wide search is wider after an empty one, and its largest value. */
const WIDENS = 4;
const WIDEST = 4096;
const NOWHERE: Reach = { horizon: 0, slack: 0 };
/** Among things that touch and hardly move, a search reaches further by this part of a radius and stays valid for that distance. */
const SPARE = 0.02;

/** Interface of the strand contacts for this test. */
export interface FarScene extends TouchScene {
  readonly reach: Float64Array;
  readonly solidReach: Float64Array;
  readonly size: Float64Array;
  readonly poses: SolidPoses;
  readonly poses0: SolidPoses;
  nothingWithin(reach: Float64Array, solidReach: Float64Array): boolean;
  clearance(reach: Float64Array, solidReach: Float64Array): number;
  readonly onSolids: CableSolidContact;
  readonly alone: boolean;
}

export class FarApart {
  private readonly scene: FarScene;
  /** nodes where the step began and where the wide search was made, cable after cable */
  readonly start: Float64Array;
  private readonly from: Float64Array;
  private readonly wide: Float64Array;
  private readonly wideSolid: Float64Array;
  private readonly poses: SolidPoses;
  private readonly holders: Int32Array;
  /** offset of the nodes of each cable */
  private readonly first: Int32Array;
  private known = false;
  /** the pairs of the last search came from a search at `seenFrom` with reaches `seen` */
  private looked = false;
  private readonly seenFrom: Float64Array;
  private readonly seen: Float64Array;
  /** [m] distance every point may move from its position at the search before anything without a separating plane can touch; 0: unknown */
  clear = 0;
  /** true: the last close search was useful */
  near = false;
  private readonly allFixed: boolean;
  private empty = 0;
  /** empty searches until the next wide one: more after each that found something near */
  private patience = PATIENCE;
  private widening = 1;
  private emptyNear = 0;
  private patienceNear = 1;

  constructor(scene: FarScene, nodes: number) {
    this.scene = scene;
    const solids = scene.solids.length;
    this.start = new Float64Array(4 * nodes);
    this.from = new Float64Array(4 * nodes);
    this.wide = new Float64Array(nodes);
    this.seenFrom = new Float64Array(4 * nodes);
    this.seen = new Float64Array(nodes);
    this.wideSolid = new Float64Array(solids);
    this.poses = { posW: new Float64Array(3 * solids), rotWS: new Float64Array(9 * solids) };
    this.holders = new Int32Array(scene.cables.attachments.count);
    this.first = new Int32Array(scene.cables.items.length);
    for (let c = 1; c < this.first.length; c++) {
      this.first[c] = this.first[c - 1] + scene.cables.items[c - 1].cable.capacity;
    }
    const { shapes, spec, bodyOfSlot } = scene.model;
    // and only for cables whose curves depend on nodes alone
    this.allFixed =
      shapes.every(({ body }) => spec.bodies[bodyOfSlot[body]].kind === 'fixed') &&
      scene.cables.items.every(({ feed, refiner }) => feed === undefined && refiner === undefined);
  }

  forget(): void {
    this.known = false;
    this.near = false;
    this.clear = 0;
    this.empty = 0;
    this.patience = PATIENCE;
    this.widening = 1;
    this.emptyNear = 0;
    this.patienceNear = 1;
  }

  /** A step begins: stores the nodes. */
  begin(): void {
    const { items } = this.scene.cables;
    let o = 0;
    for (let c = 0; c < items.length; c++) {
      const { cable } = items[c];
      for (let i = 0; i < 4 * cable.nodeCount; i++) this.start[o + i] = cable.q[i];
      o += 4 * cable.capacity;
    }
  }

  /** Is everything still as far apart as in the wide search, for the reaches of the coming step? Solids must be placed. */
  holds(): boolean {
    if (!this.known) return false;
    const { reach, solidReach } = this.scene;
    const holds =
      this.sameHolders() &&
      this.cablesWithin(this.from, this.wide, reach) &&
      this.solidsWithin(this.poses, this.wideSolid, solidReach);
    if (!holds) {
      this.known = false;
      this.clear = 0;
    }
    return holds;
  }

  /** The next search finds pairs for one step only. */
  overlook(): void {
    this.looked = false;
  }

  /** Do the earlier pairs include all that may meet within the reaches of the coming step? */
  stillSeen(): boolean {
    return this.looked && this.cablesWithin(this.seenFrom, this.seen, this.scene.reach);
  }

  /** Reaches for a search that stays valid for several steps; lasts(): it was made. */
  lastingReach(): Float64Array {
    const { reach, curves } = this.scene;
    for (let e = 0; e < curves.count; e++) this.seen[e] = reach[e] + SPARE * curves.radius[e];
    return this.seen;
  }

  lasts(): void {
    this.seenFrom.set(this.start);
    this.looked = this.allFixed;
  }

  /** Has nothing moved beyond the reach of the step's search? Solids must be placed. */
  kept(): boolean {
    const { reach, solidReach, poses0 } = this.scene;
    return this.cablesWithin(this.start, reach) && this.solidsWithin(poses0, solidReach);
  }

  /** Nothing is near: try a wider search. */
  tryWide(): void {
    if (++this.empty < this.patience) return;
    this.empty = 0;
    const { scene, wide, wideSolid } = this;
    const { reach, solidReach, curves, poses } = scene;
    let most = 0;
    for (let e = 0; e < curves.count; e++) if (reach[e] > most) most = reach[e];
    const { widening } = this;
    for (let e = 0; e < curves.count; e++) wide[e] = widening * (WIDER * most + RADII * curves.radius[e]);
    for (let s = 0; s < solidReach.length; s++) wideSolid[s] = widening * WIDER * solidReach[s];
    this.known = scene.nothingWithin(wide, wideSolid);
    this.widening = this.known ? Math.min(WIDENS * widening, WIDEST) : 1;
    this.patience = this.known ? PATIENCE : Math.min(2 * this.patience, MOST_PATIENCE);
    this.clear = 0;
    if (!this.known) return;
    this.poses.posW.set(poses.posW);
    this.poses.rotWS.set(poses.rotWS);
    let least = Number.POSITIVE_INFINITY;
    for (let e = 0; e < curves.count; e++) if (wide[e] < least) least = wide[e];
    this.noteHere(least);
  }

  /** Something is near, and nothing touches: computes the distance. Useful where nothing can touch at these velocities within a range. */
  tryNear(velocity: Float64Array, range: Reach): void {
    this.clear = 0;
    if (!this.allFixed || ++this.emptyNear < this.patienceNear) return;
    this.emptyNear = 0;
    const { scene, wide, wideSolid } = this;
    const { reach, solidReach, curves } = scene;
    let least = Number.POSITIVE_INFINITY;
    for (let e = 0; e < curves.count; e++) {
      wide[e] = NEARBY * reach[e];
      if (wide[e] < least) least = wide[e];
    }
    for (let s = 0; s < solidReach.length; s++) wideSolid[s] = NEARBY * solidReach[s];
    this.noteHere(Math.min(least, scene.clearance(wide, wideSolid)));
    const useful = this.staysQuiet(velocity, range);
    this.near = useful && !scene.alone; // otherwise a wide search may help more
    this.patienceNear = useful ? 1 : Math.min(2 * this.patienceNear, MOST_PATIENCE);
    if (!useful) this.clear = 0;
  }

  private noteHere(clear: number): void {
    this.from.set(this.start);
    this.clear = this.allFixed ? clear : 0;
    const a = this.scene.cables.attachments;
    for (let k = 0; k < a.count; k++) this.holders[k] = a.active[k] === 1 ? a.slot[k] : -1;
  }

  /** Can nothing touch within a range, from the present nodes at these velocities? */
  staysQuiet(velocity: Float64Array, range: Reach): boolean {
    const clear = this.clear - range.slack;
    if (!(clear > 0) || !this.sameHolders()) return false;
    const { items } = this.scene.cables;
    const { from } = this;
    let o = 0;
    let move2 = 0;
    let speed2 = 0;
    for (let c = 0; c < items.length; c++) {
      const { cable, at } = items[c];
      const { q } = cable;
      for (let i = 0; i < 4 * cable.nodeCount; i += 4) {
        const x = q[i] - from[o + i];
        const y = q[i + 1] - from[o + i + 1];
        const z = q[i + 2] - from[o + i + 2];
        const m = x * x + y * y + z * z;
        if (!(m <= move2)) move2 = m;
        if (!(range.horizon > 0)) continue;
        const k = at + i;
        const v = velocity[k] * velocity[k] + velocity[k + 1] * velocity[k + 1] + velocity[k + 2] * velocity[k + 2];
        if (!(v <= speed2)) speed2 = v;
      }
      o += 4 * cable.capacity;
    }
    const way = Math.sqrt(move2) + range.horizon * Math.sqrt(speed2);
    return LARGEST_SUM * way <= clear && this.planesHold(velocity, range);
  }

  /** Are elements on their sides of the separating planes, and will they stay there at these velocities, with the slack of a range? */
  private planesHold(velocity: Float64Array, range: Reach): boolean {
    const { horizon, slack } = range;
    const { cables, starts, curves, onSolids } = this.scene;
    const { pairs, planes } = onSolids;
    const { from } = this;
    for (let k = 0, o = 0; k < pairs.length; k += 4, o += PLANE) {
      const e = pairs.data[k];
      const c = curves.cable[e];
      const { cable, at } = cables.items[c];
      const { q } = cable;
      const j = e - starts[c];
      const shift = 4 * this.first[c];
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = 4 * Math.max(0, j - 1); i <= 4 * Math.min(j + 2, cable.nodeCount - 1); i += 4) {
        let way = 0;
        let speed = 0;
        for (let r = 0; r < 3; r++) {
          way += planes.data[o + r] * (q[i + r] - from[shift + i + r]);
          if (horizon > 0) speed += planes.data[o + r] * velocity[at + i + r];
        }
        if (way > most) most = way;
        if (speed < 0) way += horizon * speed;
        else if (way + horizon * speed > most) most = way + horizon * speed;
        if (way < least) least = way;
      }
      if (!(planes.data[o + 3] + (1 + NEGATIVE) * least - NEGATIVE * most >= slack)) return false;
    }
    return true;
  }

  /** Can nothing touch at the present nodes? */
  quiet(): boolean {
    return this.staysQuiet(this.from, NOWHERE);
  }

  private sameHolders(): boolean {
    const a = this.scene.cables.attachments;
    for (let k = 0; k < a.count; k++) if (this.holders[k] !== (a.active[k] === 1 ? a.slot[k] : -1)) return false;
    return true;
  }

  /** Is the motion of every element plus `more` within `limit`? */
  private cablesWithin(from: Float64Array, limit: Float64Array, more?: Float64Array): boolean {
    const { cables, starts } = this.scene;
    let o = 0;
    for (let c = 0; c < cables.items.length; c++) {
      const { cable } = cables.items[c];
      const last = cable.nodeCount - 1;
      const { q } = cable;
      for (let i = 0; i <= last; i++) {
        const x = q[4 * i] - from[o + 4 * i];
        const y = q[4 * i + 1] - from[o + 4 * i + 1];
        const z = q[4 * i + 2] - from[o + 4 * i + 2];
        const move2 = LARGEST_SUM * LARGEST_SUM * (x * x + y * y + z * z);
        // elements whose curve depends on this node
        for (let j = Math.max(0, i - 2); j <= Math.min(i + 1, last - 1); j++) {
          const e = starts[c] + j;
          const room = more === undefined ? limit[e] : limit[e] - more[e];
          if (!(room >= 0 && move2 <= room * room)) return false;
        }
      }
      o += 4 * cable.capacity;
    }
    return true;
  }

  private solidsWithin(from: SolidPoses, limit: Float64Array, more?: Float64Array): boolean {
    const { poses, size, solids } = this.scene;
    for (let s = 0; s < solids.length; s++) {
      let moved = 0;
      let turned = 0;
      for (let k = 3 * s; k < 3 * s + 3; k++) moved += (poses.posW[k] - from.posW[k]) * (poses.posW[k] - from.posW[k]);
      for (let k = 9 * s; k < 9 * s + 9; k++)
        turned += (poses.rotWS[k] - from.rotWS[k]) * (poses.rotWS[k] - from.rotWS[k]);
      const far = Math.sqrt(moved) + (turned > 0 ? Math.sqrt(turned) * size[s] : 0);
      if (!(far <= limit[s] - (more === undefined ? 0 : more[s]))) return false;
    }
    return true;
  }
}
