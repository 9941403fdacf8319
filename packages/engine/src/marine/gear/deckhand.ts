/**
 * A deckhand at a line. Roy, Steinke and Nicoll (2013, s. 7) used a winch that keeps a tension; this one has mass, feet, a grip and limited
 * strength (their s. 11 lists what was missing). In deck axes, n the deck's normal, w apparent weight by mass (gravity less the deck's
 * acceleration there), T the pull of the line on the hands:
 *   N = -m w.n - T.n normal force at the feet, reduced by a line that pulls up
 *   F_foot = mu N - m |w_t| friction available for the line
 *   F_tip  = (N b - m |w_t| h_c) / h_g             stance b, hip h_c, hands h_g above deck
 *   F_cap  = min(strength, F_foot, F_tip)          strength tires: F (p + (1 - p) exp(-t/tau))
 * The ordered force is held up to F_cap; a deckhand who steadies a load holds F + c v, with v the speed of the line running out. Beyond the
 * grip the line runs through the hands against F_slip; beyond the friction of the feet the deckhand is dragged along, a mass m with
 * friction: the line lengthens by the slide of the feet. Once the feet hold again, the deckhand's place moves after them, and that length
 * of line is taken in. Letting go and falling follow the rules below. Walking moves the place at which the line is held.
 */
import { exp } from '../../math/index.ts';
import { WINCH, type WinchMode, type WinchSpec, watchWinch } from './winch.ts';
import { driveWinch, type LineGive } from './winch-drive.ts';

export interface DeckhandSpec {
  readonly name: string;
  /** [kg] */
  readonly mass: number;
  /** [N] pull of a rested deckhand, [N] grip of both hands, part of the grip that remains when the line runs */
  readonly strength: number;
  readonly grip: number;
  readonly running: number;
  /** friction of the feet */
  readonly foot: number;
  /** [m] stance and lean, height of the hip and of the hands above deck */
  readonly stance: number;
  readonly hip: number;
  readonly hands: number;
  /** [m/s] hauling and paying out hand over hand, [m/s^2] */
  readonly speedIn: number;
  readonly speedOut: number;
  readonly acceleration: number;
  /** [N s/m] additional pull on a line that is drawn out, and reduction for one that comes in; 0: none */
  readonly steadying: number;
  /** [m/s], [m/s^2] on foot */
  readonly walking: number;
  readonly walkingAcceleration: number;
  /** [s] in which strength falls towards `tired` of itself; Infinity: never */
  readonly endurance: number;
  readonly tired: number;
  /** [m] length of the line, and shortest length between hand and load */
  readonly longest: number;
  readonly shortest: number;
}

/** Status of a deckhand, worst last. */
export const HAND_STATUS = ['holds', 'slips', 'dragged', 'let go', 'fallen'] as const;
export type HandStatus = (typeof HAND_STATUS)[number];

/** Orders: modes of the winch that a deckhand can follow. */
export type HandOrder = Extract<WinchMode, 'tension' | 'speed' | 'length'> | 'hold';

/** Numbers of a hand, after those of the winch in it (WINCH.size of them). */
export const HAND = {
  status: 20,
  order: 21,
  target: 22,
  /** [s] since the load exceeds the deckhand's capacity; -1: it does not */
  overSince: 23,
  /** [m] line that ran through the hands since they last held, distance slid by the feet */
  slipped: 24,
  slid: 25,
  /** [s] of hard work so far */
  worked: 26,
  /** [N] present capacity, and limits by feet and stance */
  cap: 27,
  foot: 28,
  tip: 29,
  /** [m/s] of line through the hands or feet over the deck, when the last step began */
  running: 30,
  /** [N] largest pull so far; [s] above 225 N, the pull recommended for standing work */
  most: 31,
  hard: 32,
  /** the line has left the hands and is released in the model: 1 by order, 2 lost */
  released: 33,
  /** [m] distance slid by the feet that the place of the deckhand has followed */
  placed: 34,
  size: 35,
} as const;

