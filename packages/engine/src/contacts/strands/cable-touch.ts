/**
 * Strand contacts: of cables with solids, with each other and with themselves. Once in each step the search finds elements that may meet
 * before its end; at every evaluation curves follow from the nodes (geometry/spline/local-spline.ts) and contacts from the curves
 * (proximity/cable-cable, cable-solid). touch-forces.ts applies the laws.
 */
import { Effort, effortFor, FOR_STRANDS } from '../../base/index.ts';
import { LOCAL_STRIDE, localControl } from '../../geometry/index.ts';
import { elementMap, hasParted } from '../../model/index.ts';
import type { Vec3 } from '../../math/index.ts';
import {
  CableContact,
  CableCurves,
  chordClearance,
  CableSolid,
  CableSolidContact,
  CONTROL_STRIDE,
  ContactPatches,
  type SolidPoses,
  type Reach,
} from '../../proximity/index.ts';
import type { CableSet, Model } from '../../model/index.ts';
import { TouchCouplings } from './touch-couplings.ts';
import { farthest, TouchEnds } from './touch-ends.ts';
import { FarApart } from './touch-far.ts';
import { TouchHistory } from './touch-history.ts';
import { layOut, takeLengths } from './touch-layout.ts';
import { TouchPassages } from './touch-passages.ts';
import { findReach } from './touch-reach.ts';
import { TouchTable } from './strand-laws.ts';

export class CableTouch {
  readonly model: Model;
  readonly effort: Effort;
  readonly cables: CableSet;
  readonly table: TouchTable;
  /** rows of the table */
  readonly laws: Float64Array;
  readonly curves: CableCurves;
  /** by shape of the model */
  readonly solids: readonly CableSolid[];
  /** [m] origins of their frames, from the centres of mass of their bodies */
  readonly origins: readonly Vec3[];
  readonly onSolids: CableSolidContact;
  readonly strands: CableContact;
  readonly solidPatches: ContactPatches = new ContactPatches();
  readonly strandPatches: ContactPatches = new ContactPatches();
  readonly solidHistory: TouchHistory = new TouchHistory();
  readonly strandHistory: TouchHistory = new TouchHistory();
  readonly ends: TouchEnds;
  readonly passages: TouchPassages;
  /** first element of each cable */
  readonly starts: Int32Array;
  /** linear map from nodes, by element (local-spline.ts) */
  readonly map: Float64Array;
  /** control vectors of all elements: now, and where the step began */
  readonly control: Float64Array;
  readonly control0: Float64Array;
  /** poses of all solids: now, and where the step began */
  readonly poses: SolidPoses;
  readonly poses0: SolidPoses;
  readonly couplings: TouchCouplings;
  /** pairs of the ledger: cable and slot, cable and cable; power absorbed [W], energy held [J] */
  readonly pairs: readonly TouchPair[];
  readonly pairOnSlot: Int32Array;
  readonly pairOnCable: Int32Array;
  readonly power: Float64Array;
  readonly stored: Float64Array;
  /** by pair, of patches whose friction falls with the speed: normal forces [N], and these times how far limits changed (trial.ts) */
  readonly pressed: Float64Array;
  readonly limitChanges: Float64Array;
  /** of the last evaluation: patches, deepest point, smallest bristle, patches that began, ended, stuck or slipped */
  active = 0;
  deepest = 0;
  finest: number = Number.POSITIVE_INFINITY;
  changes = 0;
  /** how far laws were taken from the depth of their patches, as a part of the depth they were taken at */
  strain = 0;
  /** true: neither the last evaluation nor the one before found contact */
  blank = false;
  /** a stage is being solved */
  iterating = false;
  /** w.moves when patches were found last */
  seen = -1;
  /** time of the last search [s], and velocities then, as in the workspace */
  searchTime = 0;
  readonly velocity0: Float64Array;
  /** 1: the last step had an impact shorter than itself */
  struck = 0;
  readonly reach: Float64Array;
  readonly solidReach: Float64Array;
  private readonly far: FarApart;
  /** true: the step under way began without a search, because nothing can touch in it */
  quiet = false;
  /** true: nothing touched at its start either; only a check at its end is needed that everything stayed within its bounds */
  idle = false;
  private readonly lengthsChange: boolean;
  /** nodes for which curves and control vectors were computed, cable after cable */
  private readonly placed: Float64Array;
  private position: Float64Array = new Float64Array(0);
  private rotation: Float64Array = new Float64Array(0);
  /** of the cables' nodes, when elements were laid out */
  private version = 0;
  /** [m] farthest point of each solid from its body's centre of mass */
  readonly size: Float64Array;

