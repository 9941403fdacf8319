/**
 * Coefficients of panel programs, in the text files of WAMIT, which others write too (Capytaine, HAMS, NEMOH's converters).
 *   .1   PER I J A [B]               A = rho L^k A', B = rho w L^k B'; k = 3, 4, 5; PER 0: infinite frequency, negative: zero
 *   .3   PER BETA I MOD PHA RE IM    X = rho g L^m X'; m = 2, 3; time factor e^(+iwt), ours is the conjugate
 * L is the length the program was given (1 unless said).
 */
import {
  type AddedMassSpec,
  BuildError,
  type DiffractionSpec,
  froudeKrylov,
  leastDamping,
  type RadiationData,
  type RadiationSpec,
  refuseOtherShip,
  retardation,
  type TriangleMesh,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { Bem } from '../schema/hydro.ts';

export interface BuiltBem {
  readonly addedMass: AddedMassSpec;
  readonly radiation: RadiationSpec;
  readonly diffraction?: DiffractionSpec;
}

/** Largest negative damping that is accepted, as a part of the largest value. */
const GAIN = 0.1;

/** Largest number of steps of the memory of radiated waves: 36 numbers each, summed in every step of the run. */
const MOST_MEMORY = 10_000;

/** waterline: height of the still surface in the body frame [m]; density of the water, size of gravity */
export function buildBem(
  context: Context,
  bem: Bem,
  mesh: TriangleMesh | undefined,
  waterline: number,
  path: Path,
): BuiltBem | undefined {
  const { environment } = context.scenario;
  const density = environment.water?.density ?? 1025;
  const gravity = Math.hypot(...environment.gravity);
  const data = readRadiation(context, bem, density, [...path, 'radiation']);
  if (!data) return undefined;
  if (bem.memory / bem.step > MOST_MEMORY) {
    context.wrong('value', context.given([...path, 'step']) ? [...path, 'step'] : [...path, 'memory'], {
      expected: `a memory of at most ${MOST_MEMORY} steps`,
      found: `${Number((bem.memory / bem.step).toPrecision(3))}: ${bem.memory} s in steps of ${bem.step} s`,
      hint: 'a hull forgets its waves within a minute, and a tenth of a second is fine for it',
    });
    return undefined;
  }
  const made = retardation(data, bem.step, bem.memory);
  const least = leastDamping(made, data.frequencies);
  if (least < -GAIN) {
    context.wrong('asset', [...path, 'radiation'], {
      expected: 'a damping that takes energy from every motion',
      found: `one that gives ${Number((-100 * least).toPrecision(2))} % of its largest value back`,
      hint: 'check signs and frequencies of the file; more of them, or a longer memory, may be needed',
    });
    return undefined;
  }
  const point = bem.at;
  const shared = {
    addedMass: { matrix: [...made.infinite], point, slamming: false },
    radiation: { step: bem.step, kernel: [...made.kernel], point, mean: [bem.speed, 0, 0] as const },
  };
  if (bem.excitation === undefined) return shared;
  const at = [...path, 'excitation'];
  if (!mesh) {
    context.wrong('value', at, {
      expected: 'a hull beside it',
      found: 'none',
      hint: 'the waves themselves act on a mesh',
    });
    return undefined;
  }
  const excitation = readExcitation(context, bem, density, gravity, at);
  if (!excitation) return undefined;
  const { frequencies, headings, values } = excitation;
  const depth = environment.water?.depth ?? Number.POSITIVE_INFINITY;
  headings.forEach((heading, h) => {
    frequencies.forEach((omega, f) => {
      const o = 12 * (h * frequencies.length + f);
      const own = froudeKrylov(mesh, waterline, point, omega, heading, depth, density, gravity);
      if (h === 0 && f === 0) tellOtherShip(context, values.slice(0, 12), own, at);
      for (let i = 0; i < 12; i++) values[o + i] -= own[i];
    });
  });
  return { ...shared, diffraction: { frequencies, headings, values, point, heading: bem.heading } };
}

function tellOtherShip(context: Context, excited: readonly number[], own: ArrayLike<number>, path: Path): void {
  try {
    refuseOtherShip(excited, own, Math.hypot(own[4], own[5]));
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    context.wrong('asset', path, { expected: 'the exciting force of the hull given', found: error.message });
  }
}

/** Rows of numbers; a first line of words is skipped. Undefined, and reported, where one cannot be read. */
function rowsOf(context: Context, file: string, path: Path, least: number): number[][] | undefined {
  const text = context.text(file, path);
  if (text === undefined) return undefined;
  const rows: number[][] = [];
  const lines = text.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const numbers = line
      .trim()
      .split(/[\s,]+/)
      .map((word) => Number(word.replace(/[dD]/, 'e')));
    if (numbers.length >= least && numbers.every(Number.isFinite)) rows.push(numbers);
    else if (rows.length > 0 || i > 2) {
      context.wrong('asset', path, {
        expected: `at least ${least} numbers in every line`,
        found: `"${line.trim().slice(0, 60)}" in line ${i + 1} of ${file}`,
      });
      return undefined;
    }
  }
  if (rows.length > 0) return rows;
  context.wrong('asset', path, { expected: 'lines of numbers', found: `none in ${file}` });
  return undefined;
}

