/**
 * Vessel types and vessels. Displacement RAOs become a table of responses in hawser's conventions (x ahead, y to port, bow down and port
 * up positive, lags behind the crest), turned and mirrored as the type's own conventions say.
 */
import { type Frame, rollPitchYaw, type Vec3 } from '../rotation.ts';
import { q, type Value } from '../yaml.ts';
import { waveNumber } from './environment.ts';
import type { Fields } from './tree.ts';
import type { Units } from './units.ts';

const MOTIONS = ['Surge', 'Sway', 'Heave', 'Roll', 'Pitch', 'Yaw'] as const;
/** The word of the type's convention for hawser's positive sense. */
const SENSES: readonly (readonly [string, RegExp])[] = [
  ['SurgePositive', /forward/i],
  ['SwayPositive', /port/i],
  ['HeavePositive', /up/i],
  ['RollPositiveStarboard', /down/i],
  ['PitchPositiveBow', /down/i],
  ['YawPositiveBow', /port/i],
];

export interface VesselType {
  readonly name: string;
  readonly draughts: ReadonlyMap<string, Draught>;
}

export interface Draught {
  readonly fields: Fields;
  readonly table: string | undefined;
  /** [m] where the table is given */
  readonly at: Vec3;
}

export function vesselTypeOf(type: Fields, units: Units, depth: number | undefined): VesselType {
  const name = type.text('Name') ?? '';
  const draughts = new Map<string, Draught>();
  const conventions = conventionsOf(type, units);
  for (const draught of type.list('Draughts')) {
    const raos = draught.fields('DisplacementRAOs');
    const origin = raos ? raos.vector('RAOOrigin') : [0, 0, 0];
    const at: Vec3 = [origin[0] * units.length, origin[1] * units.length, origin[2] * units.length];
    const table = raos && tableOf(raos, conventions, units, depth, at);
    draughts.set(draught.text('Name') ?? String(draughts.size + 1), { fields: draught, table, at });
  }
  return { name, draughts };
}

interface Conventions {
  /** frequency [rad/s] of what the first column holds */
  readonly frequency: (x: number) => number;
  /** m/m, or rad/m; steepness: rad per slope */
  readonly amplitude: (value: number, motion: number, omega: number) => number;
  /** lag [rad] behind the crest */
  readonly lag: (value: number) => number;
  readonly signs: readonly number[];
  /** mirrored about its middle line, about its middle */
  readonly xz: boolean;
  readonly yz: boolean;
}

function conventionsOf(type: Fields, units: Units): Conventions {
  const by = type.text('WavesReferredToBy') ?? 'period (s)';
  const frequency = /period/i.test(by)
    ? (T: number) => (2 * Math.PI) / T
    : /hz/i.test(by)
      ? (f: number) => 2 * Math.PI * f
      : (w: number) => w;
  const degrees = !/rad/i.test(type.text('RAOResponseUnits') ?? 'degrees');
  const wave = type.text('RAOWaveUnit') ?? 'amplitude';
  const perWave = /double|height/i.test(wave) ? 2 : 1;
  if (/steepness|slope/i.test(wave))
    type.note('RAOWaveUnit', 'taken', 'rotations by slope: times the wave number w^2/g');
  const amplitude = (value: number, motion: number, omega: number): number => {
    if (motion < 3) return value * perWave;
    const angle = degrees ? (value * Math.PI) / 180 : value;
    if (/steepness|slope/i.test(wave)) return (angle * omega * omega) / units.gravity;
    return (angle * perWave) / units.length;
  };
  const leads = /lead/i.test(type.text('RAOPhaseConvention') ?? 'lags');
  const radians = /rad/i.test(type.text('RAOPhaseUnitsConvention') ?? 'degrees');
  const to = type.text('RAOPhaseRelativeToConvention') ?? 'crest';
  // a zero up-crossing comes a quarter before the crest: what lags it by 90 deg goes with the crest
  const offset = /trough/i.test(to) ? Math.PI : /up/i.test(to) ? -Math.PI / 2 : /down/i.test(to) ? Math.PI / 2 : 0;
  const lag = (value: number): number => (leads ? -1 : 1) * (radians ? value : (value * Math.PI) / 180) + offset;
  const symmetry = type.text('Symmetry') ?? 'none';
  if (/circular/i.test(symmetry)) type.note('Symmetry', 'approximated', 'circular: mirrored about both planes');
  return {
    frequency,
    amplitude,
    lag,
    signs: SENSES.map(([key, here]) => (here.test(type.text(key) ?? String(here)) ? 1 : -1)),
    xz: /xz|circular/i.test(symmetry),
    yz: /yz|circular/i.test(symmetry),
  };
}

