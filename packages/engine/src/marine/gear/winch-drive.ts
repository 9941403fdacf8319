/** What a drum does over a step: the acceleration its order asks for, and what motor, brake, line and rope make of it. */
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

/** What is added to orders of speed and length: [m] so far, [m/s] now, [m/s^2] over the step. */
export interface WinchLeading {
  readonly offset: number;
  readonly rate: number;
  readonly acceleration: number;
}

const STILL: WinchLeading = { offset: 0, rate: 0, acceleration: 0 };

/** How a line gives way between drum and far end: T = k (x + lag x'). */
export interface LineGive {
  /** [N/m] as a change of length within the step feels it: dampers and waves stiffen it, the more the shorter the step */
  readonly sudden: number;
  /** k [N/m] */
  readonly steady: number;
  /** [s] of its dampers */
  readonly lag: number;
  /** w^2 L^3/12 [N^2 m]: what it gives more by its sag, over T^3 (Irvine 1981, s. 2.4; weight w a length, across the line) */
  readonly sag: number;
}

/**
 * Acceleration along the line [m/s^2, out] over the next step h. out, v: line out [m] and its rate now; leading: heave
 * compensation; holds: something is at the other end. A drive that keeps a tension stops where nothing is: there is none to be had.
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
  // a slack line neither pulls nor promises to
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
 * The bar of a chain stopper is down: the chain runs freely until the next link that lies flat is at the bar, and no further. It does
 * not give; what follows the blow is the chain. At most v h/2 of the step in which it stops runs by.
 */
function stopped(s: Float64Array, spec: WinchSpec, h: number, out: number, v: number, A: number): number {
  const every = spec.stopEvery ?? 0;
  if (!(s[WINCH.target] > 0)) s[WINCH.target] = every * Math.max(1, Math.ceil((out - WINCH_ARRIVED) / every));
  const least = noFurther(s[WINCH.target] - out, v, h);
  if (A < least) return A;
  if (least <= -v / h) s[WINCH.flags] |= WINCH_EVENTS.stopped;
  return least;
}

/** The greatest acceleration with `room` to go to something that does not give: just there at the end of the step, or at rest in it. */
function noFurther(room: number, v: number, h: number): number {
  return room > 0 ? Math.max(-v / h, (2 * (room - v * h)) / (h * h)) : -v / h;
}

/** [s] over which the acceleration of the far end is smoothed */
const SMOOTHING = 0.05;

/** For (1): as the line of that stiffness tells it. */
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
 * For what a drive that keeps a tension dares: how fast line is drawn out between drum and far end, whatever the step, from
 * T' = k (x' + lag x'') with k of the line as it hangs. No faster than the drive itself: of a line with nothing in it the
 * tension does not say more.
 */
function followStretching(s: Float64Array, spec: WinchSpec, line: LineGive): void {
  const elapsed = s[WINCH.elapsed];
  if (!(s[WINCH.tension] > 0) || !(elapsed > 0)) {
    s[WINCH.stretching] = 0;
    return;
  }
  const slow = line.lag / elapsed;
  const T = Math.max(s[WINCH.tension] - 0.5 * elapsed * s[WINCH.tensionRate], 0); // in the middle, as the speeds
  const give = 1 / line.steady + line.sag / (T * T * T);
  const most = spec.speedIn + spec.speedOut;
  const rate = T > 0 ? s[WINCH.tensionRate] * give : 0;
  s[WINCH.stretching] = clamp((rate + slow * s[WINCH.stretching]) / (1 + slow), -most, most);
}

/** A line with less than this part of its set-point hangs: how stiff it is taut, it does not say. */
const SAGS = 0.15;
/** Part of its acceleration a drive that keeps a tension counts on; the rest makes up for what it notices late. */
const PLANNED = 0.5;

/** [m/s] the drive's own speed, or that of the order where it gives one that is less. */
function within(s: Float64Array, own: number): number {
  const bound = s[WINCH.speed];
  return bound > 0 ? Math.min(bound, own) : own;
}

