/**
 * A windlass: a winch that hauls a chain. The inboard end of the chain is held by a grip, a body with the mass of two links that slides
 * along the line of the first link; a stiff line from the far end of that track pulls it, and the winch feeds this line. All orders,
 * drives, brakes and events of winches thus apply to the windlass, and the length out is that of the chain. Chain that has been hauled in,
 * or is on board at the start, stays on that straight line instead of falling into a locker.
 */
import { gypsyRadius } from '@hawser/engine';
import type { Context } from '../../check/context.ts';
import type { Path } from '../../issues.ts';
import type { Body } from '../../schema/body.ts';
import type { Chain } from '../../schema/chain.ts';
import type { Force } from '../../schema/force.ts';
import type { Joint } from '../../schema/joint.ts';
import type { Vec3 } from '../../schema/kit.ts';
import type { Winch } from '../../schema/gear.ts';
import { unit } from '../vectors.ts';
import { type Link, linksOf } from './link-kinds.ts';
import { pointInBody } from '../placement.ts';
import type { StandingBody } from '../start.ts';

export interface Windlass {
  readonly path: Path;
  readonly bodies: ReadonlyMap<string, Body>;
  readonly joints: ReadonlyMap<string, Joint>;
  readonly forces: ReadonlyMap<string, Force>;
}

export function gripOf(winch: string): string {
  return `${winch} grip`;
}

export function lineOf(winch: string): string {
  return `${winch} line`;
}

/** [m] default radius of drums */
const RADIUS = 0.25;

/** [m] lever of the drum in its first layer; of a gypsy with whelps the mean */
export function leverOf({ drum }: Winch, chain: Chain | undefined): number {
  if (drum.whelps !== undefined && chain !== undefined) return gypsyRadius(drum.whelps, pitchOf(chain));
  return drum.radius ?? RADIUS;
}

/** [m] of a common link */
export function pitchOf(chain: Chain): number {
  return linksOf({ ...chain, 'make-up': [{ link: 'common', count: 1 }] })[0].pitch;
}

/** The winch that hauls a chain, if one does. */
export function haulerOf(context: Context, chain: string): string | undefined {
  return Object.entries(context.scenario.winches).find(([, winch]) => winch.chain === chain)?.[0];
}

/**
 * EA of stud-link chain over d^2 [N/m^2] (OrcaFlex, chain data); the line from gypsy to grip has the compliance of this number of links.
 */
const AXIAL = 1.01e11;
const SOFT_LINKS = 80;
/** [s] damping over stiffness of that line */
const LAG = 0.01;

export function windlassOf(
  context: Context,
  name: string,
  chain: Chain,
  links: readonly Link[],
  points: readonly Vec3[],
  carrier: StandingBody | undefined,
): Windlass | 'wrong' | undefined {
  const winch = haulerOf(context, name);
  if (winch === undefined) return undefined;
  const path: Path = ['winches', winch];
  const { from } = chain;
  if (from === undefined || carrier === undefined) {
    const hint = 'give "from": the body that carries the windlass, and the point where the chain comes to its gypsy';
    context.wrong('value', ['chains', name], {
      expected: `"from" for the chain that "${winch}" hauls`,
      found: 'none',
      hint,
    });
    return 'wrong';
  }
  const twice = Object.entries(context.scenario.winches).filter(([, one]) => one.chain === name);
  const taken = [gripOf(winch), `${winch} rail`, lineOf(winch)].find(
    (each) =>
      Object.hasOwn(context.scenario.bodies, each) ||
      Object.hasOwn(context.scenario.joints, each) ||
      Object.hasOwn(context.scenario.forces, each),
  );
  if (twice.length > 1 || taken !== undefined) {
    const expected = taken === undefined ? 'one winch for a chain' : `no body, joint or spring called "${taken}"`;
    const found = taken === undefined ? twice.map(([each]) => `"${each}"`).join(' and ') : 'one';
    context.wrongThing('duplicate', path, { expected, found });
    return 'wrong';
  }
  const [p, q] = points;
  const axis = unit([p[0] - q[0], p[1] - q[1], p[2] - q[2]]); // inboard
  const length = links.reduce((sum, { pitch }) => sum + pitch, 0);
  const [link] = links;
  const aboard = context.scenario.winches[winch]['on board'] ?? 0;
  const out = length - aboard;
  if (!(out > link.pitch)) {
    context.wrong('value', [...path, 'on board'], {
      expected: `less than the chain, ${Number(length.toPrecision(4))} m, by a link or more`,
      found: `${aboard} m`,
    });
    return 'wrong';
  }
  const far: Vec3 = [p[0] + out * axis[0], p[1] + out * axis[1], p[2] + out * axis[2]];
  const stiffness = (AXIAL * chain.diameter * chain.diameter) / (SOFT_LINKS * link.pitch);
  const mass = 2 * link.mass;
  const moment = mass * link.pitch * link.pitch;
  const grip: Body = {
    mass,
    inertia: [moment, moment, moment],
    position: p,
    velocity: [0, 0, 0],
    'angular velocity': [0, 0, 0],
    ...(carrier.kind !== 'fixed' && { 'moves with': from.body }),
    fixed: false,
    shapes: [],
    points: {},
  };
  return {
    path,
    bodies: new Map([[gripOf(winch), grip]]),
    joints: new Map([
      [`${winch} rail`, { type: 'prismatic', between: [from.body, gripOf(winch)], at: p, axis, collide: false }],
    ]),
    forces: new Map([
      [
        lineOf(winch),
        {
          type: 'spring',
          between: [from.body, gripOf(winch)],
          points: [pointInBody(carrier.start, far), [0, 0, 0]],
          stiffness,
          damping: LAG * stiffness,
          length: out,
          'tension only': true,
          hooked: true,
          colour: '#888888',
        },
      ],
    ]),
  };
}
