import { expect, test } from 'vitest';
import { linksOf } from './links.ts';

test('links: springs and distance joints, their points by name or by numbers, ropes with their length', () => {
  const resolved = {
    bodies: { boom: { points: { tip: [1, 2, 3] } }, hook: {} },
    joints: {
      hoist: { type: 'distance', between: ['boom', 'hook'], points: ['tip', [0, 0, 0.5]] },
      pin: { type: 'revolute', between: ['boom', 'hook'], at: [0, 0, 0] },
    },
    forces: {
      sling: {
        type: 'spring',
        between: ['hook', 'world'],
        points: [
          [0, 0, 0],
          [4, 5, 6],
        ],
        length: 2,
        'tension only': true,
      },
      push: { type: 'load', body: 'hook' },
    },
  };
  expect(linksOf(resolved)).toEqual([
    {
      name: 'sling',
      ends: [
        { body: 'hook', point: [0, 0, 0] },
        { body: 'world', point: [4, 5, 6] },
      ],
      rope: 2,
    },
    {
      name: 'hoist',
      ends: [
        { body: 'boom', point: [1, 2, 3] },
        { body: 'hook', point: [0, 0, 0.5] },
      ],
    },
  ]);
});

test('links: what is not a scenario gives none', () => {
  for (const odd of [undefined, null, 3, 'x', {}, { forces: 3 }, { forces: { a: null } }])
    expect(linksOf(odd)).toEqual([]);
  const unknownPoint = { type: 'spring', between: ['a', 'b'], points: ['nowhere', [0, 0, 0]] };
  const notNumbers = {
    type: 'spring',
    between: ['a', 'b'],
    points: [
      [0, 0, Number.NaN],
      [0, 0, 0],
    ],
  };
  expect(linksOf({ forces: { unknownPoint, notNumbers } })).toEqual([]);
});
