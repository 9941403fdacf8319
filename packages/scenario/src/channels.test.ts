import type { Probe } from '@hawser/engine';
import { expect, test } from 'vitest';
import { chooseProbes } from './channels.ts';

const probe = (name: string, components: string[] = ['']): Probe => ({
  name,
  unit: '',
  size: 1,
  components,
  read: () => {},
});
const offered = [
  probe('bar.position', ['x', 'y', 'z']),
  probe('bar.tip.position', ['x', 'y', 'z']),
  probe('bar.energy'),
  probe('joint.pin.reaction', ['x', 'y', 'z']),
  probe('joint.pin.angle'),
  probe('energy.total'),
];
const names = (...patterns: string[]) => chooseProbes(patterns, offered).probes.map(({ name }) => name);

test('a star crosses dots, a question mark is one character, order and number are those of the engine', () => {
  expect(names('joint.*')).toEqual(['joint.pin.reaction', 'joint.pin.angle']);
  expect(names('*.position')).toEqual(['bar.position', 'bar.tip.position']);
  expect(names('ba?.energy', 'bar.*', 'bar.energy')).toEqual(['bar.position', 'bar.tip.position', 'bar.energy']);
  expect(names('*')).toHaveLength(offered.length);
});

test('the dot of a pattern is a dot', () => {
  expect(names('energy.tot.l', 'energyxtotal')).toEqual([]);
});

test('a component brings the whole vector', () => {
  expect(names('bar.tip.position.z')).toEqual(['bar.tip.position']);
});

test('a pattern that matches nothing is told with the nearest that would', () => {
  const hints = chooseProbes(['bar.tp.position', 'bar.*.positon', 'joint.pni.*', 'zzz'], offered).unmatched.map(
    ({ hint }) => hint,
  );
  expect(hints).toEqual([
    'did you mean "bar.tip.position"?',
    'did you mean "bar.*.position"?',
    'did you mean "joint.pin.*"?',
    'there are 6 channels, such as bar.position, bar.tip.position, bar.energy',
  ]);
});
