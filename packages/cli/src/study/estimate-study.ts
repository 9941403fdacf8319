/** Estimates the duration of a study from a few selected runs (cost.ts of the study package). Their rows are kept. */
import { costSample, indicesOf, meanOfAll, pointAt } from '@hawser/study';
import { wallSeconds } from '../clock.ts';
import type { Journal } from './journal.ts';
import type { OpenStudy } from './open-study.ts';
import type { Backend } from './runner.ts';

export interface StudyEstimate {
  readonly tried: number;
  /** [s] wall-clock time of all runs, with bounds at the confidence of the report */
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
  /** [s] of processor time */
  readonly cpu: number;
}

export async function estimateStudy(
  study: OpenStudy,
  backend: Backend,
  size: number,
  journal: Journal,
  runs: number,
): Promise<StudyEstimate> {
  const { axes, study: asked } = study.fitted;
  const { most } = study.planner();
  const sample = costSample(axes, Math.max(runs, 2));
  const cpus: number[] = new Array(sample.length);
  let wall = 0;
  let busy = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let k = next++; k < sample.length; k = next++) {
      const index = sample[k];
      const job = study.jobOf({ key: String(index).padStart(9, '0'), point: pointAt(axes, indicesOf(axes, index)) });
      const known = journal.get(job.id);
      if (known !== undefined && known.status !== 'crashed') {
        cpus[k] = known.cpu;
        continue;
      }
      const begun = wallSeconds();
      const row = await backend.run(job);
      if (row === undefined) continue;
      wall += wallSeconds() - begun;
      busy += row.cpu;
      cpus[k] = row.cpu;
      journal.add(row);
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, sample.length) }, worker));
  const tried = sample.flatMap((index, k) => (cpus[k] === undefined ? [] : [{ index, cpu: cpus[k] }]));
  const { mean, low, high } = meanOfAll(
    axes,
    tried.map(({ index }) => index),
    tried.map(({ cpu }) => cpu),
    asked.report.confidence,
  );
  // where processes share cores, wall-clock time exceeds processor time
  const stretch = busy > 0 ? wall / busy : 1;
  const scale = (stretch * most) / size;
  return { tried: tried.length, seconds: mean * scale, low: low * scale, high: high * scale, cpu: mean * most };
}
