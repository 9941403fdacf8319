/**
 * Plays the script of a model between steps. Steps end at the times given in the script; conditions are tested at the end of each step. Its
 * progress is a few numbers for each node of the script, which a checkpoint holds.
 */
import { at, BuildError, type Probe } from '../base/index.ts';
import type { ConditionSpec, DirectorAction, DirectorStep } from '../model/index.ts';
import type { Controls } from './controls.ts';
import { checkAction, describeAction, perform, type Progress } from './director-actions.ts';

/**
 * Status, when it began and ended, since when its conditions hold (-1: they do not), whether they hold now; of a choice the number of its branch
 * from 1, -1: none; of a repetition its rounds done.
 */
const STRIDE = 5;
const STATUS = 0;
const BEGAN = 1;
const ENDED = 2;
const SINCE = 3;
const HOLDS = 4;
const IDLE = 0;
const RUNNING = 1;
const DONE = 2;
/** an order given early by a user: the script waits for its completion and does not repeat it */
const GIVEN = 3;

interface Node {
  readonly step: DirectorStep;
  /** its own number, and those of its steps */
  readonly index: number;
  readonly children: readonly number[];
  /** its phase, '' for none */
  readonly phase: string;
  readonly reads: readonly Reading[];
  /** of a choice: those of each branch */
  readonly branches?: readonly (readonly Reading[])[];
}

/** An order of the script, which a user may also give. */
export interface ScriptOrder {
  readonly phase: string;
  /** in words */
  readonly what: string;
  readonly action: DirectorAction;
}

type Path = readonly (string | number)[];

interface Look {
  readonly probes: ReadonlyMap<string, Probe>;
  readonly faults: BuildError[] | undefined;
}

interface Reading {
  readonly condition: ConditionSpec;
  readonly probe: Probe;
}

/** A phase of the operation as it was played. */
export interface PhaseTimes {
  readonly name: string;
  /** [s] */
  readonly start: number;
  /** undefined: not finished */
  readonly end?: number;
}

/** A condition that never came, or an action that could not be carried out. */
export interface DirectorFault {
  readonly subject: string;
  readonly message: string;
}

export class Director {
  readonly #nodes: Node[] = [];
  readonly #roots: readonly number[];
  readonly #controls: Controls;
  readonly #s: Float64Array;
  /** offset in #s of the time [s] since which a user holds the script, -1: not held */
  readonly #held: number;
  readonly #value: Float64Array = new Float64Array(4);
  #fault: DirectorFault | undefined;

