/** Messages between a page and the worker that runs its model. Numbers of a frame are transferred without a copy. */
import type { Issue } from '@hawser/scenario';
import type { Control } from '../control.ts';
import type { OpenOptions } from '../open.ts';
import type { Order, OrderResult } from '../order.ts';
import type { Pose, StepOutcome } from '../sim.ts';

/** Either end of a connection: a Worker, its global scope, a MessagePort. */
export interface Port {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  listen(hear: (message: unknown) => void): void;
  close(): void;
}

export interface WorkerOptions extends Pick<OpenOptions, 'set' | 'files'> {
  /** frames a second of the model and of the clock; 60 if left out */
  readonly rate?: number;
  /** channels to send with every frame; none if left out */
  readonly channels?: readonly string[];
  /**
   * [s] wall-clock time of the warm-up before the first frame, so that code is compiled; the model still begins at its start. 1 if left out
   */
  readonly warmUp?: number;
}

export type ToWorker =
  | { readonly kind: 'open'; readonly source: string | object; readonly options: WorkerOptions }
  | { readonly kind: 'play' | 'pause' | 'close' }
  | { readonly kind: 'buffer'; readonly buffer: ArrayBuffer }
  | { readonly kind: 'step'; readonly id: number; readonly dt: number }
  | { readonly kind: 'order'; readonly id: number; readonly order: Order }
  | { readonly kind: 'lead'; readonly id: number; readonly body: string; readonly pose: Pose }
  | {
      readonly kind: 'push';
      readonly id: number;
      readonly body: string;
      readonly point: readonly [number, number, number];
      readonly force: readonly [number, number, number] | null;
    };

export interface ChannelPlace {
  readonly name: string;
  readonly unit: string;
  readonly components: readonly string[];
  /** first number in the values of a frame */
  readonly at: number;
  readonly size: number;
}

export interface WorkerModel {
  readonly title: string;
  readonly duration: number;
  readonly bodies: readonly string[];
  readonly controls: readonly Control[];
  readonly warnings: readonly string[];
  readonly channels: readonly ChannelPlace[];
  /** names of all channels there are */
  readonly names: readonly string[];
}

export type FromWorker =
  | { readonly kind: 'opened'; readonly model: WorkerModel }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'frame';
      readonly index: number;
      readonly time: number;
      /** finished after it was due */
      readonly late: boolean;
      /** [ms] of the clock that it took */
      readonly cost: number;
      /** frames dropped before this one because no buffers were returned */
      readonly dropped: number;
      /** poses, then values of channels */
      readonly buffer: ArrayBuffer;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly result: OrderResult | StepOutcome }
  | { readonly kind: 'ended'; readonly outcome: StepOutcome };
