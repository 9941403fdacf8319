/** Reads a run from its folder: from its files or, after a kill, from its stream. */
import fs from 'node:fs';
import path from 'node:path';
import { type FileIssue, readGlb, readParquet } from '@hawser/formats';
import {
  checkManifest,
  type Frames,
  MANIFEST_FORMAT,
  parseManifest,
  type Recording,
  type RunManifest,
  readStream,
  type Scenery,
  type StreamContents,
  summarise,
  type TouchFrames,
  widened,
} from '@hawser/record';
import { inputError } from './exit.ts';
import { FILES } from './run-folder.ts';
import { withFile } from './stream-file.ts';
import { VERSION } from './version.ts';

export interface RunData {
  readonly manifest: RunManifest;
  readonly recording: Recording;
  readonly frames: Frames;
  readonly scenery: Scenery;
  /** contacts, if recorded */
  readonly touches?: TouchFrames;
  /** true: the run was killed; these are its data so far */
  readonly recovered: boolean;
}

/** Further data of a stream, so that a killed run can be read. */
export interface StreamMeta {
  readonly scenario: RunManifest['scenario'];
  readonly seed: number;
  readonly versions: RunManifest['versions'];
  readonly started: string;
  readonly warnings: readonly string[];
  /** [J] at the start of the run */
  readonly initialEnergy: number;
}

export async function loadRun(folder: string): Promise<RunData> {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) {
    const found = stat === undefined ? 'nothing there' : 'a file';
    throw inputError(`${folder}: expected the folder of a run, found ${found}; hawser run prints the folder it writes`);
  }
  if (fs.existsSync(path.join(folder, FILES.stream))) return recoverRun(folder);
  if (!fs.existsSync(path.join(folder, FILES.run))) {
    throw inputError(`${folder}: expected ${FILES.run} or ${FILES.stream} in it, found neither; this is no run`);
  }
  const parsed = parseManifest(fs.readFileSync(path.join(folder, FILES.run), 'utf8'));
  if (!parsed.ok) throw inputError(`${path.join(folder, FILES.run)}: ${parsed.message}`);
  const series = path.join(folder, FILES.series);
  const contents = opened(series, await readParquet(readNeeded(series)));
  const { frames, scenery } = await readAnimation(folder);
  const touched = path.join(folder, FILES.touches);
  const touches = fs.existsSync(touched) ? withFile(touched, readStream).touches : undefined;
  const kept = touches && { touches };
  return { manifest: parsed.manifest, recording: contents.recording, frames, scenery, ...kept, recovered: false };
}

/** The stream of a run that did not end; the scene was put into animation.glb when the run started. */
async function recoverRun(folder: string): Promise<RunData> {
  const file = path.join(folder, FILES.stream);
  const contents = withFile(file, readStream);
  if (contents.ending === 'foreign' || contents.recording.length === 0) {
    throw inputError(`${file}: expected what a run recorded before it was stopped, found no whole row; run it again`);
  }
  const { scenery } = await readAnimation(folder);
  const { recording, frames } = contents;
  const checked = checkManifest(recoveredManifest(contents));
  if (!checked.ok) throw inputError(`${file}: what its head says of the run cannot be used (${checked.message})`);
  return { manifest: checked.manifest, recording, frames, scenery, recovered: true };
}

function recoveredManifest({ recording, events, meta, ending, extremes: ofSteps = {} }: StreamContents): RunManifest {
  const { scenario, seed, versions, started, warnings, initialEnergy } = meta as unknown as StreamMeta;
  const rows = Object.entries(summarise(recording));
  const extremes = Object.fromEntries(rows.map(([name, found]) => [name, widened(found, ofSteps[name])]));
  const last = (name: string): number => extremes[`energy.${name}`]?.final ?? Number.NaN;
  const rest = ending === 'damaged' ? ' Part of its stream was damaged; what follows the damage is left out.' : '';
  return {
    hawser: VERSION,
    format: MANIFEST_FORMAT,
    scenario,
    seed,
    versions,
    ...(started !== undefined && { started }),
    status: 'interrupted',
    warnings: [
      ...(Array.isArray(warnings) ? warnings : []),
      `The run did not end by itself: these are the rows it had written, and no counts of steps.${rest}`,
    ],
    summary: {
      simulatedTime: recording.time[recording.length - 1],
      steps: 0,
      rejected: 0,
      iterations: 0,
      energy: {
        kinetic: last('kinetic'),
        potential: last('potential'),
        elastic: last('elastic'),
        dissipated: last('dissipated'),
        work: last('work'),
        initial: initialEnergy,
        imbalance: last('imbalance'),
      },
      dissipation: [],
      hash: '',
    },
    extremes,
    events,
    files: { stream: FILES.stream, animation: FILES.animation },
  };
}

async function readAnimation(folder: string): Promise<{ frames: Frames; scenery: Scenery }> {
  const file = path.join(folder, FILES.animation);
  return opened(file, await readGlb(readNeeded(file)));
}

function readNeeded(file: string): Uint8Array {
  if (!fs.existsSync(file)) throw inputError(`expected ${file}, found nothing; the run is not whole, run it again`);
  return fs.readFileSync(file);
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly FileIssue[] };

function opened<T>(file: string, result: Read<T>): T {
  if (result.ok) return result.value;
  throw inputError(`${file}: ${result.issues.map((issue) => issue.message).join('; ')}`);
}
