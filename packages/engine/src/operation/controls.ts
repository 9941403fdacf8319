/**
 * Controls that a user, a program or the director may change between two steps: targets of drivers and of lengths, loads, a pull, hooks,
 * ends of cables, winches. They belong to the state: a checkpoint holds them, and the same commands at the same times give the same bits.
 * An impossible command throws BuildError and changes nothing.
 */
import { BuildError } from '../base/index.ts';
import type { MoveLimits, SteeredFunction, Vec3 } from '../math/index.ts';
import {
  type CableEndName,
  cableIndex,
  type CableSet,
  type DirectorAction,
  type HolderSpec,
  type Model,
} from '../model/index.ts';
import type { GearSet } from './gear.ts';
import { type HandOrder, type WinchMode, HAND, HAND_STATUS } from '../marine/index.ts';
import { makePull, type Pull } from '../trial/index.ts';
import { checkLead, type LedPose, leadBody } from './lead.ts';

/** Where a hand pulls, and how hard [N, world axes]. */
export type PullSpec =
  | { readonly body: string; readonly point: Vec3; readonly force: Vec3 }
  | { readonly cable: string; readonly node: number; readonly force: Vec3 };

/** A record of a command. */
export interface Command {
  /** [s] */
  readonly time: number;
  readonly what: string;
}

/** [m] largest distance beyond its length at which a spring may be hooked on */
const HOOK_REACH = 0.05;

/** The parts of a running model that controls read and change. */
export interface ControlledModel {
  readonly model: Model;
  readonly cables: CableSet;
  /** the pull of a hand */
  readonly pull: Pull;
  /** forces that a program applies */
  readonly pushes: Pull[];
  /** commands so far: what was computed where a step ended holds no more after the next one */
  commands: number;
  /** by spring, 1: it is hooked on; its length now [m] */
  readonly springs: { readonly held: Readonly<Uint8Array>; readonly length: Readonly<Float64Array> };
}

/** Changes that make velocities or accelerations jump, implemented by the room that advances time. */
export interface Interruptions {
  attach(cable: number, end: CableEndName, holder: HolderSpec): void;
  detach(cable: number, end: CableEndName): void;
  hook(spring: number, on: boolean): void;
}

export class Controls {
  /** commands so far, in order */
  readonly log: Command[] = [];
  readonly #w: ControlledModel;
  readonly #clock: { readonly time: number };
  readonly #interruptions: Interruptions;
  readonly gear: GearSet;

  constructor(w: ControlledModel, clock: { readonly time: number }, interruptions: Interruptions, gear: GearSet) {
    this.gear = gear;
    this.#w = w;
    this.#clock = clock;
    this.#interruptions = interruptions;
  }

  /** Names of all targets: `joint.<name>.<coordinate>`, `cable.<name>.length`, `force.<name>.force.x`, ... */
  get targets(): readonly string[] {
    return this.#w.model.inputs.names;
  }

  /** present value of a target [unit] */
  target(name: string): number {
    return this.#input(name).value(this.#clock.time);
  }