function readRadiation(context: Context, bem: Bem, density: number, path: Path): RadiationData | undefined {
  const rows = rowsOf(context, bem.radiation, path, 4);
  if (!rows) return undefined;
  const periods = [...new Set(rows.map((row) => row[0]).filter((T) => T > 0))].sort((a, b) => b - a);
  const frequencies = periods.map((T) => (2 * Math.PI) / T);
  const at = new Map(periods.map((T, i) => [T, i]));
  const addedMass = new Array<number>(36 * periods.length).fill(0);
  const damping = new Array<number>(36 * periods.length).fill(0);
  const infinite = new Array<number>(36).fill(0);
  let hasInfinite = false;
  for (const [T, i, j, A, B = 0] of rows) {
    if (!(i >= 1 && i <= 6 && j >= 1 && j <= 6)) {
      context.wrong('asset', path, {
        expected: 'motions 1 to 6 of one body',
        found: `${i} and ${j} in ${bem.radiation}`,
      });
      return undefined;
    }
    const scale = density * bem.length ** (3 + (i > 3 ? 1 : 0) + (j > 3 ? 1 : 0));
    const c = 6 * (i - 1) + j - 1;
    const f = at.get(T);
    if (f !== undefined) {
      addedMass[36 * f + c] = scale * A;
      damping[36 * f + c] = scale * frequencies[f] * B;
    } else if (T === 0) {
      hasInfinite = true;
      infinite[c] = scale * A;
    }
  }
  if (periods.length < 3) {
    const found = `${periods.length} in ${bem.radiation}`;
    context.wrong('asset', path, { expected: 'at least 3 periods, so that the memory can be found', found });
    return undefined;
  }
  return { frequencies, addedMass, damping, ...(hasInfinite && { infinite }) };
}

function readExcitation(
  context: Context,
  bem: Bem,
  density: number,
  gravity: number,
  path: Path,
): { frequencies: number[]; headings: number[]; values: number[] } | undefined {
  const file = bem.excitation ?? '';
  const rows = rowsOf(context, file, path, 7);
  if (!rows) return undefined;
  const periods = [...new Set(rows.map((row) => row[0]).filter((T) => T > 0))].sort((a, b) => b - a);
  const turn = (deg: number): number => ((deg % 360) + 360) % 360;
  const degrees = [...new Set(rows.map((row) => turn(row[1])))].sort((a, b) => a - b);
  const values = new Array<number>(12 * periods.length * degrees.length).fill(Number.NaN);
  for (const [T, beta, i, , , re, im] of rows) {
    const f = periods.indexOf(T);
    if (f < 0 || !(i >= 1 && i <= 6)) continue;
    const scale = density * gravity * bem.length ** (i > 3 ? 3 : 2);
    const o = 12 * (degrees.indexOf(turn(beta)) * periods.length + f) + 2 * (i - 1);
    values[o] = scale * re;
    values[o + 1] = -scale * im;
  }
  const hole = values.findIndex((x) => Number.isNaN(x));
  if (hole >= 0 || periods.length < 2) {
    const k = Math.max(0, Math.floor(hole / 12));
    const where = `motion ${Math.floor((hole % 12) / 2) + 1}, period ${periods[k % periods.length]} s, heading ${degrees[Math.floor(k / periods.length)]} deg`;
    context.wrong('asset', path, {
      expected: 'all six motions at the same periods, at least 2, for every heading',
      found: hole >= 0 ? `no line for ${where} in ${file}` : `${periods.length} period in ${file}`,
    });
    return undefined;
  }
  return {
    frequencies: periods.map((T) => (2 * Math.PI) / T),
    headings: degrees.map((d) => (d * Math.PI) / 180),
    values,
  };
}
