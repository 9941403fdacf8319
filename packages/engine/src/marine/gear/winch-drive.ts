/** Motion of a drum over a step: the acceleration required by its order, within the limits of motor, brake, line and rope. */
import {
  drumMass,
  drumRadius,
  proportionalGain,
  WINCH,
  WINCH_ARRIVED,
  WINCH_EVENTS,
  WINCH_MODES,
  type WinchMode,
  type WinchSpec,
} from './winch.ts';

/** Addition to orders of speed and length: [m] so far, [m/s] now, [m/s^2] over the step. */
export interface WinchLeading {
  readonly offset: number;
  readonly rate: number;
  readonly acceleration: number;
}

const STILL: WinchLeading = { offset: 0, rate: 0, acceleration: 0 };

/** Compliance of a line between drum and far end: T = k (x + lag x'). */
export interface LineGive {
  /** [N/m] effective stiffness for a change of length within the step: dampers and waves increase it, more so for shorter steps */
  readonly sudden: number;
  /** k [N/m] */
  readonly steady: number;
  /** [s] of its dampers */
  readonly lag: number;
  /** w^2 L^3/12 [N^2 m]: additional compliance by sag, over T^3 (Irvine 1981, s. 2.4; w transverse weight per length) */
  readonly sag: number;
}

/**
 * Acceleration along the line [m/s^2, out] over the next step h. out, v: line out [m] and its rate now; leading: heave compensation; holds:
 * the other end is held. A drive in tension control stops on a line that holds nothing.
 */
export function driveWinch(
  s: Float64Array,
  spec: WinchSpec,
  h: number,
  out: number,
  v: number,
  line: LineGive,
  leading: WinchLeading = STILL,
  holds = true,
): number {
  const mode = WINCH_MODES[s[WINCH.mode]];
  const yielding = 0.5 * line.sudden * h * h; // s of (1)
  // a slack line has no tension and no predicted tension
  const taut = s[WINCH.tension] > 0;
  followFarEnd(s, v, taut ? line.sudden : 0);
  followStretching(s, spec, line);
  const ahead = taut
    ? s[WINCH.tension] + h * s[WINCH.tensionRate] + yielding * (2 * s[WINCH.farAcceleration] - s[WINCH.acceleration])
    : 0;
  const T0 = Math.max(0, ahead);
  const sT = taut ? yielding : 0;
  const R = drumRadius(spec, out);
  const m = drumMass(spec, out);
  s[WINCH.flags] &= ~OF_THE_STEP;
  s[WINCH.motor] = 0;
  s[WINCH.brake] = 0;
  let A: number;
  if (mode === 'free') A = spooling(spec, v, h, T0, sT, m);
  else if (mode === 'stopper') A = stopped(s, spec, h, out, v, spooling(spec, v, h, T0, sT, m));
  else if (mode === 'brake') A = held(s, spec, h, v, T0, sT, m, R);
  else {
    const wanted =
      mode === 'speed' || mode === 'length'
        ? moving(s, spec, mode, h, out, v, R / spec.radius, leading)
        : demand(s, spec, mode, h, v, T0, sT, line, holds, m);
    A = driven(s, spec, wanted, v, T0, sT, m, R);
  }
  A = withinRope(s, spec, h, out, v, A);
  s[WINCH.acceleration] = A;
  return A;
}

const OF_THE_STEP =
  WINCH_EVENTS.stalled |
  WINCH_EVENTS.brakeSlips |
  WINCH_EVENTS.endOfRope |
  WINCH_EVENTS.hauledIn |
  WINCH_EVENTS.stopped;

/**
 * The bar of a chain stopper is down: the chain runs freely until the next link that lies flat is at the bar, and no further. The bar is
 * rigid; the chain takes up the blow. At most v h/2 of chain passes in the step in which it stops.
 */
