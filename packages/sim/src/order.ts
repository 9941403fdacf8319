/**
 * Orders to winches, cranes, deckhands, set-points, loads and ends of cables. They are plain data, so that they can come from a file or a
 * socket; a faulty order is rejected with the expected and found values, and changes nothing.
 */
import { BuildError, type Controls, type ModelSpec, type Vec3 } from '@hawser/engine';

type CableEnd = 'from' | 'to';

export type Order =
  /**
   * pay out at a speed [m/s], go to a length [m], keep a tension [N], render above one, run free, or hold by the brake; speed: limit for
   * this order
   */
  | {
      readonly winch: string;
      readonly mode: 'brake' | 'speed' | 'length' | 'tension' | 'render' | 'free' | 'stopper';
      readonly target?: number;
      readonly speed?: number;
    }
  /** axes by name [rad], [m] */
  | { readonly crane: string; readonly pose: Readonly<Record<string, number>> }
  /** the tip to a point in the frame of the crane's base [m] */
  | { readonly crane: string; readonly tip: Vec3 }
  | { readonly crane: string; readonly stop: true }
  | { readonly hand: string; readonly order: 'tension' | 'speed' | 'length' | 'hold'; readonly target?: number }
  | { readonly hand: string; readonly walk: Vec3 }
  | { readonly hand: string; readonly letGo: true }
  /** a set-point to a value, at rest there, within these bounds; see Sim.controls */
  | {
      readonly target: string;
      readonly value: number;
      readonly rate?: number;
      readonly acceleration?: number;
      readonly duration?: number;
    }
  /** a load of the model has these components from now on [N], [N m] */
  | { readonly load: string; readonly force: Vec3; readonly torque?: Vec3 }
  /** an end of a cable to a point of a body, in its frame [m] */
  | { readonly attach: string; readonly end: CableEnd; readonly body: string; readonly point?: Vec3 }
  | { readonly detach: string; readonly end: CableEnd }
  | { readonly hook: string }
  | { readonly unhook: string };

export type OrderResult =
  /** duration: how long it takes [s], where that is known */
  | { readonly ok: true; readonly duration?: number }
  | { readonly ok: false; readonly reason: string; readonly message: string };

const WINCH_MODES = ['brake', 'speed', 'length', 'tension', 'render', 'free', 'stopper'] as const;
const HAND_ORDERS = ['tension', 'speed', 'length', 'hold'] as const;
const ENDS: Readonly<Record<string, 'start' | 'end'>> = { from: 'start', to: 'end' };
const WHAT = ['winch', 'crane', 'hand', 'target', 'load', 'attach', 'detach', 'hook', 'unhook'];

export function giveOrder(controls: Controls, spec: ModelSpec, order: Order): OrderResult {
  try {
    const duration = give(controls, spec, new Fields(order));
    return { ok: true, ...(typeof duration === 'number' && { duration }) };
  } catch (error) {
    if (error instanceof BuildError) return { ok: false, reason: error.code, message: error.message };
    throw error;
  }
}

