/** Input of a report: run.json, the numbers and poses of the run, and the page's program. */
import type { Frames, Recording, RunEvent, RunManifest, Scenery, TouchFrames } from '@hawser/record';

export interface ReportInput {
  readonly manifest: RunManifest;
  readonly recording: Recording;
  readonly frames: Frames;
  readonly scenery: Scenery;
  /** where bodies touched */
  readonly touches?: TouchFrames;
  /** default: those of the manifest */
  readonly events?: readonly RunEvent[];
  /** the page's own program and looks: dist/viewer.js and dist/viewer.css of @hawser/viewer */
  readonly viewer: { readonly script: string; readonly style: string };
  readonly options?: ReportOptions;
}

export interface ReportOptions {
  /** a sentence or two under the title; default: `description` of the resolved scenario */
  readonly description?: string;
  /** [s] requested duration, shown when a run ended early; default: `run.duration` of the resolved scenario */
  readonly requestedSeconds?: number;
  /** largest number of rows of a column before it is thinned to the extremes of buckets; default 3000, fewer with many columns */
  readonly maxPoints?: number;
  /** poses (frames times moving bodies) before frames are thinned; default 45 000 */
  readonly maxPoses?: number;
}

/** The input with its defaults in place. */
export interface ReportFacts {
  readonly manifest: RunManifest;
  readonly events: readonly RunEvent[];
  readonly description: string;
  readonly requestedSeconds: number | undefined;
  readonly maxPoints: number;
  readonly maxPoses: number;
}

/** Largest number of values of all columns together, about 0.3 MB of page. */
const MAX_NUMBERS = 110_000;
const MOST_POINTS = 3000;
/** One a pixel of a plot beside the replay. */
const FEWEST_POINTS = 500;

export function factsOf({ manifest, recording, events, options = {} }: ReportInput): ReportFacts {
  const resolved = manifest.scenario.resolved;
  const description = options.description ?? field(resolved, 'description');
  const requested = options.requestedSeconds ?? field(field(resolved, 'run'), 'duration');
  const share = Math.floor(MAX_NUMBERS / Math.max(1, recording.columns.length));
  return {
    manifest,
    events: events ?? manifest.events,
    description: typeof description === 'string' ? description.trim() : '',
    requestedSeconds: typeof requested === 'number' ? requested : undefined,
    maxPoints: options.maxPoints ?? Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, share)),
    maxPoses: options.maxPoses ?? 45_000,
  };
}

/** A field of a value that came out of JSON, or undefined. */
function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
