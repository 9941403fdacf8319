/** Winches for tests. */
import type { FeedWinchSpec } from '../src/system/index.ts';

export function winchSpec(name: string, line: FeedWinchSpec['line'], rest: Partial<FeedWinchSpec> = {}): FeedWinchSpec {
  return {
    name,
    line,
    radius: 0.25,
    width: 0,
    ropeDiameter: 0.02,
    ropeMass: 0,
    inertia: 0,
    speedOut: 1,
    speedIn: 1,
    acceleration: 1,
    torque: Number.POSITIVE_INFINITY,
    power: Number.POSITIVE_INFINITY,
    brake: Number.POSITIVE_INFINITY,
    drag: 0,
    loss: 0,
    proportional: 0,
    integral: 0,
    derivative: 0,
    renderAt: 1.2,
    recoverAt: 0.8,
    slackBelow: 0,
    overloadAbove: Number.POSITIVE_INFINITY,
    longest: 100,
    shortest: 0.1,
    start: { mode: 'brake', target: 0 },
    ...rest,
  };
}
