/** Common data of the runs of a study, and their runner in a process of the pool. */
import { JobRunner, type SharedTask, type StudyJob } from '@hawser/study';
import type { AssetLoader } from '@hawser/scenario';
import { cpuSeconds, wallSeconds } from '../clock.ts';
import { loaderFor } from '../allowed.ts';
import { fileReaders } from '../scenario-file.ts';

export type { StudyJob };

/** Plain data. */
export interface StudyTask extends SharedTask {
  /** version of the program that made it */
  readonly version: string;
  readonly studyFile: string;
  /** folders besides that of the study whose files it may read */
  readonly allow: readonly string[];
  /** contents of files, where a worker cannot read them from its own disk */
  readonly files?: Readonly<Record<string, Uint8Array>>;
}

export function taskRunner(task: StudyTask): JobRunner {
  const { files } = task;
  const loader: AssetLoader =
    files === undefined
      ? loaderFor(task.studyFile, task.allow)
      : { read: (file) => (Object.hasOwn(files, file) ? files[file] : undefined) };
  const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve)); // messages arrive here
  return new JobRunner(task, loader, fileReaders, { cpuSeconds, wallSeconds, breathe });
}

/** Records files read, with their bytes: the inputs of a run. */
export function recordingLoader(from: AssetLoader): {
  readonly loader: AssetLoader;
  readonly files: Map<string, Uint8Array>;
} {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    loader: {
      ...from,
      read: (file) => {
        const known = files.get(file);
        if (known !== undefined) return known;
        const bytes = from.read(file);
        if (bytes !== undefined) files.set(file, bytes);
        return bytes;
      },
    },
  };
}
