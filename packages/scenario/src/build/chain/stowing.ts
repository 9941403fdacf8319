/** Converts anchors to be stowed from the file to StowSpec. */
import { anchorSizes, type BodySpec, bowAxes, type FeedWinchSpec, solidOf, type StowSpec } from '@hawser/engine';
import type { Context } from '../../check/context.ts';
import type { Path } from '../../issues.ts';
import type { Vec3 } from '../../schema/kit.ts';
import type { Stowing } from '../../schema/stowing.ts';
import { headOf, shankOf } from './anchors.ts';
import { type HomePose, homePose, inFrameOf, turnedInto } from './home-pose.ts';
import { dot, unit } from '../vectors.ts';
import { buildPlacement, ORIGIN, pointInWorld } from '../placement.ts';
import { ANCHOR_STEEL } from '../solid.ts';

export function buildStows(
  context: Context,
  winches: readonly FeedWinchSpec[],
  bodies: readonly BodySpec[],
): StowSpec[] {
  const { stowing, anchors, winches: written, chains } = context.scenario;
  return Object.entries(stowing).flatMap(([name, stow]): StowSpec[] => {
    const path: Path = ['stowing', name];
    const anchor = anchors[name];
    if (anchor === undefined) {
      context.unknownName('anchor', ['anchors'], name, Object.keys(anchors), path);
      return [];
    }
    const hull = context.body(stow.hull, [...path, 'hull']);
    const [shank, head] = [context.body(shankOf(name), path), context.body(headOf(name), path)];
    const known = Object.keys(written);
    if (!known.includes(stow.winch)) context.unknownName('winch', ['winches'], stow.winch, known, [...path, 'winch']);
    const pipe = pipeOf(context, stow, path);
    const winch = winches.find((one) => one.name === stow.winch);
    if (hull === undefined || shank === undefined || head === undefined || !pipe || !winch) return [];
    const chain = chains[written[stow.winch].chain ?? ''];
    if (chain?.to?.body !== shankOf(name)) {
      context.wrong('value', [...path, 'winch'], {
        expected: `a winch that hauls the chain of "${name}"`,
        found: `"${stow.winch}"`,
        hint: `give the winch "chain", and the chain "to: { body: ${shankOf(name)} }"`,
      });
      return [];
    }
    const sizes = anchorSizes(anchor.type, anchor.mass, ANCHOR_STEEL);
    const axis = unit(pipe.axis);
    const part = dot(pipe.across, axis);
    const across = unit([
      pipe.across[0] - part * axis[0],
      pipe.across[1] - part * axis[1],
      pipe.across[2] - part * axis[2],
    ]);
    const stop = anchor['fluke angle'] ?? sizes.angle;
    const pin = anchor.shank?.pin ?? sizes.shank;
    let home: HomePose | undefined;
    if (stow.depth === undefined) {
      if (!context.sound(['bodies', stow.hull]) || !context.sound(['anchors', name])) return [];
      home = homeOf(context, {
        name,
        stow,
        winch,
        bodies,
        hull,
        shank,
        head,
        pipe: { ...pipe, axis, across },
        pin,
        stop,
      });
      if (home === undefined) {
        context.wrong('value', [...path, 'depth'], {
          expected:
            'a depth, or a hull and an anchor that come to lie against each other with the shackle inside the shell',
          found: 'none, and statics found no such place',
          hint: 'give the depth from the drawing, or look at the sizes of pipe and anchor',
        });
        return [];
      }
    }
    return [
      {
        name,
        winch: stow.winch,
        hull,
        shank,
        head,
        pin: `${name} pin`,
        shackle: ORIGIN,
        origin: pipe.at,
        axis,
        across,
        depth: stow.depth ?? home?.depth ?? 0,
        flukes: stow.flukes ?? home?.flukes ?? stop,
        tilt: stow.tilt ?? home?.tilt ?? 0,
        tolerance: stow.tolerance,
        hold: stow.hold,
        stable: stow.stable,
        beside: sizes.bar / 4,
      },
    ];
  });
}

