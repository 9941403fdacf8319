/** How time advances. The defaults are good for most scenarios. */
import * as z from 'zod';
import { solverDefaults } from './defaults.ts';
import { choice, expecting, flag, numberBetween, object, quantity, wholeNumber } from './kit.ts';

export interface Solver {
  readonly integrator: 'auto' | 'tr-bdf2' | 'esdirk3' | 'bdf2' | 'trapezoidal' | 'runge-kutta' | 'convex';
  readonly constraints: 'kkt' | 'augmented-lagrangian';
  /** [s] */
  readonly step: number | 'auto';
  readonly accuracy: number;
  readonly tolerance: number | 'auto';
  readonly impacts: 'resolve' | 'absorb';
  /** [s] */
  readonly 'min step': number;
  readonly 'max step': number;
  readonly 'newton tolerance': number | 'auto';
  readonly 'contact resolution': number;
  readonly 'max iterations': number;
  readonly regularisation: number | 'auto';
  readonly penalty: number | 'auto';
  readonly redundant: 'warn' | 'refuse';
  readonly assemble: boolean;
  readonly 'assembly tolerance': number;
  readonly 'start from equilibrium': boolean;
  readonly 'energy error'?: number;
}

export const solverSchema: z.ZodType<Solver> = object(
  {
    integrator: choice(['auto', 'tr-bdf2', 'esdirk3', 'bdf2', 'trapezoidal', 'runge-kutta', 'convex'])
      .prefault(solverDefaults.integrator)
      .describe(
        'Method that advances time. auto chooses: runge-kutta where nothing can touch, stick or stop, esdirk3 there where forces are stiff; convex where 20 or more free bodies touch each other and tr-bdf2 needs too many steps; tr-bdf2 otherwise. tr-bdf2: implicit, second order, for contact. esdirk3: implicit, third order, half as expensive again and far more accurate for smooth motion such as swinging ropes. bdf2: cheap, damps more. trapezoidal: smooth systems only. runge-kutta: explicit, eighth order. convex: each step is the minimum of a convex function; first order, fixed steps of 5 ms unless set; for many bodies and cables in contact.',
      ),
    constraints: choice(['kkt', 'augmented-lagrangian'])
      .prefault(solverDefaults.constraints)
      .describe('kkt: joint forces solved exactly; augmented-lagrangian: by penalty and iteration, for comparison.'),
    step: z
      .union([z.literal('auto'), quantity('time', 'positive')], expecting('auto, or a time above 0 s such as "2 ms"'))
      .prefault(solverDefaults.step)
      .describe('auto: chosen by the error estimate; or a fixed step [s].'),
    accuracy: quantity('number', 'positive')
      .prefault(solverDefaults.accuracy)
      .describe(
        'Error of positions at the end of the run that automatic steps aim at, as a part of the size of the motion. The summary of a mechanism says what was reached.',
      ),
    tolerance: z
      .union([z.literal('auto'), quantity('number', 'positive')], expecting('auto, or a number above 0 such as 1e-6'))
      .prefault(solverDefaults.tolerance)
      .describe(
        'Position error allowed a step, automatic steps [m or rad]. auto: by accuracy, 1e-5 at 1e-4, with its power 3/2 (second order: the error at the end grows as tolerance^(2/3)).',
      ),
    impacts: choice(['resolve', 'absorb'])
      .prefault(solverDefaults.impacts)
      .describe(
        'Impacts shorter than a step. resolve: automatic steps shrink until the restitution asked for comes out; absorb: the bodies stop against each other within the step, which is cheaper. Fixed steps always absorb, automatic ones below 2 cm/s.',
      ),
    'energy error': numberBetween(0, 1)
      .optional()
      .describe(
        'Fixed steps: where more than this part of the energy exchanged in a step would be unaccounted for, a snatch or a landing, the step is divided, by eight at most. Never if left out.',
      ),
    'min step': quantity('time', 'positive')
      .prefault(solverDefaults['min step'])
      .describe('Smallest step before the run is given up [s].'),
    'max step': quantity('time', 'positive')
      .prefault(solverDefaults['max step'])
      .describe('Largest automatic step [s].'),
    'newton tolerance': z
      .union([z.literal('auto'), quantity('number', 'positive')], expecting('auto, or a number above 0 such as 1e-9'))
      .prefault(solverDefaults['newton tolerance'])
      .describe(
        'Iterations end when the change is smaller than this [m or rad]. auto: 1e-9; with cables 1e-8 of the shortest one, at most 1e-5.',
      ),
    'contact resolution': quantity('number', 'positive')
      .prefault(solverDefaults['contact resolution'])
      .describe(
        'Where bodies touch, the change must also be smaller than this part of the deepest contact and of the elastic give of its friction.',
      ),
    'max iterations': wholeNumber(1, 1000)
      .prefault(solverDefaults['max iterations'])
      .describe('Iterations before a step is tried again smaller.'),
    regularisation: z
      .union(
        [z.literal('auto'), quantity('number', 'not-negative')],
        expecting('auto, or a number of 0 or more such as 1e-10'),
      )
      .prefault(solverDefaults.regularisation)
      .describe('Compliance of joints in the solver [m/N or rad/(N m)]; lets redundant and singular mechanisms pass.'),
    penalty: z
      .union([z.literal('auto'), quantity('number', 'positive')], expecting('auto, or a number above 0 such as 1e9'))
      .prefault(solverDefaults.penalty)
      .describe('Penalty of the augmented Lagrangian [N/m or N m/rad]; auto: by the heaviest body and the step.'),
    redundant: choice(['warn', 'refuse'])
      .prefault(solverDefaults.redundant)
      .describe(
        'Joints that repeat what others hold, such as the second hinge of a door. warn: they run, share their forces evenly and are named; refuse: an error at each such joint. A joint written twice at the same place is always an error.',
      ),
    assemble: flag()
      .prefault(solverDefaults.assemble)
      .describe('true: bodies are moved until the joints close at t = 0; false: an open joint is an error.'),
    'assembly tolerance': quantity('number', 'positive')
      .prefault(solverDefaults['assembly tolerance'])
      .describe('How far joints may be open at t = 0 [m or rad].'),
    'start from equilibrium': flag()
      .prefault(solverDefaults['start from equilibrium'])
      .describe('true: the run starts from the position of rest found by the solver.'),
  },
  'a map of solver settings',
);
