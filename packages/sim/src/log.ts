/** Log of outside actions on a model, in order: plain data that can be stored in a file and replayed. */
import type { LedPose, PullSpec } from '@hawser/engine';
import type { Order } from './order.ts';

export type LogEntry =
  /** advance to this time [s] */
  | { readonly step: number }
  | { readonly order: Order }
  /** lead a body to a pose, within a number of seconds */
  | { readonly lead: string; readonly pose: LedPose; readonly within: number }
  /** all applied forces from here on */
  | { readonly push: readonly PullSpec[] };

export interface DriveLog {
  readonly version: 1;
  readonly title: string;
  readonly entries: readonly LogEntry[];
}
