export {
  type Channel,
  type Column,
  columnCount,
  columnLabel,
  columnsOf,
  hasMagnitude,
  MAGNITUDE,
  QUATERNION,
  SCALAR,
  VECTOR,
} from './channel.ts';
export { decimate, extremeRows } from './decimate.ts';
export { type Along, Envelope, present } from './envelope.ts';
export { type EventKind, isRunEvent, type RunEvent } from './event.ts';
export { type Frames, POSE_SIZE, pickFrames, poseAt, spreadFrames } from './frames.ts';
export { RunningSummary } from './running-summary.ts';
export { firstAbove, firstAtLeast, Recording } from './recording.ts';
export {
  checkManifest,
  type CostSummary,
  type EnergySummary,
  formatManifest,
  leadingCosts,
  MANIFEST_FORMAT,
  type ManifestResult,
  parseManifest,
  type RunFailure,
  type RunManifest,
  type RunStatus,
  type RunSummary,
} from './run-manifest.ts';
export { type LineColumns, type LineRange, lineColumns, RunningRanges } from './line-ranges.ts';
export { clipped, printable } from './printable.ts';
export type { SeaWaves } from './sea.ts';
export type { Scenery, SceneryBody, SceneryPart } from './scenery.ts';
export { readBlock, type StreamBlock } from './stream-block.ts';
export type { StreamHeader } from './stream-format.ts';
export { readStream, type StreamContents, type StreamSource } from './stream-reader.ts';
export { type StreamOptions, type StreamSink, StreamWriter, touchStream } from './stream-writer.ts';
export { type ColumnSummary, linkedValues, summarise, summariseColumn, widened } from './summary.ts';
export {
  type ColumnTrust,
  compareTrust,
  isQuoted,
  trustedDigits,
  type TrustedRun,
  type TrustSummary,
} from './trust.ts';
export {
  joinTouches,
  noTouches,
  packTouches,
  type Touch,
  type TouchFrames,
  touchesAt,
  unpackTouches,
} from './touches.ts';
export type {
  ClearanceSummary,
  HandSummary,
  ImpactSummary,
  LimitSummary,
  LineSummary,
  MotionSummary,
  OperationSummary,
  StowSummary,
} from './operation.ts';
