/** A force that a hand applies while a run goes on: at a point of a body or at a node of a cable, kept through a step. */
export interface Pull {
  /** of the body; -1: none */
  slot: number;
  /** first number of the cable's node among the unknowns; -1: none */
  unknown: number;
  /** [m] from the centre of mass, body axes */
  readonly point: Float64Array;
  /** [N] world */
  readonly force: Float64Array;
}

export function makePull(): Pull {
  return { slot: -1, unknown: -1, point: new Float64Array(3), force: new Float64Array(3) };
}

export function savePull({ slot, unknown, point, force }: Pull): number[] {
  return [slot, unknown, ...point, ...force];
}

export function restorePull(pull: Pull, saved: ArrayLike<number>): void {
  pull.slot = saved[0];
  pull.unknown = saved[1];
  for (let i = 0; i < 3; i++) {
    pull.point[i] = saved[2 + i];
    pull.force[i] = saved[5 + i];
  }
}
