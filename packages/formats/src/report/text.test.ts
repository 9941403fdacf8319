import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  displayScale,
  embedJson,
  escapeHtml,
  escapeScript,
  escapeStyle,
  formatAmong,
  formatCount,
  formatNumber,
  formatTime,
} from './text.ts';

test('escapeHtml: nothing that opens a tag, an entity or a quote is left', () => {
  expect(escapeHtml(`<img src="x" onerror='y'> & co`)).toBe(
    '&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt; &amp; co',
  );
});

test('escapeScript: the program means the same and never ends its element', () => {
  const code = `const a = '</script><!-- x --></SCRIPT>'; globalThis.result = a;`;
  const safe = escapeScript(code);
  expect(safe).not.toMatch(/<\/script|<!--/i);
  const run = (text: string): unknown => new Function(`${text.replace('globalThis.result =', 'return')}`)();
  expect(run(safe)).toBe(run(code));
});

test('escapeStyle: a style sheet never ends its element', () => {
  expect(escapeStyle('a::before { content: "</style>" }')).not.toMatch(/<\/style/i);
});

test('embedJson: any value comes back from inside a script element', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = embedJson(value);
      expect(text).not.toContain('<');
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('formatNumber: significant digits, plain between 0.001 and 100 000', () => {
  expect(formatNumber(0)).toBe('0');
  expect(formatNumber(12.3456)).toBe('12.35');
  expect(formatNumber(-0.00123456)).toBe('−0.001235');
  expect(formatNumber(99999.9, 4)).toBe('1.000e5');
  expect(formatNumber(98765, 4)).toBe('98770'); // rounded to four digits, as asked
  expect(formatNumber(9.9999, 4)).toBe('10.00');
  expect(formatNumber(1.5e-9, 3)).toBe('1.50e−9');
  expect(formatNumber(Number.NaN)).toBe('–');
  expect(formatNumber(Number.NEGATIVE_INFINITY)).toBe('−∞');
});

test('formatNumber: reads back within half a unit of its last digit', () => {
  const finite = fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((value) => Math.abs(value) > 1e-200);
  fc.assert(
    fc.property(finite, fc.integer({ min: 2, max: 8 }), (value, digits) => {
      const read = Number(formatNumber(value, digits).replaceAll('−', '-'));
      // half a unit in the last of `digits` places, with room for the rounding of the comparison itself
      expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5000001 * 10 ** (1 - digits) * Math.abs(value));
      expect(Math.sign(read)).toBe(Math.sign(value));
    }),
  );
});

test('formatAmong: decimals of the largest number, noise is zero without a sign', () => {
  expect(formatAmong(47.0999, 75)).toBe('47.10');
  expect(formatAmong(-1.4e-8, 75)).toBe('0.00');
  expect(formatAmong(-0.5, 0.7)).toBe('−0.5000');
  expect(formatAmong(1234.5, 99_000)).toBe('1235');
  expect(formatAmong(3e-9, 4e-9)).toBe('3.000e−9');
});

test('formatCount and formatTime', () => {
  expect(formatCount(1234567)).toBe('1\u202f234\u202f567');
  expect(formatTime(0.5, 0.8)).toBe('0.50000');
  expect(formatTime(2.34567, 10)).toBe('2.346');
  expect(formatTime(234.567, 600)).toBe('234.57');
});

test('displayScale: kN and MN for large forces, mm for small lengths, degrees for angles', () => {
  expect(displayScale('N', 52_000)).toEqual({ factor: 1e-3, unit: 'kN' });
  expect(displayScale('N', 5200)).toEqual({ factor: 1, unit: 'N' });
  expect(displayScale('N m', 5.2e7)).toEqual({ factor: 1e-6, unit: 'MN m' });
  expect(displayScale('m', 4e-4)).toEqual({ factor: 1e3, unit: 'mm' });
  expect(displayScale('m', 4e-5)).toEqual({ factor: 1e6, unit: 'µm' });
  expect(displayScale('rad/s', 1)).toEqual({ factor: 180 / Math.PI, unit: '°/s' });
  expect(displayScale('kg', 1e9)).toEqual({ factor: 1, unit: 'kg' });
});