  /** Leads a target to a value, at rest there. Returns the duration [s]. */
  setTarget(name: string, value: number, limits: MoveLimits = {}): number {
    finite(value, name);
    const input = this.#input(name);
    this.#notFed(name);
    input.move(this.#clock.time, value, limits);
    this.#log(`${name} to ${show(value)}`);
    return input.duration;
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
    input.run(this.#clock.time, rate, acceleration, lower, upper);
    this.#log(`${name} at ${show(rate)} a second`);
  }

  /** Sets the components of a load of the model [N], [N m], effective immediately. */
  setLoad(name: string, force: Vec3, torque?: Vec3): void {
    const parts: [string, number][] = force.map((x, i) => [`force.${'xyz'[i]}`, x]);
    if (torque) parts.push(...torque.map((x, i): [string, number] => [`torque.${'xyz'[i]}`, x]));
    for (const [part, value] of parts) finite(value, `force.${name}.${part}`);
    const inputs = parts.map(([part, value]) => [this.#input(`force.${name}.${part}`), value] as const);
    for (const [input, value] of inputs) input.set(this.#clock.time, value);
    this.#log(`load ${name} ${force.map(show).join(' ')} N`);
  }

  /** Sets the pull of a hand; null: releases it. */
  pull(given: PullSpec | null): void {
    const { pull } = this.#w;
    this.#w.commands++;
    pull.slot = -1;
    pull.unknown = -1;
    pull.force.fill(0);
    if (given !== null) this.#aim(pull, given);
  }

  /** Replaces the forces applied by a program; the hand's pull is separate. */
  push(given: readonly PullSpec[]): void {
    const pushes = given.map((one) => {
      for (const x of one.force) finite(x, 'a push');
      const pull = makePull();
      this.#aim(pull, one);
      return pull;
    });
    this.#w.pushes.splice(0, this.#w.pushes.length, ...pushes);
    this.#log(`${given.length} pushes`);
  }

  /** Leads a body from outside to a pose and velocity after `duration` [s]; it continues with that velocity afterwards. */
  lead(body: string, pose: LedPose, duration: number): void {
    leadBody(this.#w, this.#clock.time, body, pose, duration);
    this.#w.commands++;
  }

  /** Throws the error that `lead` would throw. */
  checkLead(body: string, pose: LedPose): void {
    checkLead(this.#w, body, pose);
  }

  #aim(pull: Pull, given: PullSpec): void {
    const { model, cables } = this.#w;
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

  /** Attaches the end of a cable to a point of a body. */
  attach(cable: string, end: CableEndName, holder: HolderSpec): void {
    this.#interruptions.attach(cableIndex(this.#w.model.spec, cable), end, holder);
    this.#log(`attach ${end} of ${cable}`);
  }

  detach(cable: string, end: CableEndName): void {
    this.#interruptions.detach(cableIndex(this.#w.model.spec, cable), end);
    this.#log(`detach ${end} of ${cable}`);
  }

  /** Hooks a spring on, such as a strop on a hook, within its length plus `reach` [m]. */
  hook(force: string, reach: number = HOOK_REACH): void {
    const k = this.#spring(force);
    const w = this.#w;
    if (w.springs.held[k] === 1) throw new BuildError('hooked', `"${force}" is hooked on already`);
    const free = w.model.springs.length[k].value(this.#clock.time);
    const length = w.springs.length[k];
    if (!(length <= free + reach)) {
      throw new BuildError(
        'out-of-reach',
        `the ends of "${force}" are ${show(length)} m apart at t = ${show(this.#clock.time)} s; it is ${show(free)} m long ` +
          `and within reach is ${show(free + reach)} m. Bring them together first, or allow a longer reach`,
      );
    }
    this.#interruptions.hook(k, true);
    this.#log(`hook ${force} on`);
  }

  unhook(force: string): void {
    const k = this.#spring(force);
    if (this.#w.springs.held[k] === 0) throw new BuildError('unhooked', `"${force}" is unhooked already`);
    this.#interruptions.hook(k, false);
    this.#log(`unhook ${force}`);
  }

  /** target: [m/s] out, [m] or [N] by mode; speed: bound of this order [m/s], 0: the winch's own. */
  winch(name: string, mode: WinchMode, target: number = 0, speed: number = 0): void {
    this.checkWinch(name, mode, target);
    this.gear.winch(name).order(mode, target, speed);
    this.#log(`winch ${name} ${mode} ${show(target)}`);
  }

  checkWinch(name: string, mode: WinchMode, target: number): void {
    finite(target, `winch ${name}`);
    const { longest, shortest, stopEvery } = this.gear.winch(name).spec;
    if (mode === 'stopper' && !(stopEvery !== undefined && stopEvery > 0)) {
      throw new BuildError('winch-stopper', `winch "${name}" hauls no chain, so it has no chain stopper`);
    }
    if (mode !== 'length' || (target <= longest && target >= shortest)) return;
    throw new BuildError(
      'winch-rope',
      `winch "${name}" can have ${show(shortest)} to ${show(longest)} m out, asked for ${show(target)} m`,
    );
  }

  /** target: [N], [m/s] out or [m] by order */
  hand(name: string, order: HandOrder, target: number = 0): void {
    finite(target, `hand ${name}`);
    const hand = this.gear.hand(name);
    if (hand.s[HAND.released] > 0) {
      throw new BuildError('let-go', `hand "${name}" has no line any more (${HAND_STATUS[hand.s[HAND.status]]})`);
    }
    hand.order(order, target);
    this.#log(`hand ${name} ${order} ${show(target)}`);
  }

  /** The deckhand releases the line: its end is free. */
  letGo(name: string): void {
    const hand = this.gear.hand(name);
    if (hand.s[HAND.released] > 0) return;
    const lost = hand.mustRelease;
    hand.s[HAND.status] = Math.max(hand.s[HAND.status], HAND_STATUS.indexOf('let go'));
    hand.s[HAND.released] = lost ? 2 : 1;
    hand.line.input.set(this.#clock.time, hand.line.input.value(this.#clock.time));
    const { cable, spring, end } = hand.line;
    if (spring >= 0) this.#interruptions.hook(spring, false);
    else if (hand.line.holder() >= 0) this.#interruptions.detach(cable, end);
    this.#log(`hand ${name} ${lost ? 'loses the line' : 'lets go'}`);
  }

  /** All given axes arrive together. Returns the duration from rest [s]. */
  crane(name: string, pose: Readonly<Record<string, number>>): number {
    for (const [axis, value] of Object.entries(pose)) finite(value, `${axis} of crane ${name}`);
    const duration = this.gear.crane(name).move(this.#clock.time, pose);
    const told = Object.entries(pose).map(([axis, value]) => `${axis} ${show(value)}`);
    this.#log(`crane ${name} ${told.join(', ')}`);
    return duration;
  }

  /** Moves the tip to a point in the frame of the crane's base. */
  craneTip(name: string, tip: Vec3, telescope?: number): number {
    return this.crane(name, this.gear.crane(name).poseAt(tip, this.#clock.time, telescope));
  }

  /** Moves the tip to a point of a body and keeps it there, offset in world axes [m]. */
  craneFollow(name: string, body: number, point: Vec3, offset: Vec3 = [0, 0, 0]): void {
    const [slot, arm] = this.#place(body, point);
    for (const x of offset) finite(x, `offset of crane ${name}`);
    this.gear.crane(name).follow(this.#clock.time, slot, arm, offset);
    this.#log(`crane ${name} follows ${this.#w.model.spec.bodies[body].name}`);
  }

  /** Brings it to rest. */
  craneStop(name: string): void {
    this.gear.crane(name).stop(this.#clock.time);
    this.#log(`crane ${name} stops`);
  }

  /** Makes orders of speed and length relative to a point of a body (heave compensation); without a body, switches this off. */
  compensate(name: string, body?: number, point: Vec3 = [0, 0, 0]): void {
    const { lead } = this.gear.winch(name);
    if (body === undefined) lead.end();
    else lead.begin(...this.#place(body, point));
    this.#log(`winch ${name} ${body === undefined ? 'not compensated' : 'compensated'}`);
  }

  /** The deckhand walks to a point of the deck, in its frame. Returns the duration [s]. */
  walk(name: string, to: Vec3): number {
    for (const x of to) finite(x, `place of hand ${name}`);
    const duration = this.gear.hand(name).walk(this.#clock.time, to);
    this.#log(`hand ${name} walks to ${to.map(show).join(' ')}`);
    return duration;
  }

  #place(body: number, point: Vec3): [number, Vec3] {
    const { slotOfBody, centre, spec } = this.#w.model;
    const slot = slotOfBody[body];
    if (slot === undefined) {
      throw new BuildError('no-body', `must name one of ${spec.bodies.length} bodies, found ${body}`);
    }
    for (const x of point) finite(x, `point of body ${spec.bodies[body].name}`);
    return [slot, [point[0] - centre[3 * slot], point[1] - centre[3 * slot + 1], point[2] - centre[3 * slot + 2]]];
  }

  /** Whether an order of the director is carried out at t. */
  carriedOut(action: DirectorAction, t: number): boolean {
    switch (action.what) {
      case 'winch':
        return this.gear.winch(action.winch).arrived(t);
      case 'crane':
      case 'tip':
      case 'follow':
      case 'stop':
        return this.gear.crane(action.crane).arrived(t);
      case 'walk':
        return this.gear.hand(action.hand).standsStill(t);
      case 'target':
        return this.#input(action.target).resting(t);
      default:
        return true;
    }
  }

  checkCable(name: string): void {
    cableIndex(this.#w.model.spec, name);
  }

  checkSpring(name: string): void {
    this.#spring(name);
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

  /** Rejects commands to a line that a winch feeds. */
  #notFed(name: string): void {
    const owner = [...this.gear.winches, ...this.gear.hands].find(({ line }) => line.input.name === name);
    if (owner) throw new BuildError('winch-feeds', `${name} belongs to "${owner.spec.name}": give the order to it`);
  }

  #log(what: string): void {
    this.#w.commands++;
    this.log.push({ time: this.#clock.time, what });
  }
}

function finite(value: number, name: string): void {
  if (!Number.isFinite(value)) throw new BuildError('not-finite', `${name} must be a finite number, found ${value}`);
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
