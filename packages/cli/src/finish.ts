/** The end of a run: converts its stream to result files. */
import fs from 'node:fs';
import path from 'node:path';
import { formatManifest, MANIFEST_FORMAT, type RunManifest, touchStream, type TrustSummary } from '@hawser/record';
import { type PreparedRun, type RunResult, seaWaves } from '@hawser/scenario';
import { writeCheckpoint } from './checkpoint.ts';
import { EXPORT_NAMES, type ExportFormat, writeExport } from './exports.ts';
import { writeReport } from './report-file.ts';
import type { StreamMeta } from './run-data.ts';
import { FILES, writeAtomic } from './run-folder.ts';
import { VERSION } from './version.ts';

export interface FinishedRun {
  readonly prepared: PreparedRun;
  readonly result: RunResult;
  readonly folder: string;
  readonly meta: StreamMeta;
  readonly started: string;
  /** [s] simulated time at which this run began: 0, or that of its checkpoint */
  readonly startTime: number;
  /** write report.html */
  readonly report: boolean;
  /** comparison with a second, finer run */
  readonly trust?: TrustSummary;
}

/** Contents of every run folder. */
const ALWAYS: readonly ExportFormat[] = ['parquet', 'gltf', 'svg'];

/**
 * Writes all files, then run.json, and removes the stream last: after an interruption at any time, either the stream or all other files
 * exist.
 */
export async function finishRun({
  prepared,
  result,
  folder,
  meta,
  started,
  startTime,
  report,
  trust,
}: FinishedRun): Promise<RunManifest> {
  const { compiled, simulation } = prepared;
  const inFolder = (name: string): string => path.join(folder, name);
  const formats: readonly ExportFormat[] = [...ALWAYS, ...compiled.scenario.output.formats];
  const sea = seaWaves(compiled.spec);
  const manifest: RunManifest = {
    hawser: VERSION,
    format: MANIFEST_FORMAT,
    scenario: meta.scenario,
    seed: meta.seed,
    versions: meta.versions,
    started,
    status: result.status,
    ...(result.failure && { failure: result.failure }),
    warnings: result.warnings,
    summary: { ...result.summary, ...ratioOf(result, startTime) },
    extremes: result.extremes,
    ...(result.ranges.length > 0 && { ranges: result.ranges }),
    ...(trust && { trust }),
    ...(result.operation && { operation: result.operation }),
    ...(sea && { sea }),
    events: result.events,
    files: { ...fileNames(formats, report), ...(result.touches.time.length > 0 && { touches: FILES.touches }) },
  };
  const { recording, frames } = result;
  const { touches } = result;
  const run = { manifest, recording, frames, scenery: compiled.scenery, touches };
  for (const format of formats) await writeExport(run, format, inFolder(EXPORT_NAMES[format]));
  writeCheckpoint(inFolder(FILES.checkpoint), simulation, simulation.save());
  if (touches.time.length > 0) writeAtomic(inFolder(FILES.touches), touchStream(touches));
  if (report) writeReport(run, inFolder(FILES.report));
  writeAtomic(inFolder(FILES.run), formatManifest(manifest));
  fs.rmSync(inFolder(FILES.stream));
  return manifest;
}

/** The cost of a resumed run covers only its own part. */
function ratioOf({ summary }: RunResult, startTime: number): { realTimeRatio?: number } {
  const { simulatedTime, cpuSeconds } = summary;
  return cpuSeconds !== undefined && cpuSeconds > 0 ? { realTimeRatio: (simulatedTime - startTime) / cpuSeconds } : {};
}

/** Names by content, for programs. */
function fileNames(formats: readonly ExportFormat[], report: boolean): Record<string, string> {
  const { run, series, animation, thumbnail } = FILES;
  const names: Record<string, string> = { run, series, animation, thumbnail };
  for (const format of formats) if (!ALWAYS.includes(format)) names[format] = EXPORT_NAMES[format];
  if (report) names.report = FILES.report;
  names.checkpoint = FILES.checkpoint;
  return names;
}