function give(controls: Controls, spec: ModelSpec, f: Fields): number | undefined {
  switch (f.what) {
    case 'winch':
      controls.winch(f.text('winch'), f.choice('mode', WINCH_MODES), f.number('target', 0), f.number('speed', 0));
      return undefined;
    case 'crane':
      if (f.has('tip')) return controls.craneTip(f.text('crane'), f.vector('tip'));
      if (f.has('pose')) return controls.crane(f.text('crane'), f.numbers('pose'));
      if (f.has('stop')) controls.craneStop(f.text('crane'));
      else throw f.missing('pose, tip or stop');
      return undefined;
    case 'hand':
      if (f.has('walk')) return controls.walk(f.text('hand'), f.vector('walk'));
      if (f.has('letGo')) controls.letGo(f.text('hand'));
      else controls.hand(f.text('hand'), f.choice('order', HAND_ORDERS), f.number('target', 0));
      return undefined;
    case 'target':
      return controls.setTarget(f.text('target'), f.number('value'), f.limits());
    case 'load':
      controls.setLoad(f.text('load'), f.vector('force'), f.has('torque') ? f.vector('torque') : undefined);
      return undefined;
    case 'attach': {
      const name = f.text('body');
      const body = spec.bodies.findIndex((one) => one.name === name);
      if (body < 0) throw new BuildError('no-body', `body must be one of the model, found "${name}"`);
      const point: Vec3 = f.has('point') ? f.vector('point') : [0, 0, 0];
      controls.attach(f.text('attach'), f.end(), { body, point });
      return undefined;
    }
    case 'detach':
      controls.detach(f.text('detach'), f.end());
      return undefined;
    case 'hook':
      controls.hook(f.text('hook'));
      return undefined;
    default:
      controls.unhook(f.text('unhook'));
      return undefined;
  }
}

/** The fields of an order that may hold anything. */
class Fields {
  readonly what: string;
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(order: unknown) {
    if (typeof order !== 'object' || order === null || Array.isArray(order)) {
      throw new BuildError(
        'order',
        `an order must be a map such as {winch: "hoist", mode: "speed", target: 0.5}, found ${show(order)}`,
      );
    }
    this.#given = order as Readonly<Record<string, unknown>>;
    const what = WHAT.filter((key) => Object.hasOwn(order, key));
    // load and body are also fields of other orders: the first key decides
    const first = Object.keys(order).find((key) => what.includes(key));
    if (first === undefined) {
      throw new BuildError(
        'order',
        `an order must have one of ${WHAT.join(', ')}, found ${Object.keys(order).join(', ') || 'none'}`,
      );
    }
    this.what = first;
  }

  has(key: string): boolean {
    return this.#given[key] !== undefined;
  }

  missing(key: string): BuildError {
    return new BuildError(
      'order',
      `an order to a ${this.what} must have ${key}, found ${Object.keys(this.#given).join(', ')}`,
    );
  }

  text(key: string): string {
    const value = this.#given[key];
    if (typeof value !== 'string') throw this.#wrong(key, 'a name');
    return value;
  }

  number(key: string, otherwise?: number): number {
    const value = this.#given[key] ?? otherwise;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.#wrong(key, 'a finite number');
    return value;
  }

  vector(key: string): Vec3 {
    const value = this.#given[key];
    const list = Array.isArray(value) ? value : [];
    if (list.length !== 3 || !list.every((x) => typeof x === 'number' && Number.isFinite(x))) {
      throw this.#wrong(key, 'a list of 3 finite numbers');
    }
    return [list[0], list[1], list[2]];
  }

  numbers(key: string): Readonly<Record<string, number>> {
    const value = this.#given[key];
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (entries.length === 0 || !entries.every(([, x]) => typeof x === 'number')) {
      throw this.#wrong(key, 'a map of names to numbers');
    }
    return Object.fromEntries(entries) as Record<string, number>;
  }

  choice<T extends string>(key: string, choices: readonly T[]): T {
    const value = this.#given[key];
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw this.#wrong(key, `one of ${choices.join(', ')}`);
    return found;
  }

  end(): 'start' | 'end' {
    return ENDS[this.choice('end', ['from', 'to'])];
  }

  limits(): { rate?: number; acceleration?: number; duration?: number } {
    const limits: { rate?: number; acceleration?: number; duration?: number } = {};
    for (const key of ['rate', 'acceleration', 'duration'] as const) {
      if (!this.has(key)) continue;
      const value = this.number(key);
      if (!(value > 0)) throw this.#wrong(key, 'a number above 0');
      limits[key] = value;
    }
    return limits;
  }

  #wrong(key: string, expected: string): BuildError {
    return new BuildError(
      'order',
      `${key} of an order to a ${this.what} must be ${expected}, found ${show(this.#given[key])}`,
    );
  }
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
