/**
 * Cables in touch: with solids, with each other, with themselves. Once a step the search finds elements that may meet before it
 * ends; at every evaluation curves follow from the nodes (geometry/spline/local-spline.ts) and patches from the curves
 * (proximity/cable-cable, cable-solid). What the laws make of them is in touch-forces.ts.
 */
import { LOCAL_STRIDE, localControl, localMap } from '../geometry/index.ts';
import {
  CableContact,
  CableCurves,
  type CableLayout,
  CableSolid,
  CableSolidContact,
  CONTROL_STRIDE,
  ContactPatches,
  type SolidPoses,
} from '../proximity/index.ts';
import type { CableSet } from './cables.ts';
import type { Model } from './model.ts';
import { TouchCouplings } from './touch-couplings.ts';
import { TouchEnds } from './touch-ends.ts';
import { TouchHistory } from './touch-history.ts';
import { TouchPassages } from './touch-passages.ts';
import { TouchTable } from './touch-table.ts';

/** Position margin of the search over the radius: nodes get their blocks a little before they need them. */
const AHEAD = 0.25;

export class CableTouch {
  readonly model: Model;
  readonly cables: CableSet;
  readonly table: TouchTable;
  /** rows of the table */
  readonly laws: Float64Array;
  readonly curves: CableCurves;
  /** by shape of the model */
  readonly solids: readonly CableSolid[];
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
  /** of the last evaluation: patches, deepest point, smallest bristle, patches that began, ended, stuck or slipped */
  active = 0;
  deepest = 0;
  finest: number = Number.POSITIVE_INFINITY;
  changes = 0;
  /** when the last search was [s], and velocities then, as in the workspace */
  searchTime = 0;
  readonly velocity0: Float64Array;
  /** 1: the last step had an impact shorter than itself */
  struck = 0;
  private readonly nodeCounts: Int32Array;
  private readonly reach: Float64Array;
  private readonly solidReach: Float64Array;
  /** [m] farthest point of each solid from its body's centre of mass */
  readonly size: Float64Array;

  constructor(model: Model, cables: CableSet) {
    this.model = model;
    this.cables = cables;
    this.table = new TouchTable(model);
    this.laws = Float64Array.from(this.table.laws);
    const { items } = cables;
    let room = 0;
    for (const { cable } of items) room += cable.capacity - 1;
    this.starts = new Int32Array(items.length + 1);
    this.nodeCounts = new Int32Array(items.length);
    this.map = new Float64Array(LOCAL_STRIDE * room);
    this.control = new Float64Array(CONTROL_STRIDE * room);
    this.control0 = new Float64Array(CONTROL_STRIDE * room);
    this.reach = new Float64Array(room);
    const touched = this.table.solids ? model.shapes : [];
    this.solids = touched.map(({ shape }) => new CableSolid(shape));
    this.solidReach = new Float64Array(touched.length);
    this.velocity0 = new Float64Array(6 * model.slotCount);
    this.size = Float64Array.from(touched, (_, s) => farthest(model, this.solids[s], s));
    this.poses = makePoses(touched.length);
    this.poses0 = makePoses(touched.length);
    const layout = this.layout();
    this.curves = new CableCurves(layout);
    const { onShape, onCable } = this.table;
    this.onSolids = new CableSolidContact(this.curves, this.solids, {
      mayTouch: (cable, solid) => onShape[cable * model.shapes.length + solid] >= 0,
    });
    this.strands = new CableContact(this.curves, { mayTouch: (a, b) => onCable[a * items.length + b] >= 0 });
    this.ends = new TouchEnds(this);
    this.couplings = new TouchCouplings(this, room);
    this.passages = new TouchPassages(this, layout);
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
    this.pairs = pairs;
    this.power = new Float64Array(pairs.length);
    this.stored = new Float64Array(pairs.length);
  }

  get any(): boolean {
    return this.table.solids || this.table.strands;
  }

  /** Elements as the cables have them now. Labels outlive the coming and going of elements at a fed end. */
  private layout(): CableLayout {
    const { items } = this.cables;
    let count = 0;
    for (let c = 0; c < items.length; c++) {
      this.starts[c] = count;
      this.nodeCounts[c] = items[c].cable.nodeCount;
      count += items[c].cable.elementCount;
    }
    this.starts[items.length] = count;
    const radius = new Float64Array(count);
    const restLength = new Float64Array(count);
    const label = new Int32Array(count);
    let first = 0;
    for (let c = 0; c < items.length; c++) {
      const { cable, feed } = items[c];
      const m = cable.elementCount;
      const skip = feed?.end === 0 ? cable.capacity - 1 - m : 0;
      for (let j = 0; j < m; j++) {
        const e = this.starts[c] + j;
        radius[e] = 0.5 * cable.diameter[j];
        restLength[e] = cable.restLength[j];
        label[e] = first + skip + j;
        localMap(this.map, LOCAL_STRIDE * e, cable.restLength, j, cable.nodeCount);
      }
      first += cable.capacity;
    }
    return { starts: this.starts, radius, restLength, label };
  }

