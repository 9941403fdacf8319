/** Warnings about anchors, chains, hawse pipes and windlasses whose sizes alone show that they cannot work. */
import { anchorSizes } from '@hawser/engine';
import { shankOf } from './build/chain/anchors.ts';
import { linksOf } from './build/chain/link-kinds.ts';
import { leverOf } from './build/chain/windlass.ts';
import { ANCHOR_STEEL } from './build/solid.ts';
import type { Compiled } from './compile.ts';
import type { Issue, Path } from './issues.ts';
import { notice } from './notices.ts';
import type { Chain } from './schema/chain.ts';
import type { Winch } from './schema/gear.ts';

export function anchorNotices(compiled: Compiled): Issue[] {
  const { winches, chains } = compiled.scenario;
  return Object.entries(winches).flatMap(([name, winch]) => {
    const chain = winch.chain === undefined ? undefined : chains[winch.chain];
    if (chain === undefined) return [];
    return [...weakWindlass(compiled, name, winch, chain), ...tightPipe(compiled, winch, chain)];
  });
}

/** [N] the anchor in air; 0: the chain carries none */
function weightOf({ scenario }: Compiled, chain: Chain): number {
  const anchor = Object.entries(scenario.anchors).find(([name]) => shankOf(name) === chain.to?.body)?.[1];
  const [x, y, z] = scenario.environment.gravity;
  return (anchor?.mass ?? 0) * Math.sqrt(x * x + y * y + z * z);
}

function weakWindlass(compiled: Compiled, name: string, winch: Winch, chain: Chain): Issue[] {
  const weight = weightOf(compiled, chain);
  const lever = leverOf(winch, chain);
  return (['torque', 'brake'] as const).flatMap((key): Issue[] => {
    const torque = winch[key];
    if (torque === undefined || torque / lever >= weight) return [];
    const pull = `${kilo(torque / lever)} kN at the gypsy`;
    const does = key === 'torque' ? 'it cannot lift it' : 'it cannot hold it';
    const message = `the ${key} of ${name} is ${pull}, and the anchor on its chain weighs ${kilo(weight)} kN in air: ${does}`;
    return [notice(compiled, ['winches', name, key], `at least ${kilo(weight)} kN at the gypsy`, pull, message)];
  });
}

/** The hawse pipe through which the chain runs, if the bow is a `solid: { bow }`. */
function tightPipe(compiled: Compiled, winch: Winch, chain: Chain): Issue[] {
  const { bodies, anchors } = compiled.scenario;
  const hull = chain.from?.body ?? '';
  const at = bodies[hull]?.shapes.findIndex(({ solid }) => solid?.bow !== undefined) ?? -1;
  const pipe = bodies[hull]?.shapes[at]?.solid?.bow?.pipe;
  if (pipe === undefined) return [];
  const path: Path = ['bodies', hull, 'shapes', at, 'solid', 'bow', 'pipe'];
  const found: Issue[] = [];
  const links = linksOf(chain);
  const width = Math.max(...links.map((link) => link.width));
  if (pipe.bore <= width) {
    const message = `the bore of the hawse pipe is ${metres(pipe.bore)} m, and the widest link of the chain ${metres(width)} m: it does not go through`;
    found.push(notice(compiled, [...path, 'bore'], `more than ${metres(width)} m`, `${metres(pipe.bore)} m`, message));
  }
  const out = links.reduce((sum, { pitch }) => sum + pitch, 0) - (winch['on board'] ?? 0);
  if (out < pipe.length) {
    const message = `${metres(out)} m of chain are out at the start, and the hawse pipe is ${metres(pipe.length)} m long: the anchor does not hang outside it`;
    const makeUp = chain.links === undefined ? 'make-up' : 'links';
    found.push(
      notice(
        compiled,
        ['chains', winch.chain ?? '', makeUp],
        `more than ${metres(pipe.length)} m`,
        `${metres(out)} m`,
        message,
      ),
    );
  }
  const anchor = Object.entries(anchors).find(([name]) => shankOf(name) === chain.to?.body)?.[1];
  const shank = anchor && (anchor.shank?.pin ?? anchorSizes(anchor.type, anchor.mass, ANCHOR_STEEL).shank);
  if (shank !== undefined && shank > pipe.length) {
    const message = `the shank is ${metres(shank)} m from shackle to pin, and the hawse pipe ${metres(pipe.length)} m long: stowed, its shackle stands out of the pipe on deck`;
    found.push(
      notice(compiled, [...path, 'length'], `more than ${metres(shank)} m`, `${metres(pipe.length)} m`, message),
    );
  }
  return found;
}

function kilo(newtons: number): number {
  return Number((newtons / 1000).toPrecision(3));
}

function metres(x: number): number {
  return Number(x.toPrecision(3));
}
