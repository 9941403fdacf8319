import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pagePolicy } from './policy.ts';

test('policy: scripts and styles are named by their SHA-256, and nothing else inline is allowed', () => {
  const text = 'const a = "ä€🜁";';
  const policy = pagePolicy({ scripts: [text], styles: ['p{}', ''] });
  const hash = (part: string) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
  expect(policy).toContain(`script-src ${hash(text)};`);
  expect(policy).toContain(`style-src ${hash('p{}')} ${hash('')};`);
  expect(policy).not.toContain('unsafe');
});
