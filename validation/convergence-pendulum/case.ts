/** Order of convergence on the simple pendulum: TR-BDF2 in motion and reaction, Runge-Kutta, and whether they agree. */
import type { CaseContext, CaseRun, ValidationCase, ValidationRow } from 'hawser/cases';
import { orderRows, runWithSteps } from '../orders.ts';
import { compare } from '../rows.ts';

const [id, source] = ['convergence-pendulum', 'closed form with Jacobi elliptic functions (30 digits), as MB-01'];

interface Reference {
  readonly parameters: { readonly mass_kg: number; readonly g_m_s2: number };
  readonly reference: { readonly end: Readonly<Record<'x' | 'y' | 'vx' | 'vy', number>> };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference } = context.readJson('reference.json') as Reference;
  const { end } = reference;
  const distance = (result: CaseRun): number =>
    Math.hypot(result.final('bob.position.x') - end.x, result.final('bob.position.z') - end.y);
  const speed = (result: CaseRun): number =>
    Math.hypot(result.final('bob.velocity.x') - end.vx, result.final('bob.velocity.z') - end.vy);
  // released level: v^2 = 2 g (-y), so the rod carries 3 m g (-y)
  const tension = -3 * parameters.mass_kg * parameters.g_m_s2 * end.y;
  const force = (result: CaseRun): number =>
    Math.abs(Math.hypot(...['x', 'y', 'z'].map((axis) => result.final(`joint.rod.reaction.${axis}`))) - tension);

  const steps = [4e-3, 2e-3, 1e-3, 0.5e-3];
  const implicit = await runWithSteps(context, steps);
  // the next term of the error is about h/8 ms of the first at these steps: 0.02 of the order; 0.2 still tells 2 from 1 or 3
  const second = { id, source, expected: 2, tolerance: 0.2 };
  const long = [200e-3, 100e-3, 50e-3, 25e-3];
  const explicit = await runWithSteps(context, long, { 'solver.integrator': 'runge-kutta' });
  // steps of a fifth of a radian and more: the next terms still show; 1.5 tells 8 from 5 and from the 7 of its estimate
  const eighth = { id, source, expected: 8, tolerance: 1.5 };

  const [x2, x1] = implicit.slice(-2).map((result) => result.final('bob.position.x'));
  const extrapolated = (4 * x1 - x2) / 3;
  const best = explicit[explicit.length - 1].final('bob.position.x');
  return [
    ...orderRows({ ...second, what: 'TR-BDF2, position' }, steps, implicit.map(distance)),
    ...orderRows({ ...second, what: 'TR-BDF2, velocity' }, steps, implicit.map(speed)),
    ...orderRows({ ...second, what: 'TR-BDF2, force in the rod' }, steps, implicit.map(force)),
    ...orderRows({ ...eighth, what: 'Runge-Kutta, position' }, long, explicit.map(distance)),
    compare(
      { id, source },
      {
        quantity: 'position at 10 s: TR-BDF2 extrapolated from 1 and 0.5 ms, against Runge-Kutta with 25 ms',
        unit: 'm',
        expected: best,
        measured: extrapolated,
        // what extrapolation leaves: 0.7 % of the error at 0.5 ms, 7e-6 m
        tolerance: 1e-7,
        source: 'the two integrators share no stage equation',
      },
    ),
  ];
}

export const validationCase: ValidationCase = {
  id,
  title: 'Order of convergence on a pendulum, 10 s',
  source,
  run,
};
