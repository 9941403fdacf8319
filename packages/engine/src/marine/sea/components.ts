/**
 * A sea as a list of components, arranged in combs. In a comb all waves travel in one direction and the roots of their wave numbers are
 * equally spaced, k_n = (kappa + n step)^2. Three exponentials then give exp(i k_n s) for all n by multiplication, at any depth (sea.ts),
 * and in deep water the frequencies are equally spaced. Frequencies follow from the dispersion relation. Amplitudes follow from the energy
 * between the halfway points, a^2/2 = share times the integral of S, scaled to the m0 of the spectrum. A single comb repeats its groups
 * after 2 pi/step; three combs of different steps in one direction, or one comb with its own step in each of several directions, have no
 * common period.
 */
import { at, BuildError, Random } from '../../base/index.ts';
import { cos, log, sin, TWO_PI } from '../../math/index.ts';
import { waveFrequency, waveNumber } from './dispersion.ts';
import type { IrregularWaveSpec, WaveSpec } from './spec.ts';
import { makeSpectrum, type Spectrum, spreadDirections } from './spectrum.ts';

export interface WaveComponents {
  readonly count: number;
  /** [rad/m], [rad/s], [m], [rad] */
  readonly k: Float64Array;
  readonly omega: Float64Array;
  readonly amplitude: Float64Array;
  readonly phase: Float64Array;
  /** [rad] of travel, of each component */
  readonly direction: Float64Array;
  readonly combs: readonly Comb[];
}

export interface Comb {
  readonly first: number;
  readonly count: number;
  readonly cos: number;
  readonly sin: number;
  /** root of the first wave number, and the step of the roots [rad^1/2/m^1/2] */
  readonly kappa: number;
  readonly step: number;
}

const COMPONENTS = 80;
const SPREAD_COMPONENTS = 140;
const DIRECTIONS = 7;
/** Waves between these multiples of the peak frequency: 0.5 % of a Bretschneider spectrum lies above. */
const LOWEST = 0.5;
const HIGHEST = 4;
/** Frequencies at which the three combs of a long-crested sea meet, and the share of the components in each. */
const BANDS = [0.9, 1.3] as const;
const BAND_SHARES = [0.25, 0.4, 0.35] as const;
/** The steps of combs of different directions differ by a few per cent, without a common divisor (golden ratio). */
const GOLDEN = 0.6180339887498949;

interface Lists {
  readonly k: number[];
  readonly omega: number[];
  readonly amplitude: number[];
  readonly phase: number[];
  readonly direction: number[];
  readonly combs: Comb[];
}

/** depth may be infinite */
export function makeComponents(waves: readonly WaveSpec[], depth: number, gravity: number): WaveComponents {
  const lists: Lists = { k: [], omega: [], amplitude: [], phase: [], direction: [], combs: [] };
  waves.forEach((wave, i) => {
    at(i, () => {
      if (wave.kind === 'irregular') {
        addIrregular(lists, wave, depth, gravity);
        return;
      }
      if (!(wave.period > 0)) throw new BuildError('not-positive', `must be > 0 s, found ${wave.period}`, ['period']);
      if (!(wave.height >= 0)) throw new BuildError('negative', `must be >= 0 m, found ${wave.height}`, ['height']);
      const omega = TWO_PI / wave.period;
      const k = waveNumber(omega, depth, gravity);
      push(lists, k, omega, 0.5 * wave.height, wave.phase, wave.direction);
      lists.combs.push(makeComb(lists, 1, wave.direction, Math.sqrt(k), 0));
    });
  });
  const { combs, ...columns } = lists;
  const floats = (list: readonly number[]): Float64Array => Float64Array.from(list);
  return {
    count: columns.k.length,
    k: floats(columns.k),
    omega: floats(columns.omega),
    amplitude: floats(columns.amplitude),
    phase: floats(columns.phase),
    direction: floats(columns.direction),
    combs,
  };
}

function push(lists: Lists, k: number, omega: number, amplitude: number, phase: number, direction: number): void {
  lists.k.push(k);
  lists.omega.push(omega);
  lists.amplitude.push(amplitude);
  lists.phase.push(phase);
  lists.direction.push(direction);
}