  constructor(model: Model, cables: CableSet, effort: Effort = new Effort()) {
    this.model = model;
    this.effort = effort;
    this.cables = cables;
    this.table = new TouchTable(model);
    this.laws = Float64Array.from(this.table.laws);
    const { items } = cables;
    let room = 0;
    for (const { cable } of items) room += cable.capacity - 1;
    this.starts = new Int32Array(items.length + 1);
    this.map = new Float64Array(LOCAL_STRIDE * room);
    this.control = new Float64Array(CONTROL_STRIDE * room);
    this.control0 = new Float64Array(CONTROL_STRIDE * room);
    this.reach = new Float64Array(room);
    const touched = this.table.solids ? model.shapes : [];
    this.solids = touched.map(({ shape }) => new CableSolid(shape));
    this.origins = touched.map(({ position, rotation }, s) => this.solids[s].originIn(position, rotation));
    this.solidReach = new Float64Array(touched.length);
    this.velocity0 = new Float64Array(6 * model.slotCount);
    this.size = Float64Array.from(touched, (_, s) => farthest(this.solids[s], this.origins[s]));
    this.poses = makePoses(touched.length);
    this.poses0 = makePoses(touched.length);
    const layout = layOut(cables, this.starts, this.map);
    this.curves = new CableCurves(layout);
    const { onShape, onCable } = this.table;
    const pairs: TouchPair[] = [];
    this.pairOnSlot = new Int32Array(items.length * model.slotCount).fill(-1);
    this.pairOnCable = new Int32Array(items.length * items.length).fill(-1);
    for (let c = 0; c < items.length; c++) {
      model.shapes.forEach(({ body }, s) => {
        if (onShape[c * model.shapes.length + s] < 0 || this.pairOnSlot[c * model.slotCount + body] >= 0) return;
        this.pairOnSlot[c * model.slotCount + body] = pairs.length;
        pairs.push({ cable: c, slot: body, other: -1 });
      });
      for (let d = c; d < items.length; d++) {
        if (onCable[c * items.length + d] < 0) continue;
        this.pairOnCable[c * items.length + d] = pairs.length;
        this.pairOnCable[d * items.length + c] = pairs.length;
        pairs.push({ cable: c, slot: -1, other: d });
      }
    }
    const onSolid = new Int32Array(items.length * this.solids.length);
    for (let i = 0; i < onSolid.length; i++) {
      const pair = this.pairOnSlot[Math.floor(i / touched.length) * model.slotCount + touched[i % touched.length].body];
      onSolid[i] = effortFor(FOR_STRANDS, Math.max(0, pair));
    }
    const onStrand = this.pairOnCable.map((pair) => effortFor(FOR_STRANDS, Math.max(0, pair)));
    this.onSolids = new CableSolidContact(this.curves, this.solids, {
      effort,
      who: onSolid,
      mayTouch: (cable, solid) => onShape[cable * model.shapes.length + solid] >= 0,
      search: model.spec.contacts.solidSearch,
    });
    this.strands = new CableContact(this.curves, {
      effort,
      who: onStrand,
      cables: items.length,
      mayTouch: (a, b) => onCable[a * items.length + b] >= 0 && !(a === b && hasParted(cables, a)),
      search: model.spec.contacts.cableSearch,
    });
    this.ends = new TouchEnds(this);
    this.couplings = new TouchCouplings(this, room);
    this.far = new FarApart(this, cables.nodeCount);
    this.placed = new Float64Array(4 * cables.nodeCount).fill(Number.NaN);
    this.lengthsChange = items.some(({ feed, refiner }) => feed !== undefined || refiner !== undefined);
    this.passages = new TouchPassages(this, layout);
    this.pairs = pairs;
    this.power = new Float64Array(pairs.length);
    this.stored = new Float64Array(pairs.length);
    this.pressed = new Float64Array(pairs.length);
    this.limitChanges = new Float64Array(pairs.length);
  }

  /** Of the ledger: that of patch p. */
  pairOf(patches: ContactPatches, p: number, solid: boolean): number {
    const { curves, model, cables } = this;
    const a = curves.cable[patches.elementA[p]];
    const other = patches.elementB[p];
    if (solid) return this.pairOnSlot[a * model.slotCount + model.shapes[other].body];
    return this.pairOnCable[a * cables.items.length + curves.cable[other]];
  }

  get any(): boolean {
    return this.table.solids || this.table.strands;
  }

  /** Curves and solids at the positions given, four numbers a node in each cable's q. */
  place(position: Float64Array, rotation: Float64Array): void {
    this.placeCurves();
    this.placeSolids(position, rotation);
  }