interface Response {
  readonly omega: number;
  readonly heading: number;
  /** real and imaginary part, six times: lag e as a exp(i e) */
  readonly values: readonly number[];
}

function tableOf(
  raos: Fields,
  conventions: Conventions,
  units: Units,
  depth: number | undefined,
  at: Vec3,
): string | undefined {
  const phaseOrigin = raos.numbers('PhaseOrigin');
  const from = at.map((c, i) => {
    const given = phaseOrigin[i];
    return given === undefined ? c : given * units.length;
  });
  const all: Response[] = [];
  for (const direction of raos.list('RAOs')) {
    const heading = direction.number('RAODirection') ?? 0;
    for (const { cells } of direction.rows('RAOPeriodOrFrequency')) {
      const first = cells.RAOPeriodOrFrequency;
      const omega = typeof first === 'number' ? conventions.frequency(first) : Number.NaN;
      if (!Number.isFinite(omega) || !(omega > 1e-6)) continue; // periods 0 and infinity, OrcaFlex's own ends of the table
      const angle = (heading * Math.PI) / 180;
      const k = waveNumber(omega, units.gravity, depth);
      // crests come to the point of the table later than to the origin of phases
      const later = k * ((at[0] - from[0]) * Math.cos(angle) + (at[1] - from[1]) * Math.sin(angle));
      const values = MOTIONS.flatMap((motion, m) => {
        const size = cells[`RAO${motion}Amp`];
        const phase = cells[`RAO${motion}Phase`];
        const a = conventions.signs[m] * conventions.amplitude(typeof size === 'number' ? size : 0, m, omega);
        const e = conventions.lag(typeof phase === 'number' ? phase : 0) - later;
        return [a * Math.cos(e), a * Math.sin(e)];
      });
      if (values.every(Number.isFinite)) all.push({ omega, heading: turned(heading), values });
    }
  }
  if (all.length === 0) return undefined;
  const mirrored = mirror(
    mirror(all, conventions.xz, (h) => -h, [1, -1, 1, -1, 1, -1]),
    conventions.yz,
    (h) => 180 - h,
    [-1, 1, 1, 1, -1, -1],
  );
  const key = (w: number): number => Number(w.toPrecision(9));
  const headings = [...new Set(mirrored.map(({ heading }) => heading))].sort((a, b) => a - b);
  const rowOf = new Map(mirrored.map((each) => [`${key(each.omega)} ${each.heading}`, each]));
  const frequencies = [...new Set(mirrored.map(({ omega }) => key(omega)))].sort((a, b) => a - b);
  const shared = frequencies.filter((w) => headings.every((h) => rowOf.has(`${w} ${h}`)));
  if (shared.length < 2) {
    raos.note('RAOs', 'lost', 'directions share fewer than two frequencies');
    return undefined;
  }
  if (shared.length < frequencies.length)
    raos.note(
      'RAOs',
      'approximated',
      `${frequencies.length - shared.length} frequencies are not there for all directions and are left out`,
    );
  const lines = headings.flatMap((heading) =>
    shared.map((w) => {
      const { values } = rowOf.get(`${w} ${heading}`) as Response;
      const numbers = MOTIONS.flatMap((_, m) => {
        const [re, im] = [values[2 * m], values[2 * m + 1]];
        return [Math.hypot(re, im), (Math.atan2(im, re) * 180) / Math.PI];
      });
      return [w, heading, ...numbers].map((x) => String(Number(x.toPrecision(10)))).join(',');
    }),
  );
  const head = [
    'frequency [rad/s]',
    'heading [deg]',
    ...MOTIONS.flatMap((motion, m) => {
      const name = motion.toLowerCase();
      return [`${name} amplitude [${m < 3 ? 'm/m' : 'rad/m'}]`, `${name} phase [deg]`];
    }),
  ];
  return `${[head.join(','), ...lines].join('\n')}\n`;
}

