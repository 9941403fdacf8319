import { describe, expect, test } from 'vitest';
import { IssueList } from '../issues.ts';
import { readYaml } from './yaml.ts';

function told(text: string): string[] {
  const issues = new IssueList('a.yaml');
  readYaml(text, 'a.yaml', issues);
  return issues.sorted().map(({ line, column, found }) => `${line}:${column} ${found}`);
}

const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `  body ${i}: { mass: ${i + 1} }`);

describe('syntax errors', () => {
  test('one cause is told once, whatever the parser makes of the lines after it', () => {
    const rows = lines(40);
    expect(told(['bodies:', ...rows].join('\n'))).toEqual([]);
    rows[7] = ` ${rows[7].trimStart()}`;
    expect(told(['bodies:', ...rows].join('\n'))).toEqual([
      '9:1 a line that is indented differently from those beside it',
    ]);
    rows[7] = `\t${rows[7].trimStart()}`;
    expect(told(['bodies:', ...rows].join('\n'))).toEqual(['9:1 a tab in the indentation; use spaces']);
  });

  test('causes that are apart are all told', () => {
    const rows = lines(40);
    rows[3] = `\t${rows[3].trimStart()}`;
    rows[20] = '  body 20: { mass: 2, , inertia: [1, 1, 1] }';
    rows[30] = '  body 30: { mass: [2 }';
    expect(told(['bodies:', ...rows].join('\n'))).toEqual([
      '5:1 a tab in the indentation; use spaces',
      '22:23 a "," too many within [ ] or { }',
      '32:20 a "[" without its "]"',
    ]);
  });

  test('a bracket or quote that is not closed is told where it opens, not where the text ends', () => {
    const rows = lines(6);
    expect(told(['bodies:', "  it's: { mass: 1 }", '  bad: { mass: 1', ...rows].join('\n'))[0]).toBe(
      '3:8 a "{" without its "}"',
    );
    expect(told(['title: "open', 'bodies:', ...rows].join('\n'))).toEqual(['1:8 a quote that is not closed']);
    expect(told(['a: { colour: #c33 }', 'bodies:', ...rows].join('\n'))[0]).toBe('1:4 a "{" without its "}"');
  });

  test('a long file of garbage costs little and is told in few words', () => {
    const garbage = Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i % 7)}- { x: [${i} ]} : *`).join('\n');
    const messages = told(garbage);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.length).toBeLessThanOrEqual(20);
  });
});
