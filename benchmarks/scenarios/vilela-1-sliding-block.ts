/** Vilela 2018, test 1: see vilela.ts. */
export { block as benchCase } from './vilela.ts';
