export {
  DEG_PER_RAD,
  EPSILON,
  HALF_PI,
  LN2,
  PI,
  QUARTER_PI,
  RAD_PER_DEG,
  SQRT2,
  TWO_PI,
} from './constants.ts';
export {
  acos,
  acosAt,
  asin,
  atan,
  atan2,
  atan2At,
  cbrt,
  cos,
  exp,
  expAt,
  expm1,
  log,
  log1p,
  pow,
  powAt,
  sin,
  sincos,
  sincosAt,
  tan,
} from './exact.ts';
export { Inputs, type MoveLimits, moveDuration, SteeredFunction } from './inputs.ts';
export { findInterval, interpolateLinear, interpolateSpline, splineMoments } from './interpolate.ts';
export {
  invertSymmetric33,
  mul33,
  mulT33,
  tMul33,
} from './mat3.ts';
export { LINE_HERE, LINE_PART, LINE_START, type Line, searchLine } from './line.ts';
export {
  axisAngleToQuaternion,
  eulerToMatrix,
  expRotation,
  expTimesMatrix,
  logRotation,
  matrixToEuler,
  matrixToQuaternion,
  orthonormalise,
  quaternionToMatrix,
} from './rotation.ts';
export {
  type Corner,
  makeCorner,
  smoothCorner,
  smoothstep,
} from './smooth.ts';
export { addParallelAxis, eigenSym3, rotateSym3, sym3ToMatrix } from './sym3.ts';
export { CompiledFunction } from './compiled-function.ts';
export { compileFunction, FunctionSum, isConstant, type TimeFunction } from './time-function.ts';
export type { Numbers, Quaternion, Vec3 } from './types.ts';
export {
  cross3,
  dot3,
  norm3,
  normalise3,
  scale3,
  set3,
  tangents3,
} from './vec3.ts';
