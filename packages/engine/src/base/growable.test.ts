import { describe, expect, test } from 'vitest';
import { GrowableFloat64, GrowableInt32 } from './index.ts';

describe.each([
  ['GrowableFloat64', GrowableFloat64],
  ['GrowableInt32', GrowableInt32],
] as const)('%s', (_, Growable) => {
  test('pushes beyond its room keep what was there', () => {
    const list = new Growable(2);
    for (let i = 0; i < 1000; i++) list.push(i - 500);
    expect(list.length).toBe(1000);
    expect(Array.from(list.toArray())).toEqual(Array.from({ length: 1000 }, (_unused, i) => i - 500));
  });

  test('resize fills new entries with zero, also where old numbers lie in the kept room', () => {
    const list = new Growable(8);
    list.push(7);
    list.push(8);
    list.resize(1);
    list.resize(3);
    expect(Array.from(list.toArray())).toEqual([7, 0, 0]);
  });

  test('clear keeps the room: a second filling of the same size allocates no new array', () => {
    const list = new Growable();
    for (let i = 0; i < 100; i++) list.push(i);
    const room = list.data;
    list.clear();
    expect(list.length).toBe(0);
    for (let i = 0; i < 100; i++) list.push(i);
    expect(list.data).toBe(room);
  });
});
