/**
 * State of the instant being tried: time, poses, velocities, sum of forces and the matrix of the stage. Only `moveTrial` and
 * `placeTrial` move it; all other code reads poses and adds to forces and matrix.
 */
import { Effort } from '../base/index.ts';
import { movePoses, evaluatePrescribed, worldInertia } from '../bodies/index.ts';
import type { Sea } from '../marine/index.ts';
import { log, logRotation } from '../math/index.ts';
import { CableSet, type Model } from '../model/index.ts';
import { StageMatrix } from './matrix.ts';

/** Everything at the instant that is being tried. */
export class Trial {
  readonly model: Model;
  /** time of the trial [s] */
  time = 0;
  /** start [s] of the present step, and its length [s] */
  startTime = 0;
  h = 0;
  /** of the present stage: u = u* + b x, v = v* + c x; both 0: no stage */
  b = 0;
  c = 0;
  /** b/c of the matrix being assembled */
  ratio = 0;
  /** for the search of contacts: horizon [s], slack [m] */
  readonly reach: { horizon: number; slack: number; stops: boolean } = { horizon: 0, slack: 0, stops: false };
  /** poses at the start of the step */
  readonly position0: Float64Array;
  readonly rotation0: Float64Array;
  /** trial poses */
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly inertiaW: Float64Array;
  /** displacement and rotation vector since the start of the step, six per slot; then four per cable node */
  readonly u: Float64Array;
  /** applied generalised forces, six per dynamic slot, then four per cable node */
  readonly force: Float64Array;
  /** power put in by loads, efforts, and prescribed bodies through springs and contacts [W] */
  loadPower = 0;
  /** largest change, since the start of the step, of a slip speed over its Stribeck speed, where friction follows it */
  limitChange = 0;
  /** counts of the work, by what needed it */
  readonly effort: Effort = new Effort();
  /** how many times the trial was moved */
  moves = 0;
  /** number of unknown accelerations: of bodies, and of all */
  readonly bodySize: number;
  readonly size: number;
  /** water, waves, current and wind; undefined: no sea */
  readonly sea: Sea | undefined;
  readonly cables: CableSet;
  /** positions and twist angles of cable nodes at the start of the step */
  readonly cableQ0: Float64Array;
  matrix: StageMatrix;

  constructor(model: Model, withMultipliers: boolean) {
    this.model = model;
    const { slotCount: n, dynamicCount } = model;
    const floats = (k: number): Float64Array => new Float64Array(k);
    this.bodySize = 6 * dynamicCount;
    this.sea = model.sea;
    this.cables = new CableSet(model, this.sea, this.bodySize, dynamicCount);
    this.size = this.bodySize + 4 * this.cables.nodeCount;
    this.cableQ0 = floats(4 * this.cables.nodeCount);
    this.position0 = floats(3 * n);
    this.rotation0 = floats(9 * n);
    this.position = floats(3 * n);
    this.rotation = floats(9 * n);
    this.velocity = floats(6 * n);
    this.acceleration = floats(6 * n);
    this.inertiaW = floats(9 * n);
    this.u = floats(6 * n);
    this.force = floats(this.size);
    this.matrix = new StageMatrix(model, withMultipliers, this.cables);
  }
}

/** Records how far a share of static friction changed in this step. */
export function noteLimitChange(w: Trial, now: number, before: number): void {
  const size = limitChange(now, before);
  if (size > w.limitChange) w.limitChange = size;
}

/** How far apart two shares of static friction are, as slip speed over Stribeck speed. */
export function limitChange(now: number, before: number): number {
  return Math.abs(fall(now) - fall(before));
}

/** Slip speed over the Stribeck speed for a share exp(-(v/v_s)^2) of static friction, at most FASTEST. */
function fall(share: number): number {
  return share >= 1 ? 0 : share <= SLIDES ? FASTEST : Math.sqrt(-log(share));
}

const FASTEST = 2;
const SLIDES = 0.018;

/** Sets poses, inertia and prescribed motion of the trial from u and velocity of dynamic slots, at time t [s]. */
export function moveTrial(w: Trial, t: number): void {
  w.time = t;
  placeTrial(w);
}

/** As moveTrial, at the time that the trial has. The time stays in the trial, because V8 boxes a number argument. */
export function placeTrial(w: Trial): void {
  const { model } = w;
  const measured = w.cables.measuredAt === w.moves;
  w.moves++;
  movePoses(w.position, w.rotation, w.position0, w.rotation0, w.u, model.dynamicCount);
  worldInertia(w.inertiaW, model.inertia, w.rotation, model.dynamicCount);
  if (w.cables.any && !w.cables.move(w.cableQ0, w.u, w.velocity, w.bodySize, w) && measured)
    w.cables.measuredAt = w.moves;
  moveGiven(w);
}

/** Sets bodies with given motion to the time of w, and their displacement since the start of the step. */
export function moveGiven(w: Trial): void {
  const { model } = w;
  placeGiven(w, w.position, w.rotation);
  for (let k = 0; k < model.motions.length; k++) {
    if (model.motions[k] === undefined) continue;
    const slot = model.firstGiven + k;
    for (let j = 0; j < 3; j++) w.u[6 * slot + j] = w.position[3 * slot + j] - w.position0[3 * slot + j];
    turnSince(w, slot);
  }
}

/** Sets poses alone, from displacements u since the start of the step; nothing else of the trial changes. */
export function placePoses(w: Trial, u: Float64Array): void {
  movePoses(w.position, w.rotation, w.position0, w.rotation0, u, w.model.dynamicCount);
  placeGiven(w, w.position, w.rotation);
}

/** Bodies with given motion at the time of w: writes poses to the given arrays, velocities and accelerations to those of w. */
export function placeGiven(w: Trial, position: Float64Array, rotation: Float64Array): void {
  const { model, velocity, acceleration } = w;
  for (let k = 0; k < model.motions.length; k++) {
    const motion = model.motions[k];
    if (motion === undefined) continue;
    evaluatePrescribed(motion, w, model.firstGiven + k, position, rotation, velocity, acceleration);
  }
}

const relative = new Float64Array(9);

/** Rotation vector of a prescribed slot since the start of the step: log(R R0^T). */
function turnSince(w: Trial, slot: number): void {
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
