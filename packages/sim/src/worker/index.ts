export { type Frame, type InWorkerOptions, type OpenedInWorker, openThrough, WorkerSim } from './client.ts';
export { type Clock, serveSim } from './host.ts';
export type { Port, WorkerModel, WorkerOptions } from './messages.ts';