/** The last `count` components pushed are a comb. */
function makeComb(lists: Lists, count: number, direction: number, kappa: number, step: number): Comb {
  return { first: lists.k.length - count, count, cos: cos(direction), sin: sin(direction), kappa, step };
}

function addIrregular(lists: Lists, wave: IrregularWaveSpec, depth: number, gravity: number): void {
  const spectrum = at('spectrum', () => makeSpectrum(wave.spectrum, gravity));
  const spread = wave.spreading !== undefined;
  const directions = spread ? (wave.directions ?? DIRECTIONS) : 1;
  const total = wave.components ?? (spread ? SPREAD_COMPONENTS : COMPONENTS);
  if (!(total >= directions && total <= 100_000)) {
    throw new BuildError('range', `must be from ${directions} to 100000, found ${total}`, ['components']);
  }
  const low = spectrum.lowest ?? LOWEST * spectrum.peak;
  const high = spectrum.highest ?? HIGHEST * spectrum.peak;
  const random = new Random(wave.seed);
  const first = lists.k.length;
  if (spread) {
    const { offsets, shares } = spreadDirections(wave.spreading ?? 1, directions);
    for (let m = 0; m < directions; m++) {
      const count = Math.floor(total / directions) + (m < total % directions ? 1 : 0);
      const jitter = ((m + 1) * GOLDEN) % 1;
      const top = spectrum.highest === undefined ? high * (1 + 0.05 * jitter) : high;
      addComb(lists, spectrum, random, low, top, count, wave.direction + offsets[m], shares[m], depth, gravity);
    }
  } else {
    const edges = [low, ...BANDS.map((band) => Math.min(high, Math.max(low, band * spectrum.peak))), high];
    const counts = BAND_SHARES.map((share) => Math.max(1, Math.round(share * total)));
    for (let band = 0; band < 3; band++) {
      if (!(edges[band + 1] > edges[band])) continue;
      const [from, to] = [edges[band], edges[band + 1]];
      addComb(lists, spectrum, random, from, to, counts[band], wave.direction, 1, depth, gravity);
    }
  }
  let m0 = 0;
  for (let i = first; i < lists.k.length; i++) m0 += 0.5 * lists.amplitude[i] * lists.amplitude[i];
  const scale = m0 > 0 ? Math.sqrt(spectrum.m0 / m0) : 0;
  for (let i = first; i < lists.k.length; i++) {
    lists.amplitude[i] *= scale;
    // Rayleigh: a = a_rms sqrt(-ln(1 - p)), of mean square a_rms^2
    if (wave.randomAmplitudes) lists.amplitude[i] *= Math.sqrt(-log(1 - random.uniform()));
  }
}

function addComb(
  lists: Lists,
  spectrum: Spectrum,
  random: Random,
  low: number,
  high: number,
  count: number,
  direction: number,
  share: number,
  depth: number,
  gravity: number,
): void {
  const from = Math.sqrt(waveNumber(low, depth, gravity));
  const step = (Math.sqrt(waveNumber(high, depth, gravity)) - from) / count;
  for (let n = 0; n < count; n++) {
    const kappa = from + (n + 0.5) * step;
    const k = kappa * kappa;
    const edges = [kappa - 0.5 * step, kappa + 0.5 * step].map((root) => waveFrequency(root * root, depth, gravity));
    const energy = share * integrate(spectrum, edges[0], edges[1]);
    push(lists, k, waveFrequency(k, depth, gravity), Math.sqrt(2 * energy), TWO_PI * random.uniform(), direction);
  }
  lists.combs.push(makeComb(lists, count, direction, from + 0.5 * step, step));
}

/** Gauss-Legendre, four points in each of two halves. */
function integrate(spectrum: Spectrum, from: number, to: number): number {
  const nodes = [0.3399810435848563, 0.8611363115940526];
  const weights = [0.6521451548625461, 0.3478548451374538];
  const quarter = 0.25 * (to - from);
  let sum = 0;
  for (let half = 0; half < 2; half++) {
    const middle = from + (2 * half + 1) * quarter;
    for (let i = 0; i < 2; i++) {
      sum +=
        weights[i] * (spectrum.density(middle - nodes[i] * quarter) + spectrum.density(middle + nodes[i] * quarter));
    }
  }
  return sum * quarter;
}
