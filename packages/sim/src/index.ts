export type { Control } from './control.ts';
export type { DriveLog, LogEntry } from './log.ts';
export { type Opened, type OpenOptions, open, openWith } from './open.ts';
export type { Order, OrderResult } from './order.ts';
export { type Pose, Sim, SimError, type SimOptions, type StepOutcome } from './sim.ts';
export {
  type Clock,
  type Frame,
  type InWorkerOptions,
  type OpenedInWorker,
  openThrough,
  type Port,
  serveSim,
  type WorkerModel,
  type WorkerOptions,
  WorkerSim,
} from './worker/index.ts';
