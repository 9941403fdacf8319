/**
 * A winch: a drum that pays a line out and hauls it in. Speed, length, tension, render-and-recover, brake, free spool.
 *
 * Along the line, at the radius R of the layer in use, v > 0 pays out:
 *   m v' = T + F_m + F_f + F_b,     m = (J + 1/2 m_l S_d (R0^2 + R^2)) / R^2
 *   R = sqrt(R0^2 + S_d d^2 / (pi W))         S_d on the drum, rope d, width W, square stacking without steps
 * T tension at the drum, F_m motor, F_f losses, F_b brake. The drive is asked for an acceleration A by its mode and gives what
 * its torque and power allow; Roy, Steinke and Nicoll (2013, s. 7 and 11) had the same modes and no inertia.
 *
 * The acceleration is chosen once a step and kept through it. To stay stable with wires whose own frequency no step
 * resolves, tension is the one at the end of the step, as a line of stiffness k would make it:
 *   T(A) = T + h T' + s (2 B - A - A_before),   s = 1/2 k h^2                                                      (1)
 * B acceleration of the far end, as the tension tells it: its speed is v + T'/k.
 * For m v' = T(A) + F, a line k and any step h: amplification 1 - a/2 with a = w/(1 + w/2), w = k h^2/m, below one always.
 * Tension control in the same way: v + h A = K_p (T(A) - T_set) + I, so that K_p k h need not be small.
 */

import { PI } from '../../math/index.ts';

export interface WinchSpec {
  readonly name: string;
  /** [m] from the axis to the middle of the rope in the first layer */
  readonly radius: number;
  /** [m] between the flanges; 0: the radius stays */
  readonly width: number;
  /** [m], [kg/m] of the rope, for layers and what they weigh */
  readonly ropeDiameter: number;
  readonly ropeMass: number;
  /** [kg m^2] of drum, gear and motor, at the drum, without rope; 0: none */
  readonly inertia: number;
  /** [m/s] fastest, [m/s^2] */
  readonly speedOut: number;
  readonly speedIn: number;
  readonly acceleration: number;
  /** [N m] of the motor at the drum, [W], [N m] of the brake; Infinity: no bound */
  readonly torque: number;
  readonly power: number;
  readonly brake: number;
  /** losses: [N], and as a part of the tension */
  readonly drag: number;
  readonly loss: number;
  /** [m/s/N], [m/s^2/N], [m/N] of tension control; 0, 0, 0: chosen by the set-point */
  readonly proportional: number;
  readonly integral: number;
  readonly derivative: number;
  /** render above, recover below these parts of the set-point */
  readonly renderAt: number;
  readonly recoverAt: number;
  /** [N] below: slack; [N] above: overload */
  readonly slackBelow: number;
  readonly overloadAbove: number;
  /** [m] line out: most, that is all rope but the turns that stay on the drum, and least */
  readonly longest: number;
  readonly shortest: number;
}

export const WINCH_MODES = ['brake', 'speed', 'length', 'tension', 'render', 'free'] as const;
export type WinchMode = (typeof WINCH_MODES)[number];

/** Numbers of a winch that a run goes on from. */
export const WINCH = {
  mode: 0,
  /** [m/s] out, [m] or [N], by mode */
  target: 1,
  /** [m/s] bound given with the target; 0: its own */
  speed: 2,
  time: 3,
  tension: 4,
  tensionRate: 5,
  acceleration: 6,
  integral: 7,
  error: 8,
  /** [N] along the line */
  motor: 9,
  brake: 10,
  /** [s] since the line is slack; -1: it is not */
  slackSince: 11,
  /** bits of WINCH_EVENTS */
  flags: 12,
  /** greatest tension since it was last asked for, or slack ended */
  peak: 13,
  /** [s] of the step before; [m/s] of the far end in its middle, [m/s^2] of the far end, smoothed */
  elapsed: 14,
  farSpeed: 15,
  farAcceleration: 16,
  size: 17,
} as const;

export const WINCH_EVENTS = {
  slack: 1,
  overload: 2,
  stalled: 4,
  brakeSlips: 8,
  endOfRope: 16,
  hauledIn: 32,
} as const;

/** Slack shorter than this is not told [s]. */
const SLACK_TIME = 0.3;
/** [m] within which a length counts as reached */
export const WINCH_ARRIVED = 1e-3;

/** [m] radius of the layer in use with `out` of rope off the drum */
export function drumRadius({ radius, width, ropeDiameter, longest }: WinchSpec, out: number): number {
  if (!(width > 0)) return radius;
  const on = Math.max(0, longest - out);
  return Math.sqrt(radius * radius + (on * ropeDiameter * ropeDiameter) / (PI * width));
}

