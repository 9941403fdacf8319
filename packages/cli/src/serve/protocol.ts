/**
 * The protocol of `hawser serve`, version 1 (docs/protocol.md): calls as JSON, one answer each, in order; frames as bytes.
 * A frame is little-endian: 'HWF1', the number of values as uint32, the time as float64, then the values as float64.
 */
import type { Sim } from '@hawser/sim';

export const PROTOCOL = 1;
const MAGIC = 0x31465748; // HWF1
/** characters; it comes back with the answer */
const LONGEST_ID = 200;

export interface Call {
  readonly id: number | string | null;
  readonly call: string;
  readonly [field: string]: unknown;
}

/** A call, or the fault of the message. */
export function parseCall(text: string): Call | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'expected JSON such as {"id": 1, "call": "step", "dt": 0.1}, found something else';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'expected a JSON object with id and call';
  const { id = null, call } = value as Record<string, unknown>;
  if (typeof call !== 'string') return 'expected a field "call" with the name of a call';
  if (id !== null && typeof id !== 'number' && (typeof id !== 'string' || id.length > LONGEST_ID))
    return `expected a number or a text of at most ${LONGEST_ID} characters as "id"`;
  return { ...value, id, call };
}

/** A subscription. */
export interface Watch {
  readonly channels: readonly string[];
  readonly poses: boolean;
  /** [s] of simulated time between frames; 0: after every call that steps */
  readonly every: number;
}

/** A frame's numbers: the channels in order, then x, y, z, qw, qx, qy, qz of each body. */
export class FrameWriter {
  readonly columns: readonly string[];
  readonly #sim: Sim;
  readonly #watch: Watch;
  readonly #sizes: readonly number[];
  readonly #bytes: Uint8Array;
  readonly #values: Float64Array;
  #next = Number.NEGATIVE_INFINITY;

  constructor(sim: Sim, watch: Watch) {
    this.#sim = sim;
    this.#watch = watch;
    const known = new Map(sim.channels.map((channel) => [channel.name, channel]));
    const columns: string[] = [];
    this.#sizes = watch.channels.map((name) => {
      const channel = known.get(name);
      if (channel === undefined) throw new Error(`expected channels of the model, found "${name}"`);
      for (const component of channel.components) columns.push(component === '' ? name : `${name}.${component}`);
      return channel.components.length;
    });
    if (watch.poses) {
      for (const body of sim.bodies)
        for (const part of ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz']) columns.push(`${body}.${part}`);
    }
    this.columns = columns;
    this.#values = new Float64Array(columns.length);
    this.#bytes = new Uint8Array(16 + 8 * columns.length);
  }

  /** The frame for now, where one is due. */
  frame(): Uint8Array | undefined {
    const { time } = this.#sim;
    if (time < this.#next - 1e-9) {
      if (time + this.#watch.every < this.#next)
        this.#next = time; // the model was set back
      else return undefined;
    }
    this.#next = time + this.#watch.every;
    let at = 0;
    for (const [k, name] of this.#watch.channels.entries()) {
      this.#sim.readVector(name, this.#values.subarray(at));
      at += this.#sizes[k];
    }
    if (this.#watch.poses) this.#sim.poses(this.#values.subarray(at));
    const view = new DataView(this.#bytes.buffer);
    view.setUint32(0, MAGIC, true);
    view.setUint32(4, this.#values.length, true);
    view.setFloat64(8, time, true);
    for (let i = 0; i < this.#values.length; i++) view.setFloat64(16 + 8 * i, this.#values[i], true);
    return this.#bytes.slice();
  }
}
