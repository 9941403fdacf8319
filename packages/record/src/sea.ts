/** The surface of the sea of a run, for heights to be drawn: the same sum of waves as the engine's. Plain numbers, for run.json. */

export interface SeaWaves {
  /** [m] z of the still surface */
  readonly level: number;
  /** [s] in which waves grow from nothing */
  readonly ramp: number;
  /** of each wave: [rad/m] along x and y, [rad/s], [m], [rad] */
  readonly kx: readonly number[];
  readonly ky: readonly number[];
  readonly omega: readonly number[];
  readonly amplitude: readonly number[];
  readonly phase: readonly number[];
}
