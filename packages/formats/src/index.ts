export * from './bem/index.ts';
export { type FileIssue, formatFileIssue, type ReadResult } from './issue.ts';
export * from './mesh/index.ts';
export * from './report/index.ts';
export * from './results/index.ts';
export * from './table/index.ts';
