/** `hawser channels FILE` */
import { unlistedPairs } from '@hawser/scenario';
import { type Output, table } from '../output.ts';
import { neededScenario } from '../scenario-file.ts';

export interface ChannelsOptions {
  readonly set: readonly string[];
  readonly allow: readonly string[];
  readonly json?: boolean;
}

export function channels(out: Output, file: string, options: ChannelsOptions): void {
  const { simulation, probes } = neededScenario(file, options.set, options.allow);
  const recorded = new Set(probes);
  const aliases = probes.filter((probe) => !simulation.probes.includes(probe));
  const all = [...simulation.probes, ...aliases].map((probe) => ({
    name: probe.name,
    unit: probe.unit === '1' ? '' : probe.unit,
    components: probe.components,
    recorded: recorded.has(probe),
  }));
  const reason = unlistedPairs(simulation);
  if (reason !== undefined) out.tell(`${out.style('yellow', 'note:')} ${reason}`);
  if (options.json) {
    out.json(all);
    return;
  }
  const rows = all.map((c) => [c.name, c.unit, c.components.join(' '), c.recorded ? 'recorded' : '']);
  for (const line of table(['channel', 'unit', 'components', ''], rows, [])) out.print(line);
}
