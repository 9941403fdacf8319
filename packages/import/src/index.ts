export { type Importing, importModel, UNKNOWN } from './import-model.ts';
export type { Note, Verdict } from './report.ts';
export type { Imported, ImportIssue, Source } from './result.ts';
