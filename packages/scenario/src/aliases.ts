/** Names given by the user to channels: `output.aliases`. Each stands for one number of an existing channel. */
import type { Probe } from '@hawser/engine';
import type { Compiled } from './compile.ts';
import type { IssueList } from './issues.ts';
import { suggest } from './suggest.ts';

export function aliasProbes(compiled: Compiled, offered: readonly Probe[], issues: IssueList): Probe[] {
  const byName = new Map(offered.map((probe) => [probe.name, probe]));
  return Object.entries(compiled.scenario.output.aliases).flatMap(([alias, name]) => {
    const path = ['output', 'aliases', alias];
    const wrong = (expected: string, found: string, hint?: string): Probe[] => {
      issues.add('channel', compiled.source.place(path), path, {
        expected,
        found,
        ...(hint !== undefined && { hint }),
      });
      return [];
    };
    if (byName.has(alias)) return wrong('a name that no channel has', `"${alias}"`);
    const found = oneNumber(byName, name);
    if (found !== undefined)
      return [
        {
          name: alias,
          unit: found.probe.unit,
          size: 1,
          components: [''],
          ...(found.probe.dear && { dear: true }),
          ...(found.probe.within && { within: found.probe.within }),
          read: reading(found),
        },
      ];
    const whole = byName.get(name);
    if (whole) return wrong('one number', `"${name}", which has ${whole.size}`, `write ${name}.${whole.components[0]}`);
    return wrong('a channel of this model, or a component of one', `"${name}"`, suggest(name, [...byName.keys()]));
  });
}

interface OneNumber {
  readonly probe: Probe;
  readonly component: number;
}

function oneNumber(byName: ReadonlyMap<string, Probe>, name: string): OneNumber | undefined {
  const whole = byName.get(name);
  if (whole?.size === 1) return { probe: whole, component: 0 };
  const dot = name.lastIndexOf('.');
  const probe = byName.get(name.slice(0, dot));
  const component = probe?.components.indexOf(name.slice(dot + 1)) ?? -1;
  return probe === undefined || component < 0 ? undefined : { probe, component };
}

function reading({ probe, component }: OneNumber): Probe['read'] {
  const all = new Float64Array(probe.size);
  return (out, o) => {
    probe.read(all, 0);
    out[o] = all[component];
  };
}
