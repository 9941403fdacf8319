/** What `check` says of anchors, chains, pipes and windlasses whose sizes do not go together; nothing of those of the gallery. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { readMesh, readTable } from '@hawser/formats';
import { anchorNotices } from './anchor-notices.ts';
import { memoryLoader } from './assets.ts';
import { compileScenario } from './compile.ts';
import { formatIssue } from './issues.ts';

const text = fs.readFileSync(new URL('../../../scenarios/anchor-stow/scenario.yaml', import.meta.url), 'utf8');

const readers = { mesh: readMesh, table: readTable };

function said(...changes: (readonly [string, string])[]): string[] {
  const changed = changes.reduce((all, [from, to]) => {
    expect(all).toContain(from);
    return all.replace(from, to);
  }, text);
  const result = compileScenario({ file: 'a.yaml', loader: memoryLoader({ 'a.yaml': changed }), readers, set: [] });
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join('\n'));
  return anchorNotices(result.compiled).map(({ path, message }) => `${path}: ${message}`);
}

test('sizes that go together are not commented on', () => {
  expect(said()).toEqual([]);
});

test.each<[string, readonly [string, string], RegExp]>([
  [
    'a motor too weak for the anchor',
    ['torque: 64.6 kN m', 'torque: 15 kN m'],
    /^winches\.windlass\.torque: the torque of windlass is 38 kN at the gypsy, and the anchor on its chain weighs 48 kN in air: it cannot lift it$/,
  ],
  ['a brake too weak', ['brake: 660 kN m', 'brake: 10 kN m'], /^winches\.windlass\.brake: .* it cannot hold it$/],
  [
    'a link wider than the bore',
    ['links: 30\n    diameter: 62 mm', 'links: 14\n    diameter: 170 mm'],
    /^bodies\.bow\.shapes\[0\]\.solid\.bow\.pipe\.bore: the bore of the hawse pipe is 0\.6 m, and the widest link of the chain 0\.612 m: it does not go through$/,
  ],
  [
    'a pipe shorter than the shank',
    ['mass: 4890 kg', 'mass: 26 t'],
    /^bodies\.bow\.shapes\[0\]\.solid\.bow\.pipe\.length: the shank is 3\.\d+ m from shackle to pin, and the hawse pipe 3 m long/,
  ],
  [
    'a chain shorter than its pipe',
    ['links: 30', 'links: 10'],
    /^chains\.cable\.links: 2\.48 m of chain are out at the start, and the hawse pipe is 3 m long/,
  ],
])('check warns of %s', (_name, change, expected) => {
  const all = said(change);
  expect(all.filter((each) => expected.test(each)).length, all.join('\n')).toBe(1);
});