  /** Curves and solids at the positions given, four numbers a node in each cable's q. */
  place(position: Float64Array, rotation: Float64Array): void {
    const { items } = this.cables;
    for (let c = 0; c < items.length; c++) {
      const { cable, feed } = items[c];
      const first = this.starts[c];
      for (let j = 0; j < cable.elementCount; j++) {
        const e = first + j;
        if (feed) {
          this.curves.restLength[e] = cable.restLength[j];
          localMap(this.map, LOCAL_STRIDE * e, cable.restLength, j, cable.nodeCount);
        }
        localControl(this.control, CONTROL_STRIDE * e, this.map, LOCAL_STRIDE * e, cable.q, j, cable.nodeCount);
      }
    }
    this.curves.set(this.control);
    this.placeSolids(position, rotation);
  }

  private placeSolids(position: Float64Array, rotation: Float64Array): void {
    const { shapes } = this.model;
    const { posW, rotWS } = this.poses;
    for (let s = 0; s < this.solids.length; s++) {
      const { body, position: p, rotation: S } = shapes[s];
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

  /** Elements that may meet solids or each other within `horizon` [s] at these velocities, or move by `slack` [m] besides. */
  search(
    position: Float64Array,
    rotation: Float64Array,
    velocity: Float64Array,
    time: number,
    horizon: number,
    slack: number,
  ): void {
    const { items } = this.cables;
    let changed = false;
    for (let c = 0; c < items.length; c++) if (items[c].cable.nodeCount !== this.nodeCounts[c]) changed = true;
    if (changed) {
      const layout = this.layout();
      this.curves.reset(layout);
      this.passages.reset(layout);
    }
    this.searchTime = time;
    this.velocity0.set(velocity);
    this.place(position, rotation);
    this.control0.set(this.control);
    this.poses0.posW.set(this.poses.posW);
    this.poses0.rotWS.set(this.poses.rotWS);
    this.ends.update();
    this.findReach(velocity, horizon, slack);
    if (this.table.solids) this.onSolids.search(this.reach, this.solidReach);
    if (this.table.strands) this.strands.search(this.reach);
    this.couplings.list(this.onSolids.pairs, this.strands.pairs, this.velocity0, horizon);
  }

  private findReach(velocity: Float64Array, horizon: number, slack: number): void {
    const { items } = this.cables;
    for (let c = 0; c < items.length; c++) {
      const { cable, at } = items[c];
      for (let j = 0; j < cable.elementCount; j++) {
        let most = 0;
        for (let i = Math.max(0, j - 1); i <= Math.min(j + 2, cable.nodeCount - 1); i++) {
          const o = at + 4 * i;
          const speed2 =
            velocity[o] * velocity[o] + velocity[o + 1] * velocity[o + 1] + velocity[o + 2] * velocity[o + 2];
          if (speed2 > most) most = speed2;
        }
        const e = this.starts[c] + j;
        this.reach[e] = 1.25 * Math.sqrt(most) * horizon + Math.max(slack, AHEAD * this.curves.radius[e]); // sum |w| <= 1.25
      }
    }
    for (let s = 0; s < this.solids.length; s++) {
      const k = 6 * this.model.shapes[s].body;
      const v2 = velocity[k] * velocity[k] + velocity[k + 1] * velocity[k + 1] + velocity[k + 2] * velocity[k + 2];
      const w2 =
        velocity[k + 3] * velocity[k + 3] + velocity[k + 4] * velocity[k + 4] + velocity[k + 5] * velocity[k + 5];
      const spin = w2 > 0 ? Math.sqrt(w2) * this.size[s] : 0;
      this.solidReach[s] = (Math.sqrt(v2) + spin) * horizon + slack;
    }
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
    const out = new Float64Array(2 + a.length + b.length);
    out[0] = a.length;
    out[1] = this.struck;
    out.set(a, 2);
    out.set(b, 2 + a.length);
    return out;
  }

  restore(saved: Float64Array): void {
    if (saved.length === 0) return;
    const split = 2 + saved[0];
    this.struck = saved[1];
    this.solidHistory.restore(saved.slice(2, split));
    this.strandHistory.restore(saved.slice(split));
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

/** Farthest point of a solid from its body's centre of mass [m]. */
function farthest(model: Model, solid: CableSolid, s: number): number {
  if (solid.shape.kind === 'half-space') return 1e3;
  const { position: p } = model.shapes[s];
  let corner = 0;
  for (let k = 0; k < 3; k++) {
    const most = Math.max(Math.abs(solid.bounds[k]), Math.abs(solid.bounds[3 + k]));
    corner += most * most;
  }
  return Math.sqrt(corner) + Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}
