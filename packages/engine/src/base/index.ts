export { AssertionError, assert, unreachable } from './assert.ts';
export {
  COUNTS,
  Effort,
  effortFor,
  effortIndex,
  effortKind,
  FOR_BODY,
  FOR_CABLE,
  FOR_CALLER,
  FOR_HULL,
  FOR_JOINT,
  FOR_PAIR,
  FOR_PART,
  FOR_STRANDS,
  ITERATIONS,
  LAWS,
  LOOKS,
  PART_CROWD,
  PART_DUE,
  PART_ENERGY,
  PART_FRICTION,
  PART_GEAR,
  PART_GIVEN,
  PART_LONGEST,
  PART_MATRIX,
  PART_SEARCH,
  PART_STEP,
  RETRIES,
  STEPS,
} from './effort.ts';
export { at, BuildError, formatIssue, formatPath, type Issue, type PathStep } from './errors.ts';
export { GrowableFloat64, GrowableInt32 } from './growable.ts';
export { Hasher } from './hash.ts';
export { fail, type Result, succeed } from './result.ts';
export { Random } from './rng.ts';
export { held, marked, ofMotion, type Probe, scalar, summed, vector } from './probe.ts';
