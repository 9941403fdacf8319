/** Vilela 2018, test 3: see vilela.ts. */
export { cylinder as benchCase } from './vilela.ts';
