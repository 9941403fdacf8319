/** The shape of run.json, field by field, on which programs may rely. Other fields are ignored. */

type Shape =
  | 'text'
  | 'number' // a number that is not finite is written as null and read as NaN
  | 'flag'
  | 'anything'
  | 'name' // of a file in the folder itself
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly one: readonly string[] }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly optional?: Readonly<Record<string, Shape>> };

const numbers = (...names: string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name): [string, Shape] => [name, 'number']));

const named = (fields: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape => ({
  list: { fields: { name: 'text', ...fields }, optional },
});

const operation: Shape = {
  fields: {
    phases: named(numbers('start'), numbers('end')),
    lines: named(
      {
        ...numbers('mean', 'least', 'most', 'mostTime', 'slackSeconds'),
        phases: named(numbers('mean', 'least', 'most', 'amplification')),
        snaps: { list: { fields: numbers('time', 'peak') } },
      },
      { static: 'number', staticPhase: 'text', ...numbers('capacity', 'utilisation') },
    ),
    hands: named({ worst: 'text', ...numbers('most', 'hardSeconds', 'slipped', 'slid') }),
    impacts: { list: { fields: { between: 'text', ...numbers('time', 'duration', 'peak', 'energy') } } },
    limits: named(
      { kept: 'flag', wanted: 'text', unit: 'text', ...numbers('worst', 'time') },
      numbers('above', 'below'),
    ),
    clearances: {
      list: {
        fields: { between: 'text', ...numbers('least', 'time') },
        optional: { phases: named(numbers('least', 'time')) },
      },
    },
    verdict: { one: ['go', 'no-go', 'not finished'] },
    reasons: { list: 'text' },
  },
  optional: {
    motions: named(numbers('acceleration', 'time', 'rms', 'roll', 'pitch')),
    stowing: {
      list: {
        fields: {
          anchor: 'text',
          verdict: 'text',
          home: 'flag',
          ...numbers('depth', 'wantedDepth', 'roll', 'flukes', 'wantedFlukes', 'places', 'sides', 'margin'),
          ...numbers('peak', 'blows', 'energy', 'shift'),
        },
        optional: { ...numbers('time', 'entered', 'tilt', 'wantedTilt'), verdicts: { list: 'text' } },
      },
    },
  },
};

const waves: Shape = { list: 'number' };

/** by column */
export const EXTREMES_SHAPE: Shape = {
  map: {
    fields: { unit: 'text', ...numbers('min', 'minTime', 'max', 'maxTime', 'mean', 'rms', 'final', 'missing') },
  },
};

export const MANIFEST_SHAPE: Shape = {
  fields: {
    hawser: 'text',
    format: 'number',
    scenario: {
      fields: { title: 'text', file: 'text', source: 'text', resolved: 'anything' },
      optional: { included: { list: { fields: { file: 'text', text: 'text' } } }, logo: 'text' },
    },
    seed: 'number',
    versions: { fields: { hawser: 'text' }, optional: { node: 'text' } },
    status: { one: ['complete', 'interrupted', 'failed'] },
    warnings: { list: 'text' },
    summary: {
      fields: {
        ...numbers('simulatedTime', 'steps', 'rejected', 'iterations'),
        energy: {
          fields: numbers('kinetic', 'potential', 'elastic', 'dissipated', 'work', 'initial', 'imbalance'),
        },
        dissipation: named(numbers('dissipated')),
        hash: 'text',
      },
      optional: {
        ...numbers('cpuSeconds', 'realTimeRatio', 'deepestOverlap', 'positionError', 'motion'),
        masses: named(numbers('mass')),
        costs: named(numbers('looks', 'laws', 'iterations', 'steps', 'retries')),
      },
    },
    extremes: EXTREMES_SHAPE,
    events: { list: { fields: { time: 'number', kind: 'text', subject: 'text', message: 'text' } } },
    files: { map: 'name' },
  },
  optional: {
    started: 'text',
    failure: { fields: { reason: 'text', subject: 'text', time: 'number', message: 'text' } },
    operation,
    ranges: {
      list: {
        fields: {
          line: 'text',
          quantity: 'text',
          unit: 'text',
          arc: { list: 'number' },
          min: { list: 'number' },
          mean: { list: 'number' },
          max: { list: 'number' },
        },
      },
    },
    trust: {
      fields: {
        finer: { list: 'text' },
        steps: 'number',
        columns: { map: { fields: numbers('min', 'max', 'final', 'largest', 'largestTime') } },
      },
      optional: { cpuSeconds: 'number', position: { fields: numbers('final', 'largest', 'motion') } },
    },
    sea: {
      fields: { ...numbers('level', 'ramp'), kx: waves, ky: waves, omega: waves, amplitude: waves, phase: waves },
    },
  },
};

/** The fault of a value, with the path of the field; undefined: none. Nulls in place of numbers become NaN. */
export function misshapen(value: unknown, shape: Shape, path: string = ''): string | undefined {
  const wrong = (expected: string): string =>
    `${path === '' ? '' : `field ${path} `}must be ${expected}, found ${nameOf(value)}`;
  if (shape === 'anything') return value === undefined ? wrong('there') : undefined;
  if (shape === 'text') return typeof value === 'string' ? undefined : wrong('text');
  if (shape === 'flag') return typeof value === 'boolean' ? undefined : wrong('true or false');
  if (shape === 'number') return typeof value === 'number' ? undefined : wrong('a number');
  if (shape === 'name') {
    const plain = typeof value === 'string' && /^(?!\.\.?$)[^/\\]+$/.test(value);
    return plain ? undefined : wrong('the name of a file in this folder');
  }
  if ('one' in shape) {
    return shape.one.includes(value as string) ? undefined : wrong(`one of ${shape.one.join(', ')}`);
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) return wrong('a list');
    return firstOf(value.keys(), (i) => inner(value, i, shape.list, `${path}[${i}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('a map');
  const map = value as Record<string, unknown>;
  const below = (key: string): string => (path === '' ? key : `${path}.${key}`);
  if ('map' in shape) return firstOf(Object.keys(map), (key) => inner(map, key, shape.map, below(key)));
  const { fields, optional = {} } = shape;
  const missing = (key: string): boolean => !Object.hasOwn(map, key) || map[key] === undefined;
  return (
    firstOf(Object.keys(fields), (key) =>
      missing(key) ? `field ${below(key)} must be there, found none` : inner(map, key, fields[key], below(key)),
    ) ??
    firstOf(Object.keys(optional), (key) => (missing(key) ? undefined : inner(map, key, optional[key], below(key))))
  );
}

function inner<K extends string | number>(
  holder: Record<K, unknown>,
  key: K,
  shape: Shape,
  path: string,
): string | undefined {
  if (shape === 'number' && holder[key] === null) {
    holder[key] = Number.NaN;
    return undefined;
  }
  return misshapen(holder[key], shape, path.length > 120 ? `${path.slice(0, 120)}...` : path);
}

function firstOf<T>(items: Iterable<T>, look: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const said = look(item);
    if (said !== undefined) return said;
  }
  return undefined;
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'none';
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return JSON.stringify(value).slice(0, 60);
}
