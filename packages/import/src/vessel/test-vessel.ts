/** For tests of importers: the motions of a vessel, in hawser's terms. */
const G = 9.81;
export const FREQUENCIES: readonly number[] = [0.15, 0.4, 0.8];
export const HEADINGS: readonly number[] = [0, 45, 90, 135, 180];

export type Complex = readonly [number, number];

/**
 * A vessel that follows the waves up to its length: heave, slopes and surge of the surface, each with a fall-off and a lag. Motions in
 * hawser's terms, then told in another convention.
 */
export function motions(w: number, mu: number): Complex[] {
  const k = (w * w) / G;
  const f = Math.exp(-6 * k);
  const lag: Complex = [Math.cos(5 * k), Math.sin(5 * k)];
  const times = ([a, b]: Complex): Complex => [f * (a * lag[0] - b * lag[1]), f * (a * lag[1] + b * lag[0])];
  return [
    times([0, Math.cos(mu)]),
    times([0, Math.sin(mu)]),
    times([1, 0]),
    times([0, k * Math.sin(mu)]),
    times([0, -k * Math.cos(mu)]),
    times([0, 0]),
  ];
}
