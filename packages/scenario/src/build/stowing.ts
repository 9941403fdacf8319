/** Anchors to be stowed as written -> StowSpec. */
import { anchorSizes, bowAxes, type FeedWinchSpec, type StowSpec } from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Vec3 } from '../schema/kit.ts';
import type { Stowing } from '../schema/stowing.ts';
import { headOf, shankOf } from './anchors.ts';
import { dot, unit } from './vectors.ts';
import { buildPlacement, ORIGIN, pointInWorld } from './placement.ts';
import { ANCHOR_STEEL } from './solid.ts';

export function buildStows(context: Context, winches: readonly FeedWinchSpec[]): StowSpec[] {
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
        depth: stow.depth,
        flukes: stow.flukes ?? anchor['fluke angle'] ?? sizes.angle,
        tolerance: stow.tolerance,
        hold: stow.hold,
        stable: stow.stable,
        beside: sizes.bar / 4,
      },
    ];
  });
}

interface Pipe {
  readonly at: Vec3;
  readonly axis: Vec3;
  readonly across: Vec3;
}

/** As given, or that of the bow the hull is. */
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
