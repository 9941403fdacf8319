/** CT-07: normal force on the tip of a sliding rod where it is unique, and what happens where it is not (Painleve). */
import type { CaseContext, CaseRun, Overrides, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare, compareRelative } from '../rows.ts';
import { completed, largest } from '../series.ts';

const [id, source] = ['CT-07-painleve', 'Painleve 1895; Genot & Brogliato 1999: N = m g/A(theta, mu)'];
const impulses =
  'impulse theory: the tip slides to rest, sticks, and the normal force gives back what it took (README)';
const row = { id, source };

interface Reference {
  readonly reference: {
    /** mu, angle [deg], A towards, A away, N/(m g) towards, N/(m g) away; null in the paradox */
    readonly table: readonly (readonly [number, number, number, number, number | null, number])[];
  };
  readonly tolerance: { readonly force_rel: number };
}

const WEIGHT = 9.81; // [N]
/** Beyond this the force of the rigid rod is a pole, not a number: mu = 4/3 at tan(theta) = 2. */
const LARGEST_FORCE = 1e6; // N/(m g)
const SLIDE = 10; // [m/s] fast enough to slide on throughout the sample
const JAM = 4; // [m/s] stopped within 50 us; the faster, the less gravity does meanwhile

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { reference, tolerance } = context.readJson('reference.json') as Reference;
  const relative = tolerance.force_rel;
  const rows: ValidationRow[] = [];
  const worst = new Map<string, number>();
  for (const [mu, angle, , , towards, away] of reference.table) {
    for (const [direction, expected] of [
      [-1, towards],
      [1, away],
    ] as const) {
      if (expected === null || expected > LARGEST_FORCE) continue;
      const result = await slide(context, mu, angle, direction * SLIDE, {});
      const measured = result.final('contact.floor~rod.normal-force') / WEIGHT;
      const key = `mu = ${short(mu)}, friction ${direction < 0 ? 'towards' : 'away from'} the centre of mass`;
      const error = Math.abs(measured / expected - 1);
      worst.set(key, Math.max(worst.get(key) ?? 0, Number.isNaN(error) ? Number.POSITIVE_INFINITY : error));
      if (expected > 10) {
        const quantity = `mu = ${short(mu)}, ${angle} deg: normal force over weight, next to the paradox`;
        rows.push(compareRelative(row, { quantity, unit: '1', expected, measured, relative }));
      }
    }
  }
  for (const [key, measured] of worst) {
    const quantity = `${key}: largest relative error of the normal force, 20 ... 80 deg`;
    rows.push(compare(row, { quantity, unit: '1', expected: 0, measured, tolerance: relative }));
  }
  for (const [mu, angle, A, , towards] of reference.table) {
    if (towards === null) rows.push(...(await paradox(context, mu, angle, A, relative)));
  }
  rows.push(...(await fall(context)));
  return rows;
}

/** No force fits: the tip must jam, dig in no deeper than elasticity lets it, and be thrown off with no energy gained. */
async function paradox(
  context: CaseContext,
  mu: number,
  angle: number,
  A: number,
  relative: number,
): Promise<readonly ValidationRow[]> {
  const result = await slide(context, mu, angle, -JAM, {
    'contacts.defaults': {
      law: 'elastic',
      stiffness: STIFFNESS,
      'friction coefficient': mu,
      'stick deflection': '1e-9 m',
    },
    'run.duration': 4e-5,
    'output.rate': 4e7,
    'solver.max step': 2.5e-8, // the contact swings at 1e6 rad/s
  });
  const { recording } = result;
  const force = recording.column('contact.floor~rod.normal-force');
  const off = force.findIndex((N, i) => N === 0 && i > 0 && force[i - 1] > 0);
  const at = (column: string): number => recording.column(column)[off] ?? Number.NaN;
  const place = `paradox, mu = ${short(mu)}, ${angle.toFixed(0)} deg`;
  const bound = Math.sqrt((JAM * JAM) / STIFFNESS); // all of the kinetic energy in the contact
  return [
    compare(row, {
      quantity: `${place}: sliding speed of the tip when it lifts off`,
      unit: 'm/s',
      expected: 0,
      measured: at('rod.tip.velocity.x'),
      tolerance: relative * JAM,
      source: impulses,
    }),
    compareRelative(row, {
      quantity: `${place}: speed at which it lifts off`,
      unit: 'm/s',
      expected: liftOff(angle, mu, A),
      measured: at('rod.tip.velocity.z'),
      relative,
      source: impulses,
    }),
    compare(row, {
      quantity: `${place}: largest penetration`,
      unit: 'm',
      expected: 0,
      measured: largest(recording.column('contact.floor~rod.depth')),
      tolerance: bound,
    }),
    compare(row, {
      quantity: `${place}: energy gained`,
      unit: 'J',
      expected: 0,
      measured: gained(result),
      tolerance: 1e-5,
    }),
  ];
}

const STIFFNESS = 1e12; // [N/m]

/**
 * Tip velocity (u, w) against normal impulse p of a rod of unit mass, s = sin, c = cos:
 *   slides   du/dp = mu (1 + 3 s^2) - 3 s c,   dw/dp = A < 0        until u = 0, at p1: w1 = A p1
 *   sticks   dw/dp = b = 4/(1 + 3 s^2)                              until the work of N is zero: w^2 = w1^2 (1 - b/A)
 */
function liftOff(angle: number, mu: number, A: number): number {
  const [s, c] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const w1 = (A * JAM) / (mu * (1 + 3 * s * s) - 3 * s * c);
  return Math.abs(w1) * Math.sqrt(1 - 4 / (1 + 3 * s * s) / A);
}

/** A rod that jams, is thrown off, comes back and falls over, with the defaults of a user who gives no stiffness. */
async function fall(context: CaseContext): Promise<readonly ValidationRow[]> {
  const result = await slide(context, 2, 60, -JAM, {
    'contacts.defaults': { 'friction coefficient': 2 },
    'run.duration': 1,
    'output.rate': 1000,
    'solver.max step': 1e-3,
  });
  return [
    compare(row, {
      quantity: 'default contact, mu = 2, 60 deg, until the rod lies (1 s): energy gained',
      unit: 'J',
      expected: 0,
      measured: gained(result),
      tolerance: 1e-5,
    }),
  ];
}

/** Largest rise of kinetic, potential and elastic energy above their sum at the start [J]. */
function gained(result: CaseRun): number {
  const { recording } = result;
  const parts = ['kinetic', 'potential', 'elastic'].map((part) => recording.column(`energy.${part}`));
  const total = recording.time.map((_, i) => parts.reduce((sum, part) => sum + part[i], 0));
  return largest(total) - total[0];
}

async function slide(
  context: CaseContext,
  mu: number,
  angle: number,
  speed: number,
  overrides: Overrides,
): Promise<CaseRun> {
  const theta = (angle * Math.PI) / 180;
  return completed(
    await context.runScenario('scenario.yaml', {
      'bodies.rod.position': [0.5 * Math.cos(theta), 0, 0.5 * Math.sin(theta)],
      'bodies.rod.rotation.angle': -theta,
      'bodies.rod.velocity[0]': speed,
      'contacts.defaults.friction coefficient': mu,
      ...overrides,
    }),
  );
}

function short(mu: number): string {
  return mu.toFixed(2).replace(/0$/, '');
}

export const validationCase: ValidationCase = { id, title: 'Sliding rod and the Painleve paradox', source, run };
