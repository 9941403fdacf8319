/**
 * Coefficients of a panel program as the files of `hydro.bem`: added mass and damping (.1) and exciting forces (.3) in the format of WAMIT
 * with length 1, time factor e^(iwt), a pair of files for each body. Interaction of bodies is left out.
 */
export interface Panel {
  /** [kg/m^3], [m/s^2] */
  readonly density: number;
  readonly gravity: number;
  /** [rad/s] */
  readonly frequencies: readonly number[];
  /** 36 numbers a frequency, rows are forces: [kg], [kg m], [kg m^2] */
  readonly addedMass: readonly (readonly number[])[];
  /** the same [kg/s] ... */
  readonly damping: readonly (readonly number[])[];
  /** at infinite and zero frequency */
  readonly high?: readonly number[] | undefined;
  readonly low?: readonly number[] | undefined;
  /** [deg] */
  readonly directions: readonly number[];
  /** [direction][frequency]: 6 real and 6 imaginary parts for unit wave amplitude [N/m], [N]; phases lead */
  readonly forces: readonly (readonly (readonly number[] | undefined)[])[];
}

const e = (x: number): string => (Object.is(x, -0) ? 0 : x).toExponential(7).toUpperCase().padStart(16);

export function radiationText({ frequencies, addedMass, damping, density, high, low }: Panel): string {
  const lines: string[] = [];
  const add = (period: number, A: readonly number[], B: readonly number[] | undefined, w: number): void => {
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        const b = B === undefined ? '' : ` ${e(B[6 * i + j] / (density * w))}`;
        lines.push(`${e(period)} ${i + 1} ${j + 1} ${e(A[6 * i + j] / density)}${b}`);
      }
    }
  };
  if (low) add(-1, low, undefined, 0);
  if (high) add(0, high, undefined, 0);
  for (const [f, w] of frequencies.entries()) add((2 * Math.PI) / w, addedMass[f], damping[f], w);
  return `${lines.join('\n')}\n`;
}

export function excitationText({ frequencies, directions, forces, density, gravity }: Panel): string | undefined {
  const lines: string[] = [];
  const seen = new Set<number>();
  const kept = directions
    .map((beta, d) => ({ beta: beta <= -180 ? beta + 360 : beta, d }))
    .filter(({ beta }) => !seen.has(beta) && seen.add(beta))
    .sort((a, b) => a.beta - b.beta);
  frequencies.forEach((w, f) => {
    for (const { beta, d } of kept) {
      const row = forces[d]?.[f];
      if (row === undefined) continue;
      for (let i = 0; i < 6; i++) {
        const [re, im] = [row[i] / (density * gravity), row[6 + i] / (density * gravity)];
        const phase = (Math.atan2(im, re) * 180) / Math.PI;
        lines.push(
          `${e((2 * Math.PI) / w)} ${e(beta)} ${i + 1} ${e(Math.hypot(re, im))} ${e(phase)} ${e(re)} ${e(im)}`,
        );
      }
    }
  });
  return lines.length === 0 ? undefined : `${lines.join('\n')}\n`;
}

/**
 * Do phases lead? The force of a long wave along x is proportional to the slope of the surface, 90 deg before the crest: the sum over
 * directions of the imaginary part of surge and sway along the direction is then positive.
 */
export function leads(directions: readonly number[], forces: Panel['forces']): boolean {
  let sum = 0;
  forces.forEach((rows, d) => {
    const row = rows[0];
    if (row === undefined) return;
    const beta = (directions[d] * Math.PI) / 180;
    sum += row[6] * Math.cos(beta) + row[7] * Math.sin(beta);
  });
  return sum >= 0;
}

/** The same forces with phases of opposite sign. */
export function turnedRound(forces: Panel['forces']): Panel['forces'] {
  return forces.map((rows) => rows.map((row) => row?.map((x, i) => (i < 6 ? x : -x))));
}
