import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnInfo } from '../data.ts';
import { defaultPlots, holdersOf } from '@hawser/formats/report';
import { shortest } from './export.ts';
import { joinSeries } from './join.ts';
import { pressureColour } from '../pressure-scale.ts';
import { tactileGrids } from './tactile.ts';
import { placeOf, plotNames } from '@hawser/formats/report';

function column(name: string, unit: string, range: readonly [number, number] | null = [0, 1]): ColumnInfo {
  const parts = /^(.*?)(?:\.(x|y|z|magnitude))?$/.exec(name);
  return { name, channel: parts?.[1] ?? name, component: parts?.[2] ?? '', unit, range };
}

test('names: the title says what curves share, the labels what they do not', () => {
  const names = (...list: string[]): unknown => plotNames(list.map((name) => column(name, 'm')));
  expect(names('a.position.x', 'a.position.y')).toEqual({ title: 'a.position', labels: ['x', 'y'] });
  expect(names('a.velocity.z', 'b.tip.velocity.z')).toEqual({ title: 'velocity z', labels: ['a', 'b.tip'] });
  expect(names('a.position.x', 'b.position.z')).toEqual({ title: 'position', labels: ['a.x', 'b.z'] });
  expect(names('energy.kinetic', 'energy.work')).toEqual({ title: 'energy', labels: ['kinetic', 'work'] });
  expect(names('a.position.x', 'b.velocity.x')).toEqual({ title: '', labels: ['a.position.x', 'b.velocity.x'] });
  expect(names('winch.hoist.tension', 'cable.wire.tension-max')).toEqual({
    title: 'tension',
    labels: ['winch.hoist.tension', 'cable.wire.tension-max'],
  });
  expect(names('joint.pin.angle')).toEqual({ title: 'angle', labels: ['joint.pin'] });
});

test('places: bodies by their first name, joints and contacts by all but the last', () => {
  expect(placeOf('crane.tip.position')).toEqual({ family: 'Bodies', object: 'crane', rest: 'tip.position' });
  expect(placeOf('joint.pin.reaction')).toEqual({ family: 'Joints', object: 'joint.pin', rest: 'reaction' });
  expect(placeOf('contact.a~b.force')).toEqual({ family: 'Contacts', object: 'contact.a~b', rest: 'force' });
  expect(placeOf('energy.kinetic')).toEqual({ family: 'Energy', object: 'energy', rest: 'kinetic' });
});

test('defaults: motion, reactions, contact forces and speeds, each with one unit', () => {
  const columns = [
    column('bar.position.x', 'm', [0, 2]),
    column('bar.position.z', 'm', [0, 1]),
    column('still.position.z', 'm', [5, 5]),
    column('bar.velocity.magnitude', 'm/s', [0, 3]),
    column('joint.pin.reaction.magnitude', 'N', [0, 100]),
    column('joint.pin.reaction.x', 'N', [-100, 100]),
    column('contact.bar~deck.normal-force', 'N', [0, 500]),
    column('energy.kinetic', 'J', [0, 10]),
  ];
  expect(defaultPlots(columns)).toEqual([
    ['bar.position.x'],
    ['joint.pin.reaction.magnitude'],
    ['contact.bar~deck.normal-force'],
    ['bar.velocity.magnitude'],
  ]);
});

test('defaults: of cables the tension of each, and where separations are recorded how close, how hard and how rough', () => {
  const columns = [
    column('weight.position.z', 'm', [0, 1]),
    column('weight.velocity.magnitude', 'm/s', [0, 1]),
    column('cable.rough.start.tension', 'N', [0, 4]),
    column('cable.smooth.start.tension', 'N', [0, 30]),
    column('cable.smooth.range-3.tension', 'N', [0, 30]),
    column('contact.rough~rough.normal-force', 'N', [0, 30]),
    column('contact.rough~rough.friction-force', 'N', [0, 3]),
  ];
  const tension = ['cable.smooth.start.tension', 'cable.rough.start.tension'];
  const shown = [['weight.position.z'], tension, ['contact.rough~rough.normal-force']];
  expect(defaultPlots(columns)).toEqual([...shown, ['weight.velocity.magnitude']]);
  const least = column('separation.rough~rough.least', 'm', [-1e-4, 0.1]);
  expect(defaultPlots([...columns, least, column('separation.rough~rough.second', 'm', [0, 0.1])])).toEqual([
    ...shown,
    ['contact.rough~rough.friction-force'],
    ['separation.rough~rough.least'],
  ]);
});

