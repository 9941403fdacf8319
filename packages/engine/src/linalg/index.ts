export { BlockCholesky } from './block-cholesky.ts';
export { BlockLU, type FactorStatus } from './block-lu.ts';
export { conjugateGradient, type SparseRows } from './conjugate-gradient.ts';
export type { BlockPattern } from './plan.ts';