  /** faults: collects all faults of the script; without it the first is thrown. */
  constructor(
    script: readonly DirectorStep[],
    controls: Controls,
    probes: readonly Probe[],
    faults: BuildError[] | undefined = undefined,
  ) {
    this.#controls = controls;
    const named = script.length === 0 ? [] : probes; // only where there is a script: a cable has hundreds of channels
    const look: Look = { probes: new Map(named.map((probe) => [probe.name, probe])), faults };
    this.#roots = script.map((step, i) => this.#add(step, '', look, ['director', 'script', i]));
    this.#held = STRIDE * this.#nodes.length;
    this.#s = new Float64Array(this.#held + 1);
    for (let i = 0; i < this.#nodes.length; i++) this.#s[STRIDE * i + SINCE] = -1;
    this.#s[this.#held] = -1;
  }

  #add(step: DirectorStep, phase: string, look: Look, path: Path): number {
    const own = step.kind === 'sequence' && step.name !== undefined ? step.name : phase;
    const index = this.#nodes.length;
    this.#nodes.push({ step, index, children: [], phase: own, reads: [] }); // keeps its number
    let children: number[] = [];
    if (step.kind === 'sequence' || step.kind === 'together') {
      children = step.steps.map((one, i) => this.#add(one, own, look, [...path, 'steps', i]));
    } else if (step.kind === 'repeat') {
      children = [this.#add({ kind: 'sequence', steps: step.steps }, own, look, path)];
    } else if (step.kind === 'choose') {
      children = step.branches.map(({ steps }, i) =>
        this.#add({ kind: 'sequence', steps }, own, look, [...path, 'branches', i]),
      );
    }
    let reads: Reading[] = [];
    let branches: Reading[][] | undefined;
    try {
      if (step.kind === 'do') checkAction(step.action, this.#controls);
      if (step.kind === 'until') reads = readingsOf(step.conditions, look.probes);
      if (step.kind === 'repeat') reads = at('until', () => readingsOf(step.until, look.probes));
      if (step.kind === 'choose') {
        branches = step.branches.map(({ conditions }, i) =>
          at('branches', () => at(i, () => readingsOf(conditions, look.probes))),
        );
      }
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      const fault = new BuildError(error.code, error.message, [...path, ...error.path], error.facts);
      if (look.faults === undefined) throw fault;
      look.faults.push(fault);
    }
    this.#nodes[index] = { step, index, children, phase: own, reads, ...(branches && { branches }) };
    return index;
  }

  get any(): boolean {
    return this.#nodes.length > 0;
  }

  /** The orders of the script, in its order. */
  get orders(): readonly ScriptOrder[] {
    return this.#nodes.flatMap(({ step, phase }) =>
      step.kind === 'do' ? [{ phase, what: describeAction(step.action), action: step.action }] : [],
    );
  }

  /** Holds the script: no order is given and no time limit runs until it is released. */
  get held(): boolean {
    return this.#s[this.#held] >= 0;
  }

  hold(on: boolean, t: number): void {
    if (on === this.held) return;
    const s = this.#s;
    const lost = t - s[this.#held];
    s[this.#held] = on ? t : -1;
    if (on) return;
    for (const { step, index } of this.#nodes) {
      const o = STRIDE * index;
      if (s[o + STATUS] !== RUNNING || step.kind === 'sequence' || step.kind === 'together') continue;
      s[o + BEGAN] += lost;
      if (s[o + SINCE] >= 0) s[o + SINCE] += lost;
    }
  }

  /** Gives the order of this number early. Throws BuildError where it is impossible, without any change. */
  give(order: number, t: number): void {
    const all = this.#nodes.filter(({ step }) => step.kind === 'do');
    const node = all[order];
    if (node === undefined || node.step.kind !== 'do') {
      throw new BuildError('no-order', `must be an order of the script from 0 to ${all.length - 1}, found ${order}`);
    }
    perform(node.step.action, this.#controls, t);
    if (this.#s[STRIDE * node.index + STATUS] === IDLE) this.#s[STRIDE * node.index + STATUS] = GIVEN;
  }

  /** A step has ended at t: tests the pending conditions. */
  look(t: number): void {
    if (this.held) return;
    for (const { step, index, reads } of this.#nodes) {
      const o = STRIDE * index;
      if (step.kind !== 'until' || reads.length === 0 || this.#s[o + STATUS] !== RUNNING) continue;
      const holds = reads.every((reading) => this.#met(reading));
      if (!holds) this.#s[o + SINCE] = -1;
      else if (this.#s[o + SINCE] < 0) this.#s[o + SINCE] = t;
      this.#s[o + HOLDS] = holds ? 1 : 0;
    }
  }

  #read({ probe, condition }: Reading): number {
    probe.read(this.#value, 0);
    if (condition.component >= 0) return this.#value[condition.component];
    let square = 0;
    for (let i = 0; i < probe.size; i++) square += this.#value[i] * this.#value[i];
    return Math.sqrt(square);
  }

  #met(reading: Reading): boolean {
    const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = reading.condition;
    const value = this.#read(reading);
    return value > above && value < below;
  }

  /** Between steps: carries out everything due at t. Returns a failure when the operation cannot continue. */
  play(t: number): DirectorFault | undefined {
    if (this.held) return undefined;
    for (const root of this.#roots) if (!this.#run(root, t)) break;
    return this.#fault;
  }

  /** [s] the next time at which something is certainly due. */
  get next(): number {
    let next = Number.POSITIVE_INFINITY;
    if (this.held) return next;
    for (const { step, index } of this.#nodes) {
      const o = STRIDE * index;
      if (this.#s[o + STATUS] !== RUNNING) continue;
      const began = this.#s[o + BEGAN];
      if (step.kind === 'wait') next = Math.min(next, began + step.duration);
      else if (step.kind === 'at') next = Math.min(next, step.time);
      else if (step.kind === 'until') {
        next = Math.min(next, began + step.within);
        if (this.#s[o + SINCE] >= 0) next = Math.min(next, this.#s[o + SINCE] + step.hold);
      } else if (step.kind === 'do') next = Math.min(next, began + step.within, this.#s[o + ENDED]);
    }
    return next;
  }

  /** Plays one node; true when it is done. */
  #run(index: number, t: number): boolean {
    const o = STRIDE * index;
    const { step, children } = this.#nodes[index];
    const s = this.#s;
    if (s[o + STATUS] === DONE) return true;
    if (this.#fault) return false;
    const fresh = s[o + STATUS] === IDLE;
    if (fresh || s[o + STATUS] === GIVEN) {
      s[o + STATUS] = RUNNING;
      s[o + BEGAN] = t;
    }
    let done = false;
    switch (step.kind) {
      case 'sequence':
        done = children.every((child) => this.#run(child, t));
        break;
      case 'together': {
        let left = 0;
        for (const child of children) if (!this.#run(child, t)) left++;
        done = left === 0;
        break;
      }
      case 'choose':
        if (fresh) s[o + HOLDS] = this.#branch(index);
        done = s[o + HOLDS] < 0 || this.#run(children[s[o + HOLDS] - 1], t);
        break;
      case 'repeat':
        if (fresh) s[o + HOLDS] = 0;
        done = this.#rounds(index, t, step.times);
        break;
      case 'wait':
        done = t >= s[o + BEGAN] + step.duration;
        break;
      case 'at':
        done = t >= step.time;
        break;
      case 'until':
        done = s[o + HOLDS] === 1 && t >= s[o + SINCE] + step.hold;
        if (!done && t >= s[o + BEGAN] + step.within) this.#late(index, t);
        break;
      default:
        done = this.#doing(index, t, fresh);
    }
    if (done) {
      s[o + STATUS] = DONE;
      s[o + ENDED] = t;
    }
    return done;
  }

  /** The first matching branch, from 1; -1: none. */
  #branch(index: number): number {
    const { branches = [] } = this.#nodes[index];
    for (let i = 0; i < branches.length; i++) if (branches[i].every((reading) => this.#met(reading))) return i + 1;
    return -1;
  }

  /** Plays rounds until one takes time; true: it was the last. */
  #rounds(index: number, t: number, times: number): boolean {
    const { children, reads } = this.#nodes[index];
    const o = STRIDE * index;
    while (this.#s[o + HOLDS] < times) {
      if (!this.#run(children[0], t)) return false;
      this.#s[o + HOLDS]++;
      if (reads.length > 0 && reads.every((reading) => this.#met(reading))) return true;
      const began = this.#s[STRIDE * children[0] + BEGAN];
      if (this.#s[o + HOLDS] < times) this.#forget(children[0]);
      // a round that takes no time is played once in each step, so that its conditions can change
      if (began === t && reads.length > 0) return false;
    }
    return true;
  }

  /** Restarts a part of the script. */
  #forget(index: number): void {
    const o = STRIDE * index;
    this.#s.fill(0, o, o + STRIDE);
    this.#s[o + SINCE] = -1;
    for (const child of this.#nodes[index].children) this.#forget(child);
  }

  #doing(index: number, t: number, fresh: boolean): boolean {
    const { step, phase } = this.#nodes[index];
    const o = STRIDE * index;
    if (step.kind !== 'do') return true;
    if (fresh) {
      try {
        const progress: Progress = perform(step.action, this.#controls, t);
        this.#s[o + ENDED] = step.wait ? progress.until : t;
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        this.#fault = { subject: subjectOf(phase), message: `${describeAction(step.action)}: ${error.message}` };
        return false;
      }
    }
    if (!step.wait || this.#controls.carriedOut(step.action, t)) return true;
    this.#s[o + ENDED] = t < this.#s[o + ENDED] ? this.#s[o + ENDED] : Number.POSITIVE_INFINITY;
    if (t >= this.#s[o + BEGAN] + step.within) this.#late(index, t);
    return false;
  }

  #late(index: number, t: number): void {
    const { step, phase, reads } = this.#nodes[index];
    const o = STRIDE * index;
    const waited = `since t = ${show(this.#s[o + BEGAN])} s, ${show(t - this.#s[o + BEGAN])} s, the time allowed`;
    if (step.kind === 'do') {
      const message = `${describeAction(step.action)} is not carried out ${waited}. Allow more time (within), or see what hinders it`;
      this.#fault = { subject: subjectOf(phase), message };
      return;
    }
    const held = step.kind === 'until' && step.hold > 0 ? ` for ${show(step.hold)} s` : '';
    const message = `waited for ${this.#found(reads)}${held} ${waited}. Allow more time (within), or see why it never came`;
    this.#fault = { subject: subjectOf(phase), message };
  }

  #found(reads: readonly Reading[]): string {
    const each = reads.map((reading) => {
      const { condition, probe } = reading;
      return `${describeCondition(condition, probe)}, found ${show(this.#read(reading))} ${probe.unit}`;
    });
    return each.join(' and ');
  }

  /** Present steps in words: pending conditions, actions under way. */
  get waiting(): string[] {
    const out: string[] = [];
    for (const { step, index, phase, reads } of this.#nodes) {
      if (
        this.#s[STRIDE * index + STATUS] !== RUNNING ||
        !('duration' in step || 'time' in step || 'hold' in step || 'action' in step)
      )
        continue;
      const what =
        step.kind === 'do'
          ? `carries out "${describeAction(step.action)}"`
          : `waits for ${this.#found(reads) || 'its time'}`;
      const since = show(this.#s[STRIDE * index + BEGAN]);
      out.push(`${subjectOf(phase)} ${what}, since t = ${since} s`);
    }
    return out;
  }

  /** Phases that have begun, in that order. */
  get phases(): PhaseTimes[] {
    return this.#nodes
      .filter(
        ({ step, index }) => step.kind === 'sequence' && step.name !== undefined && this.#s[STRIDE * index] !== IDLE,
      )
      .map(({ index, phase }) => {
        const o = STRIDE * index;
        const end = this.#s[o + STATUS] === DONE ? { end: this.#s[o + ENDED] } : {};
        return { name: phase, start: this.#s[o + BEGAN], ...end };
      })
      .sort((a, b) => a.start - b.start);
  }

  /** True when the whole script is done. */
  get finished(): boolean {
    return this.#roots.every((root) => this.#s[STRIDE * root] === DONE);
  }

  save(): Float64Array {
    return this.#s;
  }

  restore(saved: Float64Array): void {
    this.#s.set(saved.subarray(0, this.#s.length));
    this.#fault = undefined;
  }
}

function readingsOf(conditions: readonly ConditionSpec[], probes: ReadonlyMap<string, Probe>): Reading[] {
  return at('conditions', () =>
    conditions.map((condition, i) =>
      at(i, () => {
        const probe = probes.get(condition.channel);
        if (!probe) {
          const { channel } = condition;
          throw new BuildError('no-channel', `must be a channel of this model, found "${channel}"`, [], { channel });
        }
        if (condition.component >= probe.size) {
          throw new BuildError('component', `${condition.channel} has ${probe.size} components`);
        }
        return { condition, probe };
      }),
    ),
  );
}

function describeCondition(
  { channel, component, above, below }: ConditionSpec,
  { unit, size, components }: Probe,
): string {
  const bounds = [
    above !== undefined && `above ${show(above)} ${unit}`,
    below !== undefined && `below ${show(below)} ${unit}`,
  ];
  const part = size === 1 ? '' : `.${component < 0 ? 'size' : components[component]}`;
  return `${channel}${part} ${bounds.filter(Boolean).join(' and ')}`;
}

function subjectOf(phase: string): string {
  return phase === '' ? 'director' : `phase ${phase}`;
}

function show(x: number): string {
  return String(Number(x.toPrecision(4)));
}
