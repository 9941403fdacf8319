/** The examples of docs/api.md and of the guides are run as a stranger would run them: in a process of their own, against the built package. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = fs.readFileSync(path.join(root, 'docs/api.md'), 'utf8');
const guide = fs.readFileSync(path.join(root, 'docs/guide/simulator-builder.md'), 'utf8');
const examples = [...`${page}\n${guide}`.matchAll(/^```js\n([\s\S]*?)^```/gm)].map((match) => match[1]);

describe('api: every example prints what the page says', () => {
  // one process for all of them: starting costs more than the examples
  const bodies = examples.map((code) =>
    code.replace(/^import (\{[^}]*\}) from '(hawser(?:\/worker)?)';/m, "const $1 = await import('$2');"),
  );
  const program = bodies.map((code) => `await (async () => {\n${code}\nconsole.log('---');\n})();`).join('\n');
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  });
  const printed = stdout.split('---\n');
  for (const [i, code] of examples.entries()) {
    const expected = [...code.matchAll(/^\/\/> (.*)$/gm)].map((match) => match[1]);
    test(`example ${i + 1}: ${expected[0]}`, () => {
      expect(expected.length).toBeGreaterThan(0);
      expect([printed[i]?.trimEnd().split('\n'), stderr]).toEqual([expected, '']);
    });
  }
});

test('api: hawser exports at most 15 names, types included, and the page tells of each', () => {
  for (const file of ['library.ts', 'browser.ts']) {
    const text = fs.readFileSync(path.join(root, 'packages/cli/src', file), 'utf8');
    const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap((match) => match[1].split(','));
    const own = [...text.matchAll(/^export (?:async )?(?:function|class|const|interface|type) (\w+)/gm)].map(
      (match) => match[1],
    );
    const names = new Set([...listed.map((name) => name.replace('type ', '').trim()).filter(Boolean), ...own]);
    expect(names.size).toBeLessThanOrEqual(15);
    expect([...names].filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  }
});