  /** Computes the contacts at the present positions, unless `moves` shows that they are known. */
  find(moves: number, position: Float64Array, rotation: Float64Array): void {
    if (this.seen === moves) return;
    this.seen = moves;
    if (this.quiet && this.far.quiet()) {
      this.solidPatches.clear();
      this.strandPatches.clear();
      return;
    }
    if (!this.alone || this.random) this.place(position, rotation);
    if (this.table.solids) this.onSolids.refresh(this.solidPatches);
    if (this.table.strands) this.strands.refresh(this.strandPatches);
  }

  /** Curves from the nodes of the cables, or from `q`, which has room for all nodes of each, one cable after the other. */
  private placeCurves(q?: Float64Array): void {
    const { items } = this.cables;
    if (q !== undefined) this.placed.fill(Number.NaN);
    else if (!this.lengthsChange && this.nodesStand()) return;
    let at = 0;
    for (let c = 0; c < items.length; c++) {
      const { cable, feed, refiner } = items[c];
      const first = this.starts[c];
      const nodes = q === undefined ? cable.q : q.subarray(at, at + 4 * cable.capacity);
      for (let j = 0; j < cable.elementCount; j++) {
        const e = first + j;
        if (feed || refiner) {
          this.curves.restLength[e] = cable.restLength[j];
          elementMap(this.map, LOCAL_STRIDE * e, cable, j);
        }
        localControl(this.control, CONTROL_STRIDE * e, this.map, LOCAL_STRIDE * e, nodes, j, cable.nodeCount);
      }
      at += 4 * cable.capacity;
    }
    this.curves.set(this.control);
  }

  /** Are all nodes unchanged since curves were last computed? Stores them. */
  private nodesStand(): boolean {
    const { placed } = this;
    let stand = true;
    let o = 0;
    for (const { cable } of this.cables.items) {
      const { q, nodeCount, capacity } = cable;
      for (let i = 0; i < 4 * nodeCount; i++) {
        if (placed[o + i] === q[i]) continue;
        placed[o + i] = q[i];
        stand = false;
      }
      o += 4 * capacity;
    }
    return stand;
  }

  private placeSolids(position: Float64Array, rotation: Float64Array): void {
    const { shapes } = this.model;
    const { posW, rotWS } = this.poses;
    for (let s = 0; s < this.solids.length; s++) {
      const { body, rotation: S } = shapes[s];
      const p = this.origins[s];
      const R = 9 * body;
      for (let i = 0; i < 3; i++) {
        const a = rotation[R + 3 * i];
        const b = rotation[R + 3 * i + 1];
        const c = rotation[R + 3 * i + 2];
        posW[3 * s + i] = position[3 * body + i] + a * p[0] + b * p[1] + c * p[2];
        for (let j = 0; j < 3; j++) rotWS[9 * s + 3 * i + j] = a * S[j] + b * S[3 + j] + c * S[6 + j];
      }
      this.solids[s].setPose(posW, rotWS, 3 * s, 9 * s);
    }
  }

  /** Places are looked for from random starts: what is near may not have been found. */
  get random(): boolean {
    return this.strands.random !== undefined || this.onSolids.random !== undefined;
  }

  /** Elements that may meet solids or each other within a range at these velocities. */
  search(
    position: Float64Array,
    rotation: Float64Array,
    velocity: Float64Array,
    clock: { readonly time: number },
    range: Reach,
  ): void {
    const changed = this.cables.version !== this.version;
    this.seen = -1;
    this.quiet = !changed && !this.random && this.far.clear > 0 && this.far.staysQuiet(velocity, range);
    this.idle = this.quiet && this.blank;
    if (this.idle) return;
    this.searchTime = clock.time;
    this.velocity0.set(velocity);
    this.position = position;
    this.rotation = rotation;
    this.far.begin();
    if (changed) {
      this.version = this.cables.version;
      const layout = layOut(this.cables, this.starts, this.map);
      this.curves.reset(layout);
      this.placed.fill(Number.NaN);
      this.passages.reset(layout);
    } else if (this.lengthsChange) takeLengths(this, this.map);
    findReach(this, velocity, range, this.active > 0 || this.struck === 1);
    if (changed) this.far.forget();
    this.placeSolids(position, rotation);
    this.poses0.posW.set(this.poses.posW);
    this.poses0.rotWS.set(this.poses.rotWS);
    if (!this.random && this.far.holds()) return;
    this.placeCurves();
    this.control0.set(this.control);
    this.ends.update();
    const calm = this.active === 0 && !this.random;
    this.far.clear = 0;
    if (!calm && !this.random) this.lookAmong(changed);
    else if (!(calm && this.far.near)) this.look(this.reach, this.solidReach);
    else this.far.tryNear(velocity, range);
    if (!calm) this.far.forget();
    else {
      if (this.far.clear === 0 && this.alone) this.far.tryWide();
      if (this.far.clear === 0) this.far.tryNear(velocity, range);
    }
    this.quiet = this.far.staysQuiet(velocity, range);
  }

