/** Numbers of the solver that nobody needs to set; each stopped a failure seen in measurements (docs/decisions/002). */

/** A stage that turns a body further than this is rejected: Newton may have found a root whole turns away [rad]. */
export const LARGEST_TURN = 1;
/** ... or moves it further than this [m]. */
export const LARGEST_MOVE = 5;
/** A factor made earlier serves as long as each increment is at most this part of the one before. */
export const REUSE_CONTRACTION = 0.25;
/** From this iteration on a Newton increment that shrinks less than SEARCH_CONTRACTION is searched along its line. */
export const SEARCH_FROM = 3;
export const SEARCH_CONTRACTION = 0.2;
/** ... and from this one on one that is not that much smaller than the least so far: iterates may go round in threes and fours, as where a rod jams (Painleve). */
export const ROUND_FROM = 9;
/** Cables in touch: from this iteration on increments that do not shrink as they should are halved, down to LEAST_PART. */
export const HALVE_FROM = 6;
export const LEAST_PART = 0.25;
/** ... and from this one on a stage is given up whose increments are still above this part of the first. */
export const LOST_AFTER = 10;
export const LOST = 0.1;
/** Where increments are searched along their lines they may shrink late, but few that are still above this part of the first ever do: a shorter step costs less. */
export const ASTRAY = 0.5;
/** ... but for increments of this speed [m/s]: a strand that just touches or just does not goes to and fro by that, and may. */
export const LATE_SPEED = 3e-4;
/** Length and tension of a cable's element may disagree by this [m]. */
export const LARGEST_GAP = 1e-9;
/** Cables in touch: laws may be taken this far from the depth of their patches, as a part of it (contacts/strands/touch-iterates.ts). */
export const LARGEST_STRAIN = 1e-2;
/** Rotation matrices are made orthonormal again every so many steps. */
export const ORTHONORMALISE_EVERY = 32;
/** Position margin of the contact search beyond what speeds explain [m]. */
export const SEARCH_SLACK = 1e-4;
/** Joint rates below this count as projected [m/s or rad/s]; positions are solved for every step, so nothing adds up. */
export const PROJECTED = 1e-9;
/** From here one projection does, by the factor of the step: it takes out all but a hundredth where a step turns bodies by 0.01 rad. */
export const NEARLY_PROJECTED = 1e-6;
/** Newton increments are at most this part of the deepest contact. */
export const CONTACT_RESOLUTION = 1e-3;
/** Multipliers leak through the compliance eps up to this b [s^2]: joints open by at most 1e-16 m a newton for it. */
export const LEAK_SQUARE = 1e-6;
/** A step that leaves a joint more open than this has not solved it: joints contradict each other [m or rad]. */
export const OPEN_JOINT = 1e-5;
/** So many steps in a row of the smallest size, where that is below CRAWL of the largest, and a run ends: it would take for ever. */
export const CRAWL_STEPS = 5000;
export const CRAWL = 1e-3;

/** What is left to a target below this [s, and part of the time] is rounding: a step of it would divide by next to nothing. */
export const SPLINTER = 1e-13;
