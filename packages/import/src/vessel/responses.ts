/**
 * Responses of a vessel to waves, and their conventions. In long waves every vessel moves with the surface, so the lowest frequency
 * decides: phases as lags or leads, the sense of headings, and whether the axes are rotated by 180 degrees (x aft). In hawser's terms (x
 * ahead, y to port, heading of wave travel seen from the bow, lags):
 *   heave = 1,  pitch = -i k cos(heading),  roll = i k sin(heading),  k = w^2/g
 */
export interface Responses {
  /** [rad/s] */
  readonly frequencies: readonly number[];
  /** [deg] as the source counts them */
  readonly headings: readonly number[];
  /** real and imaginary parts of surge ... yaw: (12 (h F + f) + 2 motion), m/m and rad/m */
  readonly values: readonly number[];
}

export interface Convention {
  /** heading here = offset + sense * heading there [deg] */
  readonly offset: number;
  readonly sense: 1 | -1;
  readonly conjugate: boolean;
  /** x aft, y to starboard: surge, sway, roll and pitch change sign */
  readonly turned: boolean;
  /** mean distance from the long-wave limit, in parts of it */
  readonly error: number;
}

/** Largest distance from the long-wave limit for a freely floating vessel. */
export const FAR = 0.5;

/** `offset`: what heading 0 of the source is here: 0 from astern, 180 from ahead. Of equals the first is chosen. */
export function conventionOf(responses: Responses, offset: number, gravity: number): Convention {
  let best: Convention | undefined;
  // rotated axes and reversed phases look alike in long waves: reversed phases are more frequent, so they come first
  for (const turned of [false, true]) {
    for (const conjugate of [false, true]) {
      for (const sense of [-1, 1] as const) {
        const error = distance(responses, offset, sense, conjugate, turned, gravity);
        if (best === undefined || error < best.error - 1e-9) best = { offset, sense, conjugate, turned, error };
      }
    }
  }
  return best as Convention;
}

function distance(
  { frequencies, headings, values }: Responses,
  offset: number,
  sense: number,
  conjugate: boolean,
  turned: boolean,
  gravity: number,
): number {
  const k = (frequencies[0] * frequencies[0]) / gravity;
  let [sum, count] = [0, 0];
  headings.forEach((heading, h) => {
    const mu = ((offset + sense * heading) * Math.PI) / 180;
    const at = 12 * h * frequencies.length;
    const sign = turned ? -1 : 1;
    for (const [motion, re, im, size] of [
      [2, 1, 0, 1],
      [3, 0, k * Math.sin(mu), k],
      [4, 0, -k * Math.cos(mu), k],
    ]) {
      const flip = motion === 2 ? 1 : sign;
      const a = flip * values[at + 2 * motion];
      const b = flip * (conjugate ? -1 : 1) * values[at + 2 * motion + 1];
      sum += Math.hypot(a - re, b - im) / size;
      count++;
    }
  });
  return sum / count;
}

export const MOTIONS: readonly string[] = ['surge', 'sway', 'heave', 'roll', 'pitch', 'yaw'];
const TURNED = [-1, -1, 1, -1, -1, 1];

/** The table of a scenario: amplitudes, and phases as lags. */
export function tableOf(
  { frequencies, headings, values }: Responses,
  { offset, sense, conjugate, turned }: Convention,
): string {
  const head = [
    'frequency [rad/s]',
    'heading [deg]',
    ...MOTIONS.flatMap((name, m) => [`${name} amplitude [${m < 3 ? 'm/m' : 'rad/m'}]`, `${name} phase [deg]`]),
  ];
  const rows = headings.flatMap((heading, h) =>
    frequencies.map((w, f) => {
      const at = 12 * (h * frequencies.length + f);
      const numbers = MOTIONS.flatMap((_, m) => {
        const sign = turned ? TURNED[m] : 1;
        const [re, im] = [sign * values[at + 2 * m], sign * (conjugate ? -1 : 1) * values[at + 2 * m + 1]];
        return [Math.hypot(re, im), (Math.atan2(im, re) * 180) / Math.PI];
      });
      const there = (((offset + sense * heading) % 360) + 360) % 360;
      return [w, there, ...numbers].map((x) => String(Number(x.toPrecision(10)))).join(',');
    }),
  );
  return `${[head.join(','), ...rows].join('\n')}\n`;
}

export function conventionText({ offset, sense, conjugate, turned, error }: Convention): string {
  const headings = `heading 0 is ${offset === 180 ? 'from ahead' : 'from astern'}, counted ${sense > 0 ? 'as here' : 'the other way round'}`;
  return `${headings}; phases ${conjugate ? 'lead' : 'lag'}; x ${turned ? 'aft' : 'ahead'}: long waves carry the vessel within ${Number((100 * error).toPrecision(2))} % so`;
}
