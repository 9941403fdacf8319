import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFileIssue, type ReadResult } from '../issue.ts';
import { readTable, type Table } from './table.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readTable(bytes(text));
const messages = (result: ReadResult<unknown>) =>
  result.ok ? [] : result.issues.map((issue) => formatFileIssue('roll.csv', issue));
function value(result: ReadResult<Table>): Table {
  if (!result.ok) throw new Error(messages(result).join('\n'));
  return result.value;
}

describe('table', () => {
  test('commas, semicolons, tabs and blanks give the same columns and units', () => {
    for (const mark of [',', ';', '\t', ' , ', '   ']) {
      const text = ['# from the basin', ['t [s]', 'roll [deg]', 'heave'], ['0', '1.5', '-2e-3'], '', ['.5', '+2.', '0']]
        .map((row) => (Array.isArray(row) ? row.join(mark) : row))
        .join('\n');
      const table = value(read(text));
      expect(table.names).toEqual(['t', 'roll', 'heave']);
      expect(table.units).toEqual(['s', 'deg', '']);
      expect(table.columns.map((column) => [...column])).toEqual([
        [0, 0.5],
        [1.5, 2],
        [-0.002, 0],
      ]);
    }
  });

  test('quoted names may hold the separator and quotes; units may hold blanks and commas', () => {
    const table = value(read('"t, the ""time""","force [N, m]"\r\n"1",2\r\n'));
    expect(table.names).toEqual(['t, the "time"', 'force']);
    expect(table.units).toEqual(['', 'N, m']);
  });

  test('older encodings: UTF-16 with a mark, Windows-1252', () => {
    const text = 't,Größe\n1,2\n';
    const wide = new Uint8Array(2 + 2 * text.length);
    wide.set([0xff, 0xfe]);
    [...text].forEach((c, i) => {
      wide[2 + 2 * i] = c.charCodeAt(0);
    });
    expect(value(readTable(wide)).names).toEqual(['t', 'Größe']);
    expect(value(readTable(Uint8Array.from(text, (c) => c.charCodeAt(0)))).names).toEqual(['t', 'Größe']);
  });

  test('bad cells are all reported with line and column', () => {
    const text = 't,roll,pitch\n0,1,2\n1,,2\n2,NaN,3\n3,x,inf\n4,5\n5,6,7\n"1,5",6,7\n';
    expect(messages(read(text))).toEqual([
      'roll.csv:3:3: column "roll": expected a number, found an empty cell; fill it in',
      'roll.csv:4:3: column "roll": expected a number, found NaN; fill the gap or drop the row',
      'roll.csv:5:3: column "roll": expected a number, found "x"',
      'roll.csv:5:5: column "pitch": expected a number, found "inf"',
      'roll.csv:6: the header has 3 columns, this row has 2; fill or remove cells',
      'roll.csv:8:1: column "t": found "1,5"; write a point before the decimals',
    ]);
  });

  test('a table without names, with names twice, without rows or with an open quote says so', () => {
    expect(messages(read('0,1\n1,2\n'))[0]).toContain('roll.csv:1: expected a row of names, found numbers');
    expect(messages(read('t,a,a\n1,2,3\n'))[0]).toContain('roll.csv:1:5: two columns are called "a"');
    expect(messages(read('t,,a\n1,2,3\n'))[0]).toContain('roll.csv:1:3: a column has no name');
    expect(messages(read('t,a\n'))[0]).toContain('expected rows of numbers');
    expect(messages(read('# nothing\n\n'))[0]).toContain('empty file');
    expect(messages(read('t,a\n"1,2\n'))[0]).toContain('roll.csv:2: a quoted cell does not end');
  });

  test('gaps become NaN only when asked for', () => {
    const result = readTable(bytes('t,a\n0,\n1,nan\n2,-Infinity\n'), { missing: 'nan' });
    expect([...value(result).columns[1]]).toEqual([Number.NaN, Number.NaN, Number.NEGATIVE_INFINITY]);
  });

  test('what String() writes is read back exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (numbers) => {
        const text = `x\n${numbers.map((x) => (Object.is(x, -0) ? '-0' : String(x))).join('\n')}\n`;
        expect([...value(read(text)).columns[0]]).toEqual(numbers);
      }),
    );
  });

  test('garbage is refused with few words, however long it is', () => {
    expect(messages(readTable(new Uint8Array(1_000_000)))).toEqual([
      'roll.csv: expected a text file, found zero bytes; the file is binary or damaged',
    ]);
    expect(messages(read('x'.repeat(2_000_000)))[0]).toContain('found a line of 2000000 characters');
    expect(messages(read(`t,a\n${'bad,bad\n'.repeat(100_000)}`)).length).toBe(20);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        readTable(noise);
      }),
    );
  });
});
