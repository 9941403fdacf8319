/** Conditions of a script and limits of an operation, in the unit of their channel. */
import type { ConditionSpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { ScriptStep } from '../schema/director.ts';
import type { Written } from '../schema/gear.ts';
import { suggest } from '../suggest.ts';
import { channelKind } from './channel-kind.ts';
import { readWritten } from './gear.ts';

export interface LimitSpec extends ConditionSpec {
  readonly name: string;
  readonly during?: string;
}

/** Names of the phases of a script. */
function phaseNames(steps: readonly ScriptStep[]): string[] {
  return steps.flatMap((step) => [
    ...(step.phase === undefined ? [] : [step.phase]),
    ...phaseNames(step.steps ?? []),
    ...phaseNames(step.together ?? []),
    ...(step.choose ?? []).flatMap((branch) => phaseNames(branch.steps)),
  ]);
}

export function buildLimits(context: Context): LimitSpec[] {
  const phases = phaseNames(context.scenario.director);
  return context.scenario.limits.flatMap((limit, i) => {
    const path: Path = ['limits', i];
    const { during } = limit;
    if (during !== undefined && !phases.includes(during)) {
      const hint = suggest(during, phases) ?? `the phases are ${phases.join(', ') || 'none'}`;
      context.wrong('unknown-name', [...path, 'during'], {
        expected: 'the name of a phase',
        found: `"${during}"`,
        hint,
      });
    }
    const name = limit.name ?? limit.channel;
    return buildCondition(context, limit, path).map((condition) => ({
      ...condition,
      name,
      ...(during !== undefined && { during }),
    }));
  });
}

/** A condition or a limit: channel, component and bounds in the unit of the channel. */
export function buildCondition(
  context: Context,
  { channel, above, below }: { readonly channel: string; readonly above?: Written; readonly below?: Written },
  path: Path,
): ConditionSpec[] {
  if (above === undefined && below === undefined) {
    context.wrong('missing', path, { expected: 'above, below or both', found: 'neither' });
    return [];
  }
  const part = /\.([xyz]|size|roll|pitch|yaw)$/.exec(channel)?.[1];
  const whole = part === undefined ? channel : channel.slice(0, -part.length - 1);
  const component =
    part === 'size'
      ? -1
      : part === undefined
        ? 0
        : Math.max('xyz'.indexOf(part), ['roll', 'pitch', 'yaw'].indexOf(part));
  const kind = channelKind(whole);
  const bound = (value: Written | undefined, key: string): number | undefined =>
    value === undefined ? undefined : readWritten(context, value, kind, [...path, key]);
  const low = bound(above, 'above');
  const high = bound(below, 'below');
  if ((above !== undefined && low === undefined) || (below !== undefined && high === undefined)) return [];
  return [
    { channel: whole, component, ...(low !== undefined && { above: low }), ...(high !== undefined && { below: high }) },
  ];
}
