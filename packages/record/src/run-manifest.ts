/** run.json: input, program, outcome and main results of a run. Clocks and versions come from the caller. */
import type { LineRange } from './line-ranges.ts';
import type { RunEvent } from './event.ts';
import { MANIFEST_SHAPE, misshapen } from './manifest-shape.ts';
import type { OperationSummary } from './operation.ts';
import type { SeaWaves } from './sea.ts';
import type { ColumnSummary } from './summary.ts';
import type { TrustSummary } from './trust.ts';

export const MANIFEST_FORMAT = 1;

export interface RunManifest {
  /** version of the program that wrote the folder */
  readonly hawser: string;
  /** MANIFEST_FORMAT */
  readonly format: number;
  readonly scenario: {
    readonly title: string;
    /** path as given by the user */
    readonly file: string;
    /** the text of that file */
    readonly source: string;
    /** the scenario with all defaults and overrides in place, SI units */
    readonly resolved: unknown;
    /** the scenario files that it includes */
    readonly included?: readonly { readonly file: string; readonly text: string }[];
    /** picture for the title block of the report, as a data: address */
    readonly logo?: string;
  };
  readonly seed: number;
  readonly versions: { readonly hawser: string; readonly node?: string };
  /** ISO 8601, when the caller has a clock */
  readonly started?: string;
  readonly status: RunStatus;
  /** with status failed */
  readonly failure?: RunFailure;
  readonly warnings: readonly string[];
  readonly summary: RunSummary;
  /** by column name */
  readonly extremes: Readonly<Record<string, ColumnSummary>>;
  /** along cables and chains whose tensions, curvatures or twists are recorded, from every step */
  readonly ranges?: readonly LineRange[];
  /** where the run was repeated with half of the error */
  readonly trust?: TrustSummary;
  /** of runs with gear, a script or limits */
  readonly operation?: OperationSummary;
  /** where there is water with a surface */
  readonly sea?: SeaWaves;
  readonly events: readonly RunEvent[];
  /** names inside the run folder, by content: series, animation, report, ... */
  readonly files: Readonly<Record<string, string>>;
}

/** complete: reached its duration; interrupted: stopped by the user, results kept; failed: a step failed for good */
export type RunStatus = 'complete' | 'interrupted' | 'failed';

export interface RunFailure {
  /** diverged, not-finite, step-too-small, singular */
  readonly reason: string;
  /** body, joint or contact that failed */
  readonly subject: string;
  /** [s] simulated */
  readonly time: number;
  readonly message: string;
}

export interface RunSummary {
  /** [s] */
  readonly simulatedTime: number;
  /** accepted steps */
  readonly steps: number;
  readonly rejected: number;
  /** Newton iterations of all steps */
  readonly iterations: number;
  /** [s] processor time */
  readonly cpuSeconds?: number;
  /** simulated seconds a second of processor time */
  readonly realTimeRatio?: number;
  /** [m] largest overlap of bodies at the end of a step; missing without contact */
  readonly deepestOverlap?: number;
  /** [m] estimated error of positions at the end, and the size of the motion; for mechanisms only */
  readonly positionError?: number;
  readonly motion?: number;
  /** [kg] of the named bodies that move freely, as the engine has them: a density and a mesh make a mass */
  readonly masses?: readonly { readonly name: string; readonly mass: number }[];
  readonly energy: EnergySummary;
  /** [J] by contact, joint, damper */
  readonly dissipation: readonly { readonly name: string; readonly dissipated: number }[];
  /** work by cause: counts, the same in every repetition */
  readonly costs?: readonly CostSummary[];
  /** 16 hexadecimal digits of the final state */
  readonly hash: string;
}

/** Work of one cause. */
export interface CostSummary {
  readonly name: string;
  /** contact geometries computed */
  readonly looks: number;
  /** evaluations of a contact law at a point or patch */
  readonly laws: number;
  /** iterations of Newton's method in which this cause had the largest increment */
  readonly iterations: number;
  /** steps limited in length by this cause, and steps repeated because of it */
  readonly steps: number;
  readonly retries: number;
}

/** Entries with the largest value of a count, at most a given number, without zeros. */
export function leadingCosts(
  costs: readonly CostSummary[],
  countOf: (cost: CostSummary) => number,
  most: number,
): CostSummary[] {
  return costs
    .filter((cost) => countOf(cost) > 0)
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, most);
}

/** [J] at the end of the run */
export interface EnergySummary {
  readonly kinetic: number;
  readonly potential: number;
  readonly elastic: number;
  readonly dissipated: number;
  readonly work: number;
  readonly initial: number;
  readonly imbalance: number;
}

export type ManifestResult =
  | { readonly ok: true; readonly manifest: RunManifest }
  | { readonly ok: false; readonly message: string };

/** The text of run.json. */
export function formatManifest(manifest: RunManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Reads run.json; every field that programs rely on is checked. */
export function parseManifest(text: string): ManifestResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `run.json is not JSON (${(error as Error).message}); the run may have been cut off` };
  }
  if (typeof value !== 'object' || value === null) {
    return { ok: false, message: 'run.json must hold an object; this is not the folder of a run' };
  }
  const manifest = value as Record<string, unknown>;
  if (manifest.format !== MANIFEST_FORMAT) {
    const found = JSON.stringify(manifest.format) ?? 'none';
    return {
      ok: false,
      message: `run.json must have format ${MANIFEST_FORMAT}, found ${found}; use the version that wrote it`,
    };
  }
  return checkManifest(value);
}

/** Is a value the content of a run.json? Non-finite numbers, which JSON writes as null, are restored. */
export function checkManifest(value: unknown): ManifestResult {
  const wrong = misshapen(value, MANIFEST_SHAPE);
  return wrong === undefined
    ? { ok: true, manifest: value as RunManifest }
    : { ok: false, message: `run.json: ${wrong}; it was changed or damaged, run the scenario again` };
}
