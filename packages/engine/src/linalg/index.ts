export { BlockLU, type BlockPattern, type FactorStatus } from './block-lu.ts';
export { solveDense } from './dense.ts';
