/**
 * Everything that may be thrown away: the trial state of the step under way, forces, rows, matrix, contacts.
 * Owned by the Simulation; written by the stages named in ARCHITECTURE.md; grown at build and between steps only.
 */
import { movePoses, evaluatePrescribed, worldInertia } from '../bodies/index.ts';
import { ACTION_STATE, ACTION_STRIDE, COORDINATES_OF_TYPE, type JointRows, Coordinate } from '../joints/index.ts';
import type { Sea } from '../marine/index.ts';
import { logRotation } from '../math/index.ts';
import { CableTouch } from './cable-touch.ts';
import { CableSet } from './cables.ts';
import { Contacts } from './contacts.ts';
import { GearSet } from './gear.ts';
import { HullSet } from './hulls.ts';
import { StageMatrix } from './matrix.ts';
import type { Model } from './model.ts';
import { makePull, type Pull } from './pull.ts';

export class Workspace {
  readonly model: Model;
  /** time of the trial [s] */
  time = 0;
  /** length of the step under way [s] */
  h = 0;
  /** of the stage under way: u = u* + b x, v = v* + c x; both 0: none is */
  b = 0;
  c = 0;
  /** of joints in the stage matrix: eps of multipliers, b alpha of penalties */
  compliance = 0;
  penalty = 0;
  /** b/c of the matrix being made */
  ratio = 0;
  /** [m] the largest between length and tension of a cable element that the last increment left */
  cableGap = 0;
  /** of the search for contacts: horizon [s], slack [m] */
  readonly reach: { horizon: number; slack: number } = { horizon: 0, slack: 0 };
  /** poses where the step began */
  readonly position0: Float64Array;
  readonly rotation0: Float64Array;
  /** trial */
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly inertiaW: Float64Array;
  /** displacement and rotation vector since the step began, six a slot */
  readonly u: Float64Array;
  /** applied generalised forces, six a dynamic slot */
  readonly force: Float64Array;
  readonly rows: JointRows;
  readonly lambda: Float64Array;
  /** joint actions: committed history and trial (ACTION_STATE numbers each), what they last did */
  readonly actionState: Float64Array;
  readonly actionTrial: Float64Array;
  readonly coordinate: Coordinate;
  /** angle near which joint k's angle is unwrapped [rad]: committed */
  readonly jointAngle: Float64Array;
  /** 1 for joints that have an angle; hasAngles: any of them */
  readonly angular: Uint8Array;
  readonly hasAngles: boolean;
  matrix: StageMatrix;
  contacts: Contacts;
  /** contacts of cables */
  touch: CableTouch;
  /** power absorbed now, per element [W]; what is stored in it now [J] */
  readonly springPower: Float64Array;
  readonly springStored: Float64Array;
  readonly springTension: Float64Array;
  readonly springLength: Float64Array;
  /** 1: holds; 0: unhooked, there is nothing */
  readonly springHeld: Uint8Array;
  readonly pull: Pull = makePull();
  readonly actionPower: Float64Array;
  readonly actionStored: Float64Array;
  readonly actionEffort: Float64Array;
  readonly actionFriction: Float64Array;
  /** power put in by drivers and by prescribed bodies through joints, per joint [W] */
  readonly jointPower: Float64Array;
  /** actions that have stops */
  readonly stops: Int32Array;
  /** do joint actions remember what was: stops, friction? */
  readonly hasHistory: boolean;
  /** joints through which work can come in: driven, or on a prescribed body */
  readonly workingJoints: Int32Array;
  /** power put in by loads, efforts, and prescribed bodies through springs and contacts [W] */
  loadPower = 0;
  /** times the trial was moved */
  moves = 0;
  readonly multiplierCount: number;
  /** unknown accelerations: of bodies, and of all */
  readonly bodySize: number;
  readonly size: number;
  /** water, waves, current and wind; undefined: none of them */
  readonly sea: Sea | undefined;
  readonly cables: CableSet;
  readonly gear: GearSet;
  readonly hulls: HullSet;
  /** the unknown of the stage, for the water that bodies carry along */
  readonly bodyX: Float64Array;
  /** positions and turns of cable nodes where the step began; the unknown of the stage, for the water's inertia */
  readonly cableQ0: Float64Array;
  readonly cableX: Float64Array;

