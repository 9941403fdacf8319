/** What was done to a model from outside, in order: plain data, to be kept in a file and played again. */
import type { LedPose, PullSpec } from '@hawser/engine';
import type { Order } from './order.ts';

export type LogEntry =
  /** on to this time [s] */
  | { readonly step: number }
  | { readonly order: Order }
  /** a led body to a pose, within so many seconds */
  | { readonly lead: string; readonly pose: LedPose; readonly within: number }
  /** all forces that are applied from here on */
  | { readonly push: readonly PullSpec[] };

export interface DriveLog {
  readonly version: 1;
  readonly title: string;
  readonly entries: readonly LogEntry[];
}
