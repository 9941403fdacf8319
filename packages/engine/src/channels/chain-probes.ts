/** Probes of chains. The pull in a single link is a detail, recorded only on request by name. */
import { type Probe, scalar } from '../base/index.ts';
import type { ChainSpec } from '../model/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Force of a joint on the second of its bodies, world axes [N]. */
type Reaction = (joint: number, out: Float64Array) => void;

export function chainProbes(w: Workspace, reaction: Reaction): Probe[] {
  return (w.model.spec.chains ?? [])
    .filter(({ joints }) => joints.some((j) => j >= 0))
    .flatMap((chain) => probesOf(w, chain, reaction));
}

function probesOf(w: Workspace, { name, links, joints, length }: ChainSpec, reaction: Reaction): Probe[] {
  const force = new Float64Array(3);
  const slots = links.map((body) => w.model.slotOfBody[body]);
  /** pull of one joint along link i */
  const pull = (joint: number, i: number): number => {
    if (joint < 0) return 0;
    reaction(joint, force);
    const R = 9 * slots[i];
    return -(force[0] * w.rotation[R + 2] + force[1] * w.rotation[R + 5] + force[2] * w.rotation[R + 8]);
  };
  // a link is pulled at both ends; its pull is the mean of the two
  const tension = (i: number): number => 0.5 * (pull(joints[i], i) + pull(joints[i + 1], i));
  const extreme = (pick: (a: number, b: number) => number): number => {
    let value = tension(0);
    for (let i = 1; i < links.length; i++) value = pick(value, tension(i));
    return value;
  };
  const of = `chain.${name}`;
  return [
    scalar(`${of}.start.tension`, 'N', () => pull(joints[0], 0)),
    scalar(`${of}.end.tension`, 'N', () => pull(joints[links.length], links.length - 1)),
    scalar(`${of}.tension-max`, 'N', () => extreme(Math.max)),
    scalar(`${of}.tension-min`, 'N', () => extreme(Math.min)),
    scalar(`${of}.length`, 'm', () => length),
    ...links.map((_, i): Probe => ({ ...scalar(`${of}.link-${i + 1}.tension`, 'N', () => tension(i)), detail: true })),
  ];
}