/**
 * What an order of speed or length asks for, seen from what moves with `leading`. even: the lever over its mean, with which the speed of a
 * gypsy that turns evenly goes up and down; of drums speeds are those of the line, and even is not asked for.
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

/** What the other modes ask for. */
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
  // a hand has no drum to be turned
  if (!own && m > 0) {
    return light(s, spec, h, v, T0, sT, set, m, steady, sag);
  }
  const Kp = proportionalGain(s, spec);
  const planned = PLANNED * a; // a'
  if (!(sT > 0) || s[WINCH.tension] < SAGS * set) {
    // slack, or a bight that hangs: no faster than what can be stopped within the set-point once the line comes taut,
    // set = k (v^2/(2 a') + lag v)
    const careful = Math.sqrt(planned * planned * lag * lag + (2 * planned * set) / steady) - planned * lag;
    s[WINCH.error] = 0;
    return towards(-Math.min(fastestIn, Math.max(0.1 * fastestIn, careful)));
  }
  const Kd = spec.derivative;
  s[WINCH.error] = s[WINCH.tension] - set; // as measured: what is foreseen would add up what it is wrong by
  // v + h A = K_p (T0 - sT A - set) + I + K_d (T0 - sT A - T)/h
  const now = Kp * (s[WINCH.tension] - set) + s[WINCH.integral];
  const speed = Kp * (T0 - set) + s[WINCH.integral] + (Kd * (T0 - s[WINCH.tension])) / h;
  const next = v + (h * (speed - v)) / (h + Kp * sT + (Kd * sT) / h);
  // the far end moves at V; against it no faster than what can be taken back before the tension is right
  const far = farEnd(s, v);
  const room = approach(Math.abs(now - far) / Math.max(Kp * steady, 1e-300), 0, h, planned);
  const wanted = clamp(far + clamp(next - far, -room, room), -fastestIn, fastestOut);
  const A = clamp((wanted - v) / h, -a, a);
  if (wanted !== next || A !== (wanted - v) / h) s[WINCH.error] = 0; // at a bound the integral waits
  return A;
}

/** [m/s] of the far end, as tension and drum tell it. */
function farEnd(s: Float64Array, v: number): number {
  return v - 0.5 * s[WINCH.elapsed] * s[WINCH.acceleration] + s[WINCH.stretching];
}

/** A blow: so much more than the set-point, as a part of it, with this much more of stretch than of sag. */
const BLOW = 0.25;
const MOSTLY = 2;

/** [s] of the smoothing of the tension, and of its rate that is added to it: a damper between drum and line. */
const SMOOTHED = 0.04;
const LEAD = 0.08;
/** Acceleration, in terms of that of the drive, that an error as large as the set-point asks for. */
const EAGER = 4;

/**
 * Tension control of a drum. The drum is made to feel light and pulls with the set-point,
 *   m' v' = T + LEAD T' - T_set,   m' = T_set/(EAGER a)
 * A mass on a line gives it no energy: whatever the line does, this settles, and the mean tension is the set-point. It hauls in with no
 * more than a; paying out, a line that pulls harder than the set-point turns the drum itself, with (T - T_set)/m. A slack line is taken
 * up with all the drive has: what is left slack is drawn taut by the far end.
 *
 * After such a blow the drum is braked as the line goes back, or it would be thrown on and make the slack for the next one. With V the
 * speed of the far end, v is at most
 *   V + sqrt(2 a' (T - T_set)/k)
 * what the drive can take back with a' = PLANNED a before the tension is right. Only while the line gives much more by its stretch than by its
 * sag, k w^2 L^3/12 < T^3: sag follows at the speed of waves across the line, so the tension does not say how the far end moves.
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
  if (s[WINCH.smoothed] === 0) s[WINCH.smoothed] = s[WINCH.tension]; // ordered before the line was looked at
  const behind = s[WINCH.tension] - s[WINCH.smoothed];
  s[WINCH.smoothed] += (behind * h) / (h + SMOOTHED);
  s[WINCH.error] = 0;
  const felt = Math.max(set / (EAGER * a), LIGHTEST);
  // a line that is stiff for the step damps by itself, and its rate is noise
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
 * The speed v1 at the end of a step h that a drive with acceleration a can have with `left` to go at its start, so as to come
 * to rest on the spot: v1^2/(2 a) = left - h (v + v1)/2. The last two steps end it, left = h (v + v1)/2 + h v1/2.
 */
function approach(left: number, v: number, h: number, a: number): number {
  const last = left / h - 0.5 * v;
  if (Math.abs(last) <= a * h && Math.abs(last - v) <= a * h) return last;
  const towards = Math.sign(left);
  const half = 0.5 * a * h;
  const far = Math.max(0, Math.abs(left) - 0.5 * h * v * towards);
  return towards * (Math.sqrt(half * half + 2 * a * far) - half);
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

/** [m/s] slower is rest */
const AT_REST = 1e-9;

/** The drive brings the drum to rest with its acceleration, then the brake is put on; at once, if the drive cannot. */
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
  const mode = WINCH_MODES[s[WINCH.mode]];
  if (spec.stopEvery !== undefined && (mode === 'free' || mode === 'stopper')) {
    // a gypsy that is declutched: nothing slows the chain before its bitter end
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

/** [kg] what no drum falls below, so that a drive without inertia has one answer */
const LIGHTEST = 1;

function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
