/** Converts events of the file to EventSpec. */
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
  const built = context.scenario.events.flatMap((event, i): EventSpec[] => {
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
  followEnds(context);
  return built;
}

/** Reports the release of a free end and the catch of a held one, where only events change them. */
function followEnds(context: Context): void {
  const { cables, events, director } = context.scenario;
  const sound = [['events'], ['cables'], ['director']].every((path) => context.sound(path));
  if (director.length > 0 || !sound) return;
  const held = new Map<string, boolean>();
  for (const [name, { from, to }] of Object.entries(cables)) {
    held.set(`${name} from`, from !== undefined).set(`${name} to`, to !== undefined);
  }
  const inOrder = events.map((event, i) => ({ event, i })).sort((p, q) => p.event.at - q.event.at);
  for (const { event, i } of inOrder) {
    const what = event.detach ?? event.attach;
    if (what === undefined || (event.detach && event.attach)) continue;
    const key = `${what.cable} ${what.end}`;
    const before = held.get(key);
    const free = event.detach !== undefined;
    if (before === !free) {
      context.wrong('value', ['events', i, free ? 'detach' : 'attach'], {
        expected: free ? 'an end that is held by then' : 'an end that is free by then',
        found: `"${what.end}" of cable "${what.cable}", which is ${free ? 'free' : 'held'} at ${event.at} s already`,
        hint: free ? 'take this event out, or attach the end before' : 'detach it before',
      });
      return; // what comes after follows from it
    }
    if (before !== undefined) held.set(key, !free);
  }
}
