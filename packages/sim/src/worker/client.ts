/** The page's side: a model in a worker, which receives orders and sends frames sixty times a second. */
import type { Issue } from '@hawser/scenario';
import { POSE_SIZE } from '@hawser/record';
import type { Order, OrderResult } from '../order.ts';
import type { Pose, StepOutcome } from '../sim.ts';
import type { FromWorker, Port, ToWorker, WorkerModel, WorkerOptions } from './messages.ts';

/** A frame of the model for a page. Its arrays are reused after `onFrame` returns: copy what must persist. */
export interface Frame {
  readonly index: number;
  /** [s] */
  readonly time: number;
  /** true: its computation took longer than the frame time */
  readonly late: boolean;
  /** [ms] wall-clock time of its computation */
  readonly cost: number;
  /** frames dropped before this one, because the page was busy */
  readonly dropped: number;
  /** x, y, z, and quaternion w, x, y, z of each body */
  readonly poses: Float64Array;
  /** numbers of a requested channel */
  values(channel: string): Float64Array;
}

export interface InWorkerOptions extends WorkerOptions {
  readonly onFrame?: (frame: Frame) => void;
  /** reason why the model cannot continue */
  readonly onEnd?: (outcome: StepOutcome) => void;
}

export type OpenedInWorker =
  | { readonly ok: true; readonly sim: WorkerSim }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export function openThrough(port: Port, source: string | object, options: InWorkerOptions): Promise<OpenedInWorker> {
  const { onFrame, onEnd, ...plain } = options;
  return new Promise((resolve, reject) => {
    let sim: WorkerSim | undefined;
    port.listen((message) => {
      const said = message as FromWorker;
      if (said.kind === 'opened') {
        sim = new WorkerSim(port, said.model, onFrame, onEnd);
        resolve({ ok: true, sim });
      } else if (said.kind === 'refused') {
        port.close();
        resolve({ ok: false, issues: said.issues });
      } else if (sim !== undefined) sim.hear(said);
      else if (said.kind === 'ended' && !said.outcome.ok) reject(new Error(said.outcome.message)); // no worker to begin with
    });
    post(port, { kind: 'open', source, options: plain });
  });
}

function post(port: Port, message: ToWorker, transfer?: readonly ArrayBuffer[]): void {
  port.post(message, transfer);
}

export class WorkerSim {
  readonly model: WorkerModel;
  readonly #port: Port;
  readonly #onFrame: InWorkerOptions['onFrame'];
  readonly #onEnd: InWorkerOptions['onEnd'];
  readonly #waiting: Map<number, (result: never) => void> = new Map();
  #asked = 0;

  constructor(port: Port, model: WorkerModel, onFrame: InWorkerOptions['onFrame'], onEnd: InWorkerOptions['onEnd']) {
    this.#port = port;
    this.model = model;
    this.#onFrame = onFrame;
    this.#onEnd = onEnd;
  }

  /** Runs in step with the clock from now on. */
  play(): void {
    post(this.#port, { kind: 'play' });
  }

  pause(): void {
    post(this.#port, { kind: 'pause' });
  }

  /** Advances by dt [s], independent of the clock; a frame follows. */
  step(dt: number): Promise<StepOutcome> {
    return this.#ask((id) => ({ kind: 'step', id, dt }));
  }

  order(order: Order): Promise<OrderResult> {
    return this.#ask((id) => ({ kind: 'order', id, order }));
  }

  lead(body: string, pose: Pose): Promise<OrderResult> {
    return this.#ask((id) => ({ kind: 'lead', id, body, pose }));
  }

  push(
    body: string,
    point: readonly [number, number, number],
    force: readonly [number, number, number] | null,
  ): Promise<OrderResult> {
    return this.#ask((id) => ({ kind: 'push', id, body, point, force }));
  }

  /** The worker ends. */
  close(): void {
    post(this.#port, { kind: 'close' });
    this.#port.close();
  }

  hear(said: FromWorker): void {
    if (said.kind === 'frame') this.#show(said);
    else if (said.kind === 'ended') this.#onEnd?.(said.outcome);
    else if (said.kind === 'answer') {
      const wake = this.#waiting.get(said.id);
      this.#waiting.delete(said.id);
      wake?.(said.result as never);
    }
  }

  #show({ buffer, ...rest }: Extract<FromWorker, { kind: 'frame' }>): void {
    const numbers = new Float64Array(buffer);
    const { channels, bodies } = this.model;
    try {
      this.#onFrame?.({
        ...rest,
        poses: numbers.subarray(0, POSE_SIZE * bodies.length),
        values: (name) => {
          const place = channels.find((one) => one.name === name);
          return place === undefined ? new Float64Array(0) : numbers.subarray(place.at, place.at + place.size);
        },
      });
    } finally {
      post(this.#port, { kind: 'buffer', buffer }, [buffer]);
    }
  }

  #ask<T>(message: (id: number) => ToWorker): Promise<T> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (result: never) => void);
      post(this.#port, message(id));
    });
  }
}
