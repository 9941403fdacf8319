/** `hawser run FILE` */
import fs from 'node:fs';
import path from 'node:path';
import { writeGlb } from '@hawser/formats';
import { type Frames, POSE_SIZE, type RunManifest } from '@hawser/record';
import {
  type AssetLoader,
  formatIssue,
  type HandEntry,
  type Override,
  type PreparedRun,
  readHands,
  type RunOptions,
  type RunResult,
  runScenarioAsync,
  withFinerVerdicts,
} from '@hawser/scenario';
import { loaderFor } from '../allowed.ts';
import { writeCheckpoint } from '../checkpoint.ts';
import { cpuSeconds, wallSeconds } from '../clock.ts';
import { EXIT, fileFault, inputError } from '../exit.ts';
import { finishRun } from '../finish.ts';
import { Interrupt } from '../interrupt.ts';
import type { Output } from '../output.ts';
import { Profile } from '../profile.ts';
import { Progress, progressOf, type ProgressState } from '../progress.ts';
import { resumeFrom } from '../resume.ts';
import type { StreamMeta } from '../run-data.ts';
import { checkOut, FILES, makeRunFolder, writeAtomic } from '../run-folder.ts';
import { neededScenario } from '../scenario-file.ts';
import { StreamFile } from '../stream-file.ts';
import { printSummary } from '../summary.ts';
import { printTrust, type Repeat, repeatFiner } from '../trust.ts';
import { VERSION } from '../version.ts';

export interface RunCommandOptions {
  readonly until?: string;
  readonly steps?: number;
  readonly out?: string;
  readonly set: readonly string[];
  readonly allow: readonly string[];
  readonly checkpoint?: number;
  readonly resume?: string;
  readonly hands?: string;
  readonly trust?: boolean;
  readonly profile?: boolean;
  readonly report: boolean;
  readonly json?: boolean;
}

/** Further input of a run: a checkpoint, or user actions. */
type From = Pick<RunOptions, 'resume' | 'hands'>;

/** [s] wall-clock time between two checks of signals and progress, and between two flushes of the stream */
const BREATHE_EVERY = 0.05;
const FLUSH_EVERY = 0.25;

export async function run(out: Output, file: string, options: RunCommandOptions): Promise<void> {
  if (options.trust && options.resume !== undefined) {
    throw inputError('--trust repeats a run from its start: expected no --resume beside it');
  }
  if (options.hands !== undefined && (options.trust || options.resume !== undefined)) {
    throw inputError('--hands does the acts of one run from its start: expected no --resume and no --trust beside it');
  }
  const set: (Override | string)[] = [...options.set];
  if (options.until !== undefined) {
    set.push({ text: `run.duration=${options.until}`, label: `--until ${options.until}` });
  }
  if (options.out !== undefined) checkOut(options.out);
  const prepared = neededScenario(file, set, options.allow);
  const hands = options.hands === undefined ? undefined : handsFrom(options.hands);
  const resume = options.resume === undefined ? undefined : await resumeFrom(out, options.resume, prepared);
  for (const notice of prepared.notices) out.tell(`${out.style('yellow', 'warning:')} ${formatIssue(notice)}`);

  // the input is valid: only now is anything written
  const interrupt = new Interrupt();
  const folder = makeRunFolder(options.out, file);
  try {
    const repeat = options.trust ? { file, set, allow: options.allow } : undefined;
    await runInFolder(
      out,
      prepared,
      folder,
      interrupt,
      options,
      { ...(resume && { resume }), ...(hands && { hands }) },
      repeat,
    );
  } catch (error) {
    throw withRows(error, folder);
  } finally {
    interrupt.close();
  }
}

/** The user actions of a file written by the studio. */
function handsFrom(file: string): readonly HandEntry[] {
  const read = readHands(fs.readFileSync(file, 'utf8'));
  if ('fault' in read) throw inputError(`${file}: ${read.fault}`);
  return read.entries;
}

/** A disk failure during a run loses none of the rows already written: the message says so, and how to read them. */
function withRows(error: unknown, folder: string): unknown {
  const fault = fileFault(error);
  if (
    fault === undefined ||
    (fs.statSync(path.join(folder, FILES.stream), { throwIfNoEntry: false })?.size ?? 0) === 0
  ) {
    return error;
  }
  return inputError(
    `${fault}; the run was stopped. The rows written until then are safe in ${path.join(folder, FILES.stream)}: make room, ` +
      `then hawser report ${folder} or hawser export ${folder} reads them`,
  );
}

