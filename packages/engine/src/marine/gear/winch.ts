/**
 * A winch: a drum that pays a line out and hauls it in. Speed, length, tension, render-and-recover, brake, free spool, chain stopper.
 *
 * Along the line, at the radius R of the layer in use, v > 0 pays out:
 *   m v' = T + F_m + F_f + F_b,     m = (J + 1/2 m_l S_d (R0^2 + R^2)) / R^2
 * R follows from the rope on the drum, S_d (drum.ts). T tension at the drum, F_m motor, F_f losses, F_b brake. The mode requests an
 * acceleration A from the drive, which torque and power limit; Roy, Steinke and Nicoll (2013, s. 7 and 11) had the same modes and no
 * inertia.
 *
 * The acceleration is chosen once for each step and constant in it. For stability with wires whose frequency no step resolves, the tension
 * is predicted for the end of the step with a line of stiffness k:
 *   T(A) = T + h T' + s (2 B - A - A_before),   s = 1/2 k h^2                                                      (1)
 * B acceleration of the far end, estimated from the tension: its speed is v + T'/k. For m v' = T(A) + F, a line k and any step h:
 * amplification 1 - a/2 with a = w/(1 + w/2), w = k h^2/m, below one always. Tension control in the same way: v + h A = K_p (T(A) - T_set)
 * + I, so that K_p k h need not be small; where the line sags, m' A = T(A) - T_set (winch-drive.ts).
 */

import { type DrumSpec, layerRadius } from './drum.ts';

export interface WinchSpec extends DrumSpec {
  readonly name: string;
  /** [kg/m] of the rope, for the mass of layers */
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
  /** [m] line out: longest (all rope but the turns that stay on the drum) and shortest */
  readonly longest: number;
  readonly shortest: number;
  /** [m] distance of links that the bar of a chain stopper can catch; missing: no stopper */
  readonly stopEvery?: number;
}

export const WINCH_MODES = ['brake', 'speed', 'length', 'tension', 'render', 'free', 'stopper'] as const;
export type WinchMode = (typeof WINCH_MODES)[number];

/** State of a winch from which a run continues. */
export const WINCH = {
  mode: 0,
  /** [m/s] out, [m] or [N], by mode; for the stopper [m] length at which it stops, 0: not known yet */
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
  /** [s] start of slack; -1: not slack */
  slackSince: 11,
  /** bits of WINCH_EVENTS */
  flags: 12,
  /** largest tension since it was last read, or since slack ended */
  peak: 13,
  /** [s] of the step before; [m/s] of the far end in its middle, [m/s^2] of the far end, smoothed */
  elapsed: 14,
  farSpeed: 15,
  farAcceleration: 16,
  /** [m/s] stretch rate between drum and far end, in the middle of the previous step */
  stretching: 17,
  /** 1: the brake is on */
  braked: 18,
  /** [N] tension, smoothed */
  smoothed: 19,
  size: 20,
} as const;

export const WINCH_EVENTS = {
  slack: 1,
  overload: 2,
  stalled: 4,
  brakeSlips: 8,
  endOfRope: 16,
  hauledIn: 32,
  stopped: 64,
} as const;

/** Slack shorter than this is not reported [s]. */
const SLACK_TIME = 0.3;
/** [m] within which a length counts as reached */
export const WINCH_ARRIVED = 1e-3;

/** [m] radius of the layer in use with `out` of rope off the drum */
export function drumRadius(spec: WinchSpec, out: number): number {
  return layerRadius(spec, spec.longest - out);
}

/** [kg] rotating mass, reduced to the line */
export function drumMass(spec: WinchSpec, out: number): number {
  const R = drumRadius(spec, out);
  const on = Math.max(0, spec.longest - out);
  const rope = 0.5 * spec.ropeMass * on * (spec.radius * spec.radius + R * R);
  return (spec.inertia + (spec.inertia > 0 ? rope : 0)) / (R * R);
}

/** After a step: reads the line at time t. */
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
  s[WINCH.smoothed] = s[WINCH.tension];
  s[WINCH.braked] = 0;
}

/** True when the order is carried out: length or speed reached, tension held within a tenth. */
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
    case 'stopper':
      return (s[WINCH.flags] & WINCH_EVENTS.stopped) > 0;
    default:
      return true;
  }
}

/** Default gain: 1 m/s for a tenth of the set-point. */
export function proportionalGain(s: Float64Array, spec: WinchSpec): number {
  if (spec.proportional > 0 || spec.integral > 0) return spec.proportional;
  return 10 / Math.max(s[WINCH.target], 1);
}

function integralGain(s: Float64Array, spec: WinchSpec): number {
  if (spec.proportional > 0 || spec.integral > 0) return spec.integral;
  return proportionalGain(s, spec); // an error is corrected within about a second
}