/** [kg] what turns, seen along the line */
export function drumMass(spec: WinchSpec, out: number): number {
  const R = drumRadius(spec, out);
  const on = Math.max(0, spec.longest - out);
  const rope = 0.5 * spec.ropeMass * on * (spec.radius * spec.radius + R * R);
  return (spec.inertia + (spec.inertia > 0 ? rope : 0)) / (R * R);
}

/** After a step: what the line says at time t. */
export function watchWinch(s: Float64Array, spec: WinchSpec, t: number, tension: number): void {
  const elapsed = t - s[WINCH.time];
  s[WINCH.elapsed] = elapsed;
  s[WINCH.tensionRate] = elapsed > 0 ? (tension - s[WINCH.tension]) / elapsed : 0;
  if (elapsed > 0) s[WINCH.integral] += integralGain(s, spec) * s[WINCH.error] * elapsed;
  s[WINCH.tension] = tension;
  s[WINCH.time] = t;
  s[WINCH.peak] = Math.max(s[WINCH.peak], tension);
  let flags = s[WINCH.flags];
  if (tension >= spec.slackBelow) {
    s[WINCH.slackSince] = -1;
    flags &= ~WINCH_EVENTS.slack;
  } else if (s[WINCH.slackSince] < 0) s[WINCH.slackSince] = t;
  else if (t - s[WINCH.slackSince] >= SLACK_TIME) flags |= WINCH_EVENTS.slack;
  flags = tension > spec.overloadAbove ? flags | WINCH_EVENTS.overload : flags & ~WINCH_EVENTS.overload;
  s[WINCH.flags] = flags;
}

/** An order: from now on this mode and target. */
export function orderWinch(s: Float64Array, mode: WinchMode, target: number, speed: number): void {
  s[WINCH.mode] = WINCH_MODES.indexOf(mode);
  s[WINCH.target] = target;
  s[WINCH.speed] = speed;
  s[WINCH.integral] = 0;
  s[WINCH.error] = 0;
}

/** The order is carried out: a length is reached, a speed is had; a tension is held within a tenth. */
export function winchArrived(s: Float64Array, out: number, speed: number): boolean {
  const target = s[WINCH.target];
  switch (WINCH_MODES[s[WINCH.mode]]) {
    case 'length':
      return Math.abs(out - target) <= WINCH_ARRIVED && Math.abs(speed) <= WINCH_ARRIVED;
    case 'speed':
      return (
        Math.abs(speed - target) <= 1e-9 || (s[WINCH.flags] & (WINCH_EVENTS.endOfRope | WINCH_EVENTS.hauledIn)) > 0
      );
    case 'tension':
      return Math.abs(s[WINCH.tension] - target) <= 0.1 * target;
    case 'brake':
      return speed === 0;
    default:
      return true;
  }
}

/** What is added to orders of speed and length: [m] so far, [m/s] now, [m/s^2] over the step. */
export interface WinchLeading {
  readonly offset: number;
  readonly rate: number;
  readonly acceleration: number;
}

const STILL: WinchLeading = { offset: 0, rate: 0, acceleration: 0 };

/**
 * Acceleration along the line [m/s^2, out] over the next step h. out, v: line out [m] and its rate now; stiffness: of the
 * line [N/m] as it feels a change of its length within a step; leading: heave compensation.
 */
export function driveWinch(
  s: Float64Array,
  spec: WinchSpec,
  h: number,
  out: number,
  v: number,
  stiffness: number,
  leading: WinchLeading = STILL,
): number {
  const mode = WINCH_MODES[s[WINCH.mode]];
  const yielding = 0.5 * stiffness * h * h; // s of (1)
  // a slack line neither pulls nor promises to
  const taut = s[WINCH.tension] > 0;
  followFarEnd(s, v, taut ? stiffness : 0);
  const ahead = taut
    ? s[WINCH.tension] + h * s[WINCH.tensionRate] + yielding * (2 * s[WINCH.farAcceleration] - s[WINCH.acceleration])
    : 0;
  const T0 = Math.max(0, ahead);
  const sT = taut ? yielding : 0;
  const R = drumRadius(spec, out);
  const m = drumMass(spec, out);
  s[WINCH.flags] &= ~(WINCH_EVENTS.stalled | WINCH_EVENTS.brakeSlips | WINCH_EVENTS.endOfRope | WINCH_EVENTS.hauledIn);
  s[WINCH.motor] = 0;
  s[WINCH.brake] = 0;
  let A: number;
  if (mode === 'brake' || mode === 'free') {
    A = mode === 'brake' ? braked(s, spec, h, v, T0, sT, m, R) : spooling(spec, v, h, T0, sT, m);
  } else {
    const wanted =
      mode === 'speed' || mode === 'length'
        ? moving(s, spec, mode, h, out, v, leading)
        : demand(s, spec, mode, h, v, T0, sT, stiffness);
    A = driven(s, spec, wanted, v, T0, sT, m, R);
  }
  A = withinRope(s, spec, h, out, v, A);
  s[WINCH.acceleration] = A;
  return A;
}