  constructor(model: Model, withMultipliers: boolean) {
    this.model = model;
    const { slotCount: n, dynamicCount, joints, actions, springs } = model;
    const floats = (k: number): Float64Array => new Float64Array(k);
    const jointRows = joints.rowStart[joints.count];
    this.bodySize = 6 * dynamicCount;
    this.sea = model.sea;
    this.cables = new CableSet(model, this.sea, this.bodySize, dynamicCount);
    this.hulls = new HullSet(model.spec, this.sea, model.slotOfBody);
    this.bodyX = floats(this.bodySize);
    const rows = jointRows + 3 * this.cables.attachments.count;
    this.cables.firstRow = jointRows;
    this.size = this.bodySize + 4 * this.cables.nodeCount;
    this.cableQ0 = floats(4 * this.cables.nodeCount);
    this.cableX = floats(4 * this.cables.nodeCount);
    this.multiplierCount = rows;
    this.position0 = floats(3 * n);
    this.rotation0 = floats(9 * n);
    this.position = floats(3 * n);
    this.rotation = floats(9 * n);
    this.velocity = floats(6 * n);
    this.acceleration = floats(6 * n);
    this.inertiaW = floats(9 * n);
    this.u = floats(6 * n);
    this.force = floats(this.size);
    this.rows = {
      phi: floats(rows),
      phiT: floats(rows),
      gamma: floats(rows),
      jacobianA: floats(6 * rows),
      jacobianB: floats(6 * rows),
    };
    this.lambda = floats(rows);
    this.actionState = floats(ACTION_STATE * actions.count);
    this.actionTrial = floats(ACTION_STATE * actions.count);
    this.coordinate = new Coordinate();
    this.jointAngle = floats(joints.count);
    this.angular = Uint8Array.from(model.spec.joints, (joint) =>
      COORDINATES_OF_TYPE[joint.type].includes('angle') ? 1 : 0,
    );
    this.hasAngles = this.angular.includes(1);
    this.springPower = floats(springs.count);
    this.springStored = floats(springs.count);
    this.springTension = floats(springs.count);
    this.springLength = floats(springs.count);
    this.springHeld = new Uint8Array(springs.count).fill(1);
    model.spec.forces
      .filter((force) => force.kind === 'spring')
      .forEach((force, k) => {
        if (force.detached) this.springHeld[k] = 0;
      });
    this.actionPower = floats(actions.count);
    this.actionStored = floats(actions.count);
    this.actionEffort = floats(actions.count);
    this.actionFriction = floats(actions.count);
    this.jointPower = floats(joints.count);
    this.stops = Int32Array.from(
      [...Array(actions.count).keys()].filter((k) => actions.data[ACTION_STRIDE * k + 5] > 0),
    );
    this.hasHistory =
      this.stops.length > 0 ||
      [...Array(actions.count).keys()].some(
        (k) => actions.data[ACTION_STRIDE * k + 7] !== 0 || actions.data[ACTION_STRIDE * k + 8] !== 0,
      );
    const prescribed = (body: number): boolean => model.spec.bodies[body].kind === 'prescribed';
    this.workingJoints = Int32Array.from(
      [...model.spec.joints.keys()].filter((k) => {
        const joint = model.spec.joints[k];
        return joint.drivers.length > 0 || prescribed(joint.a) || prescribed(joint.b);
      }),
    );
    this.gear = new GearSet(model, this.cables.items, this.cables.attachments);
    this.matrix = new StageMatrix(model, withMultipliers, this.cables);
    this.contacts = new Contacts(model);
    this.touch = new CableTouch(model, this.cables);
  }
}

/** Throws away what only saves work: search caches, matrix pattern. Contact history goes with them. */
export function forgetCaches(w: Workspace): void {
  w.matrix = new StageMatrix(w.model, w.matrix.withMultipliers, w.cables);
  w.contacts = new Contacts(w.model);
  w.touch = new CableTouch(w.model, w.cables);
}

/** Poses, inertia and prescribed motion at the trial (u and velocity of dynamic slots, time t). */
export function moveTrial(w: Workspace, t: number): void {
  w.time = t;
  placeTrial(w);
}

/** The same at the time that the workspace has. Numbers that change with every step are left there rather than handed on: each would be a box on the heap. */
export function placeTrial(w: Workspace): void {
  const { model } = w;
  const measured = w.cables.measuredAt === w.moves;
  w.moves++;
  movePoses(w.position, w.rotation, w.position0, w.rotation0, w.u, model.dynamicCount);
  worldInertia(w.inertiaW, model.inertia, w.rotation, model.dynamicCount);
  if (w.cables.any && !w.cables.move(w.cableQ0, w.u, w.velocity, w.bodySize, w) && measured)
    w.cables.measuredAt = w.moves;
  placeGiven(w, w.position, w.rotation);
  for (let k = 0; k < model.motions.length; k++) {
    if (model.motions[k] === undefined) continue;
    const slot = model.firstGiven + k;
    for (let j = 0; j < 3; j++) w.u[6 * slot + j] = w.position[3 * slot + j] - w.position0[3 * slot + j];
    turnSince(w, slot);
  }
}

/** Bodies whose motion is given, at the time of w: poses to the arrays given, velocities and accelerations to those of w. */
export function placeGiven(w: Workspace, position: Float64Array, rotation: Float64Array): void {
  const { model, velocity, acceleration } = w;
  for (let k = 0; k < model.motions.length; k++) {
    const motion = model.motions[k];
    if (motion === undefined) continue;
    evaluatePrescribed(motion, w, model.firstGiven + k, position, rotation, velocity, acceleration);
  }
}

const relative = new Float64Array(9);

/** u rotation of a prescribed slot: log(R R0^T). */
function turnSince(w: Workspace, slot: number): void {
  const o = 9 * slot;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += w.rotation[o + 3 * i + k] * w.rotation0[o + 3 * j + k];
      relative[3 * i + j] = sum;
    }
  }
  logRotation(w.u, 6 * slot + 3, relative, 0);
}
