/**
 * The elementary functions in plain arithmetic and `Math.sqrt`: the same bits in every engine, which `Math.sin` and its
 * kin do not give. Largest errors, in units in the last place, are in the README and tested beside the files.
 */
export { cbrt, exp, expAt, expm1, log, log1p } from './exact/exponential.ts';
export { acos, acosAt, asin, atan, atan2, atan2At } from './exact/inverse-trigonometry.ts';
export { pow, powAt } from './exact/power.ts';
export { cos, sin, sincos, sincosAt, tan } from './exact/trigonometry.ts';
