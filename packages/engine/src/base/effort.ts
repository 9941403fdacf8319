/**
 * Counts of the work that a run needs, by what needed it, and a mark of what the engine is working on now. No result depends on
 * them.
 *
 * "Who" is a kind and a number packed in one integer. `now[0]` holds it while the engine works. A program with a clock may
 * sample it, even from another thread, and so learn how the time is divided, although the engine itself reads no clock.
 */
import { GrowableFloat64 } from './growable.ts';

// Kinds of "who"
/** the caller: recording, writing, all that is between steps */
export const FOR_CALLER = 0;
/** parts of a step that serve the whole model: PART_... */
export const FOR_PART = 1;
/** number: slot of a body */
export const FOR_BODY = 2;
/** number: slot of the cable */
export const FOR_CABLE = 3;
/** number: index of the joint */
export const FOR_JOINT = 4;
/** number: pair of shapes */
export const FOR_PAIR = 5;
/** number: pair of a cable and a body, of two cables, or a cable with itself */
export const FOR_STRANDS = 6;
/** number: index of the hull */
export const FOR_HULL = 7;
const KINDS = 8;

// Parts of a step
export const PART_STEP = 0;
export const PART_SEARCH = 1;
export const PART_MATRIX = 2;
export const PART_GEAR = 3;
// ... and limits of the step length that belong to no body, cable or joint
/** the longest step that the user allows */
export const PART_LONGEST = 4;
/** something is due: an instruction, an output time, the end of the run */
export const PART_DUE = 5;
/** the step length was prescribed */
export const PART_GIVEN = 6;
/** energy error */
export const PART_ENERGY = 7;
/** change of friction */
export const PART_FRICTION = 8;
/** many impacts in a short time */
export const PART_CROWD = 9;

// What is counted
/** searches for the contact geometry of a pair (narrow phase) */
export const LOOKS = 0;
/** evaluations of a contact law, at a point or on a patch */
export const LAWS = 1;
/** iterations of Newton's method in which this one had the largest increment */
export const ITERATIONS = 2;
/** steps that this one kept from being longer */
export const STEPS = 3;
/** steps that were repeated because of this one */
export const RETRIES = 4;
/** number of counters above */
export const COUNTS = 5;

const SHIFT = 24;

/** Packs kind and index in one number. */
export function effortFor(kind: number, index: number): number {
  return (kind << SHIFT) | index;
}

/** Kind in a packed number: FOR_... */
export function effortKind(who: number): number {
  return who >>> SHIFT;
}

/** Index in a packed number. */
export function effortIndex(who: number): number {
  return who & ((1 << SHIFT) - 1);
}

/** Work counters of a run, and what the engine works on at the moment. */
export class Effort {
  /** what the engine works on, packed; may be replaced by shared memory */
  now: Int32Array = new Int32Array(1);
  /** what limited the length of the last step, packed */
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

  /** Visits every kind and number that has counts. */
  forEach(visit: (who: number, counts: Float64Array) => void): void {
    for (let kind = 0; kind < KINDS; kind++) {
      const { data, length } = this.counted[kind];
      for (let o = 0; o < length; o += COUNTS) {
        const counts = data.slice(o, o + COUNTS);
        if (counts.some((count) => count > 0)) visit(effortFor(kind, o / COUNTS), counts);
      }
    }
  }

  /** For a checkpoint: kind, number and counts of every entry. */
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
