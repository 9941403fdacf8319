/** Vilela 2018, test 3 with balls: see vilela.ts. */
export { cylinderSpheres as benchCase } from './vilela.ts';
