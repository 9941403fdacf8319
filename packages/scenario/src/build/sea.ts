/** Converts water, waves and wind of the file to WaterSpec. */
import {
  compileFunction,
  type IrregularWaveSpec,
  type ShelterSpec,
  type SpectrumSpec,
  type WaterSpec,
  type WaveSpec,
} from '@hawser/engine';
import type { Context } from '../check/context.ts';
import type { Path } from '../issues.ts';
import type { FunctionOfTime } from '../schema/function.ts';
import type { Irregular, Shelter, Wave } from '../schema/sea.ts';
import { buildFunction } from './functions.ts';

const STILL = { density: 1025, current: [0, 0, 0] as const };

/** Undefined: neither water nor waves nor wind. Waves imply water, with a surface at 0 m unless one is given. */
export function buildWater(context: Context): WaterSpec | undefined {
  const { environment, run } = context.scenario;
  const { water, sea, wind } = environment;
  if (!water && !sea && !wind) return undefined;
  const { density, current, surface, depth, profile } = { ...STILL, ...water };
  const still = surface ?? (sea ? 0 : undefined);
  if (wind && still === undefined) {
    context.wrongThing('value', ['environment', 'wind'], {
      expected: 'a surface that heights are measured from',
      found: 'none',
      hint: 'add "water: { surface: 0 m }", or a height far below where there is no water',
    });
  }
  if (profile && still === undefined) {
    context.wrongThing('value', ['environment', 'water', 'profile'], {
      expected: 'a surface that depths are measured from',
      found: 'none',
      hint: 'add "surface: 0 m"',
    });
  }
  return {
    density,
    current,
    ...(still !== undefined && { surface: still }),
    ...(depth !== undefined && { depth }),
    ...(profile && { profile: profile.map((point, i) => buildCurrent(context, point, i)) }),
    ...(sea && {
      waves: sea.waves.map((wave, i) => buildWave(context, wave, run.seed, ['environment', 'sea', 'waves', i])),
      ramp: sea.ramp,
      stretching: sea.stretching,
      shelters: buildShelters(context, sea.shelters),
      gauges: Object.entries(sea.gauges).map(([name, position]) => ({ name, position })),
    }),
    ...(wind && {
      wind: {
        velocity: [wind.speed * Math.cos(wind.direction), wind.speed * Math.sin(wind.direction), 0] as const,
        exponent: wind.exponent,
        density: wind.density,
      },
    }),
  };
}

type CurrentPoint = NonNullable<WaterSpec['profile']>[number];

function buildCurrent(
  context: Context,
  { depth, velocity }: { readonly depth: number; readonly velocity: readonly FunctionOfTime[] },
  i: number,
): CurrentPoint {
  const [x, y, z] = velocity;
  if (typeof x === 'number' && typeof y === 'number' && typeof z === 'number') return { depth, velocity: [x, y, z] };
  const path: Path = ['environment', 'water', 'profile', i, 'velocity'];
  const of = (r: number) => buildFunction(context, velocity[r], 'speed', [...path, r]);
  const course = [of(0), of(1), of(2)] as const;
  const start = new Float64Array(3);
  const first = course.map((f) => {
    compileFunction(f).evaluate(0, start, 0);
    return start[0];
  });
  return { depth, velocity: [first[0], first[1], first[2]], course };
}

function buildShelters(context: Context, shelters: readonly Shelter[]): ShelterSpec[] {
  return shelters.flatMap(({ behind, from, to, factor, edge }, i) => {
    const path: Path = ['environment', 'sea', 'shelters', i];
    const body = context.body(behind, [...path, 'behind']);
    if (!(to[0] > from[0] && to[1] > from[1])) {
      const found = `${to[0]} m, ${to[1]} m after ${from[0]} m, ${from[1]} m`;
      context.wrong('value', [...path, 'to'], { expected: 'a corner with larger x and y than "from"', found });
    }
    return body === undefined ? [] : [{ body, from, to, factor, edge }];
  });
}