function stopped(s: Float64Array, spec: WinchSpec, h: number, out: number, v: number, A: number): number {
  const every = spec.stopEvery ?? 0;
  if (!(s[WINCH.target] > 0)) s[WINCH.target] = every * Math.max(1, Math.ceil((out - WINCH_ARRIVED) / every));
  const least = noFurther(s[WINCH.target] - out, v, h);
  if (A < least) return A;
  if (least <= -v / h) s[WINCH.flags] |= WINCH_EVENTS.stopped;
  return least;
}

/** The largest acceleration with `room` left to a rigid stop: just there at the end of the step, or at rest within it. */
function noFurther(room: number, v: number, h: number): number {
  return room > 0 ? Math.max(-v / h, (2 * (room - v * h)) / (h * h)) : -v / h;
}

/** [s] smoothing time of the acceleration of the far end */
const SMOOTHING = 0.05;

/** For (1): estimated from a line of that stiffness. */
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

/**
 * For the limits of tension control: speed at which line is drawn out between drum and far end, independent of the step, from T' = k (x' +
 * lag x'') with k of the hanging line. It is limited to the speed of the drive, because the tension of an almost slack line contains no
 * more information.
 */
function followStretching(s: Float64Array, spec: WinchSpec, line: LineGive): void {
  const elapsed = s[WINCH.elapsed];
  if (!(s[WINCH.tension] > 0) || !(elapsed > 0)) {
    s[WINCH.stretching] = 0;
    return;
  }
  const slow = line.lag / elapsed;
  const T = Math.max(s[WINCH.tension] - 0.5 * elapsed * s[WINCH.tensionRate], 0); // in the middle of the step, like the speeds
  const give = 1 / line.steady + line.sag / (T * T * T);
  const most = spec.speedIn + spec.speedOut;
  const rate = T > 0 ? s[WINCH.tensionRate] * give : 0;
  s[WINCH.stretching] = clamp((rate + slow * s[WINCH.stretching]) / (1 + slow), -most, most);
}

/** Part of the set-point below which a line hangs: its tension then does not show its taut stiffness. */
const SAGS = 0.15;
/** Part of its acceleration on which tension control relies; the rest compensates for delays. */
const PLANNED = 0.5;

/** [m/s] the speed of the drive, or that of the order where it is lower. */
function within(s: Float64Array, own: number): number {
  const bound = s[WINCH.speed];
  return bound > 0 ? Math.min(bound, own) : own;
}

/**
 * Acceleration for an order of speed or length, relative to the motion `leading`. even: the lever over its mean, by which the chain speed
 * of a uniformly turning gypsy varies; for drums speeds are those of the line, and even is not used.
 */
function moving(
  s: Float64Array,
  spec: WinchSpec,
  mode: 'speed' | 'length',
  h: number,
  out: number,
  v: number,
  even: number,
  { offset, rate, acceleration }: WinchLeading,
): number {
  const { acceleration: a } = spec;
  const ripple = spec.gypsy === undefined ? 1 : even;
  const fastestOut = ripple * within(s, spec.speedOut);
  const fastestIn = ripple * within(s, spec.speedIn);
  const own = v - rate;
  const target = s[WINCH.target];
  const speed = mode === 'speed' ? ripple * target : approach(target - (out - offset), own, h, a);
  const A = clamp((clamp(speed, -fastestIn, fastestOut) - own) / h, -a, a);
  if (rate === 0 && acceleration === 0) return A;
  return clamp((clamp(v + h * (A + acceleration), -spec.speedIn, spec.speedOut) - v) / h, -a, a);
}

