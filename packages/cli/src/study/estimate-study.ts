/** How long a study will take, told before it is run: by a few of its runs, spread over all of it. Their rows count. */
import { indicesOf, meanInterval, moments, pointAt, pointCount } from '@hawser/study';
import { wallSeconds } from '../clock.ts';
import type { Journal } from './journal.ts';
import type { OpenStudy } from './open-study.ts';
import type { Backend } from './runner.ts';

export interface StudyEstimate {
  readonly tried: number;
  /** [s] of wall clock for all runs, and between which bounds at the confidence of the report */
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
  const points = pointCount(axes);
  const count = Math.min(points, Math.max(runs, 2));
  const { most } = study.planner();
  const walls: number[] = [];
  const cpus: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let k = next++; k < count; k = next++) {
      const index = Math.floor(((k + 0.5) * points) / count);
      const job = study.jobOf({ key: String(index).padStart(9, '0'), point: pointAt(axes, indicesOf(axes, index)) });
      const begun = wallSeconds();
      const row = await backend.run(job);
      if (row === undefined) continue;
      walls.push(wallSeconds() - begun);
      cpus.push(row.cpu);
      if (!journal.has(row.id)) journal.add(row);
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, count) }, worker));
  const { low, high } = meanInterval(moments(walls), asked.report.confidence);
  const scale = most / size;
  const mean = moments(walls).mean;
  return {
    tried: walls.length,
    seconds: mean * scale,
    low: Math.max(0, low) * scale,
    high: high * scale,
    cpu: moments(cpus).mean * most,
  };
}