/** Cache of results: checks and studies ask for the same pocket repeatedly. */
const found = new Map<string, HomePose | undefined>();
const MOST_KEPT = 64;

interface Question {
  readonly name: string;
  readonly stow: Stowing;
  readonly winch: FeedWinchSpec;
  readonly bodies: readonly BodySpec[];
  readonly hull: number;
  readonly shank: number;
  readonly head: number;
  readonly pipe: Pipe;
  readonly pin: number;
  readonly stop: number;
}

/** Stowed pose by statics; undefined: none inside the shell. */
function homeOf(context: Context, question: Question): HomePose | undefined {
  const { bodies, winch, pipe, pin, stop, stow } = question;
  const [hull, shank, head] = [bodies[question.hull], bodies[question.shank], bodies[question.head]];
  const chain = context.scenario.winches[stow.winch].chain ?? '';
  const first = bodies.find(({ name }) => name === `${chain} 1`);
  if (first === undefined || !(shank.mass > 0 && head.mass > 0)) return undefined;
  const gypsy = inFrameOf(hull, first.placement.position);
  const gravity = turnedInto(hull, context.scenario.environment.gravity);
  const size = Math.sqrt(dot(gravity, gravity));
  // a windlass without a limit, or too weak for the anchor: twice the weight
  const weight = (shank.mass + head.mass) * size;
  const torque = winch.torque / winch.radius;
  const stall = torque > weight && Number.isFinite(torque) ? torque : 2 * weight;
  const given = { pipe, pin, stop, gypsy, gravity, pull: stall };
  const weights = [shank, head].map(({ mass, centreOfMass }) => [mass, centreOfMass]);
  const shapes = [hull, shank, head].map(({ shapes }) =>
    shapes
      .filter(({ collide, shape }) => collide && shape.kind !== 'half-space')
      .map(({ shape, placement }) => [solidOf(shape).digest, placement]),
  );
  const key = JSON.stringify([given, weights, shapes]);
  if (!found.has(key)) {
    if (found.size >= MOST_KEPT) found.clear();
    const pose = homePose({ hull, shank, head, origin: pipe.at, ...pipe, ...given });
    found.set(key, pose !== undefined && pose.depth > 0 ? pose : undefined);
  }
  return found.get(key);
}

interface Pipe {
  readonly at: Vec3;
  readonly axis: Vec3;
  readonly across: Vec3;
}

/** The pipe as given, or that of the hull's bow. */
function pipeOf(context: Context, stow: Stowing, path: Path): Pipe | undefined {
  if (stow.pipe !== undefined) {
    const { axis, across } = stow.pipe;
    if (Math.abs(dot(unit(axis), unit(across))) < 0.99) return stow.pipe;
    context.wrong('value', [...path, 'pipe', 'across'], {
      expected: 'a direction across the pipe',
      found: 'one along it',
    });
    return undefined;
  }
  const shape = context.scenario.bodies[stow.hull]?.shapes.find(({ solid }) => solid?.bow !== undefined);
  const bow = shape?.solid?.bow;
  if (shape === undefined || bow === undefined) {
    context.lacks('missing', path, {
      expected: '"pipe" for a hull that is no bow solid',
      found: 'none',
      hint: 'say where the axis of the hawse pipe meets the shell and which way it runs',
    });
    return undefined;
  }
  const at = buildPlacement(shape.at, shape.rotation);
  const turned = (v: Vec3): Vec3 => pointInWorld({ ...at, position: ORIGIN }, v);
  const { pipe } = bowAxes({ ...bow, pipe: { ...bow.pipe, radius: bow.pipe.bore / 2 } });
  return { at: pointInWorld(at, ORIGIN), axis: turned(pipe), across: turned([1, 0, 0]) };
}
