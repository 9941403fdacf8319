/** Keys, undo and colours of the editor, without a browser. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { History } from './history.ts';
import { inked } from './ink.ts';
import { changeOf } from './typing.ts';

/** A text with its selection between bars, one bar for a cursor, after a key. */
function press(marked: string, key: string): string {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|') - (marked.lastIndexOf('|') > start ? 1 : 0);
  const text = marked.replaceAll('|', '');
  const change = changeOf(text, [start, end], key);
  if (change === undefined) return 'the browser';
  const next = text.slice(0, change.from) + change.put + text.slice(change.to);
  const [a, b] = change.select;
  return a === b ? `${next.slice(0, a)}|${next.slice(a)}` : `${next.slice(0, a)}|${next.slice(a, b)}|${next.slice(b)}`;
}

test('a new line stands as deep as the one before, deeper after a key', () => {
  expect(press('bodies:|', 'Enter')).toBe('bodies:\n  |');
  expect(press('  mass: 2 kg|', 'Enter')).toBe('  mass: 2 kg\n  |');
  expect(press('  mass: # of it|', 'Enter')).toBe('  mass: # of it\n    |');
});

test('brackets come in pairs, are typed over and go together; an apostrophe stays alone', () => {
  expect(press('a: |', '{')).toBe('a: {|}');
  expect(press('a: {|}', '}')).toBe('a: {}|');
  expect(press('a: {|}', 'Backspace')).toBe('a: |');
  expect(press('a: |b', '[')).toBe('the browser');
  expect(press('the ship|', "'")).toBe('the browser');
  expect(press('a: |b c|', '[')).toBe('a: [|b c|]');
});

test('Tab indents, Shift Tab takes back, Control / makes comments of lines and back', () => {
  expect(press('|a: 1\nb: 2|', 'Tab')).toBe('  |a: 1\n  b: 2|');
  expect(press('  a: 1|', 'Shift+Tab')).toBe('a: 1|');
  expect(press('|', 'Tab')).toBe('  |');
  expect(press('  a: 1\n    b: |2', 'Control+/')).toBe('  a: 1\n    # b: |2');
  expect(press('  # a: |1', 'Control+/')).toBe('  a: |1');
});

test('undo takes everything back and redo brings it again, letters of one go in one step', () => {
  const history = new History();
  let text = '';
  const put = (from: number, out: string, letters: string, now: number): void => {
    history.add({ from, out, put: letters, before: [from, from] }, now);
    text = text.slice(0, from) + letters + text.slice(from + out.length);
  };
  for (const [i, letter] of [...'mass'].entries()) put(i, '', letter, 100 * i);
  put(0, 'mass', 'weight', 5000);
  const travel = (step: ReturnType<History['undo']>): void => {
    if (step !== undefined) text = text.slice(0, step.from) + step.put + text.slice(step.from + step.out.length);
  };
  travel(history.undo());
  expect(text).toBe('mass');
  travel(history.undo());
  expect(text).toBe('');
  expect(history.undo()).toBeUndefined();
  travel(history.redo());
  travel(history.redo());
  expect(text).toBe('weight');
});

test('coloured pieces are the line again, whatever stands in it; a mark lies over the words it covers', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(70), fc.nat(70), (line, a, b) => {
      const mark = { from: Math.min(a, b), to: Math.max(a, b), kind: 'error' as const, message: 'x' };
      expect(
        inked(line, [mark])
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    }),
  );
  const pieces = inked('  mass: 2 kg # of it', [{ from: 8, to: 9, kind: 'error', message: 'too light' }]);
  expect(pieces.filter(({ classes }) => classes !== '')).toEqual([
    { text: 'mass', classes: 'y-key' },
    { text: '2', classes: 'y-number error' },
    { text: '# of it', classes: 'y-comment' },
  ]);
});
