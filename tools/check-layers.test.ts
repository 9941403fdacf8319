import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { checkLayers } from './check-layers.mjs';
import { drawRooms, essential, roomsOf, rowsOf } from './draw-rooms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hawser-layers-'));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const layers = {
  rooms: {
    'packages/engine/src/base': { imports: [] },
    'packages/engine/src/math': { imports: ['base'] },
    'packages/engine/src': { imports: ['base', 'math'] },
    'packages/scenario/src': { imports: ['@hawser/engine'], external: ['yaml', '@scope/lib'] },
    'packages/cli/src': { imports: ['@hawser/scenario'], node: true },
  },
};

/** A small repository without a fault; `changes` plants one (undefined removes a file). */
const sound: Record<string, string> = {
  'packages/engine/src/base/index.ts': "export { fail } from './errors.ts';\n",
  'packages/engine/src/base/README.md': 'How do we fail? `errors.ts`\n',
  'packages/engine/src/base/errors.ts': 'export const fail = (): never => { throw new Error(); };\n',
  'packages/engine/src/math/index.ts':
    "/** The door. */\nexport type { V } from './vec.ts';\nexport {\n  add, // sum\n} from './vec.ts';\n",
  'packages/engine/src/math/README.md': 'What is this formula? `vec.ts`, `b.ts`\n',
  'packages/engine/src/math/vec.ts':
    "import { fail } from '../base/index.ts';\nexport type V = number; // Math.sin ** is fine in a comment\nexport const add = (a: V): V => Math.sqrt(a) * Math.PI || fail('Math.cos is fine in a string **');\n",
  'packages/engine/src/math/vec.test.ts': "import fs from 'node:fs'; import '../base/errors.ts'; Math.sin(1 ** 2);\n",
  'packages/engine/src/index.ts': "export * from './base/index.ts';\nexport { add } from './math/index.ts';\n",
  'packages/scenario/src/index.ts': "export { read } from './read.ts';\n",
  'packages/scenario/src/read.ts':
    "import type { V } from '@hawser/engine';\nimport { parse } from 'yaml';\nimport page from './page.html?raw';\nexport const read = async (): Promise<V> => (await import('@scope/lib/x')).y(parse, page, 'https://example.org/*');\n",
  'packages/scenario/src/words.ts':
    "export const row = { text: 'measured from', value: 'a' };\nconst t = `taken from`, u = 'x';\nexport { t,\n  u };\n",
  'packages/cli/src/main.ts': "import fs from 'node:fs';\nimport { read } from '@hawser/scenario';\nread(fs);\n",
};

let count = 0;
function problemsWith(changes: Record<string, string | undefined>, rules: unknown = layers): string[] {
  const dir = path.join(scratch, String(count++));
  for (const [file, text] of Object.entries({ ...sound, ...changes })) {
    if (text === undefined) continue;
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    fs.writeFileSync(path.join(dir, file), text);
  }
  return checkLayers(dir, rules).problems;
}

test('layers: this repository keeps its own rules', () => {
  const rules = JSON.parse(fs.readFileSync(path.join(root, 'layers.json'), 'utf8'));
  expect(checkLayers(root, rules).problems).toEqual([]);
});

test('layers: a sound tree raises no alarm', () => {
  expect(problemsWith({})).toEqual([]);
});

