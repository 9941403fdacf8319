/** Vilela 2018, test 1 with balls: see vilela.ts. */
export { blockSpheres as benchCase } from './vilela.ts';
