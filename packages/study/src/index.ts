export * from './cost.ts';
export * from './expression.ts';
export * from './fit.ts';
export * from './job-runner.ts';
export * from './jobs.ts';
export * from './judge.ts';
export * from './loss.ts';
export * from './measure.ts';
export * from './plan.ts';
export * from './planner.ts';
export * from './row.ts';
export * from './sampling.ts';
export * from './statistics.ts';
export * from './study-file.ts';
export * from './types.ts';
export * from './extremes.ts';
export * from './operability.ts';
export { STUDY_STYLE, studyReport, studyReportBody } from './report/build.ts';
export type { StudyReportInput } from './report/input.ts';
export {
  type FrictionNumber,
  type FrictionRecord,
  type IdentifiedFriction,
  identifyFriction,
  LEAST_SAMPLES,
} from './friction-record.ts';
