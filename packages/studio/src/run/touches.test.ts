import type { EventKind, RunEvent } from '@hawser/record';
import { expect, test } from 'vitest';
import { touchesOf } from './touches.ts';

const event = (time: number, kind: EventKind, subject: string): RunEvent => ({ time, kind, subject, message: '' });

test('a touch runs from its begin to its end, each pair on its own; one without an end lasts', () => {
  const touches = touchesOf([
    event(2, 'contact-end', 'a~b'),
    event(1, 'contact-begin', 'a~b'),
    event(1.5, 'contact-begin', 'b~c'),
    event(3, 'contact-begin', 'a~b'),
    event(3.5, 'warning', ''),
  ]);
  expect(touches).toEqual([
    { pair: 'a~b', begin: 1, end: 2 },
    { pair: 'b~c', begin: 1.5, end: undefined },
    { pair: 'a~b', begin: 3, end: undefined },
  ]);
});
