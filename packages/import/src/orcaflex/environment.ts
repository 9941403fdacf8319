/** Sea, seabed, waves, current and wind. OrcaFlex's directions are those of travel, anticlockwise from X, as here. */
import { q, type Value } from '../yaml.ts';
import type { Fields, Row } from './tree.ts';
import type { Units } from './units.ts';

export interface Environment {
  readonly value: Value;
  /** [m] */
  readonly surface: number;
  readonly depth: number | undefined;
  /** [kg/m^3] */
  readonly density: number;
  /** [Pa/m] */
  readonly bed: { readonly stiffness: number; readonly shear: number } | undefined;
}

/** Bed data for lines: friction, and deflection at which it acts in full. */
export interface BedFriction {
  readonly friction: number;
  /** [m] */
  readonly give: number;
}

const round = (x: number): number => Number(x.toPrecision(10));

/** `start`: OrcaFlex's t = 0 in the time of the run [s], the end of the build-up. */
export function environmentOf(
  environment: Fields | undefined,
  units: Units,
  start: number,
): Environment & { withFriction(friction: BedFriction | undefined): Value } {
  const L = units.length;
  const surface = (environment?.number('WaterSurfaceZ') ?? 0) * L;
  const density = ((environment?.number('Density') ?? 1.025) * units.mass) / L ** 3;
  const depth = depthOf(environment, L);
  const stiffness = environment?.number('SeabedNormalStiffness');
  const perDepth = units.force / L ** 3;
  const bed =
    depth === undefined
      ? undefined
      : {
          stiffness: (stiffness ?? 100) * perDepth,
          shear: (environment?.number('SeabedShearStiffness') ?? stiffness ?? 100) * perDepth,
        };
  const waves = environment === undefined ? [] : wavesOf(environment, units, start, depth);
  const profile = environment && currentOf(environment, L);
  const wind = environment && windOf(environment, units);
  const parts = {
    gravity: q(units.gravity, 'm/s^2'),
    water: {
      density: q(round(density), 'kg/m^3'),
      surface: q(surface, 'm'),
      ...(waves.length > 0 && depth !== undefined && { depth: q(round(depth), 'm') }),
      ...(profile && profile.length > 0 && { profile }),
    },
    ...(waves.length > 0 && {
      sea: { waves, ...(start > 0 && { ramp: q(start, 's') }), ...stretchingOf(environment) },
    }),
    ...(wind && { wind }),
  };
  const withFriction = (friction: BedFriction | undefined): Value => ({
    ...parts,
    ...(bed &&
      depth !== undefined && {
        seabed: {
          height: q(round(surface - depth), 'm'),
          stiffness: round(bed.stiffness),
          ...(friction && {
            friction: Math.min(5, friction.friction),
            give: q(Number(friction.give.toPrecision(4)), 'm'),
          }),
        },
      }),
  });
  return { value: parts, surface, depth, density, bed, withFriction };
}

function depthOf(environment: Fields | undefined, L: number): number | undefined {
  if (environment === undefined) return undefined;
  const depth = environment.number('WaterDepth') ?? environment.number('SeabedOriginDepth');
  const type = environment.text('SeabedType') ?? 'Flat';
  if (!/flat/i.test(type)) environment.note('SeabedType', 'approximated', `${type}: flat at the depth of its origin`);
  if ((environment.number('SeabedSlope') ?? 0) !== 0)
    environment.note('SeabedSlope', 'approximated', 'flat at the depth of its origin');
  return depth === undefined ? undefined : depth * L;
}

function stretchingOf(environment: Fields | undefined): { stretching?: Value } {
  const method = environment?.text('KinematicStretchingMethod') ?? '';
  if (/wheeler/i.test(method)) return { stretching: 'wheeler' };
  if (/vertical/i.test(method)) return { stretching: 'vertical' };
  if (/extrapolation/i.test(method))
    environment?.note('KinematicStretchingMethod', 'approximated', 'stretched by Wheeler instead of extrapolated');
  return {};
}

function wavesOf(environment: Fields, units: Units, start: number, depth: number | undefined): Value[] {
  const trains = environment.list('WaveTrains');
  return (trains.length > 0 ? trains : [environment]).flatMap((train) => waveOf(train, units, start, depth));
}

