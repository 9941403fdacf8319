/** Vilela 2018, test 2 with balls: see vilela.ts. */
export { discSpheres as benchCase } from './vilela.ts';
