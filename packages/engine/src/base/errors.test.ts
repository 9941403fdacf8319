import { describe, expect, test } from 'vitest';
import { AssertionError, assert, at, BuildError, fail, formatIssue, formatPath, succeed } from './index.ts';

describe('BuildError and at', () => {
  test('every level puts its step in front of the path, the message stays bare', () => {
    const build = () =>
      at('bodies', () =>
        at(3, () =>
          at('hull', () => {
            throw new BuildError('mesh-open', 'edge 17-42 has one face; the hull must be closed');
          }),
        ),
      );
    let caught: unknown;
    try {
      build();
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(BuildError);
    const error = caught as BuildError;
    expect(error.code).toBe('mesh-open');
    expect(error.path).toEqual(['bodies', 3, 'hull']);
    expect(error.message).toBe('edge 17-42 has one face; the hull must be closed');
    expect(formatIssue(error)).toBe('bodies[3].hull: edge 17-42 has one face; the hull must be closed');
    expect(String(error)).toBe(formatIssue(error));
  });

  test('at hands on results, and errors of another kind untouched', () => {
    expect(at('x', () => 5)).toBe(5);
    const other = new RangeError('not ours');
    expect(() => {
      at('x', () => {
        throw other;
      });
    }).toThrow(other);
  });

  test('paths: names that are not plain words are quoted, an empty path leaves the message alone', () => {
    expect(formatPath(['cables', 2, 'diameter'])).toBe('cables[2].diameter');
    expect(formatPath(['bodies', 'north pier', 'mass'])).toBe('bodies["north pier"].mass');
    expect(formatPath(['bodies', 'a.b'])).toBe('bodies["a.b"]');
    expect(formatPath([0])).toBe('[0]');
    expect(formatIssue({ path: [], code: 'x', message: 'all wrong' })).toBe('all wrong');
  });
});

test('assert throws only when the condition fails', () => {
  assert(true, 'never');
  expect(() => assert(false, 'two heads')).toThrow(AssertionError);
  expect(() => assert(false, 'two heads')).toThrow(/two heads/);
});

test('a result is either a value or a failure', () => {
  expect(succeed(3)).toEqual({ ok: true, value: 3 });
  expect(fail('diverged')).toEqual({ ok: false, failure: 'diverged' });
});
