/** Winches, deckhands and cranes of a model: their state between steps, and their motion over the next one. */
import { at, BuildError, type Probe } from '../base/index.ts';
import type { Attachments, CableItem, Model } from '../model/index.ts';
import { fedLine, type GearView } from './fed-line.ts';
import { Crane } from './gear-crane.ts';
import { Hand } from './gear-hand.ts';
import { Winch } from './gear-winch.ts';
import type { Pull } from '../trial/index.ts';

export class GearSet {
  readonly winches: readonly Winch[];
  readonly hands: readonly Hand[];
  readonly cranes: readonly Crane[];
  /** lines between sheaves and drums, pulling at both */
  readonly legs: readonly Pull[];
  readonly #gravity: Float64Array;

  constructor(model: Model, items: readonly CableItem[], ends: Attachments) {
    const { winches = [], hands = [], cranes = [] } = model.spec;
    this.#gravity = model.gravity;
    this.winches = winches.map((spec, i) =>
      at('winches', () => at(i, () => new Winch(spec, fedLine(model, items, ends, spec.line), model))),
    );
    this.hands = hands.map((spec, i) =>
      at('hands', () => at(i, () => new Hand(spec, fedLine(model, items, ends, spec.line), ends, model.centre))),
    );
    this.cranes = cranes.map((spec, i) => at('cranes', () => at(i, () => new Crane(spec, model))));
    this.legs = this.winches.flatMap(({ lead }) => lead.legs);
    const fed = new Set<string>();
    for (const { line } of [...this.winches, ...this.hands]) {
      if (fed.has(line.input.name))
        throw new BuildError('fed-twice', `${line.input.name} is fed by two winches or hands`);
      fed.add(line.input.name);
    }
  }

  /** true: gear that acts in every step */
  get any(): boolean {
    if (this.winches.length > 0 || this.hands.length > 0) return true;
    for (let i = 0; i < this.cranes.length; i++) if (this.cranes[i].following) return true;
    return false;
  }

  /** A step has ended at t, or a run begins. */
  watch(t: number, view: GearView): void {
    const { winches, hands, cranes } = this;
    for (let i = 0; i < winches.length; i++) winches[i].watch(t, view);
    for (let i = 0; i < hands.length; i++) hands[i].watch(t, view, this.#gravity);
    for (let i = 0; i < cranes.length; i++) cranes[i].following?.watch(t, view);
  }

  /** Before a step h from t. */
  drive(t: number, h: number, view: GearView): void {
    const { winches, hands, cranes } = this;
    for (let i = 0; i < winches.length; i++) winches[i].drive(t, h, view);
    for (let i = 0; i < hands.length; i++) hands[i].drive(t, h);
    for (let i = 0; i < cranes.length; i++) cranes[i].following?.drive(t, h, view);
  }

  winch(name: string): Winch {
    return find('winch', 'winches', this.winches, name);
  }

  hand(name: string): Hand {
    return find('hand', 'deckhands', this.hands, name);
  }

  crane(name: string): Crane {
    return find('crane', 'cranes', this.cranes, name);
  }

  /** state from which a run continues */
  get #numbers(): Float64Array[] {
    const followers = this.cranes.flatMap(({ following }) => (following ? [following.s] : []));
    return [...this.winches.flatMap(({ s, lead }) => [s, lead.s]), ...this.hands.map(({ s }) => s), ...followers];
  }

  save(): number[] {
    return this.#numbers.flatMap((s) => [...s]);
  }

  restore(saved: ArrayLike<number>): void {
    let o = 0;
    for (const s of this.#numbers) for (let i = 0; i < s.length; i++) s[i] = saved[o++];
  }

  probes(time: () => number): Probe[] {
    return [
      ...this.winches.flatMap((winch) => winch.probes(time)),
      ...this.hands.flatMap((hand) => hand.probes(time)),
      ...this.cranes.flatMap((crane) => crane.probes(time)),
    ];
  }
}

function find<T extends { readonly spec: { readonly name: string } }>(
  kind: string,
  many: string,
  list: readonly T[],
  name: string,
): T {
  const found = list.find(({ spec }) => spec.name === name);
  if (found) return found;
  const names = list.map(({ spec }) => spec.name).join(', ') || '(there is none)';
  throw new BuildError(`no-${kind}`, `must name one of the ${many} ${names}, found "${name}"`);
}
