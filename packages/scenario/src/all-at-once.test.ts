/** No fault hides another: whatever is wrong together is told as if each of it were wrong alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AssetLoader, memoryLoader, type Readers } from './assets.ts';
import { compileValue } from './compile.ts';
import type { Path, Step } from './issues.ts';
import { prepareRun } from './run.ts';

type Plain = Record<Step, unknown>;

const good = {
  hawser: 1,
  environment: { gravity: '9.81 m/s^2' },
  materials: { steel: { density: 7850, friction: { static: 0.4, kinetic: 0.3 } }, wood: { density: 700 } },
  bodies: {
    ship: {
      motion: { z: { sine: { amplitude: 1, period: 8 } }, roll: { table: 'roll.csv' } },
      shapes: [{ sphere: 1 }],
    },
    bar: {
      material: 'steel',
      position: [1, 0, 9],
      shapes: [{ box: [2, 0.1, 0.1], colour: '#c33' }],
      points: { tip: [1, 0, 0] },
    },
    rod: { mass: 2, inertia: [1, 1, 1], position: [3, 0, 9] },
    post: { fixed: true, position: [0, 0, 9], shapes: [{ hull: { mesh: 'post.obj' } }] },
    crate: { density: 500, position: [0, 5, 9], rotation: { roll: 0 }, shapes: [{ box: [1, 1, 1] }, { sphere: 0.7 }] },
  },
  joints: {
    pin: {
      type: 'revolute',
      between: ['post', 'bar'],
      at: [0, 0, 9],
      axis: [0, 1, 0],
      limits: { lower: -1, upper: 1 },
    },
    cross: { type: 'universal', between: ['bar', 'rod'], at: [2, 0, 9], axis: [0, 1, 0], 'second axis': [0, 0, 1] },
    line: {
      type: 'distance',
      between: ['world', 'crate'],
      points: [
        [0, 5, 20],
        [0, 0, 1],
      ],
    },
  },
  forces: {
    tie: { type: 'spring', between: ['bar', 'ship'], points: ['tip', [0, 0, 0]], stiffness: '5 kN/m' },
    push: { type: 'load', body: 'crate', force: [0, 0, { ramp: { to: 5, duration: 1 } }] },
  },
  contacts: {
    defaults: { law: 'flores' },
    pairs: [{ between: ['bar', 'wood'], restitution: 0.5 }],
    ignore: [['bar', 'post']],
  },
  solver: { 'max step': 0.01, tolerance: 1e-6 },
  run: { duration: 5, seed: 1 },
  output: { rate: 100, channels: ['bar.position', 'joint.*', 'crate.velocity'] },
};

/** What is put where, and the paths that are then told. */
const faults: readonly (readonly [at: Path, value: unknown, told: readonly string[]])[] = [
  [['titel'], 'x', ['titel']],
  [['environment', 'gravity'], '9.81 kg', ['environment.gravity']],
  [['materials', 'steel', 'friction', 'static'], 'much', ['materials.steel.friction.static']],
  [['materials', 'wood', 'restitution'], 7, ['materials.wood.restitution']],
  [['bodies', 'ship', 'motion', 'z', 'sine', 'amplitude'], Number.NaN, ['bodies.ship.motion.z.sine.amplitude']],
  [['bodies', 'ship', 'motion', 'roll', 'table'], 'bad.csv', ['bodies.ship.motion.roll.table']],
  [
    ['bodies', 'ship', 'motion', 'x'],
    {
      table: [
        [0, 0],
        [2, 1],
        [1, 1],
      ],
    },
    ['bodies.ship.motion.x.table[2]'],
  ],
  [['bodies', 'ship', 'shapes', 0, 'material'], 'steal', ['bodies.ship.shapes[0].material']],
  [['bodies', 'bar', 'shapes', 0, 'colour'], 'red', ['bodies.bar.shapes[0].colour']],
  [['bodies', 'bar', 'mess'], 1, ['bodies.bar.mess']],
  [['bodies', 'rod', 'mass'], -2, ['bodies.rod.mass']],
  [['bodies', 'rod', 'inertia'], [1, 1, 5], ['bodies.rod.inertia']],
  [['bodies', 'post', 'shapes', 0, 'hull', 'mesh'], 'pots.obj', ['bodies.post.shapes[0].hull.mesh']],
  [['bodies', 'crate', 'shapes', 0, 'box'], [1, 1], ['bodies.crate.shapes[0].box']],
  [['bodies', 'crate', 'shapes', 1, 'box'], [1, 1, 1], ['bodies.crate.shapes[1]']],
  [['bodies', 'crate', 'rotation', 'yaw'], '5 m', ['bodies.crate.rotation.yaw']],
  [['bodies', 'crate', 'points'], { 'a.b': [0, 0, 0] }, ['bodies.crate.points.a.b']],
  [['bodies', '1st'], { mass: 'x' }, ['bodies.1st', 'bodies.1st', 'bodies.1st.mass']],
  [['joints', 'pin', 'axis'], [0, 0, 0], ['joints.pin.axis']],
  [['joints', 'pin', 'between', 0], 'pots', ['joints.pin.between[0]']],
  [['joints', 'pin', 'limits'], { lower: 1, upper: -1 }, ['joints.pin.limits']],
  [['joints', 'pin', 'driver'], { length: 1 }, ['joints.pin.driver.length']],
  [['joints', 'cross', 'second axis'], [0, 1, 1], ['joints.cross.second axis']],
  [['joints', 'line', 'points', 1], 'top', ['joints.line.points[1]']],
  [['joints', 'line', 'length'], '3 kg', ['joints.line.length']],
  [['joints', 'odd'], { type: 'hinge', between: ['world', 'crat'] }, ['joints.odd.between[1]', 'joints.odd.type']],
  [
    ['joints', 'gap'],
    { type: 'point', between: ['world', 'rod'], frames: { a: { at: [3, 0, 0] }, b: { at: [0, 0, 0] } } },
    ['joints.gap'],
  ],
  [['forces', 'tie', 'points', 0], 'tp', ['forces.tie.points[0]']],
  [['forces', 'tie', 'stiffness'], '-5 kN/m', ['forces.tie.stiffness']],
  [['forces', 'push', 'force', 2, 'ramp', 'duration'], 0, ['forces.push.force[2].ramp.duration']],
  [['forces', 'push', 'body'], 'ship', ['forces.push.body']],
  [['contacts', 'defaults', 'law'], 'florez', ['contacts.defaults.law']],
  [['contacts', 'pairs', 0, 'dissipation'], 1, ['contacts.pairs[0].dissipation']],
  [['contacts', 'pairs', 0, 'between', 1], 'woood', ['contacts.pairs[0].between[1]']],
  [['contacts', 'ignore', 0, 0], 'nobody', ['contacts.ignore[0][0]']],
  [['solver', 'min step'], '1 s', ['solver.min step']],
  [['solver', 'tolerance'], 0, ['solver.tolerance']],
  [['run', 'seed'], 1.5, ['run.seed']],
  [['output', 'formats'], ['cvs'], ['output.formats[0]']],
  [['output', 'channels', 1], 'joint.pni.angle', ['output.channels[1]']],
];

