/**
 * What the work of a run is for: counts by who asked for it, and who is worked for at this moment. Nothing of a run depends on it.
 *
 * Who: a kind and a number, in one integer. `now[0]` holds it while the engine works; a program that has a clock may look at it, even from
 * another thread, and so learn how the time is shared without the engine knowing any time.
 */
import { GrowableFloat64 } from './growable.ts';

// Kinds of who
/** the caller: recording, writing, whatever is between steps */
export const FOR_CALLER = 0;
/** parts of a step that are for everybody: PART_... */
export const FOR_PART = 1;
/** number: slot of a body */
export const FOR_BODY = 2;
export const FOR_CABLE = 3;
export const FOR_JOINT = 4;
/** number: pair of shapes */
export const FOR_PAIR = 5;
/** number: pair of a cable and a body, of two cables, or a cable with itself */
export const FOR_STRANDS = 6;
export const FOR_HULL = 7;
const KINDS = 8;

// Parts of a step
export const PART_STEP = 0;
export const PART_SEARCH = 1;
export const PART_MATRIX = 2;
export const PART_GEAR = 3;
// ... and what may limit it that is nobody's
export const PART_LONGEST = 4;
export const PART_DUE = 5;
export const PART_GIVEN = 6;
export const PART_ENERGY = 7;
export const PART_FRICTION = 8;
export const PART_CROWD = 9;

// What is counted
/** a shape of contact found anew */
export const LOOKS = 0;
/** the law of contact evaluated at a point or patch */
export const LAWS = 1;
/** iterations of Newton's method in which this moved most */
export const ITERATIONS = 2;
/** steps that were no longer because of this */
export const STEPS = 3;
/** steps done again because of this */
export const RETRIES = 4;
export const COUNTS = 5;

const SHIFT = 24;

/** Who, as one number. */
export function effortFor(kind: number, index: number): number {
  return (kind << SHIFT) | index;
}

export function effortKind(who: number): number {
  return who >>> SHIFT;
}

export function effortIndex(who: number): number {
  return who & ((1 << SHIFT) - 1);
}

export class Effort {
  /** who is worked for; may be replaced by shared memory */
  now: Int32Array = new Int32Array(1);
  /** why the last step was no longer */
  limiter: number = effortFor(FOR_PART, PART_GIVEN);
  private readonly counted: readonly GrowableFloat64[] = Array.from({ length: KINDS }, () => new GrowableFloat64(64));

  count(who: number, what: number): void {
    const kind = effortKind(who);
    const at = COUNTS * effortIndex(who) + what;
    this.room(kind, effortIndex(who) + 1);
    this.counted[kind].data[at]++;
  }

  /** The counts of one kind: COUNTS values for each of its members 0 ... numbers - 1. */
  room(kind: number, numbers: number): Float64Array {
    const list = this.counted[kind];
    if (list.length < COUNTS * numbers) list.resize(COUNTS * numbers);
    return list.data;
  }

  /** Calls back for everybody something was counted for. */
  forEach(visit: (who: number, counts: Float64Array) => void): void {
    for (let kind = 0; kind < KINDS; kind++) {
      const { data, length } = this.counted[kind];
      for (let o = 0; o < length; o += COUNTS) {
        const counts = data.slice(o, o + COUNTS);
        if (counts.some((count) => count > 0)) visit(effortFor(kind, o / COUNTS), counts);
      }
    }
  }

  /** For a checkpoint: kind, number and counts of everybody. */
  save(): number[] {
    const out: number[] = [];
    this.forEach((who, counts) => {
      out.push(who, ...counts);
    });
    return out;
  }

  restore(saved: ArrayLike<number>): void {
    for (const list of this.counted) list.clear();
    for (let i = 0; i < saved.length; i += 1 + COUNTS) {
      const who = saved[i];
      const data = this.room(effortKind(who), effortIndex(who) + 1);
      for (let k = 0; k < COUNTS; k++) data[COUNTS * effortIndex(who) + k] = saved[i + 1 + k];
    }
  }
}
