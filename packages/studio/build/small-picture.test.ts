import { expect, test } from 'vitest';
import { smallPicture } from './index.ts';

const small = (path: string): string | undefined =>
  /d="([^"]*)"/.exec(smallPicture(`<path d="${path}" fill="none"/>`))?.[1];

test('lines are relative, go on where the last one ended, and begin anew elsewhere', () => {
  expect(small('M10.2 20.4L30.2 20.4M30.2 20.4L30.2 5.4M0 0L9.2 40.4')).toBe('m10 20 20 0 0-15m-30-5 9 40');
});

test('after a closed outline the next one is told from where that began', () => {
  expect(small('M10 10L30 10L30 30ZM50 50L70 50L70 70Z')).toBe('m10 10 20 0 0 20zm40 40 20 0 0 20z');
});

test('the same lines elsewhere are the same text, whatever is left over of a unit', () => {
  const grid = (x: number, y: number): string =>
    [0, 1, 2].map((k) => `M${x + 32.5 * k} ${y + 8.2 * k}L${x + 32.5 * k + 175.3} ${y + 8.2 * k - 97.4}`).join('');
  const rest = (x: number, y: number): string | undefined => small(grid(x, y))?.replace(/^m\d+ \d+/, '');
  expect(rest(54.9, 209.5)).toBe(rest(22.4, 201.3));
  expect(rest(22.4, 201.3)).toBe(' 175-97m-142 105 175-97m-143 105 175-97');
});

test('corners nearer than seven units are left out, and lines of which nothing is left', () => {
  expect(small('M0 0L3 0L6 0L9 0L20 0')).toBe('m0 0 9 0 11 0');
  expect(smallPicture('<path d="M0 0L3 0" fill="none"/>')).toBe('');
});

test('pieces of a rope, in the order they were painted in, become one line that reaches its ends', () => {
  const piece = (a: string, b: string): string => `<path d="M${a}L${b}" fill="none" stroke="#22262a" stroke-width="2.0"/>`;
  const pieces = piece('3.0 0.0', '6.0 0.0') + piece('6.0 0.0', '9.0 0.0') + piece('0.0 0.0', '3.0 0.0') + piece('9.0 0.0', '10.0 0.0');
  expect(smallPicture(pieces)).toBe('<path d="m0 0 6 0 4 0" fill="none" stroke="#22262a" stroke-width="2.0"/>');
});
