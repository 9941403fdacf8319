/**
 * The trial with everything that acts on it: joint rows, joint actions, springs, hulls, contacts. All of it may be discarded. Owned by the
 * Simulation; written by the stages named in ARCHITECTURE.md.
 */
import type { JointRows } from '../joints/index.ts';
import { AllContacts, BodySource, CableTouch, Contacts, StrandSource } from '../contacts/index.ts';
import { ActionData, JointData, SpringData } from './element-data.ts';
import { HullSet } from './hulls.ts';
import { StageMatrix, makePull, type Pull, Trial } from '../trial/index.ts';
import type { Model } from '../model/index.ts';

/** Forces of winches, hands and cranes. */
export interface GearForces {
  /** true: gear that acts step by step is present */
  readonly any: boolean;
  /** lines between sheaves and drums, pulling at both */
  readonly legs: readonly Pull[];
}

const NO_GEAR: GearForces = { any: false, legs: [] };

export class Workspace extends Trial {
  /** [m] largest mismatch between length and tension of a cable element after the last increment */
  cableGap = 0;
  readonly rows: JointRows;
  readonly lambda: Float64Array;
  readonly joints: JointData;
  readonly actions: ActionData;
  readonly springs: SpringData;
  contacts: Contacts;
  /** contacts of cables */
  touch: CableTouch;
  strands: StrandSource;
  /** all contact sources, as dynamics sees them */
  allContacts: AllContacts;
  readonly pull: Pull = makePull();
  /** forces applied by a program, each kept until it is removed */
  readonly pushes: Pull[] = [];
  /** commands of users, programs and scripts so far */
  commands = 0;
  readonly multiplierCount: number;
  gear: GearForces = NO_GEAR;
  readonly hulls: HullSet;
  /** the unknown of the stage, needed for added mass */
  readonly bodyX: Float64Array;
  /** the same for cable nodes */
  readonly cableX: Float64Array;

  constructor(model: Model, withMultipliers: boolean) {
    super(model, withMultipliers);
    this.joints = new JointData(model);
    this.actions = new ActionData(model);
    this.springs = new SpringData(model);
    const { joints } = model;
    const floats = (k: number): Float64Array => new Float64Array(k);
    const jointRows = joints.rowStart[joints.count];
    this.hulls = new HullSet(model.spec, this.sea, model.slotOfBody);
    this.bodyX = floats(this.bodySize);
    const rows = jointRows + 3 * this.cables.attachments.count;
    this.cables.firstRow = jointRows;
    this.cableX = floats(4 * this.cables.nodeCount);
    this.multiplierCount = rows;
    this.rows = {
      phi: floats(rows),
      phiT: floats(rows),
      gamma: floats(rows),
      jacobianA: floats(6 * rows),
      jacobianB: floats(6 * rows),
    };
    this.lambda = floats(rows);
    this.contacts = new Contacts(model, this.effort);
    this.touch = new CableTouch(model, this.cables, this.effort);
    this.strands = new StrandSource(this.touch);
    this.allContacts = new AllContacts([new BodySource(this.contacts), this.strands]);
  }
}

/** Discards data that only saves work: search caches, matrix pattern. Contact history goes with them. */
export function forgetCaches(w: Workspace): void {
  w.matrix = new StageMatrix(w.model, w.matrix.withMultipliers, w.cables);
  w.contacts = new Contacts(w.model, w.effort);
  w.touch = new CableTouch(w.model, w.cables, w.effort);
  w.strands = new StrandSource(w.touch);
  w.allContacts = new AllContacts([new BodySource(w.contacts), w.strands]);
}
