/** Probes of the run itself: energy and steps. */
import { type EnergyLedger, type Probe, scalar } from '../system/index.ts';
import type { Statistics } from './simulation-types.ts';

export function ownProbes(stats: Statistics, energy: () => Readonly<EnergyLedger>): Probe[] {
  const e = (field: keyof EnergyLedger) => (): number => energy()[field];
  return [
    scalar('energy.kinetic', 'J', e('kinetic')),
    scalar('energy.potential', 'J', e('potential')),
    scalar('energy.elastic', 'J', e('elastic')),
    scalar('energy.dissipated', 'J', e('dissipated')),
    scalar('energy.work', 'J', e('work')),
    scalar('energy.total', 'J', e('total')),
    scalar('energy.imbalance', 'J', e('imbalance')),
    scalar('solver.step', 's', () => stats.lastStep),
    scalar('solver.iterations', '1', () => stats.lastIterations),
  ];
}
