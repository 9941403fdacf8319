/**
 * Where everything is at the instant tried: time, poses, velocities, what was summed of forces there and the matrix of the stage.
 * Moved by `moveTrial` and `placeTrial`; all else reads poses, and adds to forces and matrix.
 */
import { Effort } from '../base/index.ts';
import { movePoses, evaluatePrescribed, worldInertia } from '../bodies/index.ts';
import type { Sea } from '../marine/index.ts';
import { log, logRotation } from '../math/index.ts';
import { CableSet, type Model } from '../model/index.ts';
import { StageMatrix } from './matrix.ts';

export class Trial {
  readonly model: Model;
  /** time of the trial [s] */
  time = 0;
  /** when the step under way began [s], and its length [s] */
  startTime = 0;
  h = 0;
  /** of the stage under way: u = u* + b x, v = v* + c x; both 0: no stage is */
  b = 0;
  c = 0;
  /** b/c of the matrix being made */
  ratio = 0;
  /** of the search for contacts: horizon [s], slack [m] */
  readonly reach: { horizon: number; slack: number; stops: boolean } = { horizon: 0, slack: 0, stops: false };
  /** poses where the step began */
  readonly position0: Float64Array;
  readonly rotation0: Float64Array;
  /** trial */
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly inertiaW: Float64Array;
  /** displacement and rotation vector since the step began, six a slot; then four a cable node */
  readonly u: Float64Array;
  /** applied generalised forces, six a dynamic slot, then four a cable node */
  readonly force: Float64Array;
  /** power put in by loads, efforts, and prescribed bodies through springs and contacts [W] */
  loadPower = 0;
  /** most that a speed of slip over its Stribeck speed has changed by since the step began, where friction follows it */
  limitChange = 0;
  /** what the work is for */
  readonly effort: Effort = new Effort();
  /** times the trial was moved */
  moves = 0;
  /** unknown accelerations: of bodies, and of all */
  readonly bodySize: number;
  readonly size: number;
  /** water, waves, current and wind; undefined: there is no sea */
  readonly sea: Sea | undefined;
  readonly cables: CableSet;
  /** positions and turns of cable nodes where the step began */
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

/** The share of static friction is now this, and was that when the step began. */
export function noteLimitChange(w: Trial, now: number, before: number): void {
  const size = Math.abs(fall(now) - fall(before));
  if (size > w.limitChange) w.limitChange = size;
}

/** Speed over the Stribeck speed that belongs to a share exp(-(v/v_s)^2), up to FASTEST. */
function fall(share: number): number {
  return share >= 1 ? 0 : share <= SLIDES ? FASTEST : Math.sqrt(-log(share));
}

const FASTEST = 2;
const SLIDES = 0.018;

/** Poses, inertia and prescribed motion at the trial (u and velocity of dynamic slots, time t). */
export function moveTrial(w: Trial, t: number): void {
  w.time = t;
  placeTrial(w);
}

/** The same at the time that the trial has. Numbers that change with every step are left there rather than handed on: each would be a box on the heap. */
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

/** Bodies whose motion is given, at the time of w, and how far they have come since the step began. */
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

/** Poses alone, by displacements u from where the step began; nothing else of the trial moves. */
export function placePoses(w: Trial, u: Float64Array): void {
  movePoses(w.position, w.rotation, w.position0, w.rotation0, u, w.model.dynamicCount);
  placeGiven(w, w.position, w.rotation);
}

/** Bodies whose motion is given, at the time of w: poses to the arrays given, velocities and accelerations to those of w. */
export function placeGiven(w: Trial, position: Float64Array, rotation: Float64Array): void {
  const { model, velocity, acceleration } = w;
  for (let k = 0; k < model.motions.length; k++) {
    const motion = model.motions[k];
    if (motion === undefined) continue;
    evaluatePrescribed(motion, w, model.firstGiven + k, position, rotation, velocity, acceleration);
  }
}

const relative = new Float64Array(9);

/** u rotation of a prescribed slot: log(R R0^T). */
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
