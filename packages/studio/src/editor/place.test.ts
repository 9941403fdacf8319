import { describe, expect, test } from 'vitest';
import { placeAt } from './place.ts';

/** The place of the bar in a text. */
function at(text: string): ReturnType<typeof placeAt> {
  const pos = text.indexOf('|');
  return placeAt(text.replace('|', ''), pos);
}

describe('where in a scenario a place of its text is', () => {
  test.each([
    ['a key at the top', 'hawser: 1\nbod|', [], 'key', 'bod'],
    ['a key of a body', 'bodies:\n  bar:\n    ma|', ['bodies', 'bar'], 'key', 'ma'],
    ['an empty line with indentation', 'bodies:\n  bar:\n    |', ['bodies', 'bar'], 'key', ''],
    ['a value', 'solver:\n  integrator: tr|', ['solver', 'integrator'], 'value', 'tr'],
    ['a key in braces', 'joints:\n  pin: { type: revolute, be|', ['joints', 'pin'], 'key', 'be'],
    ['a value in braces', 'joints:\n  pin: { type: rev|', ['joints', 'pin', 'type'], 'value', 'rev'],
    ['an item in brackets', 'joints:\n  pin: { between: [world, b|', ['joints', 'pin', 'between', 1], 'value', 'b'],
    [
      'a key in braces over lines',
      'joints:\n  pin:\n    {\n      type: point,\n      at|',
      ['joints', 'pin'],
      'key',
      'at',
    ],
    [
      'a key of a list item',
      'bodies:\n  bar:\n    shapes:\n      - box: [1, 1, 1]\n        col|',
      ['bodies', 'bar', 'shapes', 0],
      'key',
      'col',
    ],
    [
      'a key of the second item',
      'bodies:\n  bar:\n    shapes:\n      - sphere: 1\n      - { bo|',
      ['bodies', 'bar', 'shapes', 1],
      'key',
      'bo',
    ],
    ['a list at the indent of its key', 'output:\n  channels:\n  - a\n  - b|', ['output', 'channels', 1], 'key', 'b'],
    ['after a finished flow map', 'joints:\n  pin: { type: point }\n  arm: { ty|', ['joints', 'arm'], 'key', 'ty'],
    ['a name with a space', 'bodies:\n  lower box:\n    den|', ['bodies', 'lower box'], 'key', 'den'],
    ['a colon in quotes', "title: 'a: b'\nru|", [], 'key', 'ru'],
    ['braces left open above', 'run: { duration: 3\nsolver: {|', ['solver'], 'key', ''],
  ])('%s', (_, text, path, kind, word) => {
    expect(at(text)).toMatchObject({ path, kind, word });
  });
});
