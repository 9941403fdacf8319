/** Events as written -> EventSpec. */
import type { EventSpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import { type BuiltCable, buildEnd } from './cables.ts';
import type { StandingBody } from './start.ts';

export function buildEvents(
  context: Context,
  cables: readonly BuiltCable[],
  bodies: readonly StandingBody[],
): EventSpec[] {
  const known = Object.keys(context.scenario.cables);
  return context.scenario.events.flatMap((event, i): EventSpec[] => {
    const path: Path = ['events', i];
    const { at, detach, attach } = event;
    const what = detach ?? attach;
    if (what === undefined || (detach && attach)) {
      const found = what === undefined ? 'neither' : 'both';
      context.wrong('value', path, { expected: 'either detach or attach', found });
      return [];
    }
    const inside: Path = [...path, detach ? 'detach' : 'attach'];
    if (!known.includes(what.cable)) {
      context.unknownName('cable', ['cables'], what.cable, known, [...inside, 'cable']);
      return [];
    }
    const holder = attach && buildEnd(context, attach, bodies, inside);
    const cable = cables.findIndex(({ spec }) => spec.name === what.cable);
    if (holder === 'wrong' || cable < 0) return [];
    const common = { at, cable, end: what.end === 'from' ? 'start' : 'end' } as const;
    if (!attach || !holder) return [common];
    const { within, reach } = attach;
    return [{ ...common, attach: { ...holder, within, ...(reach !== undefined && { reach }) } }];
  });
}
