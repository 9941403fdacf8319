/** Converts the contact table of the file to ContactTableSpec. */
import type { ContactParametersSpec, ContactSelector, ContactTableSpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import { pairOfChannel } from '../channels.ts';
import { fitsPattern, isPattern } from '../glob.ts';
import type { Path } from '../issues.ts';
import type { ContactParameters } from '../schema/contact.ts';
import type { Materials } from './shapes.ts';

export function buildContacts(context: Context, materials: Materials): ContactTableSpec {
  const { contacts } = context.scenario;
  const pairs: ContactTableSpec['pairs'][number][] = [];
  for (const [i, pair] of contacts.pairs.entries()) {
    const path: Path = ['contacts', 'pairs', i];
    const a = buildSelector(context, pair.between[0], materials, [...path, 'between', 0]);
    const b = buildSelector(context, pair.between[1], materials, [...path, 'between', 1]);
    const parameters = buildParameters(context, pair, path);
    checkDwell(context, pair, contacts.defaults['stribeck speed'] ?? 0, path);
    const sides = [...a, ...b];
    if (sides.some((selector) => selector !== 'any' && 'cable' in selector)) checkCable(context, pair, path);
    else if (sides.length > 1 && sides.every((selector) => selector !== 'any' && 'body' in selector)) {
      checkFoundation(context, pair, path);
    }
    for (const one of a) for (const other of b) pairs.push({ a: one, b: other, row: i, ...parameters });
  }
  const ignore: (readonly [number, number])[] = [];
  const ignoreCables: { cable: number; body?: number; other?: number }[] = [];
  const cables = Object.keys(context.scenario.cables);
  const bodiesOf = (name: string, path: Path): readonly number[] => {
    const links = context.bodyNames.includes(name) ? undefined : context.linksOf(name);
    const body = links === undefined ? context.body(name, path) : undefined;
    return links ?? (body === undefined ? [] : [body]);
  };
  for (const [i, [first, second]] of contacts.ignore.entries()) {
    const p = cables.indexOf(first);
    const q = cables.indexOf(second);
    if (p >= 0 && q >= 0) {
      ignoreCables.push({ cable: p, other: q });
      continue;
    }
    const a = p >= 0 ? [] : bodiesOf(first, ['contacts', 'ignore', i, 0]);
    const b = q >= 0 ? [] : bodiesOf(second, ['contacts', 'ignore', i, 1]);
    if (p >= 0) for (const body of b) ignoreCables.push({ cable: p, body });
    else if (q >= 0) for (const body of a) ignoreCables.push({ cable: q, body });
    else for (const one of a) for (const other of b) if (one !== other) ignore.push([one, other]);
  }
  for (const [name, chain] of Object.entries(context.scenario.chains)) {
    const touching = chain['self contact'] || chain.joints === 'contact';
    const links = touching ? [] : (context.linksOf(name) ?? []);
    links.forEach((link, i) => {
      for (let k = i + 1; k < links.length; k++) ignore.push([link, links[k]]);
    });
  }
  // the bed carries cables by itself
  Object.values(context.scenario.cables).forEach(({ seabed }, cable) => {
    if (!seabed) return;
    for (const [name, { shapes }] of Object.entries(context.scenario.bodies)) {
      if (shapes.some(({ solid }) => solid?.bed)) ignoreCables.push({ cable, body: context.bodyNames.indexOf(name) });
    }
  });
  const defaults = buildParameters(context, contacts.defaults, ['contacts', 'defaults']);
  const fastest = Math.max(0, ...contacts.pairs.map((pair) => pair['stribeck speed'] ?? 0));
  checkDwell(context, contacts.defaults, fastest, ['contacts', 'defaults']);
  const listed = namedPairs(context);
  return {
    enabled: contacts.enabled,
    defaults,
    pairs,
    ignore,
    ...(listed.length > 0 && { listed }),
    ...(contacts['cable search'] !== 'tree' && { cableSearch: contacts['cable search'] }),
    ...(contacts['solid search'] !== 'tree' && { solidSearch: contacts['solid search'] }),
    ...(ignoreCables.length > 0 && { ignoreCables }),
  };
}

/**
 * Pairs of bodies named in the file: two bodies under contacts.pairs, or in a channel such as contact.a~b.force. One of the two may be a
 * pattern, contact.hull~*.force; two patterns name no pair.
 */
function namedPairs({ scenario, bodyNames }: Context): (readonly [number, number])[] {
  const found = new Map<string, readonly [number, number]>();
  const add = (first: string, second: string): void => {
    const fitting = (name: string): number[] =>
      isPattern(name)
        ? bodyNames.flatMap((body, i) => (fitsPattern(name, body) ? [i] : []))
        : [bodyNames.indexOf(name)].filter((i) => i >= 0);
    if (isPattern(first) && isPattern(second)) return;
    for (const a of fitting(first)) for (const b of fitting(second)) if (a !== b) found.set(`${a} ${b}`, [a, b]);
  };
  for (const { between } of scenario.contacts.pairs) add(...between);
  const { output, limits, director } = scenario;
  for (const text of textsIn([output.channels, Object.values(output.aliases), limits, director])) {
    const named = pairOfChannel(text);
    if (named !== undefined) add(...named);
  }
  return [...found.values()];
}

/** All texts in lists and maps. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function buildSelector(context: Context, name: string, materials: Materials, path: Path): ContactSelector[] {
  if (context.faulty(path)) return [];
  if (name === 'any') return ['any'];
  const body = context.bodyNames.indexOf(name);
  if (body >= 0) return [{ body }];
  const cable = Object.keys(context.scenario.cables).indexOf(name);
  if (cable >= 0) return [{ cable }];
  const links = context.linksOf(name);
  if (links !== undefined) return links.map((link) => ({ body: link }));
  const material = materials.index(name);
  if (material !== undefined) return [{ material }];
  const { cables, chains } = context.scenario;
  const known = [
    ...context.knownBodies,
    ...Object.keys(cables),
    ...Object.keys(chains),
    ...context.knownMaterials,
    'any',
  ];
  context.unknownName('body, cable, chain or material', ['bodies', 'cables', 'chains', 'materials'], name, known, path);
  return [];
}

/** Cables are in contact by volume: there is no force K depth^exponent. */
function checkCable(context: Context, given: ContactParameters, path: Path): void {
  for (const key of ['stiffness', 'exponent'] as const) {
    if (given[key] === undefined) continue;
    context.wrong('value', [...path, key], {
      expected: 'foundation [N/m^3], or nothing, where one of the two is a cable',
      found: `${key} ${given[key]}`,
      hint: 'contact of cables goes by volume; take it out and leave it to the materials, or give foundation',
    });
  }
}

/** Two bodies have no foundation but a linear one. */
function checkFoundation(context: Context, given: ContactParameters, path: Path): void {
  const law = given['foundation law'];
  if (law === undefined || law === 'linear') return;
  context.wrong('value', [...path, 'foundation law'], {
    expected: 'linear, or nothing, between two bodies',
    found: law,
    hint: 'contact of bodies goes by points, volume or pressure fields; take it out, or name a cable',
  });
}

/** A dwell time needs a Stribeck speed and two different coefficients; `elsewhere`: Stribeck speed of other entries [m/s]. */
export function checkDwell(
  context: Context,
  given: { readonly 'dwell time'?: number; readonly 'stribeck speed'?: number },
  elsewhere: number,
  path: Path,
): void {
  if (!((given['dwell time'] ?? 0) > 0) || (given['stribeck speed'] ?? elsewhere) > 0) return;
  context.wrong('value', [...path, 'dwell time'], {
    expected: 'a stribeck speed above 0 m/s beside a dwell time',
    found: 'none: the dwell time would have no effect',
    hint: 'give stribeck speed, about the speed of slip at which friction has fallen to its kinetic value, or take dwell time out',
  });
}

/** Only given values, so that the engine can distinguish them from values of the materials. */
function buildParameters(context: Context, given: ContactParameters, path: Path): ContactParametersSpec {
  if (given.restitution !== undefined && given.dissipation !== undefined) {
    const found = 'both';
    context.wrong('value', [...path, 'dissipation'], {
      expected: 'restitution or dissipation',
      found,
      hint: 'take one of them out',
    });
  }
  if (given['foundation law'] === 'mooney-rivlin' && given['mooney share'] === undefined) {
    context.wrong('value', [...path, 'foundation law'], {
      expected: 'mooney-rivlin beside its mooney share',
      found: 'none',
      hint: 'give mooney share, C2 over C1 + C2 as a test of the rubber gives them, or take neo-hooke, which needs none',
    });
  }
  if (given['mooney share'] !== undefined && given['foundation law'] !== 'mooney-rivlin') {
    context.wrong('value', [...path, 'mooney share'], {
      expected: 'foundation law: mooney-rivlin beside it',
      found: given['foundation law'] ?? 'none',
      hint: 'give that law, or take mooney share out',
    });
  }
  const friction = given['friction coefficient'];
  const all: ContactParametersSpec = {
    law: given.law,
    method: given.method,
    balls: given.balls,
    areaLaw: given['area law'],
    foundation: given.foundation,
    foundationLaw: given['foundation law'],
    mooneyShare: given['mooney share'],
    stiffness: given.stiffness,
    exponent: given.exponent,
    restitution: given.restitution,
    dissipation: given.dissipation,
    friction: given.friction,
    frictionStatic: friction?.static,
    frictionKinetic: friction?.kinetic,
    stickDeflection: given['stick deflection'],
    slipSpeed: given['slip speed'],
    viscous: given.viscous,
    stribeckSpeed: given['stribeck speed'],
    dwellTime: given['dwell time'],
    stickDamping: given['stick damping'],
    rollingResistance: given['rolling resistance'],
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