function waveOf(train: Fields, units: Units, start: number, depth: number | undefined): Value[] {
  const L = units.length;
  const type = train.text('WaveType');
  if (type === undefined || /no waves/i.test(type)) return [];
  const degrees = train.number('WaveDirection') ?? 0;
  const direction = degrees !== 0 && { direction: q(degrees, 'deg') };
  const origin = train.numbers('WaveOrigin').map((x) => (x ?? 0) * L);
  const time = (train.number('WaveTimeOrigin') ?? 0) + start;
  /** of a crest at the wave's own origin and time */
  const phaseAt = (omega: number): number => {
    const k = waveNumber(omega, units.gravity, depth);
    const along =
      (origin[0] ?? 0) * Math.cos((degrees * Math.PI) / 180) + (origin[1] ?? 0) * Math.sin((degrees * Math.PI) / 180);
    return omega * time - k * along;
  };
  const regular = (height: number, period: number, lag = 0): Value => {
    const turn = (((phaseAt((2 * Math.PI) / period) + lag) / (2 * Math.PI)) % 1) * 2 * Math.PI;
    return {
      regular: {
        height: q(round(height), 'm'),
        period: q(period, 's'),
        ...direction,
        ...(Math.abs(turn) > 1e-9 && { phase: q(round(turn), 'rad') }),
      },
    };
  };
  if (/component/i.test(type)) {
    const rows = train.rows('WaveUserSpecifiedComponentFrequency').concat(train.rows('WaveComponentFrequency'));
    return rows.flatMap((row) => {
      const [f, a, lag] = Object.values(row.cells);
      if (typeof f !== 'number' || typeof a !== 'number' || !(f > 0) || !(a > 0)) return [];
      return [regular(2 * a * L, 1 / f, typeof lag === 'number' ? (lag * Math.PI) / 180 : 0)];
    });
  }
  if (/airy|dean|stokes|cnoidal/i.test(type)) {
    const height = train.needed('WaveHeight') * L;
    const period = train.needed('WavePeriod');
    if (!(period > 0)) train.fail('WavePeriod', 'a period above 0 s', String(period));
    if (height === 0) return [];
    if (!/airy/i.test(type)) train.note('WaveType', 'approximated', `${type}: a linear wave of that height and period`);
    return [regular(height, period)];
  }
  const components = train.number('WaveNumberOfComponents');
  const spread = train.number('WaveSpreadingExponent') ?? train.number('WaveDirectionSpreadingExponent');
  const directions = train.number('WaveNumberOfSpectralDirections') ?? 1;
  const random = {
    ...direction,
    ...(components !== undefined && components >= 1 && { components: Math.min(20_000, Math.round(components)) }),
    // cos^n of the angle is close to cos^2s of half of it with s = 2 n + 1
    ...(directions > 1 &&
      spread !== undefined && { spreading: Math.min(500, 2 * spread + 1), directions: Math.min(90, directions) }),
    ...(train.number('WaveSeed') !== undefined && {
      seed: Math.abs(Math.round(train.number('WaveSeed') as number)) % 2_147_483_647,
    }),
  };
  if (directions > 1 && spread !== undefined)
    train.note('WaveNumberOfSpectralDirections', 'approximated', 'spreading by cos^2s of half the angle, s = 2 n + 1');
  train.note(
    'WaveSeed',
    'approximated',
    "seeds hawser's own phases: the same statistics, another record of the surface",
  );
  if (/jonswap|issc|pierson|bretschneider/i.test(type)) {
    const Hs = train.number('WaveHs');
    const gamma = /jonswap/i.test(type) ? train.number('WaveGamma') : 1;
    const Tp = peakPeriod(train, gamma ?? 3.3);
    if (Hs === undefined || Tp === undefined) {
      train.note('WaveType', 'lost', `${type} without WaveHs and WaveTz or WaveTp (alpha and fm are not read)`);
      return [];
    }
    if (Hs === 0) return [];
    const state = { height: q(round(Hs * L), 'm'), period: q(round(Tp), 's'), ...random };
    if (gamma === 1) return [{ bretschneider: state }];
    return [{ jonswap: { ...state, ...(gamma !== undefined && { gamma: Math.min(20, Math.max(1, gamma)) }) } }];
  }
  if (/user defined spectrum/i.test(type)) {
    const rows = train.rows('WaveSpectrumFrequency').concat(train.rows('WaveSpectralFrequency'));
    const table = rows.flatMap(({ cells }) => {
      const [f, S] = Object.values(cells);
      return typeof f === 'number' && typeof S === 'number' && f > 0
        ? [[round(2 * Math.PI * f), round((S * L * L) / (2 * Math.PI))]]
        : [];
    });
    if (table.length >= 2) return [{ spectrum: { table, ...random } }];
  }
  train.note('WaveType', 'lost', `${type}: give environment.sea.waves by hand`);
  return [];
}

