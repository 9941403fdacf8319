/**
 * Memory of springs, joint actions and joints, and their results at the last evaluation. Arrays are indexed by element of the model.
 * Committed history changes when a step is accepted; each evaluation of forces writes everything else.
 */
import { ACTION_STATE, ACTION_STRIDE, COORDINATES_OF_TYPE, Coordinate } from '../joints/index.ts';
import type { Model } from '../model/index.ts';

export class SpringData {
  /** power absorbed now [W], energy stored now [J] */
  readonly power: Float64Array;
  readonly stored: Float64Array;
  /** [N] and [m], now */
  readonly tension: Float64Array;
  readonly length: Float64Array;
  /** 1: hooked on at both ends; 0: unhooked, it exerts no force */
  readonly held: Uint8Array;

  constructor(model: Model) {
    const { count } = model.springs;
    this.power = new Float64Array(count);
    this.stored = new Float64Array(count);
    this.tension = new Float64Array(count);
    this.length = new Float64Array(count);
    this.held = new Uint8Array(count).fill(1);
    model.spec.forces
      .filter((force) => force.kind === 'spring')
      .forEach((force, k) => {
        if (force.detached) this.held[k] = 0;
      });
  }
}

/** Motors, springs, dampers, stops and friction that act along the coordinate of a joint. */
export class ActionData {
  /** history, ACTION_STATE numbers each: committed, and at the trial */
  readonly state: Float64Array;
  readonly trial: Float64Array;
  /** power absorbed now [W], energy stored now [J] */
  readonly power: Float64Array;
  readonly stored: Float64Array;
  /** of motors, in total, of friction: [N] or [N m] */
  readonly effort: Float64Array;
  readonly tau: Float64Array;
  readonly friction: Float64Array;
  /** of the friction of bends, on body b, world axes [N m]; not part of tau */
  readonly bendMoment: Float64Array;
  /** actions that have stops */
  readonly stops: Int32Array;
  /** true: an action depends on the past (stops, friction) */
  readonly hasHistory: boolean;

  constructor(model: Model) {
    const { count, data } = model.actions;
    this.state = new Float64Array(ACTION_STATE * count);
    this.trial = new Float64Array(ACTION_STATE * count);
    this.power = new Float64Array(count);
    this.stored = new Float64Array(count);
    this.effort = new Float64Array(count);
    this.tau = new Float64Array(count);
    this.friction = new Float64Array(count);
    this.bendMoment = new Float64Array(3 * count);
    const all = [...Array(count).keys()];
    this.stops = Int32Array.from(all.filter((k) => data[ACTION_STRIDE * k + 5] > 0));
    const rubs = (k: number): boolean => data[ACTION_STRIDE * k + 7] !== 0 || data[ACTION_STRIDE * k + 8] !== 0;
    this.hasHistory = this.stops.length > 0 || all.some(rubs);
  }
}

export class JointData {
  /** terms of the stage matrix: compliance of multipliers, weight of penalties */
  compliance = 0;
  penalty = 0;
  /** angle near which the angle of each joint is unwrapped [rad]: committed */
  readonly angle: Float64Array;
  /** 1 for joints that have an angle; hasAngles: at least one has */
  readonly angular: Uint8Array;
  readonly hasAngles: boolean;
  /** power put in by drivers and by prescribed bodies through joints, per joint [W] */
  readonly power: Float64Array;
  /** joints through which work can enter: driven, or on a prescribed body */
  readonly working: Int32Array;
  /** value, rate and direction of a coordinate: written and read immediately */
  readonly coordinate: Coordinate = new Coordinate();

  constructor(model: Model) {
    const { count } = model.joints;
    const { joints, bodies } = model.spec;
    this.angle = new Float64Array(count);
    this.angular = Uint8Array.from(joints, ({ type }) => (COORDINATES_OF_TYPE[type].includes('angle') ? 1 : 0));
    this.hasAngles = this.angular.includes(1);
    this.power = new Float64Array(count);
    const prescribed = (body: number): boolean => bodies[body].kind === 'prescribed';
    this.working = Int32Array.from(
      [...joints.keys()].filter((k) => {
        const { drivers, a, b } = joints[k];
        return drivers.length > 0 || prescribed(a) || prescribed(b);
      }),
    );
  }
}