describe('layers: each planted fault is found, and nothing else', () => {
  const vec = 'packages/engine/src/math/vec.ts';
  const errors = 'packages/engine/src/base/errors.ts';
  const add = 'export const add = 1; export type V = number;\n';
  const faults: [string, Record<string, string | undefined>, RegExp][] = [
    ['an arrow that points the wrong way', { [errors]: "import '../math/index.ts';\n" }, /base may not import math/],
    ['a type import counts', { [errors]: "import type { V } from '../math/index.ts';\n" }, /base may not import math/],
    ['a side entrance', { [vec]: `import { fail } from '../base/errors.ts';\n${add}` }, /enter base by its index/],
    ['the own door', { [vec]: `import { add as b } from './index.ts';\n${add}` }, /not its door/],
    [
      'a package that is not allowed',
      { 'packages/cli/src/a.ts': "import '@hawser/engine';\n" },
      /may not import @hawser\/eng/,
    ],
    ['Node in a browser-safe room', { [vec]: `import 'node:fs';\n${add}` }, /runs in the browser too, so no node:fs/],
    ['a library nobody allowed', { [vec]: `import 'zod';\n${add}` }, /third-party import zod/],
    [
      'two imports on a line',
      { [vec]: `import { fail } from '../base/index.ts'; import z from 'zod';\n${add}` },
      /import zod/,
    ],
    ['a library imported on demand', { [vec]: `const z = import('zod');\n${add}` }, /third-party import zod/],
    ['a file that is not there', { [vec]: `import './gone.ts';\n${add}` }, /cannot resolve .\/gone.ts/],
    ['a file in no room', { 'packages/other/x.ts': 'export {};\n' }, /in no room/],
    [
      'a file that its room does not name',
      { 'packages/engine/src/math/README.md': 'vectors, vec-tor, my-vec\n' },
      /vec\.ts: not named in the README/,
    ],
    ['a door with logic', { 'packages/engine/src/index.ts': 'export const x = 1;\n' }, /exports only/],
    ['a room without a door', { 'packages/engine/src/math/README.md': undefined }, /math: has no README.md/],
    ['a sine that is not ours', { [vec]: `${add}Math.sin(1);\n` }, /Math.sin differs/],
    ['a power operator', { [vec]: `${add}const x = 2 ** 3;\n` }, /power operator/],
    ['Math under another name', { [vec]: `${add}const M = Math;\n` }, /name the members/],
    ['a clock', { [vec]: `${add}performance.now();\n` }, /no performance/],
  ];
  test.each(faults)('%s', (_, changes, expected) => {
    const problems = problemsWith(changes).filter((p) => !p.startsWith('cycle')); // a wrong arrow may also close a loop
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test('a cycle between files', () => {
    const problems = problemsWith({
      [vec]: `import './b.ts';\n${add}`,
      'packages/engine/src/math/b.ts': "import './vec.ts';\n",
    });
    expect(problems).toEqual([expect.stringMatching(/^cycle: .*vec.ts -> .*b.ts -> .*vec.ts$/)]);
  });

  test('a cycle in the rules themselves', () => {
    const rules = structuredClone(layers) as { rooms: Record<string, { imports: string[] }> };
    rules.rooms['packages/engine/src/base'].imports.push('math');
    expect(problemsWith({}, rules)).toEqual(['layers.json allows a cycle: base -> math -> base']);
  });

  test('a long file is let through when layers.json gives a reason', () => {
    const rules = { ...layers, long: { [vec]: 'a table' } };
    expect(problemsWith({ [vec]: add + '//\n'.repeat(20) }, rules)).toEqual([]);
  });
});

describe('the picture of the rooms', () => {
  const own = JSON.parse(fs.readFileSync(path.join(root, 'layers.json'), 'utf8'));

  test('docs/images/rooms.svg is what layers.json says (node tools/draw-rooms.mjs)', () => {
    expect(fs.readFileSync(path.join(root, 'docs/images/rooms.svg'), 'utf8')).toBe(drawRooms(own));
  });

  test('every room stands above those it may import, and a line is left out only where a longer way says the same', () => {
    const rooms = roomsOf(own);
    const rows = rowsOf(rooms);
    for (const [room, imports] of rooms)
      for (const other of imports) expect(rows.get(room)).toBeGreaterThan(rows.get(other));
    const below = (room: string): string[] => lines.filter(([a]) => a === room).flatMap(([, b]) => [b, ...below(b)]);
    const lines: [string, string][] = essential(rooms);
    for (const [room, imports] of rooms) expect(new Set(below(room))).toEqual(new Set([...imports, ...below(room)]));
    const chain = {
      rooms: {
        'packages/engine/src/a': { imports: [] },
        'packages/engine/src/b': { imports: ['a'] },
        'packages/engine/src/c': { imports: ['a', 'b'] },
      },
    };
    expect(essential(roomsOf(chain))).toEqual([
      ['b', 'a'],
      ['c', 'b'],
    ]);
  });
});
