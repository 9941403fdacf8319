/** Vilela 2018, test 2: see vilela.ts. */
export { disc as benchCase } from './vilela.ts';