/** [s] over which the acceleration of the far end is smoothed */
const SMOOTHING = 0.05;

function followFarEnd(s: Float64Array, v: number, stiffness: number): void {
  const elapsed = s[WINCH.elapsed];
  if (!(stiffness > 0) || !(elapsed > 0)) {
    s[WINCH.farSpeed] = v;
    s[WINCH.farAcceleration] = 0;
    return;
  }
  const far = v - 0.5 * elapsed * s[WINCH.acceleration] + s[WINCH.tensionRate] / stiffness;
  const B = (far - s[WINCH.farSpeed]) / elapsed;
  s[WINCH.farAcceleration] += ((B - s[WINCH.farAcceleration]) * elapsed) / (elapsed + SMOOTHING);
  s[WINCH.farSpeed] = far;
}

/** A line with less than this part of its set-point hangs: how stiff it is taut, it does not say. */
const SAGS = 0.15;

/** What an order of speed or length asks for, seen from what moves with `leading`. */
function moving(
  s: Float64Array,
  spec: WinchSpec,
  mode: 'speed' | 'length',
  h: number,
  out: number,
  v: number,
  { offset, rate, acceleration }: WinchLeading,
): number {
  const { acceleration: a } = spec;
  const bound = s[WINCH.speed];
  const fastestOut = bound > 0 ? Math.min(bound, spec.speedOut) : spec.speedOut;
  const fastestIn = bound > 0 ? Math.min(bound, spec.speedIn) : spec.speedIn;
  const own = v - rate;
  const target = s[WINCH.target];
  const speed = mode === 'speed' ? target : approach(target - (out - offset), own, h, a);
  const A = clamp((clamp(speed, -fastestIn, fastestOut) - own) / h, -a, a);
  if (rate === 0 && acceleration === 0) return A;
  return clamp((clamp(v + h * (A + acceleration), -spec.speedIn, spec.speedOut) - v) / h, -a, a);
}

/** What the other modes ask for. */
function demand(
  s: Float64Array,
  spec: WinchSpec,
  mode: WinchMode,
  h: number,
  v: number,
  T0: number,
  sT: number,
  stiffness: number,
): number {
  const { acceleration: a } = spec;
  const bound = s[WINCH.speed];
  const fastestOut = bound > 0 ? Math.min(bound, spec.speedOut) : spec.speedOut;
  const fastestIn = bound > 0 ? Math.min(bound, spec.speedIn) : spec.speedIn;
  const target = s[WINCH.target];
  const towards = (speed: number): number => clamp((clamp(speed, -fastestIn, fastestOut) - v) / h, -a, a);
  let set = target;
  if (mode === 'render') {
    const pays = T0 > spec.renderAt * target;
    const hauls = T0 < spec.recoverAt * target;
    if (!pays && !hauls) return towards(0);
    set = target * (pays ? spec.renderAt : spec.recoverAt);
  }
  const Kp = proportionalGain(s, spec);
  if (!(sT > 0) || s[WINCH.tension] < SAGS * set) {
    // slack, or a bight that hangs: no faster than what can be stopped within the set-point once the line comes taut
    const careful = Math.max(0.1 * fastestIn, Math.sqrt((2 * a * set) / stiffness));
    s[WINCH.error] = 0;
    return towards(-Math.min(fastestIn, careful));
  }
  const Kd = spec.derivative;
  s[WINCH.error] = T0 - set;
  // v + h A = K_p (T0 - sT A - set) + I + K_d (T0 - sT A - T)/h
  const now = Kp * (s[WINCH.tension] - set) + s[WINCH.integral];
  const speed = Kp * (T0 - set) + s[WINCH.integral] + (Kd * (T0 - s[WINCH.tension])) / h;
  const next = v + (h * (speed - v)) / (h + Kp * sT + (Kd * sT) / h);
  // the far end moves at V; against it no faster than what the drive can take back before the tension is right
  const far = s[WINCH.farSpeed];
  const room = approach(Math.abs(now - far) / Math.max(Kp * stiffness, 1e-300), 0, h, a);
  const wanted = clamp(far + clamp(next - far, -room, room), -fastestIn, fastestOut);
  const A = clamp((wanted - v) / h, -a, a);
  if (wanted !== next || A !== (wanted - v) / h) s[WINCH.error] = 0; // at a bound the integral waits
  return A;
}