/** Peak period from Tp, fm or Tz; Tz of the spectrum itself, m0 and m2 by sums over 0.5 to 10 times the peak, OrcaFlex's range. */
function peakPeriod(train: Fields, gamma: number): number | undefined {
  const Tp = train.number('WaveTp');
  if (Tp !== undefined && Tp > 0) return Tp;
  const fm = train.number('Wavefm');
  if (fm !== undefined && fm > 0) return 1 / fm;
  const Tz = train.number('WaveTz');
  if (Tz === undefined || !(Tz > 0)) return undefined;
  let [m0, m2] = [0, 0];
  const n = 4000;
  for (let i = 0; i < n; i++) {
    const w = 0.5 + ((i + 0.5) * 9.5) / n; // over the peak
    const sigma = w <= 1 ? 0.07 : 0.09;
    const S = w ** -5 * Math.exp(-1.25 * w ** -4) * gamma ** Math.exp(-((w - 1) ** 2) / (2 * sigma * sigma));
    m0 += S;
    m2 += S * w * w;
  }
  return Tz * Math.sqrt(m2 / m0);
}

/** [rad/m], w^2 = g k tanh(k h) by Newton from deep water */
export function waveNumber(omega: number, gravity: number, depth: number | undefined): number {
  let k = (omega * omega) / gravity;
  if (depth === undefined || k * depth > 20) return k;
  if (k * depth < 1) k = omega / Math.sqrt(gravity * depth);
  for (let i = 0; i < 50; i++) {
    const t = Math.tanh(k * depth);
    const step = (gravity * k * t - omega * omega) / (gravity * (t + k * depth * (1 - t * t)));
    k -= step;
    if (Math.abs(step) < 1e-14 * k) break;
  }
  return k;
}

function currentOf(environment: Fields, L: number): Value[] | undefined {
  const own = environment.list('Currents');
  const active = environment.text('ActiveCurrent');
  const current = own.find((each) => each.text('Name') === active) ?? own[0] ?? environment;
  const speed = current.number('RefCurrentSpeed');
  if (speed === undefined || speed === 0) return undefined;
  const degrees = current.number('RefCurrentDirection') ?? 0;
  const velocity = (factor: number, turned: number): Value => {
    const angle = ((degrees + turned) * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle), 0].map((c) =>
      q(round(Math.abs(c) < 1e-12 ? 0 : c * factor * speed * L), 'm/s'),
    );
  };
  const cell = (row: Row, name: string, fallback: number): number => {
    const value = row.cells[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
  };
  const rows = current.rows('CurrentDepth');
  if (/power/i.test(current.text('VerticalCurrentVariationMethod') ?? ''))
    current.note('VerticalCurrentVariationMethod', 'approximated', 'the speed at the surface at all depths');
  if (rows.length === 0) return [{ depth: q(0, 'm'), velocity: velocity(1, 0) }];
  const points = rows
    .map((row) => ({
      depth: cell(row, 'CurrentDepth', 0) * L,
      factor: cell(row, 'CurrentFactor', 1),
      turned: cell(row, 'CurrentRotation', 0),
    }))
    .filter(({ depth }) => depth >= 0)
    .sort((a, b) => a.depth - b.depth);
  return points
    .filter(({ depth }, i) => i === 0 || depth > points[i - 1].depth)
    .map(({ depth, factor, turned }) => ({ depth: q(round(depth), 'm'), velocity: velocity(factor, turned) }));
}

function windOf(environment: Fields, units: Units): Value | undefined {
  const speed = environment.number('WindSpeed');
  if (speed === undefined || speed === 0) return undefined;
  const type = environment.text('WindType') ?? 'Constant';
  if (!/constant/i.test(type)) environment.note('WindType', 'approximated', `${type}: its mean speed, without gusts`);
  environment.note('WindSpeed', 'taken', 'at 10 m; the same at all heights');
  const air = environment.number('AirDensity');
  return {
    speed: q(round(speed * units.length), 'm/s'),
    direction: q(environment.number('WindDirection') ?? 0, 'deg'),
    exponent: 0,
    ...(air !== undefined && air > 0 && { density: q(round((air * units.mass) / units.length ** 3), 'kg/m^3') }),
  };
}