  /** Something touches: earlier pairs may serve. */
  private lookAmong(changed: boolean): void {
    if (!changed && this.far.stillSeen()) {
      this.curves.cutIntoPieces();
      return;
    }
    this.look(this.far.lastingReach(), this.solidReach);
    this.far.lasts();
  }

  private look(reach: Float64Array, solidReach: Float64Array): void {
    this.far.overlook();
    const { solids, strands } = this.table;
    if (solids) this.onSolids.search(reach, solidReach);
    if (strands) this.strands.search(reach, solids && !this.onSolids.random ? this.onSolids.tree : undefined);
  }

  /** A stage begins: laws are linearised at the depths of touch-iterates.ts. */
  beginStage(): void {
    this.iterating = true;
    this.solidHistory.iterates.forget();
    this.strandHistory.iterates.forget();
  }

  /** Is nothing within a wider reach? Otherwise restores the result of the narrower search. */
  nothingWithin(reach: Float64Array, solidReach: Float64Array): boolean {
    this.look(reach, solidReach);
    const none = this.alone;
    if (!none) this.look(this.reach, this.solidReach);
    return none;
  }

  /** [m] distance that points of strands within these reaches may move before they touch; 0: unknown. The pairs found then stay valid. */
  clearance(reach: Float64Array, solidReach: Float64Array): number {
    this.look(reach, solidReach);
    return this.table.strands ? 0.5 * chordClearance(this.curves, this.strands.pairs) : Number.POSITIVE_INFINITY;
  }

  /** Does nothing touch at the last evaluation, and did nothing at the start of the step? */
  get nothing(): boolean {
    const { solidPatches, strandPatches, solidHistory, strandHistory } = this;
    const patches = solidPatches.count + strandPatches.count;
    return patches === 0 && solidHistory.committed.length + strandHistory.committed.length === 0;
  }

  /** Did the last search find nothing near any cable? Then curves need not follow the nodes until the next. */
  get alone(): boolean {
    const { table, onSolids, strands } = this;
    return !(table.solids && onSolids.pairs.length > 0) && !(table.strands && strands.pairs.length > 0);
  }

  /**
   * True: nothing was near at the start of the step, and nothing has moved beyond the reach of the search. Otherwise places everything, the
   * start included.
   */
  keptApart(): boolean {
    if (this.quiet && this.far.quiet()) return true;
    if (this.idle) return false;
    if (this.random || (!this.alone && !this.quiet)) return false;
    this.placeSolids(this.position, this.rotation);
    if (!this.quiet && this.far.kept()) return true;
    this.placeCurves(this.far.start);
    this.control0.set(this.control);
    this.placeCurves();
    return false;
  }

  commit(): void {
    this.solidHistory.commit();
    this.strandHistory.commit();
    this.passages.commit();
  }

  /** History as numbers, for a checkpoint. */
  save(): Float64Array {
    const a = this.solidHistory.save();
    const b = this.strandHistory.save();
    const c = [
      ...(this.onSolids.random ?? []).flatMap((search) => search.save()),
      ...(this.strands.random?.save() ?? []),
    ];
    return Float64Array.from([a.length, b.length, this.struck, ...a, ...b, ...c]);
  }

  restore(saved: Float64Array): void {
    this.blank = false;
    if (saved.length === 0) return;
    const split = 3 + saved[0];
    this.struck = saved[2];
    this.solidHistory.restore(saved.slice(3, split));
    this.strandHistory.restore(saved.slice(split, split + saved[1]));
  }

  /** Memory of the random search; set after the first search of a restart. */
  restoreSearch(saved: Float64Array): void {
    if (saved.length === 0) return;
    let at = 3 + saved[0] + saved[1];
    for (const search of this.onSolids.random ?? []) at += search.restore(saved.slice(at));
    this.strands.random?.restore(saved.slice(at));
  }
}

/** A cable and the body in slot, or another cable (or itself). */
export interface TouchPair {
  readonly cable: number;
  readonly slot: number;
  readonly other: number;
}

function makePoses(count: number): SolidPoses {
  return { posW: new Float64Array(3 * count), rotWS: new Float64Array(9 * count) };
}
