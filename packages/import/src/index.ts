export { type Importing, importModel } from './import-model.ts';
export type { Note, Verdict } from './report.ts';
export type { Imported, ImportIssue, Source } from './result.ts';
