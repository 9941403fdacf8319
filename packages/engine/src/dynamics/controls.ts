/**
 * What may be changed between two steps, by a hand at a slider, a program or a director: targets of drivers and of lengths,
 * loads, a pull, hooks, ends of cables, winches. All of it belongs to the state: a checkpoint carries it, and the same
 * commands at the same times give the same bits. Throws BuildError where something cannot be done; nothing has changed then.
 */
import { BuildError } from '../base/index.ts';
import type { MoveLimits, SteeredFunction, Vec3 } from '../math/index.ts';
import type { HolderSpec, WinchMode, Workspace } from '../system/index.ts';
import { type CableEndName, cableIndex } from './cable-events.ts';
import type { Happenings } from './happenings.ts';
import type { State } from './state.ts';

/** Where a hand pulls, and how hard [N, world axes]. */
export type PullSpec =
  | { readonly body: string; readonly point: Vec3; readonly force: Vec3 }
  | { readonly cable: string; readonly node: number; readonly force: Vec3 };

/** Something that was done from outside. */
export interface Command {
  /** [s] */
  readonly time: number;
  readonly what: string;
}

/** [m] how far beyond its length a spring may be hooked on */
const HOOK_REACH = 0.05;

export class Controls {
  /** what was done so far, in order */
  readonly log: Command[] = [];
  readonly #w: Workspace;
  readonly #state: State;
  readonly #happenings: Happenings;

  constructor(w: Workspace, state: State, happenings: Happenings) {
    this.#w = w;
    this.#state = state;
    this.#happenings = happenings;
  }

  /** Names of everything that can be led: `joint.<name>.<coordinate>`, `cable.<name>.length`, `force.<name>.force.x`, ... */
  get targets(): readonly string[] {
    return this.#w.model.inputs.names;
  }

  /** [unit] of a target now */
  target(name: string): number {
    return this.#input(name).value(this.#state.time);
  }

