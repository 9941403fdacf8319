/**
 * A deckhand at a line. Roy, Steinke and Nicoll (2013, s. 7) used a winch that keeps a tension; this one has mass, feet, a grip
 * and an end to its strength (their s. 11 lists what was missing). In deck axes, n the deck's normal, w apparent weight by mass
 * (gravity less the deck's acceleration there), T the pull of the line on the hands:
 *   N      = -m w.n - T.n                          what the feet press with; a line that pulls up lightens it
 *   F_foot = mu N - m |w_t|                        what friction leaves for the line
 *   F_tip  = (N b - m |w_t| h_c) / h_g             stance b, hip h_c, hands h_g above deck
 *   F_cap  = min(strength, F_foot, F_tip)          strength tires: F (p + (1 - p) exp(-t/tau))
 * What is ordered is held up to F_cap; a hand that steadies its load holds F + c v, v of the line that runs out. Beyond the
 * grip the line runs through the hands against F_slip; beyond the feet's friction the hand is dragged along, a mass m on
 * friction: the line gets longer by what the feet give. Once they hold again the place where the hand stands goes after them, and
 * that much of the line comes in. Lets go, or falls, by the rules below. Walking is moving the place the line is held at.
 */
import { exp } from '../../math/index.ts';
import { WINCH, type WinchMode, type WinchSpec, watchWinch } from './winch.ts';
import { driveWinch, type LineGive } from './winch-drive.ts';

export interface DeckhandSpec {
  readonly name: string;
  /** [kg] */
  readonly mass: number;
  /** [N] pull of a rested hand, [N] grip of both hands, part of the grip that is left when the line runs */
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
  /** [N s/m] how much more than ordered a line pulls that is drawn out, and less one that comes in; 0: as good as nothing */
  readonly steadying: number;
  /** [m/s], [m/s^2] on foot */
  readonly walking: number;
  readonly walkingAcceleration: number;
  /** [s] in which strength falls towards `tired` of itself; Infinity: never */
  readonly endurance: number;
  readonly tired: number;
  /** [m] line there is, and least between hand and load */
  readonly longest: number;
  readonly shortest: number;
}

/** How a deckhand is, worst last. */
export const HAND_STATUS = ['holds', 'slips', 'dragged', 'let go', 'fallen'] as const;
export type HandStatus = (typeof HAND_STATUS)[number];

/** Orders: modes of the winch a hand can do. */
export type HandOrder = Extract<WinchMode, 'tension' | 'speed' | 'length'> | 'hold';

/** Numbers of a hand, after those of the winch in it (WINCH.size of them). */
export const HAND = {
  status: 20,
  order: 21,
  target: 22,
  /** [s] since more is asked of the hand than it can; -1: it is not */
  overSince: 23,
  /** [m] line that ran through the hands since they last held, way of the feet */
  slipped: 24,
  slid: 25,
  /** [s] of hard work so far */
  worked: 26,
  /** [N] what the hand can do now, what its feet and its stance allow */
  cap: 27,
  foot: 28,
  tip: 29,
  /** [m/s] of line through the hands or feet over the deck, when the last step began */
  running: 30,
  /** [N] most so far; [s] above 225 N, the pull recommended for standing work */
  most: 31,
  hard: 32,
  /** the line is out of the hands, and the model knows: 1 by order, 2 lost */
  released: 33,
  /** [m] way of the feet that the place of the hand has gone after */
  placed: 34,
  size: 35,
} as const;

const ORDERS: readonly HandOrder[] = ['hold', 'tension', 'speed', 'length'];
/** Lets go when asked for more than this part of what it can for so long [s], the line runs this fast [m/s] or this far [m]. */
const OVERLOAD = 1.3;
const OVERLOAD_TIME = 0.3;
const RUNS_FAST = 1;
const RUNS_FAR = 1;
/**
 * Falls when the feet have slid this far [m]; or instead of letting go, when it is balance that is wanting, or when the deck
 * alone asks for more than feet or stance can give.
 */
const SLIDES_FAR = 1;
/** [m] a shorter slide is within a step of the feet */
const SMALL_SLIDE = 0.01;
const RECOMMENDED = 225;
/** A line that runs through hands: out only [m/s], as fast as it is pulled [m/s^2]. */
const RUNNING = { speedOut: 6, speedIn: 0, acceleration: 30, proportional: 0 } as const;

/** What the deck does to the hand: apparent weight by mass and pull of the line, deck axes with z along its normal. */
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
 * [m] way that the feet slid and the place of the hand has not gone after, for a hand that holds again; 0: none worth it. Taken as
 * gone after from now on: line that a hand holds or has measured out comes in by it, one that is hauled at comes in by itself.
 */
export function handFollows(s: Float64Array, out: number): number {
  const way = s[HAND.slid] - s[HAND.placed];
  if (handStatus(s) !== 'holds' || !(way > SMALL_SLIDE)) return 0;
  s[HAND.placed] = s[HAND.slid];
  if (ORDERS[s[HAND.order]] === 'hold') orderHand(s, 'length', out - way);
  return way;
}

/** F_cap and what it is made of. Returns it. */
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

/** After a step: what line and deck say at time t. */
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

/** Acceleration of the line [m/s^2, out] over the next step h, as driveWinch gives it. */
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
  // a line that runs is caught again once it is slow and the pull is below what running hands give
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

/** The winch in a hand: radius 1, so that moments are forces. */
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
