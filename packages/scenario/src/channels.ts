/** Selection of the engine's channels by a scenario. */
import { contactPairs, MOST_LISTED_PAIRS, type Probe, type Simulation } from '@hawser/engine';
import type { Channel } from '@hawser/record';
import { fitsPattern, isPattern } from './glob.ts';
import { nearest } from './suggest.ts';

export interface ChannelChoice {
  /** in the order the engine offers them, each once */
  readonly probes: readonly Probe[];
  /** patterns without a match, with their index and a suggestion */
  readonly unmatched: readonly { readonly index: number; readonly pattern: string; readonly hint?: string }[];
}

/** `*` stands for any text, dots included; `?` for any one character. A component (`bar.position.x`) brings its vector. */
export function chooseProbes(patterns: readonly string[], offered: readonly Probe[]): ChannelChoice {
  const chosen = new Set<Probe>();
  const unmatched: { index: number; pattern: string; hint?: string }[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const fits = (name: string): boolean => fitsPattern(pattern, name);
    const asked = detailOf(pattern);
    const plain = !isPattern(pattern);
    const matches = offered.filter(
      (probe) =>
        (!plain || pattern.startsWith(probe.name)) &&
        (probe.detail !== true || plain || (asked !== undefined && asked === detailOf(probe.name))) &&
        (fits(probe.name) || probe.components.some((c) => fits(`${probe.name}.${c}`))),
    );
    for (const probe of matches) chosen.add(probe);
    if (matches.length === 0)
      unmatched.push({ index, pattern, ...(detailHint(pattern, offered) ?? hintFor(pattern, offered)) });
  }
  return { probes: offered.filter((probe) => chosen.has(probe)), unmatched };
}

/**
 * The kind of detail of a name, or of a pattern that names it: cable.hoist.node-*, cable.*.range-*, separation.*, separation.*.minimum-* or
 * region.*, not cable.* .
 */
function detailOf(name: string): string | undefined {
  const [, cable, chain, taxel, minimum, pair] =
    /^(?:cable\.[^.]*\.(node|element|range|start|end)|chain\.[^.]*\.(link)|tactile\.[^.]*\.(pressure|shear-[xy])|separation\..*\.(minimum)-|(separation|region)\.)/.exec(
      name,
    ) ?? [];
  return cable ?? chain ?? taxel ?? minimum ?? pair;
}

/** The reason why not all channels of pairs of bodies are offered; undefined when they are. */
export function unlistedPairs({ model }: Pick<Simulation, 'model'>): string | undefined {
  const count = contactPairs(model).length;
  if (count <= MOST_LISTED_PAIRS) return undefined;
  return (
    `${count} pairs of bodies may touch, and above ${MOST_LISTED_PAIRS} pairs channels such as contact.a~b.force are offered only for those that the ` +
    'scenario names; name one of the two bodies, as in contact.a~*.force, or put pairs that never meet under contacts.ignore'
  );
}

/** True when a pattern asks for channels of pairs of bodies without naming a body. */
export function asksForPairs(pattern: string): boolean {
  return /^contact\.(?!(?:count|deepest)$)/.test(pattern) && (pairOfChannel(pattern)?.every(isPattern) ?? true);
}

/** The two bodies of a channel of a pair, contact.a~b.force or region.a~b.count; either may be a pattern. */
export function pairOfChannel(channel: string): [string, string] | undefined {
  const [, a, b] = /^(?:contact|region)\.([^.~]+)~([^.~]+)(?:\.|$)/.exec(channel) ?? [];
  return a === undefined || b === undefined ? undefined : [a, b];
}

export function channelOf({ name, unit, components }: Probe): Channel {
  return { name, unit, components };
}

/** For a pattern that matches details only: how to request them. */
function detailHint(pattern: string, offered: readonly Probe[]): { hint: string } | undefined {
  const detail = offered.find(({ name }) => fitsPattern(pattern, name));
  return detail && { hint: `channels such as ${detail.name} are many and come by name only, not by a star before it` };
}

/** The nearest name or pattern; otherwise a few existing names. */
function hintFor(pattern: string, offered: readonly Probe[]): { hint?: string } {
  const names = offered.map((probe) => probe.name);
  const near = isPattern(pattern) ? mended(pattern, names) : nearest(pattern, names);
  if (near !== undefined) return { hint: `did you mean "${near}"?` };
  return names.length === 0
    ? {}
    : { hint: `there are ${names.length} channels, such as ${names.slice(0, 3).join(', ')}` };
}

/** The pattern with every plain word replaced by the nearest one in use, when that matches something. */
function mended(pattern: string, names: readonly string[]): string | undefined {
  const known = new Set(names.flatMap((name) => name.split('.')));
  const words = pattern.split('.').map((word) => (isPattern(word) || known.has(word) ? word : nearest(word, known)));
  const mendedPattern = words.join('.');
  return names.some((name) => fitsPattern(mendedPattern, name)) ? mendedPattern : undefined;
}
