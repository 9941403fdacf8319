/** Probes of the run itself: energy and steps. */
import type { EnergyLedger } from '../stage/index.ts';
import { held, type Probe, scalar, summed } from '../base/index.ts';
import type { Statistics } from './simulation-types.ts';

/** `revision` changes with the state: the balance is computed once for all its readers. */
export function ownProbes(stats: Statistics, energy: () => Readonly<EnergyLedger>, revision: () => number): Probe[] {
  let known = -1;
  let ledger: Readonly<EnergyLedger> | undefined;
  const e = (field: keyof EnergyLedger) => (): number => {
    const now = revision();
    if (ledger === undefined || now !== known) ledger = energy();
    known = now;
    return ledger[field];
  };
  return [
    scalar('energy.kinetic', 'J', e('kinetic')),
    scalar('energy.potential', 'J', e('potential')),
    scalar('energy.elastic', 'J', e('elastic')),
    summed(scalar('energy.dissipated', 'J', e('dissipated'))),
    summed(scalar('energy.work', 'J', e('work'))),
    scalar('energy.total', 'J', e('total')),
    summed(scalar('energy.imbalance', 'J', e('imbalance'))),
    ...held([
      scalar('solver.step', 's', () => stats.lastStep),
      scalar('solver.iterations', '1', () => stats.lastIterations),
    ]),
  ];
}