const loader: AssetLoader = memoryLoader({ 'roll.csv': '-', 'bad.csv': '-', 'post.obj': '-' });
const readers: Readers = {
  mesh: () => ({ ok: true, value: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [] } }),
  table: (_, name) =>
    name === 'bad.csv'
      ? { ok: false, issues: [{ line: 2, column: 3, message: 'expected a number, found "x"' }] }
      : {
          ok: true,
          value: {
            names: ['t', 'roll'],
            units: ['s', ''],
            columns: [
              [0, 1],
              [0, 1],
            ],
          },
        },
};

function told(chosen: readonly number[]): string[] {
  const value = structuredClone(good) as unknown as Plain;
  for (const [at, what] of chosen.map((i) => faults[i])) {
    let parent = value;
    for (const step of at.slice(0, -1)) parent = parent[step] as Plain;
    parent[at[at.length - 1]] = structuredClone(what);
  }
  const compiled = compileValue(value, { loader, readers });
  const result = compiled.ok ? prepareRun(compiled.compiled) : compiled;
  return result.ok ? [] : result.issues.map(({ path }) => path).sort();
}

test('the scenario that is spoilt below is good', () => {
  expect(told([])).toEqual([]);
});

test.each(faults.map(([at, , paths], i) => [at.join('.'), i, paths] as const))('%s is told', (_, i, paths) => {
  expect(told([i])).toEqual([...paths].sort());
});

/** Only one of two faults that stand in each other is told. */
const conflicts = (i: number, j: number): boolean => {
  const [a, b] = [faults[i][0], faults[j][0]];
  return i !== j && a.every((step, k) => step === b[k]);
};

test('any of them together: all are told, and nothing else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(faults.length - 1), { minLength: 2 }), (picked) => {
      const chosen = picked.filter((i) => !picked.some((j) => conflicts(i, j)));
      expect(told(chosen)).toEqual(chosen.flatMap((i) => faults[i][2]).sort());
    }),
    { numRuns: 150 },
  );
});

test('all forty at once', () => {
  const all = faults.map((_, i) => i);
  expect(told(all)).toEqual(faults.flatMap(([, , paths]) => paths).sort());
  expect(told(all).length).toBeGreaterThanOrEqual(40);
});
