/** Winches of a model and the lines they feed: their numbers between steps, and what they do over the next one. */
import { at, BuildError } from '../base/index.ts';
import {
  driveWinch,
  drumRadius,
  orderWinch,
  WINCH,
  WINCH_MODES,
  type WinchMode,
  watchWinch,
  winchArrived,
} from '../marine/index.ts';
import type { SteeredFunction } from '../math/index.ts';
import { START } from '../bodies/index.ts';
import type { CableItem } from './cable-item.ts';
import type { FeedWinchSpec } from './gear-spec.ts';
import { type Model, SPRING_STRIDE } from './model.ts';
import { type Probe, scalar } from './probe.ts';

/** What gear reads of the workspace. */
export interface GearView {
  readonly springTension: Float64Array;
  readonly springHeld: Uint8Array;
}

/** A line that is fed. */
export interface FedLine {
  readonly input: SteeredFunction;
  /** [N] at the fed end, as last evaluated */
  tension(view: GearView): number;
  /** [N/m] as a change of length within a step h [s] feels it */
  stiffness(h: number): number;
}

export class GearSet {
  readonly winches: readonly Winch[];

  constructor(model: Model, items: readonly CableItem[]) {
    this.winches = (model.spec.winches ?? []).map((spec, i) =>
      at('winches', () => at(i, () => new Winch(spec, fedLine(model, items, spec.line)))),
    );
  }

  get any(): boolean {
    return this.winches.length > 0;
  }

  /** A step has ended at t, or a run begins. */
  watch(t: number, view: GearView): void {
    for (const winch of this.winches) watchWinch(winch.s, winch.spec, t, winch.line.tension(view));
  }

  /** Before a step h from t. */
  drive(t: number, h: number): void {
    for (const winch of this.winches) winch.drive(t, h);
  }

  winch(name: string): Winch {
    const found = this.winches.find(({ spec }) => spec.name === name);
    if (found) return found;
    const names = this.winches.map(({ spec }) => spec.name).join(', ') || '(there is none)';
    throw new BuildError('no-winch', `must name one of the winches ${names}, found "${name}"`);
  }

  save(): number[] {
    return this.winches.flatMap(({ s }) => [...s]);
  }

  restore(saved: ArrayLike<number>): void {
    let o = 0;
    for (const { s } of this.winches) for (let i = 0; i < s.length; i++) s[i] = saved[o++];
  }

  probes(time: () => number): Probe[] {
    return this.winches.flatMap((winch) => winch.probes(time));
  }
}

export class Winch {
  readonly spec: FeedWinchSpec;
  readonly line: FedLine;
  readonly s: Float64Array = new Float64Array(WINCH.size);
  readonly #now = new Float64Array(3);

  constructor(spec: FeedWinchSpec, line: FedLine) {
    this.spec = spec;
    this.line = line;
    const out = line.input.value(0);
    if (!(out <= spec.longest && out >= spec.shortest)) {
      throw new BuildError(
        'winch-rope',
        `must have room for the ${out} m that are out at the start: its rope allows ${spec.shortest} to ${spec.longest} m`,
        ['longest'],
      );
    }
    this.s[WINCH.slackSince] = -1;
    this.order(spec.start.mode, spec.start.target, 0);
  }

  get mode(): WinchMode {
    return WINCH_MODES[this.s[WINCH.mode]];
  }

  order(mode: WinchMode, target: number, speed: number): void {
    orderWinch(this.s, mode, target, speed);
  }

  arrived(t: number): boolean {
    this.line.input.evaluate(t, this.#now, 0);
    return winchArrived(this.s, this.#now[0], this.#now[1]);
  }

  drive(t: number, h: number): void {
    const { line, spec, s } = this;
    line.input.evaluate(t, this.#now, 0);
    const [out, v] = this.#now;
    const A = driveWinch(s, spec, h, out, v, line.stiffness(h));
    if (A === 0 && v === 0 && !line.input.steered) return; // a winch at rest leaves the bits of its line alone
    line.input.accelerate(t, out, v, A);
  }

  probes(time: () => number): Probe[] {
    const of = `winch.${this.spec.name}`;
    const { input } = this.line;
    return [
      scalar(`${of}.tension`, 'N', () => this.s[WINCH.tension]),
      scalar(`${of}.length`, 'm', () => input.value(time())),
      scalar(`${of}.speed`, 'm/s', () => input.rate(time())),
      scalar(`${of}.motor`, 'N', () => this.s[WINCH.motor]),
      scalar(`${of}.brake`, 'N', () => this.s[WINCH.brake]),
      scalar(`${of}.radius`, 'm', () => drumRadius(this.spec, input.value(time()))),
      scalar(`${of}.flags`, '1', () => this.s[WINCH.flags]),
    ];
  }
}

function fedLine(model: Model, items: readonly CableItem[], line: FeedWinchSpec['line']): FedLine {
  if ('cable' in line) {
    const item = items[line.cable];
    if (item === undefined) {
      throw new BuildError('no-cable', `must name one of ${items.length} cables, found ${line.cable}`, ['line']);
    }
    return cableLine(item);
  }
  const springs = model.spec.forces.filter((force) => force.kind === 'spring');
  const k = springs.indexOf(model.spec.forces[line.spring] as (typeof springs)[number]);
  if (k < 0) throw new BuildError('no-spring', `must name a spring among the forces, found ${line.spring}`, ['line']);
  const [stiffness, damping] = model.springs.data.subarray(SPRING_STRIDE * k + 6, SPRING_STRIDE * k + 8);
  return {
    input: model.springs.length[k],
    tension: ({ springTension, springHeld }) => springHeld[k] * springTension[k],
    stiffness: (h) => stiffness + (2 * damping) / h,
  };
}

/**
 * Elements in series, and what a wave takes up that does not reach the far end within the step: EA mu under the root, over
 * the step.
 */
function cableLine({ cable, feed, name }: CableItem): FedLine {
  if (!feed) {
    throw new BuildError('no-pay', `cable "${name}" must be one that is paid out; say which end, and its length`, [
      'line',
    ]);
  }
  const fed = (): number => (feed.end === START ? 0 : cable.elementCount - 1);
  return {
    input: feed.length,
    tension: () => cable.tension[fed()],
    stiffness: (h) => {
      let give = 0;
      for (let j = 0; j < cable.elementCount; j++) give += cable.restLength[j] / cable.EA[j];
      const j = fed();
      return 1 / give + Math.sqrt(cable.EA[j] * cable.massPerLength[j]) / h;
    },
  };
}
