/** A force applied from outside during a run, at a point of a body or at a node of a cable, constant through a step. */
export interface Pull {
  /** of the body; -1: none */
  slot: number;
  /** first unknown of the cable's node; -1: none */
  unknown: number;
  /** [m] from the centre of mass, body axes */
  readonly point: Float64Array;
  /** [N] world */
  readonly force: Float64Array;
}

export function makePull(): Pull {
  return { slot: -1, unknown: -1, point: new Float64Array(3), force: new Float64Array(3) };
}

/** Numbers per pull in a checkpoint. */
const PULL_STRIDE = 8;

/** The pull by hand first, then those of programs. */
export function savePulls(hand: Pull, pushes: readonly Pull[]): number[] {
  return [hand, ...pushes].flatMap(({ slot, unknown, point, force }) => [slot, unknown, ...point, ...force]);
}

export function restorePulls(hand: Pull, pushes: Pull[], saved: ArrayLike<number>): void {
  pushes.length = 0;
  for (let o = 0; o < saved.length; o += PULL_STRIDE) {
    const pull = o === 0 ? hand : makePull();
    if (o > 0) pushes.push(pull);
    pull.slot = saved[o];
    pull.unknown = saved[o + 1];
    for (let i = 0; i < 3; i++) {
      pull.point[i] = saved[o + 2 + i];
      pull.force[i] = saved[o + 5 + i];
    }
  }
}