/** Acceleration for the other modes. */
function demand(
  s: Float64Array,
  spec: WinchSpec,
  mode: WinchMode,
  h: number,
  v: number,
  T0: number,
  sT: number,
  { steady, lag, sag }: LineGive,
  holds: boolean,
  m: number,
): number {
  const { acceleration: a } = spec;
  const fastestOut = within(s, spec.speedOut);
  const fastestIn = within(s, spec.speedIn);
  const target = s[WINCH.target];
  const towards = (speed: number): number => clamp((clamp(speed, -fastestIn, fastestOut) - v) / h, -a, a);
  if (!holds) {
    s[WINCH.error] = 0;
    s[WINCH.integral] = 0;
    return towards(0);
  }
  let set = target;
  if (mode === 'render') {
    const pays = T0 > spec.renderAt * target;
    const hauls = T0 < spec.recoverAt * target;
    if (!pays && !hauls) {
      s[WINCH.smoothed] = s[WINCH.tension];
      return towards(0);
    }
    set = target * (pays ? spec.renderAt : spec.recoverAt);
  }
  const own = spec.proportional > 0 || spec.integral > 0;
  // a deckhand has no drum
  if (!own && m > 0) {
    return light(s, spec, h, v, T0, sT, set, m, steady, sag);
  }
  const Kp = proportionalGain(s, spec);
  const planned = PLANNED * a; // a'
  if (!(sT > 0) || s[WINCH.tension] < SAGS * set) {
    // slack, or a hanging bight: no faster than can be stopped within the set-point once the line comes taut,
    // set = k (v^2/(2 a') + lag v)
    const careful = Math.sqrt(planned * planned * lag * lag + (2 * planned * set) / steady) - planned * lag;
    s[WINCH.error] = 0;
    return towards(-Math.min(fastestIn, Math.max(0.1 * fastestIn, careful)));
  }
  const Kd = spec.derivative;
  s[WINCH.error] = s[WINCH.tension] - set; // as measured: predicted values would accumulate their errors
  // v + h A = K_p (T0 - sT A - set) + I + K_d (T0 - sT A - T)/h
  const now = Kp * (s[WINCH.tension] - set) + s[WINCH.integral];
  const speed = Kp * (T0 - set) + s[WINCH.integral] + (Kd * (T0 - s[WINCH.tension])) / h;
  const next = v + (h * (speed - v)) / (h + Kp * sT + (Kd * sT) / h);
  // the far end moves at V; relative to it, no faster than can be reversed before the tension is right
  const far = farEnd(s, v);
  const room = approach(Math.abs(now - far) / Math.max(Kp * steady, 1e-300), 0, h, planned);
  const wanted = clamp(far + clamp(next - far, -room, room), -fastestIn, fastestOut);
  const A = clamp((wanted - v) / h, -a, a);
  if (wanted !== next || A !== (wanted - v) / h) s[WINCH.error] = 0; // at a limit the integral is frozen
  return A;
}

/** [m/s] speed of the far end, estimated from tension and drum. */
function farEnd(s: Float64Array, v: number): number {
  return v - 0.5 * s[WINCH.elapsed] * s[WINCH.acceleration] + s[WINCH.stretching];
}

/** Criterion of a snap: excess over the set-point, as a part of it, and ratio of stretch to sag. */
const BLOW = 0.25;
const MOSTLY = 2;

/** [s] smoothing time of the tension, and lead time of its rate: a damper between drum and line. */
const SMOOTHED = 0.04;
const LEAD = 0.08;
/** Acceleration for an error as large as the set-point, as a part of that of the drive. */
const EAGER = 4;

/**
 * Tension control of a drum. The drum behaves like a light mass that pulls with the set-point,
 *   m' v' = T + LEAD T' - T_set,   m' = T_set/(EAGER a)
 * A mass on a line gives it no energy: whatever the line does, this settles, and the mean tension is the set-point. It hauls in with at
 * most a; when paying out, a line above the set-point accelerates the drum itself, by (T - T_set)/m. Slack is hauled in with the full
 * drive: the far end would draw any remaining slack taut.
 *
 * After a snap the drum is braked as the line recoils, otherwise it would run on and cause slack for the next snap. With V the speed of the
 * far end, v is at most
 *   V + sqrt(2 a' (T - T_set)/k)
 * the speed that the drive can reverse with a' = PLANNED a before the tension is right. This applies only while stretch dominates sag, k
 * w^2 L^3/12 < T^3: sag follows at the speed of transverse waves, so the tension does not show the motion of the far end.
 */
