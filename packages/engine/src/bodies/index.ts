export { evaluatePrescribed, type PrescribedMotion } from './prescribed.ts';
export { addGyroscopic, addMassBlock, kineticEnergy, movePoses, timesMass, worldInertia } from './rigid.ts';
