/** A screw and a nut with a soft layer on its thread (Elandt 2022, s. 5.3.4): jumps, travel, and the friction at which the thread holds. */
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, crossings, interpolate, largest, largestSize } from '../series.ts';

const [id, source] = [
  'elandt-bolt',
  'Elandt 2022, s. 5.3.4; a thread holds where friction is above tan(lead angle) cos(flank angle)',
];
const row = { id, source };

const PITCH = 2.5e-3; // [m]
/** of the pitch: the play of the thread along its axis lets the screw stand this much apart */
const PLAY = 0.05;

// scenario.yaml
const [CREST, INNER] = [10e-3, 7.985e-3]; // [m] the flanks touch between the crests of screw and nut
const [PUSH, MASS, INERTIA] = [100, 0.06, 3e-6]; // [N] [kg] [kg m^2]
const FRICTION = 'contacts.defaults.friction coefficient';

/** tan(lead) cos 30 at the mean radius of the flanks, where load is even over them. */
function limit(): number {
  const mean = ((2 / 3) * (CREST ** 3 - INNER ** 3)) / (CREST ** 2 - INNER ** 2);
  return (PITCH / (2 * Math.PI * mean)) * Math.cos(Math.PI / 6);
}

/** Backwards a jump a turn, then three turns in. */
async function started(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { recording, at, final } = completed(await context.runScenario('../../scenarios/bolt/scenario.yaml'));
  const [time, angle, height] = ['time', 'joint.drive.angle', 'screw.position.z'].map((c) => recording.column(c));
  /** [pitches] by which the screw stands further on than its turns say */
  const ahead = (t: number): number => at('screw.position.z', t) / PITCH - at('joint.drive.angle', t) / (2 * Math.PI);
  const last = angle[angle.length - 1];
  const [from] = crossings(time, angle, last - 6 * Math.PI, 1);
  return [
    ...[
      ['most of a turn', 1.0, 1],
      ['two turns', 2.3, 2],
    ].map(([name, t, jumps]) =>
      compare(row, {
        quantity: `pitches jumped after ${name} back`,
        unit: '1',
        expected: jumps as number,
        measured: ahead(t as number) - ahead(0.2),
        tolerance: PLAY,
      }),
    ),
    compareRelative(row, {
      quantity: 'travel of the last three turns in',
      unit: 'm',
      expected: 3 * PITCH,
      measured: final('screw.position.z') - interpolate(time, height, from),
      relative: 0.01,
    }),
    compare(row, {
      quantity: 'deepest anything came into the layer, of its thickness: never through',
      unit: '1',
      expected: 0.5,
      measured: largest(recording.column('contact.nut~screw.through')),
      tolerance: 0.49,
    }),
  ];
}

/** A push along the axis turns the screw where friction is too small; how fast it gains speed says where the limit is. */
async function pushed(context: CaseContext): Promise<readonly ValidationRow[]> {
  const below = 0.95 * limit();
  const runs = completed(await context.runScenario('scenario.yaml', { [FRICTION]: below }));
  const rate = (t: number): number => runs.at('screw.angular-velocity.z', t);
  const lead = PITCH / (2 * Math.PI);
  // (I + m lead^2) a = P lead (1 - mu/limit)
  const gain = (rate(0.11) - rate(0.07)) / 0.04;
  const lacking = (gain * (INERTIA + MASS * lead * lead)) / (PUSH * lead);
  const holds = completed(await context.runScenario('scenario.yaml', { [FRICTION]: 1.05 * limit() }));
  return [
    compareRelative(row, {
      quantity: 'friction at which it would hold, by what it gains in speed 5 % below',
      unit: '1',
      expected: limit(),
      measured: below / (1 - lacking),
      relative: 0.05,
    }),
    compare(row, {
      quantity: 'rate of turning 5 % above, after 50 ms under the whole push',
      unit: 'rad/s',
      expected: 0,
      measured: largestSize(
        holds.recording.column('screw.angular-velocity.z').filter((_, i) => holds.recording.column('time')[i] > 0.1),
      ),
      tolerance: 1e-6,
    }),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'A screw jumps, runs in and holds',
  source,
  slow: true,
  run: async (context) => [...(await started(context)), ...(await pushed(context))],
};