const ORDERS: readonly HandOrder[] = ['hold', 'tension', 'speed', 'length'];
/** Lets go when the load exceeds this part of the capacity for this time [s], or the line runs this fast [m/s] or this far [m]. */
const OVERLOAD = 1.3;
const OVERLOAD_TIME = 0.3;
const RUNS_FAST = 1;
const RUNS_FAR = 1;
/**
 * Falls when the feet have slid this far [m]; or, instead of letting go, when balance is the limit, or when the motion of the deck alone
 * exceeds the capacity of feet or stance.
 */
const SLIDES_FAR = 1;
/** [m] shorter slides are corrected by one pace */
const SMALL_SLIDE = 0.01;
const RECOMMENDED = 225;
/** A line running through the hands: outward only [m/s], accelerated by its pull [m/s^2]. */
const RUNNING = { speedOut: 6, speedIn: 0, acceleration: 30, proportional: 0 } as const;

/** Loads on the deckhand: apparent weight by mass and pull of the line, deck axes with z along the normal. */
export interface HandLoad {
  readonly weight: Float64Array;
  readonly pull: Float64Array;
}

export function orderHand(s: Float64Array, order: HandOrder, target: number): void {
  s[HAND.order] = ORDERS.indexOf(order);
  s[HAND.target] = target;
  s[WINCH.integral] = 0;
  s[WINCH.error] = 0;
}

export function handStatus(s: Float64Array): HandStatus {
  return HAND_STATUS[s[HAND.status]];
}

/**
 * [m] distance slid by the feet that the place has not followed yet, for a deckhand who holds again; 0: negligible. It counts as followed
 * from now on: a held or measured line is taken in by it, a line being hauled comes in by itself.
 */
export function handFollows(s: Float64Array, out: number): number {
  const way = s[HAND.slid] - s[HAND.placed];
  if (handStatus(s) !== 'holds' || !(way > SMALL_SLIDE)) return 0;
  s[HAND.placed] = s[HAND.slid];
  if (ORDERS[s[HAND.order]] === 'hold') orderHand(s, 'length', out - way);
  return way;
}

/** Computes F_cap and its parts. Returns F_cap. */
export function handCapability(s: Float64Array, spec: DeckhandSpec, { weight: w, pull: T }: HandLoad): number {
  const { mass: m } = spec;
  const N = Math.max(0, -m * w[2] - T[2]);
  const across = m * Math.sqrt(w[0] * w[0] + w[1] * w[1]);
  const tired = spec.endurance < Number.POSITIVE_INFINITY ? exp(-s[HAND.worked] / spec.endurance) : 1;
  const strength = spec.strength * (spec.tired + (1 - spec.tired) * tired);
  s[HAND.foot] = Math.max(0, spec.foot * N - across);
  s[HAND.tip] = Math.max(0, (N * spec.stance - across * spec.hip) / spec.hands);
  s[HAND.cap] = Math.min(strength, s[HAND.foot], s[HAND.tip]);
  return s[HAND.cap];
}

/** After a step: updates from line and deck at time t. */
export function watchHand(s: Float64Array, spec: DeckhandSpec, t: number, tension: number, load: HandLoad): void {
  watchWinch(s, winchOf(spec, 0, 0), t, tension);
  const elapsed = s[WINCH.elapsed];
  const cap = handCapability(s, spec, load);
  if (s[HAND.status] >= HAND_STATUS.indexOf('let go')) return;
  s[HAND.most] = Math.max(s[HAND.most], tension);
  if (tension > RECOMMENDED) s[HAND.hard] += elapsed;
  s[HAND.worked] = Math.max(0, s[HAND.worked] + (tension > 0.5 * spec.strength ? elapsed : -0.5 * elapsed));
  const way = Math.max(0, s[HAND.running]) * elapsed;
  if (handStatus(s) === 'slips') s[HAND.slipped] += way;
  if (handStatus(s) === 'dragged') s[HAND.slid] += way;
  if (!(tension > OVERLOAD * cap || cap <= 0)) s[HAND.overSince] = -1;
  else if (s[HAND.overSince] < 0) s[HAND.overSince] = t;
  const overloaded = s[HAND.overSince] >= 0 && t - s[HAND.overSince] >= OVERLOAD_TIME;
  const runs = handStatus(s) === 'slips' && (s[HAND.running] > RUNS_FAST || s[HAND.slipped] > RUNS_FAR);
  const offBalance = overloaded && (cap === s[HAND.tip] || cap <= 0);
  if (s[HAND.slid] > SLIDES_FAR || offBalance) s[HAND.status] = HAND_STATUS.indexOf('fallen');
  else if (overloaded || runs) s[HAND.status] = HAND_STATUS.indexOf('let go');
}

