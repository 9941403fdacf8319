import { describe, expect, test } from 'vitest';
import { editText, readText } from './places.ts';

const TEXT = `hawser: 1 # the format
bodies:
  bar: { mass: 2 kg, position: [1 m, 0, 0] } # a bar
  box:
    mass: 3 kg   # heavy
    position: [0, 0, 1 m]
run: { duration: 4 s }
# the end
`;

describe('a value changed from a form touches nothing else in the text', () => {
  test.each([
    ['a number in a block', ['bodies', 'box', 'mass'], '5 t', 'mass: 3 kg ', 'mass: 5 t '],
    ['a number in braces', ['bodies', 'bar', 'mass'], '4 kg', '{ mass: 2 kg,', '{ mass: 4 kg,'],
    ['an entry of a list', ['bodies', 'box', 'position', 2], '2 m', '[0, 0, 1 m]', '[0, 0, 2 m]'],
    ['a whole list', ['bodies', 'box', 'position'], '[1, 2, 3]', '[0, 0, 1 m]', '[1, 2, 3]'],
    ['a new key in braces', ['run', 'seed'], '7', '{ duration: 4 s }', '{ duration: 4 s, seed: 7 }'],
    [
      'a new key in a block',
      ['bodies', 'box', 'fixed'],
      'true',
      '    position: [0, 0, 1 m]\n',
      '    position: [0, 0, 1 m]\n    fixed: true\n',
    ],
    ['a new section', ['solver', 'step'], '2 ms', '# the end\n', '# the end\nsolver:\n  step: 2 ms\n'],
  ])('%s', (_, path, value, before, after) => {
    expect(TEXT).toContain(before);
    const edited = editText(TEXT, path, value);
    expect(edited?.text).toBe(TEXT.replace(before, after));
    expect(edited?.text.slice(edited.from, edited.to)).toContain(value);
  });

  test('text that is no YAML is left alone', () => {
    expect(editText('bodies: { bar: [', ['run', 'seed'], '1')).toBeUndefined();
  });
});

test('named things are found where they stand, and nothing is made up of broken text', () => {
  const { places } = readText(TEXT);
  expect(
    places.map(({ section, name, from, to }) => [section, name, TEXT.slice(from, from + name.length), to > from]),
  ).toEqual([
    ['bodies', 'bar', 'bar', true],
    ['bodies', 'box', 'box', true],
  ]);
  expect(readText('bodies: { bar: [')).toEqual({ plain: undefined, places: [] });
});
