import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withPolicy } from './policy.ts';

test('policy of the page: scripts and styles by their sums, parts that are text left out, nothing unsafe but WebAssembly', () => {
  const page =
    '<meta http-equiv="Content-Security-Policy" content="old"><style>p{}</style>' +
    '<script type="text/plain" data-part="a">text</script><script type="text/plain" data-part="three">first()</script><script type="text/plain" data-part="program">later()</script><script type="module" crossorigin>run()</script>';
  const built = withPolicy(page);
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(built).toContain(`script-src ${hash('run()')} ${hash('first()')} ${hash('later()')} 'wasm-unsafe-eval';`);
  expect(built).toMatch(/style-src 'sha256-[^']+' 'nonce-[^']{20,}';/);
  expect(built).toContain(hash('p{}'));
  expect(built).not.toContain('unsafe-inline');
  expect(() => withPolicy('<html>')).toThrow(/no policy/);
});