/** Acceleration of the line [m/s^2, out] over the next step h, as from driveWinch. */
export function driveHand(
  s: Float64Array,
  spec: DeckhandSpec,
  h: number,
  out: number,
  v: number,
  line: LineGive,
): number {
  if (s[HAND.status] >= HAND_STATUS.indexOf('let go')) return -v / h;
  const T = s[WINCH.tension];
  s[HAND.running] = 0;
  const slips = handStatus(s) === 'slips';
  // a running line is caught again once it is slow and its pull is below the slipping grip
  const running = spec.running * spec.grip;
  if (T > spec.grip || (slips && (T > running || v > 0.05))) {
    s[HAND.status] = HAND_STATUS.indexOf('slips');
    mode(s, 'tension', running);
    const A = driveWinch(s, { ...winchOf(spec, 0, 0), ...RUNNING }, h, out, v, line);
    s[HAND.running] = v + h * A;
    return A;
  }
  if (slips) s[HAND.slipped] = 0;
  const dragged = handStatus(s) === 'dragged';
  if (T > s[HAND.foot] || (dragged && v > 0.05)) {
    s[HAND.status] = HAND_STATUS.indexOf('dragged');
    return free(s, spec, h, out, v, line, spec.mass, s[HAND.foot]);
  }
  s[HAND.status] = HAND_STATUS.indexOf('holds');
  const order = ORDERS[s[HAND.order]];
  const target = s[HAND.target];
  const winch = winchOf(spec, 0, 0);
  if (order === 'tension' || T > s[HAND.cap]) {
    mode(s, 'tension', order === 'tension' ? Math.min(target, s[HAND.cap]) : s[HAND.cap]);
  } else if (order === 'hold') mode(s, 'speed', 0);
  else mode(s, order, target);
  return driveWinch(s, winch, h, out, v, line);
}

function free(
  s: Float64Array,
  spec: DeckhandSpec,
  h: number,
  out: number,
  v: number,
  line: LineGive,
  mass: number,
  drag: number,
): number {
  mode(s, 'free', 0);
  const A = driveWinch(s, winchOf(spec, mass, drag), h, out, v, line);
  s[HAND.running] = v + h * A;
  return A;
}

function mode(s: Float64Array, name: WinchMode, target: number): void {
  s[WINCH.mode] = MODE_NUMBER[name];
  s[WINCH.target] = target;
}

const MODE_NUMBER: Readonly<Record<WinchMode, number>> = {
  brake: 0,
  speed: 1,
  length: 2,
  tension: 3,
  render: 4,
  free: 5,
  stopper: 6,
};

/** The winch model of a deckhand: radius 1, so that moments are forces. */
function winchOf(spec: DeckhandSpec, mass: number, drag: number): WinchSpec {
  return {
    name: spec.name,
    radius: 1,
    width: 0,
    ropeDiameter: 0,
    ropeMass: 0,
    inertia: mass,
    speedOut: spec.speedOut,
    speedIn: spec.speedIn,
    acceleration: spec.acceleration,
    torque: Number.POSITIVE_INFINITY,
    power: Number.POSITIVE_INFINITY,
    brake: Number.POSITIVE_INFINITY,
    drag,
    loss: 0,
    proportional: spec.steadying > 0 ? 1 / spec.steadying : 0,
    integral: 0,
    derivative: 0,
    renderAt: 1,
    recoverAt: 1,
    slackBelow: 0,
    overloadAbove: Number.POSITIVE_INFINITY,
    longest: spec.longest,
    shortest: spec.shortest,
  };
}
