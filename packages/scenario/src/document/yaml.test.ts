import { describe, expect, test } from 'vitest';
import { IssueList } from '../issues.ts';
import { DEEPEST, tooDeepAt } from './depth.ts';
import { decodeScenario, LARGEST_SCENARIO, sizeProblem } from './text.ts';
import { placeAt, placeOfKey, plainValue } from './tree.ts';
import { readYaml } from './yaml.ts';

function read(text: string) {
  const issues = new IssueList();
  const tree = readYaml(text, 'a.yaml', issues);
  return { tree, issues: issues.sorted(), value: tree && JSON.parse(JSON.stringify(plainValue(tree))) };
}

/** Line, column and message of every issue. */
function told(text: string): string[] {
  return read(text).issues.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('positions', () => {
  const text = 'a:\n  b: [1, two, {c: 3}]\nd: >-\n  long\n  text\n"e f": *x\ng: &x {h: ~}\n'.replace('*x', "'x'");

  test('every value and key knows its line and column, both from 1', () => {
    const { tree, value } = read(text);
    if (tree === undefined) throw new Error('not read');
    expect(value).toEqual({ a: { b: [1, 'two', { c: 3 }] }, d: 'long text', 'e f': 'x', g: { h: null } });
    expect(placeAt(tree, ['a', 'b'])).toEqual({ file: 'a.yaml', line: 2, column: 6 });
    expect(placeAt(tree, ['a', 'b', 1])).toMatchObject({ line: 2, column: 10 });
    expect(placeAt(tree, ['a', 'b', 2, 'c'])).toMatchObject({ line: 2, column: 19 });
    expect(placeOfKey(tree, ['e f'])).toMatchObject({ line: 6, column: 1 });
    expect(placeAt(tree, ['g', 'h'])).toMatchObject({ line: 7, column: 11 });
  });

  test('a missing value stands at the key of the map it is missing from', () => {
    const { tree } = read('bodies:\n  bar: {}\n');
    if (tree === undefined) throw new Error('not read');
    expect(placeAt(tree, ['bodies', 'bar', 'mass'])).toMatchObject({ line: 2, column: 3 });
    expect(placeAt(tree, ['bodies', 'bar', 'shapes', 0, 'box'])).toMatchObject({ line: 2, column: 3 });
  });

  test('JSON is read by the same rules', () => {
    const { tree, value } = read('{"a": [1.5,\n "x"]}');
    expect(value).toEqual({ a: [1.5, 'x'] });
    expect(tree && placeAt(tree, ['a', 1])).toMatchObject({ line: 2, column: 2 });
  });
});

describe('what YAML allows and a scenario does not', () => {
  test('duplicate keys are told at the second, with the line of the first', () => {
    expect(told('a: 1\nb: 2\na: 3\n')).toEqual([
      '3:1 expected one "a" in this map, found a second one (the first is in line 1); rename or remove one of them',
    ]);
  });

  test('all syntax errors are told at once', () => {
    expect(told('a: b: c\nd: "x\n').length).toBeGreaterThanOrEqual(2);
  });

  test('what is wrong is said in words of scenarios, not of YAML', () => {
    const found = (text: string) => told(text)[0].replace(/^.*, found /, '');
    expect(found('a: {b: 1\nc: 2\n')).toBe('a "{" without its "}"');
    expect(found('a: [1, 2\n')).toBe('a "[" without its "]"');
    expect(found('a: "text\n')).toBe('a quote that is not closed');
    expect(found('a:\n  b: 1\n   c: 2\n')).toMatch(/indented differently|second ":"/);
    expect(found('a: 1\nb\nc: 3\n')).toBe('a line without ":" where "key: value" should stand');
    expect(found('a: {b: [1] c: 2}\n')).toMatch(/^more text after the end of a value/);
    expect(found('a: [{b: 1} {c: 2}]\n')).toMatch(/^more text after the end of a value/);
    expect(found('a: ["x" "y"]\n')).toBe('two entries without "," between them');
  });

  test('tags, keys that are lists, second documents and YAML 1.1 are refused', () => {
    expect(told('a: !foo 3')[0]).toContain('tag');
    expect(told('? [1, 2]\n: 3')[0]).toBe('1:3 expected a plain word as key, found a list, a map or nothing');
    expect(told('a: 1\n---\nb: 2\n')[0]).toContain('one file holds one scenario');
    expect(told('%YAML 1.1\n---\na: yes\n')[0]).toContain('YAML 1.1');
    expect(told('__proto__: {polluted: 1}')[0]).toContain('a plain word as key');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('anchors', () => {
  test('aliases and merge keys are resolved; own keys win over merged ones', () => {
    const { value, issues } = read('x: &x {a: 1, b: 2}\ny: *x\nz: {<<: *x, b: 3}\nw: {<<: [{c: 1}, {c: 2, d: 4}]}\n');
    expect(issues).toEqual([]);
    expect(value).toMatchObject({ y: { a: 1, b: 2 }, z: { a: 1, b: 3 }, w: { c: 1, d: 4 } });
  });

  test('an alias without anchor, and one inside itself, are told at their place', () => {
    expect(told('a: [*.b]\n')).toEqual([
      '1:5 expected an anchor "&.b" above, found none; text that begins with "*" must stand in quotes',
    ]);
    expect(told('a: &b [*b]\n')).toEqual(['1:8 expected "*b" outside of what it names, found it inside itself']);
  });

  test('a billion laughs are refused after the first hundred thousand', () => {
    const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
      );
    expect(told(lines.join('\n'))[0]).toContain('expected aliases that add at most 100000 values, found more');
  });
});

describe('hostile sizes', () => {
  const deep = [
    ['open brackets', '['.repeat(1_000_000)],
    ['open braces', '{a: '.repeat(100_000)],
    ['dashes on a line', '- '.repeat(100_000)],
    ['question marks', '? '.repeat(100_000)],
    ['steps of indentation', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['brackets below indentation', `a:\n  b:\n    ${'['.repeat(DEEPEST)}`],
  ];
  test.each(deep)('%s deeper than any scenario are refused before parsing', (_, text) => {
    expect(told(text)[0]).toContain(`expected at most ${DEEPEST} levels of nesting, found more`);
  });

  test('brackets in text, comments and closed lists do not count as depth', () => {
    const text = `a: |\n  ${'['.repeat(500)}\nb: "${'{'.repeat(500)}" # ${'['.repeat(500)}\nc: [${'[1],'.repeat(500)}]\n`;
    expect(tooDeepAt(text)).toBe(-1);
    expect(read(text).issues).toEqual([]);
  });

  test('a file above the limit is refused by its size alone, without being decoded', () => {
    const garbage = new Uint8Array(100_000_000);
    expect(sizeProblem(garbage.length)).toMatchObject({
      expected: 'a scenario file of at most 4 MB',
      found: '100.0 MB',
    });
    expect(decodeScenario(garbage)).toMatchObject({ ok: false, problem: { found: '100.0 MB' } });
    expect(sizeProblem(LARGEST_SCENARIO)).toBeUndefined();
  });

  test('text in another encoding is told as such', () => {
    const utf16 = Uint8Array.of(0xff, 0xfe, 0x68, 0x00, 0x61, 0x00);
    expect(decodeScenario(utf16)).toMatchObject({
      ok: false,
      problem: { found: 'text in UTF-16', hint: 'save it as UTF-8' },
    });
  });

  test('bytes that are no text are refused at the first odd one', () => {
    expect(decodeScenario(Uint8Array.of(0x61, 0x3a, 0x00))).toMatchObject({
      ok: false,
      problem: { found: 'byte 0x00 at offset 2' },
    });
    expect(decodeScenario(Uint8Array.of(0x61, 0xff, 0xfe))).toMatchObject({
      ok: false,
      problem: { found: 'bytes that are not UTF-8' },
    });
  });
});
