// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
/**
 * The engine gives the same bits on every machine and says nothing on its own: no function whose last bit is left to the
 * implementation, no clock, no unseeded random numbers, no output. Tests are free to use them all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../packages/engine/src', import.meta.url));

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}
const rules: readonly Rule[] = [
  {
    pattern: /\bMath\s*\.\s*(?:a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log1p|log2|log10|pow|cbrt|hypot|random)\b/,
    instead: 'import the function from math/exact.ts (or Random from base)',
  },
  { pattern: /\bMath\s*\[/, instead: 'name the function of Math' },
  {
    pattern: /[{,]\s*(?:sin|cos|tan|exp|log|pow|random)\b[^}]*\}\s*=\s*Math\b/,
    instead: 'do not take functions out of Math',
  },
  { pattern: /\*\*/, instead: 'write the product, or pow of math/exact.ts' },
  { pattern: /\bDate\b/, instead: 'time is an argument' },
  { pattern: /\bperformance\b/, instead: 'timing belongs to benchmarks' },
  { pattern: /\bconsole\b/, instead: 'return a result or throw; the caller prints' },
  { pattern: /\bprocess\b/, instead: 'the engine runs in a browser too' },
];

/** Comments and the contents of strings become blanks; line numbers stay. Text inside `${}` of a template is code and stays. */
function codeOnly(text: string): string {
  let out = '';
  let i = 0;
  const blank = (from: number, to: number) => {
    out += text.slice(from, to).replace(/[^\n]/g, ' ');
    i = to;
  };
  /** ends of open template expressions: depth of braces at which each returns to its template */
  const templates: number[] = [];
  let depth = 0;
  const template = (start: number) => {
    let end = start;
    while (end < text.length && text[end] !== '`' && !(text[end] === '$' && text[end + 1] === '{')) {
      end += text[end] === '\\' ? 2 : 1;
    }
    blank(i, Math.min(end, text.length));
    if (text[end] === '`') {
      out += '`';
      i = end + 1;
    } else {
      out += ' {';
      i = end + 2;
      templates.push(depth);
      depth += 1;
    }
  };
  while (i < text.length) {
    const c = text[i];
    const next = text[i + 1];
    if (c === '/' && next === '/') {
      const end = text.indexOf('\n', i);
      blank(i, end < 0 ? text.length : end);
    } else if (c === '/' && next === '*') {
      const end = text.indexOf('*/', i + 2);
      blank(i, end < 0 ? text.length : end + 2);
    } else if (c === "'" || c === '"') {
      let end = i + 1;
      while (end < text.length && text[end] !== c && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
      blank(i, Math.min(end + 1, text.length));
    } else if (c === '`') {
      out += '`';
      i += 1;
      template(i);
    } else if (c === '/' && /[=(,:!&|?[{};\n]\s*$/.test(out)) {
      // a regular expression: it follows an operator or a bracket
      let end = i + 1;
      let inClass = false;
      while (end < text.length && (text[end] !== '/' || inClass) && text[end] !== '\n') {
        if (text[end] === '[') inClass = true;
        else if (text[end] === ']') inClass = false;
        end += text[end] === '\\' ? 2 : 1;
      }
      blank(i, Math.min(end + 1, text.length));
    } else {
      if (c === '{') depth += 1;
      else if (c === '}') {
        depth -= 1;
        if (templates.length > 0 && templates[templates.length - 1] === depth) {
          templates.pop();
          out += c;
          i += 1;
          template(i);
          continue;
        }
      }
      out += c;
      i += 1;
    }
  }
  return out;
}

function violations(text: string): string[] {
  const found: string[] = [];
  codeOnly(text)
    .split('\n')
    .forEach((line, index) => {
      for (const { pattern, instead } of rules) {
        const match = pattern.exec(line);
        if (match !== null) found.push(`${index + 1}: ${match[0].trim()}: ${instead}`);
      }
    });
  return found;
}

function files(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.ts$/.test(entry.name) && !/\.(?:test|bench)\.ts$/.test(entry.name) ? [path] : [];
  });
}

describe('the engine', () => {
  const sources = files(source);
  test('has sources to check', () => {
    expect(sources.length).toBeGreaterThan(10);
  });
  test('uses nothing whose bits, time or output it does not control', () => {
    const found = sources.flatMap((path) =>
      violations(readFileSync(path, 'utf8')).map((violation) => `${relative(source, path)}:${violation}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the check itself', () => {
  test.each([
    'const a = Math.sin(x);',
    'const a = Math . hypot(x, y);',
    'const a = x ** 2;',
    'x **= 2;',
    'const { sin } = Math;',
    "const a = Math['sin'](x);",
    'const t = Date.now();',
    'performance.now();',
    'console.log(1);',
    'const { env } = process;',
    'const s = `${Math.random()}`;',
    'const s = `a ${ {b: 1}.b + Math.exp(1) } c`;',
    'const r = /[/]/; const a = Math.log(2);',
    'const q = a / b; const c = Math.pow(a, b); // a / b',
  ])('finds %s', (line) => {
    expect(violations(line).length).toBeGreaterThan(0);
  });
  test.each([
    'const a = Math.sqrt(x) + Math.floor(y) + Math.PI;',
    '// Math.sin(x) ** 2',
    '/** x ** 2 by Math.pow, Date and console */',
    "const s = 'Math.sin is not for the engine';",
    'const s = `process ${x} of console ${`Date ${y}`} Math.sin()`;',
    'const processed = updated + consoles;',
    'const a = sin(x) * x;',
  ])('leaves %s alone', (line) => {
    expect(violations(line)).toEqual([]);
  });
});
