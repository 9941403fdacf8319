/** Numbers of the solver that no user needs to set; each prevents a failure seen in measurements (docs/decisions/002). */

/** A stage that rotates a body further than this is rejected: Newton may have found a root whole turns away [rad]. */
export const LARGEST_TURN = 1;
/** ... or moves it further than this [m]. */
export const LARGEST_MOVE = 5;
/** An earlier factor is used as long as each increment is at most this part of the previous one. */
export const REUSE_CONTRACTION = 0.25;
/** From this iteration on a line search follows where a Newton increment shrinks by less than SEARCH_CONTRACTION. */
export const SEARCH_FROM = 3;
export const SEARCH_CONTRACTION = 0.2;
/**
 * ... and from this one on where it is not that much smaller than the smallest so far: iterates may cycle with a period of three or four,
 * as where a rod jams (Painleve).
 */
export const ROUND_FROM = 9;
/** Strand contacts: from this iteration on increments that do not shrink enough are halved, down to LEAST_PART. */
export const HALVE_FROM = 6;
export const LEAST_PART = 0.25;
/** ... and from this one on a stage is abandoned whose increments are still above this part of the first. */
export const LOST_AFTER = 10;
export const LOST = 0.1;
/** Where increments are searched along their lines they may shrink late, but few that are still above this part of the first ever do: a shorter step costs less. */
export const ASTRAY = 0.5;
/** ... except for increments below this speed [m/s]: a strand at the limit of touching oscillates by that amount, which is acceptable. */
export const LATE_SPEED = 3e-4;
/** Largest mismatch between length and tension of a cable element [m]. */
export const LARGEST_GAP = 1e-9;
/**
 * Strand contacts: largest distance between the depth at which a law is linearised and the present depth, as a part of it
 * (contacts/strands/touch-iterates.ts).
 */
export const LARGEST_STRAIN = 1e-2;
/** Number of steps between orthonormalisations of rotation matrices. */
export const ORTHONORMALISE_EVERY = 32;
/** Margin of the contact search beyond the distance covered at present speeds [m]. */
export const SEARCH_SLACK = 1e-4;
/** Joint rates below this count as projected [m/s or rad/s]; positions are solved in every step, so errors do not accumulate. */
export const PROJECTED = 1e-9;
/** Below this one projection by the factor of the step suffices: it removes all but a hundredth where a step rotates bodies by 0.01 rad. */
export const NEARLY_PROJECTED = 1e-6;
/** Newton increments are at most this part of the deepest contact. */
export const CONTACT_RESOLUTION = 1e-3;
/** Largest b [s^2] for which multipliers leak through the compliance eps: joints open by at most 1e-16 m for each newton. */
export const LEAK_SQUARE = 1e-6;
/** A step that leaves a joint more open than this has not solved it: joints contradict each other [m or rad]. */
export const OPEN_JOINT = 1e-5;
/** A run ends after this many consecutive steps of the smallest size, where that is below CRAWL of the largest: it would never finish. */
export const CRAWL_STEPS = 5000;
export const CRAWL = 1e-3;

/** Remaining time below which it is rounding [s, and part of the time]: a step of that length would divide by almost zero. */
export const SPLINTER = 1e-13;