  /** Leads a target to a value, at rest there. */
  setTarget(name: string, value: number, limits: MoveLimits = {}): void {
    finite(value, name);
    const input = this.#input(name);
    this.#notFed(name);
    input.move(this.#state.time, value, limits);
    this.#log(`${name} to ${show(value)}`);
  }

  /** Leads a target at a rate [unit/s], reached with the acceleration, to rest at a bound. */
  setRate(
    name: string,
    rate: number,
    acceleration: number,
    lower: number = Number.NEGATIVE_INFINITY,
    upper: number = Number.POSITIVE_INFINITY,
  ): void {
    finite(rate, name);
    const input = this.#input(name);
    this.#notFed(name);
    input.run(this.#state.time, rate, acceleration, lower, upper);
    this.#log(`${name} at ${show(rate)} a second`);
  }

  /** A load of the model has these components from now on [N], [N m], at once. */
  setLoad(name: string, force: Vec3, torque?: Vec3): void {
    const parts: [string, number][] = force.map((x, i) => [`force.${'xyz'[i]}`, x]);
    if (torque) parts.push(...torque.map((x, i): [string, number] => [`torque.${'xyz'[i]}`, x]));
    for (const [part, value] of parts) finite(value, `force.${name}.${part}`);
    const inputs = parts.map(([part, value]) => [this.#input(`force.${name}.${part}`), value] as const);
    for (const [input, value] of inputs) input.set(this.#state.time, value);
    this.#log(`load ${name} ${force.map(show).join(' ')} N`);
  }

  /** A hand pulls; null: lets go. */
  pull(given: PullSpec | null): void {
    const { pull, model, cables } = this.#w;
    pull.slot = -1;
    pull.unknown = -1;
    pull.force.fill(0);
    if (given === null) return;
    if ('cable' in given) {
      const item = cables.items[cableIndex(model.spec, given.cable)];
      if (!(Number.isInteger(given.node) && given.node >= 0 && given.node < item.cable.nodeCount)) {
        throw new BuildError('no-node', `must be a node from 0 to ${item.cable.nodeCount - 1}, found ${given.node}`);
      }
      pull.unknown = item.at + 4 * given.node;
    } else {
      const body = model.spec.bodies.findIndex(({ name }) => name === given.body);
      if (body < 0 || model.spec.bodies[body].kind !== 'dynamic') {
        throw new BuildError('no-body', `must name a body that moves freely, found "${given.body}"`);
      }
      pull.slot = model.slotOfBody[body];
      for (let i = 0; i < 3; i++) pull.point[i] = given.point[i] - model.centre[3 * pull.slot + i];
    }
    pull.force.set(given.force);
  }

  /** The end of a cable is held at a point of a body from now on. */
  attach(cable: string, end: CableEndName, holder: HolderSpec): void {
    this.#happenings.attach(cableIndex(this.#w.model.spec, cable), end, holder);
    this.#log(`attach ${end} of ${cable}`);
  }

  detach(cable: string, end: CableEndName): void {
    this.#happenings.detach(cableIndex(this.#w.model.spec, cable), end);
    this.#log(`detach ${end} of ${cable}`);
  }

  /** Hooks a spring on: a strop on a hook. Within reach is its length and `reach` more [m]. */
  hook(force: string, reach: number = HOOK_REACH): void {
    const k = this.#spring(force);
    const w = this.#w;
    if (w.springHeld[k] === 1) throw new BuildError('hooked', `"${force}" is hooked on already`);
    const free = w.model.springs.length[k].value(this.#state.time);
    const length = w.springLength[k];
    if (!(length <= free + reach)) {
      throw new BuildError(
        'out-of-reach',
        `the ends of "${force}" are ${show(length)} m apart at t = ${show(this.#state.time)} s; it is ${show(free)} m long ` +
          `and within reach is ${show(free + reach)} m. Bring them together first, or allow a longer reach`,
      );
    }
    this.#happenings.hook(k, true);
    this.#log(`hook ${force} on`);
  }

  unhook(force: string): void {
    const k = this.#spring(force);
    if (this.#w.springHeld[k] === 0) throw new BuildError('unhooked', `"${force}" is unhooked already`);
    this.#happenings.hook(k, false);
    this.#log(`unhook ${force}`);
  }

  /** target: [m/s] out, [m] or [N] by mode; speed: bound of this order [m/s], 0: the winch's own. */
  winch(name: string, mode: WinchMode, target: number = 0, speed: number = 0): void {
    finite(target, `winch ${name}`);
    const winch = this.#w.gear.winch(name);
    const { longest, shortest } = winch.spec;
    if (mode === 'length' && !(target <= longest && target >= shortest)) {
      throw new BuildError(
        'winch-rope',
        `winch "${name}" can have ${show(shortest)} to ${show(longest)} m out, asked for ${show(target)} m`,
      );
    }
    winch.order(mode, target, speed);
    this.#log(`winch ${name} ${mode} ${show(target)}`);
  }

  #spring(name: string): number {
    const springs = this.#w.model.spec.forces.filter(({ kind }) => kind === 'spring');
    const k = springs.findIndex((force) => force.name === name);
    if (k >= 0) return k;
    const names = springs.map((force) => force.name).join(', ') || '(there is none)';
    throw new BuildError('no-spring', `must name one of the springs ${names}, found "${name}"`);
  }

  #input(name: string): SteeredFunction {
    return this.#w.model.inputs.get(name);
  }

  /** What a winch feeds is the winch's. */
  #notFed(name: string): void {
    const winch = this.#w.gear.winches.find(({ line }) => line.input.name === name);
    if (winch)
      throw new BuildError('winch-feeds', `${name} belongs to winch "${winch.spec.name}": give the order to it`);
  }

  #log(what: string): void {
    this.log.push({ time: this.#state.time, what });
  }
}

function finite(value: number, name: string): void {
  if (!Number.isFinite(value)) throw new BuildError('not-finite', `${name} must be a finite number, found ${value}`);
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