/** Ctrl-C is handled until the last file is written: simulated data are never lost by it. */
async function runInFolder(
  out: Output,
  prepared: PreparedRun,
  folder: string,
  interrupt: Interrupt,
  options: RunCommandOptions,
  from: From,
  repeat: Repeat | undefined,
): Promise<void> {
  const startTime = prepared.simulation.time;
  const started = new Date().toISOString();
  const meta = streamMeta(prepared, started);
  const { scenery } = prepared.compiled;
  const title = meta.scenario.title;
  writeAtomic(path.join(folder, FILES.animation), await writeGlb(scenery, firstFrame(prepared), { title }));
  const profile = options.profile ? new Profile(prepared.simulation) : undefined;
  const first = await simulate(prepared, folder, interrupt, meta, options, from, profile);
  await profile?.end();
  const repeated = repeat && (await repeatFiner(repeat, prepared, first, interrupt));
  const doubt = repeated && 'none' in repeated ? [repeated.none] : [];
  if (from.hands !== undefined) doubt.push(`steered by hand: it takes ${options.hands} to give this run again`);
  const judged = repeated?.second ? withFinerVerdicts(first, repeated.second) : first;
  const result: RunResult = { ...judged, warnings: [...first.warnings, ...doubt] };
  const trust = repeated && 'trust' in repeated ? repeated.trust : undefined;
  const { report } = options;
  const manifest = await finishRun({
    prepared,
    result,
    folder,
    meta,
    started,
    startTime,
    report,
    ...(trust && { trust }),
  });

  if (options.json) out.json(jsonResult(manifest, folder));
  else {
    printSummary(out, manifest, folder);
    printTrust(out, manifest);
    profile?.print(out, manifest.summary.costs ?? []);
  }
  for (const warning of result.warnings.slice(prepared.warnings.length)) {
    out.tell(`${out.style('yellow', 'warning:')} ${warning}`);
  }
  if (manifest.status === 'failed') {
    out.tell(`${out.style('red', 'hawser:')} the simulation failed: ${manifest.failure?.message}`);
    process.exitCode = EXIT.failed;
  } else if (manifest.status === 'complete' && manifest.operation?.stowing?.some(({ home }) => !home)) {
    process.exitCode = EXIT.notHome;
  }
}

async function simulate(
  prepared: PreparedRun,
  folder: string,
  interrupt: Interrupt,
  meta: StreamMeta,
  options: RunCommandOptions,
  from: From,
  profile: Profile | undefined,
): Promise<RunResult> {
  const { simulation, compiled } = prepared;
  const stream = new StreamFile(path.join(folder, FILES.stream));
  const progress = new Progress(process.stderr);
  const start = simulation.time;
  const begun = wallSeconds();
  const state = (): ProgressState =>
    progressOf(simulation, start, compiled.scenario.run.duration, wallSeconds() - begun);
  let breathed = begun;
  let flushed = begun;
  let flush = (): void => {};
  try {
    const result = await runScenarioAsync(prepared, {
      sink: stream,
      meta: { ...meta },
      estimate: true,
      cpuSeconds,
      ...(options.steps !== undefined && { shouldStop: () => simulation.stats.steps >= (options.steps ?? 0) }),
      ...from,
      ...(options.checkpoint !== undefined && {
        checkpointEvery: options.checkpoint,
        onCheckpoint: (bytes: Uint8Array) => writeCheckpoint(path.join(folder, FILES.checkpoint), simulation, bytes),
      }),
      onProgress: (current) => {
        flush = () => current.flush(true);
        profile?.noteStep();
      },
      due: () => wallSeconds() - breathed >= BREATHE_EVERY,
      breathe: async () => {
        progress.update(state());
        await new Promise((resolve) => setImmediate(resolve)); // signals are received here
        breathed = wallSeconds();
        if (breathed - flushed >= FLUSH_EVERY) {
          flush();
          flushed = breathed;
        }
        return !interrupt.asked;
      },
    });
    progress.finish(state());
    return result;
  } finally {
    progress.close();
    stream.close();
  }
}

/** The scene at the start, kept for a run that is killed. */
function firstFrame({ simulation, bodies }: PreparedRun): Frames {
  const byName = new Map(simulation.probes.map((probe) => [probe.name, probe]));
  const poses = new Float64Array(POSE_SIZE * bodies.length);
  for (const [i, body] of bodies.entries()) {
    byName.get(`${body}.position`)?.read(poses, POSE_SIZE * i);
    byName.get(`${body}.rotation`)?.read(poses, POSE_SIZE * i + 3);
  }
  return { bodies, time: Float64Array.of(simulation.time), poses };
}

/** Data of the report besides the scenario itself: included files, the picture of the title block. */
function paperOf({ scenario, source }: PreparedRun['compiled']): Partial<RunManifest['scenario']> {
  const loader = loaderFor(source.file);
  const included = source.files.slice(1).flatMap((file) => {
    const bytes = loader.read(file);
    return bytes === undefined ? [] : [{ file, text: new TextDecoder().decode(bytes) }];
  });
  const name = scenario.document?.logo;
  const logo = name === undefined ? undefined : pictureOf(path.join(path.dirname(source.file), name), loader);
  return { ...(included.length > 0 && { included }), ...(logo !== undefined && { logo }) };
}

const PICTURES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

function pictureOf(file: string, loader: AssetLoader): string {
  const type = PICTURES[path.extname(file).toLowerCase()];
  const bytes = loader.read(file);
  if (type !== undefined && bytes !== undefined) return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const found = type === undefined ? file : `nothing at ${file}`;
  throw inputError(`document.logo: expected a picture (.svg, .png, .jpg) beside the scenario, found ${found}`);
}

function streamMeta({ compiled, simulation, warnings }: PreparedRun, started: string): StreamMeta {
  const { scenario, source } = compiled;
  return {
    scenario: {
      title: scenario.title ?? path.basename(source.file),
      file: source.file,
      source: source.text,
      resolved: scenario,
      ...paperOf(compiled),
    },
    seed: scenario.run.seed,
    versions: { hawser: VERSION, node: process.version },
    started,
    warnings,
    initialEnergy: simulation.energy.initial,
  };
}

function jsonResult(manifest: RunManifest, folder: string): Record<string, unknown> {
  const { hawser, status, scenario, seed, files, failure, warnings, summary, extremes, ranges, trust } = manifest;
  return {
    hawser,
    status,
    folder,
    scenario: scenario.file,
    title: scenario.title,
    seed,
    files,
    failure: failure ?? null,
    warnings,
    summary,
    extremes,
    ...(ranges && { ranges }),
    ...(trust && { trust }),
  };
}