test('defaults: of a chain the curves that differ, not its last four links', () => {
  const columns = Array.from({ length: 100 }, (_, i) => column(`link-${i}.position.x`, 'm', [0, 0.1 * (i + 1)]));
  const [positions] = defaultPlots(columns);
  const spans = positions.map((name) => columns.find((other) => other.name === name)?.range?.[1] ?? Number.NaN);
  expect(spans).toHaveLength(4);
  expect(spans[0]).toBe(10);
  for (let i = 1; i < 4; i++) expect(spans[i]).toBeLessThanOrEqual(0.6 * spans[i - 1]);
});

test('defaults: whatever there is, when nothing is known by name', () => {
  expect(defaultPlots([column('odd', 'K', [1, 2])])).toEqual([['odd']]);
  expect(defaultPlots([])).toEqual([]);
});

test('join: every sample stands at its own instant, instants of others are left open, NaN is a gap', () => {
  const a = { times: Float64Array.of(0, 1, 3), values: Float32Array.of(1, Number.NaN, 3) };
  const b = { times: Float64Array.of(0, 2, 3), values: Float32Array.of(4, 5, 6) };
  expect(joinSeries([a, b])).toEqual({
    times: [0, 1, 2, 3],
    columns: [
      [1, null, undefined, 3],
      [4, undefined, 5, 6],
    ],
  });
});

test('csv: a number is written with the fewest digits that name its float32', () => {
  expect(shortest(Math.fround(0.1))).toBe('0.1');
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Math.fround(Number(shortest(value)))).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('defaults: lines by what holds them, the one with the load first; no element, no engine, each line once', () => {
  const columns = [
    column('cable.bow line.element-4.tension', 'N', [0, 430]),
    column('cable.hoist wire.tension-max', 'N', [40, 6900]),
    column('cable.mooring.tension-max', 'N', [100, 2000]),
    column('cable.bow line.tension-max', 'N', [2, 428]),
    column('hand.bow.tension', 'N', [2, 429]),
    column('winch.hoist.tension', 'N', [40, 6889]),
    column('force.engine.tension', 'N', [-9000, 30000]),
    column('force.bow leg.tension', 'N', [0, 1500]),
  ];
  expect(defaultPlots(columns)).toEqual([
    ['winch.hoist.tension', 'cable.mooring.tension-max', 'hand.bow.tension'],
    ['force.bow leg.tension'],
  ]);
});

test('defaults: a cable and the winch or hand that holds it are one line, also where their ranges differ or nothing happened yet', () => {
  const columns = [
    column('cable.hoist wire.tension-max', 'N', [40, 41]),
    column('winch.hoist.tension', 'N', [39, 40]),
    column('cable.bow line.tension-max', 'N', [2, 530]),
    column('hand.bow.tension', 'N', [2, 477]),
    column('cable.mooring.tension-max', 'N', [1, 2]),
  ];
  const holders = holdersOf({
    winches: { hoist: { cable: 'hoist wire' } },
    deckhands: { bow: { cable: 'bow line' }, idle: null },
  });
  expect(defaultPlots(columns, holders)[0]).toEqual([
    'hand.bow.tension',
    'winch.hoist.tension',
    'cable.mooring.tension-max',
  ]);
});

test('tactile images: columns and rows from the names of taxels, lowest row first, the scale by the largest of all', () => {
  const columns = [
    column('tactile.left pad.pressure.1.1', 'Pa', [0, 3]),
    column('tactile.left pad.pressure.1.2', 'Pa', [0, 70]),
    column('tactile.left pad.pressure.2.1', 'Pa', null),
    column('tactile.left pad.shear-x.2.2', 'Pa', [0, 900]),
    column('tactile.left pad.area', 'm^2'),
    column('tactile.b.c.pressure.1.1', 'Pa', [0, 5]),
    column('contact.a~b.pressure-max', 'Pa', [0, 1e6]),
  ];
  expect(tactileGrids({ columns })).toEqual([
    {
      name: 'left pad',
      columns: 2,
      rows: 2,
      taxels: [columns[0].name, columns[1].name, columns[2].name, undefined],
      most: 70,
    },
    { name: 'b.c', columns: 1, rows: 1, taxels: [columns[5].name], most: 5 },
  ]);
});

test('colours of pressure: both ends are those of the legend, between them the mean of neighbours', () => {
  const out = new Uint8ClampedArray(8);
  pressureColour(out, 0, -1);
  pressureColour(out, 4, 7);
  expect([...out]).toEqual([0xff, 0xf7, 0xc2, 0, 0x2f, 0x0a, 0x5b, 0]);
  pressureColour(out, 0, 0.125);
  const mean = [0xff + 0xfd, 0xf7 + 0xbb, 0xc2 + 0x57].map((sum) => sum / 2);
  for (let k = 0; k < 3; k++) expect(Math.abs(out[k] - mean[k])).toBeLessThanOrEqual(0.5); // rounded to whole numbers
});
