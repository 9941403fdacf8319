/** The sea surface of a run, for drawing: the same sum of waves as in the engine. Plain numbers, for run.json. */

export interface SeaWaves {
  /** [m] z of the still surface */
  readonly level: number;
  /** [s] ramp in which waves grow from zero */
  readonly ramp: number;
  /** of each wave: [rad/m] along x and y, [rad/s], [m], [rad] */
  readonly kx: readonly number[];
  readonly ky: readonly number[];
  readonly omega: readonly number[];
  readonly amplitude: readonly number[];
  readonly phase: readonly number[];
}