function light(
  s: Float64Array,
  spec: WinchSpec,
  h: number,
  v: number,
  T0: number,
  sT: number,
  set: number,
  m: number,
  steady: number,
  sag: number,
): number {
  const { acceleration: a } = spec;
  const fastestOut = within(s, spec.speedOut);
  const fastestIn = within(s, spec.speedIn);
  if (s[WINCH.smoothed] === 0) s[WINCH.smoothed] = s[WINCH.tension]; // ordered before the first reading of the line
  const behind = s[WINCH.tension] - s[WINCH.smoothed];
  s[WINCH.smoothed] += (behind * h) / (h + SMOOTHED);
  s[WINCH.error] = 0;
  const felt = Math.max(set / (EAGER * a), LIGHTEST);
  // a line that is stiff relative to the step is damped numerically, and its rate is noise
  const lead = (LEAD * felt) / (felt + sT);
  const A = (T0 - set + (lead / SMOOTHED) * behind) / (felt + sT);
  const overhauled = (T0 - set) / Math.max(m + sT, LIGHTEST);
  let wanted = v + h * clamp(A, -a, Math.max(a, overhauled));
  const T = s[WINCH.tension];
  const over = T - set;
  if (over > BLOW * set && T * T * T > MOSTLY * sag * steady) {
    wanted = Math.min(wanted, farEnd(s, v) + Math.sqrt((2 * PLANNED * a * over) / steady));
  }
  return (clamp(wanted, -fastestIn, fastestOut) - v) / h;
}

/**
 * The speed v1 at the end of a step h with which a drive of acceleration a stops exactly after the distance `left` at its start: v1^2/(2 a)
 * = left - h (v + v1)/2. The last two steps complete it, left = h (v + v1)/2 + h v1/2.
 */
function approach(left: number, v: number, h: number, a: number): number {
  const last = left / h - 0.5 * v;
  if (Math.abs(last) <= a * h && Math.abs(last - v) <= a * h) return last;
  const towards = Math.sign(left);
  const half = 0.5 * a * h;
  const far = Math.max(0, Math.abs(left) - 0.5 * h * v * towards);
  return towards * (Math.sqrt(half * half + 2 * a * far) - half);
}

/** Limits by motor torque and power. */
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
  // losses stop a drum but do not reverse it
  return (v + h * free) * v < 0 && pull <= drag ? -v / h : free;
}

/** [m/s] speed below which it is at rest */
const AT_REST = 1e-9;

/** The drive brings the drum to rest with its acceleration, then the brake closes; immediately, if the drive cannot. */
function held(
  s: Float64Array,
  spec: WinchSpec,
  h: number,
  v: number,
  T0: number,
  sT: number,
  m: number,
  R: number,
): number {
  if (s[WINCH.braked] === 0 && Math.abs(v) > AT_REST) {
    const a = spec.acceleration;
    const wanted = clamp(-v / h, -a, a);
    const A = driven(s, spec, wanted, v, T0, sT, m, R);
    if (A === wanted) return A;
    s[WINCH.motor] = 0;
  }
  s[WINCH.braked] = 1;
  return braked(s, spec, h, v, T0, sT, m, R);
}

/** Stops the drum and holds it, up to its limit. */
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

/** Limits the length to the available rope and to the block, stopping there with the drive's acceleration. */
function withinRope(s: Float64Array, spec: WinchSpec, h: number, out: number, v: number, A: number): number {
  const a = spec.acceleration;
  const mode = WINCH_MODES[s[WINCH.mode]];
  if (spec.stopEvery !== undefined && (mode === 'free' || mode === 'stopper')) {
    // a declutched gypsy: nothing slows the chain before its bitter end
    const least = noFurther(spec.longest - out, v, h);
    if (A < least) return A;
    s[WINCH.flags] |= WINCH_EVENTS.endOfRope;
    return least;
  }
  const next = v + h * A;
  const mostOut = approach(Math.max(0, spec.longest - out), v, h, a);
  const mostIn = approach(Math.max(0, out - spec.shortest), -v, h, a);
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

/** [kg] smallest mass of a drum, so that a drive without inertia has a unique solution */
const LIGHTEST = 1;

function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