/** The speed that a drive with acceleration a can have with `left` to go, so that it lands on the spot in steps of h. */
function approach(left: number, v: number, h: number, a: number): number {
  const far = Math.abs(left);
  if (far <= 0.5 * a * h * h && Math.abs(v) <= a * h) return left / h;
  const half = 0.5 * a * h;
  return Math.sign(left) * (Math.sqrt(half * half + 2 * a * far) - half);
}

/** What motor torque and power make of it. */
function driven(
  s: Float64Array,
  spec: WinchSpec,
  A: number,
  v: number,
  T0: number,
  sT: number,
  m: number,
  R: number,
): number {
  const lost = losses(spec, T0, v);
  const needed = m * A - (T0 - sT * A) + lost;
  const most = Math.min(spec.torque / R, spec.power / Math.max(Math.abs(v), 1e-6));
  s[WINCH.motor] = clamp(needed, -most, most);
  if (Math.abs(needed) <= most) return A;
  if (Math.abs(v) < 0.05 * Math.max(spec.speedIn, spec.speedOut)) s[WINCH.flags] |= WINCH_EVENTS.stalled;
  return (T0 + s[WINCH.motor] - lost) / Math.max(m + sT, LIGHTEST);
}

function spooling(spec: WinchSpec, v: number, h: number, T0: number, sT: number, m: number): number {
  const weight = Math.max(m + sT, LIGHTEST);
  const pull = T0;
  const drag = spec.drag + spec.loss * T0;
  const free = (pull - Math.sign(v === 0 ? pull : v) * drag) / weight;
  if (v === 0) return pull > drag ? free : 0;
  // losses stop a drum, they do not turn it round
  return (v + h * free) * v < 0 && pull <= drag ? -v / h : free;
}

/** Stops the drum and holds it, up to what it can. */
function braked(
  s: Float64Array,
  spec: WinchSpec,
  h: number,
  v: number,
  T0: number,
  sT: number,
  m: number,
  R: number,
): number {
  const stop = -v / h;
  const needed = m * stop - (T0 - sT * stop);
  const most = spec.brake / R;
  s[WINCH.brake] = clamp(needed, -most, most);
  if (Math.abs(needed) <= most) return stop;
  s[WINCH.flags] |= WINCH_EVENTS.brakeSlips;
  return (T0 + s[WINCH.brake]) / Math.max(m + sT, LIGHTEST);
}

/** Neither beyond the rope there is nor into the block, coming to rest there with the drive's acceleration. */
function withinRope(s: Float64Array, spec: WinchSpec, h: number, out: number, v: number, A: number): number {
  const a = spec.acceleration;
  const next = v + h * A;
  const mostOut = approach(Math.max(0, spec.longest - out), v, h, a);
  const mostIn = approach(Math.max(0, out - spec.shortest), v, h, a);
  if (next > mostOut) {
    if (spec.longest - out <= WINCH_ARRIVED) s[WINCH.flags] |= WINCH_EVENTS.endOfRope;
    return (mostOut - v) / h;
  }
  if (-next > mostIn) {
    if (out - spec.shortest <= WINCH_ARRIVED) s[WINCH.flags] |= WINCH_EVENTS.hauledIn;
    return (-mostIn - v) / h;
  }
  return A;
}

/** [N] against the motion; none at rest */
function losses({ drag, loss }: WinchSpec, T: number, v: number): number {
  return Math.sign(v) * (drag + loss * T);
}

/** 1 m/s for a tenth of the set-point, unless told. */
function proportionalGain(s: Float64Array, spec: WinchSpec): number {
  if (spec.proportional > 0 || spec.integral > 0) return spec.proportional;
  return 10 / Math.max(s[WINCH.target], 1);
}

function integralGain(s: Float64Array, spec: WinchSpec): number {
  if (spec.proportional > 0 || spec.integral > 0) return spec.integral;
  return proportionalGain(s, spec); // an error is made up for within a second or so
}

/** [kg] what no drum falls below, so that a drive without inertia has one answer */
const LIGHTEST = 1;

function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