function turned(heading: number): number {
  return Number((((heading % 360) + 360) % 360).toPrecision(9));
}

/** Adds the mirror image of every missing direction. */
function mirror(
  all: readonly Response[],
  wanted: boolean,
  image: (heading: number) => number,
  signs: readonly number[],
): Response[] {
  if (!wanted) return [...all];
  const there = new Set(all.map(({ heading }) => heading));
  return [
    ...all,
    ...all.flatMap(({ omega, heading, values }) => {
      const other = turned(image(heading));
      return there.has(other) ? [] : [{ omega, heading: other, values: values.map((x, i) => signs[i >> 1] * x) }];
    }),
  ];
}

export interface Vessel {
  readonly frame: Frame;
  readonly value: { readonly [key: string]: Value | undefined };
  readonly table: string | undefined;
}

/** A vessel as a body without shapes; it moves with the waves if it has RAOs. */
export function vesselOf(
  vessel: Fields,
  types: ReadonlyMap<string, VesselType>,
  units: Units,
  tableName: string,
  waves: boolean,
): Vessel {
  const L = units.length;
  const at = vessel.vector('InitialPosition').map((x) => x * L) as unknown as Vec3;
  const [heel, trim, heading] = vessel.vector('Orientation');
  const type = types.get(vessel.text('VesselType') ?? '');
  const wanted = vessel.text('Draught') ?? '';
  const draught = type?.draughts.get(wanted) ?? type?.draughts.values().next().value;
  const primary = vessel.text('PrimaryMotion') ?? 'None';
  const superimposed = vessel.text('SuperimposedMotion') ?? 'None';
  const place = {
    position: at.map((x) => q(x, 'm')),
    ...([heel, trim, heading].some((x) => x !== 0) && {
      rotation: { roll: q(heel, 'deg'), pitch: q(trim, 'deg'), yaw: q(heading, 'deg') },
    }),
  };
  const frame: Frame = { at, turn: rollPitchYaw(heel, trim, heading) };
  const free = /calculated/i.test(primary);
  const rides = draught?.table !== undefined && waves && (/rao/i.test(superimposed) || free);
  if (free) {
    const how = rides
      ? 'moves with the waves by its displacement RAOs about where it stands: no drift, no pull of its lines'
      : 'stands still: lead it from your own program, or give the body a hull and hydro.bem';
    vessel.note('PrimaryMotion', 'approximated', `${primary}: ${how}`);
  } else if (!/none/i.test(primary)) {
    vessel.note(
      'PrimaryMotion',
      'lost',
      `${primary}: give bodies.<name>.motion by hand, or lead it from your own program`,
    );
  }
  if (/time history|external/i.test(superimposed))
    vessel.note('SuperimposedMotion', 'lost', `${superimposed}: give bodies.<name>.motion.series`);
  if (rides && draught !== undefined) {
    const motion = {
      rao: {
        table: tableName,
        ...(heading !== 0 && { heading: q(heading, 'deg') }),
        ...(draught.at.some((x) => x !== 0) && { at: draught.at.map((x) => q(Number(x.toPrecision(10)), 'm')) }),
      },
    };
    return { frame, value: { ...place, motion }, table: draught.table };
  }
  return {
    frame,
    value: { ...place, ...(free || !/none/i.test(primary) ? { motion: 'outside' } : { fixed: true }) },
    table: undefined,
  };
}