function buildWave(context: Context, wave: Wave, seed: number, path: Path): WaveSpec {
  const { regular, jonswap, bretschneider, spectrum } = wave;
  const moskowitz = wave['pierson-moskowitz'];
  if (jonswap) {
    const { height, period, gamma } = jonswap;
    checkSteepness(context, height, period, [...path, 'jonswap']);
    return irregular({ kind: 'jonswap', height, period, ...(gamma !== undefined && { gamma }) }, jonswap, seed);
  }
  if (bretschneider) {
    const { height, period } = bretschneider;
    checkSteepness(context, height, period, [...path, 'bretschneider']);
    return irregular({ kind: 'bretschneider', height, period }, bretschneider, seed);
  }
  if (moskowitz) return irregular({ kind: 'pierson-moskowitz', wind: moskowitz.wind }, moskowitz, seed);
  if (spectrum) return irregular(buildTable(context, spectrum.table, [...path, 'spectrum', 'table']), spectrum, seed);
  if (regular) checkSteepness(context, regular.height, regular.period, [...path, 'regular']);
  return { kind: 'regular', height: 0, period: 10, direction: 0, phase: 0, ...regular };
}

function irregular(spectrum: SpectrumSpec, given: Irregular, seed: number): IrregularWaveSpec {
  const { direction, spreading, directions, components } = given;
  return {
    kind: 'irregular',
    spectrum,
    direction,
    seed: given.seed ?? seed,
    ...(spreading !== undefined && { spreading }),
    ...(directions !== undefined && { directions }),
    ...(components !== undefined && { components }),
    ...(given.amplitudes === 'random' && { randomAmplitudes: true }),
  };
}

/** A wave higher than a seventh of its length breaks (Michell 1893); linear theory does not apply there. */
const STEEPEST = 1 / 7;

function checkSteepness(context: Context, height: number, period: number, path: Path): void {
  const g = Math.hypot(...context.scenario.environment.gravity);
  const length = (g * period * period) / (2 * Math.PI);
  if (!(height > STEEPEST * length)) return;
  context.wrong(
    'value',
    [...path, 'height'],
    {
      expected: `a height below a seventh of the wave length, ${Number((STEEPEST * length).toPrecision(3))} m for this period`,
      found: `${height} m`,
      hint: 'such a wave breaks; make it lower or longer',
    },
    [
      [...path, 'period'],
      ['environment', 'gravity'],
    ],
  );
}

const SOME: SpectrumSpec = { kind: 'table', frequencies: [1, 2], densities: [1, 1] };

function buildTable(
  context: Context,
  given: string | readonly (readonly [number, number])[],
  path: Path,
): SpectrumSpec {
  let frequencies: number[];
  let densities: number[];
  if (typeof given === 'string') {
    const table = context.table(given, path);
    if (table === undefined) return SOME;
    if (table.columns.length < 2) {
      context.wrong('asset', path, {
        expected: 'two columns: frequency [rad/s] and density [m^2 s/rad]',
        found: `${table.columns.length} in ${given}`,
      });
      return SOME;
    }
    frequencies = Array.from(table.columns[0]);
    densities = Array.from(table.columns[1]);
  } else {
    frequencies = given.map((row) => row[0]);
    densities = given.map((row) => row[1]);
  }
  for (let i = 0; i < frequencies.length; i++) {
    const good =
      frequencies[i] > (i > 0 ? frequencies[i - 1] : 0) && densities[i] >= 0 && Number.isFinite(densities[i]);
    if (good) continue;
    const at = typeof given === 'string' ? path : [...path, i];
    context.wrong('value', at, {
      expected: 'frequencies above 0 rad/s that increase from row to row, and densities of at least 0 m^2 s',
      found: `${frequencies[i]} rad/s, ${densities[i]} m^2 s in row ${i + 1}`,
    });
    return SOME;
  }
  if (densities.every((density) => density === 0)) {
    context.wrong('value', path, { expected: 'a spectrum with some energy in it', found: 'densities of 0 only' });
    return SOME;
  }
  return { kind: 'table', frequencies, densities };
}
