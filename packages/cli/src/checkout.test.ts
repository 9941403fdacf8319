import { expect, test } from 'vitest';
import { chosen } from './checkout.ts';

const names = ['chain', 'chain-long', 'MB-01-pendulum'];
const of = (...wanted: string[]): readonly string[] => chosen(names, wanted, (name) => name);

test('a short id is enough, and a whole one means no other that begins like it', () => {
  expect(of()).toEqual(names);
  expect(of('mb-01')).toEqual(['MB-01-pendulum']);
  // scenes run alone are named so: with both, each process would start two more
  expect(of('chain')).toEqual(['chain']);
  expect(of('MB-01', 'chain-long')).toEqual(['chain-long', 'MB-01-pendulum']);
  expect(() => of('rope')).toThrow(/no case is called rope; there are chain, chain-long, MB-01-pendulum/);
});
