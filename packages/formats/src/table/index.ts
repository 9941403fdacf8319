export { readTable, type Table, type TableOptions } from './table.ts';
