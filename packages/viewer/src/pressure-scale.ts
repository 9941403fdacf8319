/** Colours of pressure, from zero to the largest, which also differ in lightness, so that they can be read without colour. */
export const PRESSURE_COLOURS: readonly string[] = ['#fff7c2', '#fdbb57', '#ee6a4e', '#a3237a', '#2f0a5b'];

/** The scale as a CSS background, from left to right. */
export const PRESSURE_SCALE: string = `linear-gradient(to right, ${PRESSURE_COLOURS.join(', ')})`;

/** 1234 Pa -> "1.23 kPa" */
export function pressureText(pascals: number): string {
  const units = ['Pa', 'kPa', 'MPa', 'GPa'];
  let [value, i] = [pascals, 0];
  while (value >= 1000 && i < units.length - 1) [value, i] = [value / 1000, i + 1];
  return `${Number(value.toPrecision(3))} ${units[i]}`;
}

const CHANNELS = PRESSURE_COLOURS.map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));

/** Red, green and blue (0 to 255) of a share of the largest pressure, into `out` from `at` on. */
export function pressureColour(out: Uint8ClampedArray, at: number, share: number): void {
  const place = Math.min(1, Math.max(0, share)) * (CHANNELS.length - 1);
  const i = Math.min(CHANNELS.length - 2, Math.floor(place));
  for (let k = 0; k < 3; k++) out[at + k] = CHANNELS[i][k] + (place - i) * (CHANNELS[i + 1][k] - CHANNELS[i][k]);
}
