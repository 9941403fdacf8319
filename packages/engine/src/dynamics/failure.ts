/** Messages of failed steps. */
import type { StepFailure } from './simulation-types.ts';

const REASONS: Record<Exclude<StepFailure, 'event' | 'out-of-rope'>, string> = {
  diverged: 'the equations of the step found no solution',
  'not-finite': 'a number grew beyond all bounds',
  singular: 'the equations of the step have no unique solution',
  'step-too-small': 'thousands of steps in a row would have had to be shorter',
  passed: 'a cable goes through another one, itself, or a solid,',
  gained: 'a step had more energy than what was there and what was put in,',
  contradictory: 'joints or drivers ask for what cannot be at once, and the joint stays open,',
};

const ADVICE = 'Look for a limit, contact or driver that changes abruptly there, or allow a smaller minimum step.';
const WAY = 'An end attached from afar is drawn in on a straight way: see that nothing is in it. ';

/** penalty: of the augmented Lagrangian, where it holds the joints [N/m or N m/rad] */
export function describeFailure(
  cause: keyof typeof REASONS,
  name: string,
  time: number,
  h: number,
  penalty?: number,
): string {
  if (!(h > 0)) {
    return `at t = ${time.toPrecision(6)} s, the next step would be ${h} s long, expected more than 0 s; look at the step and tolerance of the solver`;
  }
  return (
    `at t = ${time.toPrecision(6)} s, ${REASONS[cause]} ${cause === 'step-too-small' ? 'than' : 'even with'} the smallest step of ${h} s; it showed first at ` +
    `${name}. ${cause === 'passed' ? WAY : ''}${penalty === undefined ? '' : byPenalty(penalty)}${ADVICE}`
  );
}

function byPenalty(penalty: number): string {
  return `Joints are held by the augmented Lagrangian with solver.penalty ${penalty.toPrecision(2)} N/m: leave it to auto, or take constraints: kkt. `;
}
